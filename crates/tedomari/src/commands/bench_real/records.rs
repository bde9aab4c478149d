//! The games measured so far, one JSON line each, so that a long run can be interrupted and
//! spread over days.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::Status;
use super::follow::{Finding, Slip};

/// What a line begins with, whatever else is in it.
const SCHEMA: &str = "tedomari.bench-real-game/1";
const OPENING: &str = r#"{"schema":"tedomari.bench-real-game/1","#;

/// What has to be the same for games that stand in one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) seconds_a_position: f64,
    /// From the earliest position to the last.
    pub(super) before: Vec<usize>,
}

/// One game as it came out.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Measured {
    schema: String,
    pub(super) settings: Settings,
    pub(super) file: String,
    /// From 1.
    pub(super) game: usize,
    pub(super) recorded: String,
    pub(super) positions: Vec<Place>,
    /// Where score and result differ, and which moves gave the difference away.
    pub(super) slips: Vec<Slip>,
}

/// One position of it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Place {
    pub(super) before: usize,
    pub(super) moves: usize,
    pub(super) status: Status,
    /// Between which the score lies; the same twice if it is known.
    pub(super) bounds: Option<[String; 2]>,
    pub(super) seconds: f64,
    pub(super) finding: Finding,
    pub(super) causes: Vec<String>,
}

impl Measured {
    pub(super) fn new(settings: &Settings, file: &str, game: usize, recorded: String) -> Measured {
        let (schema, settings) = (SCHEMA.to_string(), settings.clone());
        let (file, positions, slips) = (file.to_string(), Vec::new(), Vec::new());
        Measured { schema, settings, file, game, recorded, positions, slips }
    }
}

/// The games in a file of records, none if there is no such file. Records with other
/// settings are refused, and so is a file of something else.
pub(super) fn read(path: &Path, settings: &Settings) -> anyhow::Result<Vec<Measured>> {
    match fs::read_to_string(path) {
        Ok(text) => parse(&text, settings).with_context(|| path.display().to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| format!("{}: cannot be read", path.display())),
    }
}

fn parse(text: &str, settings: &Settings) -> anyhow::Result<Vec<Measured>> {
    let mut games: Vec<Measured> = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let game: Measured = match serde_json::from_str(line) {
            Ok(game) => game,
            // Cut off by an interruption: that game is measured again.
            Err(_) if line.starts_with(OPENING) || OPENING.starts_with(line) => continue,
            Err(error) => bail!("line {} is no record of bench real: {error}", i + 1),
        };
        if game.settings != *settings {
            let Settings { seconds_a_position, before } = &game.settings;
            let before: Vec<String> = before.iter().map(usize::to_string).collect();
            let before = before.join(",");
            bail!(
                "line {} was measured with --time {seconds_a_position} --before {before}; choose another file",
                i + 1
            );
        }
        if !games.iter().any(|known| known.file == game.file && known.game == game.game) {
            games.push(game);
        }
    }
    Ok(games)
}

/// Adds a game at the end of a file of records, in one piece.
pub(super) fn append(path: &Path, game: &Measured) -> anyhow::Result<()> {
    let torn = fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|&last| last != b'\n'));
    let line = serde_json::to_string(game)?;
    let text = format!("{}{line}\n", if torn { "\n" } else { "" });
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("{}: cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings { seconds_a_position: 3.0, before: vec![5, 0] }
    }

    fn game(number: usize) -> Measured {
        let mut game = Measured::new(&settings(), "games.sgf", number, "B+3.5".to_string());
        game.positions.push(Place {
            before: 5,
            moves: 200,
            status: Status::Assuming,
            bounds: Some(["3".to_string(), "3".to_string()]),
            seconds: 0.25,
            finding: Finding::Agree,
            causes: vec!["a ko".to_string()],
        });
        game
    }

    fn numbers(games: &[Measured]) -> Vec<usize> {
        games.iter().map(|game| game.game).collect()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let path = std::env::temp_dir().join(format!("tedomari-records-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        assert!(read(&path, &settings()).unwrap().is_empty());
        append(&path, &game(1)).unwrap();
        append(&path, &game(2)).unwrap();
        // An interruption tears a line; the next one stands on its own.
        let line = serde_json::to_string(&game(3)).unwrap();
        let torn = fs::read_to_string(&path).unwrap() + &line[..line.len() / 2];
        fs::write(&path, torn).unwrap();
        assert_eq!(numbers(&read(&path, &settings()).unwrap()), [1, 2]);
        append(&path, &game(3)).unwrap();
        let games = read(&path, &settings()).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(numbers(&games), [1, 2, 3]);
        assert_eq!(format!("{:?}", games[0]), format!("{:?}", game(1)));
    }

    #[test]
    fn other_settings_and_other_files_are_refused() {
        let text = serde_json::to_string(&game(1)).unwrap() + "\n";
        assert!(text.starts_with(OPENING));
        assert_eq!(numbers(&parse(&(text.clone() + &text), &settings()).unwrap()), [1]);
        let other = Settings { seconds_a_position: 10.0, ..settings() };
        let error = parse(&text, &other).unwrap_err().to_string();
        assert!(error.contains("--time 3 --before 5,0"), "{error}");
        let other = Settings { before: vec![0], ..settings() };
        assert!(parse(&text, &other).is_err());
        assert!(parse("(;SZ[19])", &settings()).is_err());
    }
}
