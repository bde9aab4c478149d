//! Whether the result of a game fits its positions, and if not, which moves lost the
//! difference.
//!
//! By best play the score never rises by a move of Black, nor falls by one of White. So
//! following the moves played shows who lost what. A change in favour of the player who
//! moved is nobody's mistake: something was assumed that did not hold, and then nothing is
//! explained.

use board::Color;
use serde::{Deserialize, Serialize};

use super::{Seen, result_text};

/// One game with the positions measured, the earliest first.
pub(super) struct Record {
    /// From 1.
    pub(super) game: usize,
    /// Black minus White without komi, in half points.
    pub(super) result: i64,
    /// How many passes end the record.
    pub(super) passes: usize,
    /// Whether the players stopped there and the board as it stands counts the result.
    pub(super) stopped: bool,
    pub(super) seen: Vec<Seen>,
}

/// How a position and the result go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Finding {
    Agree,
    Threats,
    /// Off by little where the record has no passes: nothing is explained by that.
    Near,
    Explained,
    Differ,
    Within,
    Lost,
    Outside,
    /// Nothing is known of the score.
    Nothing,
}

/// A position that does not fit the result.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Slip {
    pub(super) game: usize,
    pub(super) moves: usize,
    pub(super) bounds: [String; 2],
    pub(super) recorded: String,
    pub(super) finding: Finding,
    /// The moves that changed the score, as it seems.
    pub(super) steps: Vec<Step>,
}

/// One or several moves after which the score is another one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Step {
    /// The first and the last of them: those between could not be told apart.
    pub(super) moves: [usize; 2],
    /// Who lost by it.
    pub(super) player: String,
    pub(super) points: i64,
    /// Whether he is the one who moved. Else an assumption did not hold.
    pub(super) own_move: bool,
}

/// The most moves followed.
const MOST_FOLLOWED: usize = 40;

/// How far, in half points, the result may lie from the score after the last stone where
/// the record stops before the last point.
const LAST_POINTS: i64 = 4;

impl Record {
    /// Judges all positions. `solve` looks at the position after so many moves; `None` if
    /// it was stopped.
    pub(super) fn judge(
        &self,
        solve: impl Fn(usize) -> Option<Seen>,
    ) -> Option<(Vec<Finding>, Vec<Slip>)> {
        let end = self.near_end();
        let mut way = Way { known: self.seen.iter().filter_map(Mark::of).collect(), solve };
        let (mut findings, mut slips) = (Vec::new(), Vec::new());
        for (i, from) in self.seen.iter().enumerate() {
            if let Some(finding) = self.at_sight(from, end) {
                findings.push(finding);
                if finding == Finding::Near {
                    slips.extend(self.slip(from, finding, Vec::new()));
                }
                continue;
            }
            let fits = |one: &&Seen| self.at_sight(one, end).is_some_and(|f| f != Finding::Nothing);
            let to = self.seen[i + 1..].iter().find(fits);
            let mut steps = Vec::new();
            if let (Some(to), Some(from)) = (to, Mark::of(from)) {
                let goal = if to.allows(self.result) { self.result } else { end? };
                let to = Mark { bounds: [goal, goal], ..Mark::of(to)? };
                if to.moves - from.moves <= MOST_FOLLOWED {
                    way.follow(from, to, &mut steps)?;
                }
            } else if let (Some(last), Some(from)) = (self.left_open(), Mark::of(from))
                && last.moves - from.moves <= MOST_FOLLOWED
            {
                way.follow(from, last, &mut steps)?;
                steps.push(self.passing(last));
            }
            let explained = !steps.is_empty() && steps.iter().all(|step| step.own_move);
            let finding = match (from.is_solved(), explained) {
                (true, true) => Finding::Explained,
                (true, false) => Finding::Differ,
                (false, true) => Finding::Lost,
                (false, false) => Finding::Outside,
            };
            findings.push(finding);
            slips.extend(self.slip(from, finding, steps));
        }
        Some((findings, slips))
    }

