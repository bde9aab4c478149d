//! Captures and connections as trees of variations.
//!
//! Where a success is proved, the tree is the proof: the winner's one answer to everything
//! that he has to regard. Where it is not, the tree is what reading says: the winner's move
//! again and again, against the moves near the fight.

use ::tactics::capture::{self, Effort, Reading, Success};
use ::tactics::connect;
use ::tactics::goal::{Proof, Step};
use board::{Color, Move, Point, PointSet, Position};
use budget::Budget;
use sgf::{Emphasis, NodeId, Tree};

use crate::notation::{colour, move_to_sgf, to_sgf};

/// What is wanted with which stones.
#[derive(Clone, Copy, Debug)]
pub enum Aim<'a> {
    /// To take the block on a point.
    Capture(Point, &'a Effort),
    /// To join the blocks on two points, reading so many positions.
    Join(Point, Point, u64),
}

/// The most nodes of a tree, and of one that is read anew at each of them.
const MOST: usize = 5_000;
const MOST_READ: usize = 400;

/// How many moves deep.
const DEEPEST: usize = 60;

/// The variations with `first` to move, as the text of a record. Nothing if reading finds
/// none within the budget.
pub fn variations(
    position: &Position,
    aim: Aim<'_>,
    first: Color,
    budget: &mut Budget,
) -> Option<String> {
    let mut start = position.clone();
    start.set_to_play(first);
    let mut writer = Writer::new(&start, aim);
    let proof = match aim {
        Aim::Capture(prey, effort) => capture::proof(&start, prey, first, effort, budget),
        Aim::Join(from, to, nodes) => connect::proof(&start, from, to, first, nodes, budget),
    };
    let root = writer.tree.root();
    if let Some(proof) = proof.ok().flatten() {
        writer.step(root, &mut start, &proof, 0, 0);
        let cut = if writer.left == 0 { " Not all of it is shown." } else { "" };
        let outcome = aim.success(true);
        writer.tree.at(root).comment(&format!("{first} first: {outcome}. Proved.{cut}"));
    } else {
        let reading = aim.read(&start, first, budget)?;
        let achieved = (reading.success != Success::No) == (first == aim.achiever(&start)?);
        let ko = if matches!(reading.success, Success::Ko | Success::KoAfterThreat) {
            ", by ko"
        } else {
            ""
        };
        let outcome = aim.success(achieved);
        writer.tree.at(root).comment(&format!("{first} first: {outcome}{ko}. An estimate."));
        let winner = if reading.success != Success::No { first } else { first.opponent() };
        writer.left = MOST_READ;
        writer.read(root, &mut start, winner, 0, budget);
    }
    Some(writer.tree.to_string())
}

impl Aim<'_> {
    /// Who wants it.
    fn achiever(&self, position: &Position) -> Option<Color> {
        match *self {
            Aim::Capture(prey, _) => position.stone(prey).map(Color::opponent),
            Aim::Join(from, ..) => position.stone(from),
        }
    }

    /// What reading finds with `first` to move.
    fn read(&self, position: &Position, first: Color, budget: &mut Budget) -> Option<Reading> {
        let achieving = first == self.achiever(position)?;
        let found = match (*self, achieving) {
            (Aim::Capture(prey, effort), true) => capture::attack(position, prey, effort, budget),
            (Aim::Capture(prey, effort), false) => capture::defend(position, prey, effort, budget),
            (Aim::Join(a, b, nodes), true) => connect::connect(position, a, b, nodes, budget),
            (Aim::Join(a, b, nodes), false) => connect::disconnect(position, a, b, nodes, budget),
        };
        found.ok().filter(|reading| !reading.exhausted || reading.success == Success::Yes)
    }

    /// Whether there is nothing left to show.
    fn is_over(&self, position: &Position, owner: Color) -> bool {
        match *self {
            Aim::Capture(prey, effort) => {
                position.stone(prey) != Some(owner)
                    || position.liberties(prey) > effort.hunter_liberties
            }
            Aim::Join(from, to, _) => {
                [from, to].iter().any(|&point| position.stone(point) != Some(owner))
                    || position.anchor(from) == position.anchor(to)
            }
        }
    }

    /// The stones it is about.
    fn stones(&self) -> Vec<Point> {
        match *self {
            Aim::Capture(prey, _) => vec![prey],
            Aim::Join(from, to, _) => vec![from, to],
        }
    }

    fn success(&self, achieved: bool) -> String {
        match (self, achieved) {
            (Aim::Capture(prey, _), true) => format!("{prey} is captured"),
            (Aim::Capture(prey, _), false) => format!("{prey} is saved"),
            (Aim::Join(from, to, _), true) => format!("{from} and {to} are joined"),
            (Aim::Join(from, to, _), false) => format!("{from} and {to} are cut"),
        }
    }
}

