//! The page itself: files that were embedded when this was built.

use crate::problem::Problem;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/page"]
struct Files;

const INDEX: &str = "index.html";

/// A file of the page. Addresses without a dot are states of the page, which finds out by itself which one.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_state = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let name = if path.is_empty() || is_state { INDEX } else { path };
    let zipped = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let zipped =
        zipped.is_some_and(|value| value.contains("gzip")).then(|| Files::get(&format!("{name}.gz"))).flatten();
    match (zipped, Files::get(name)) {
        (Some(file), _) => answer(name, file, &headers, true),
        (None, Some(file)) => answer(name, file, &headers, false),
        (None, None) => Problem::missing(format!("there is no page '/{}'", path.chars().take(100).collect::<String>()))
            .into_response(),
    }
}

fn answer(name: &str, file: EmbeddedFile, headers: &HeaderMap, zipped: bool) -> Response {
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = HeaderValue::from_str(&format!("\"{tag}\"")).expect("hexadecimal digits are text");
    let mut response = if headers.get(header::IF_NONE_MATCH) == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let body = match file.data {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        };
        Response::new(body)
    };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    out.insert(header::ETAG, tag);
    out.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    if zipped {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    // What Vite puts there has its hash in its name.
    let forever = name.starts_with("assets/");
    let keep = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    response
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
