//! What becomes of a group, where it cannot be proved.
//!
//! Proof numbers read groups with a guessed world around them as far out as they get
//! ([`tactics::life::view`]). A search on the deep network reads at its leaves, where less is
//! open: it answers where reading from the root is not far enough, and chooses among the moves
//! that will do. Where reading finds none, a search without it may still find one that reading
//! did not see. The answer is an estimate, unless a group is proved to live, which is tried
//! first, or that no move will do happens to be proved.

use std::sync::Arc;

use board::{Color, Move, Point, PointSet, Position};
use budget::Budget;
use predict::Model;
use predict::deep::Deep;
use tactics::life::{self, Fate, Reading, Status, Terms, View, WIDEST_GUESS, Wanted, Warrant};

use crate::deep::{Aim, DeepTree, Settings};
use crate::tree::Candidate;

/// From this width on what proof numbers say is believed: two steps around the group.
const FAR: usize = 2;

/// Positions read at each width.
const READ: u64 = 750_000;

/// Positions read to prove that the group lives.
const PROVE_LIFE: u64 = 1_000_000;

/// Positions read before a search is believed against a reading: that might be a proof.
const PROVE: u64 = 300_000;

/// Positions read to see which of the network's moves will do.
const READ_AMONG: u64 = 1_500_000;

/// As many of them are read.
const AMONG: usize = 6;

/// Leaves that the search looks at, and how many make an opinion.
const LOOKS: u64 = 600;
const LEAST_LOOKS: u64 = 32;

/// Leaves of a search without reading.
const PLAIN_LOOKS: u64 = 300;

/// Positions read at each leaf.
const READ_AT_LEAF: u64 = 3_000;

/// A look is as much work as so many positions of a reading.
const LOOK: u64 = 5_000;

/// Games played out from each leaf, and their weight against the network's opinion.
const PLAYOUTS: u32 = 4;
const WEIGHT: f64 = 0.5;

/// Moves are made within so many steps of the group.
const REACH: usize = 4;

/// The attacker's best move must bring the group's stones into his hands at least so
/// often for it to be called dead. Networks have seen many groups that lived, so that
/// this is less than a half.
const DEAD: f64 = 0.34;

/// The same for the defender and a group that lives.
const ALIVE: f64 = 0.62;

/// A move that succeeds so often in a search without any reading is believed although
/// reading found none.
const NEVERTHELESS: f64 = 0.75;

/// What becomes of the group of `target` when `first` moves first; nothing decided if
/// the budget is too small. There must be a stone on every point of `target`, all of one
/// color.
///
/// ```
/// use std::sync::Arc;
///
/// use board::{Color, PointSet, Position, Rules, Setup};
/// use budget::Budget;
/// use predict::{Model, deep::Deep};
/// use tactics::life::Fate;
///
/// let setup: Setup = "
///     . O O O O . .
///     O O X X O O .
///     O X X X X O .
///     O X . . . X O
///     O X X X X X O
///     O O O O O O O".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let target = PointSet::from_iter(["C2".parse()?]);
/// let (deep, model) = (Arc::new(Deep::standard()?), Arc::new(Model::standard()?));
/// let budget = &mut Budget::unlimited();
/// let found = player::fate::estimate(&position, &target, Color::White, &deep, &model, budget);
/// assert_eq!(found.reading.fate, Some(Fate::Dead));
/// assert_eq!(found.reading.moves.to_string(), "D3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn estimate(
    position: &Position,
    target: &PointSet,
    first: Color,
    deep: &Arc<Deep>,
    model: &Arc<Model>,
    budget: &mut Budget,
) -> Status {
    let Some(defender) = target.first().and_then(|point| position.stone(point)) else {
        return Status::default();
    };
    let before = budget.spent();
    let question = Question { position, target: *target, first, defender };
    let mut found = question.answer(deep, model, budget);
    found.reading.nodes = budget.spent() - before;
    found
}

struct Question<'a> {
    position: &'a Position,
    target: PointSet,
    first: Color,
    defender: Color,
}