struct Writer<'a> {
    tree: Tree,
    aim: Aim<'a>,
    owner: Color,
    left: usize,
}

impl<'a> Writer<'a> {
    fn new(position: &Position, aim: Aim<'a>) -> Writer<'a> {
        let size = position.size();
        let mut tree = Tree::new_game(size.width() as u8, size.height() as u8);
        let points = |stones: &PointSet| -> Vec<sgf::Point> {
            stones.iter().map(|point| to_sgf(point, size)).collect()
        };
        let root = tree.root();
        let stones = aim.stones();
        tree.at(root)
            .points("AB", points(position.stones(Color::Black)))
            .points("AW", points(position.stones(Color::White)))
            .colour("PL", colour(position.to_play()))
            .points("TR", stones.iter().map(|&point| to_sgf(point, size)));
        let owner = stones.first().and_then(|&point| position.stone(point));
        Writer { tree, aim, owner: owner.unwrap_or(Color::Black), left: MOST }
    }

    /// Adds a move, if it is legal and there is room; the board stands after it then.
    fn add(
        &mut self,
        node: NodeId,
        board: &mut Position,
        color: Color,
        mv: Move,
    ) -> Option<NodeId> {
        if self.left == 0 || board.play(color, mv).is_err() {
            return None;
        }
        self.left -= 1;
        let mv = move_to_sgf(mv, board.size());
        Some(self.tree.add(node).play(colour(color), mv).id())
    }

    /// What the proof says from this step on.
    fn step(
        &mut self,
        node: NodeId,
        board: &mut Position,
        proof: &Proof,
        index: usize,
        depth: usize,
    ) {
        let Some(step) = proof.steps.get(index).filter(|_| depth < DEEPEST) else { return };
        let opposer = proof.achiever.opponent();
        if self.aim.is_over(board, self.owner) {
            return;
        }
        let replies = match step {
            Step::Done => {
                self.capture(node, board);
                return;
            }
            Step::Play(point, next) => {
                let mv = point.map_or(Move::Pass, Move::Play);
                vec![(proof.achiever, mv, *next)]
            }
            Step::Await(answers, elsewhere) => {
                let named = answers.iter().map(|&(p, next)| (opposer, Move::Play(p), next));
                // Resistance that the answers have to regard comes before playing elsewhere.
                named.chain([(opposer, Move::Pass, *elsewhere)]).collect()
            }
        };
        for (color, mv, next) in replies {
            let Some(id) = self.add(node, board, color, mv) else { continue };
            if depth == 0 && color == proof.achiever {
                self.tree.at(id).good_move(Emphasis::Normal);
            }
            self.step(id, board, proof, next, depth + 1);
            board.undo();
        }
    }

    /// The capture itself, where the proof ends one move before it.
    fn capture(&mut self, node: NodeId, board: &mut Position) {
        let Aim::Capture(prey, _) = self.aim else { return };
        let hunter = self.owner.opponent();
        let last = board.liberty_points(prey);
        if board.to_play() == hunter
            && last.len() == 1
            && let Some(point) = last.first()
            && self.add(node, board, hunter, point.into()).is_some()
        {
            board.undo();
        }
    }

    /// What reading says from here on: one move for the winner, the moves near the fight
    /// for the other.
    fn read(
        &mut self,
        node: NodeId,
        board: &mut Position,
        winner: Color,
        depth: usize,
        budget: &mut Budget,
    ) {
        if depth >= DEEPEST || self.aim.is_over(board, self.owner) {
            return;
        }
        let color = board.to_play();
        let Some(reading) = self.aim.read(board, color, budget) else { return };
        if color == winner {
            let Some(point) = reading.first else { return };
            let Some(id) = self.add(node, board, color, point.into()) else { return };
            if depth == 0 {
                self.tree.at(id).good_move(Emphasis::Normal);
            }
            self.read(id, board, winner, depth + 1, budget);
            board.undo();
            return;
        }
        let best = reading.line.first().and_then(|(_, mv)| mv.point());
        for point in self.resistance(board, best, depth) {
            let Some(id) = self.add(node, board, color, point.into()) else { continue };
            if depth == 0 {
                self.tree.at(id).bad_move(Emphasis::Normal);
            }
            self.read(id, board, winner, depth + 1, budget);
            board.undo();
        }
    }

    /// The moves of the loser that are shown: the best first, then those beside the stones,
    /// fewer the deeper.
    fn resistance(&self, board: &Position, best: Option<Point>, depth: usize) -> Vec<Point> {
        let most = match depth {
            0 => 8,
            1..=2 => 4,
            3..=6 => 2,
            _ => 1,
        };
        let size = board.size();
        let mut near = PointSet::EMPTY;
        for stone in self.aim.stones() {
            let block = board.block(stone);
            near |= board.liberty_points(stone);
            for enemy in (block.border(size) & *board.stones(self.owner.opponent())).iter() {
                near |= board.liberty_points(enemy);
            }
        }
        let color = board.to_play();
        let legal = |point: &Point| board.check(color, (*point).into()).is_ok();
        let rest = near.iter().filter(|point| Some(*point) != best);
        best.into_iter().chain(rest).filter(legal).take(most).collect()
    }
}

#[cfg(test)]
mod tests {
    use board::{Rules, Setup};

