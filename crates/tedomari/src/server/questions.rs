//! What may be asked over the network, and how a JSON object becomes a command line.
//!
//! The object's keys are the options of the command, with `_` for `-`. It is turned into
//! the same words that somebody would type, and read by the same parser: names, checks and
//! error sentences are those of the command line. What is not in [`QUESTIONS`] is refused,
//! above all every option that reads or writes a file.

use clap::Parser;
use serde_json::{Map, Value};

use crate::Cli;
use crate::commands::Command;

/// A command that may be asked.
#[derive(Debug)]
pub(super) struct Question {
    /// The command.
    pub(super) name: &'static str,
    /// Whether it is about a record, which comes as the text `sgf`.
    pub(super) record: bool,
    /// Keys of arguments without a name, in the order of the command line.
    arguments: &'static [&'static str],
    /// Keys of options.
    options: &'static [&'static [&'static str]],
    /// Whether the command has a JSON report.
    json: bool,
    /// Whether its variations can be had as a record.
    proof: bool,
}

/// Which position of a record.
const POSITION: &[&str] = &["move", "game", "rules", "to_play", "komi"];

/// How long.
const LIMITS: &[&str] = &["time", "nodes"];

/// A question about a position, answered by a report.
const ABOUT_A_POSITION: Question = Question {
    name: "",
    record: true,
    arguments: &[],
    options: &[POSITION],
    json: true,
    proof: false,
};

/// All that may be asked.
#[rustfmt::skip]
pub(super) const QUESTIONS: &[Question] = &[
    Question { name: "solve", options: &[POSITION, LIMITS, &["alive", "assume_alive", "no_store"]], ..ABOUT_A_POSITION },
    Question { name: "safety", options: &[POSITION, LIMITS, &["static", "thorough"]], ..ABOUT_A_POSITION },
    Question { name: "capture", proof: true, arguments: &["point"], options: &[POSITION, LIMITS, &["ladder", "prey", "hunter", "ko", "boundary", "depth"]], ..ABOUT_A_POSITION },
    Question { name: "life", proof: true, arguments: &["point", "stones"], options: &[POSITION, LIMITS, &["area"]], ..ABOUT_A_POSITION },
    Question { name: "semeai", arguments: &["points"], options: &[POSITION, LIMITS], ..ABOUT_A_POSITION },
    Question { name: "connect", proof: true, arguments: &["points"], options: &[POSITION, LIMITS], ..ABOUT_A_POSITION },
    Question { name: "problem", options: &[POSITION, LIMITS], ..ABOUT_A_POSITION },
    Question { name: "explain", options: &[POSITION, LIMITS, &["seed"]], ..ABOUT_A_POSITION },
    Question { name: "genmove", options: &[POSITION, &["time", "strategy", "level", "seed", "assume_alive", "no_store"]], ..ABOUT_A_POSITION },
    Question { name: "predict", ..ABOUT_A_POSITION },
    Question { name: "patterns", options: &[POSITION, &["own"]], ..ABOUT_A_POSITION },
    Question { name: "score", options: &[POSITION, &["dead"]], ..ABOUT_A_POSITION },
    Question { name: "show", ..ABOUT_A_POSITION },
    Question { name: "diagram", options: &[POSITION, &["format", "from", "to", "crop", "no_coordinates", "caption", "width"]], json: false, ..ABOUT_A_POSITION },
    Question { name: "report", options: &[POSITION, LIMITS, &["from", "json", "no_store"]], json: false, ..ABOUT_A_POSITION },
    Question { name: "check", options: &[&["theme", "nodes"]], ..ABOUT_A_POSITION },
    Question { name: "compose", record: false, options: &[LIMITS, &["seed", "size"]], json: false, ..ABOUT_A_POSITION },
    Question { name: "cgt", record: false, arguments: &["expr"], options: &[LIMITS, &["book"]], ..ABOUT_A_POSITION },
];

/// The question of this name.
pub(super) fn question(name: &str) -> Option<&'static Question> {
    QUESTIONS.iter().find(|question| question.name == name)
}

/// The question whose variations are wanted, by the name of its goal.
pub(super) fn goal(value: Option<Value>) -> Result<&'static Question, String> {
    let goals = || QUESTIONS.iter().filter(|question| question.proof);
    let wanted = value.as_ref().and_then(Value::as_str).unwrap_or_default();
    goals().find(|question| question.name == wanted).ok_or_else(|| {
        let known: Vec<&str> = goals().map(|question| question.name).collect();
        format!("\"goal\" must be one of {}", known.join(", "))
    })
}

/// A question as it was put.
#[derive(Debug)]
pub(super) struct Asked {
    /// The command with its options.
    pub(super) command: Command,
    /// The record it is about.
    pub(super) record: Option<Vec<u8>>,
    /// Whether the answer is to come as a stream of events.
    pub(super) stream: bool,
    /// Whether a time was given.
    pub(super) timed: bool,
}

impl Question {
    /// Whether it may take long, and so has limits.
    pub(super) fn is_search(&self) -> bool {
        self.options.iter().any(|keys| keys.iter().any(|key| LIMITS.contains(key)))
    }

