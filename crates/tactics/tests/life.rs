//! Life and death by name: shapes, kos and sekis as books know them.

use board::{Color, PointSet, Position, Rules, Setup};
use budget::Budget;
use tactics::life::{Arena, Fate, Goal, LifeGame, Outside, Terms, Warrant, area, status};
use tactics::search::{Answer, Ko, Search};

fn position(board: &str) -> Position {
    Position::from_setup(&board.parse::<Setup>().unwrap(), Rules::japanese()).unwrap()
}

fn fate(board: &str, stone: &str, first: Color) -> (Fate, String) {
    let position = position(board);
    let target = PointSet::from(stone.parse::<board::Point>().unwrap());
    let terms = Terms { all_moves: true, ..Terms::default() };
    let found = status(&position, &target, first, terms, &mut Budget::nodes(3_000_000)).unwrap();
    assert!(matches!(found.warrant, Warrant::Proved | Warrant::Walled), "{position:?}");
    (found.reading.fate.expect("decided"), found.reading.moves.to_string())
}

const BULKY_FIVE: &str = "
    . O O O O O . .
    O X X X X O O .
    O X . . X X O .
    O X . . . X O .
    O X X X X X O .
    O O O O O O O .
    . . . . . . . .";

const BULKY_FIVE_WITH_LIBERTIES: &str = "
    . . . . . . . .
    . O O O O O . .
    O X X X X . O .
    O X . . X X . O
    O X . . . X . O
    O X X X X X O .
    O O O O O O O .
    . . . . . . . .";

/// Kierulf 1985, section 4: 16 nodes, and 31 with three outside liberties.
#[test]
fn a_bulky_five_dies_in_few_nodes() {
    for (board, most) in [(BULKY_FIVE, 16), (BULKY_FIVE_WITH_LIBERTIES, 31)] {
        let position = position(board);
        let target = PointSet::from("C6".parse::<board::Point>().unwrap());
        let free = area(&position, &target, 0);
        let arena = Arena::new(&position, &target, &free, Outside::Closed).unwrap();
        let game = LifeGame::new(arena.field::<u64>().unwrap(), Color::Black, Goal::Kill);
        let mut search = Search::new(game, 1 << 20);
        let root = arena.stance(search.game().field(), Color::White, Ko::master(Color::Black));
        assert_eq!(search.solve(&root, &mut Budget::unlimited()), Ok(Answer::Reached));
        assert!(search.nodes() <= most, "{} nodes", search.nodes());
    }
}

/// What is captured although its owner wins every ko is captured whoever wins them.
#[test]
fn what_does_not_hang_on_kos_is_read_once() {
    let position = position(BULKY_FIVE_WITH_LIBERTIES);
    let target = PointSet::from("C6".parse::<board::Point>().unwrap());
    let free = area(&position, &target, 0);
    let arena = Arena::new(&position, &target, &free, Outside::Closed).unwrap();
    let game = LifeGame::new(arena.field::<u64>().unwrap(), Color::Black, Goal::Kill);
    let mut search = Search::new(game, 1 << 20);
    let mut nodes = Vec::new();
    for ko in [Ko::master(Color::Black), Ko::LOCAL, Ko::master(Color::White)] {
        let root = arena.stance(search.game().field(), Color::White, ko);
        assert_eq!(search.solve(&root, &mut Budget::unlimited()), Ok(Answer::Reached));
        nodes.push(search.nodes());
    }
    assert!(nodes[0] > 0 && nodes[1..] == [nodes[0]; 2], "{nodes:?}");
}

#[test]
fn the_vital_point_of_a_bulky_five_kills_and_saves() {
    for board in [BULKY_FIVE, BULKY_FIVE_WITH_LIBERTIES] {
        assert_eq!(fate(board, "C6", Color::White), (Fate::Dead, "D4".to_string()));
        assert_eq!(fate(board, "C6", Color::Black), (Fate::Alive, "C4 D4 D5".to_string()));
    }
}

#[test]
fn four_in_a_row_live_and_a_square_dies() {
    let row = "
        . . . . X O
        X X X X X O
        O O O O O O
        . . . . . .";
    assert_eq!(fate(row, "A3", Color::White).0, Fate::Alive);
    let square = "
        . . X O . .
        . . X O . .
        X X X O . .
        O O O O . .
        . . . . . .";
    assert_eq!(fate(square, "A3", Color::Black).0, Fate::Dead);
}
