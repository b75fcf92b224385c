//! Refusals: a status that fits, and one sentence that says what is wrong and where.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tabula_core::{Fault, Faults};
use tabula_store::StoreError;
use utoipa::ToSchema;

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// One sentence.
    pub error: String,
    /// The field, the header or the place in a text.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    #[serde(skip)]
    pub(crate) status: u16,
}

/// How soon whoever was refused for lack of room may try again, in seconds.
const LATER: HeaderValue = HeaderValue::from_static("2");

impl Problem {
    fn new(status: StatusCode, error: impl Into<String>) -> Self {
        Self { error: error.into(), place: None, status: status.as_u16() }
    }

    /// What was asked makes no sense.
    pub(crate) fn bad(error: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, error)
    }

    /// There is no such thing.
    pub(crate) fn missing(error: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, error)
    }

    /// It is not theirs.
    pub(crate) fn forbidden(error: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, error)
    }

    /// Who asks has not said who they are.
    pub(crate) fn unknown(error: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, error)
    }

    /// It does not fit how things stand.
    pub(crate) fn conflict(error: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, error)
    }

    /// Too many want something at once.
    pub(crate) fn busy(error: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error)
    }

    /// Something of ours failed.
    pub(crate) fn failed(error: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error)
    }

    /// Any other refusal.
    pub(crate) fn with(status: StatusCode, error: impl Into<String>) -> Self {
        Self::new(status, error)
    }

    /// The same with its place.
    pub(crate) fn at(self, place: impl Into<String>) -> Self {
        Self { place: Some(place.into()), ..self }
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::bad(fault.to_string())
    }
}

impl From<Faults> for Problem {
    fn from(faults: Faults) -> Self {
        Self::bad(faults.to_string())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        Self::failed(error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, Json(self)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, LATER);
        }
        response
    }
}
