//! Limits of long work: nodes, time and Ctrl-C, all turned into one budget.

use std::error::Error;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::thread;
use std::time::{Duration, Instant};

use budget::{Budget, StopFlag};
use clap::Arg;

use crate::caller::Caller;

/// How much work a command may do.
#[derive(clap::Args, Debug)]
pub struct LimitArgs {
    /// Stop after this many seconds and report what is known
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub time: Option<Duration>,
    /// Stop after looking at this many positions
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub nodes: Option<u64>,
    /// How many threads may work at once; searches for proofs use one, so that they repeat
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    pub threads: usize,
}

/// The option of [`LimitArgs`] with its default in the help, where the command knows it.
pub(crate) fn with_default(arg: Arg, default: impl Display) -> Arg {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    arg.help(format!("{help} [default: {default}]"))
}

/// The same for a time.
pub(crate) fn with_default_time(arg: Arg, default: Duration) -> Arg {
    with_default(arg, default.as_secs_f64())
}

/// Reads a number of seconds such as `10` or `0.5`.
pub(crate) fn parse_seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "write seconds such as 10 or 0.5".to_string())
}

/// Reads whole numbers of a range, and says what is wanted where there is none.
pub(crate) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Clone + Display + FromStr + PartialOrd,
{
    move |text| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("write a whole number from {} to {}", range.start(), range.end())),
    }
}

/// Reads a number of threads.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=256) => Ok(number),
        _ => Err("write a number of threads from 1 to 256".to_string()),
    }
}

impl LimitArgs {
    /// The budget, watched by the clock and by whoever asks.
    pub fn budget(&self, caller: &Caller<'_>, default: Duration) -> Budget {
        let stop = caller.watch(self.time.unwrap_or(default));
        Budget::nodes(self.nodes.unwrap_or(u64::MAX)).with_stop(stop)
    }
}

/// A flag that is raised after some time, or by Ctrl-C. A second Ctrl-C ends the
/// program. Ctrl-C raises only the flag made last: earlier work is done.
pub(crate) fn watch(time: Duration) -> StopFlag {
    let stop = watch_ctrl_c();
    let flag = stop.clone();
    // The flag of work that is done is nobody's; raising it is harmless.
    thread::spawn(move || {
        thread::sleep(time);
        flag.stop();
    });
    stop
}

/// Ctrl-C ended work before it was done, and there is nothing to print: says what was kept.
#[derive(Debug)]
pub(crate) struct Interrupted(pub(crate) String);

impl Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted: {}", self.0)
    }
}

impl Error for Interrupted {}

/// Work in parts: each has a flag of its own, raised when its time is used up or when the
/// whole is to end.
pub(crate) struct Parts {
    whole: StopFlag,
    current: Arc<Mutex<Option<(Instant, StopFlag)>>>,
    done: Arc<AtomicBool>,
}

impl Parts {
    /// Parts of work that ends with `whole`.
    pub(crate) fn new(whole: StopFlag) -> Parts {
        let current: Arc<Mutex<Option<(Instant, StopFlag)>>> = Arc::default();
        let done: Arc<AtomicBool> = Arc::default();
        let parts = Parts { whole: whole.clone(), current: current.clone(), done: done.clone() };
        thread::spawn(move || {
            while !done.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(10));
                if let Ok(current) = current.lock()
                    && let Some((until, flag)) = &*current
                    && (whole.is_raised() || Instant::now() >= *until)
                {
                    flag.stop();
                }
            }
        });
        parts
    }

    /// Whether the whole is to end.
    pub(crate) fn is_over(&self) -> bool {
        self.whole.is_raised()
    }

    /// About how many nodes all parts have done.
    pub(crate) fn nodes(&self) -> u64 {
        self.whole.nodes()
    }

    /// The flag of the next part.
    pub(crate) fn next(&self, time: Duration) -> StopFlag {
        let flag = self.whole.part();
        // A time beyond all clocks is no limit.
        let until = Instant::now().checked_add(time);
        if let (Ok(mut current), Some(until)) = (self.current.lock(), until) {
            *current = Some((until, flag.clone()));
        }
        flag
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

/// The flag of the work at the terminal.
static CURRENT: Mutex<Option<StopFlag>> = Mutex::new(None);

/// About how many nodes the work at the terminal has done.
pub(crate) fn nodes_so_far() -> u64 {
    CURRENT.lock().ok().and_then(|flag| flag.as_ref().map(StopFlag::nodes)).unwrap_or(0)
}

/// A flag that is raised by Ctrl-C alone.
pub(crate) fn watch_ctrl_c() -> StopFlag {
    static HANDLER: Once = Once::new();
    let stop = StopFlag::new();
    if let Ok(mut current) = CURRENT.lock() {
        *current = Some(stop.clone());
    }
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C simply ends the program.
        let _ = ctrlc::set_handler(|| {
            if let Ok(current) = CURRENT.lock()
                && let Some(flag) = &*current
                && !flag.is_raised()
            {
                flag.stop();
            } else {
                std::process::exit(130);
            }
        });
    });
    stop
}
