//! What a request brings as JSON: all of it, in time, and every fault with its place.

use crate::house::House;
use crate::problem::Problem;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// The body of a request, read.
pub(crate) struct Told<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Told<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        // Forms of pages from elsewhere cannot say this.
        if !kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json")) {
            let what = "expected Content-Type: application/json";
            return Err(Problem::with(StatusCode::UNSUPPORTED_MEDIA_TYPE, what).at("Content-Type"));
        }
        let limits = house.config.limits;
        let body = tokio::time::timeout(limits.arrival, Bytes::from_request(request, house)).await;
        let body = body.map_err(|_| {
            let what = format!("the request did not arrive within {} seconds", limits.arrival.as_secs());
            Problem::with(StatusCode::REQUEST_TIMEOUT, what)
        })?;
        let body = body.map_err(|rejected| match rejected.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Problem::with(StatusCode::PAYLOAD_TOO_LARGE, format!("a request has at most {} bytes", limits.body))
            }
            status => Problem::with(status, "the request could not be read"),
        })?;
        serde_json::from_slice(&body)
            .map(Self)
            .map_err(|error| Problem::bad(format!("the request is not what was expected: {error}")).at("body"))
    }
}
