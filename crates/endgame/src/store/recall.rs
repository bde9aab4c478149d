//! The solver's side of the store: asking before solving, and keeping what was solved.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use board::{Color, Scoring};
use budget::Budget;
use cgt::Games;
use rustc_hash::FxHasher;

use super::entry::{Entry, Kept};
use super::key::Place;
use super::{EntryKind, LEAST_NODES, MOST_FULL, Store};
use crate::area::Area;
use crate::graph::{Graph, Rest, Signed};
use crate::local::{BLACK, WHITE};
use crate::solver::{LocalGame, LocalMove, Solver};
use crate::values::{Bounds, Failure, Values};

/// The most areas remembered from the store.
const MOST_RECALLED: usize = 10_000;

/// A store and what was read from it.
#[derive(Default)]
pub(crate) struct Shelf {
    store: Option<Box<dyn Store>>,
    recalled: HashMap<(Area, bool), Recalled, BuildHasherDefault<FxHasher>>,
    /// What waits to be written.
    entries: Vec<(Vec<u8>, Vec<u8>)>,
}

/// An area from the store, as it lies on the board.
struct Recalled {
    value: Bounds,
    moves: [Vec<Option<Bounds>>; 2],
}

impl Shelf {
    /// The value of an area that was recalled.
    pub(crate) fn value(&self, area: &Area, scoring: Scoring) -> Option<LocalGame> {
        let Bounds { lower, upper } = self.find(area, scoring)?.value;
        Some(LocalGame { lower, upper, least: lower, most: upper, nodes: 0 })
    }

    /// The moves of an area that was recalled.
    pub(crate) fn moves(
        &self,
        area: &Area,
        color: Color,
        scoring: Scoring,
    ) -> Option<Vec<LocalMove>> {
        let moves = &self.find(area, scoring)?.moves[color.index()];
        let legal = moves.iter().zip(area.points()).filter_map(|(&to, &point)| {
            to.map(|Bounds { lower, upper }| LocalMove {
                point,
                lower,
                upper,
                least: lower,
                most: upper,
            })
        });
        Some(legal.collect())
    }

    /// Forgets what was recalled; the store itself remembers.
    pub(crate) fn forget(&mut self) {
        self.recalled.clear();
    }

    fn find(&self, area: &Area, scoring: Scoring) -> Option<&Recalled> {
        if self.recalled.is_empty() {
            return None;
        }
        self.recalled.get(&(area.clone(), scoring == Scoring::Area))
    }
}

impl Solver {
    /// Lets the solver ask `store` before it solves the areas of a board, and keep
    /// there what it found. Answers are the same with and without a store.
    pub fn set_store(&mut self, store: Box<dyn Store>) {
        self.shelf = Shelf { store: Some(store), ..Shelf::default() };
    }

    /// Asks the store for all these areas at once.
    pub(crate) fn recall(&mut self, areas: &[Area], scoring: Scoring) {
        let Some(mut store) = self.shelf.store.take() else { return };
        if self.shelf.recalled.len() > MOST_RECALLED {
            self.shelf.forget();
        }
        let fresh: Vec<(&Area, Place)> = areas
            .iter()
            .filter(|area| !area.has_spoils() && self.shelf.find(area, scoring).is_none())
            .map(|area| (area, Place::of(area, scoring)))
            .collect();
        let keys: Vec<Vec<u8>> = fresh.iter().map(|(_, place)| place.key.clone()).collect();
        if !keys.is_empty() {
            let entries = store.recall(&keys);
            for ((area, place), bytes) in fresh.into_iter().zip(entries) {
                let entry =
                    bytes.and_then(|bytes| Entry::read(&place.key, &bytes, &mut self.games));
                if let Some(entry) = entry {
                    self.take_in(area, &place, scoring, entry);
                }
            }
        }
        self.shelf.store = Some(store);
    }

    /// Remembers an entry as the area lies on the board. Nothing happens if it does
    /// not fit the area.
    fn take_in(
        &mut self,
        area: &Area,
        place: &Place,
        scoring: Scoring,
        entry: Entry,
    ) -> Option<()> {
        let games = &mut self.games;
        let value = swap(games, entry.value, place.swapped).ok()?;
        let mut moves = [vec![None; area.len()], vec![None; area.len()]];
        for (color, list) in entry.moves.iter().enumerate() {
            if list.len() != area.len() {
                return None;
            }
            for (&to, &old) in list.iter().zip(&place.order) {
                moves[color ^ usize::from(place.swapped)][usize::from(old)] = match to {
                    Some(to) => Some(swap(games, to, place.swapped).ok()?),
                    None => None,
                };
            }
        }
        let values = &mut self.values[usize::from(scoring == Scoring::Area)];
        for Kept { cells, local, value } in entry.positions {
            if let Some(node) = self.graph.adopt(&cells, local) {
                values.learn(node, value);
            }
        }
        self.shelf
            .recalled
            .insert((area.clone(), scoring == Scoring::Area), Recalled { value, moves });
        Some(())
    }