impl Question<'_> {
    fn answer(&self, deep: &Arc<Deep>, model: &Arc<Model>, budget: &mut Budget) -> Status {
        if let Some(lives) = self.proved_life(deep, model, budget) {
            return lives;
        }
        let group = life::group(self.position, &self.target);
        let read = self.read(&group, budget);
        let far = read.as_ref().filter(|(width, _)| *width >= FAR);
        let fate = far.and_then(|(_, view)| view.reading.fate);
        if fate.is_some_and(|fate| self.is_failure(fate)) {
            // What reading does not see, it does not see at the leaves either.
            let moves = self.look(deep, model, (PLAIN_LOOKS, 0), budget).unwrap_or_default();
            let found = moves.first().is_some_and(|best| best.win_rate >= NEVERTHELESS);
            return match read {
                Some((_, view)) if !found => believed(view),
                _ => self.proved_failure(budget).unwrap_or_else(|| self.judged(&moves)),
            };
        }
        let looked = self.look(deep, model, (LOOKS, READ_AT_LEAF), budget);
        match (read, looked) {
            (Some((width, view)), Some(moves)) if width >= FAR => {
                self.chosen(&group, width, view, &moves, budget)
            }
            (_, Some(moves)) => self.judged(&moves),
            (Some((_, view)), None) => believed(view),
            (None, None) => Status::default(),
        }
    }

    fn attacking(&self) -> bool {
        self.first != self.defender
    }

    /// Whether the first player gets nothing, not even a ko.
    fn is_failure(&self, fate: Fate) -> bool {
        match fate {
            Fate::Dead => !self.attacking(),
            Fate::Alive | Fate::Seki => self.attacking(),
            Fate::KoForAttacker | Fate::KoForDefender => false,
        }
    }

    /// The widest view that proof numbers can settle.
    fn read(&self, group: &PointSet, budget: &mut Budget) -> Option<(usize, View)> {
        let mut widest = None;
        for width in 0..=WIDEST_GUESS {
            let view = self.view(group, width, Wanted::One, READ, budget);
            let Some(view) = view else { break };
            widest = Some((width, view));
        }
        widest
    }

    fn view(
        &self,
        group: &PointSet,
        width: usize,
        wanted: Wanted,
        nodes: u64,
        budget: &mut Budget,
    ) -> Option<View> {
        let mut part = budget.part(nodes);
        let view = life::view(self.position, group, self.first, width, wanted, &mut part);
        let _ = budget.charge(part.spent());
        view
    }

    /// That the group lives, if it can be proved, by the move that the search likes best
    /// among those that do it.
    fn proved_life(
        &self,
        deep: &Arc<Deep>,
        model: &Arc<Model>,
        budget: &mut Budget,
    ) -> Option<Status> {
        let terms = Terms { all_moves: !self.attacking(), ..Terms::default() };
        let mut found = self.proved(terms, PROVE_LIFE, budget)?;
        if !matches!(found.reading.fate, Some(Fate::Alive | Fate::Seki)) {
            return None;
        }
        if found.reading.moves.len() > 1 && !found.reading.tenuki {
            let moves = self.look(deep, model, (PLAIN_LOOKS, 0), budget).unwrap_or_default();
            let mut liked = moves.iter().filter_map(|candidate| candidate.mv.point());
            let best = liked.find(|&point| found.reading.moves.contains(point));
            self.begin_with(&mut found, best);
        }
        Some(found)
    }

    /// That no move will do, if it can be proved.
    fn proved_failure(&self, budget: &mut Budget) -> Option<Status> {
        let found = self.proved(Terms::default(), PROVE, budget)?;
        found.reading.fate.is_some_and(|fate| self.is_failure(fate)).then_some(found)
    }

    fn proved(&self, terms: Terms, nodes: u64, budget: &mut Budget) -> Option<Status> {
        let mut part = budget.part(nodes);
        let found = life::status(self.position, &self.target, self.first, terms, &mut part);
        let _ = budget.charge(part.spent());
        found.ok().filter(|found| found.warrant == Warrant::Proved)
    }

    /// Makes a good move the first of the line, if it is not.
    fn begin_with(&self, found: &mut Status, best: Option<Point>) {
        let Some(best) = best else { return };
        let first = (self.first, Move::Play(best));
        if found.reading.line.first() != Some(&first) {
            found.reading.line = vec![first];
        }
    }

    /// The moves of a search for the stones, those tried most first; nothing if there was
    /// no time for an opinion.
    fn look(
        &self,
        deep: &Arc<Deep>,
        model: &Arc<Model>,
        (looks, reading): (u64, u64),
        budget: &mut Budget,
    ) -> Option<Vec<Candidate>> {
        let points = self.position.stones(self.defender).flood(self.target);
        let settings = Settings {
            aim: Aim::Own { points, color: self.defender },
            region: Some(self.surroundings()),
            playouts: PLAYOUTS,
            weight: WEIGHT,
            reading,
            ..Settings::new(Arc::clone(deep), Arc::clone(model))
        };
        let mut tree = DeepTree::new(settings);
        tree.stand_on(self.position, self.first);
        let mut part = budget.part(looks.min(budget.left() / LOOK));
        tree.grow(&mut part, 1);
        let _ = budget.charge(LOOK * part.spent());
        (tree.views() >= LEAST_LOOKS).then(|| tree.candidates())
    }

    fn surroundings(&self) -> PointSet {
        let board = PointSet::board(self.position.size());
        let stones = self.position.stones(self.defender).flood(self.target);
        (0..REACH).fold(stones, |near, _| near | near.grown(&board))
    }

    /// What was read, by the move that the search likes best among those that will do. There
    /// is one even where none seems to be needed: that is the likeliest error of a view that
    /// is too narrow.
    fn chosen(
        &self,
        group: &PointSet,
        width: usize,
        view: View,
        moves: &[Candidate],
        budget: &mut Budget,
    ) -> Status {
        let liked = moves.iter().filter_map(|candidate| candidate.mv.point()).take(AMONG);
        let few = liked.clone().collect::<PointSet>() & view.area;
        let again = self.view(group, width, Wanted::Among(few), READ_AMONG, budget);
        let good = again.map_or(PointSet::EMPTY, |again| again.reading.moves);
        let mut found = believed(view);
        let mut liked = liked;
        let best = liked.find(|&point| good.contains(point));
        if best.is_some() {
            found.reading.tenuki = false;
            found.reading.moves = good;
            self.begin_with(&mut found, best);
        }
        found
    }

    /// What the search alone says.
    fn judged(&self, moves: &[Candidate]) -> Status {
        let Some(best) = moves.first() else { return Status::default() };
        let attacking = self.attacking();
        let success = best.win_rate >= if attacking { DEAD } else { ALIVE };
        let fate = if success == attacking { Fate::Dead } else { Fate::Alive };
        let mut color = self.first;
        let line = best.line.iter().map(|&mv| {
            let step = (color, mv);
            color = color.opponent();
            step
        });
        let reading = Reading {
            fate: Some(fate),
            line: line.collect(),
            moves: best.mv.point().filter(|_| success).into_iter().collect(),
            tenuki: success && best.mv == Move::Pass,
            ..Reading::default()
        };
        let area = self.surroundings() & self.position.empty_points();
        Status { reading, warrant: Warrant::Estimate, area, walls: PointSet::EMPTY }
    }
}

