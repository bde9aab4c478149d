//! The program: command line, GTP and JSON. The only room that does input and output.
//!
//! [`run`] is the whole program; `main` only calls it. Each command is a file
//! in [`commands`]: its options, its help with examples, and its `run`.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

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
    let cli = match parse(arguments) {
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

/// Reads the command line.
fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let mut command = with_negative_numbers(Cli::command());
    let matches = command.try_get_matches_from_mut(arguments)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Takes a negative number after an option for its value, not for an option that there is
/// not: then the option says which numbers it wants.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let names: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_string()).collect();
    let command = command.mut_args(|arg| {
        let is_option = arg.get_action().takes_values() && !arg.is_positional();
        if is_option { arg.allow_negative_numbers(true) } else { arg }
    });
    names.iter().fold(command, |command, name| command.mut_subcommand(name, with_negative_numbers))
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
    use std::any::TypeId;
    use std::time::Duration;

    use super::*;

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

    /// Calls `see` with the words of every command and the command.
    fn each<'a>(
        words: &[&'a str],
        command: &'a clap::Command,
        see: &mut dyn FnMut(&[&str], &clap::Command),
    ) {
        let words = [words, &[command.get_name()]].concat();
        see(&words, command);
        for command in command.get_subcommands() {
            each(&words, command, see);
        }
    }

    #[test]
    fn every_number_says_what_is_wanted() {
        let whole = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
        ];
        let mut seen = 0;
        each(&[], &Cli::command(), &mut |words, command| {
            for option in command.get_arguments() {
                let kind = option.get_value_parser().type_id();
                let wanted = match whole.iter().any(|&whole| kind == whole) {
                    true => "from ",
                    false if kind == TypeId::of::<Duration>() => "write seconds such as",
                    false => continue,
                };
                let long = format!("--{}", option.get_long().unwrap());
                for value in ["-1", "many", "99999999999999999999999"] {
                    let words = words.iter().copied().chain([long.as_str(), value]);
                    let message = parse(words.map(OsString::from)).unwrap_err().to_string();
                    let first = message.lines().next().unwrap_or_default();
                    assert!(first.contains(&format!("'{value}' for '{long}")), "{first}");
                    assert!(first.contains(wanted) && first.contains("write "), "{first}");
                    seen += 1;
                }
            }
        });
        assert!(seen > 100, "only {seen} were tried");
    }

    #[test]
    fn searching_commands_tell_their_default_limits() {
        let names = ["solve", "life", "capture", "connect", "semeai", "problem", "explain"];
        let cli = Cli::command();
        for name in names.iter().chain(&["report", "safety", "compose"]) {
            let command = cli.find_subcommand(name).unwrap();
            for option in ["time", "nodes"] {
                let found = command.get_arguments().find(|arg| arg.get_id() == option).unwrap();
                let help = found.get_help().unwrap().to_string();
                assert!(help.contains("[default: "), "{name} --{option}: {help}");
            }
        }
    }
}
