//! Captures by kind, one small position each: the rules of Kierulf's move
//! selection (1985, sections 2.1 to 3.2) and the tesuji every player knows.

use board::{Point, Position, Rules, Setup};
use budget::Budget;
use tactics::capture::{Effort, Reading, Success, attack, defend};
use tactics::goal::KoMaster;

fn read(board: &str, prey: &str, hunting: bool, effort: &Effort) -> Reading {
    let setup: Setup = board.parse().expect("a board");
    let position = Position::from_setup(&setup, Rules::japanese()).expect("a position");
    let prey: Point = prey.parse().expect("a point");
    let read = if hunting { attack } else { defend };
    read(&position, prey, effort, &mut Budget::unlimited()).expect("there is no limit")
}

fn effort() -> Effort {
    Effort { nodes: 5_000, prove: true, ..Effort::default() }
}

/// Ataris only, as in Kierulf's section 2.
fn ladder_limits() -> Effort {
    Effort { hunter_liberties: 2, prey_liberties: 1, ..effort() }
}

/// The hunter moves first; gives the code and the move.
#[track_caller]
fn attacked(board: &str, prey: &str, wanted: &str) {
    let found = read(board, prey, true, &effort());
    check(&found, wanted);
    if found.success == Success::Yes {
        assert!(found.proved, "{found:?}");
    }
}

/// The prey moves first.
#[track_caller]
fn defended(board: &str, prey: &str, wanted: &str) {
    check(&read(board, prey, false, &effort()), wanted);
}

#[track_caller]
fn check(found: &Reading, wanted: &str) {
    let first = found.first.map_or("-".to_string(), |p| p.to_string());
    let got = match found.success {
        Success::No => "0".to_string(),
        success => format!("{} {first}", success.code()),
    };
    let mut choices = wanted.split('|');
    assert!(choices.any(|choice| choice.trim() == got), "wanted {wanted}, got {got}: {found:?}");
}

const LADDER: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . O . . . .
    . O X . . . .
    . . O O . . .
    . . . . . . .";

#[test]
fn a_ladder_runs_to_the_edge() {
    defended(LADDER, "C3", "0");
    let before = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O X . . . .
        . O O O . . .
        . . . . . . .";
    attacked(before, "C3", "1 C4|1 D3|1 D4");
}

#[test]
fn a_ladder_breaker_saves() {
    let broken = "
        . . . . . . .
        . . . . . . .
        . . . . X . .
        . . . . . . .
        . . O . . . .
        . O X . . . .
        . . O O . . .
        . . . . . . .";
    check(&read(broken, "C3", false, &ladder_limits()), "1 D3");
    // A net takes it all the same.
    defended(broken, "C3", "0");
}

#[test]
fn a_long_ladder_costs_little() {
    let mut setup = Setup::empty(board::Size::square(19).unwrap());
    let small: Setup = LADDER.parse().unwrap();
    (setup.black, setup.white) = (small.black, small.white);
    let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
    let found =
        defend(&position, "C3".parse().unwrap(), &effort(), &mut Budget::unlimited()).unwrap();
    assert_eq!(found.success, Success::No);
    assert!(found.proved && found.depth > 50 && found.nodes < 8 * found.depth as u64, "{found:?}");
}

#[test]
fn the_prey_takes_a_hunter_in_atari() {
    let board = "
        . . . . . .
        . X X . . .
        X O O X . .
        . X O O . .
        . X X O . .
        . . . . . .";
    defended(board, "B3", "1 A3|1 B1|1 D2");
}

#[test]
fn a_net_holds() {
    let board = "
        . . . . . .
        . . . . . .
        . . . . . .
        . O X . . .
        . O X O . .
        . . O . . .";
    attacked(board, "C2", "1 D4|1 D3|1 C4");
}

#[test]
fn a_snapback_takes() {
    let board = "
        . . . . . .
        . X X . . .
        X O O X X .
        X O . O X .
        X O O . X .
        . X X X . .";
    attacked(board, "B3", "1 D2|1 C3");
}

#[test]
fn a_ko_is_named_by_who_takes_first() {
    let ko = "
        . X O . .
        X . X O .
        . X O . .
        . . . . .";
    attacked(ko, "C3", "2 B3");
}

