//! The walk back from the end of a game.

use board::{Color, Komi, Move, PointSet, Position};
use budget::Budget;
use cgt::{Dyadic, Rational};
use endgame::{Solution, Solver, Status};

use super::judge::{Judgement, Place, Solved, assumed_stones, judge};
use super::{End, Game, GameReport, Judged, Lost, Moment, Verdict};
use crate::assume::{Agreed, needed, proved_territory, split};
use crate::load::Loaded;
use crate::result::{Recorded, recorded};
use crate::solve::{self, Number, Stats};

/// How a walk is made.
pub struct Walk<'a> {
    /// The game with all its moves.
    pub loaded: &'a Loaded,
    /// What the record says about it.
    pub game: sgf::Game<'a>,
    /// Go back to the position after so many moves, solved or not; without it as far as
    /// positions can be solved.
    pub from: Option<usize>,
    /// Gives the budget for the next position, which comes after so many moves, or ends the
    /// walk with a reason.
    pub next: &'a mut dyn FnMut(usize) -> Result<Budget, String>,
}

/// The walk ends where so many positions in a row could not be solved.
const MOST_UNSOLVED: usize = 4;

/// After so many nodes a solver has grown large and is replaced.
const SOLVER_NODES: u64 = 4_000_000;

/// Walks back through a game and reports.
pub fn walk(walk: Walk<'_>, mut fresh: impl FnMut() -> Solver) -> GameReport {
    let loaded = walk.loaded;
    let last = loaded.moves;
    let offset = last - loaded.position.moves().len();
    let mut solver = fresh();
    let mut position = loaded.position.clone();
    // The second of two passes ends the game: nobody moves after it, and the board is counted
    // as both agree. What it costs is not told by who would move next.
    let passes = position.moves().rev().take(2).filter(|&(_, mv)| mv == Move::Pass).count();
    if let (2, Some((closing, _))) = (passes, position.moves().last()) {
        position.undo();
        position.set_to_play(closing);
    }
    let mut spent = 0;
    let (mut nodes, mut unsolved) = (0, 0);
    let (mut moments, mut judged) = (Vec::new(), Vec::new());
    let mut later: Option<(Solved, Move)> = None;
    let mut agreed = match recorded(walk.game) {
        Some(Recorded::Counted(halves)) => Agreed::new(&position, halves),
        _ => Agreed::default(),
    };
    let final_stones = [*position.stones(Color::Black), *position.stones(Color::White)];
    let ended = loop {
        let moves = offset + position.moves().len();
        let mut budget = match (walk.next)(moves) {
            Ok(budget) => budget,
            Err(why) => break why,
        };
        if spent > SOLVER_NODES {
            (solver, spent) = (fresh(), 0);
        }
        // Before a pass the board is the same, and how it is split does not hang on the turn.
        let partition = match &later {
            Some((next, Move::Pass)) => next.partition.clone(),
            _ => split(&mut solver, &position, &PointSet::EMPTY, &mut agreed, &mut budget),
        };
        let solution = solver.solve_board(&position, &partition, position.to_play(), &mut budget);
        let answer = solve::report(&position, &partition, &solution, &mut solver);
        let here = Solved { position: position.clone(), partition, solution };
        moments.push(moment(moves, &here, answer));
        if let Some((next, mv)) = &later {
            let color = position.to_play();
            let mut judgement = judge(&mut solver, &here, color, *mv, Some(next), &mut budget);
            verify(&here, color, *mv, &final_stones, &mut judgement, &mut budget);
            let answer = &moments[moments.len() - 1].answer;
            judged.push(in_words(moves + 1, color, *mv, &here, judgement, answer));
        }
        nodes += budget.spent();
        spent += budget.spent();
        unsolved = match here.solution.status {
            Status::Partial => unsolved + 1,
            _ => 0,
        };
        if walk.from.is_some_and(|from| moves <= from) {
            break "no more was asked for".to_string();
        }
        if walk.from.is_none() && unsolved == MOST_UNSOLVED {
            break format!("the last {MOST_UNSOLVED} positions looked at could not be solved");
        }
        let Some((color, mv)) = position.undo() else {
            break "the record of moves begins there".to_string();
        };
        position.set_to_play(color);
        agreed.step_back(&position, &here.position);
        later = Some((here, mv));
    };
    moments.reverse();
    judged.reverse();
    if walk.from.is_none() {
        // What could not be solved at the beginning says nothing.
        while moments.len() > 1 && moments[0].answer.status == "partial" {
            moments.remove(0);
            if !judged.is_empty() {
                judged.remove(0);
            }
        }
    }
    let lost = |color: Color| -> i64 {
        let certain = |one: &Judged| match one.cost.as_ref()?[0] {
            Number::Whole(points) if one.verdict == Verdict::Mistake => Some(points),
            _ => None,
        };
        let color = color.to_string();
        judged.iter().filter(|one| one.color == color).filter_map(certain).sum()
    };
    GameReport {
        schema: "tedomari.report/1",
        game: game(walk.game),
        width: position.size().width(),
        height: position.size().height(),
        rules: position.rules().name().unwrap_or("custom").to_string(),
        komi: position.rules().komi.to_string(),
        moves: last,
        from: moments.first().map_or(last, |moment: &Moment| moment.moves),
        ended,
        lost: Lost { black: lost(Color::Black), white: lost(Color::White) },
        end: end(walk.game, &loaded.position, moments.last()),
        positions: moments,
        judged,
        stats: Stats { nodes, seconds: 0.0 },
    }
}

