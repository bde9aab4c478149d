//! Values that the literature gives for positions, found from the positions.
//! McMillen, *Combinatorial game theory and Go endgames*, chapter 3; Müller
//! 1995, sections 6.1 and 8.1.

use board::{Color, Scoring};
use budget::Budget;
use cgt::{Dyadic, Game, Games};
use endgame::{Area, LocalGame, Solver};

fn solve(solver: &mut Solver, text: &str, scoring: Scoring) -> LocalGame {
    let area: Area = text.parse().unwrap();
    solver.solve(&area, scoring, &mut Budget::nodes(1_000_000)).unwrap()
}

fn value(solver: &mut Solver, text: &str) -> Game {
    let local = solve(solver, text, Scoring::Territory);
    local.value().unwrap_or_else(|| panic!("no ko was expected in\n{text}"))
}

fn chilled(solver: &mut Solver, text: &str) -> Game {
    let value = value(solver, text);
    solver.games_mut().chill(value).unwrap()
}

/// A corridor of Black's with these letters in it and walls at its ends.
fn corridor(closed: char, inside: &str, mouth: char) -> String {
    let roof = "X".repeat(inside.len() + 2);
    format!("{roof}\n{closed}{inside}{mouth}\n{roof}\n")
}

fn plus(games: &mut Games, n: i64, g: Game) -> Game {
    games.translate(g, Dyadic::new(n, 0).unwrap()).unwrap()
}

/// McMillen, theorem 5: a blocked corridor of length n is worth n − 2 marked
/// points and 2^(1−n).
#[test]
fn blocked_corridors() {
    let mut solver = Solver::new();
    for n in 1..=10 {
        let text = corridor('X', &".".repeat(n), 'O');
        let expected = Dyadic::new(1, n as u32 - 1).unwrap();
        let expected = expected.add(Dyadic::from(n as i32 - 2)).unwrap();
        assert_eq!(chilled(&mut solver, &text), Game::number(expected), "length {n}");
    }
}

/// Corollary 2: an unblocked corridor of length n is worth n − 4 marked points
/// and 2^(3−n).
#[test]
fn unblocked_corridors() {
    let mut solver = Solver::new();
    for n in 2..=10i32 {
        let text = corridor('O', &".".repeat(n as usize), 'O');
        let expected = match n {
            2 => Dyadic::from(2),
            _ => Dyadic::new(1, n as u32 - 3).unwrap(),
        };
        let expected = expected.add(Dyadic::from(n - 4)).unwrap();
        assert_eq!(chilled(&mut solver, &text), Game::number(expected), "length {n}");
    }
}

/// Table 3.3: with one white stone at the end, `*`, `↑`, `⇑*`, three ups.
#[test]
fn stars_and_ups() {
    let mut solver = Solver::new();
    for n in 2..=8 {
        let text = corridor('X', &format!("o{}", ".".repeat(n - 1)), 'O');
        let found = chilled(&mut solver, &text);
        let games = solver.games_mut();
        let ups = games.ups(n as i32 - 2);
        let star = Game::nimber(u16::from(n % 2 == 0));
        let infinitesimal = games.add(ups, star).unwrap();
        assert_eq!(found, plus(games, n as i64 - 1, infinitesimal), "length {n}");
    }
}

/// Section 3.4: a threat of x points after one move makes tiny x − 2, and each
/// further point of the corridor a zero before it; Müller's `0|+2`.
#[test]
fn tinies() {
    let mut solver = Solver::new();
    for stones in 2..=4usize {
        for empties in 2..=5usize {
            let text =
                corridor('X', &format!("{}{}", "o".repeat(stones), ".".repeat(empties)), 'O');
            let found = chilled(&mut solver, &text);
            let games = solver.games_mut();
            // Saving k stones is worth 2k points in gote.
            let rest = Game::number(Dyadic::from(2 - 2 * stones as i32));
            let form = games.zeros(empties as u32, rest).unwrap();
            let marked = (2 * stones + empties - 2) as i64;
            assert_eq!(found, plus(games, marked, form), "{text}");
        }
    }
    let threat = chilled(&mut solver, &corridor('X', "oo...", 'O'));
    assert_eq!(solver.games().text(threat).unwrap(), "5|5+tiny(2)");
}

/// Müller 1995, section 8.1: the hot game with two stones in the corridor.
#[test]
fn two_stones_in_a_corridor() {
    let mut solver = Solver::new();
    let found = chilled(&mut solver, &corridor('X', "o.o.", 'O'));
    let games = solver.games_mut();
    let two = Game::number(Dyadic::from(2));
    let hot = games.game(&[two], &[Game::nimber(1)]).unwrap();
    assert_eq!(found, plus(games, 2, hot));
}