fn believed(view: View) -> Status {
    let View { area, reading } = view;
    Status { reading, warrant: Warrant::Estimate, area, walls: PointSet::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn asked(board: &str, stone: &str, first: Color, mut budget: Budget) -> Status {
        let setup: Setup = board.parse().expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        let target = stone.parse::<board::Point>().expect("a point").into();
        let deep = Arc::new(Deep::standard().expect("the network"));
        let model = Arc::new(Model::standard().expect("the model"));
        estimate(&position, &target, first, &deep, &model, &mut budget)
    }

    /// Three black stones with the open board before them.
    const OPEN: &str = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . X . . . . . X . . .
        . . . . . . . . . . . . .
        . . . . . . X . . . . . .
        . . . . . . X . . . . . .
        . . . . O . X . O . . . .
        . . . O . . O . . O . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .";

    #[test]
    fn what_can_run_is_not_dead() {
        let found = asked(OPEN, "G6", Color::White, Budget::unlimited());
        assert_eq!(found.reading.fate, Some(Fate::Alive));
        assert_eq!((found.warrant, found.reading.moves), (Warrant::Estimate, PointSet::EMPTY));
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let ask = || asked(OPEN, "G6", Color::Black, Budget::nodes(6_000_000));
        assert_eq!(ask(), ask());
    }

    /// White kills in the middle of three.
    const THREE: &str = "
        . O O O O . .
        O O X X O O .
        O X X X X O .
        O X . . . X O
        O X X X X X O
        O O O O O O O";

    #[test]
    fn without_work_there_is_no_answer() {
        let found = asked(THREE, "C2", Color::White, Budget::nodes(0));
        assert_eq!((found.reading.fate, found.warrant), (None, Warrant::Unknown));
        assert_eq!(asked(OPEN, "A1", Color::White, Budget::unlimited()), Status::default());
    }

    #[test]
    fn the_search_speaks_for_whoever_moves() {
        let setup: Setup = THREE.parse().expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        let target = "C2".parse::<board::Point>().expect("a point").into();
        let fate = |first: Color, win_rate: f64, mv: &str| {
            let mv: Move = mv.parse().expect("a move");
            let (visits, lower_bound, score, prior) = (9, 0.0, 0.0, 0.5);
            let line = vec![mv];
            let best = Candidate { mv, visits, win_rate, lower_bound, score, prior, line };
            let question = Question { position: &position, target, first, defender: Color::Black };
            let Reading { fate, tenuki, moves, .. } = question.judged(&[best]).reading;
            (fate, tenuki, moves.to_string())
        };
        let none = String::new();
        let one = "D3".to_string();
        assert_eq!(fate(Color::White, 0.9, "D3"), (Some(Fate::Dead), false, one.clone()));
        assert_eq!(fate(Color::White, 0.1, "D3"), (Some(Fate::Alive), false, none.clone()));
        assert_eq!(fate(Color::Black, 0.9, "D3"), (Some(Fate::Alive), false, one));
        assert_eq!(fate(Color::Black, 0.1, "D3"), (Some(Fate::Dead), false, none.clone()));
        assert_eq!(fate(Color::White, 0.9, "pass"), (Some(Fate::Dead), true, none));
    }
}