/// Takes verdicts back where the assumptions they rest on are shaken: by the game itself, or
/// by a closer look at the stones beside the move.
fn verify(
    before: &Solved,
    color: Color,
    mv: Move,
    final_stones: &[PointSet; 2],
    judgement: &mut Judgement,
    budget: &mut Budget,
) {
    if !matches!(judgement.verdict, Verdict::Mistake | Verdict::Open) {
        return;
    }
    let assumed = assumed_stones(before);
    let [black, white] = Color::BOTH.map(|color| *before.position.stones(color));
    let taken = assumed & ((black - final_stones[0]) | (white - final_stones[1]));
    if !taken.is_empty() {
        judgement.doubt(format!("stones taken as alive ({taken}) are captured later in the game"));
        return;
    }
    if judgement.place == Place::Own
        && let Move::Play(point) = mv
        && !proved_territory(&before.position, color, budget).contains(point)
    {
        judgement.doubt(
            "it is inside territory whose walls were taken as alive; whether they need the move is \
             not known"
                .to_string(),
        );
        return;
    }
    // Does the mover's own wall need the move, or does it threaten the opponent's?
    let Move::Play(point) = mv else { return };
    let near = match judgement.place {
        Place::Area(i) => before.partition.areas[i].points().iter().copied().collect(),
        _ => PointSet::from_iter([point]),
    };
    let beside = near.border(before.position.size()) & assumed;
    let mut after = before.position.clone();
    if after.play(color, mv).is_err() {
        return;
    }
    for (position, owner) in [(&before.position, color), (&after, color.opponent())] {
        let mut walls = beside & *position.stones(owner);
        while let Some(anchor) = walls.first() {
            walls -= position.block(anchor);
            if needed(position, owner, anchor, budget) {
                judgement.doubt(match owner == color {
                    true => format!("the stones at {anchor} may need the move to live"),
                    false => format!("the move may threaten the stones at {anchor}"),
                });
                return;
            }
        }
    }
}

fn moment(moves: usize, here: &Solved, answer: solve::Report) -> Moment {
    let first = here.position.to_play().index();
    let solution = &here.solution;
    let pair = |(low, high): (Dyadic, Dyadic)| [Number::from(low), Number::from(high)];
    let (temperature, hotter) = temperature(here);
    Moment {
        moves,
        score: solution.score[first].map(Number::from),
        bounds: solution.score_bounds[first].map(pair),
        temperature: temperature.map(|temperature| temperature.to_string()),
        hotter,
        answer,
    }
}

