//! `tedomari games --counted`: are the recorded results of counted games those that
//! we find?

use std::collections::BTreeMap;
use std::fmt::Write;

use board::score::{Status, result, score};
use serde::Serialize;
use tactics::verdict::judge;
use workbench::load::Loaded;
use workbench::result::{Recorded, recorded};

use super::show::rules_name;

/// Recorded and found results of counted games.
#[derive(Default, Serialize)]
pub(super) struct Counted {
    /// Games by rules and by whether the record ends with two passes.
    sets: BTreeMap<String, Tally>,
    /// Games whose result was not reproduced.
    misses: Vec<Miss>,
}

/// How many results were reproduced.
#[derive(Default, Serialize)]
struct Tally {
    games: usize,
    exact: usize,
    winner: usize,
}

/// A result that was not reproduced.
#[derive(Serialize)]
struct Miss {
    file: String,
    game: usize,
    moves: usize,
    set: String,
    recorded: String,
    found: String,
}

impl Counted {
    /// Counts a game, if its record says by how much it was won.
    pub(super) fn add(
        &mut self,
        file: &str,
        index: usize,
        game: sgf::Game<'_>,
        loaded: &Loaded,
        playouts: u32,
    ) {
        let Some(Recorded::Counted(halves)) = recorded(game) else { return };
        let position = &loaded.position;
        let status = match position.rules().agreement {
            true => judge(position, playouts, 1).status,
            false => Status::all_alive(),
        };
        let found = score(position, &status, loaded.header.handicap).halves;
        let rules = rules_name(loaded);
        let ending = if position.is_over() { "both passed" } else { "no passes" };
        let set = format!("{rules}, {ending}");
        let tally = self.sets.entry(set.clone()).or_default();
        tally.games += 1;
        tally.exact += usize::from(found == halves);
        tally.winner += usize::from(found.signum() == halves.signum());
        if found != halves {
            self.misses.push(Miss {
                file: file.to_string(),
                game: index,
                moves: loaded.moves,
                set,
                recorded: result(halves),
                found: result(found),
            });
        }
    }

    /// A table, and the misses if wanted.
    pub(super) fn text(&self, list: bool) -> String {
        let mut text = String::new();
        if list {
            for miss in &self.misses {
                let Miss { file, game, moves, set, recorded, found } = miss;
                let _ = writeln!(
                    text,
                    "{file}: game {game} ({moves} moves; {set}): recorded {recorded}, found {found}"
                );
            }
        }
        let width = self.sets.keys().map(String::len).max().unwrap_or(0).max("all".len());
        let _ = writeln!(text, "{:width$}  games   exact          winner", "rules");
        let mut all = Tally::default();
        for (set, tally) in &self.sets {
            text.push_str(&tally.line(set, width));
            all.games += tally.games;
            all.exact += tally.exact;
            all.winner += tally.winner;
        }
        text.push_str(&all.line("all", width));
        text
    }
}

impl Tally {
    fn line(&self, name: &str, width: usize) -> String {
        let Tally { games, exact, winner } = *self;
        let share = |part: usize| 100.0 * part as f64 / games.max(1) as f64;
        format!(
            "{name:width$}  {games:5}  {exact:5} {:5.1} %  {winner:5} {:5.1} %\n",
            share(exact),
            share(winner)
        )
    }
}
