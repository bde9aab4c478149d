//! A request that is not answered: the status, and one sentence that says why.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a request is not answered.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) sentence: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, sentence: impl Into<String>) -> Refusal {
        Refusal { status, sentence: sentence.into() }
    }

    /// The request is wrong.
    pub(super) fn bad(sentence: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, sentence)
    }

    /// `{"error": "…"}`.
    pub(super) fn json(&self) -> String {
        json!({ "error": self.sentence }).to_string()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let json = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status, json, self.json()).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}
