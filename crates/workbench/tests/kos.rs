//! Kos on real boards, as `solve` reports them: both ko masters are shown.

use board::{PointSet, Position, Rules, Setup};
use budget::Budget;
use endgame::Solver;
use workbench::assume::solve_assuming;
use workbench::solve::{Ko, Number, Report, solve};

fn report(board: &str) -> Report {
    solve(&position(board), &PointSet::EMPTY, &mut Budget::nodes(1_000_000))
}

fn position(board: &str) -> Position {
    let setup: Setup = board.to_uppercase().parse().unwrap();
    Position::from_setup(&setup, Rules::japanese()).unwrap()
}

/// The report of a board whose stones in capitals are declared alive.
fn declared(board: &str) -> Report {
    let position = position(board);
    let rows: Vec<Vec<char>> = board
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let height = rows.len();
    let walls = position
        .size()
        .points()
        .filter(|point| "XO".contains(rows[height - 1 - point.row()][point.column()]));
    solve(&position, &walls.collect(), &mut Budget::nodes(1_000_000))
}

fn between(low: i64, high: i64) -> Option<[Number; 2]> {
    Some([Number::Whole(low), Number::Whole(high)])
}

fn ko(report: &Report) -> &Ko {
    let [area] = &report.areas[..] else { panic!("one area, not {}", report.areas.len()) };
    assert_eq!((area.status, area.kind.as_deref()), ("bounds", Some("ko")));
    assert!(area.lower.is_some() && area.upper.is_some());
    area.ko.as_ref().expect("a ko")
}

/// Count and move worth, with Black and with White as ko master.
fn masters(ko: &Ko) -> [(&str, &str); 2] {
    [&ko.black_master, &ko.white_master].map(|master| {
        let master = master.as_ref().expect("a thermograph");
        (master.mean.as_str(), master.temperature.as_str())
    })
}

const HALF_POINT: &str = "
    . X . X O . O
    X X X X O O O
    X X X O . O O
    X X X X O O O
    . X . X O . O";

/// One prisoner: a third of a point for each move.
#[test]
fn a_half_point_ko() {
    let report = report(HALF_POINT);
    let ko = ko(&report);
    assert_eq!((ko.name.as_str(), ko.kind), ("direct ko", Some("placid")));
    assert_eq!(masters(ko), [("1/3", "1/3"); 2]);
    // Black takes; White, who may not take back, passes; Black connects: a prisoner. If
    // White connects first, only Black's two eyes more count. A side with threats enough
    // need not even connect, which is a point more for either ko master.
    assert_eq!(report.score_bounds.black_first, between(1, 4));
    assert_eq!(report.without_threats.white_first, between(2, 2));
    assert_eq!(report.without_threats.black_first, between(3, 3));
    assert_eq!((report.status, report.score.black_first.as_ref()), ("bounds", None));
}

/// The same if threats are left out on request: said, and never called proved.
#[test]
fn a_ko_without_threats_is_assumed() {
    let position = position(HALF_POINT);
    let budget = &mut Budget::nodes(1_000_000);
    let report = solve_assuming(&mut Solver::new(), &position, &PointSet::EMPTY, budget);
    assert_eq!((report.status, report.assumed_no_threats), ("assuming", true));
    assert_eq!(report.score.black_first, Some(Number::Whole(3)));
    assert_eq!(report.score.white_first, Some(Number::Whole(2)));
    assert_eq!(report.best_moves, ["E3"]);
}

/// Four stones hang on the ko: 0 if Black connects, −10 if White wins.
#[test]
fn a_direct_ko() {
    let report = report(
        ". O . O X . X . X
         O O O O X X X X X
         O X X X . X X X X
         O . X O X O O O O
         O O O O O O O O O",
    );
    assert_eq!(report.status, "bounds");
    let found = ko(&report);
    assert_eq!((found.name.as_str(), found.kind), ("direct ko", Some("placid")));
    assert_eq!(masters(found), [("-10/3", "10/3"); 2]);
    // Programs read the same.
    let json = serde_json::to_value(&report).unwrap();
    let there = &json["areas"][0]["ko"];
    assert_eq!(there["name"], "direct ko");
    assert_eq!(there["black_master"]["mean"], "-10/3");
    assert_eq!(there["white_master"]["temperature"], "10/3");
    assert!(json["score"]["white_first"].is_null());
    // Each side has two eyes. Black first connects and keeps all; White first takes, and
    // if Black has no threat he ends the ko for ten.
    assert_eq!(report.without_threats.black_first, between(0, 0));
    assert_eq!(report.without_threats.white_first, between(-10, -10));
}

