//! Checking entries without believing them.

use board::Scoring;
use budget::Budget;

use super::EntryKind;
use super::entry::{self, Entry, Kept};
use super::key::{self, Place};
use crate::area::Area;
use crate::solver::Solver;

/// What an entry is, for statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How much it holds.
    pub kind: EntryKind,
    /// The way of scoring.
    pub scoring: Scoring,
    /// The number of points of its area.
    pub points: usize,
}

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All it says was found again.
    Right,
    /// Key, version, checksum or form are not those of an entry: it is never believed.
    Damaged,
    /// It reads well and says something else than the solver.
    Wrong,
    /// The budget did not last.
    Unknown,
}

/// What an entry is; `None` if it is damaged. Only its checksum is looked at.
pub fn summary(key: &[u8], bytes: &[u8]) -> Option<Summary> {
    let kind = entry::kind(key, bytes)?;
    let (area, scoring) = key::read(key)?;
    Some(Summary { kind, scoring, points: area.len() })
}

/// Solves the area of an entry again and compares everything. `solver` has no store.
pub fn check(key: &[u8], bytes: &[u8], solver: &mut Solver, budget: &mut Budget) -> Verdict {
    let Some((area, scoring)) = key::read(key) else { return Verdict::Damaged };
    let Some(kept) = Entry::read(key, bytes, solver.games_mut()) else { return Verdict::Damaged };
    let place = Place::of(&area, scoring);
    let fresh = match solver.entry(&area, &place, scoring, budget) {
        Ok(Some(fresh)) => fresh,
        Ok(None) => return Verdict::Wrong,
        Err(_) => return Verdict::Unknown,
    };
    if (kept.value, &kept.moves) != (fresh.value, &fresh.moves) {
        return Verdict::Wrong;
    }
    for Kept { cells, local, value } in &kept.positions {
        let Some(area) = Area::from_cells(cells, *local) else { return Verdict::Wrong };
        match solver.solve(&area, scoring, budget) {
            Ok(local) if (local.lower, local.upper) == (value.lower, value.upper) => {}
            Ok(_) => return Verdict::Wrong,
            Err(_) => return Verdict::Unknown,
        }
    }
    Verdict::Right
}
