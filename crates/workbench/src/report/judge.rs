//! What a move costs: the board after it, under the assumptions made before it.
//!
//! The position before the move is a sum: settled points, neutral points and areas between
//! walls that live, by proof or by assumption. The move changes one of these parts. Solving the
//! changed sum gives the score after the move *in the same model*; the cost is the difference
//! of the two scores. A second look at the board after the move, with fresh assumptions, must
//! not contradict it.

use board::{Color, Move, PointSet, Position};
use budget::Budget;
use cgt::Dyadic;
use endgame::{Partition, Solution, Solver, Status};

use super::{Verdict, Warrant};
use crate::solve::Number;

/// A position with everything that is known about it.
pub(super) struct Solved {
    pub(super) position: Position,
    pub(super) partition: Partition,
    pub(super) solution: Solution,
}

/// What a move costs, and how that is known.
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    pub(super) warrant: Warrant,
    pub(super) cost: Option<(Dyadic, Dyadic)>,
    pub(super) without_threats: Option<Dyadic>,
    pub(super) scores: Option<[Dyadic; 2]>,
    pub(super) place: Place,
    pub(super) why: Option<String>,
}

/// Where a move is played, by the parts of the board before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Pass,
    Area(usize),
    Dame,
    Own,
    Theirs,
    Granted,
    Unsolved,
}

impl Place {
    pub(super) fn name(self) -> &'static str {
        match self {
            Place::Pass => "pass",
            Place::Area(_) => "area",
            Place::Dame => "dame",
            Place::Own => "own territory",
            Place::Theirs => "opponent's territory",
            Place::Granted => "assumed ground",
            Place::Unsolved => "unsolved part",
        }
    }
}

/// Judges the move of `color`. `next` is the board after it, solved on its own.
pub(super) fn judge(
    solver: &mut Solver,
    before: &Solved,
    color: Color,
    mv: Move,
    next: Option<&Solved>,
    budget: &mut Budget,
) -> Judgement {
    let place = place(&before.partition, color, mv);
    let mut judgement = Judgement {
        verdict: Verdict::Unknown,
        warrant: Warrant::None,
        cost: None,
        without_threats: None,
        scores: None,
        place,
        why: None,
    };
    if before.solution.score_bounds[color.index()].is_none() {
        judgement.why = Some("the board before the move is not solved".to_string());
        return judgement;
    }
    let after = match play(before, color, mv, place) {
        Ok(after) => after,
        Err(why) => {
            judgement.why = Some(why.to_string());
            return judgement;
        }
    };
    // Here nothing is assumed about ko threats: what hangs on them is only bounded.
    let (position, mut partition) = after;
    partition.quiet = false;
    let solution = solver.score_board(&position, &partition, budget);
    partition.clone_from(&before.partition);
    partition.quiet = false;
    let start = solver.score_board(&before.position, &partition, budget);
    judgement.weigh(&start, &solution, color);
    let is_solved = |status| matches!(status, Status::Exact | Status::Assuming);
    judgement.warrant = match (start.status, solution.status) {
        _ if judgement.cost.is_none() => Warrant::None,
        (Status::Exact, Status::Exact) => Warrant::Proved,
        (start, then) if is_solved(start) && is_solved(then) => Warrant::Assuming,
        _ => Warrant::Bounds,
    };
    if let Some(next) = next {
        let then = color.opponent();
        if let Some(why) = contradiction(&solution, &next.solution, then) {
            judgement.doubt(why);
        }
        // What rests on so much must be found twice.
        let anew = next.solution.score[then.index()].or(quiet(&next.solution, then.index()));
        if anew.is_none() || anew != quiet(&solution, then.index()) {
            judgement.without_threats = None;
        }
    }
    judgement
}

impl Judgement {
    /// Compares the scores before and after.
    fn weigh(&mut self, before: &Solution, after: &Solution, color: Color) {
        let (first, then) = (color.index(), color.opponent().index());
        let loss = |from: Dyadic, to: Dyadic| match color {
            Color::Black => from.sub(to).ok(),
            Color::White => to.sub(from).ok(),
        };
        let (Some(from), Some(to)) = (before.score_bounds[first], after.score_bounds[then]) else {
            self.why = Some("the board after the move was not solved in time".to_string());
            return;
        };
        // At least what is left of the worst before and the best after, at most the other
        // way round.
        let (least, most) = match color {
            Color::Black => (loss(from.0, to.1), loss(from.1, to.0)),
            Color::White => (loss(from.1, to.0), loss(from.0, to.1)),
        };
        let (Some(least), Some(most)) = (least, most) else { return };
        let open = from.0 != from.1 || to.0 != to.1;
        let zero = Dyadic::from(0);
        if most < zero {
            // Best play never gains by moving: something does not fit.
            self.verdict = Verdict::Doubtful;
            self.why = Some("the score is better after the move than before it".to_string());
            return;
        }
        self.cost = Some((least.max(zero), most));
        if !open {
            self.scores = Some([from.0, to.0]);
        } else if let (Some(from), Some(to)) = (quiet(before, first), quiet(after, then)) {
            self.without_threats = loss(from, to).filter(|loss| *loss >= zero);
        }
        self.verdict = if least > zero {
            Verdict::Mistake
        } else if most == zero {
            Verdict::Good
        } else {
            Verdict::Open
        };
        if self.verdict == Verdict::Open {
            let partly = [before.status, after.status].contains(&Status::Partial);
            self.why = Some(match partly {
                true => "a part of the board is not solved".to_string(),
                false => "a ko decides what the move costs".to_string(),
            });
        }
    }

