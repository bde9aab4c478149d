//! Who asks a question: somebody at a terminal, or a request to the server.
//!
//! Commands are the same for both. What differs is here: where a record comes from, what
//! ends long work, and where remarks go.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::bail;
use budget::StopFlag;
use indicatif::ProgressBar;
use sgf::{Collection, Diagnostic};

use crate::{input, limits, progress};

/// Who asks.
#[derive(Debug)]
pub enum Caller<'a> {
    /// Somebody at a terminal: records are files, Ctrl-C ends long work.
    Terminal,
    /// A request: its record came along, and it ends when nobody waits for it any more.
    Request(&'a Request),
}

/// A question that came over the network.
#[derive(Debug, Default)]
pub struct Request {
    /// The bytes of the record asked about, if there is one.
    pub record: Option<Vec<u8>>,
    /// Ends the work.
    pub stop: StopFlag,
    /// When the work said it wants to end.
    until: Mutex<Option<Instant>>,
}

impl Request {
    /// A question about a record.
    pub fn new(record: Option<Vec<u8>>, stop: StopFlag) -> Request {
        Request { record, stop, until: Mutex::new(None) }
    }

    /// When the flag is to be raised, if the work has said so. Whoever watches over the
    /// request raises it: a sleeping thread for each request would be many.
    pub fn until(&self) -> Option<Instant> {
        *self.until.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Caller<'_> {
    /// The bytes of a file; of standard input for `-`; or of the record of the request,
    /// whatever the path.
    pub fn read(&self, path: &Path) -> anyhow::Result<Vec<u8>> {
        match self {
            Caller::Terminal => input::read_bytes(path),
            Caller::Request(Request { record: Some(record), .. }) => Ok(record.clone()),
            Caller::Request(_) => bail!("no record was given"),
        }
    }

    /// What people call the input.
    pub fn name(&self, path: &Path) -> String {
        match self {
            Caller::Terminal => input::display_name(path),
            Caller::Request(_) => "the record".to_string(),
        }
    }

    /// Reads a collection that has at least one game.
    pub fn collection(&self, path: &Path) -> anyhow::Result<Collection> {
        input::collection(&self.name(path), self.read(path))
    }

    /// Tells remarks about an input. The page shows those of a record when it opens it.
    pub fn remark(&self, name: &str, remarks: &[Diagnostic]) {
        if let Caller::Terminal = self {
            input::warn(name, remarks);
        }
    }

    /// A flag that is raised when the caller has enough.
    pub fn stop(&self) -> StopFlag {
        match self {
            Caller::Terminal => limits::watch_ctrl_c(),
            Caller::Request(request) => request.stop.clone(),
        }
    }

    /// A bar over so many steps, seen only on a terminal.
    pub(crate) fn bar(&self, length: u64, unit: &'static str) -> ProgressBar {
        match self {
            Caller::Terminal => progress::bar(length, unit),
            Caller::Request(_) => ProgressBar::hidden(),
        }
    }

    /// A flag that is raised after some time, or when the caller has enough.
    pub fn watch(&self, time: Duration) -> StopFlag {
        match self {
            Caller::Terminal => limits::watch(time),
            Caller::Request(request) => {
                // A time beyond all clocks is no limit.
                let until = Instant::now().checked_add(time);
                *request.until.lock().unwrap_or_else(PoisonError::into_inner) = until;
                request.stop.clone()
            }
        }
    }
}
