//! Suites of GTP questions, asked of our own engine in this process or of any other.

use std::path::Path;
use std::time::Duration;

use budget::StopFlag;
use indicatif::ProgressBar;
use workbench::check::suite::{Line, Test};
use workbench::check::{Item, Options, Outcome, Report};

use crate::gtp::line::Request;
use crate::gtp::protocol::Engine as OwnEngine;
use crate::gtp::{Options as GtpOptions, Session, engine};
use crate::referee::engine::{Engine, Failure};

/// Who is asked.
pub(super) enum Asked {
    /// This program.
    Own(Box<OwnEngine<Session>>),
    /// Another, which may take so long for a reply.
    Other(Box<Engine>, Duration),
}

/// How long other engines may take where the user says nothing.
const PATIENCE: Duration = Duration::from_secs(600);

impl Asked {
    /// Starts the engine of this command line, or our own.
    pub(super) fn start(
        command: Option<&str>,
        time: Option<Duration>,
        stop: &StopFlag,
    ) -> anyhow::Result<Asked> {
        Ok(match command {
            Some(command) => {
                Asked::Other(Box::new(Engine::start(command, stop)?), time.unwrap_or(PATIENCE))
            }
            None => Asked::Own(Box::new(engine(GtpOptions { time, ..GtpOptions::default() }))),
        })
    }

    /// The reply, or why there is none.
    fn ask(&mut self, command: &str) -> anyhow::Result<Result<String, String>> {
        match self {
            Asked::Own(engine) => {
                let reply = engine.answer(&Request::parse(command)).text;
                let text = reply.trim_start_matches(['=', '?']).trim().to_string();
                Ok(if reply.starts_with('?') { Err(text) } else { Ok(text) })
            }
            Asked::Other(engine, patience) => match engine.ask(command, *patience) {
                Ok(reply) => Ok(Ok(reply.trim().to_string())),
                Err(Failure::Refused(why)) => Ok(Err(why)),
                Err(Failure::Silent) => anyhow::bail!("the engine gave no reply to: {command}"),
                Err(Failure::Gone) => anyhow::bail!("the engine ended at: {command}"),
                // The rest of the suite is not asked either.
                Err(Failure::Stopped) => Ok(Err("interrupted".to_string())),
            },
        }
    }

    /// Positions that our own engine read for the last question.
    fn nodes(&mut self) -> u64 {
        match self {
            Asked::Own(_) => {
                let counted = self.ask("get_reading_node_counter");
                counted.ok().and_then(Result::ok).and_then(|text| text.parse().ok()).unwrap_or(0)
            }
            Asked::Other(..) => 0,
        }
    }
}

/// Asks every test of a suite and adds it to the report.
pub(super) fn ask_suite(
    asked: &mut Asked,
    path: &Path,
    lines: &[(usize, Line)],
    options: &Options,
    stop: &StopFlag,
    report: &mut Report,
    bar: &ProgressBar,
) -> anyhow::Result<()> {
    for (number, line) in lines {
        if stop.is_raised() {
            report.stopped = true;
            return Ok(());
        }
        match line {
            Line::Setup(command) => {
                // What cannot be set up shows in the tests that follow.
                let _ = asked.ask(&beside(path, command))?;
            }
            Line::Test(test) => {
                if let Asked::Own(_) = asked {
                    let _ = asked.ask("reset_reading_node_counter")?;
                }
                let reply = asked.ask(&beside(path, &test.command))?;
                let nodes = asked.nodes();
                let item = item(options, test, *number, reply, nodes, asked)?;
                report.add(item);
                bar.inc(1);
            }
        }
    }
    Ok(())
}

/// The command with the file of `loadsgf` taken from the folder of the suite.
fn beside(path: &Path, command: &str) -> String {
    match (command.strip_prefix("loadsgf "), path.parent()) {
        (Some(file), Some(folder)) if !folder.as_os_str().is_empty() => {
            format!("loadsgf {}/{}", folder.display(), file.trim_start())
        }
        _ => command.to_string(),
    }
}

fn item(
    options: &Options,
    test: &Test,
    line: usize,
    reply: Result<String, String>,
    nodes: u64,
    asked: &mut Asked,
) -> anyhow::Result<Item> {
    let (found, outcome) = match reply {
        Ok(reply) if test.agrees(&reply) => (reply, Outcome::Passed),
        Ok(reply) => (reply, Outcome::Failed),
        // An engine that does not answer does not know.
        Err(why) => (format!("? {why}"), Outcome::Unknown),
    };
    let board = match (outcome, &asked) {
        (Outcome::Passed, _) => String::new(),
        _ => asked.ask("showboard")?.unwrap_or_default(),
    };
    let mark = if test.ignored {
        "&"
    } else if test.known_failure {
        "*"
    } else {
        ""
    };
    Ok(Item {
        file: options.file.clone(),
        game: test.id.clone(),
        name: None,
        theme: options.default_theme.clone(),
        place: format!("line {line}"),
        moves: 0,
        assertion: test.command.clone(),
        expected: format!("[{}]{mark}", test.pattern),
        found,
        outcome,
        warrant: "unknown",
        known_failure: test.known_failure,
        ignored: test.ignored,
        board: board.lines().map(str::to_string).filter(|line| !line.trim().is_empty()).collect(),
        nodes,
    })
}