    use super::*;

    fn tree(text: &str, aim: Aim<'_>, first: Color) -> String {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        variations(&position, aim, first, &mut Budget::nodes(2_000_000)).unwrap()
    }

    const NET: &str = "
        . . . . . .
        . . . . . .
        . . . . . .
        . O X . . .
        . O X O . .
        . . O . . .";

    #[test]
    fn a_proved_capture_answers_every_move_that_matters() {
        let effort = Effort { prove: true, nodes: 20_000, ..Effort::default() };
        let prey = "C2".parse().unwrap();
        let text = tree(NET, Aim::Capture(prey, &effort), Color::White);
        assert!(text.contains("C2 is captured. Proved."), "{text}");
        let collection = sgf::parse(text.as_str());
        assert!(collection.diagnostics().is_empty());
        let root = collection.game(0).unwrap().root();
        let first: Vec<_> = root.children().collect();
        assert_eq!(first.len(), 1, "the hunter has one move: {text}");
        assert!(first[0].children().count() > 1, "the prey has several: {text}");
    }

    #[test]
    fn an_escape_is_an_estimate_and_shows_its_move() {
        let effort = Effort { prove: true, nodes: 20_000, ..Effort::default() };
        let prey = "C2".parse().unwrap();
        let text = tree(NET, Aim::Capture(prey, &effort), Color::Black);
        assert!(text.contains("C2 is saved. An estimate."), "{text}");
        assert!(text.contains(";B["), "{text}");
    }

    #[test]
    fn two_stones_with_two_ways_are_joined() {
        let text = "
            . . . . .
            . X . X .
            . . . . .
            . . . . .
            . . . . .";
        let aim = Aim::Join("B4".parse().unwrap(), "D4".parse().unwrap(), 20_000);
        let text = tree(text, aim, Color::Black);
        assert!(text.contains("B4 and D4 are joined"), "{text}");
    }
}
