//! Local truth: all moves until none is left, canonical games from the end.

use std::collections::HashMap;

use board::Scoring;
use cgt::{Dyadic, Game, Games};

use super::grid::Grid;

/// The lower and upper bound of the value; equal without kos that matter.
pub(crate) fn bounds(grid: &Grid, scoring: Scoring, games: &mut Games) -> (Game, Game) {
    let mut start = grid.clone();
    let area: Vec<bool> = start.cells.iter().map(|c| b".xo".contains(c)).collect();
    start.recognise(false);
    let mut naive = Naive::new(start, area, scoring);
    naive.find_components();
    (naive.bound(0, false, games), naive.bound(0, true, games))
}

struct Naive {
    scoring: Scoring,
    states: Vec<Grid>,
    counts: Vec<i32>,
    /// For each state and colour: captured stones and the next state.
    moves: Vec<[Vec<(i32, usize)>; 2]>,
    component: Vec<usize>,
    memo: HashMap<(usize, bool), Game>,
}

impl Naive {
    fn new(start: Grid, area: Vec<bool>, scoring: Scoring) -> Naive {
        let mut index = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut moves: Vec<[Vec<(i32, usize)>; 2]> = Vec::new();
        while moves.len() < states.len() {
            let state = states[moves.len()].clone();
            let mut both = [Vec::new(), Vec::new()];
            for color in [0, 1] {
                for p in 0..state.cells.len() {
                    let Some((mut after, captured)) = state.play(color, p) else { continue };
                    after.recognise(false);
                    let next = *index.entry(after).or_insert_with_key(|after| {
                        states.push(after.clone());
                        states.len() - 1
                    });
                    both[color].push((captured, next));
                }
            }
            moves.push(both);
        }
        let counts = states.iter().map(|state| state.count(&area)).collect();
        let component = vec![usize::MAX; states.len()];
        Naive { scoring, states, counts, moves, component, memo: HashMap::new() }
    }

    /// Kosaraju: depth-first order, then backwards.
    fn find_components(&mut self) {
        let n = self.states.len();
        let next = |v: usize| self.moves[v].iter().flatten().map(|m| m.1).collect::<Vec<_>>();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
        for v in 0..n {
            for w in next(v) {
                before[w].push(v);
            }
        }
        let mut seen = vec![false; n];
        let mut order = Vec::new();
        let mut stack = vec![(0, next(0))];
        seen[0] = true;
        while let Some((v, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(w) if !seen[w] => {
                    seen[w] = true;
                    stack.push((w, next(w)));
                }
                Some(_) => {}
                None => {
                    order.push(*v);
                    stack.pop();
                }
            }
        }
        for (number, &root) in order.iter().rev().enumerate() {
            let mut stack = vec![root];
            while let Some(v) = stack.pop() {
                if self.component[v] == usize::MAX {
                    self.component[v] = number;
                    stack.extend(&before[v]);
                }
            }
        }
    }

    /// The value when one side may not move inside a component: White for the
    /// upper bound, Black for the lower.
    fn bound(&mut self, v: usize, upper: bool, games: &mut Games) -> Game {
        if let Some(&game) = self.memo.get(&(v, upper)) {
            return game;
        }
        let mut options = [Vec::new(), Vec::new()];
        for color in [0, 1] {
            for (captured, w) in self.moves[v][color].clone() {
                if self.component[v] == self.component[w] && (color == 0) != upper {
                    continue;
                }
                let game = self.bound(w, upper, games);
                let prisoners = match self.scoring {
                    Scoring::Territory if color == 0 => captured,
                    Scoring::Territory => -captured,
                    Scoring::Area => 0,
                };
                options[color].push(games.translate(game, Dyadic::from(prisoners)).unwrap());
            }
        }
        let [left, right] = options;
        let game = match self.scoring {
            Scoring::Territory => games.game(&left, &right).unwrap(),
            Scoring::Area => {
                let count = Dyadic::from(self.counts[v]);
                let best = left.iter().map(|&g| games.right_stop(g).value).max();
                let worst = right.iter().map(|&g| games.left_stop(g).value).min();
                match (best, worst) {
                    (Some(a), Some(b)) if a >= b => {
                        let game = games.game(&left, &right).unwrap();
                        games.reduced(game).unwrap()
                    }
                    (a, b) => {
                        let low = a.map_or(count, |a| count.max(a));
                        Game::number(b.map_or(low, |b| low.min(b)))
                    }
                }
            }
        };
        self.memo.insert((v, upper), game);
        game
    }
}
