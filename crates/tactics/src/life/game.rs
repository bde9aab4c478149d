//! The two races of life and death: to capture a group, and to make it live.

use board::Color;

use crate::search::{Child, Field, Game, Ko, PASS, Stance, Word};

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
            let alive = self.field.unconditional(stance, self.defender).meets(stance.marked);
            alive.then_some(false)
        } else {
            stance.marked.is_empty().then_some(true)
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
    fn reaching(&self, state: &Stance<W>) -> bool {
        state.to_play as usize == self.reacher()
    }

    fn children(&self, state: &Stance<W>, children: &mut Vec<Child<Stance<W>>>) {
        let me = state.to_play as usize;
        let reacher = self.reacher();
        // A ko that is retaken for ever leads nowhere: the reacher need not take it,
        // unless the stone he takes is one that he is after.
        let futile_ko = me == reacher && state.threats[1 - reacher] == Ko::ALWAYS;
        for cell in self.field.empty(state).cells() {
            let Some(after) = self.field.play(state, cell) else { continue };
            if futile_ko && after.ko != PASS && after.marked == state.marked {
                continue;
            }
            let verdict = self.verdict(&after, me);
            children.push(Child { cell: cell as u8, state: after, verdict, estimate: [1, 1] });
        }
        // The reacher gains nothing by waiting unless a ko must be waited for.
        if me != reacher || self.field.is_banned(state) {
            let after = self.field.pass(state);
            children.push(Child { cell: PASS, state: after, verdict: None, estimate: [1, 1] });
        }
    }
}
