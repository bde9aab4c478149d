//! Kos on the board, with counts and temperatures worked out by hand.
//!
//! A direct ko in which Black's victory is worth b and White's a, with D = b − a:
//! a move is worth D/3, and the board counts b − D/3 while Black holds the ko, a + D/3
//! while White does, whoever can afford the fight. If White needs one move more than
//! Black before he can win, the board with White holding counts a + 2D/3 at D/3 if
//! Black is ko master, and a + D/2 at D/4 if White is.

use board::Scoring;
use budget::Budget;
use cgt::{KoKind, Rational};
use endgame::{Area, KoName, KoReport, Solver};

fn ratio(n: i128, d: i128) -> Rational {
    Rational::new(n, d).unwrap()
}

fn ko(text: &str) -> KoReport {
    let area: Area = text.parse().unwrap();
    let mut solver = Solver::new();
    let ko = solver.ko(&area, Scoring::Territory, &mut Budget::nodes(100_000)).unwrap();
    ko.expect("it is a ko")
}

/// Count and temperature with Black, then with White as ko master.
fn masters(ko: &KoReport) -> [(Rational, Rational); 2] {
    let read = |walls: &Option<cgt::Thermograph>| {
        let walls = walls.as_ref().expect("a thermograph");
        (walls.mean(), walls.temperature())
    };
    [read(&ko.black_master), read(&ko.white_master)]
}

/// The smallest ko: one prisoner, b = 1 and a = 0.
#[test]
fn a_half_point_ko() {
    let open = ko("
        # X O #
        X o . O
        # X O #");
    assert_eq!((open.name, open.kind), (KoName::Direct, Some(KoKind::Placid)));
    assert_eq!(masters(&open), [(ratio(1, 3), ratio(1, 3)); 2]);
    // Black has taken, and the prisoner is on the record already: b = 0 and a = −1.
    let taken = ko("
        # X O #
        X . x O
        # X O #");
    assert_eq!((taken.name, taken.kind), (KoName::Direct, Some(KoKind::Placid)));
    assert_eq!(masters(&taken), [(ratio(-1, 3), ratio(1, 3)); 2]);
}

/// Four black stones hang on a ko that Black holds. If he connects at the upper
/// right, b = 0 and a neutral point is left; if White takes and connects, he has five
/// prisoners, the four points below them and the eye: a = −10.
#[test]
fn a_direct_ko() {
    let ko = ko("
        # O O O X #
        O x x x . X
        O . x o x O
        # O O O O #");
    assert_eq!((ko.name, ko.kind), (KoName::Direct, Some(KoKind::Placid)));
    assert_eq!(masters(&ko), [(ratio(-10, 3), ratio(10, 3)); 2]);
}

/// White holds the ko at the bottom. If Black takes it and the stone above, he has two
/// prisoners and the points below them: b = 4. White must cut above before he can win
/// the two stones on the left: then he has two prisoners and three points, a = −5. So
/// D = 9 with one move more for White.
#[test]
fn an_approach_ko() {
    let ko = ko("
        # O X #
        # . x #
        # x . X
        O x o X
        X o . O
        # X # #");
    assert_eq!((ko.name, ko.kind), (KoName::Approach, Some(KoKind::Hyperactive)));
    assert_eq!(masters(&ko), [(ratio(1, 1), ratio(3, 1)), (ratio(-1, 2), ratio(9, 4))]);
}

/// Two stages: White must win the ko on the left to get at the one on the right, and
/// both may be open at once, so that more than two positions repeat. That is outside
/// the theory of ko masters; the bounds hold. If White loses every ko, both empty
/// points are Black's: 2. If Black loses every ko, he connects between his stones for
/// 1, the point on the right, or White takes and connects on the left for a prisoner
/// and its point, after which Black saves the second stone or loses it likewise:
/// 1||-2|-4.
///
/// That counts a point for leaving a ko open. For scores the ko has to be ended: Black
/// connects for 1 at most; White wins a prisoner on the left for −1, and if he takes
/// the second stone, too, he connects between the kos and keeps a point: −3.
#[test]
fn a_two_stage_ko_is_bounded() {
    let text = "
        # O X O X #
        O x . x . X
        # O X O X #";
    let ko = ko(text);
    assert_eq!((ko.name, ko.kind), (KoName::Stages(2), None));
    assert_eq!(ko.name.to_string(), "two-stage ko");
    let area: Area = text.parse().unwrap();
    let mut solver = Solver::new();
    let budget = &mut Budget::nodes(10_000);
    let local = solver.solve(&area, Scoring::Territory, budget).unwrap();
    let games = solver.games();
    assert_eq!(games.text(local.lower).unwrap(), "1||-2|-4");
    assert_eq!(games.text(local.upper).unwrap(), "2");
    let stops = |game| [games.left_stop(game).value, games.right_stop(game).value];
    assert_eq!(stops(local.least), [1.into(), (-1).into()]);
    assert_eq!(stops(local.most), [1.into(), 1.into()]);
}

/// White can begin a ko by cutting between his wall and Black's stone: then Black
/// takes to win 1, a prisoner, or White connects to win 3. Black can avoid it by
/// connecting for 0. With D = 4 and {0 | ko}: if Black is ko master White's cut is
/// worth 1 − 2t for Black until t = 4/3, so the board counts −1/3 there; if White is,
/// it is worth −3 + t, which meets −t at t = 1.
#[test]
fn a_ko_may_arise() {
    let ko = ko("
        # O # X # #
        # . x . . O
        # O # # O #");
    assert_eq!((ko.name, ko.kind), (KoName::Latent, Some(KoKind::Hyperactive)));
    assert_eq!(masters(&ko), [(ratio(-1, 3), ratio(4, 3)), (ratio(-1, 1), ratio(1, 1))]);
}

/// Sending two and returning one repeats in another way: bounded, and said. Where no
/// thermograph for a ko master is known the bounds stand for them.
#[test]
fn longer_cycles_are_said() {
    let ko = ko("
        # O X # X #
        # . o o o X
        # # X # # #");
    assert_eq!(ko.name, KoName::LongCycle);
    assert!(ko.black_master.is_some() && ko.white_master.is_some() && ko.kind.is_none());
    let problem = ko.problem.unwrap();
    assert!(problem.contains("repeat in another way") && problem.contains("bounds"));
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
