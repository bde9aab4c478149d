//! An eye space as a graph, and the fight in it.

use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

/// Cells that touch each other, the surrounding block, or living stones of the
/// opponent.
#[derive(Clone, Debug, Default)]
pub struct Eyespace {
    /// The cells beside each cell.
    pub beside: Vec<u32>,
    /// Cells that touch the surrounding block.
    pub wall: u32,
    /// Cells that touch living stones of the opponent.
    pub open: u32,
    /// The owner's and the opponent's stones inside.
    pub stones: [u32; 2],
    /// Cells that are no points of the space: corners of its wall, and approach
    /// moves. They give no liberties to the opponent's stones.
    pub beyond: u32,
    /// Cells where the owner may not play: approach moves.
    pub barred: u32,
    /// For some cells, another that the opponent must have first.
    pub after: Vec<(usize, usize)>,
}

/// The most cells.
pub(super) const MOST: usize = 20;

const OWNER: usize = 0;
const OPPONENT: usize = 1;
const NO_KO: u8 = u8::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    stones: [u32; 2],
    ko: u8,
    to_play: u8,
    passed: bool,
}

/// One question: does the block live with so many eyes elsewhere, if `master` wins kos?
struct Fight<'a> {
    space: &'a Eyespace,
    /// The eye elsewhere, a cell that touches the block alone.
    elsewhere: u32,
    /// A liberty of the block outside, which the opponent may fill.
    outside: u32,
    all: u32,
    master: usize,
    known: FxHashMap<State, bool>,
    path: Vec<State>,
    rests_on: usize,
}

impl Eyespace {
    /// The opponent's first move that leaves fewer than `eyes`: a cell, or nothing if
    /// he need not move. `None` if there is none.
    pub fn attack(
        &self,
        eyes: u8,
        budget: &mut Budget,
    ) -> Result<Option<Option<usize>>, Exhausted> {
        self.first(eyes, OPPONENT, OPPONENT, budget)
    }

    /// The owner's first move that makes `eyes` even if the opponent wins kos.
    pub fn secure(&self, eyes: u8, budget: &mut Budget) -> Result<Option<usize>, Exhausted> {
        Ok(self.first(eyes, OWNER, OPPONENT, budget)?.flatten())
    }

    /// The owner's first move that makes `eyes`, in the same way.
    pub fn defend(
        &self,
        eyes: u8,
        budget: &mut Budget,
    ) -> Result<Option<Option<usize>>, Exhausted> {
        self.first(eyes, OWNER, OWNER, budget)
    }

    /// Whether the owner makes `eyes` by playing on a cell.
    pub fn holds(&self, eyes: u8, cell: usize, budget: &mut Budget) -> Result<bool, Exhausted> {
        let mut fight = Fight::new(self, eyes, OWNER);
        let root = State { stones: self.stones, ko: NO_KO, to_play: OWNER as u8, passed: false };
        match fight.play(&root, cell) {
            Some(next) => Ok(!fight.dies(next, budget)?),
            None => Ok(false),
        }
    }

    fn first(
        &self,
        eyes: u8,
        player: usize,
        master: usize,
        budget: &mut Budget,
    ) -> Result<Option<Option<usize>>, Exhausted> {
        let mut fight = Fight::new(self, eyes, master);
        let wanted = player == OPPONENT;
        let root = State { stones: self.stones, ko: NO_KO, to_play: player as u8, passed: false };
        let idle = State { to_play: 1 - root.to_play, ..root };
        if fight.dies(idle, budget)? == wanted {
            return Ok(Some(None));
        }
        // The likeliest cells first: those with most around.
        for cell in fight.cells(&root) {
            if cell >= self.beside.len() {
                continue;
            }
            if let Some(next) = fight.play(&root, cell)
                && fight.dies(next, budget)? == wanted
            {
                return Ok(Some(Some(cell)));
            }
        }
        Ok(None)
    }
}

