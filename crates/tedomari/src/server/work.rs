//! Work on questions: so many at once, so many waiting, none longer than it may, and none
//! for a caller who has gone.

use std::convert::Infallible;
use std::num::NonZero;
use std::pin::Pin;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::response::sse::Event;
use budget::StopFlag;
use futures_util::stream::{Stream, unfold};
use serde_json::json;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

use super::refusal::Refusal;
use crate::caller::Request;

/// How many may wait for a free place.
const WAITING: usize = 64;

/// How often the watch looks at the clock.
const GLANCE: Duration = Duration::from_millis(50);

/// How often a stream tells of progress.
const PROGRESS: Duration = Duration::from_millis(250);

/// The longest work if the request gives no time, and if it does.
const UNTIMED: Duration = Duration::from_secs(60);
const TIMED: Duration = Duration::from_secs(600);

/// A room with a few desks, and a bench where a bounded number waits.
#[derive(Clone, Debug)]
pub(super) struct Workshop {
    desks: Arc<Semaphore>,
    bench: Arc<Semaphore>,
    closing: StopFlag,
    size: usize,
}

/// What somebody does at a desk.
type Work = Box<dyn FnOnce(&Request) -> Result<String, Refusal> + Send>;

impl Workshop {
    /// As many desks as there are cores. All work ends when `closing` is raised.
    pub(super) fn new(closing: StopFlag) -> Workshop {
        let size = available_parallelism().map_or(1, NonZero::get);
        Workshop {
            desks: Arc::new(Semaphore::new(size)),
            bench: Arc::new(Semaphore::new(size + WAITING)),
            closing,
            size,
        }
    }

    /// How many are at work, and how many wait.
    pub(super) fn busy(&self) -> (usize, usize) {
        let running = self.size - self.desks.available_permits();
        let all = self.size + WAITING - self.bench.available_permits();
        (running, all.saturating_sub(running))
    }

    /// A job that begins as soon as a desk is free; refused if too many wait.
    pub(super) fn job(
        &self,
        record: Option<Vec<u8>>,
        timed: bool,
        work: impl FnOnce(&Request) -> Result<String, Refusal> + Send + 'static,
    ) -> Result<Job, Refusal> {
        let place = Arc::clone(&self.bench).try_acquire_owned().map_err(|_| {
            let sentence = "too many questions are waiting; ask again in a moment";
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
        })?;
        let request = Arc::new(Request::new(record, StopFlag::new()));
        let desk = Box::pin(Arc::clone(&self.desks).acquire_owned());
        Ok(Job {
            workshop: self.clone(),
            leave: Leave(request.stop.clone()),
            request,
            state: State::Waiting { place, desk, work: Box::new(work) },
            most: if timed { TIMED } else { UNTIMED },
            begun: Instant::now(),
        })
    }
}

/// A piece of work. Dropped, it stops: whoever asked is gone.
pub(super) struct Job {
    workshop: Workshop,
    request: Arc<Request>,
    state: State,
    most: Duration,
    begun: Instant,
    #[expect(dead_code, reason = "it acts when it is dropped")]
    leave: Leave,
}

enum State {
    /// In the order of coming: the place in the queue is kept from moment to moment.
    Waiting {
        place: OwnedSemaphorePermit,
        desk: Desk,
        work: Work,
    },
    Running(JoinHandle<Result<String, Refusal>>),
    Done,
}

/// A desk to come.
type Desk = Pin<Box<dyn Future<Output = Result<OwnedSemaphorePermit, AcquireError>> + Send>>;

/// Raises the flag when the job is dropped.
struct Leave(StopFlag);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Job {
    /// The answer.
    pub(super) async fn answer(mut self) -> Result<String, Refusal> {
        loop {
            if let Some(answer) = self.step(GLANCE).await {
                return answer;
            }
        }
    }

    /// Progress now and then, and at the end the answer.
    pub(super) fn events(self) -> impl Stream<Item = Result<Event, Infallible>> {
        unfold(self, |mut job| async move {
            if matches!(job.state, State::Done) {
                return None;
            }
            let told = Instant::now();
            let event = loop {
                match job.step(GLANCE).await {
                    Some(Ok(answer)) => break Event::default().event("answer").data(flat(&answer)),
                    Some(Err(refusal)) => {
                        break Event::default().event("error").data(refusal.json());
                    }
                    None if told.elapsed() >= PROGRESS => {
                        break Event::default().event("progress").data(job.progress());
                    }
                    None => {}
                }
            };
            Some((Ok(event), job))
        })
    }

    fn progress(&self) -> String {
        let waiting = matches!(self.state, State::Waiting { .. });
        let seconds = if waiting { 0.0 } else { self.begun.elapsed().as_secs_f64() };
        let (seconds, nodes) = ((seconds * 100.0).round() / 100.0, self.request.stop.nodes());
        json!({ "seconds": seconds, "nodes": nodes, "waiting": waiting }).to_string()
    }

    /// Goes on for a moment; the answer if it is there.
    async fn step(&mut self, moment: Duration) -> Option<Result<String, Refusal>> {
        match std::mem::replace(&mut self.state, State::Done) {
            State::Waiting { place, mut desk, work } => {
                match timeout(moment, &mut desk).await {
                    Ok(Ok(desk)) => self.begin(place, desk, work),
                    Ok(Err(_)) => return Some(Err(closing())),
                    Err(_) if self.workshop.closing.is_raised() => return Some(Err(closing())),
                    Err(_) => self.state = State::Waiting { place, desk, work },
                }
                None
            }
            State::Running(mut handle) => match timeout(moment, &mut handle).await {
                Ok(Ok(answer)) => Some(answer),
                // What went wrong was told on standard error.
                Ok(Err(_)) => {
                    let sentence = "an internal error; please report the position";
                    Some(Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)))
                }
                Err(_) => {
                    let now = Instant::now();
                    let late = self.request.until().is_some_and(|until| now >= until)
                        || now >= self.begun + self.most;
                    if late || self.workshop.closing.is_raised() {
                        self.request.stop.stop();
                    }
                    self.state = State::Running(handle);
                    None
                }
            },
            State::Done => Some(Err(closing())),
        }
    }

    /// Sits down at a desk. The desk is free again when the work has really ended, which
    /// may be a little after nobody waits for it any more.
    fn begin(&mut self, place: OwnedSemaphorePermit, desk: OwnedSemaphorePermit, work: Work) {
        self.begun = Instant::now();
        let request = Arc::clone(&self.request);
        self.state = State::Running(spawn_blocking(move || {
            let _held = (place, desk);
            if request.stop.is_raised() {
                return Err(closing());
            }
            work(&request)
        }));
    }
}

fn closing() -> Refusal {
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is closing")
}

/// JSON on one line. Line ends in texts are escaped, so that those left are only layout.
fn flat(json: &str) -> String {
    json.lines().map(str::trim_start).collect()
}
