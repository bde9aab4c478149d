//! Who wins a race, where it cannot be read to the end.
//!
//! Races are read with the walls around them taken as alive ([`tactics::semeai`]). Where too
//! much takes part for that, a search on the deep network reads at its leaves, where less is
//! left: once for the other block, once for the own one. What is read to the end with all who
//! take part is never overruled by it, nor is a capture that was found. Among moves that will
//! do, the network's favourites are preferred.

use std::sync::Arc;

use board::{Color, Move, Point, PointSet, Position};
use budget::Budget;
use predict::deep::{Deep, Viewer};
use predict::{Model, Predictor};
use tactics::capture::Success;
use tactics::semeai::{Race, Reach, Terms, race_with};

use crate::deep::{Aim, DeepTree, Settings};
use crate::tree::Candidate;

/// Positions read for each question of a race.
const READ: u64 = 1_000_000;

/// Threats that a player may be expected to find for the ko of a race.
pub(crate) const THREATS: u8 = 2;

/// The network's moves that are preferred where they will do: so many, and as likely as this.
const LIKED: usize = 3;
const LIKELY: f64 = 0.1;

/// Leaves that each search looks at, and how many make an opinion.
const LOOKS: u64 = 300;
const LEAST_LOOKS: u64 = 32;

/// Positions read for each question at a leaf.
const READ_AT_LEAF: u64 = 2_000;

/// A look is as much work as so many positions of a reading.
const LOOK: u64 = 5_000;

/// Games played out from each leaf, and their weight against the network's opinion.
const PLAYOUTS: u32 = 4;
const WEIGHT: f64 = 0.5;

/// Moves are made within so many steps of the two blocks.
const AROUND: usize = 2;

/// What succeeds so often in a search is believed.
const SUCCESS: f64 = 0.95;

/// The race between the blocks on `own` and `other` when the owner of `own` moves first;
/// `None` if these are not stones of different colors or nothing can be said.
pub fn estimate(
    position: &Position,
    own: Point,
    other: Point,
    deep: &Arc<Deep>,
    model: &Arc<Model>,
    budget: &mut Budget,
) -> Option<Race> {
    let color = position.stone(own)?;
    if position.stone(other)? == color {
        return None;
    }
    let liked = liked(position, color, deep, model);
    let read = read(position, own, other, &liked, budget);
    let open = |race: &Race| race.exhausted || race.reach == Reach::Narrow;
    if read.as_ref().is_some_and(|race| !open(race) || race.attack != Success::No) {
        return read;
    }
    let question = Question { position, own: position.block(own), other: position.block(other) };
    let mut look = |attack: bool| question.look(color, attack, deep, model, budget);
    let (attack, defence) = (look(true), look(false));
    let looked = attack.zip(defence).map(|(attack, defence)| judged(color, &attack, &defence));
    let read = read.filter(|race| looked.is_none() || race.defence != Success::No);
    match looked {
        Some(race) if race.defence == Success::Yes || read.is_none() => Some(race),
        _ => read,
    }
}

/// The same by reading alone, with a move that is `liked` if it will do.
pub fn read(
    position: &Position,
    own: Point,
    other: Point,
    liked: &[Point],
    budget: &mut Budget,
) -> Option<Race> {
    let terms = Terms { threats: THREATS, liked };
    race_with(position, own, other, &terms, READ, budget).ok().flatten()
}

/// What the network would play.
fn liked(position: &Position, color: Color, deep: &Arc<Deep>, model: &Arc<Model>) -> Vec<Point> {
    let mut viewer = Viewer::new(Arc::clone(deep), Predictor::new(Arc::clone(model)));
    let mut moves = viewer.view(position, color).moves;
    moves.sort_by(|a, b| b.p.total_cmp(&a.p));
    let likely = moves.iter().take(LIKED).filter(|likely| likely.p >= LIKELY);
    likely.map(|likely| likely.point).collect()
}

struct Question<'a> {
    position: &'a Position,
    own: PointSet,
    other: PointSet,
}

