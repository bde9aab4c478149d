//! A checker of proofs that shares nothing with the search: it plays the answers on a
//! real board and tries everything the opposer may do there, near the goal or far away.

use std::fmt;

use board::{Color, Illegal, Move, Point, Position};
use budget::{Budget, Exhausted};

/// What the achiever does, and against what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The achiever plays here, or passes, and then this step follows.
    Play(Option<Point>, usize),
    /// The opposer moves: what follows each move, and what follows a pass and every
    /// move that is not named, which the answers need not regard.
    Await(Vec<(Point, usize)>, usize),
    /// It is done.
    Done,
}

/// A strategy for the achiever. The first step is the first of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Who succeeds.
    pub achiever: Color,
    /// Whether the opposer retakes every ko, as if he had threats without end.
    pub retakes: bool,
    /// The steps.
    pub steps: Vec<Step>,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A step is named that is not there, or comes back to itself.
    Broken(usize),
    /// The achiever's move is illegal after these moves.
    Illegal(Vec<(Color, Move)>, Move),
    /// After these moves the goal should be reached and is not.
    NotDone(Vec<(Color, Move)>),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |moves: &[(Color, Move)]| {
            let words: Vec<String> = moves.iter().map(|(c, m)| format!("{c} {m}")).collect();
            words.join(", ")
        };
        match self {
            Flaw::Broken(step) => write!(f, "step {step} is missing or comes back to itself"),
            Flaw::Illegal(moves, mv) => {
                write!(f, "the answer {mv} is illegal after {}", line(moves))
            }
            Flaw::NotDone(moves) => write!(f, "the goal is not reached after {}", line(moves)),
        }
    }
}

impl std::error::Error for Flaw {}

/// Plays a proof from `position` against every legal move of the opposer, on every
/// point of the board. `done` tells whether the goal is reached, on a board with
/// the achiever to move (true) or the opposer. The budget counts positions.
pub fn check(
    proof: &Proof,
    position: &Position,
    done: &dyn Fn(&Position, bool) -> bool,
    budget: &mut Budget,
) -> Result<Result<(), Flaw>, Exhausted> {
    let mut replay = Replay { proof, board: position.clone(), done, line: Vec::new() };
    replay.step(0, budget)
}

struct Replay<'a> {
    proof: &'a Proof,
    board: Position,
    done: &'a dyn Fn(&Position, bool) -> bool,
    line: Vec<(Color, Move)>,
}

/// No proof is so long.
const LONGEST: usize = 800;

impl Replay<'_> {
    fn step(&mut self, index: usize, budget: &mut Budget) -> Result<Result<(), Flaw>, Exhausted> {
        budget.spend(1)?;
        let achiever = self.proof.achiever;
        let opposer = achiever.opponent();
        let Some(step) = self.proof.steps.get(index).filter(|_| self.line.len() < LONGEST) else {
            return Ok(Err(Flaw::Broken(index)));
        };
        let achieving =
            self.line.last().map_or(self.board.to_play() == achiever, |l| l.0 == opposer);
        if (self.done)(&self.board, achieving) {
            return Ok(Ok(()));
        }
        match step {
            Step::Done => Ok(Err(Flaw::NotDone(self.line.clone()))),
            &Step::Play(point, next) => {
                let mv = point.map_or(Move::Pass, Move::Play);
                if self.board.play(achiever, mv).is_err() {
                    return Ok(Err(Flaw::Illegal(self.line.clone(), mv)));
                }
                self.line.push((achiever, mv));
                let found = self.step(next, budget);
                self.line.pop();
                self.board.undo();
                found
            }
            Step::Await(answers, elsewhere) => {
                let points = self.board.empty_points().iter().map(Some);
                for point in points.chain([None]) {
                    let known = answers.iter().find(|(p, _)| Some(*p) == point);
                    let next = known.map_or(*elsewhere, |(_, next)| *next);
                    let mv = point.map_or(Move::Pass, Move::Play);
                    let Some(turns) = self.oppose(opposer, mv) else { continue };
                    self.line.push((opposer, mv));
                    let found = self.step(next, budget);
                    self.line.pop();
                    for _ in 0..turns {
                        self.board.undo();
                    }
                    if !matches!(found, Ok(Ok(()))) {
                        return found;
                    }
                }
                Ok(Ok(()))
            }
        }
    }

    /// Plays a move of the opposer's, a ko included if he retakes them; the turns it took.
    fn oppose(&mut self, opposer: Color, mv: Move) -> Option<usize> {
        match self.board.play(opposer, mv) {
            Ok(()) => Some(1),
            Err(Illegal::Ko(_)) if self.proof.retakes => {
                for color in [opposer, opposer.opponent()] {
                    self.board.play(color, Move::Pass).expect("anyone may pass");
                }
                self.board.play(opposer, mv).expect("the ko was all that forbade it");
                Some(3)
            }
            Err(_) => None,
        }
    }
}