    /// What can be said without following the moves.
    fn at_sight(&self, one: &Seen, end: Option<i64>) -> Option<Finding> {
        match (one.halves, one.bounds) {
            (Some(halves), _) if one.is_solved() && halves == self.result => Some(Finding::Agree),
            (_, None) => Some(Finding::Nothing),
            _ if one.allows(self.result) && one.is_solved() => Some(Finding::Threats),
            _ if one.allows(self.result) => Some(Finding::Within),
            _ => end.filter(|&end| one.allows(end)).map(|_| Finding::Near),
        }
    }

    /// The score after the last stone, where the record stops without passes while there is
    /// still something to play, and the result is another one, but not by much.
    fn near_end(&self) -> Option<i64> {
        let last = self.seen.iter().find(|one| one.before == 0).filter(|one| one.is_solved())?;
        let score = last.halves?;
        let near = (score - self.result).abs() <= LAST_POINTS;
        let fits = last.allows(self.result);
        (self.passes < 2 && last.open > 0 && near && !fits).then_some(score)
    }

    /// The score after the last stone, where both players passed while there was still
    /// something to play, and the result is another one.
    fn left_open(&self) -> Option<Mark> {
        let last = self.seen.iter().find(|one| one.before == 0).filter(|one| one.is_solved())?;
        let open = self.stopped && last.open > 0 && !last.allows(self.result);
        Mark::of(last).filter(|_| open)
    }

    /// What the passes lost.
    fn passing(&self, last: Mark) -> Step {
        let end = Mark { bounds: [self.result; 2], moves: last.moves + self.passes, ..last };
        Step { own_move: true, ..Step::between(last, end) }
    }

    fn slip(&self, from: &Seen, finding: Finding, steps: Vec<Step>) -> Option<Slip> {
        let [low, high] = from.bounds?;
        Some(Slip {
            game: self.game,
            moves: from.moves,
            bounds: [result_text(low), result_text(high)],
            recorded: result_text(self.result),
            finding,
            steps,
        })
    }
}

/// What is known of the score after some moves.
#[derive(Clone, Copy)]
struct Mark {
    moves: usize,
    to_play: Color,
    bounds: [i64; 2],
}

impl Mark {
    fn of(one: &Seen) -> Option<Mark> {
        Some(Mark { moves: one.moves, to_play: one.to_play, bounds: one.bounds? })
    }

    /// Whether the score cannot be the same at both.
    fn is_apart(self, other: Mark) -> bool {
        let ([low, high], [least, most]) = (self.bounds, other.bounds);
        high < least || most < low
    }
}

impl Step {
    /// The step between two positions whose scores are apart.
    fn between(from: Mark, to: Mark) -> Step {
        let rises = to.bounds[0] > from.bounds[1];
        let lost =
            if rises { to.bounds[0] - from.bounds[1] } else { from.bounds[0] - to.bounds[1] };
        let loser = if rises { Color::White } else { Color::Black };
        Step {
            moves: [from.moves + 1, to.moves],
            player: loser.to_string(),
            points: lost / 2,
            own_move: from.to_play == loser || to.moves > from.moves + 1,
        }
    }
}

/// The moves of a game, with what is known about the positions on the way.
struct Way<S> {
    known: Vec<Mark>,
    solve: S,
}

impl<S: Fn(usize) -> Option<Seen>> Way<S> {
    /// Finds the moves by which the score changed, halving the way; `None` if it was
    /// stopped.
    fn follow(&mut self, from: Mark, to: Mark, steps: &mut Vec<Step>) -> Option<()> {
        if !from.is_apart(to) {
            return Some(());
        }
        let middle = usize::midpoint(from.moves, to.moves);
        let inside = |moves: usize| from.moves < moves && moves < to.moves;
        let mut known: Vec<Mark> =
            self.known.iter().copied().filter(|mark| inside(mark.moves)).collect();
        known.sort_by_key(|mark| mark.moves.abs_diff(middle));
        for mark in known {
            if mark.is_apart(from) || mark.is_apart(to) {
                return self.both(from, mark, to, steps);
            }
        }
        for moves in [middle, middle + 1, middle - 1] {
            if !inside(moves) || self.known.iter().any(|mark| mark.moves == moves) {
                continue;
            }
            let Some(mark) = Mark::of(&(self.solve)(moves)?) else { continue };
            self.known.push(mark);
            if mark.is_apart(from) || mark.is_apart(to) {
                return self.both(from, mark, to, steps);
            }
        }
        steps.push(Step::between(from, to));
        Some(())
    }

