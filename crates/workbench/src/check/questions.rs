//! The list of all questions and commands, and how one is asked.

use super::call::Call;
use super::scene::{Answer, Scene};
use super::sentence::Sentence;
use super::{areas, captures, links, lives, rules, settled, whole};

/// Something that can be asserted.
pub(super) struct Question {
    pub(super) name: &'static str,
    /// How it is written.
    pub(super) usage: &'static str,
    /// What it says.
    pub(super) about: &'static str,
    pub(super) ask: fn(&mut Scene, &Call<'_>) -> Answer,
}

/// Commands: how they are written, and what they do.
const COMMANDS: &[(&str, &str, &str)] = &[
    ("Rules", "Rules(NAME)", "under these rules instead of the file's"),
    ("Komi", "Komi(POINTS)", "with this komi instead of the file's"),
    ("ToPlay", "ToPlay(COLOR)", "COLOR moves next"),
    ("Nodes", "Nodes(N)", "each assertion may look at N positions"),
    ("Alive", "Alive(STONES)", "these blocks are taken as alive in the endgame"),
    ("Warrant", "Warrant(proved|assuming|estimate)", "weaker answers count as unknown"),
];

fn questions() -> impl Iterator<Item = &'static Question> {
    [
        rules::QUESTIONS,
        settled::QUESTIONS,
        captures::QUESTIONS,
        lives::QUESTIONS,
        links::QUESTIONS,
        areas::QUESTIONS,
        whole::QUESTIONS,
    ]
    .into_iter()
    .flatten()
}

/// Every assertion and command: how it is written, and what it says.
pub fn known() -> Vec<(&'static str, &'static str)> {
    let commands = COMMANDS.iter().map(|&(_, usage, about)| (usage, about));
    questions().map(|question| (question.usage, question.about)).chain(commands).collect()
}

/// Whether this is the name of a command.
pub(super) fn is_command(name: &str) -> bool {
    COMMANDS.iter().any(|command| command.0 == name)
}

/// How a command is written.
pub(super) fn usage_of_command(name: &str) -> &'static str {
    COMMANDS.iter().find(|command| command.0 == name).map_or("", |command| command.1)
}

/// Whether this is the name of a question or a command; an error that lists those that are.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    if is_command(name) || questions().any(|question| question.name == name) {
        return Ok(());
    }
    let names: Vec<&str> = questions()
        .map(|question| question.name)
        .chain(COMMANDS.iter().map(|command| command.0))
        .collect();
    let near = names.iter().map(|known| (distance(name, known), known)).min();
    let hint = match near {
        Some((steps, near)) if steps <= 2 + name.len() / 6 => format!("did you mean {near}? "),
        _ => String::new(),
    };
    Err(format!("\"{name}\" is not known: {hint}known are {}", names.join(", ")))
}

/// Asks.
pub(super) fn ask(scene: &mut Scene, sentence: &Sentence) -> Answer {
    let question = questions().find(|question| question.name == sentence.name);
    let Some(question) = question else {
        return Err(check_name(&sentence.name).err().unwrap_or_default());
    };
    (question.ask)(scene, &Call { sentence, usage: question.usage })
}

/// Letters to change, add or leave out to come from one word to the other, capitals aside.
fn distance(from: &str, to: &str) -> usize {
    let (from, to) = (from.to_ascii_lowercase(), to.to_ascii_lowercase());
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in to.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_begin_their_usage() {
        let mut seen = BTreeSet::new();
        for question in questions() {
            assert!(seen.insert(question.name), "{} is there twice", question.name);
            assert!(question.usage.starts_with(question.name), "{}", question.usage);
            assert!(!is_command(question.name), "{}", question.name);
        }
    }

    #[test]
    fn a_slip_of_the_pen_is_named() {
        let error = check_name("IsAlve").unwrap_err();
        assert!(error.contains("did you mean IsAlive?"), "{error}");
        let error = check_name("Xyz").unwrap_err();
        assert!(!error.contains("did you mean") && error.contains("CanCapture"), "{error}");
    }
}
