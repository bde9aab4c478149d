//! Multiple invasions: several corridors invaded by one group that is not yet
//! connected (McMillen, *Combinatorial game theory and Go endgames*, section
//! 3.7). The whole is one area and one search; its value is held against the
//! three rules, up to the marked points, which are whole.
//!
//! ```text
//! # X X X X #
//! X o . . X #     a blocked corridor of length two
//! X o X X X X
//! X o . . . O     an unblocked one of length three
//! X o X X X X
//! O . O # # #     the socket: Black can play here only to take the whole group
//! # O # # # #
//! ```

use board::Scoring;
use budget::Budget;
use cgt::{Dyadic, Game};
use endgame::{Area, Solver};

#[derive(Clone, Copy)]
enum Corridor {
    Blocked(usize),
    Unblocked(usize),
}

use Corridor::{Blocked, Unblocked};

impl Corridor {
    fn len(self) -> usize {
        match self {
            Blocked(n) | Unblocked(n) => n,
        }
    }

    /// The chilled value of the corridor alone.
    fn value(self) -> Dyadic {
        match self {
            Blocked(n) => Dyadic::new(1, n as u32 - 1).unwrap(),
            Unblocked(n) => Dyadic::new(1, n as u32 - 3).unwrap(),
        }
    }
}

fn picture(corridors: &[Corridor]) -> String {
    let width = corridors.iter().map(|c| c.len()).max().unwrap() + 3;
    let wall = |start: &str| format!("{start}{}\n", "X".repeat(width - start.len()));
    let mut text = wall("#");
    for (i, corridor) in corridors.iter().enumerate() {
        if i > 0 {
            text += &wall("Xo");
        }
        let end = if matches!(corridor, Blocked(_)) { 'X' } else { 'O' };
        let inside = format!("Xo{}{end}", ".".repeat(corridor.len()));
        text += &format!("{inside}{}\n", "#".repeat(width - inside.len()));
    }
    text + &wall("Xo") + "O.O\n#O#\n"
}

/// The chilled value of the whole.
fn chilled(solver: &mut Solver, corridors: &[Corridor]) -> Game {
    let area: Area = picture(corridors).parse().unwrap();
    let local = solver.solve(&area, Scoring::Territory, &mut Budget::nodes(5_000_000)).unwrap();
    let value = local.value().expect("no ko matters");
    solver.games_mut().chill(value).unwrap()
}

fn sum(corridors: &[Corridor], value: impl Fn(&Corridor) -> Dyadic) -> Dyadic {
    corridors.iter().fold(Dyadic::from(0), |sum, c| sum.add(value(c)).unwrap())
}

fn is_blocked(corridor: &Corridor) -> bool {
    matches!(corridor, Blocked(_))
}

/// What the blocked corridors are worth together. The printed rules speak of the
/// sum of all; where the two differ (unblocked 3 with blocked 2, unblocked 4 with
/// blocked 2 below) the search says that the blocked ones decide.
fn blocked_sum(corridors: &[Corridor]) -> Dyadic {
    sum(corridors, |c| if is_blocked(c) { c.value() } else { Dyadic::from(0) })
}

fn is_the_value(solver: &mut Solver, corridors: &[Corridor], expected: Dyadic) {
    let found = chilled(solver, corridors).as_number().expect("a number");
    let gap = found.sub(expected).unwrap();
    assert!(gap.is_integer(), "{}{found}, not {expected}", picture(corridors));
}

/// Rule 1: if the sum is at least one, it is the value.
#[test]
fn corridors_worth_a_point_are_as_if_connected() {
    let mut solver = Solver::new();
    for corridors in [
        &[Blocked(2), Blocked(2)][..],
        &[Blocked(2), Blocked(2), Blocked(3)],
        &[Blocked(2), Blocked(3), Blocked(3)],
    ] {
        assert!(blocked_sum(corridors) >= Dyadic::from(1));
        is_the_value(&mut solver, corridors, sum(corridors, |c| c.value()));
    }
}

/// Rule 2: otherwise the shortest unblocked corridor, worth m, is worth m/2, and a
/// blocked one, worth b, is worth bm/2.
#[test]
fn an_unblocked_corridor_is_a_way_out() {
    let mut solver = Solver::new();
    for corridors in [
        &[Unblocked(4)][..],
        &[Unblocked(5)],
        &[Unblocked(3), Blocked(2)],
        &[Unblocked(4), Blocked(2)],
        &[Unblocked(4), Blocked(3)],
        &[Blocked(3), Unblocked(5)],
        &[Unblocked(4), Unblocked(4)],
        &[Unblocked(3), Unblocked(5)],
        &[Blocked(2), Blocked(3), Unblocked(3)],
    ] {
        assert!(blocked_sum(corridors) < Dyadic::from(1));
        let unblocked = corridors.iter().filter(|c| !is_blocked(c));
        let m = unblocked.map(|c| c.value()).max().unwrap();
        let half = Dyadic::new(1, 1).unwrap().mul(m).unwrap();
        let expected = sum(corridors, |c| match c {
            Unblocked(_) => c.value(),
            Blocked(_) => c.value().mul(half).unwrap(),
        });
        // The shortest one counts for m less m/2.
        is_the_value(&mut solver, corridors, expected.sub(half).unwrap());
    }
}

/// Rule 3: without an unblocked corridor the value is `miny(x)|0ⁿ`, n one less than
/// the number of corridors. Each stone of the group adds two to x, which is all that
/// depends on the ko that begins when Black's capturing stone in the socket is taken.
#[test]
fn blocked_corridors_are_lost_without_a_point() {
    let mut solver = Solver::new();
    for corridors in [&[Blocked(2), Blocked(3)][..], &[Blocked(3), Blocked(4)], &[Blocked(3); 3]] {
        let area: Area = picture(corridors).parse().unwrap();
        let local = solver.solve(&area, Scoring::Territory, &mut Budget::nodes(1_000_000)).unwrap();
        let games = solver.games_mut();
        let stones = 2 * corridors.len() as i32;
        let number = |n: i32| Game::number(Dyadic::from(n));
        let most = 2 * stones - 4;
        let low = games.game(&[number(most)], &[number(most - 1)]).unwrap();
        let high = games.translate(Game::nimber(1), Dyadic::from(most)).unwrap();
        for (found, x) in [(local.lower, low), (local.upper, high)] {
            let chilled = games.chill(found).unwrap();
            let miny = games.miny(x).unwrap();
            let form = games.zeros_right(miny, corridors.len() as u32 - 1).unwrap();
            let gap = games.sub(chilled, form).unwrap();
            let whole = gap.as_number().is_some_and(Dyadic::is_integer);
            assert!(whole, "{}{}", picture(corridors), games.text(chilled).unwrap());
        }
    }
}
