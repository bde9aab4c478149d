//! Whole small boards against plain minimax under area scoring.

mod support;

use board::{Color, Komi, Position, Rules, Scoring, Setup};
use budget::Budget;
use cgt::{Dyadic, Game, Random};
use endgame::{Area, Partition, Solver, Status};
use support::grid::Grid;
use support::minimax;

/// A random legal board of this size with about so many stones in ten.
fn random_board(random: &mut Random, width: usize, height: usize, stones: i64) -> Grid {
    loop {
        let cells = (0..width * height).map(|_| match random.between(0, 9) < stones {
            true if random.one_in(2) => b'x',
            true => b'o',
            false => b'.',
        });
        let grid = Grid { width, cells: cells.collect() };
        if grid.is_legal() {
            return grid;
        }
    }
}

/// A tiny board as one area without walls.
fn one_area(seed: u64, count: usize, sizes: &[(usize, usize)]) {
    let mut random = Random::new(seed);
    let mut solver = Solver::new();
    let mut exact = 0;
    for i in 0..count {
        let (width, height) = sizes[i % sizes.len()];
        let stones = random.between(2, 8);
        let grid = random_board(&mut random, width, height, stones);
        let area: Area = grid.text().parse().unwrap();
        let local = solver.solve(&area, Scoring::Area, &mut Budget::unlimited()).unwrap();
        exact += usize::from(local.value().is_some());
        for first in [0, 1] {
            let (low, high) = minimax::scores(&grid, first);
            let games = solver.games();
            let stop = |game: Game| match first {
                0 => games.left_stop(game).value,
                _ => games.right_stop(game).value,
            };
            let (lower, upper) = (stop(local.lower), stop(local.upper));
            assert!(
                lower <= Dyadic::from(high) && upper >= Dyadic::from(low),
                "{}solver {lower} to {upper}, minimax {low} to {high}, {first} first",
                grid.text()
            );
            if low == high && lower == upper {
                assert_eq!(lower, Dyadic::from(low), "{}", grid.text());
            }
        }
    }
    println!("{exact} of {count} boards without a ko that matters");
}

#[test]
fn tiny_boards_are_one_area() {
    one_area(1, 60, &[(2, 2), (3, 2), (1, 6), (7, 1)]);
}

#[test]
#[ignore = "takes minutes; run in release mode"]
fn small_boards_are_one_area() {
    one_area(2, 1000, &[(2, 2), (3, 2), (1, 6), (7, 1), (4, 2), (3, 3)]);
}

/// A living wall of each colour at the sides, anything between them.
fn composed(random: &mut Random, columns: usize) -> Grid {
    loop {
        let middle = random_board(random, columns, 3, 5);
        let mut text = String::new();
        for (row, sides) in
            [(". x ", "o . "), ("x x ", "o o "), (". x ", "o . ")].iter().enumerate()
        {
            let cells = &middle.cells[row * columns..(row + 1) * columns];
            let cells: String = cells.iter().map(|&c| format!("{} ", c as char)).collect();
            text += &format!("{}{cells}{}\n", sides.0, sides.1);
        }
        let grid = Grid::parse(&text);
        if grid.is_legal() {
            return grid;
        }
    }
}

fn boards(seed: u64, count: usize, columns: usize) {
    let mut random = Random::new(seed);
    let mut solver = Solver::new();
    let mut solved = 0;
    for _ in 0..count {
        let grid = composed(&mut random, columns);
        let setup: Setup = grid.text().to_uppercase().parse().unwrap();
        let rules = Rules { komi: Komi::points(0), ..Rules::chinese() };
        let position = Position::from_setup(&setup, rules).unwrap();
        let safety = tactics::safety::static_safety(&position);
        let partition = Partition::new(&position, &safety);
        let budget = &mut Budget::nodes(1_000_000);
        let solution = solver.solve_board(&position, &partition, Color::Black, budget);
        solved += usize::from(solution.status == Status::Exact);
        // Both sides have six points at the edge whatever happens between.
        let mut immortal = grid.clone();
        for (p, cell) in immortal.cells.iter_mut().enumerate() {
            let column = p % grid.width;
            if column < 2 || column + 2 >= grid.width {
                *cell = if *cell == b'.' { b'#' } else { cell.to_ascii_uppercase() };
            }
        }
        for first in Color::BOTH {
            let (low, high) = minimax::scores(&immortal, first.index());
            if let Some((lower, upper)) = solution.score_bounds[first.index()] {
                let (low, high) = (Dyadic::from(low), Dyadic::from(high));
                assert!(
                    lower <= high
                        && upper >= low
                        && (low != high || lower != upper || lower == low),
                    "{}{first} first: solver {lower} to {upper}, minimax {low} to {high}\n{partition:?}",
                    grid.text(),
                );
            }
        }
    }
    println!("{solved} of {count} boards solved exactly");
}

#[test]
fn composed_boards_are_sums() {
    boards(3, 60, 2);
}

