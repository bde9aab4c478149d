//! Whole boards against the truth: what is called exact equals plain minimax.
//!
//! Long versions: `cargo test --release -p tedomari-endgame --test oracle --
//! --ignored --nocapture`.

mod support;

use board::{Color, Komi, Point, Position, Rules, Scoring, Setup};
use budget::Budget;
use cgt::{Dyadic, Random};
use endgame::{Partition, Solution, Solver, Status};
use support::grid::Grid;
use support::oracle::{Count, Oracle};
use support::random;
use tactics::safety::{self, Effort};

/// What was found on many boards.
#[derive(Default, Debug)]
struct Tally {
    boards: usize,
    exact: usize,
    /// Exact, with something left to play.
    open: usize,
    bounds: usize,
    /// Of those with bounds: the score without ko threats was found; it is the truth.
    quiet: usize,
    quiet_true: usize,
    partial: usize,
    /// Moves weighed against the truth.
    moves: usize,
    /// Those of them after which a ko may matter: what they lose is at most so much.
    moves_with_ko: usize,
    /// Exact claims where the truth depends on a ko.
    ko: usize,
}

const JAPANESE: Rules = Rules { komi: Komi::points(0), ..Rules::japanese() };
const CHINESE: Rules = Rules { komi: Komi::points(0), ..Rules::chinese() };

fn solve(solver: &mut Solver, position: &Position, first: Color) -> (Solution, Partition) {
    let budget = &mut Budget::nodes(1_000_000);
    let safety = safety::analyze(position, Effort::default(), budget);
    let partition = Partition::new(position, &safety);
    (solver.solve_board(position, &partition, first, budget), partition)
}

/// Solves a board and holds every claim against the truth. `grid` has walls in
/// capitals where the oracle takes them as immortal; the solver sees stones only.
fn check(solver: &mut Solver, oracle: &Oracle, grid: &Grid, rules: Rules, tally: &mut Tally) {
    let setup: Setup = grid.text().to_uppercase().parse().unwrap();
    let position = Position::from_setup(&setup, rules).unwrap();
    let count = match rules.scoring {
        Scoring::Area => Count::Area,
        Scoring::Territory => Count::Territory,
    };
    tally.boards += 1;
    for first in Color::BOTH {
        let (solution, partition) = solve(solver, &position, first);
        let truth = oracle.score(grid, first.index(), count);
        let fail = |what: &str| -> ! {
            panic!(
                "{what}\n{}{:?}, {first} first: solver {:?} {:?} {:?}, truth {truth:?}\n\
                 safe {} / {}, territory {} / {}, dame {}\n{:?}",
                grid.text(),
                rules.scoring,
                solution.status,
                solution.score,
                solution.score_bounds,
                partition.safe[0],
                partition.safe[1],
                partition.territory[0],
                partition.territory[1],
                partition.dame,
                solution.areas.iter().map(|a| a.area.to_string()).collect::<Vec<_>>(),
            )
        };
        if let Some((low, high)) = solution.score_bounds[first.index()]
            && (low > Dyadic::from(truth.high.min(1000))
                || high < Dyadic::from(truth.low.max(-1000)))
        {
            fail("the bounds miss the truth");
        }
        match solution.status {
            Status::Exact => {}
            Status::Bounds => {
                tally.bounds += usize::from(first == Color::Black);
                if let Some((low, high)) = solution.without_threats[first.index()]
                    && low == high
                    && let Some(exact) = truth.exact()
                {
                    tally.quiet += 1;
                    tally.quiet_true += usize::from(low == Dyadic::from(exact));
                    if low != Dyadic::from(exact) {
                        println!(
                            "a threat matters: {first} first, {low} becomes {exact}, {:?}\n{}",
                            solution.score_bounds[first.index()],
                            grid.text()
                        );
                    }
                }
                continue;
            }
            _ => {
                tally.partial += usize::from(first == Color::Black);
                continue;
            }
        }
        let Some(score) = solution.score[first.index()] else { fail("exact without a score") };
        if first == Color::Black {
            tally.exact += 1;
            tally.open += usize::from(!solution.losses.is_empty());
        }
        let Some(exact) = truth.exact() else {
            tally.ko += 1;
            println!(
                "exact where a cycle matters:\n{}{:?} {truth:?} {score}",
                grid.text(),
                rules.scoring
            );
            continue;
        };
        if score != Dyadic::from(exact) {
            fail("a wrong score");
        }
        for &(point, loss) in &solution.losses {
            let height = setup.size.height();
            let p = (height - 1 - point.row()) * setup.size.width() + point.column();
            if !oracle.open.contains(&p) {
                continue;
            }
            let then = oracle.score_after(grid, first.index(), p, count);
            if let Some(then) = then.exact() {
                tally.moves += 1;
                let lost = first.sign() * (exact - then);
                let exact = leads_to_exact(solver, &solution, first, point, rules.scoring);
                tally.moves_with_ko += usize::from(!exact);
                let at_most = solution.at_most.contains(point);
                if exact && at_most
                    || loss < Dyadic::from(lost)
                    || !at_most && loss != Dyadic::from(lost)
                {
                    fail(&format!("{point} loses {lost}, not {loss}"));
                }
            }
        }
        let free = solution.losses.iter().filter(|(_, loss)| loss.is_zero());
        if !solution.best_moves.iter().all(|best| free.clone().any(|(point, _)| point == best)) {
            fail("a best move that loses");
        }
    }
}