    /// Takes a verdict back.
    pub(super) fn doubt(&mut self, why: String) {
        if matches!(self.verdict, Verdict::Good | Verdict::Mistake | Verdict::Open) {
            self.verdict = Verdict::Doubtful;
            self.warrant = Warrant::None;
            self.why = Some(why);
        }
    }
}

/// The score if nobody makes ko threats.
fn quiet(solution: &Solution, first: usize) -> Option<Dyadic> {
    let bounds = solution.without_threats[first].or(solution.score_bounds[first])?;
    (bounds.0 == bounds.1).then_some(bounds.0)
}

/// Whether two looks at the same board cannot both be right.
fn contradiction(same: &Solution, fresh: &Solution, first: Color) -> Option<String> {
    let (low, high) = same.score_bounds[first.index()]?;
    let (least, most) = fresh.score_bounds[first.index()]?;
    let apart = most < low || high < least;
    apart.then(|| {
        let range = |low: Dyadic, high: Dyadic| match low == high {
            true => Number::from(low).to_string(),
            false => format!("{} to {}", Number::from(low), Number::from(high)),
        };
        format!(
            "under the assumptions made before the move the score after it is {}, looked at anew it \
             is {}: an assumption does not hold",
            range(low, high),
            range(least, most)
        )
    })
}

fn place(partition: &Partition, color: Color, mv: Move) -> Place {
    let Move::Play(point) = mv else { return Place::Pass };
    let granted = partition.granted[0] | partition.granted[1];
    if let Some(i) = partition.areas.iter().position(|area| area.index(point).is_some()) {
        Place::Area(i)
    } else if partition.dame.contains(point) {
        Place::Dame
    } else if granted.contains(point) {
        Place::Granted
    } else if partition.territory[color.index()].contains(point) {
        Place::Own
    } else if partition.territory[color.opponent().index()].contains(point) {
        Place::Theirs
    } else {
        Place::Unsolved
    }
}

/// The board after the move, split as before.
fn play(
    before: &Solved,
    color: Color,
    mv: Move,
    place: Place,
) -> Result<(Position, Partition), &'static str> {
    let mut position = before.position.clone();
    if position.play(color, mv).is_err() {
        return Err("the rules forbid the move");
    }
    let mut partition = before.partition.clone();
    let taken = position.last_removed() as i32;
    match (mv, place) {
        (Move::Play(point), Place::Area(i)) => {
            let area = &before.partition.areas[i];
            let played = area.index(point).and_then(|index| area.play(color, index));
            let Some((after, captured)) = played else {
                return Err("the area does not know the move");
            };
            // Stones taken outside of the area were said to live.
            if captured.abs() != taken {
                return Err("the move takes stones that were taken as alive");
            }
            partition.areas[i] = after;
        }
        (Move::Play(point), Place::Dame) => {
            partition.dame.remove(point);
            // It counts for its owner where stones do.
            partition.safe[color.index()].insert(point);
        }
        // Nobody can make more of a safe territory than its owner has already; a move of his
        // own in it only fills it.
        (_, Place::Own | Place::Pass) => {}
        (_, Place::Theirs) => {
            return Err("it is inside the opponent's territory and costs nothing if he answers");
        }
        (_, Place::Granted) => {
            return Err("it is on ground that was taken as settled, so that its use is not known");
        }
        (_, Place::Unsolved | Place::Area(_) | Place::Dame) => {
            return Err("it is in a part of the board that is not solved");
        }
    }
    let stones = *position.stones(Color::Black) | *position.stones(Color::White);
    let walls = partition.safe[0] | partition.safe[1];
    if !walls.is_subset(&stones) {
        return Err("the move takes stones that were taken as alive");
    }
    Ok((position, partition))
}

/// The stones whose life was assumed.
pub(super) fn assumed_stones(solved: &Solved) -> PointSet {
    let partition = &solved.partition;
    let stones = *solved.position.stones(Color::Black) | *solved.position.stones(Color::White);
    (partition.assumed - partition.granted[0] - partition.granted[1]) & stones
}
