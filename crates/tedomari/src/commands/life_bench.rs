//! The figures of `tedomari bench life`: random enclosed groups.

use std::time::Duration;

use board::Color;
use budget::Budget;
use tactics::life::{Arena, Goal, LifeGame, Outside, enclosed};
use tactics::search::{Ko, Search};

use super::bench::fastest;

/// Groups of a batch, and their empty points.
const GROUPS: std::ops::Range<u64> = 0..6;
const POINTS: std::ops::RangeInclusive<usize> = 10..=11;

/// Nodes a second: moves made while groups are read with each side first and
/// each side winning kos.
pub(super) fn nodes(time: Duration) -> f64 {
    let mut nodes = 0;
    let rate = fastest(1, time, || nodes = batch());
    rate * nodes as f64
}

fn batch() -> u64 {
    GROUPS.map(group).sum()
}

/// Nodes spent on one group.
fn group(number: u64) -> u64 {
    let problem = enclosed(number, POINTS);
    let arena = Arena::new(&problem.position, &problem.target, &problem.free, Outside::Closed);
    let Ok(arena) = arena else { return 0 };
    let Ok(field) = arena.field::<u64>() else { return 0 };
    let mut search = Search::new(LifeGame::new(field, arena.defender, Goal::Kill), 1 << 24);
    for ko in Color::BOTH.map(Ko::master) {
        for first in Color::BOTH {
            let root = arena.stance(search.game().field(), first, ko);
            // The budget is far above what these groups need.
            let _ = search.solve(&root, &mut Budget::nodes(10_000_000));
        }
    }
    search.nodes()
}
