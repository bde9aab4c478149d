//! What a move costs, held against two scores that are found separately.

use board::{Move, PointSet, Position, Rules};
use budget::Budget;
use endgame::{Solver, compose};
use workbench::load::{Wanted, load};
use workbench::report::{Verdict, Walk, Warrant, walk};
use workbench::solve::{Number, solve};

/// The exact score with the player to move first.
fn score(position: &Position) -> i64 {
    let report = solve(position, &PointSet::EMPTY, &mut Budget::unlimited());
    assert_eq!(report.status, "exact");
    let score = match position.to_play() {
        board::Color::Black => report.score.black_first,
        board::Color::White => report.score.white_first,
    };
    match score {
        Some(Number::Whole(score)) => score,
        score => panic!("{score:?}"),
    }
}

/// A record of a setup and one move.
fn record(position: &Position, mv: Move) -> String {
    let letters = |point: board::Point| {
        let point = workbench::notation::to_sgf(point, position.size());
        format!("[{point}]")
    };
    let list = |color| position.stones(color).iter().map(letters).collect::<String>();
    let (black, white) = (list(board::Color::Black), list(board::Color::White));
    let rules = position.rules().name().unwrap();
    let (first, player) = match position.to_play() {
        board::Color::Black => ("B", "B"),
        board::Color::White => ("W", "W"),
    };
    let played = mv.point().map_or("[]".to_string(), letters);
    let size = position.size().width();
    format!("(;SZ[{size}]RU[{rules}]KM[0]AB{black}AW{white}PL[{player}];{first}{played})")
}

#[test]
fn every_cost_is_the_difference_of_two_exact_scores() {
    let mut mistakes = 0;
    for (seed, rules) in [(1, Rules::japanese()), (2, Rules::chinese())] {
        let mut solver = Solver::new();
        let budget = &mut Budget::unlimited();
        let setup = compose(11, seed, &mut solver, budget).unwrap().unwrap();
        let position = Position::from_setup(&setup, rules).unwrap();
        let color = position.to_play();
        let before = score(&position);
        let moves = position.legal_points(color).iter().map(Move::Play).chain([Move::Pass]);
        for mv in moves.collect::<Vec<_>>().into_iter().step_by(5) {
            let text = record(&position, mv);
            let collection = sgf::parse(text.as_str());
            let game = collection.game(0).unwrap();
            let loaded = load(game, &Wanted::default()).unwrap();
            let mut next = |_| Ok(Budget::unlimited());
            let walked = Walk { loaded: &loaded, game, from: None, next: &mut next };
            let report = walk(walked, Solver::new);
            let judged = &report.judged[0];
            assert_eq!(report.positions[0].score, Some(Number::Whole(before)));
            let after = score(&loaded.position);
            let cost = i64::from(color.sign()) * (before - after);
            match judged.verdict {
                // Moves inside the opponent's territory are not judged.
                Verdict::Unknown => assert_eq!(judged.place, "opponent's territory", "{text}"),
                Verdict::Good => assert_eq!(cost, 0, "{text}"),
                Verdict::Mistake => {
                    mistakes += 1;
                    assert_eq!(judged.warrant, Warrant::Proved);
                    let exact = Number::Whole(cost);
                    assert_eq!(judged.cost, Some([exact.clone(), exact]), "{text}");
                }
                verdict => panic!("{verdict:?}: {:?} in {text}", judged.why),
            }
        }
    }
    assert!(mistakes > 3, "{mistakes}");
}
