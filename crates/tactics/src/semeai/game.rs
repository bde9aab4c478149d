//! The race on a field: one player wants the other's block before he loses his own.

use super::count::{Eyes, Tally, margin, tally};
use crate::search::{Cell, Child, Field, Game, Ko, PASS, Stance, Word};

/// What the hunter wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim<W> {
    /// To capture a block before he loses his own; empty if he may lose that.
    Capture { prey: W, own: W },
    /// To make his block live without any answer.
    Live(W),
}

/// The race for one block.
#[derive(Clone, Debug)]
pub(super) struct RaceGame<W> {
    field: Field<W>,
    /// Who wants something.
    hunter: usize,
    /// The block he wants to capture.
    prey: W,
    /// His own block.
    own: W,
    live: bool,
    counting: bool,
    /// Eyes met before.
    eyes: Eyes,
}

impl<W: Word> RaceGame<W> {
    pub(super) fn new(field: Field<W>, hunter: usize, aim: Aim<W>) -> RaceGame<W> {
        let (prey, own, live) = match aim {
            Aim::Capture { prey, own } => (prey, own, false),
            Aim::Live(own) => (W::EMPTY, own, true),
        };
        RaceGame { field, hunter, prey, own, live, counting: true, eyes: Eyes::default() }
    }

    pub(super) fn field(&self) -> &Field<W> {
        &self.field
    }

    /// What is clear without search after a move of `mover`.
    #[inline]
    pub(super) fn verdict(&self, stance: &Stance<W>, mover: usize) -> Option<bool> {
        if self.live {
            return self.lives(stance, mover);
        }
        let left = stance.marked & self.prey;
        if left.is_empty() {
            return Some(true);
        }
        if !self.own.is_empty() && !stance.marked.meets(self.own) {
            return Some(false);
        }
        let hunted = 1 - self.hunter;
        if let Some(captured) = self.count(stance) {
            return Some(captured);
        }
        if mover == self.hunter {
            let only = Stance { marked: left, ..*stance };
            return self.field.doomed(&only, hunted).then_some(true);
        }
        self.field.unconditional(stance, hunted).meets(left).then_some(false)
    }

    /// The same where the hunter wants to live.
    fn lives(&self, stance: &Stance<W>, mover: usize) -> Option<bool> {
        let left = stance.marked & self.own;
        if left.is_empty() {
            return Some(false);
        }
        if mover == self.hunter {
            return self.field.unconditional(stance, self.hunter).meets(left).then_some(true);
        }
        let only = Stance { marked: left, ..*stance };
        self.field.doomed(&only, self.hunter).then_some(false)
    }

    /// What counting says: captured for sure, not to be captured for sure.
    ///
    /// If only one block can be counted, the other needs at least as many moves
    /// as it has liberties, less the common ones that its owner fills.
    #[inline]
    fn count(&self, stance: &Stance<W>) -> Option<bool> {
        if self.own.is_empty() || self.prey.is_empty() || !self.counting {
            return None;
        }
        let (hunter, hunted) = (self.hunter, 1 - self.hunter);
        let field = &self.field;
        let (blocks, [own, prey]) = self.tallies(stance);
        let first = stance.to_play as usize == hunter;
        if let (Some(prey), Some(own)) = (prey, own) {
            return Some(margin(&own, &prey, first) >= 0);
        }
        let empty = field.empty(stance);
        let faster = |fast: usize, slow: &Tally, first: bool| {
            let breath = if blocks[fast].meets(field.shore[fast]) {
                W::CELLS
            } else {
                (field.beside(blocks[fast]) & empty).len()
            };
            breath >= slow.own() + 2 * slow.common + u32::from(!first)
        };
        if let Some(prey) = prey {
            // Who lives has all the time.
            let alive = || field.unconditional(stance, hunter).meets(blocks[hunter]);
            if faster(hunter, &prey, first) || alive() {
                return Some(true);
            }
        }
        own.is_some_and(|own| faster(hunted, &own, !first)).then_some(false)
    }

