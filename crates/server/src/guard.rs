//! Who may ask: the right name of this server, no foreign page, and the token where one is needed. And what every answer
//! says to browsers about what the page may do.

use crate::config::Config;
use crate::house::House;
use crate::moment::is_same;
use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Stands before everything.
pub(crate) async fn guard(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api");
    let mut response = match check(&house.config, &request, api) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, CSP),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

fn check(config: &Config, request: &Request, api: bool) -> Result<(), Problem> {
    let headers = request.headers();
    let host = text(headers, &header::HOST).ok_or_else(|| Problem::bad("expected a header Host").at("Host"))?;
    if !is_ours(config, &host) {
        let what = format!("this server is not called '{}'", short(&host));
        return Err(Problem::with(StatusCode::MISDIRECTED_REQUEST, what).at("Host"));
    }
    if let Some(origin) = text(headers, &header::ORIGIN) {
        let ours = ["http://", "https://"].iter().any(|scheme| origin.strip_prefix(scheme) == Some(&host));
        if !ours {
            let what = format!("a page of '{}' may not ask here", short(&origin));
            return Err(Problem::forbidden(what).at("Origin"));
        }
    }
    // A browser says so even where it sends no Origin, as for pictures and scripts.
    let site = text(headers, &HeaderName::from_static("sec-fetch-site"));
    if api && site.is_some_and(|site| site == "cross-site" || site == "same-site") {
        return Err(Problem::forbidden("a page from elsewhere may not ask here").at("Sec-Fetch-Site"));
    }
    match &config.token {
        Some(token) if api && request.method() != Method::OPTIONS => knows(token, request),
        _ => Ok(()),
    }
}

fn text(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).to_lowercase())
}

fn short(text: &str) -> String {
    text.chars().take(80).collect()
}

/// Whether a `Host` names this server. A page from elsewhere whose name was made to point here does not know that name.
fn is_ours(config: &Config, host: &str) -> bool {
    let port = config.port;
    let own = match config.host {
        std::net::IpAddr::V4(address) => address.to_string(),
        std::net::IpAddr::V6(address) => format!("[{address}]"),
    };
    let loopback = ["127.0.0.1", "localhost", "[::1]"].map(str::to_string);
    let local: &[String] = if config.is_local() || config.host.is_unspecified() { &loopback } else { &[] };
    let names = config.names.iter().map(|name| name.to_lowercase());
    let mut all = local
        .iter()
        .cloned()
        .chain([own])
        .map(|name| format!("{name}:{port}"))
        .chain(names.flat_map(|name| [format!("{name}:{port}"), name]));
    all.any(|name| name == host || (port == 80 && name.strip_suffix(":80") == Some(host)))
}

/// Refuses whoever does not know the token; `EventSource` can only say it in the address.
fn knows(token: &str, request: &Request) -> Result<(), Problem> {
    let header = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let said = header.and_then(|value| value.strip_prefix("Bearer ")).map(str::to_owned).or_else(|| {
        let query = request.uri().query()?;
        query.split('&').find_map(|part| part.strip_prefix("token=")).map(str::to_owned)
    });
    match said {
        Some(said) if is_same(&said, token) => Ok(()),
        Some(_) => Err(Problem::unknown("this is not the token of this server").at("Authorization")),
        None => Err(Problem::unknown("this server asks for its token").at("Authorization")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_names_are_this_server() {
        let mut config = Config::local("x".into());
        for (host, ours) in [
            ("127.0.0.1:8080", true),
            ("localhost:8080", true),
            ("[::1]:8080", true),
            ("127.0.0.1", false),
            ("127.0.0.1:8081", false),
            ("evil.example:8080", false),
            ("localhost.evil.example:8080", false),
            ("tabula.example", false),
        ] {
            assert_eq!(is_ours(&config, host), ours, "{host}");
        }
        config.names = vec!["Tabula.example".into()];
        assert!(is_ours(&config, "tabula.example") && is_ours(&config, "tabula.example:8080"));
        config.host = "192.0.2.7".parse().unwrap();
        assert!(is_ours(&config, "192.0.2.7:8080") && !is_ours(&config, "localhost:8080"));
    }
}
