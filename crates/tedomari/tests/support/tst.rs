//! Regression suites in GNU Go's `.tst` form, run on an engine in this process with times
//! and nodes.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tedomari::gtp::line::Request;
use tedomari::gtp::{Options, engine};
use workbench::check::suite::{Line, parse};

/// One test and how it went.
pub(crate) struct Outcome {
    pub(crate) id: String,
    pub(crate) command: String,
    pub(crate) wanted: String,
    pub(crate) reply: String,
    pub(crate) passed: bool,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// Runs a suite; only the tests whose command begins with one of `commands`, or
/// all if there are none.
pub(crate) fn run(path: &Path, commands: &[&str]) -> Vec<Outcome> {
    let folder = path.parent().expect("a file has a folder");
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut engine = engine(Options::default());
    let mut ask = |line: &str| -> String {
        let text = engine.answer(&Request::parse(line)).text;
        text.trim_start_matches(['=', '?']).trim().to_string()
    };
    let mut outcomes = Vec::new();
    let lines = parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    for (_, line) in lines {
        match line {
            Line::Setup(command) => match command.strip_prefix("loadsgf ") {
                Some(file) => _ = ask(&format!("loadsgf {}/{file}", folder.display())),
                None => _ = ask(&command),
            },
            Line::Test(test) => {
                let wanted = |name: &&str| test.command.starts_with(*name);
                if !commands.is_empty() && !commands.iter().any(wanted) {
                    continue;
                }
                ask("reset_reading_node_counter");
                let started = Instant::now();
                let reply = ask(&test.command);
                let time = started.elapsed();
                let nodes = ask("get_reading_node_counter").parse().unwrap_or(0);
                let passed = test.agrees(&reply);
                outcomes.push(Outcome {
                    id: test.id,
                    command: test.command,
                    passed,
                    wanted: test.pattern,
                    reply,
                    nodes,
                    time,
                });
            }
        }
    }
    outcomes
}
