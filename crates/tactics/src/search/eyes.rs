//! Static life on a field: Benson's theorem with immortal surroundings.

use super::field::{Field, Stance};
use super::word::Word;

/// More regions or blocks than this are never needed in a small area.
const MOST: usize = 24;

impl<W: Word> Field<W> {
    /// The stones of `color` that cannot be captured even if their owner never
    /// answers (Benson 1976). Regions that reach the opponent's shore are open.
    pub fn unconditional(&self, stance: &Stance<W>, color: usize) -> W {
        let own = stance.stones[color];
        let moored = self.moored(stance, color);
        let others = self.area & !own;
        let open = self.shore[1 - color] & others;
        let mut closed = others & !self.flood(others, open);
        // Two regions are needed, and regions are apart.
        if closed.is_empty() || closed.rest().is_empty() {
            return moored;
        }
        let empty = self.empty(stance);
        let mut regions = [(W::EMPTY, W::EMPTY); MOST];
        let mut count = 0;
        while !closed.is_empty() && count < MOST {
            let region = self.flood(closed, closed.lowest());
            closed &= !region;
            regions[count] = (region & empty, self.beside(region) & own);
            count += 1;
        }
        if count < 2 {
            return moored;
        }
        let regions = &mut regions[..count];
        let mut alive = own;
        loop {
            let mut next = moored;
            let mut rest = alive & !moored;
            while !rest.is_empty() {
                let block = self.flood(own, rest.lowest());
                rest &= !block;
                let around = self.beside(block);
                let vital = regions.iter().filter(|(inside, border)| {
                    border.meets(block) && border.within(alive) && inside.within(around)
                });
                if vital.count() >= 2 {
                    next |= block;
                }
            }
            if next == alive {
                return alive;
            }
            alive = next;
        }
    }

    /// Stones of `color` that are connected to something immortal.
    #[inline]
    pub fn moored(&self, stance: &Stance<W>, color: usize) -> W {
        let own = stance.stones[color];
        let shore = self.shore[color];
        if own.meets(shore) { self.flood(own, own & shore) } else { W::EMPTY }
    }

    /// Whether a marked stone of `color` will be connected to something immortal though the
    /// opponent moves first.
    ///
    /// A *landing* is an empty cell where a stone would be connected to something immortal, a
    /// *ford* another empty cell with two landings beside it: who gets to a ford gets home.
    /// A block with two of these beside it that have nothing in common cannot be kept from both.
    pub fn gets_home(&self, stance: &Stance<W>, color: usize) -> bool {
        let empty = self.empty(stance);
        let landings = empty & (self.shore[color] | self.beside(self.moored(stance, color)));
        if landings.is_empty() || landings.rest().is_empty() {
            return false;
        }
        let fords = self.between(landings) & empty & !landings;
        let beyond = |ford: u32| self.beside(W::cell(ford)) & landings;
        let own = stance.stones[color];
        let mut rest = stance.marked & own;
        while !rest.is_empty() {
            let block = self.flood(own, rest.lowest());
            rest &= !block;
            let around = self.beside(block);
            let direct = around & landings;
            let mut near = (around & fords).cells();
            let home = match direct.len() {
                0 => near.clone().any(|one| {
                    let mut others = near.clone().filter(|&two| two != one);
                    others.any(|two| (beyond(one) | beyond(two)).len() >= 4)
                }),
                1 => near.any(|ford| (beyond(ford) & !direct).len() >= 2),
                _ => true,
            };
            if home {
                return true;
            }
        }
        false
    }

    /// Whether every marked stone of `color` will be captured, whoever moves and
    /// whatever is done about kos.
    ///
    /// The opponent can at any time play on a cell beside his living stones, and
    /// that stone lives as well. So he can fill all but the *room*: the cells that
    /// touch nothing of his that lives. The room never grows. If it is one cell,
    /// or two that touch, or three around his own stone, or a larger nakade with
    /// his stone on the vital point, there is at most one eye in it in the end, and
    /// he fills that as well (after Kierulf 1985, section 4).
    pub fn doomed(&self, stance: &Stance<W>, color: usize) -> bool {
        if self.narrow {
            return false;
        }
        let moored = self.moored(stance, 1 - color);
        // What lies behind living stones is another matter.
        let region = self.flood(self.area & !moored, stance.marked);
        if self.shore[color].meets(region) {
            return false;
        }
        let own = stance.stones[color] & region;
        let far = region & !self.shore[1 - color] & !self.beside(moored);
        // Stones that are captured leave room behind, unless they are the last wanted.
        let main = self.flood(own, stance.marked.lowest());
        let room = if stance.marked.within(main) { far & !main } else { far };
        match room.len() {
            0 | 1 => true,
            2 => self.beside(room.lowest()).meets(room),
            3 => {
                let stones = stance.stones[1 - color] & room;
                main == own
                    && stones.cells().any(|cell| {
                        let stone = W::cell(cell);
                        (room & !stone).within(self.beside(stone))
                    })
            }
            4..=6 => main == own && self.is_nakade(stance.stones[1 - color] & room, room, main),
            _ => false,
        }
    }

    /// Whether a single stone on the vital point takes the eyes from a room of
    /// four to six points, the others all liberties of one block: the pyramid and the
    /// square four, the bulky and the crossed five, the rabbity six.
    fn is_nakade(&self, stones: W, room: W, main: W) -> bool {
        let free = room & !stones;
        if stones.is_empty() || !stones.rest().is_empty() || !free.within(self.beside(main)) {
            return false;
        }
        let near = self.beside(stones) & room;
        let rest = room & !near & !stones;
        // A point that does not touch the stone touches two points that do.
        let corner =
            rest.is_empty() || (rest.rest().is_empty() && (self.beside(rest) & near).len() == 2);
        match (room.len(), near.len()) {
            (4, 3) | (5, 4) => true,
            (4, 2) | (5, 3) | (6, 4) => corner,
            _ => false,
        }
    }
}
