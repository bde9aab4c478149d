//! `tedomari catalogue`: a page of corridors, rooms and sockets.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use endgame::Solver;
use workbench::catalogue::catalogue;

use crate::caller::Caller;
use crate::limits::{self, LimitArgs};
use crate::{Outcome, output};

/// Seconds of work where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(600);

/// Options of `tedomari catalogue`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari catalogue docs      docs/catalogue.md and the pictures in docs/catalogue/

The page shows blocked and unblocked corridors, corridors with stones inside, rooms and
sockets, each with its value, chilled value, count and temperature.")]
pub struct Args {
    /// The folder to write into
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    /// Solves everything and writes page and pictures.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let mut budget = self.limits.budget(&Caller::Terminal, DEFAULT_TIME);
        let pages = catalogue(&mut Solver::new(), &mut budget)?;
        let pictures = self.folder.join("catalogue");
        std::fs::create_dir_all(&pictures)
            .with_context(|| format!("{}: cannot be made", pictures.display()))?;
        let count = pages.len() - 1;
        for (name, text) in pages {
            output::replace_file(&self.folder.join(name), text.as_bytes())?;
        }
        let page = self.folder.join("catalogue.md");
        output::print(&format!("{}: {count} positions\n", page.display()))?;
        Ok(Outcome::Done)
    }
}
