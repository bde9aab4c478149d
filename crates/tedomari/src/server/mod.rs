//! The workbench over HTTP: the page at `/`, questions under `/api/`.
//!
//! | question | where |
//! |---|---|
//! | who may ask? | `guard` |
//! | what may be asked, and how does JSON become a command? | `questions` |
//! | how much at once, for how long, until when? | `work` |
//! | which file is that? | `assets` |
//! | a record as a tree | `tree` |
//! | the user's own patterns | `patterns` |
//! | what is said to a request that is not answered? | `refusal` |
//! | connections: how many, how slow, and how they end | `connections` |
//!
//! A question goes `guard` → `questions` → `work` → [`Command::answer`], the same that
//! answers at the terminal.

mod assets;
mod body;
mod connections;
mod guard;
mod patterns;
mod questions;
mod refusal;
mod tree;
mod work;

use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::sse::Sse;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use budget::StopFlag;
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Kind};
use crate::caller::{Caller, Request};
use crate::commands::Command;
use body::Room;
use refusal::Refusal;
use work::Workshop;

pub use connections::serve;

/// What the handlers share.
#[derive(Clone, Debug)]
struct Desk {
    /// Where questions that may take long are worked on.
    searches: Workshop,
    /// Where short ones are: they do not wait for the long ones.
    readings: Workshop,
    room: Room,
}

/// Everything the server answers, at this address. `closing` ends all work.
fn router(bound: SocketAddr, closing: &StopFlag) -> Router {
    let desk = Desk {
        searches: Workshop::new(closing.clone()),
        readings: Workshop::new(closing.clone()),
        room: Room::default(),
    };
    Router::new()
        .route("/api/version", get(version))
        .route("/api/tree", post(tree_of))
        .route("/api/patterns/library", get(patterns::library).put(patterns::replace))
        .route("/api/{command}", post(ask))
        .fallback(get(assets::asset))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(bound, guard::guard))
        .with_state(desk)
}

async fn version(State(desk): State<Desk>) -> Response {
    let (running, waiting) = desk.searches.busy();
    let questions: Vec<&str> = questions::QUESTIONS.iter().map(|question| question.name).collect();
    let version = json!({
        "schema": "tedomari.version/1", "name": "tedomari",
        "version": env!("CARGO_PKG_VERSION"), "questions": questions,
        "searches": { "running": running, "waiting": waiting },
    });
    as_json(version.to_string())
}

/// `POST /api/tree`: the bytes of a record, in any character set, as a tree.
async fn tree_of(State(desk): State<Desk>, headers: HeaderMap, body: Body) -> Response {
    let work = async {
        let bytes = desk.room.read(&headers, body, body::MOST_RECORD).await?;
        desk.readings.job(None, false, move |_| Ok(tree::tree(bytes)))?.answer().await
    };
    work.await.map_or_else(IntoResponse::into_response, as_json)
}

/// `POST /api/proof`: the variations that a question rests on; `goal` names the question.
const PROOF: &str = "proof";

/// `POST /api/<command>`: a question.
async fn ask(
    State(desk): State<Desk>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    question(&desk, &name, &headers, body).await.unwrap_or_else(IntoResponse::into_response)
}

async fn question(
    desk: &Desk,
    name: &str,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    // Nobody should send a large record to find that the question does not exist.
    let known = questions::question(name);
    if known.is_none() && name != PROOF {
        return Err(no_such_question());
    }
    let bytes = desk.room.read(headers, body, body::MOST_QUESTION).await?;
    let mut keys: Map<String, Value> = serde_json::from_slice(&bytes)
        .map_err(|error| Refusal::bad(format!("the body must be one JSON object: {error}")))?;
    let (question, asked) = match known {
        Some(question) => (question, question.read(keys)),
        None => {
            let question = questions::goal(keys.remove("goal")).map_err(Refusal::bad)?;
            (question, question.read_proof(keys))
        }
    };
    let asked = asked.map_err(Refusal::bad)?;
    let workshop = if question.is_search() { &desk.searches } else { &desk.readings };
    let command = asked.command;
    let job = workshop.job(asked.record, asked.timed, move |request| run(&command, request))?;
    Ok(match asked.stream {
        true => Sse::new(job.events()).into_response(),
        false => as_json(job.answer().await?),
    })
}

/// Answers with JSON: the report, or `{"svg": "…"}` and the like for what is none.
fn run(command: &Command, request: &Request) -> Result<String, Refusal> {
    let Answer { kind, body, .. } = command
        .answer(&Caller::Request(request))
        .map_err(|error| Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, format!("{error:#}")))?;
    Ok(match kind {
        Kind::Json => body,
        Kind::Text => json!({ "text": body }).to_string(),
        Kind::Sgf => json!({ "sgf": body }).to_string(),
        Kind::Svg => json!({ "svg": body }).to_string(),
        Kind::Html => json!({ "html": body }).to_string(),
        Kind::Png => json!({ "png": body }).to_string(),
        Kind::Pdf => json!({ "pdf": body }).to_string(),
    })
}

async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "questions are asked with POST, pages with GET")
}

fn no_such_question() -> Refusal {
    let known: Vec<&str> = questions::QUESTIONS.iter().map(|question| question.name).collect();
    let sentence = format!("there is no such question; known are {}", known.join(", "));
    Refusal::new(StatusCode::NOT_FOUND, sentence)
}

fn as_json(json: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], json).into_response()
}
