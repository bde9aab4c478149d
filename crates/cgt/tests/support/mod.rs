//! A second, slow and obvious implementation of games, and random games.
#![allow(dead_code, reason = "each test uses a part of it")]

use cgt::{Dyadic, Error, Game, Games};

/// A game as a plain tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tree {
    pub(crate) left: Vec<Tree>,
    pub(crate) right: Vec<Tree>,
}

impl Tree {
    pub(crate) fn zero() -> Tree {
        Tree { left: vec![], right: vec![] }
    }

    pub(crate) fn integer(n: i32) -> Tree {
        match n {
            0 => Tree::zero(),
            1.. => Tree { left: vec![Tree::integer(n - 1)], right: vec![] },
            _ => Tree { left: vec![], right: vec![Tree::integer(n + 1)] },
        }
    }

    /// The definition of the order, word for word.
    pub(crate) fn le(&self, other: &Tree) -> bool {
        !self.left.iter().any(|l| other.le(l)) && !other.right.iter().any(|r| r.le(self))
    }

    pub(crate) fn neg(&self) -> Tree {
        Tree {
            left: self.right.iter().map(Tree::neg).collect(),
            right: self.left.iter().map(Tree::neg).collect(),
        }
    }

    pub(crate) fn add(&self, other: &Tree) -> Tree {
        let left = self.left.iter().map(|l| l.add(other));
        let left = left.chain(other.left.iter().map(|l| self.add(l))).collect();
        let right = self.right.iter().map(|r| r.add(other));
        let right = right.chain(other.right.iter().map(|r| self.add(r))).collect();
        Tree { left, right }
    }

    /// The canonical form by the definition: remove a dominated option or
    /// bypass a reversible one until there is none, options first.
    pub(crate) fn canonical(&self) -> Tree {
        let mut g = Tree {
            left: self.left.iter().map(Tree::canonical).collect(),
            right: self.right.iter().map(Tree::canonical).collect(),
        };
        while g.simplify_left() || g.simplify_right() {}
        g.left.sort();
        g.right.sort();
        g
    }

    fn simplify_left(&mut self) -> bool {
        for i in 0..self.left.len() {
            let option = &self.left[i];
            if let Some(answer) = option.right.iter().find(|answer| Tree::le(answer, self)) {
                let new = answer.left.clone();
                self.left.remove(i);
                self.left.extend(new);
                return true;
            }
            for j in 0..self.left.len() {
                if i != j && self.left[i].le(&self.left[j]) {
                    self.left.remove(i);
                    return true;
                }
            }
        }
        false
    }

    fn simplify_right(&mut self) -> bool {
        let mut mirror = self.neg();
        let changed = mirror.simplify_left();
        if changed {
            *self = mirror.neg();
        }
        changed
    }

    /// How many positions the tree has.
    pub(crate) fn size(&self) -> usize {
        1 + self.left.iter().chain(&self.right).map(Tree::size).sum::<usize>()
    }

    /// The same game in an arena.
    pub(crate) fn game(&self, games: &mut Games) -> Result<Game, Error> {
        let left = self.left.iter().map(|g| g.game(games)).collect::<Result<Vec<_>, _>>()?;
        let right = self.right.iter().map(|g| g.game(games)).collect::<Result<Vec<_>, _>>()?;
        games.game(&left, &right)
    }

    /// The canonical form of a game of an arena, as a tree.
    pub(crate) fn of(games: &Games, g: Game) -> Tree {
        let mut tree = Tree {
            left: games.left(g).map(|o| Tree::of(games, o)).collect(),
            right: games.right(g).map(|o| Tree::of(games, o)).collect(),
        };
        tree.left.sort();
        tree.right.sort();
        tree
    }
}

/// Random numbers with a seed: SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// A random game tree born by `day`, with at most two options a side.
    pub(crate) fn tree(&mut self, day: u32) -> Tree {
        if day == 0 {
            return Tree::zero();
        }
        let mut side = || {
            let count = [0, 1, 1, 2][self.below(4) as usize];
            (0..count).map(|_| self.tree(day - 1)).collect::<Vec<_>>()
        };
        let left = side();
        Tree { left, right: side() }
    }

    /// A random hot game: at each level Left can move up and Right down, until
    /// numbers with the given denominator are left.
    pub(crate) fn hot(&mut self, games: &mut Games, depth: u32, size: i64, exponent: u32) -> Game {
        self.hot_around(games, depth, size, 0, exponent)
    }

    fn hot_around(
        &mut self,
        games: &mut Games,
        depth: u32,
        size: i64,
        centre: i64,
        exponent: u32,
    ) -> Game {
        if depth == 0 || self.below(6) == 0 {
            return games.number(Dyadic::new(centre, exponent).unwrap());
        }
        let mut side = |sign: i64| {
            let count = 1 + self.below(5) / 4;
            (0..count)
                .map(|_| {
                    let swing = 1 + self.below(size as u64) as i64;
                    let at = centre + sign * swing;
                    self.hot_around(games, depth - 1, size, at, exponent)
                })
                .collect::<Vec<_>>()
        };
        let left = side(1);
        let right = side(-1);
        games.game(&left, &right).unwrap()
    }
}
