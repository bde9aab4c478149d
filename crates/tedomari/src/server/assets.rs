//! The files of the page, which are part of the program. A build for development reads them
//! from the checkout each time, so that a change shows after a reload.

use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::refusal::Refusal;

#[derive(RustEmbed)]
#[folder = "../../web"]
struct Web;

/// `GET /` and `GET /<file>`.
pub(super) async fn asset(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    // Only plain names: no parent folders, nothing hidden, nothing encoded.
    let plain = path.split('/').all(|name| {
        !name.is_empty()
            && !name.starts_with('.')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    });
    match Web::get(path).filter(|_| plain) {
        // Asked again each time: the files are small and near, and never out of date.
        Some(file) => {
            let headers =
                [(header::CONTENT_TYPE, media_type(path)), (header::CACHE_CONTROL, "no-cache")];
            (headers, file.data.into_owned()).into_response()
        }
        None => Refusal::new(StatusCode::NOT_FOUND, "there is no such page").into_response(),
    }
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "sgf" => "application/x-go-sgf",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
