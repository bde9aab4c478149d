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

/// White holds the ko at the bottom. If Black takes it he can take three stones more by filling
/// their eye: four prisoners and the points below them, b = 8. If White connects, his
/// stones have that eye alone and fall. He takes Black's two stones by filling their last liberty:
/// two prisoners, two points, the eye and the point below it, a = −6. With one liberty
/// that is a direct ko.
///
/// With two liberties White needs one move more, with D = 14 as before. With three
/// stones and three liberties it is two moves more, a = −8 and D = 16. Then White as ko master has a
/// swing of five moves, and Black is two of them from his end: a + 3D/5 at D/5. Black as ko
/// master is sure of b: White's first approach leaves the ko with one approach, b − t with Black to
/// move, and so gains nothing at any temperature. The three liberties are
/// neutral points in the end, an odd number, so that the walls meet at zero.
#[test]
fn approach_kos() {
    let direct = ko("
        # # O # # #
        # # . # . #
        # O x o o X
        # O x o X #
        # # o . # #");
    assert_eq!((direct.name, direct.kind), (KoName::Direct, Some(KoKind::Placid)));
    assert_eq!(masters(&direct), [(ratio(-4, 3), ratio(14, 3)); 2]);
    let one = ko("
        # # O # # #
        # # . # . #
        # O x o o X
        O . x o X #
        # # o . # #");
    assert_eq!((one.name, one.kind), (KoName::Approach, Some(KoKind::Hyperactive)));
    assert_eq!(masters(&one), [(ratio(10, 3), ratio(14, 3)), (ratio(1, 1), ratio(7, 2))]);
    let two = ko("
        # # O # # #
        # # . # # #
        O . x # . #
        # O x o o X
        O . x o X #
        # # o . # #");
    assert_eq!((two.name, two.kind), (KoName::Approach, Some(KoKind::Hyperactive)));
    assert_eq!(masters(&two), [(ratio(8, 1), ratio(0, 1)), (ratio(8, 5), ratio(16, 5))]);
}

/// White's cut above looks like the approach to a ko for Black's two stones on the left, but
/// Black answers it by joining them to his wall. So either side ends this ko at
/// once: b = 4 for two prisoners and their points, a = 0 if White connects.
#[test]
fn an_approach_that_can_be_answered() {
    let ko = ko("
        # O X #
        # . x #
        # x . X
        O x o X
        X o . O
        # X # #");
    assert_eq!(ko.kind, Some(KoKind::Placid));
    assert_eq!(masters(&ko), [(ratio(4, 3), ratio(4, 3)); 2]);
}

/// Two stages: White must win the ko on the left to get at the one on the right, and
/// both may be open at once, so that three positions repeat in a row. Black ends it by
/// connecting between his stones, b = 1, the point on the right. White ends it with two
/// prisoners and a point, a = −3. That is D = 4 in four moves of 1 each; every position
/// of the row counts as many of them as it is away from the ends.
///
/// The bounds: if White loses every ko, both empty points are Black's: 2. If Black loses every
/// ko, he connects for 1, or White takes and connects on the left for a prisoner
/// and its point, after which Black saves the second stone or loses it likewise:
/// 1||-2|-4. That counts a point for leaving a ko open. For scores the ko has to be ended:
/// Black connects for 1 at most; White wins a prisoner on the left for −1, and if he takes
/// the second stone, too, he connects between the kos and keeps a point: −3.
#[test]
fn a_two_stage_ko() {
    let text = "
        # O X O X #
        O x . x . X
        # O X O X #";
    let found = ko(text);
    assert_eq!((found.name, found.kind), (KoName::Stages(2), Some(KoKind::Placid)));
    assert_eq!(found.name.to_string(), "two-stage ko");
    assert_eq!(masters(&found), [(ratio(0, 1), ratio(1, 1)); 2]);
    // White has taken once, and once more: a prisoner each is on the record already.
    for (row, mean) in [(". o x .", 0), (". o . o", 0)] {
        let found = ko(&text.replace("x . x .", row));
        assert_eq!(found.name, KoName::Stages(2));
        assert_eq!(masters(&found), [(ratio(mean, 1), ratio(1, 1)); 2]);
    }
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

/// Three stages: b = 2 for the points on the right, a = −5 for three prisoners and two
/// points, D = 7 in five moves.
#[test]
fn a_three_stage_ko() {
    let ko = ko("
        # O X O X O X #
        O x . x . x . X
        # O X O X O X #");
    assert_eq!((ko.name, ko.kind), (KoName::Stages(3), Some(KoKind::Placid)));
    assert_eq!(masters(&ko), [(ratio(3, 5), ratio(7, 5)); 2]);
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
        # X # O #
        X . . x O
        # # # # #");
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