/// Nobody moves first in a seki: the value is zero under both ways of scoring,
/// as the seki `22|-8||24|-6` of Müller 1995, section 6.1.
#[test]
fn a_seki_is_zero() {
    let mut solver = Solver::new();
    let text = "
        # X O O O #
        X o x x x O
        X o . . x O
        X o o o x O
        # X X X O #";
    for scoring in [Scoring::Territory, Scoring::Area] {
        let local = solve(&mut solver, text, scoring);
        assert_eq!(local.value(), Some(Game::ZERO), "{scoring:?}");
    }
    let number = |n: i32| Game::number(Dyadic::from(n));
    let games = solver.games_mut();
    let left = games.game(&[number(22)], &[number(-8)]).unwrap();
    let right = games.game(&[number(24)], &[number(-6)]).unwrap();
    assert_eq!(games.game(&[left], &[right]).unwrap(), Game::ZERO);
}

/// Section 6.1: a snapback `4||6|0` is five points; Black need not capture. On this
/// board, where Black's thrown-in stone counts as White's prisoner, it is `4||5|-1`.
#[test]
fn a_snapback_is_five_points() {
    let mut solver = Solver::new();
    let number = |n: i32| Game::number(Dyadic::from(n));
    let games = solver.games_mut();
    let threat = games.game(&[number(6)], &[number(0)]).unwrap();
    assert_eq!(games.game(&[number(4)], &[threat]).unwrap(), number(5));
    let text = "
        # X X #
        X o . X
        X o x O
        # X O #";
    assert_eq!(value(&mut solver, text), number(5));
    // Under area scoring all four points are Black's.
    assert_eq!(solve(&mut solver, text, Scoring::Area).value(), Some(number(4)));
    let area: Area = text.parse().unwrap();
    let mut budget = Budget::nodes(10_000);
    let black = solver.moves(&area, Color::Black, Scoring::Territory, &mut budget).unwrap();
    let white = solver.moves(&area, Color::White, Scoring::Territory, &mut budget).unwrap();
    let games = solver.games_mut();
    let back = games.game(&[number(5)], &[number(-1)]).unwrap();
    assert_eq!(black.iter().map(|m| m.lower).collect::<Vec<_>>(), [number(4)]);
    assert_eq!(white.iter().map(|m| m.lower).collect::<Vec<_>>(), [back]);
}

/// Territory that nobody can invade, whatever is played in it.
#[test]
fn a_room_is_its_points() {
    let mut solver = Solver::new();
    let room = "
        X X X X X
        X . . . X
        X . o . X
        X . . . X
        X X X X X";
    assert_eq!(value(&mut solver, room), Game::number(Dyadic::from(10)));
    let local = solve(&mut solver, room, Scoring::Area);
    assert_eq!(local.value(), Some(Game::number(Dyadic::from(9))));
    // With two eyes inside the room is White's, eyes and all.
    let life = "
        # X X X X X X X #
        X . . . . . . . X
        X . o o o o o . X
        X . o . o . o . X
        X . o o o o o . X
        X . . . . . . . X
        # X X X X X X X #";
    assert_eq!(value(&mut solver, life), Game::number(Dyadic::from(-2)));
}

/// Under area scoring the corridor's points are stones in the end.
#[test]
fn area_scoring_of_corridors() {
    let mut solver = Solver::new();
    let dame = solve(&mut solver, &corridor('X', ".", 'O'), Scoring::Area);
    assert_eq!(solver.games().text(dame.value().unwrap()).unwrap(), "1|-1");
    let two = solve(&mut solver, &corridor('X', "..", 'O'), Scoring::Area);
    assert_eq!(solver.games().text(two.value().unwrap()).unwrap(), "2||0|-2");
}

#[test]
fn moves_of_a_corridor() {
    let mut solver = Solver::new();
    let area: Area = corridor('X', "...", 'O').parse().unwrap();
    let mut budget = Budget::nodes(10_000);
    let black = solver.moves(&area, Color::Black, Scoring::Territory, &mut budget).unwrap();
    let text = |solver: &Solver, g| solver.games().text(g).unwrap();
    let to: Vec<String> = black.iter().map(|m| text(&solver, m.lower)).collect();
    assert_eq!(to[2], "2", "the mouth takes all");
    let white = solver.moves(&area, Color::White, Scoring::Territory, &mut budget).unwrap();
    assert_eq!(text(&solver, white[2].lower), "1|*");
    assert_eq!(white.len(), 3);
}