impl<'a> Fight<'a> {
    fn new(space: &'a Eyespace, eyes: u8, master: usize) -> Fight<'a> {
        let count = space.beside.len();
        let elsewhere = if eyes == 1 { 1 << count } else { 0 };
        let outside = 2 << count;
        Fight {
            space,
            elsewhere,
            outside,
            all: ((1u64 << count) - 1) as u32 | elsewhere | outside,
            master,
            known: FxHashMap::default(),
            path: Vec::new(),
            rests_on: usize::MAX,
        }
    }

    fn around(&self, set: u32) -> u32 {
        let mut around = 0;
        let mut rest = set & !(self.elsewhere | self.outside);
        while rest != 0 {
            around |= self.space.beside[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        around
    }

    fn flood(&self, within: u32, seed: u32) -> u32 {
        let mut set = seed & within;
        loop {
            let next = (set | self.around(set)) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    /// The owner's stones that are one block with the wall.
    fn walled(&self, own: u32) -> u32 {
        self.flood(own, own & self.space.wall)
    }

    /// The liberties of the wall.
    fn air(&self, stones: &[u32; 2]) -> u32 {
        let empty = self.all & !(stones[0] | stones[1]);
        let block = self.walled(stones[OWNER]);
        (self.space.wall | self.elsewhere | self.outside | self.around(block))
            & empty
            & !self.space.barred
    }

    /// The state after a stone; nothing if it may not be put there. A captured wall
    /// leaves no stones of the owner's.
    fn play(&self, state: &State, cell: usize) -> Option<State> {
        let me = state.to_play as usize;
        if state.ko as usize == cell && me != self.master {
            return None;
        }
        let stone = 1 << cell;
        if me == OWNER && stone & (self.space.barred | self.outside | self.elsewhere) != 0 {
            return None;
        }
        let after = self.space.after.iter().find(|(later, _)| *later == cell);
        if after.is_some_and(|&(_, first)| state.stones[OPPONENT] & (1 << first) == 0) {
            return None;
        }
        let mut stones = state.stones;
        stones[me] |= stone;
        let mut taken = 0;
        let enemies = stones[1 - me];
        if me == OPPONENT && self.air(&stones) == 0 {
            return Some(State { stones: [u32::MAX, 0], ko: NO_KO, to_play: 0, passed: false });
        }
        let mut beside = self.around(stone) & enemies;
        while beside != 0 {
            let block = self.flood(enemies, beside & beside.wrapping_neg());
            beside &= !block;
            if !self.breathes(&stones, 1 - me, block) {
                taken |= block;
            }
        }
        stones[1 - me] &= !taken;
        let block = self.flood(stones[me], stone);
        if !self.breathes(&stones, me, block) {
            return None;
        }
        let mut ko = NO_KO;
        if taken.count_ones() == 1 && block == stone && !self.moored(me, block) {
            let empty = self.all & !(stones[0] | stones[1]);
            if (self.around(block) & empty) == taken {
                ko = taken.trailing_zeros() as u8;
            }
        }
        Some(State { stones, ko, to_play: 1 - state.to_play, passed: false })
    }

    /// Whether a block touches what cannot be captured here.
    fn moored(&self, color: usize, block: u32) -> bool {
        let shore = if color == OWNER { self.space.wall } else { self.space.open | self.outside };
        block & shore != 0
    }

    fn breathes(&self, stones: &[u32; 2], color: usize, block: u32) -> bool {
        let mut empty = self.all & !(stones[0] | stones[1]);
        empty &= if color == OPPONENT { !self.space.beyond } else { !self.space.barred };
        if self.around(block) & empty != 0 || color == OPPONENT && self.moored(color, block) {
            return true;
        }
        color == OWNER && self.moored(color, block) && self.air(stones) != 0
    }

    /// Whether the wall has two eyes that need no answer (Benson 1976).
    fn lives(&self, stones: &[u32; 2]) -> bool {
        let block = self.walled(stones[OWNER]);
        let near = self.space.wall | self.elsewhere | self.around(block);
        let empty = self.all & !(stones[0] | stones[1]);
        // Where the owner has the corner, the wall is whole.
        let whole =
            self.space.after.iter().filter(|(_, corner)| stones[OWNER] & (1 << corner) != 0);
        let shut = whole.fold(0, |shut, (cut, _)| shut | 1 << cut);
        let mut rest = self.all & !stones[OWNER] & !shut;
        let mut eyes = 0;
        while rest != 0 {
            let region = self.flood(rest, rest & rest.wrapping_neg());
            rest &= !region;
            let others = self.around(region) & stones[OWNER] & !block;
            if region & (self.space.open | self.outside) == 0
                && others == 0
                && region & empty & !near == 0
            {
                eyes += 1;
            }
        }
        eyes >= 2
    }

    fn cells(&self, state: &State) -> Vec<usize> {
        let empty = self.all & !(state.stones[0] | state.stones[1]);
        let mut cells: Vec<usize> =
            (0..self.space.beside.len() + 2).filter(|&cell| empty & (1 << cell) != 0).collect();
        let weight = |cell: &usize| match self.space.beside.get(*cell) {
            Some(beside) => (beside & self.all).count_ones(),
            None => 0,
        };
        cells.sort_by_key(|cell| std::cmp::Reverse(weight(cell)));
        cells
    }

    /// Whether the wall is captured in the end.
    fn dies(&mut self, state: State, budget: &mut Budget) -> Result<bool, Exhausted> {
        self.rests_on = usize::MAX;
        if state.stones[OWNER] == u32::MAX {
            return Ok(true);
        }
        if self.lives(&state.stones) {
            return Ok(false);
        }
        if let Some(&dies) = self.known.get(&state) {
            return Ok(dies);
        }
        if let Some(place) = self.path.iter().position(|earlier| *earlier == state) {
            // What goes on for ever does not capture.
            self.rests_on = place;
            return Ok(false);
        }
        budget.spend(1)?;
        let depth = self.path.len();
        self.path.push(state);
        let attacking = state.to_play as usize == OPPONENT;
        let mut dies = !attacking;
        let mut rests_on = usize::MAX;
        let mut nexts: Vec<State> =
            self.cells(&state).into_iter().filter_map(|cell| self.play(&state, cell)).collect();
        if !state.passed {
            let to_play = 1 - state.to_play;
            nexts.push(State { to_play, ko: NO_KO, passed: true, ..state });
        } else if !attacking {
            // Both passed.
            dies = false;
            nexts.clear();
        }
        for next in nexts {
            let found = self.dies(next, budget);
            let Ok(found) = found else {
                self.path.pop();
                return found;
            };
            if found == attacking {
                dies = attacking;
                rests_on = self.rests_on;
                break;
            }
            rests_on = rests_on.min(self.rests_on);
        }
        self.path.pop();
        if rests_on >= depth {
            rests_on = usize::MAX;
            self.known.insert(state, dies);
        }
        self.rests_on = rests_on;
        Ok(dies)
    }
}
