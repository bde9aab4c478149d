//! Kos on the board.

use board::Scoring;
use budget::Budget;
use cgt::{KoKind, Rational};
use endgame::{Area, KoName, Solver};

fn third(n: i128) -> Rational {
    Rational::new(n, 3).unwrap()
}

/// The smallest ko: one prisoner, a third of a point for each move.
#[test]
fn a_half_point_ko() {
    let mut solver = Solver::new();
    let mut budget = Budget::nodes(10_000);
    let open: Area = "
        # X O #
        X o . O
        # X O #"
        .parse()
        .unwrap();
    let ko = solver.ko(&open, Scoring::Territory, &mut budget).unwrap().expect("it is a ko");
    assert_eq!(ko.name, KoName::Direct);
    assert_eq!(ko.kind, Some(KoKind::Placid));
    for walls in [ko.black_master.unwrap(), ko.white_master.unwrap()] {
        assert_eq!(walls.mean(), third(1));
    }
    let taken: Area = "
        # X O #
        X . x O
        # X O #"
        .parse()
        .unwrap();
    let ko = solver.ko(&taken, Scoring::Territory, &mut budget).unwrap().expect("it is a ko");
    assert_eq!(ko.name, KoName::Direct);
    // The prisoner is on the record already.
    assert_eq!(ko.black_master.unwrap().mean(), third(-1));
}

/// No ko, no report.
#[test]
fn a_corridor_is_no_ko() {
    let mut solver = Solver::new();
    let corridor: Area = "
        X X X
        . . O
        X X X"
        .parse()
        .unwrap();
    let mut budget = Budget::nodes(10_000);
    assert_eq!(solver.ko(&corridor, Scoring::Territory, &mut budget).unwrap(), None);
}