    /// Puts an area that took `nodes` of work on the list of those to keep, if it is
    /// worth it.
    pub(crate) fn offer(&mut self, area: &Area, scoring: Scoring, nodes: u64) {
        let recalled = self.shelf.find(area, scoring).is_some();
        // What is assumed is not kept.
        let unfit = area.has_spoils() || recalled || nodes < LEAST_NODES;
        if self.shelf.store.is_none() || unfit {
            return;
        }
        let place = Place::of(area, scoring);
        // All is known by now, so little is left to do; what fails is not kept.
        if let Ok(Some(entry)) = self.entry(area, &place, scoring, &mut Budget::nodes(1000)) {
            let bytes = entry.write(&place.key, &self.games);
            self.shelf.entries.push((place.key, bytes));
        }
    }

    /// Expands every position of a rest that depends on a ko: those that came from the
    /// store have a value but no moves yet.
    pub(crate) fn unfold(
        &mut self,
        rest: &Rest,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        let values = &mut self.values[usize::from(scoring == Scoring::Area)];
        let mut waiting: Vec<Signed> = rest.parts.clone();
        let mut met: HashSet<usize> = HashSet::new();
        while let Some(part) = waiting.pop() {
            let alone = Rest { parts: vec![part], ..Rest::default() };
            let exact = values.value(&mut self.graph, &mut self.games, &alone, budget)?.is_exact();
            if exact || !met.insert(part.node()) {
                continue;
            }
            self.graph.expand(part.node(), budget)?;
            for color in [BLACK, WHITE] {
                for outcome in self.graph.moves(part.node(), color) {
                    waiting.extend(outcome.parts);
                }
            }
        }
        Ok(())
    }

    /// Hands over to the store what waits.
    pub(crate) fn flush(&mut self) {
        let entries = std::mem::take(&mut self.shelf.entries);
        if let (Some(store), false) = (&mut self.shelf.store, entries.is_empty()) {
            store.keep(entries);
        }
    }

    /// The entry of an area; `None` if it is one that is not kept.
    pub(super) fn entry(
        &mut self,
        area: &Area,
        place: &Place,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<Option<Entry>, Failure> {
        let LocalGame { lower, upper, .. } = self.solve(area, scoring, budget)?;
        let swapped = place.swapped;
        let value = swap(&mut self.games, Bounds { lower, upper }, swapped)?;
        let mut moves = [vec![None; area.len()], vec![None; area.len()]];
        for color in Color::BOTH {
            for LocalMove { point, lower, upper, .. } in self.moves(area, color, scoring, budget)? {
                let index = area.index(point).expect("the move is in the area");
                let at = place.order.iter().position(|&old| usize::from(old) == index);
                let at = at.expect("the order holds every point");
                let to = swap(&mut self.games, Bounds { lower, upper }, swapped)?;
                moves[color.index() ^ usize::from(swapped)][at] = Some(to);
            }
        }
        let kind = match self.all_positions(area, scoring, budget)? {
            Some(positions) => {
                return Ok(Some(Entry { kind: EntryKind::Full, value, moves, positions }));
            }
            None => EntryKind::Optimal,
        };
        let positions = Vec::new();
        Ok(value.is_exact().then_some(Entry { kind, value, moves, positions }))
    }

    /// Every position that the area leads to, unless there are too many.
    fn all_positions(
        &mut self,
        area: &Area,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Kept>>, Failure> {
        let mut waiting: Vec<Signed> = self.graph.rest_of(area, budget)?.parts;
        for color in [BLACK, WHITE] {
            for point in 0..area.len() {
                let rest = self.graph.rest_after(area, color, point, budget)?;
                waiting.extend(rest.into_iter().flat_map(|rest| rest.parts));
            }
        }
        let values = &self.values[usize::from(scoring == Scoring::Area)];
        Ok(reached(&self.graph, values, waiting))
    }
}

/// The value in the other picture.
fn swap(games: &mut Games, bounds: Bounds, swapped: bool) -> Result<Bounds, Failure> {
    Ok(match swapped {
        true => Bounds { lower: games.neg(bounds.upper)?, upper: games.neg(bounds.lower)? },
        false => bounds,
    })
}

fn reached(graph: &Graph, values: &Values, waiting: Vec<Signed>) -> Option<Vec<Kept>> {
    let mut waiting: Vec<usize> = waiting.into_iter().map(Signed::node).collect();
    waiting.reverse();
    let mut met: HashSet<usize> = HashSet::new();
    let mut found = Vec::new();
    while let Some(node) = waiting.pop() {
        if !met.insert(node) {
            continue;
        }
        let value = values.bounds_of(node)?;
        if found.len() == MOST_FULL {
            return None;
        }
        let (cells, local) = graph.picture(node);
        found.push(Kept { cells: cells.to_vec(), local, value });
        for color in [BLACK, WHITE] {
            for outcome in graph.moves(node, color) {
                waiting.extend(outcome.parts.iter().map(|part| part.node()));
            }
        }
    }
    Some(found)
}
