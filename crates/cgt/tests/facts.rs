//! Known values of games from a folder of problems that is not part of the
//! project: `TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use cgt::text::Calculator;
use cgt::{Game, Outcome, Wall};

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_of_cgt_values() {
    let folder = std::env::var_os("TEDOMARI_PROBLEMS").expect("TEDOMARI_PROBLEMS names the folder");
    let file = PathBuf::from(folder).join("cgt-values").join("values.tsv");
    let text = std::fs::read_to_string(&file).expect("values.tsv can be read");
    let mut agreed: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind, expression, expected, ..] = fields[..] else { continue };
        if kind.starts_with('#') {
            continue;
        }
        match check(kind, expression, expected) {
            Ok(()) => *agreed.entry(kind.to_string()).or_default() += 1,
            Err(found) => wrong.push(format!(
                "line {}: {kind} {expression}: expected {expected}, found {found}",
                number + 1
            )),
        }
    }
    println!("{} lines agree: {agreed:?}", agreed.values().sum::<usize>());
    assert!(wrong.is_empty(), "{} lines disagree:\n{}", wrong.len(), wrong.join("\n"));
    assert!(!agreed.is_empty());
}

/// Compares one fact by value; the error says what was found instead.
fn check(kind: &str, expression: &str, expected: &str) -> Result<(), String> {
    let mut c = Calculator::new();
    let words = |e: &dyn std::fmt::Display| e.to_string();
    if kind == "compare" {
        let (a, b) = expression.split_once(" , ").ok_or("no comma")?;
        let a = c.game(a).map_err(|e| words(&e))?;
        let b = c.game(b).map_err(|e| words(&e))?;
        let found = match c.games.compare(a, b).map_err(|e| words(&e))? {
            Some(std::cmp::Ordering::Less) => "<",
            Some(std::cmp::Ordering::Greater) => ">",
            Some(std::cmp::Ordering::Equal) => "=",
            None => "||",
        };
        return same(found.to_string(), expected.to_string());
    }
    let g = c.game(expression).map_err(|e| words(&e))?;
    let games = &mut c.games;
    let game: Result<Game, cgt::Error> = match kind {
        "value" => Ok(g),
        "mean" => games.mean(g).map(Game::number),
        "temp" => games.temperature(g).map(Game::number),
        "left_stop" => Ok(Game::number(games.left_stop(g).value)),
        "right_stop" => Ok(Game::number(games.right_stop(g).value)),
        "freeze" => games.freeze(g),
        "reduced" => games.reduced(g),
        "atomic_weight" => games.atomic_weight(g),
        _ => return check_other(kind, &mut c, g, expected),
    };
    let found = game.map_err(|e| words(&e))?;
    let wanted = c.game(expected).map_err(|e| words(&e))?;
    if kind == "value" {
        let text = c.games.text(g).map_err(|e| words(&e))?;
        let again = c.game(&text).map_err(|e| words(&e))?;
        if again != g {
            return Err(format!("{text}, which does not read back"));
        }
    }
    if found == wanted { Ok(()) } else { Err(c.games.text(found).unwrap_or_default()) }
}

fn check_other(kind: &str, c: &mut Calculator, g: Game, expected: &str) -> Result<(), String> {
    let games = &mut c.games;
    let list = match kind {
        "left_options" => Ok(games.left(g).collect()),
        "right_options" => Ok(games.right(g).collect()),
        "left_incentives" => games.left_incentives(g),
        "right_incentives" => games.right_incentives(g),
        "incentives" => games.incentives(g),
        "outcome" => {
            let letter = match games.outcome(g) {
                Outcome::Left => "L",
                Outcome::Right => "R",
                Outcome::First => "N",
                Outcome::Second => "P",
            };
            return same(letter.to_string(), expected.to_string());
        }
        "left_first" | "right_first" => {
            let left_wins = match games.outcome(g) {
                Outcome::Left => true,
                Outcome::Right => false,
                Outcome::First => kind == "left_first",
                Outcome::Second => kind == "right_first",
            };
            let winner = if left_wins { "Left" } else { "Right" };
            return same(winner.to_string(), expected.to_string());
        }
        "left_wall" | "right_wall" => {
            let walls = games.thermograph(g).map_err(|e| e.to_string())?;
            let wall = if kind == "left_wall" { walls.left_wall() } else { walls.right_wall() };
            return same(vertices(wall), expected.to_string());
        }
        _ => return Err("a kind of fact that this test does not know".to_string()),
    };
    let list: Vec<Game> = list.map_err(|e| e.to_string())?;
    let found: BTreeSet<String> = list
        .iter()
        .map(|&g| c.games.text(g))
        .collect::<Result<_, _>>()
        .map_err(|e| e.to_string())?;
    let mut wanted = BTreeSet::new();
    for part in parts(expected) {
        let game = c.game(&part).map_err(|e| e.to_string())?;
        wanted.insert(c.games.text(game).map_err(|e| e.to_string())?);
    }
    if found == wanted { Ok(()) } else { Err(format!("{found:?}")) }
}

fn same(found: String, expected: String) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(found) }
}

fn vertices(wall: &Wall) -> String {
    let points = wall.vertices().iter().map(|v| format!("{}@{}", v.value, v.temperature));
    points.collect::<Vec<_>>().join(" ")
}

/// The games of a list `{a,b,…}`, split at the commas outside inner braces.
fn parts(list: &str) -> Vec<String> {
    let inside = list.strip_prefix('{').and_then(|s| s.strip_suffix('}')).unwrap_or(list);
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in inside.chars() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}