#[test]
#[ignore = "takes minutes; run in release mode"]
fn more_composed_boards_are_sums() {
    boards(4, 600, 2);
    boards(5, 60, 3);
}

/// Plays the line of a solution and solves every board on the way anew: the
/// score must stay what it was.
fn play_out(seed: u64, count: usize, columns: usize, rules: Rules) {
    let mut random = Random::new(seed);
    let mut solver = Solver::new();
    let mut played = 0;
    for i in 0..count {
        let text = composed(&mut random, columns).text().to_uppercase();
        let setup: Setup = text.parse().unwrap();
        let mut position = Position::from_setup(&setup, rules).unwrap();
        let first = Color::BOTH[i % 2];
        let start = solve(&mut solver, &position, first);
        let (Status::Exact, Some(score)) = (start.status, start.score[first.index()]) else {
            continue;
        };
        let mut to_play = first;
        for &(color, mv) in &start.line {
            assert_eq!(color, to_play);
            position.play(color, mv).unwrap_or_else(|why| panic!("{text}{:?}: {why}", start.line));
            to_play = color.opponent();
            let now = solve(&mut solver, &position, to_play);
            if let Some(there) = now.score[to_play.index()] {
                played += 1;
                assert_eq!(there, score, "{text}{:?} after {mv}", start.line);
            }
        }
    }
    println!("{played} positions on the way");
    assert!(played > count);
}

fn solve(solver: &mut Solver, position: &Position, to_play: Color) -> endgame::Solution {
    let safety = tactics::safety::static_safety(position);
    let partition = Partition::new(position, &safety);
    solver.solve_board(position, &partition, to_play, &mut Budget::nodes(1_000_000))
}

#[test]
fn best_lines_keep_the_score() {
    play_out(6, 20, 3, Rules::japanese());
    play_out(7, 20, 3, Rules::chinese());
}

/// A composed board is solved, and its line keeps the score on every board on
/// the way.
#[test]
fn composed_endgames_are_solved_and_played() {
    let mut solver = Solver::new();
    for (seed, rules) in [(1, Rules::japanese()), (2, Rules::chinese()), (3, Rules::aga())] {
        let made = endgame::compose(11, seed, &mut solver, &mut Budget::unlimited());
        let setup = made.unwrap().unwrap();
        let mut position = Position::from_setup(&setup, rules).unwrap();
        let start = solve(&mut solver, &position, Color::Black);
        assert_eq!(start.status, Status::Exact);
        let score = start.score[0].unwrap();
        assert!(!start.best_moves.is_empty());
        for &(color, mv) in &start.line {
            position.play(color, mv).unwrap();
            let next = solve(&mut solver, &position, color.opponent());
            assert_eq!(next.score[color.opponent().index()], Some(score), "seed {seed}, {mv}");
        }
    }
}

/// Boards without an answer give a reason, not a panic.
/// However early the work is stopped, the truth lies between the bounds.
#[test]
fn what_is_stopped_early_stays_true() {
    let setup = endgame::compose(11, 3, &mut Solver::new(), &mut Budget::unlimited());
    let setup = setup.unwrap().expect("a board of this size");
    for rules in [Rules::japanese(), Rules::chinese()] {
        let position = Position::from_setup(&setup, rules).unwrap();
        let safety = tactics::safety::static_safety(&position);
        let partition = Partition::new(&position, &safety);
        let truth = Solver::new().score_board(&position, &partition, &mut Budget::unlimited());
        assert_eq!(truth.status, Status::Exact);
        for nodes in [1, 10, 50, 100, 200, 400, 800, 1600] {
            let mut budget = Budget::nodes(nodes);
            let solution = Solver::new().score_board(&position, &partition, &mut budget);
            for first in [0, 1] {
                let score = truth.score[first].unwrap();
                let (low, high) = solution.score_bounds[first].expect("bounds");
                assert!(low <= score && score <= high, "{nodes}: {low} {score} {high}");
            }
        }
    }
}

#[test]
fn hopeless_boards_say_why() {
    let mut solver = Solver::new();
    for text in [". . .\n. . .\n. . .", ". X .\nX O .\n. . ."] {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let solution = solve(&mut solver, &position, Color::Black);
        assert_eq!(solution.status, Status::Partial);
        assert_eq!(solution.score, [None, None]);
        assert!(!solution.unsolved.is_empty());
        let (low, high) = solution.score_bounds[0].unwrap();
        assert!(low < high);
    }
}

#[test]
fn captures_without_end_do_not_need_a_deep_stack() {
    let setup: Setup = "
        . . O O . X .
        . . . X O X .
        . X O O . X X
        O . . X X X .
        X . . . X X O
        . . X . X X X
        O X X O X . ."
        .parse()
        .expect("a board");
    let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
    // Too much to be solved.
    let work = move || solve(&mut Solver::new(), &position, Color::Black).status;
    let small = std::thread::Builder::new().stack_size(1 << 19).spawn(work).expect("a thread");
    assert_eq!(small.join().expect("no panic"), Status::Partial);
}
