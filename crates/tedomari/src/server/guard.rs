//! Who may ask: pages of this server and programs of this machine, nobody else's pages.
//!
//! A page from elsewhere can make a browser send requests to loopback. If it uses our
//! address, the browser says so in `Origin`; if it has pointed its own name at loopback
//! (DNS rebinding), the name is in `Host`. Both are refused.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, uri::Authority};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;

/// Lets the request through or not, and adds what browsers are to know.
pub(super) async fn guard(
    State(bound): State<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let api = request.uri().path().starts_with("/api/");
    let mut response = match check(bound.ip(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(sentence) => Refusal::new(StatusCode::FORBIDDEN, sentence).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// The page loads nothing from elsewhere, sends nothing elsewhere, and stands in no frame.
/// Styles may be set by the page's own scripts; scripts are files alone.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Whether a request with these headers may pass, on a server at this address.
fn check(bound: IpAddr, headers: &HeaderMap) -> Result<(), String> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err("the request must name one host".to_string());
    };
    let host = host.to_str().unwrap_or_default();
    let authority: Option<Authority> = host.parse().ok();
    if !authority.is_some_and(|authority| is_ours(bound, authority.host())) {
        return Err(format!("'{}' is not this server", host.escape_default()));
    }
    for origin in headers.get_all(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or_default();
        // The same name and port; another server of this machine is a stranger, too.
        if origin.strip_prefix("http://").is_none_or(|rest| !rest.eq_ignore_ascii_case(host)) {
            let origin = origin.escape_default();
            return Err(format!("pages of '{origin}' may not ask this server"));
        }
    }
    Ok(())
}

/// Loopback and the address bound. An address cannot be pointed elsewhere as a name can, so
/// a server on all addresses answers to any of them.
fn is_ours(bound: IpAddr, host: &str) -> bool {
    if host.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip == bound || bound.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(bound: &str, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        check(bound.parse().unwrap(), &headers).is_ok()
    }

    #[test]
    fn only_names_of_this_machine_are_hosts() {
        for host in ["localhost", "localhost:7878", "127.0.0.1:7878", "[::1]:1", "LOCALHOST:1"] {
            assert!(passes("127.0.0.1", host, None), "{host}");
        }
        for host in [
            "evil.example",
            "127.0.0.1.evil.example:7878",
            "localhost.evil.example",
            "",
            "192.168.1.5:7878",
            "a@localhost:1@evil",
            "localhost:7878/x",
        ] {
            assert!(!passes("127.0.0.1", host, None), "{host}");
        }
        assert!(passes("192.168.1.5", "192.168.1.5:7878", None));
        assert!(passes("0.0.0.0", "192.168.1.5:7878", None));
        assert!(!passes("0.0.0.0", "evil.example", None));
    }

    #[test]
    fn only_its_own_pages_may_ask() {
        let host = "localhost:7878";
        assert!(passes("127.0.0.1", host, Some("http://localhost:7878")));
        for origin in [
            "http://evil.example",
            "https://localhost:7878",
            "http://localhost:3000",
            "http://localhost",
            "null",
            "",
            "http://127.0.0.1:7878",
        ] {
            assert!(!passes("127.0.0.1", host, Some(origin)), "{origin}");
        }
    }

    #[test]
    fn one_host_is_named() {
        assert!(check([127, 0, 0, 1].into(), &HeaderMap::new()).is_err());
        let mut two = HeaderMap::new();
        two.append(header::HOST, HeaderValue::from_static("localhost"));
        two.append(header::HOST, HeaderValue::from_static("evil.example"));
        assert!(check([127, 0, 0, 1].into(), &two).is_err());
    }
}
