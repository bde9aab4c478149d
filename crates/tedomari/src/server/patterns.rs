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

/// `GET /api/patterns/library`: the text, its patterns, and those of the program.
pub(super) async fn library(State(desk): State<Desk>) -> Response {
    let read = || -> anyhow::Result<String> {
        let text = library::text()?;
        let (own, remarks) = library::read("your library", &text)?;
        let library = json!({
            "schema": "tedomari.library/1", "text": text, "patterns": listed(&own),
            "starter": listed(starter()), "remarks": remarks,
        });
        Ok(library.to_string())
    };
    answered(&desk, read).await
}

/// `PUT /api/patterns/library`: the text that takes its place, if it can be read.
pub(super) async fn replace(State(desk): State<Desk>, headers: HeaderMap, body: Body) -> Response {
    let text = match desk.room.read(&headers, body, MOST_LIBRARY).await {
        Ok(bytes) => String::from_utf8(bytes),
        Err(refusal) => return refusal.into_response(),
    };
    let Ok(text) = text else {
        return Refusal::bad("the library must be text in UTF-8").into_response();
    };
    let write = move || -> anyhow::Result<String> {
        let (own, remarks) = library::replace(&text)?;
        let library = json!({
            "schema": "tedomari.library/1", "text": text, "patterns": listed(&own),
            "remarks": remarks,
        });
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

fn listed(patterns: &[Pattern]) -> Vec<Value> {
    let tell = |pattern: &Pattern| json!({ "name": pattern.name, "exact": pattern.exact, "text": pattern.to_string() });
    patterns.iter().map(tell).collect()
}
