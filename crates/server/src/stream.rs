//! Answers that come line by line while somebody thinks. The connection closed is the thinking stopped.

use crate::problem::Problem;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use serde::Serialize;
use serde_json::json;
use std::convert::Infallible;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

/// Lines that may wait for a slow reader; then whoever writes waits too.
const WAITING: usize = 64;

/// Where lines go.
#[derive(Clone)]
pub(crate) struct Mouth(mpsc::Sender<Result<Bytes, Infallible>>);

/// A stream of lines: where they go, and the answer that carries them.
pub(crate) fn lines() -> (Mouth, Response) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let mut response = Response::new(Body::from_stream(ReceiverStream::new(receiver)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    (Mouth(sender), response)
}

impl Mouth {
    /// Says something, from a thread that may wait; `false` if nobody listens.
    pub(crate) fn say(&self, what: &impl Serialize) -> bool {
        self.0.blocking_send(Ok(line(what))).is_ok()
    }

    /// Says something, from where nobody may wait.
    pub(crate) async fn tell(&self, what: &impl Serialize) -> bool {
        self.0.send(Ok(line(what))).await.is_ok()
    }

    /// Says what went wrong.
    pub(crate) fn fail(&self, problem: &Problem) -> bool {
        self.say(&json!({ "error": problem }))
    }

    /// Nobody listens any more.
    pub(crate) async fn gone(&self) {
        self.0.closed().await;
    }
}

fn line(what: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_vec(what).expect("plain data can be written");
    text.push(b'\n');
    Bytes::from(text)
}
