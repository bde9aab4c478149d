//! The games measured so far, as they are kept in a file.

use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::Status;
use super::follow::{Finding, Slip};
use crate::commands::kept;

const SCHEMA: &str = "tedomari.bench-real-game/1";

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

/// The games in a file of records. Those with other settings are refused.
pub(super) fn read(path: &Path, settings: &Settings) -> anyhow::Result<Vec<Measured>> {
    let mut games: Vec<Measured> = Vec::new();
    for (line, game) in kept::read::<Measured>(path, SCHEMA)? {
        game.settings
            .agree(settings)
            .with_context(|| format!("{}: line {line}", path.display()))?;
        if !games.iter().any(|known| known.file == game.file && known.game == game.game) {
            games.push(game);
        }
    }
    Ok(games)
}

impl Settings {
    fn agree(&self, other: &Settings) -> anyhow::Result<()> {
        if self != other {
            let Settings { seconds_a_position, before } = self;
            let before: Vec<String> = before.iter().map(usize::to_string).collect();
            let before = before.join(",");
            bail!(
                "measured with --time {seconds_a_position} --before {before}; choose another file"
            );
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn settings() -> Settings {
        Settings { seconds_a_position: 3.0, before: vec![5, 0] }
    }

    fn game(number: usize) -> Measured {
        let mut game = Measured::new(&settings(), "games.sgf", number, "3.5".to_string());
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

    #[test]
    fn what_is_written_is_read_back() {
        let path = std::env::temp_dir().join(format!("tedomari-records-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        for number in [1, 2, 2] {
            kept::append(&path, &game(number)).unwrap();
        }
        let games = read(&path, &settings()).unwrap();
        assert_eq!(format!("{games:?}"), format!("{:?}", [game(1), game(2)]));
        let other = Settings { seconds_a_position: 10.0, ..settings() };
        let error = format!("{:#}", read(&path, &other).unwrap_err());
        assert!(error.contains("line 1: measured with --time 3 --before 5,0"), "{error}");
        let other = Settings { before: vec![0], ..settings() };
        assert!(read(&path, &other).is_err());
        fs::remove_file(&path).unwrap();
    }
}
