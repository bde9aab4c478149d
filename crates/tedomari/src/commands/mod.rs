//! The commands, one file each.
//!
//! To add one: a file with `#[derive(clap::Args)] pub struct Args`, a
//! `pub fn run(self) -> anyhow::Result<Outcome>` on it, a variant below with
//! its one-line description, and an example in `after_help`.

use clap::Subcommand;

use crate::Outcome;

pub mod completions;

/// What the program can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Shell completions
    Completions(completions::Args),
}

impl Command {
    /// Does it.
    pub fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Completions(args) => args.run(),
        }
    }
}