/// What the largest move is worth, and whether there may be larger ones.
fn temperature(here: &Solved) -> (Option<Rational>, bool) {
    let Solution { areas, unsolved, .. } = &here.solution;
    let mut hottest = None;
    let mut hotter = !unsolved.is_empty();
    for area in areas {
        let own = area.analysis.as_ref().map(|analysis| analysis.temperature);
        let masters = area.ko.iter().flat_map(|ko| [&ko.black_master, &ko.white_master]);
        let of_ko = masters.flatten().map(|thermograph| thermograph.temperature()).max();
        hotter |= own.is_none();
        hottest = hottest.max(own).max(of_ko);
    }
    if !here.partition.dame.is_empty() {
        let neutral = match here.position.rules().scoring {
            board::Scoring::Territory => 0,
            board::Scoring::Area => 1,
        };
        hottest = hottest.max(Some(Rational::from(neutral)));
    }
    (hottest, hotter)
}

fn in_words(
    number: usize,
    color: Color,
    mv: Move,
    before: &Solved,
    judgement: Judgement,
    answer: &solve::Report,
) -> Judged {
    let area = match judgement.place {
        Place::Area(i) => {
            let point = before.partition.areas[i].points().first().map(ToString::to_string);
            let holds = |area: &&solve::AreaReport| {
                point.as_ref().is_some_and(|point| area.points.contains(point))
            };
            answer.areas.iter().find(holds).map(|area| area.id)
        }
        _ => None,
    };
    let pair = |(least, most): (Dyadic, Dyadic)| [Number::from(least), Number::from(most)];
    // What would have been better is of interest only where something was lost.
    let lost = matches!(judgement.verdict, Verdict::Mistake | Verdict::Open);
    Judged {
        number,
        color: color.to_string(),
        mv: mv.to_string(),
        verdict: judgement.verdict,
        cost: judgement.cost.map(pair),
        cost_without_threats: judgement.without_threats.map(Number::from),
        scores: judgement.scores.map(|scores| scores.map(Number::from)),
        warrant: judgement.warrant,
        place: judgement.place.name(),
        area,
        better: if lost { answer.best_moves.clone() } else { Vec::new() },
        line: if lost { answer.line.clone() } else { Vec::new() },
        why: judgement.why,
    }
}

fn game(game: sgf::Game<'_>) -> Game {
    let text = |name: &str| {
        let text = game.root().simple_text(name)?;
        Some(text.trim().to_string()).filter(|text| !text.is_empty())
    };
    Game {
        black: text("PB"),
        black_rank: text("BR"),
        white: text("PW"),
        white_rank: text("WR"),
        date: text("DT"),
        event: text("EV"),
        result: text("RE"),
    }
}

fn end(game: sgf::Game<'_>, position: &Position, last: Option<&Moment>) -> End {
    let Some(Number::Whole(points)) =
        last.filter(|last| last.answer.status != "partial").and_then(|last| last.score.clone())
    else {
        return End::default();
    };
    let halves = 2 * points - i64::from(position.rules().komi.in_halves());
    let agrees = match recorded(game) {
        Some(Recorded::Counted(counted)) => Some(i64::from(counted) == halves),
        _ => None,
    };
    End { score: Some(margin(halves)), agrees }
}