/// What looks like an approach ko between declared walls: White cuts at C5 before he takes the two
/// stones below. But then Black joins them to his wall at D4. Black first takes the ko; White may not
/// take back and has no threat, so Black takes the stone above, too: two prisoners and
/// their points, 4. White can but end the ko by connecting, which leaves nothing to either: a direct ko
/// for 4, whoever is ko master.
#[test]
fn an_approach_that_can_be_answered() {
    let report = declared(
        ". O O X X .
         O O . x X X
         O O x . X X
         O O x o X X
         X X o . O O
         . X X O O .",
    );
    let found = ko(&report);
    assert_eq!(found.kind, Some("placid"));
    assert_eq!(masters(found), [("4/3", "4/3"); 2]);
    assert_eq!(report.status, "bounds");
    assert_eq!(report.without_threats.black_first, between(4, 4));
    assert_eq!(report.without_threats.white_first, between(0, 0));
}

/// Two kos one behind the other. Black first connects at F1 and keeps a point at D1: 1.
/// White must take twice, G1 by F1 and E1 by D1, and each stone taken may be taken back.
///
/// - If White wins every ko he need not even connect: G1 is a prisoner and a point, −2, and so is
///   E1, −4, unless Black saves it: {1 | {−2 | −4}}. If Black wins every ko, D1 and F1 are points: 2.
/// - Either ko master has to connect in the end: 1 for Black; for White two prisoners and a point,
///   −3. From one to the other it takes four moves, each worth 1, and Black is one move from his
///   end: the board counts 0.
/// - Without threats White first takes G1; Black may not take back and saves E1 at D1, White
///   connects: one prisoner, −1.
#[test]
fn a_two_stage_ko() {
    let report = report(
        ". X O . O X . X O .
         X X O O O X X X O O
         . X O . O X . X O .
         X X X O O X X O O O
         X X X X O X O O O O
         X X X . X . X O O O",
    );
    let found = ko(&report);
    assert_eq!((found.name.as_str(), found.kind), ("two-stage ko", Some("placid")));
    assert_eq!(masters(found), [("0", "1"); 2]);
    assert_eq!(found.problem, None);
    assert_eq!(report.areas[0].lower.as_deref(), Some("1||-2|-4"));
    assert_eq!(report.areas[0].upper.as_deref(), Some("2"));
    assert_eq!(report.score_bounds.black_first, between(1, 2));
    assert_eq!(report.score_bounds.white_first, between(-2, 2));
    assert_eq!(report.without_threats.black_first, between(1, 1));
    assert_eq!(report.without_threats.white_first, between(-1, -1));
}

/// White's five stones C1 and Black's five E2 share the liberties D3 and D4 and a ko. Whoever
/// holds the ko can connect: seki, 0 for Black and −1 for White, who has taken a stone. Or he
/// fills a shared liberty and threatens to take all; then the opponent takes the ko first.
/// Raised by Black, the great ko is for 11 (five prisoners, their points, E1) or −14 (one and six
/// prisoners, six points, D1): 11 − 25/3 = 8/3 on the way. Raised by White it is for 13 or −12.
///
/// With Black as ko master raising is worth 11 − 2t to him at temperature t, and White's taking and
/// connecting −1 + t after Black's 11 − 3t: they meet at t = 3, count 5 for the position as it is. With
/// White as ko master his taking and raising is worth −12 + 3t, Black's connecting −t: t = 3, count −3.
/// Without threats nobody can afford to raise: Black first connects, 0; White first takes, and
/// connects while Black may not take back, −1.
#[test]
fn a_ten_thousand_year_ko() {
    let report = report(
        ". X O . X O O .
         X X O . X O O O
         . X O O X X O .
         X X O X . X O O",
    );
    let found = ko(&report);
    assert_eq!((found.name.as_str(), found.kind), ("ten-thousand-year ko", Some("hyperactive")));
    assert_eq!(masters(found), [("5", "3"), ("-3", "3")]);
    assert_eq!(report.without_threats.black_first, between(0, 0));
    assert_eq!(report.without_threats.white_first, between(-1, -1));
    // A ko master may raise it later, too: 13 and −14 are the best that can become of it.
    assert_eq!(report.score_bounds.black_first, between(0, 13));
    assert_eq!(report.score_bounds.white_first, between(-14, 13));
}
