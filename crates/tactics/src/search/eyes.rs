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
        let shore = self.shore[color];
        let moored = if own.meets(shore) { self.flood(own, own & shore) } else { W::EMPTY };
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
}