/// `B+3.5`, `W+2` or `0`.
fn margin(halves: i64) -> String {
    let size = Komi::halves(i32::try_from(halves.abs()).unwrap_or(i32::MAX));
    match halves.signum() {
        1 => format!("B+{size}"),
        -1 => format!("W+{size}"),
        _ => "0".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Wanted, load};
    use crate::report::Warrant;

    fn report(sgf: &str) -> GameReport {
        let collection = sgf::parse(sgf);
        let game = collection.game(0).unwrap();
        let loaded = load(game, &Wanted::default()).unwrap();
        let mut next = |_| Ok(Budget::nodes(2_000_000));
        walk(Walk { loaded: &loaded, game, from: None, next: &mut next }, Solver::new)
    }

    /// The board of `examples/endgame.sgf`: E4 is worth 7/4, E8 one, E2 3/4 points.
    const BOARD: &str = "(;SZ[9]RU[Japanese]KM[0]RE[B+1]\
        AB[ba][ca][da][ea][ab][cb][ac][bc][cc][dc][bd][ed][ae][be][ce][de][ee][af][ag][bg][cg][dg]\
        [ah][ch][dh][bi][ci][di]\
        AW[fa][ga][ha][gb][ib][ec][fc][gc][hc][ic][fd][id][fe][ge][he][ie][if][eg][fg][gg][hg][ig]\
        [hh][ei][fi][gi][hi][ii]PL[B]";

    #[test]
    fn the_pass_that_ends_the_game_is_not_judged() {
        let report = report(&format!("{BOARD};B[];W[];B[])"));
        let judged: Vec<(usize, bool)> =
            report.judged.iter().map(|one| (one.number, one.verdict == Verdict::Mistake)).collect();
        assert_eq!(judged, [(1, true), (2, true)]);
        assert_eq!(report.positions.len(), 3);
    }

    #[test]
    fn a_proved_mistake_costs_what_exact_play_says() {
        // Black plays E2 instead of E4; then the best line follows.
        let report = report(&format!("{BOARD};B[eh])"));
        assert_eq!(report.positions.len(), 2);
        let first = &report.positions[0];
        assert_eq!(first.answer.status, "exact");
        assert_eq!(first.score, Some(Number::Whole(2)));
        assert_eq!(first.temperature.as_deref(), Some("7/4"));
        let judged = &report.judged[0];
        assert_eq!(judged.verdict, Verdict::Mistake);
        assert_eq!(judged.warrant, Warrant::Proved);
        assert_eq!(judged.better, ["E4"]);
        // The loss is the difference of two exact scores, each found on its own.
        let after = report.positions[1].score.clone();
        assert_eq!(judged.scores, Some([Number::Whole(2), after.clone().unwrap()]));
        let Some([Number::Whole(least), Number::Whole(most)]) = judged.cost else {
            panic!("{judged:?}")
        };
        assert_eq!(least, most);
        assert_eq!(Some(Number::Whole(2 - least)), after);
        assert_eq!(report.lost, Lost { black: least, white: 0 });
    }

    #[test]
    fn best_play_has_no_mistakes_and_the_score_stays() {
        let line = ";B[ef];W[eb];B[eh];W[ff];B[fh];W[gh];B[db];W[];B[]";
        let report = report(&format!("{BOARD}{line})"));
        assert_eq!(report.positions.len(), 9);
        assert!(report.positions.iter().all(|moment| moment.score == Some(Number::Whole(2))));
        assert!(report.judged.iter().all(|judged| judged.verdict == Verdict::Good), "{report:?}");
        // The temperature never rises here.
        assert_eq!(report.end.score.as_deref(), Some("B+2"));
        assert_eq!(report.end.agrees, Some(false));
    }

    #[test]
    fn passing_too_early_costs_what_is_left() {
        let report = report(&format!("{BOARD};B[];W[];B[ef])"));
        let costs: Vec<_> = report.judged.iter().map(|judged| judged.cost.clone()).collect();
        // With White first the score is 0; White's pass gives the move back.
        let [a, b] = [2, 2].map(|points| Some([Number::Whole(points), Number::Whole(points)]));
        assert_eq!(costs[..2], [a, b]);
        assert_eq!(report.judged[0].place, "pass");
    }

    #[test]
    fn an_open_board_is_said_not_to_be_solved() {
        let report = report("(;SZ[9];B[ee];W[cc];B[gc])");
        assert!(report.judged.iter().all(|judged| judged.verdict != Verdict::Mistake));
        assert_eq!(report.positions.len(), 1);
        assert!(!report.positions[0].answer.unsolved.is_empty());
    }
}