    /// The two blocks by color, and the liberties of the hunter's and the hunted
    /// one, where they can be counted. Both are on the board.
    #[inline]
    fn tallies(&self, stance: &Stance<W>) -> ([W; 2], [Option<Tally>; 2]) {
        let field = &self.field;
        let mut blocks = [W::EMPTY; 2];
        for (color, racer) in [(self.hunter, self.own), (1 - self.hunter, self.prey)] {
            blocks[color] = field.flood(stance.stones[color], (stance.marked & racer).lowest());
        }
        let tally = |color| tally(field, stance, color, blocks, &self.eyes);
        (blocks, [tally(self.hunter), tally(1 - self.hunter)])
    }

    /// How many moves the hunter is ahead, if both blocks can be counted.
    pub(super) fn margin(&self, stance: &Stance<W>) -> Option<i64> {
        if self.own.is_empty() || self.prey.is_empty() {
            return None;
        }
        let (_, [own, prey]) = self.tallies(stance);
        Some(margin(&own?, &prey?, stance.to_play as usize == self.hunter))
    }

    /// Searches everything to the end.
    #[cfg(test)]
    pub(super) fn without_counting(self) -> RaceGame<W> {
        RaceGame { counting: false, ..self }
    }

    /// The liberties of the opponent's block in the race that lie beside what lives.
    pub(super) fn outside(&self, stance: &Stance<W>) -> W {
        let me = stance.to_play as usize;
        let field = &self.field;
        let theirs = if me == self.hunter { self.prey } else { self.own };
        if self.live {
            return W::EMPTY;
        }
        let left = stance.marked & theirs;
        if left.is_empty() {
            return W::EMPTY;
        }
        let block = field.flood(stance.stones[1 - me], left.lowest());
        let beside = field.shore[me] | field.beside(field.moored(stance, me));
        field.beside(block) & field.empty(stance) & beside
    }

    /// The moves as the search makes them.
    pub(super) fn moves(&self, stance: &Stance<W>) -> Vec<Child<Stance<W>>> {
        let mut children = Vec::new();
        self.children(stance, &mut children);
        children
    }

    fn futile_ko(&self, state: &Stance<W>) -> bool {
        state.to_play as usize == self.hunter && state.threats[1 - self.hunter] == Ko::ALWAYS
    }

    #[inline]
    fn stone(&self, state: &Stance<W>, cell: u32, futile_ko: bool) -> Option<Child<Stance<W>>> {
        let after = self.field.play(state, cell)?;
        if futile_ko && after.ko != PASS && after.marked == state.marked {
            return None;
        }
        let verdict = self.verdict(&after, state.to_play as usize);
        let estimate = if verdict.is_none() { self.estimate(&after) } else { [1, 1] };
        Some(Child { cell: cell as Cell, state: after, verdict, estimate })
    }

    /// How the race looks: by the liberties of the two.
    fn estimate(&self, stance: &Stance<W>) -> [u32; 2] {
        if self.live {
            return [1, 1];
        }
        let prey = (stance.marked & self.prey).lowest();
        let theirs = self.field.liberties(stance, 1 - self.hunter, prey).min(20);
        let own = stance.marked & self.own;
        if own.is_empty() {
            return [theirs.max(1), 1];
        }
        let ours = self.field.liberties(stance, self.hunter, own.lowest()).min(20);
        [1 + (theirs + 2).saturating_sub(ours), 1 + (ours + 2).saturating_sub(theirs)]
    }

    /// The hunter gains nothing by waiting unless a ko must be waited for.
    #[inline]
    fn wait(&self, state: &Stance<W>) -> Option<Child<Stance<W>>> {
        let may = state.to_play as usize != self.hunter || self.field.is_banned(state);
        let after = self.field.pass(state);
        may.then(|| Child {
            cell: PASS,
            state: after,
            verdict: None,
            estimate: self.estimate(&after),
        })
    }

