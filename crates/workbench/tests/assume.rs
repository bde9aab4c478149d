//! What is assumed is listed, and nothing assumed is called proved.

use board::{PointSet, Position, Rules, Setup};
use budget::Budget;
use endgame::Solver;
use workbench::assume::{score_assuming, solve_assuming};
use workbench::solve::{Number, Report};

fn position(board: &str) -> Position {
    let setup: Setup = board.parse().unwrap();
    Position::from_setup(&setup, Rules::japanese()).unwrap()
}

fn assumes(report: &Report) -> bool {
    let given = &report.assumed_territory;
    [&report.assumed_safe, &given.black, &given.white].iter().any(|points| !points.is_empty())
}

#[test]
fn a_board_that_can_be_proved_needs_no_assumption() {
    let position = position(
        ". X X X X O O O .
         X . X . . . O . O
         X X X X O O O O O
         . X . . X O . . O
         X X X X X O O O O",
    );
    let mut budget = Budget::nodes(200_000);
    let report = solve_assuming(&mut Solver::new(), &position, &PointSet::EMPTY, &mut budget);
    assert_eq!(report.status, "exact");
    assert!(!assumes(&report));
    assert_eq!(report.best_moves, ["E4"]);
}

/// Nobody doubts these territories, but they are too open for short proofs.
const OPEN: &str = "
    . . . . . X O . . . . . .
    . . . . . X O . . . . . .
    . . . . X X O O . . . . .
    . . . . X O O . . . . . .
    . . . . X X X O . . . . .
    . . . . . . X O O O . . .
    . . . . . X . X X O . . .
    . . . . X X X X O O . . .
    . . . . X O O O O . . . .
    . . . X X O . . . . . . .
    . . . X O O . . . . . . .
    . . . X X O . . . . . . .
    . . . . X O . . . . . . .";

#[test]
fn what_is_assumed_is_listed() {
    let position = position(OPEN);
    let mut budget = Budget::nodes(400_000);
    let report = score_assuming(&mut Solver::new(), &position, &PointSet::EMPTY, &mut budget);
    assert_eq!(report.status, "assuming", "{:?}", report.unsolved);
    assert!(assumes(&report));
    assert!(report.assumed_dead.is_empty());
    // Both players have as many points as they surround.
    let expected = Some(Number::Whole(surrounded(&position)));
    assert_eq!(report.score.black_first, expected);
    assert_eq!(report.score.white_first, expected);
}

/// The empty points that reach one color only, Black's minus White's.
fn surrounded(position: &Position) -> i64 {
    let stones = [position.stones(board::Color::Black), position.stones(board::Color::White)];
    let mut score = 0;
    for region in position.empty_points().components() {
        let border = region.border(position.size());
        match stones.map(|stones| border.intersects(stones)) {
            [true, false] => score += region.len() as i64,
            [false, true] => score -= region.len() as i64,
            _ => {}
        }
    }
    score
}

/// Nothing is wrong with E1, but once White fills the neutral point beside it Black has to
/// connect, which costs a point.
#[test]
fn a_stone_that_has_to_be_connected_is_not_assumed_to_live() {
    let lines: Vec<&str> = OPEN.trim().lines().collect();
    let mut board = lines[..11].join("\n");
    board += "\n. . . X O O . . . . . . .\n. . . . X . O . . . . . .";
    let position = position(&board);
    let mut budget = Budget::nodes(800_000);
    let report = score_assuming(&mut Solver::new(), &position, &PointSet::EMPTY, &mut budget);
    assert_eq!(report.status, "assuming", "{:?}", report.unsolved);
    assert!(!report.assumed_safe.contains(&"E1".to_string()));
    let expected = Some(Number::Whole(surrounded(&position) - 1));
    assert_eq!(report.score.black_first, expected);
    assert_eq!(report.score.white_first, expected);
}

#[test]
fn an_empty_board_is_partial_and_says_why() {
    let position = Position::new(board::Size::square(19).unwrap(), Rules::japanese());
    let mut budget = Budget::nodes(100_000);
    let report = solve_assuming(&mut Solver::new(), &position, &PointSet::EMPTY, &mut budget);
    assert_eq!(report.status, "partial");
    assert!(report.unsolved[0].why.contains("surely lives"), "{:?}", report.unsolved);
}
