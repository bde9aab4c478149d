//! Processor time, and a flag raised when it is used up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use budget::StopFlag;

/// Measures processor time where the system tells it, and else the clock's, so that
/// figures do not depend on what else the machine does.
#[derive(Clone, Copy)]
pub(super) struct Clock {
    start: Instant,
    processor: Option<Duration>,
}

impl Clock {
    pub(super) fn start() -> Clock {
        Clock { start: Instant::now(), processor: processor_time() }
    }

    pub(super) fn seconds(self) -> f64 {
        let spent = match (self.processor, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.start.elapsed(),
        };
        spent.as_secs_f64()
    }

    /// Raises the flag when the time is used up, unless the work is done before.
    pub(super) fn raise(self, stop: StopFlag, time: Duration) -> Done {
        let done = Done::default();
        let is_done = done.0.clone();
        std::thread::spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(20));
                if self.seconds() >= time.as_secs_f64() {
                    stop.stop();
                }
            }
        });
        done
    }
}

/// Ends the watch over some work when it goes.
#[derive(Default)]
pub(super) struct Done(Arc<AtomicBool>);

impl Drop for Done {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The processor time of the main thread, which does the work.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