    /// Reads the keys of the object as words of the command line.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub(super) fn read(&self, body: Map<String, Value>) -> Result<Asked, String> {
        self.read_with(self.json.then_some("--json"), body)
    }

    /// The same, but asks for the variations.
    pub(super) fn read_proof(&self, body: Map<String, Value>) -> Result<Asked, String> {
        self.read_with(Some("--sgf=-"), body)
    }

    fn read_with(&self, form: Option<&str>, mut body: Map<String, Value>) -> Result<Asked, String> {
        let stream = match body.remove("stream") {
            None | Some(Value::Null | Value::Bool(false)) => false,
            Some(Value::Bool(true)) => true,
            Some(_) => return Err("\"stream\" must be true or false".to_string()),
        };
        let record = if self.record { Some(record(body.remove("sgf"))?) } else { None };
        let mut words = vec!["tedomari".to_string(), self.name.to_string()];
        words.extend(form.map(str::to_string));
        // After this nothing is an option, whatever it begins with.
        let mut arguments = vec!["--".to_string()];
        if self.record {
            arguments.push("-".to_string());
        }
        for &key in self.arguments {
            match body.remove(key) {
                None | Some(Value::Null) => {}
                Some(Value::Array(list)) => {
                    for value in &list {
                        arguments.push(word(key, value)?);
                    }
                }
                Some(value) => arguments.push(word(key, &value)?),
            }
        }
        let timed = body.get("time").is_some_and(|time| !time.is_null());
        for (key, value) in &body {
            if !self.options.iter().any(|keys| keys.contains(&key.as_str())) {
                return Err(self.no_key(key));
            }
            let name = key.replace('_', "-");
            match value {
                Value::Null | Value::Bool(false) => {}
                Value::Bool(true) => words.push(format!("--{name}")),
                Value::Array(list) if list.is_empty() => {}
                Value::Array(list) => {
                    let list = list.iter().map(|value| word(key, value));
                    let list = list.collect::<Result<Vec<_>, _>>()?;
                    words.push(format!("--{name}={}", list.join(",")));
                }
                value => words.push(format!("--{name}={}", word(key, value)?)),
            }
        }
        words.append(&mut arguments);
        let command = Cli::try_parse_from(words).map_err(|error| in_one_sentence(&error))?.command;
        Ok(Asked { command, record, stream, timed })
    }

    fn no_key(&self, key: &str) -> String {
        let record = if self.record { &["sgf"][..] } else { &[] };
        let options = self.options.iter().flat_map(|keys| keys.iter());
        let keys: Vec<&str> = record.iter().chain(self.arguments).chain(options).copied().collect();
        format!("{} has no key \"{key}\"; its keys are {}, stream", self.name, keys.join(", "))
    }
}

/// The bytes of the record.
fn record(value: Option<Value>) -> Result<Vec<u8>, String> {
    match value {
        Some(Value::String(text)) => Ok(text.into_bytes()),
        Some(_) => Err("\"sgf\" must be a text: that of the record".to_string()),
        None => Err("\"sgf\" is missing: the text of the record asked about".to_string()),
    }
}

/// A value as a word of the command line.
fn word(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(format!("\"{key}\" must be a text or a number, or a list of them")),
    }
}

/// What the parser says, without the usage that it adds for people at a terminal.
fn in_one_sentence(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    let sentence = lines.collect::<Vec<_>>().join(" ");
    sentence.strip_prefix("error: ").unwrap_or(&sentence).to_string()
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;
    use std::path::PathBuf;

    use clap::CommandFactory;
    use serde_json::json;

    use super::*;

    fn read(name: &str, body: Value) -> Result<Asked, String> {
        let Value::Object(body) = body else { panic!("no object") };
        question(name).expect("a question").read(body)
    }

    #[test]
    fn every_key_is_an_option_of_its_command_and_none_names_a_file() {
        let cli = Cli::command();
        for question in QUESTIONS {
            let command = cli.find_subcommand(question.name).expect("a command");
            for key in question.options.iter().flat_map(|keys| keys.iter()) {
                let long = key.replace('_', "-");
                let option = command
                    .get_arguments()
                    .find(|option| option.get_long() == Some(&long))
                    .unwrap_or_else(|| panic!("{} has no --{long}", question.name));
                assert_ne!(option.get_value_parser().type_id(), TypeId::of::<PathBuf>(), "{long}");
            }
        }
    }

    #[test]
    fn keys_become_the_options_of_the_command_line() {
        let asked = read(
            "solve",
            json!({ "sgf": "(;)", "move": 12, "alive": ["C3", "D4"], "assume_alive": true,
                    "komi": -0.5, "no_store": false, "to_play": null, "time": 1.5 }),
        )
        .unwrap();
        assert_eq!(asked.record.as_deref(), Some(&b"(;)"[..]));
        assert!(asked.timed && !asked.stream);
        let text = format!("{:?}", asked.command);
        for part in ["moves: Some(12)", r#"alive: ["C3", "D4"]"#, "assume_alive: true", "1.5s"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn what_is_not_listed_is_refused_in_a_sentence() {
        let files = read("solve", json!({ "sgf": "(;)", "areas": "/tmp" })).unwrap_err();
        assert!(files.starts_with("solve has no key \"areas\"; its keys are sgf, move"), "{files}");
        let missing = read("solve", json!({})).unwrap_err();
        assert_eq!(missing, "\"sgf\" is missing: the text of the record asked about");
        let rules = read("solve", json!({ "sgf": "(;)", "rules": "mine" })).unwrap_err();
        assert!(rules.contains("unknown rules; known are japanese"), "{rules}");
        let point = read("capture", json!({ "sgf": "(;)" })).unwrap_err();
        assert!(point.contains("<POINT>") && !point.contains('\n'), "{point}");
        let object = read("solve", json!({ "sgf": "(;)", "move": {} })).unwrap_err();
        assert!(object.starts_with("\"move\" must be"), "{object}");
    }

    #[test]
    fn no_argument_is_taken_for_an_option() {
        let asked = read("cgt", json!({ "expr": ["1", "--svg", "/tmp/x.svg"] })).unwrap();
        assert!(format!("{:?}", asked.command).contains("svg: None"));
        assert!(read("capture", json!({ "sgf": "(;)", "point": "--json" })).is_ok());
    }
}
