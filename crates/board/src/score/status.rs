//! What is dead, what is in seki, what still has to be filled.

use crate::color::Color;
use crate::point::Size;
use crate::position::Position;
use crate::set::PointSet;

/// What the players agree on before they count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Dead stones of both colors.
    pub dead: PointSet,
    /// Living stones in seki, of both colors.
    pub seki: PointSet,
    /// Surrounded points that their owner must fill once the dame are filled:
    /// the false eyes that hold his stones together. They are not territory.
    pub protect: PointSet,
}

impl Status {
    /// Every stone on the board is alive and every surrounded point counts:
    /// the Tromp–Taylor agreement.
    pub fn all_alive() -> Status {
        Status::default()
    }

    /// Finds seki and the points to be filled, given the dead stones.
    ///
    /// *Seki*: a group that is not dead, shares dame with the opponent and has
    /// no two eyes. Blocks around the same two or more surrounded points, or on
    /// two sides of one dame, belong to one group. Eyes are counted in the
    /// manner of Benson's algorithm with weaker demands, so that a false eye
    /// counts only for stones that have two other ways to live; four surrounded
    /// points (dead stones included) are taken for two eyes.
    ///
    /// *Points to be filled*: when all dame are thought filled, a block that is
    /// left with a single liberty among its own surrounded points must take it.
    /// A dame that the opponent cannot take without being in atari stays a liberty.
    pub fn given_dead(position: &Position, dead: PointSet) -> Status {
        let cleared = Cleared::new(position, &dead);
        Status::of(position, dead, &cleared.neutral)
    }

    /// As [`Status::given_dead`], where it is known which dame will stay empty
    /// to the end: only those can make a seki.
    pub(crate) fn of(position: &Position, dead: PointSet, lasting: &PointSet) -> Status {
        let cleared = Cleared::new(position, &dead);
        let seki = cleared.seki(&(cleared.neutral & *lasting));
        let spare = if position.is_over() { 1 } else { usize::MAX };
        let protect = cleared.protect(position, &seki, spare);
        Status { dead, seki, protect }
    }
}

/// The board with the dead stones taken off.
#[derive(Clone, Copy, Debug)]
pub struct Cleared {
    size: Size,
    stones: [PointSet; 2],
    territory: [PointSet; 2],
    /// Empty points that both colors border, or none.
    pub neutral: PointSet,
}

impl Cleared {
    /// Takes `dead` off and finds who surrounds what.
    pub fn new(position: &Position, dead: &PointSet) -> Cleared {
        let size = position.size();
        let stones = Color::BOTH.map(|color| *position.stones(color) - *dead);
        let mut territory = [PointSet::EMPTY; 2];
        let mut neutral = PointSet::EMPTY;
        for region in (PointSet::board(size) - stones[0] - stones[1]).components() {
            let border = region.border(size);
            match stones.map(|own| border.intersects(&own)) {
                [true, false] => territory[0] |= region,
                [false, true] => territory[1] |= region,
                _ => neutral |= region,
            }
        }
        Cleared { size, stones, territory, neutral }
    }

    /// Living stones.
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color.index()]
    }

    /// Points surrounded by living stones of `color` alone.
    pub fn territory(&self, color: Color) -> &PointSet {
        &self.territory[color.index()]
    }

    /// The stones that stand in seki: see [`Status::given_dead`].
    pub fn seki(&self, shared: &PointSet) -> PointSet {
        let mut seki = PointSet::EMPTY;
        for color in Color::BOTH {
            let own = self.stones(color);
            let eyed = self.two_eyed(color);
            let around = shared.grown(own);
            for group in self.groups(color) {
                if group.intersects(&around) && !group.intersects(&eyed) {
                    seki |= group & *own;
                }
            }
        }
        seki
    }

    /// Stones, their surrounded points and the dame between them.
    fn groups(&self, color: Color) -> impl Iterator<Item = PointSet> + use<> {
        let own = *self.stones(color);
        let links = self.neutral.iter().filter(|&point| {
            let mut beside = PointSet::from(point).border(self.size) & own;
            let first = beside.first().map(|stone| own.component(stone));
            beside -= first.unwrap_or_default();
            !beside.is_empty()
        });
        (own | *self.territory(color) | links.collect()).components()
    }

    /// The stones of `color` that have two eyes: see [`Status::given_dead`].
    pub fn two_eyed(&self, color: Color) -> PointSet {
        let own = self.stones(color);
        let mut regions: Vec<PointSet> = self.territory(color).components().collect();
        // Stones around the same large eye hang together.
        let wide = regions.iter().filter(|region| region.len() > 1);
        let wide = wide.fold(PointSet::EMPTY, |all, region| all | *region);
        let mut chains: Vec<PointSet> = (*own | wide).components().collect();
        chains.retain(|chain| chain.intersects(own));
        loop {
            let before = chains.len();
            chains.retain(|chain| {
                let around = chain.grown(&PointSet::board(self.size));
                let eyes = regions.iter().filter(|region| region.intersects(&around));
                eyes.map(|region| if region.len() >= 4 { 2 } else { 1 }).sum::<usize>() >= 2
            });
            let left = chains.iter().fold(PointSet::EMPTY, |all, chain| all | *chain) & *own;
            if chains.len() == before {
                return left;
            }
            regions.retain(|region| (region.border(self.size) & *own).is_subset(&left));
        }
    }

    /// The points to be filled: see [`Status::given_dead`]. A block is in no
    /// danger if more than `spare` dame are among its liberties, or one that the
    /// opponent cannot take without putting his own stone into atari.
    fn protect(&self, position: &Position, seki: &PointSet, spare: usize) -> PointSet {
        let mut protect = PointSet::EMPTY;
        for color in Color::BOTH {
            let lasting = self.neutral - takable(position, &self.neutral, color.opponent());
            let mut own = *self.stones(color) - *seki;
            let mut room = *self.territory(color);
            loop {
                let mut filled = PointSet::EMPTY;
                for block in own.components() {
                    let border = block.border(self.size);
                    let last = border & room;
                    let joins = last.border(self.size) & (own - block);
                    let in_danger = last.len() == 1
                        && !border.intersects(&lasting)
                        && (border & self.neutral).len() <= spare;
                    if in_danger && !joins.is_empty() {
                        filled |= last;
                    }
                }
                if filled.is_empty() {
                    break;
                }
                protect |= filled;
                own |= filled;
                room -= filled;
            }
        }
        protect
    }
}

/// The points among `dame` that `color` can take and not be in atari there.
fn takable(position: &Position, dame: &PointSet, color: Color) -> PointSet {
    let mut board = position.clone();
    let taken = dame.iter().filter(|&point| {
        board.set_to_play(color);
        board.play(color, point.into()).is_ok() && {
            let safe = board.liberties(point) > 1;
            board.undo();
            safe
        }
    });
    taken.collect()
}
