//! Kos on real boards, as `solve` reports them: both ko masters are shown.

use board::{PointSet, Position, Rules, Setup};
use budget::Budget;
use workbench::solve::{Ko, Report, solve};

fn report(board: &str) -> Report {
    let setup: Setup = board.parse().unwrap();
    let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
    solve(&position, &PointSet::EMPTY, &mut Budget::nodes(1_000_000))
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

/// One prisoner: a third of a point for each move.
#[test]
fn a_half_point_ko() {
    let report = report(
        ". X . X O . O
         X X X X O O O
         X X X O . O O
         X X X X O O O
         . X . X O . O",
    );
    let ko = ko(&report);
    assert_eq!((ko.name.as_str(), ko.kind), ("direct ko", Some("placid")));
    assert_eq!(masters(ko), [("1/3", "1/3"); 2]);
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
}
