//! Progress on long work: a bar or a count of nodes on a terminal, nothing elsewhere.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::limits;

/// Whether there is a bar: then the nodes are not told beside it.
static BAR: AtomicBool = AtomicBool::new(false);

/// A bar over `length` steps, drawn on standard error if that is a terminal. Its message,
/// if there is one, stands at the end.
pub(crate) fn bar(length: u64, unit: &'static str) -> ProgressBar {
    BAR.store(true, Ordering::Relaxed);
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left{{msg}}");
    // The template is ours and valid; a plain bar would do as well.
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// Such as `, 1,234,567 nodes`.
pub(crate) fn nodes_in_words(nodes: u64) -> String {
    format!(", {} nodes", HumanCount(nodes))
}

/// Work that takes longer than this is worth a line.
const LONG: Duration = Duration::from_secs(1);

/// How often the line changes.
const GLANCE: Duration = Duration::from_millis(250);

/// Tells on standard error, if that is a terminal, how long the work takes and how many
/// nodes it has done, until it is dropped.
pub(crate) fn nodes() -> Nodes {
    let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if line.is_hidden() {
        return Nodes { work: None };
    }
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}{msg}  (Ctrl-C stops)") {
        line.set_style(style);
    }
    let (done, is_done) = channel::<()>();
    let begun = Instant::now();
    let watch = thread::spawn(move || {
        while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(GLANCE) {
            let nodes = limits::nodes_so_far();
            if begun.elapsed() >= LONG && nodes > 0 && !BAR.load(Ordering::Relaxed) {
                line.set_message(nodes_in_words(nodes));
                line.tick();
            }
        }
        line.finish_and_clear();
    });
    Nodes { work: Some((done, watch)) }
}

/// A line that is shown as long as this lives.
#[derive(Debug)]
pub(crate) struct Nodes {
    work: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Drop for Nodes {
    fn drop(&mut self) {
        if let Some((done, watch)) = self.work.take() {
            drop(done);
            // The line must be gone before the answer is printed.
            let _ = watch.join();
        }
    }
}