#[test]
fn a_ko_that_its_owner_can_only_retake_is_lost() {
    // White may retake on D1 as often as she has threats. But she cannot connect on C1,
    // for then A1 is her last liberty.
    let board = "
        X X . . . .
        O X X X . .
        O O O X X .
        . O . O X .";
    let found = read(board, "D1", true, &effort());
    check(&found, "1 C1");
    assert!(!found.proved, "{found:?}");
    // With another eye she connects, and the ko is one.
    let board = "
        X X X . . .
        O O X X . .
        . O O X . .
        O O O X X .
        . O . O X .";
    check(&read(board, "D1", true, &effort()), "2 C1");
}

#[test]
fn the_ko_winner_can_be_given() {
    let ko = "
        . X O . .
        X . X O .
        . X O . .
        . . . . .";
    for (color, wanted) in [(board::Color::White, Success::Yes), (board::Color::Black, Success::No)]
    {
        let effort = Effort { ko: Some(KoMaster::Color(color)), ..effort() };
        assert_eq!(read(ko, "C3", true, &effort).success, wanted, "{color}");
    }
}

#[test]
fn the_hunter_may_not_play_on_the_boundary() {
    let setup: Setup = LADDER.parse().unwrap();
    let boundary = setup.size.points().filter(|p| p.column() + p.row() > 7).collect();
    let found = read(LADDER, "C3", false, &Effort { boundary, ..ladder_limits() });
    assert_eq!(found.success, Success::Yes, "{found:?}");
}

#[test]
fn an_empty_point_and_a_free_block_are_not_captured() {
    attacked("\n. . . .\n. X . .\n. . . .\n. . . .", "A1", "0");
    let free = "
        . . . . . . .
        . . . . . . .
        . X X X X . .
        . . . . . . .
        . . . . . . .";
    attacked(free, "B3", "0");
}

/// Length of the line, nodes that Kierulf's appendix gives for a loose ladder of
/// that length, the prey, and a position of our own.
const LOOSE: &[(usize, u64, &str, &str)] = &[
    (
        11,
        41,
        "D10",
        "
            . . . . . . . . . . . . .
            . . . O . . . . . . . . .
            . . . . O . . . . . . . .
            . . . X . O . . . . . . .
            . . . O O . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . X . . . . .
            . . . . . . . . . . . . .",
    ),
    (
        13,
        55,
        "H10",
        "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . O . X O . . . .
            . . . . . . O . O . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .",
    ),
    (
        15,
        370,
        "E4",
        "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . O . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . X O . . . . . . .
            . . O . O . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .",
    ),
    (
        17,
        332,
        "E9",
        "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . O . X O . . . . . . .
            . . . O . . . . . . . . .
            . . . . O . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .",
    ),
    (
        21,
        188,
        "J8",
        "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . O . . . .
            . . . . . . . O . . . . .
            . . . . . . . . X . . . .
            . . . . . . . . O . . . .
            . . . . . . . O . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .",
    ),
    (
        25,
        176,
        "G9",
        "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . O . . . . . .
            . . . . . . X O . . . . .
            . . . . O . . . O . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .",
    ),
    (
        27,
        226,
        "H10",
        "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . O . O . . . . .
            . . . . . . . X . . . . .
            . . . . . . O . O . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .",
    ),
    (
        31,
        684,
        "F5",
        "
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . O . . . . . . .
            . . . . O . . . . . . . .
            . . . O . X O . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .
            . . . . . . . . . . . . .",
    ),
];

#[test]
fn loose_ladders_cost_no_more_than_in_1985() {
    let loose = Effort { nodes: 700, hunter_liberties: 3, prey_liberties: 2, ..Effort::default() };
    for &(length, most, prey, board) in LOOSE {
        let found = read(board, prey, true, &loose);
        assert_eq!(found.success, Success::Yes, "{length}");
        assert_eq!(found.line.len() | 1, length, "{found:?}");
        assert!(found.nodes <= most, "{length}: {} nodes", found.nodes);
        // A normal ladder does not do it.
        assert_eq!(read(board, prey, true, &ladder_limits()).success, Success::No, "{length}");
    }
}