/// Whether neither the value of another area nor that after a move depends on a ko.
fn leads_to_exact(
    solver: &mut Solver,
    solution: &Solution,
    color: Color,
    point: Point,
    scoring: Scoring,
) -> bool {
    if solution.areas.iter().any(|solved| solved.analysis.is_none()) {
        return false;
    }
    let mut areas = solution.areas.iter();
    let Some(solved) = areas.find(|solved| solved.area.index(point).is_some()) else { return true };
    let moves = solver.moves(&solved.area, color, scoring, &mut Budget::unlimited()).unwrap();
    moves.iter().any(|mv| mv.point == point && mv.lower == mv.upper)
}

/// The position with this number on a board without walls.
fn numbered(width: usize, height: usize, mut code: usize) -> Grid {
    let cells = (0..width * height).map(|_| {
        let cell = b".xo"[code % 3];
        code /= 3;
        cell
    });
    Grid { width, cells: cells.collect() }
}

/// Whether no turned, mirrored or exchanged image comes before the grid.
fn is_first_image(grid: &Grid) -> bool {
    let turns =
        if grid.cells.len() == grid.width * grid.width { &[0, 1, 2, 3][..] } else { &[0, 2] };
    turns.iter().all(|&turn| {
        [(false, false), (false, true), (true, false), (true, true)]
            .iter()
            .all(|&(mirror, swap)| grid.image(turn, mirror, swap).cells >= grid.cells)
    })
}

/// Every position of a board, one of each kind.
fn whole_board(width: usize, height: usize, rules: Rules) {
    let empty = Grid { width, cells: vec![b'.'; width * height] };
    let oracle = Oracle::new(&empty, rules.suicide);
    let mut solver = Solver::new();
    let mut tally = Tally::default();
    for code in 0..3usize.pow((width * height) as u32) {
        let grid = numbered(width, height, code);
        if grid.is_legal() && is_first_image(&grid) {
            check(&mut solver, &oracle, &grid, rules, &mut tally);
        }
    }
    println!("{width}×{height} {:?}: {} sweeps, {tally:?}", rules.scoring, oracle.sweeps);
}

#[test]
fn every_position_of_tiny_boards() {
    for (width, height) in [(1, 1), (2, 1), (2, 2), (3, 2), (7, 1), (4, 2), (3, 3)] {
        for rules in [JAPANESE, CHINESE, WITH_SUICIDE[1]] {
            whole_board(width, height, rules);
        }
    }
}

#[test]
#[ignore = "takes minutes; run in release mode"]
fn every_position_of_small_boards() {
    for (width, height) in [(5, 2), (10, 1), (4, 3), (6, 2)] {
        for rules in [JAPANESE, CHINESE, WITH_SUICIDE[1]] {
            whole_board(width, height, rules);
        }
    }
}

#[test]
#[ignore = "most of a million boards take half an hour; run in release mode"]
fn every_position_of_seven_by_two() {
    for rules in [JAPANESE, CHINESE, WITH_SUICIDE[1]] {
        whole_board(7, 2, rules);
    }
}

/// Random boards between living walls; the solver sees each in some of its
/// images: turned, mirrored, with the colors exchanged.
fn walled_boards(seed: u64, count: usize, sizes: &[(usize, usize)], most: i64, rules: &[Rules]) {
    let mut random = Random::new(seed);
    let mut solver = Solver::new();
    let mut tallies: Vec<Tally> = rules.iter().map(|_| Tally::default()).collect();
    for i in 0..count {
        let (width, height) = sizes[i % sizes.len()];
        let suicide = rules[0].suicide;
        let grid = random::walled_board(&mut random, width, height, most, suicide);
        let turn = random.between(0, 3) as usize;
        let grid = grid.image(turn, false, false);
        let oracle = Oracle::new(&grid, suicide);
        for (rules, tally) in rules.iter().zip(&mut tallies) {
            check(&mut solver, &oracle, &grid, *rules, tally);
        }
    }
    for (rules, tally) in rules.iter().zip(&tallies) {
        println!("{:?}, suicide {}: {tally:?}", rules.scoring, rules.suicide);
        assert!(tally.exact * 2 > count, "too few claims to mean anything");
        // Small boards have hardly a threat that gains nothing by itself.
        assert!(tally.quiet_true * 50 >= tally.quiet * 49, "kos without threats are misjudged");
    }
}

/// Up to 5×5, and small areas on larger boards.
const SIZES: [(usize, usize); 8] = [(5, 5), (5, 5), (5, 4), (4, 4), (5, 5), (7, 3), (7, 5), (9, 7)];

const PLAIN: [Rules; 2] = [JAPANESE, CHINESE];
/// New Zealand's rules, and territory scoring with suicide, which no book has.
const WITH_SUICIDE: [Rules; 2] =
    [Rules { suicide: true, ..JAPANESE }, Rules { komi: Komi::points(0), ..Rules::new_zealand() }];

#[test]
fn boards_between_living_walls() {
    walled_boards(1, 300, &SIZES, 7, &PLAIN);
    walled_boards(2, 200, &SIZES, 7, &WITH_SUICIDE);
}

#[test]
#[ignore = "20,000 boards take minutes; run in release mode"]
fn twenty_thousand_boards_between_living_walls() {
    walled_boards(11, 10_000, &SIZES, 8, &PLAIN);
    walled_boards(12, 2_000, &SIZES, 10, &PLAIN);
    walled_boards(13, 7_000, &SIZES, 8, &WITH_SUICIDE);
    walled_boards(14, 1_000, &SIZES, 10, &WITH_SUICIDE);
}
