//! Bodies of requests: how large, how slow, and how many at a time.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, header};
use futures_util::StreamExt;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::refusal::Refusal;

/// The most bytes of a question, and of a record that is to be shown as a tree.
pub(super) const MOST_QUESTION: usize = 4 << 20;
pub(super) const MOST_RECORD: usize = 16 << 20;

/// All bodies that are being read, together.
const MOST_TOGETHER: usize = 256 << 20;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// Room for bodies.
#[derive(Clone, Debug)]
pub(super) struct Room(Arc<Semaphore>);

impl Default for Room {
    fn default() -> Room {
        Room(Arc::new(Semaphore::new(MOST_TOGETHER)))
    }
}

impl Room {
    /// The bytes of a body.
    pub(super) async fn read(
        &self,
        headers: &HeaderMap,
        body: Body,
        most: usize,
    ) -> Result<Vec<u8>, Refusal> {
        let said = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let expected: usize = said.and_then(|text| text.parse().ok()).unwrap_or(most);
        if expected > most {
            return Err(too_large(most));
        }
        let reading = async {
            let room = self.0.acquire_many(expected as u32).await;
            let bytes = bytes(body, most).await;
            drop(room);
            bytes
        };
        timeout(PATIENCE, reading).await.unwrap_or_else(|_| {
            let sentence = "the request did not arrive in time";
            Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, sentence))
        })
    }
}

async fn bytes(body: Body, most: usize) -> Result<Vec<u8>, Refusal> {
    let mut stream = body.into_data_stream();
    let mut bytes = Vec::new();
    while let Some(part) = stream.next().await {
        let part = part.map_err(|_| Refusal::bad("the request ended too early"))?;
        if bytes.len() + part.len() > most {
            return Err(too_large(most));
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes)
}

fn too_large(most: usize) -> Refusal {
    let sentence = format!("the request is larger than {} MiB", most >> 20);
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, sentence)
}
