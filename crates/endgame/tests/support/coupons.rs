//! Stones on the board beside a stack of coupons, under area scoring, by plain
//! minimax: the walls of a ko's thermographs without a thermograph.
//!
//! The ko master is never kept from taking back; his opponent is, for one turn. Who took
//! what could not be taken back moves on in the area as soon as the other plays elsewhere.
//! A coupon is a move elsewhere; a stack with its steps where the walls turn, and
//! several coupons of each, has no error (see `coupon.rs` of `cgt`). When there are no
//! coupons left, both may pass, and two passes end the game.
//!
//! Play that goes round without end is counted against each side in turn. Where the
//! two results differ there is no answer.

use std::collections::HashMap;

use super::grid::Grid;

/// Coupons for temperatures that are multiples of `1/unit`.
#[derive(Clone, Copy)]
pub(crate) struct Stack {
    pub(crate) unit: i64,
    pub(crate) steps: usize,
    pub(crate) copies: usize,
}

/// The walls at each step from zero up, Black's and White's, in parts of `2 · unit` of a
/// point; `None` if they depend on how endless play is ruled. `master` is 0 for Black.
pub(crate) fn walls(start: &Grid, master: usize, stack: Stack) -> Option<Vec<[i64; 2]>> {
    let play = Play::new(start, master, stack);
    let least = play.results(-ENDLESS);
    let most = play.results(ENDLESS);
    (least == most).then_some(least)
}

const ENDLESS: i64 = i64::MAX / 8;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Phase {
    Free,
    /// The other side has passed.
    Passed,
    /// The other side has taken from this position, which must not come back at once.
    Banned(usize),
    /// The mover took, and the other side played elsewhere.
    Resolve,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    grid: usize,
    color: usize,
    phase: Phase,
}

/// What a state leads to: moves in the area, and a move elsewhere or the end.
struct Choices {
    local: Vec<usize>,
    elsewhere: Option<usize>,
    pass: Pass,
}

enum Pass {
    To(usize),
    End,
    Forbidden,
}

struct Play {
    stack: Stack,
    states: Vec<State>,
    choices: Vec<Choices>,
    counts: Vec<i64>,
}

impl Play {
    fn new(start: &Grid, master: usize, stack: Stack) -> Play {
        let area: Vec<bool> = start.cells.iter().map(|c| b"xo.".contains(c)).collect();
        let mut grids = Grids { index: HashMap::new(), list: Vec::new(), moves: Vec::new() };
        let first = grids.add(start);
        let mut play = Play { stack, states: Vec::new(), choices: Vec::new(), counts: Vec::new() };
        let mut index = HashMap::new();
        let mut add = |states: &mut Vec<State>, state: State| {
            *index.entry(state).or_insert_with(|| {
                states.push(state);
                states.len() - 1
            })
        };
        for color in [0, 1] {
            add(&mut play.states, State { grid: first, color, phase: Phase::Free });
        }
        while play.choices.len() < play.states.len() {
            let State { grid, color, phase } = play.states[play.choices.len()];
            let mut local = Vec::new();
            for to in grids.moves(grid, color) {
                if phase == Phase::Banned(to) {
                    continue;
                }
                let ko = grids.moves(to, 1 - color).contains(&grid);
                let banned = ko && color == master;
                let phase = if banned { Phase::Banned(grid) } else { Phase::Free };
                local.push(add(&mut play.states, State { grid: to, color: 1 - color, phase }));
            }
            let after =
                if matches!(phase, Phase::Banned(_)) { Phase::Resolve } else { Phase::Free };
            let mut next = |phase| add(&mut play.states, State { grid, color: 1 - color, phase });
            let may = phase != Phase::Resolve;
            let elsewhere = may.then(|| next(after));
            let pass = match phase {
                Phase::Resolve => Pass::Forbidden,
                Phase::Passed => Pass::End,
                Phase::Free => Pass::To(next(Phase::Passed)),
                Phase::Banned(_) => Pass::To(next(Phase::Resolve)),
            };
            play.choices.push(Choices { local, elsewhere, pass });
        }
        let unit = 2 * stack.unit;
        play.counts = grids.list.iter().map(|g| i64::from(g.count(&area)) * unit).collect();
        play
    }

    /// Both results at each step if endless play is worth `endless`.
    fn results(&self, endless: i64) -> Vec<[i64; 2]> {
        let rung = self.stack.copies + 1;
        let mut results = Vec::new();
        let mut below: Vec<i64> = Vec::new();
        for coupons in 0..=self.stack.steps * rung {
            let mut now = vec![endless; self.states.len()];
            loop {
                let mut changed = false;
                for state in 0..self.states.len() {
                    let best = self.best(state, coupons, &now, &below);
                    changed |= best != now[state];
                    now[state] = best;
                }
                if !changed {
                    break;
                }
            }
            if coupons % rung == 0 {
                // What the first player gains on the coupons alone: half the temperature.
                let gain = (coupons / rung) as i64;
                results.push([now[0] - gain, now[1] + gain]);
            }
            below = now;
        }
        results
    }

    fn best(&self, state: usize, coupons: usize, now: &[i64], below: &[i64]) -> i64 {
        let State { grid, color, .. } = self.states[state];
        let Choices { local, elsewhere, pass } = &self.choices[state];
        let sign = if color == 0 { 1 } else { -1 };
        let moves = local.iter().map(|&to| now[to]);
        let other = match (coupons, elsewhere, pass) {
            (0, _, Pass::To(to)) => Some(now[*to]),
            (0, _, Pass::End) => Some(self.counts[grid]),
            (0, _, Pass::Forbidden) | (_, None, _) => None,
            (_, Some(to), _) => {
                let rung = self.stack.copies + 1;
                let (step, place) = ((coupons - 1) / rung, (coupons - 1) % rung);
                let coupon = 2 * step as i64 + if place == 0 { 1 } else { 2 };
                Some(below[*to] + sign * coupon)
            }
        };
        moves.chain(other).map(|result| sign * result).max().map_or(-sign * ENDLESS, |r| sign * r)
    }
}

/// The positions met so far and where the moves of each side lead to.
struct Grids {
    index: HashMap<Grid, usize>,
    list: Vec<Grid>,
    moves: Vec<[Option<Vec<usize>>; 2]>,
}

impl Grids {
    fn add(&mut self, grid: &Grid) -> usize {
        if let Some(&known) = self.index.get(grid) {
            return known;
        }
        self.list.push(grid.clone());
        self.moves.push([None, None]);
        self.index.insert(grid.clone(), self.list.len() - 1);
        self.list.len() - 1
    }

    fn moves(&mut self, grid: usize, color: usize) -> Vec<usize> {
        if self.moves[grid][color].is_none() {
            let board = self.list[grid].clone();
            let after = (0..board.cells.len()).filter_map(|p| board.play(color, p));
            let to = after.map(|(after, _)| self.add(&after)).collect();
            self.moves[grid][color] = Some(to);
        }
        self.moves[grid][color].clone().expect("found above")
    }
}