    fn both(&mut self, from: Mark, middle: Mark, to: Mark, steps: &mut Vec<Step>) -> Option<()> {
        self.follow(from, middle, steps)?;
        self.follow(middle, to, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Status;
    use super::*;

    fn seen(moves: usize, before: usize, [low, high]: [i64; 2]) -> Seen {
        Seen {
            before,
            moves,
            to_play: if moves.is_multiple_of(2) { Color::Black } else { Color::White },
            status: if low == high { Status::Assuming } else { Status::Bounds },
            halves: (low == high).then_some(low),
            bounds: Some([low, high]),
            seconds: 0.0,
            causes: Vec::new(),
            open: 0,
        }
    }

    fn record(result: i64, seen: Vec<Seen>) -> Record {
        Record { game: 1, result, passes: 2, stopped: false, seen }
    }

    /// White's move 18 loses two points and Black's move 15 one.
    #[test]
    fn two_mistakes_are_found() {
        let score = |moves: usize| match moves {
            0..15 => 10,
            15..18 => 8,
            _ => 12,
        };
        let solve = |moves: usize| Some(seen(moves, 20 - moves, [score(moves); 2]));
        let record = record(12, vec![solve(10).unwrap(), solve(20).unwrap()]);
        let (findings, slips) = record.judge(solve).unwrap();
        assert_eq!(findings, [Finding::Explained, Finding::Agree]);
        let steps: Vec<_> =
            slips[0].steps.iter().map(|s| (s.moves, &s.player[..], s.points)).collect();
        assert_eq!(steps, [([15, 15], "black", 1), ([18, 18], "white", 2)]);
    }

    /// The score rises by Black's own move: an assumption did not hold.
    #[test]
    fn a_gain_by_an_own_move_explains_nothing() {
        let score = |moves: usize| if moves < 15 { 10 } else { 12 };
        let solve = |moves: usize| Some(seen(moves, 20 - moves, [score(moves); 2]));
        let record = record(12, vec![solve(10).unwrap(), solve(20).unwrap()]);
        let (findings, slips) = record.judge(solve).unwrap();
        assert_eq!(findings, [Finding::Differ, Finding::Agree]);
        assert!(!slips[0].steps[0].own_move);
    }

    /// Wide bounds on the way hide which move it was, but not whose.
    #[test]
    fn wide_bounds_leave_a_range() {
        let at = |moves: usize| match moves {
            10 => [10, 10],
            20 => [12, 12],
            _ => [0, 40],
        };
        let solve = |moves: usize| Some(seen(moves, 20 - moves, at(moves)));
        let record = record(12, vec![solve(10).unwrap(), solve(20).unwrap()]);
        let (findings, slips) = record.judge(solve).unwrap();
        assert_eq!(findings, [Finding::Explained, Finding::Agree]);
        assert_eq!(slips[0].steps[0].moves, [11, 20]);
        assert_eq!(slips[0].steps[0].player, "white");
    }

    /// A record without passes that leaves a neutral point, and a result off by one.
    #[test]
    fn little_is_said_of_a_record_without_passes() {
        let mut last = seen(20, 0, [12, 12]);
        last.open = 1;
        let solve = |_: usize| None;
        let mut record = record(10, vec![seen(15, 5, [12, 12]), last]);
        record.passes = 0;
        let (findings, _) = record.judge(solve).unwrap();
        assert_eq!(findings, [Finding::Near, Finding::Near]);
    }

    /// Both pass although White could still make Black fill a point.
    #[test]
    fn passing_may_be_the_mistake() {
        let mut last = seen(20, 0, [10, 10]);
        last.open = 2;
        let solve = |moves: usize| Some(seen(moves, 20 - moves, [10, 10]));
        let mut record = record(12, vec![seen(15, 5, [10, 10]), last]);
        record.stopped = true;
        let (findings, slips) = record.judge(solve).unwrap();
        assert_eq!(findings, [Finding::Explained, Finding::Explained]);
        let steps: Vec<_> =
            slips[0].steps.iter().map(|s| (s.moves, &s.player[..], s.points)).collect();
        assert_eq!(steps, [([21, 22], "white", 1)]);
    }
}
