//! The user's own library of patterns, read and replaced over HTTP. It is the only file that
//! the server writes on request, and nobody can choose which file that is.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use pattern::{Pattern, starter};
use serde_json::{Value, json};

use super::refusal::Refusal;
use super::{Desk, as_json};
use crate::library;

/// The most bytes of a library.
const MOST_LIBRARY: usize = 1 << 20;

/// `GET /api/patterns/library`: the text of the user's library and of the program's.
pub(super) async fn library(State(desk): State<Desk>) -> Response {
    let read = || -> anyhow::Result<String> {
        let starter: Vec<String> = starter().iter().map(Pattern::to_string).collect();
        let (own, starter) = (library::text()?, starter.join("\n"));
        let library = json!({ "schema": "tedomari.library/1", "own": own, "starter": starter });
        Ok(library.to_string())
    };
    answered(&desk, read).await
}

/// `PUT /api/patterns/library` with `{"own": "…"}`: the text that takes its place, if it can
/// be read.
pub(super) async fn replace(State(desk): State<Desk>, headers: HeaderMap, body: Body) -> Response {
    let bytes = match desk.room.read(&headers, body, MOST_LIBRARY).await {
        Ok(bytes) => bytes,
        Err(refusal) => return refusal.into_response(),
    };
    let body: Option<Value> = serde_json::from_slice(&bytes).ok();
    let Some(text) = body.as_ref().and_then(|body| body.get("own")).and_then(Value::as_str) else {
        let sentence = "the body must be {\"own\": \"the text of the library\"}";
        return Refusal::bad(sentence).into_response();
    };
    let text = text.to_string();
    let write = move || -> anyhow::Result<String> {
        let (own, warnings) = library::replace(&text)?;
        let patterns = own.len();
        let library =
            json!({ "schema": "tedomari.library/1", "patterns": patterns, "warnings": warnings });
        Ok(library.to_string())
    };
    answered(&desk, write).await
}

async fn answered(
    desk: &Desk,
    work: impl FnOnce() -> anyhow::Result<String> + Send + 'static,
) -> Response {
    let job = desk.readings.job(None, false, move |_| {
        work().map_err(|error| Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, format!("{error:#}")))
    });
    let answer = match job {
        Ok(job) => job.answer().await,
        Err(refusal) => Err(refusal),
    };
    answer.map_or_else(IntoResponse::into_response, as_json)
}
