//! The program: command line, GTP and JSON. The only room that does input and output.
//!
//! [`run`] is the whole program; `main` only calls it. Each command is a file
//! in [`commands`]: its options, its help with examples, and its `run`.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Parser;

pub mod answer;
pub mod caller;
pub mod commands;
mod corpus;
pub mod gtp;
pub mod input;
mod library;
pub mod limits;
mod output;
mod progress;
mod referee;
mod report;
pub mod server;
pub mod store;

use commands::Command;

/// The version, and of which build.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("TEDOMARI_BUILD"), ")");

/// A Go workbench that proves what can be proved, plays and predicts the rest,
/// and always says which of the two it is doing.
#[derive(Parser, Debug)]
#[command(name = "tedomari", version = VERSION, max_term_width = 100)]
#[command(after_help = "Each command explains itself with examples: tedomari COMMAND --help")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// How a command ended, when it did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Done: exit status 0.
    Done,
    /// The answer is negative, where the command is a check: exit status 1.
    Negative,
}

/// Runs the program with these arguments, the program's name first.
///
/// Exit status: 0 done, 1 a negative answer of a check, 2 wrong usage or bad input, 130 if
/// Ctrl-C ended it with nothing to show.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too; a closed pipe is no reason to complain.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match cli.command.run() {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Negative) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tedomari: {error:#}");
            ExitCode::from(if error.is::<limits::Interrupted>() { 130 } else { 2 })
        }
    }
}

/// Whether the reader of our output went away, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("tedomari "), "{} --help has no example", command.get_name());
        }
    }
}
