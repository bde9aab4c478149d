//! Thinking under a clock: a search runs until it is done, its time is up, or
//! somebody asks for the answer.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use budget::StopFlag;

use super::protocol::Call;

/// How often the watch looks for an interrupt.
const GLANCE: Duration = Duration::from_millis(10);

/// Runs a search and raises its flag when `time` is up or `# interrupt` comes.
pub(super) fn within<T>(time: Duration, call: &Call<'_>, search: impl FnOnce(StopFlag) -> T) -> T {
    watched(time, call.flag(), || call.interrupted(), search)
}

/// As [`within`]; ends also when anything arrives.
pub(super) fn until_input<T>(
    time: Duration,
    call: &Call<'_>,
    search: impl FnOnce(StopFlag) -> T,
) -> T {
    watched(time, call.flag(), || call.input_waiting(), search)
}

fn watched<T>(
    time: Duration,
    stop: StopFlag,
    enough: impl Fn() -> bool + Send,
    search: impl FnOnce(StopFlag) -> T,
) -> T {
    if time.is_zero() {
        stop.stop();
        return search(stop);
    }
    // A time beyond all clocks is no limit.
    let deadline = Instant::now().checked_add(time);
    let (done, is_done) = channel::<()>();
    let flag = stop.clone();
    thread::scope(|scope| {
        let watch = thread::Builder::new().name("gtp clock".to_string());
        let watching = watch.spawn_scoped(scope, move || {
            loop {
                let left = deadline
                    .map_or(GLANCE, |deadline| deadline.saturating_duration_since(Instant::now()));
                if left.is_zero() || enough() {
                    return flag.stop();
                }
                // The search is over when the other end of the channel is gone.
                match is_done.recv_timeout(left.min(GLANCE)) {
                    Err(RecvTimeoutError::Timeout) => {}
                    _ => return,
                }
            }
        });
        if watching.is_err() {
            // Nobody would end the search: better a hasty move than none.
            stop.stop();
        }
        let found = search(stop);
        drop(done);
        found
    })
}
