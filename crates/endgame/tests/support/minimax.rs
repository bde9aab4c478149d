//! Plain minimax under area scoring: both may pass, two passes end the game,
//! every stone on the board counts.
//!
//! Repetition: the side that may not repeat makes no move inside a strongly
//! connected set of positions, the other may. With each side in turn that
//! bounds the score under every ko rule.

use std::collections::HashMap;

use super::grid::Grid;

/// The least and the greatest score with `first` to move.
pub(crate) fn scores(grid: &Grid, first: usize) -> (i32, i32) {
    let mut board = Board::new(grid.clone());
    board.find_components();
    let mut score = |limited: usize| {
        board.memo.clear();
        board.best(0, first, false, limited)
    };
    (score(0), score(1))
}

struct Board {
    counts: Vec<i32>,
    moves: Vec<[Vec<usize>; 2]>,
    component: Vec<usize>,
    memo: HashMap<(usize, usize, bool), i32>,
}

impl Board {
    fn new(start: Grid) -> Board {
        let all = vec![true; start.cells.len()];
        let mut index = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut moves: Vec<[Vec<usize>; 2]> = Vec::new();
        while moves.len() < states.len() {
            let state = states[moves.len()].clone();
            let both = [0, 1].map(|color| {
                let mut list = Vec::new();
                for p in 0..state.cells.len() {
                    if let Some((after, _)) = state.play(color, p) {
                        list.push(*index.entry(after).or_insert_with_key(|after| {
                            states.push(after.clone());
                            states.len() - 1
                        }));
                    }
                }
                list
            });
            moves.push(both);
        }
        let counts = states.iter().map(|state| state.count(&all)).collect();
        Board { counts, component: vec![usize::MAX; moves.len()], moves, memo: HashMap::new() }
    }

    /// Components by going forward, then backward (Kosaraju).
    fn find_components(&mut self) {
        let n = self.moves.len();
        let mut before = vec![Vec::new(); n];
        for v in 0..n {
            for &w in self.moves[v].iter().flatten() {
                before[w].push(v);
            }
        }
        let next = |v: usize| self.moves[v].iter().flatten().copied().collect::<Vec<_>>();
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

    fn best(&mut self, v: usize, color: usize, passed: bool, limited: usize) -> i32 {
        if let Some(&score) = self.memo.get(&(v, color, passed)) {
            return score;
        }
        let better = |a: i32, b: i32| if color == 0 { a.max(b) } else { a.min(b) };
        let mut score = match passed {
            true => self.counts[v],
            false => self.best(v, 1 - color, true, limited),
        };
        for w in self.moves[v][color].clone() {
            if color != limited || self.component[v] != self.component[w] {
                score = better(score, self.best(w, 1 - color, false, limited));
            }
        }
        self.memo.insert((v, color, passed), score);
        score
    }
}
