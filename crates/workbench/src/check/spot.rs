//! Where assertions stand: the nodes that have some, and the commands that hold there.

use std::borrow::Cow;

use board::Rules;
use sgf::{Collection, Game, Node};

use super::questions::{check_name, is_command, usage_of_command};
use super::scene::{Sure, color};
use super::sentence::{Sentence, sentence, split};
use crate::load::Wanted;

/// The property that holds an assertion or a command in each of its values.
pub const PROPERTY: &str = "XCHECK";

/// The property that names the theme of a game, or of what follows a node.
pub const THEME: &str = "XTHEME";

/// How a line of a comment begins that holds assertions.
pub const LINE: &str = "check:";

/// A node with assertions.
#[derive(Clone, Debug)]
pub struct Spot<'a> {
    pub(super) node: Node<'a>,
    pub(super) file: String,
    pub(super) game: usize,
    pub(super) name: Option<String>,
    pub(super) theme: String,
    pub(super) asserted: Vec<Asserted>,
    pub(super) settings: Settings,
}

/// An assertion as it stands in a file.
#[derive(Clone, Debug)]
pub(super) struct Asserted {
    pub(super) text: String,
    pub(super) place: String,
    pub(super) sentence: Result<Sentence, String>,
}

/// What commands say.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) wanted: Wanted,
    pub(super) nodes: Option<u64>,
    /// Stones taken as alive, as they are written.
    pub(super) alive: Vec<String>,
    pub(super) least: Sure,
}

impl Spot<'_> {
    /// How many assertions there are.
    pub fn len(&self) -> usize {
        self.asserted.len()
    }

    /// Never: a spot has an assertion.
    pub fn is_empty(&self) -> bool {
        self.asserted.is_empty()
    }

    /// Its theme.
    pub fn theme(&self) -> &str {
        &self.theme
    }
}

/// The nodes of a collection that have assertions. Games without a theme of their own have
/// the theme given.
pub fn spots<'a>(collection: &'a Collection, file: &str, theme: &str) -> Vec<Spot<'a>> {
    let mut spots = Vec::new();
    for (index, game) in collection.games().enumerate() {
        in_game(game, index, file, theme, &mut spots);
    }
    spots
}

fn in_game<'a>(game: Game<'a>, index: usize, file: &str, theme: &str, spots: &mut Vec<Spot<'a>>) {
    let name = game.root().simple_text("GN").map(Cow::into_owned);
    for node in game.nodes() {
        let (own, asserted) = read(node).into_iter().partition::<Vec<_>, _>(is_setting);
        if asserted.is_empty() && own.iter().all(|command| command.sentence.is_ok()) {
            continue;
        }
        let mut path: Vec<Node<'a>> =
            std::iter::successors(node.parent(), |node| node.parent()).collect();
        path.reverse();
        let mut settings = Settings {
            wanted: Wanted::default(),
            nodes: None,
            alive: Vec::new(),
            least: Sure::Estimate,
        };
        let mut theme = Cow::Borrowed(theme);
        for above in path {
            for command in read(above).into_iter().filter(is_setting) {
                // What is wrong with it is told where it stands.
                let _ = settings.set(&command);
            }
            theme = above.simple_text(THEME).unwrap_or(theme);
        }
        theme = node.simple_text(THEME).unwrap_or(theme);
        let mut asserted = asserted;
        for command in own {
            if let Err(error) = settings.set(&command) {
                asserted.push(Asserted { sentence: Err(error), ..command });
            }
        }
        if asserted.is_empty() {
            continue;
        }
        spots.push(Spot {
            node,
            file: file.to_string(),
            game: index + 1,
            name: name.clone(),
            theme: theme.trim().to_string(),
            asserted,
            settings,
        });
    }
}

/// Every sentence of a node.
fn read(node: Node<'_>) -> Vec<Asserted> {
    let mut found = Vec::new();
    let mut add = |text: &str, place: String| {
        for part in split(text) {
            let read = sentence(part).and_then(|read| check_name(&read.name).map(|()| read));
            found.push(Asserted { text: part.to_string(), place: place.clone(), sentence: read });
        }
    };
    for value in node.values(PROPERTY) {
        let place = value.location().map_or(String::new(), |location| location.to_string());
        add(&value.text(), place);
    }
    for value in node.values("C") {
        let text = value.text();
        for line in text.lines().map(str::trim) {
            let head = line.get(..LINE.len()).is_some_and(|head| head.eq_ignore_ascii_case(LINE));
            if head {
                let place = value.location().map_or(String::new(), |location| location.to_string());
                add(&line[LINE.len()..], place);
            }
        }
    }
    found
}

fn is_setting(asserted: &Asserted) -> bool {
    asserted.sentence.as_ref().is_ok_and(|sentence| is_command(&sentence.name))
}

impl Settings {
    /// Carries out a command.
    fn set(&mut self, command: &Asserted) -> Result<(), String> {
        let sentence = command.sentence.as_ref().map_err(Clone::clone)?;
        let usage = || format!("write {}", usage_of_command(&sentence.name));
        let [argument] = sentence.arguments.as_slice() else { return Err(usage()) };
        if sentence.negated || sentence.answer.is_some() {
            return Err(format!("a command has no answer: {}", usage()));
        }
        match sentence.name.as_str() {
            "Rules" => {
                let rules = Rules::preset(argument).ok_or_else(|| {
                    let known = Rules::PRESETS.join(", ");
                    format!("the rules \"{argument}\" are not known: known are {known}")
                })?;
                self.wanted.rules = Some(rules);
            }
            "Komi" => {
                let komi = argument.parse().map_err(|error| format!("{error}"))?;
                self.wanted.komi = Some(komi);
            }
            "ToPlay" => self.wanted.to_play = Some(color(argument)?),
            "Nodes" => self.nodes = Some(argument.parse().map_err(|_| usage())?),
            "Alive" => self.alive.push(argument.clone()),
            "Warrant" => match argument.as_str() {
                "proved" | "assuming" | "estimate" => self.least = Sure::of(argument),
                _ => return Err(usage()),
            },
            _ => return Err(usage()),
        }
        Ok(())
    }
}
