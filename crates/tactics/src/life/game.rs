//! The two races of life and death: to capture a group, and to make it live.

use board::Color;

use crate::search::{Cell, Child, Field, Game, Ko, PASS, Stance, Word};

/// What the reacher wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The attacker wants to capture every marked stone.
    Kill,
    /// The defender wants a marked stone that lives without any answer: two eyes,
    /// or a connection to what lives. He who cannot be killed and cannot reach
    /// that lives in seki.
    Live,
}

/// A race on a field.
#[derive(Clone, Debug)]
pub struct LifeGame<W> {
    field: Field<W>,
    defender: usize,
    goal: Goal,
}

impl<W: Word> LifeGame<W> {
    /// The race for `goal`; `defender` owns the marked stones.
    pub fn new(field: Field<W>, defender: Color, goal: Goal) -> LifeGame<W> {
        LifeGame { field, defender: defender.index(), goal }
    }

    /// The field.
    pub fn field(&self) -> &Field<W> {
        &self.field
    }

    pub(super) fn defender(&self) -> usize {
        self.defender
    }

    /// Whether the race is to a capture.
    pub(super) fn kills(&self) -> bool {
        self.goal == Goal::Kill
    }

    fn reacher(&self) -> usize {
        match self.goal {
            Goal::Kill => 1 - self.defender,
            Goal::Live => self.defender,
        }
    }

    /// What is clear without search after a move of `mover`.
    #[inline]
    pub fn verdict(&self, stance: &Stance<W>, mover: usize) -> Option<bool> {
        let killed = if mover == self.defender {
            let eyes = self.field.unconditional(stance, self.defender).meets(stance.marked);
            let alive = eyes || self.field.gets_home(stance, self.defender);
            alive.then_some(false)
        } else {
            let dead = stance.marked.is_empty() || self.field.doomed(stance, self.defender);
            dead.then_some(true)
        };
        killed.map(|killed| killed == (self.goal == Goal::Kill))
    }

    /// The moves as the search makes them.
    pub fn moves(&self, stance: &Stance<W>) -> Vec<Child<Stance<W>>> {
        let mut children = Vec::new();
        self.children(stance, &mut children);
        children
    }
}

impl<W: Word> Game for LifeGame<W> {
    type State = Stance<W>;

    #[inline]
    fn key(&self, state: &Stance<W>) -> u64 {
        self.field.key(state)
    }

    #[inline]
    fn rank(&self, state: &Stance<W>) -> (u64, i16) {
        self.field.rank(state, self.reacher())
    }

    #[inline]
    fn reaching(&self, state: &Stance<W>) -> bool {
        state.to_play as usize == self.reacher()
    }

    fn children(&self, state: &Stance<W>, children: &mut Vec<Child<Stance<W>>>) {
        let futile_ko = self.futile_ko(state);
        children.extend(self.wait(state));
        for cell in self.candidates(state).cells() {
            children.extend(self.stone(state, cell, futile_ko));
        }
    }

    fn child(&self, state: &Stance<W>, cell: Cell) -> Option<Child<Stance<W>>> {
        if cell == PASS {
            return self.wait(state);
        }
        let empty = self.field.empty(state).meets(W::cell(cell as u32));
        if empty { self.stone(state, cell as u32, self.futile_ko(state)) } else { None }
    }
}

impl<W: Word> LifeGame<W> {
    /// Whether a ko that is retaken for ever leads nowhere: the reacher need not
    /// take it, unless the stone he takes is one that he is after.
    fn futile_ko(&self, state: &Stance<W>) -> bool {
        let reacher = self.reacher();
        state.to_play as usize == reacher && state.threats[1 - reacher] == Ko::ALWAYS
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

    /// How hard it looks to reach the goal, and to prevent it: much room makes
    /// killing hard, eyes that stand make living easy.
    fn estimate(&self, state: &Stance<W>) -> [u32; 2] {
        let field = &self.field;
        let own = state.stones[self.defender];
        let moored = field.moored(state, 1 - self.defender);
        let shore = field.shore[1 - self.defender];
        let room = field.area & !own & !moored & !shore & !field.beside(moored);
        // Points all of whose neighbours are the defender's.
        let eyes = (field.area & !own & !shore & !field.beside(field.area & !own)).len() as i32;
        let size = room.len() as i32;
        let kill = 1 + size + eyes;
        let live = 6 - size / 2 - eyes;
        let (kill, live) = (kill.clamp(1, 40) as u32, live.clamp(1, 40) as u32);
        match self.goal {
            Goal::Kill => [kill, live],
            Goal::Live => [live, kill],
        }
    }

    /// The reacher gains nothing by waiting unless a ko must be waited for.
    #[inline]
    fn wait(&self, state: &Stance<W>) -> Option<Child<Stance<W>>> {
        let may = state.to_play as usize != self.reacher() || self.field.is_banned(state);
        let after = self.field.pass(state);
        may.then_some(Child { cell: PASS, state: after, verdict: None, estimate: [1, 1] })
    }

    /// The empty cells worth a move. Left out are moves that are no better than
    /// a pass or the same as another move, whoever wins kos:
    ///
    /// - the defender's on a one-point eye inside one of his blocks,
    /// - the defender's on a *dame*: a cell between one block of his and living
    ///   stones of the attacker, which is nothing but a liberty of that block,
    /// - the attacker's among his own living stones,
    /// - all of the attacker's on the dame of a block but the first.
    ///
    /// In each case the defender, or the attacker, can play on as if the stone
    /// were there.
    fn candidates(&self, state: &Stance<W>) -> W {
        let field = &self.field;
        let defending = state.to_play as usize == self.defender;
        let own = state.stones[self.defender];
        let other = state.stones[1 - self.defender];
        let empty = field.empty(state);
        let shore = field.shore[1 - self.defender];
        let moored = if other.meets(shore) { field.flood(other, other & shore) } else { W::EMPTY };
        // Cells whose neighbours are all of the defender's or of the living attacker's.
        let narrow = empty & !field.beside(field.area & !own & !moored);
        let mut left_out = W::EMPTY;
        let mut seen = W::EMPTY;
        for cell in narrow.cells() {
            let point = W::cell(cell);
            let around = field.beside(point);
            let friends = around & own;
            let beside_foe = point.meets(shore) || around.meets(moored);
            if friends.is_empty() {
                // Only the attacker's: a stone of his changes nothing.
                if !defending && beside_foe {
                    left_out |= point;
                }
                continue;
            }
            // A shore of the defender's is a connection, not a mere liberty.
            if point.meets(field.shore[self.defender]) {
                continue;
            }
            let block = field.flood(own, friends.lowest());
            if !friends.within(block) {
                continue;
            }
            if defending {
                left_out |= point;
            } else if beside_foe {
                if block.meets(seen) {
                    left_out |= point;
                }
                seen |= friends;
            }
        }
        empty & !left_out
    }
}