impl Question<'_> {
    /// The moves of a search for the one block or the other, those tried most first; nothing
    /// if there was no time for an opinion.
    fn look(
        &self,
        color: Color,
        attack: bool,
        deep: &Arc<Deep>,
        model: &Arc<Model>,
        budget: &mut Budget,
    ) -> Option<Vec<Candidate>> {
        let board = PointSet::board(self.position.size());
        let both = self.own | self.other;
        let settings = Settings {
            aim: Aim::Race { own: self.own, other: self.other, color, attack },
            region: Some((0..AROUND).fold(both, |near, _| near | near.grown(&board))),
            playouts: PLAYOUTS,
            weight: WEIGHT,
            reading: READ_AT_LEAF,
            ..Settings::new(Arc::clone(deep), Arc::clone(model))
        };
        let mut tree = DeepTree::new(settings);
        tree.stand_on(self.position, color);
        let mut part = budget.part(LOOKS.min(budget.left() / LOOK));
        tree.grow(&mut part, 1);
        let _ = budget.charge(LOOK * part.spent());
        (tree.views() >= LEAST_LOOKS).then(|| tree.candidates())
    }
}

/// What two searches say together.
fn judged(color: Color, attack: &[Candidate], defence: &[Candidate]) -> Race {
    let good = |moves: &[Candidate]| {
        let best = moves.first().filter(|best| best.win_rate >= SUCCESS)?;
        let pass = moves.iter().find(|candidate| candidate.mv == Move::Pass);
        Some(pass.filter(|pass| pass.win_rate >= SUCCESS).unwrap_or(best).clone())
    };
    let success = |found: bool| if found { Success::Yes } else { Success::No };
    let captured = good(attack);
    let best = captured.clone().or_else(|| good(defence));
    let line = best.iter().flat_map(|best| best.line.iter());
    let mut mover = color;
    let line = line.map(|&mv| {
        let step = (mover, mv);
        mover = mover.opponent();
        step
    });
    Race {
        defence: success(best.is_some()),
        attack: success(captured.is_some()),
        first: best.as_ref().and_then(|best| best.mv.point()),
        ahead: None,
        line: line.collect(),
        exhausted: true,
        reach: Reach::Near,
        nodes: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    /// White is in atari, but so is a stone of Black's that stands beside.
    const LOOSE_WALL: &str = "
        . . . . . . . . .
        O O O O . . . . .
        . O O O . . . . .
        X X X O . . . . .
        . O O X . . . . .";

    fn asked(own: &str, other: &str) -> Option<Race> {
        let setup: Setup = LOOSE_WALL.parse().expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        let deep = Arc::new(Deep::standard().expect("the network"));
        let model = Arc::new(Model::standard().expect("the model"));
        let [own, other] = [own, other].map(|name| name.parse().expect("a point"));
        estimate(&position, own, other, &deep, &model, &mut Budget::unlimited())
    }

    #[test]
    fn what_is_read_stands() {
        let found = asked("B1", "A2").expect("a race");
        assert_eq!((found.defence, found.attack), (Success::Yes, Success::Yes));
        assert_eq!(found.first.map(|point| point.to_string()), Some("E1".to_string()));
        assert!(!found.exhausted);
        assert_eq!((asked("B1", "D2"), asked("B1", "A1")), (None, None));
    }

    #[test]
    fn two_searches_make_a_race() {
        let moves = |rates: &[(&str, f64)]| -> Vec<Candidate> {
            let candidate = |&(mv, win_rate): &(&str, f64)| {
                let mv: Move = mv.parse().expect("a move");
                let (visits, lower_bound, score, prior) = (9, 0.0, 0.0, 0.5);
                Candidate { mv, visits, win_rate, lower_bound, score, prior, line: vec![mv] }
            };
            rates.iter().map(candidate).collect()
        };
        let race = |attack: &[(&str, f64)], defence: &[(&str, f64)]| {
            let race = judged(Color::Black, &moves(attack), &moves(defence));
            let first = race.first.map_or("PASS".to_string(), |point| point.to_string());
            format!("{} {} {first}", race.defence.code(), race.attack.code())
        };
        let (good, bad) = ([("A1", 0.99), ("pass", 0.2)], [("B2", 0.4), ("pass", 0.1)]);
        assert_eq!(race(&good, &bad), "1 1 A1");
        assert_eq!(race(&bad, &good), "1 0 A1");
        assert_eq!(race(&bad, &bad), "0 0 PASS");
        assert_eq!(race(&bad, &[("A1", 0.99), ("pass", 0.98)]), "1 0 PASS");
    }
}