    /// The empty cells worth a move. Left out are moves no better than a pass, or
    /// the same as another:
    ///
    /// - one's own one-point eyes, and cells among one's own living stones,
    /// - one's own *dame*: cells that are nothing but liberties of one block,
    ///   beside living stones of the opponent,
    /// - all dame of a block of the opponent's but the first,
    /// - all common liberties of two blocks but the first, where they are nothing else.
    fn candidates(&self, state: &Stance<W>) -> W {
        let field = &self.field;
        let me = state.to_play as usize;
        let empty = field.empty(state);
        let moored = [field.moored(state, 0), field.moored(state, 1)];
        let beside = [0, 1].map(|c| empty & (field.shore[c] | field.beside(moored[c])));
        let mut left_out = W::EMPTY;
        let mut seen = W::EMPTY;
        for color in [me, 1 - me] {
            let (own, foes) = (state.stones[color], moored[1 - color]);
            // Among the living stones of the other color alone.
            let among = beside[1 - color] & !field.beside(field.area & !foes);
            if color != me {
                left_out |= among;
            }
            let mut rest = beside[1 - color] & !among & !beside[color];
            while !rest.is_empty() {
                let dame = field.flood(rest, rest.lowest());
                rest &= !dame;
                let around = field.beside(dame) & field.area & !dame & !foes;
                if !around.within(own) || around.is_empty() {
                    continue;
                }
                let block = field.flood(own, around.lowest());
                if !around.within(block) || !dame.within(field.beside(block)) {
                    continue;
                }
                if color == me || block.meets(seen) {
                    left_out |= dame;
                } else {
                    left_out |= dame.rest();
                    seen |= block;
                }
            }
        }
        // Cells away from all that lives: eyes of one point, and common liberties.
        let mut rest = empty & !beside[0] & !beside[1];
        let mut pairs = [(W::EMPTY, W::EMPTY); PAIRS];
        let mut count = 0;
        while !rest.is_empty() {
            let room = field.flood(empty, rest.lowest());
            rest &= !room;
            if room.meets(beside[0] | beside[1]) {
                continue;
            }
            let around = field.beside(room) & field.area & !room;
            let blocks = [0, 1].map(|c| {
                let near = around & state.stones[c];
                let block = if near.is_empty() {
                    near
                } else {
                    field.flood(state.stones[c], near.lowest())
                };
                (near.within(block), block)
            });
            if !blocks[0].0 || !blocks[1].0 {
                continue;
            }
            let (black, white) = (blocks[0].1, blocks[1].1);
            if black.is_empty() || white.is_empty() {
                if room.rest().is_empty() && blocks[1 - me].1.is_empty() {
                    left_out |= room;
                }
                continue;
            }
            // Other blocks leave a shape behind when they are captured.
            let racing = black.meets(state.marked) && white.meets(state.marked);
            if !racing || !room.within(field.beside(black)) || !room.within(field.beside(white)) {
                continue;
            }
            if pairs[..count].contains(&(black, white)) {
                left_out |= room;
            } else {
                left_out |= room.rest();
                if count < PAIRS {
                    pairs[count] = (black, white);
                    count += 1;
                }
            }
        }
        empty & !left_out
    }
}

/// More pairs of blocks with common liberties are not told apart.
const PAIRS: usize = 8;

impl<W: Word> Game for RaceGame<W> {
    type State = Stance<W>;

    #[inline]
    fn key(&self, state: &Stance<W>) -> u64 {
        self.field.key(state)
    }

    #[inline]
    fn rank(&self, state: &Stance<W>) -> (u64, i16) {
        self.field.rank(state, self.hunter)
    }

    #[inline]
    fn reaching(&self, state: &Stance<W>) -> bool {
        state.to_play as usize == self.hunter
    }

    fn children(&self, state: &Stance<W>, children: &mut Vec<Child<Stance<W>>>) {
        let futile_ko = self.futile_ko(state);
        for cell in self.candidates(state).cells() {
            children.extend(self.stone(state, cell, futile_ko));
        }
        children.extend(self.wait(state));
    }

    fn child(&self, state: &Stance<W>, cell: Cell) -> Option<Child<Stance<W>>> {
        if cell == PASS {
            return self.wait(state);
        }
        let empty = self.field.empty(state).meets(W::cell(cell as u32));
        if empty { self.stone(state, cell as u32, self.futile_ko(state)) } else { None }
    }
}
