//! Where a race is fought: the two blocks, what may be captured beside them, and
//! the walls around.

use board::{Color, Point, PointSet, Position, benson};

use crate::search::{Field, FieldError, Ko, Stance, Word};

/// The place of a race. Everything outside is taken as fixed.
#[derive(Clone, Debug)]
pub struct Ring {
    /// Where stones may stand or be played, stones that can be captured included.
    pub area: PointSet,
    /// Where stones of Black, or White, are immortal.
    pub shore: [PointSet; 2],
    /// Those points of the shores where nobody stands yet: there the open board begins.
    pub exits: [PointSet; 2],
    /// The stones in the area.
    pub stones: [PointSet; 2],
    /// The two blocks that race.
    pub racers: [PointSet; 2],
    /// Stones that are taken as alive without proof.
    pub walls: PointSet,
}

/// Who takes part in a race beside the two blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Nobody.
    Narrow,
    /// Who is weak beside them, or enclosed with them.
    Near,
    /// Besides, weak ones a step further, and the open board where it begins.
    Far,
}

/// Pieces of the empty board up to this size are searched whole.
const POCKET: usize = 14;

/// Blocks with more liberties than this are left out of a fight.
const WEAK: usize = 3;

/// So many if they only share a liberty with who races. In atari it is enough to stand beside
/// somebody who takes part.
const LOOSE: usize = 2;

/// What is enclosed and larger than this has an eye of its own.
const ROOM: usize = 10;

/// No area has more empty points.
const MOST: usize = 40;

impl Ring {
    /// The ring around the blocks on two points of different colors.
    pub fn new(position: &Position, a: Point, b: Point, reach: Reach) -> Option<Ring> {
        let (first, second) = (position.stone(a)?, position.stone(b)?);
        if first == second {
            return None;
        }
        let mut racers = [PointSet::EMPTY; 2];
        racers[first.index()] = position.block(a);
        racers[second.index()] = position.block(b);
        let both = racers[0] | racers[1];
        let immortal = Color::BOTH.map(|color| benson::unconditional(position, color).blocks);
        let immortal = (immortal[0] | immortal[1]) - both;
        let free = free(position, &both, &immortal, reach);
        let mut ring = Ring::around(position, &free, racers, &immortal);
        if reach == Reach::Far {
            let empty = position.empty_points();
            let wider = free | ((ring.exits[0] | ring.exits[1]).grown(&empty) & empty);
            if wider.len() <= MOST {
                ring = Ring::around(position, &wider, racers, &immortal);
            }
        }
        Some(ring)
    }

    fn around(
        position: &Position,
        free: &PointSet,
        racers: [PointSet; 2],
        immortal: &PointSet,
    ) -> Ring {
        let both = racers[0] | racers[1];
        let empty = position.empty_points();
        let mut area = *free | both;
        for color in Color::BOTH {
            for anchor in position.blocks(color) {
                let block = position.block(anchor);
                let mortal = position.liberty_points(anchor).is_subset(free);
                if mortal && !block.intersects(immortal) {
                    area |= block;
                }
            }
        }
        let all = PointSet::board(position.size());
        let beyond = all - area;
        let walls = Color::BOTH.map(|color| *position.stones(color) & beyond);
        // An open point belongs to who stands nearer.
        let near = walls.map(|walls| rings(&walls, &(empty & beyond)));
        let open = |color: usize, point: Point| near[color](point) <= near[1 - color](point);
        let mut shore = [PointSet::EMPTY; 2];
        let mut exits = [PointSet::EMPTY; 2];
        for color in [0, 1] {
            let mine: PointSet = (empty & beyond).iter().filter(|&p| open(color, p)).collect();
            let firm = walls[color].grown(&all) & area;
            shore[color] = firm | (mine.grown(&all) & area);
            exits[color] = shore[color] - firm;
        }
        let stones = Color::BOTH.map(|color| *position.stones(color) & area);
        let beside = area.border(position.size());
        let walls = (walls[0] | walls[1]) & beside;
        Ring { area, shore, exits, stones, racers, walls: walls - *immortal }
    }

    /// Whether the block of `color` has the other in its eye: nothing else of that
    /// color that lives is beside the other's surroundings.
    pub(super) fn encloses(&self, color: Color) -> bool {
        let own = self.racers[color.index()];
        let guest = self.racers[color.opponent().index()];
        let inside = (self.area - own).flood(guest);
        let shores = self.shore[0] | self.shore[1];
        inside.len() <= ROOM && !inside.intersects(&shores)
    }

    pub(super) fn field<W: Word>(&self) -> Result<Field<W>, FieldError> {
        Field::new(&self.area, [&self.shore[0], &self.shore[1]])
    }

    pub(super) fn stance<W: Word>(&self, field: &Field<W>, to_play: Color, ko: Ko) -> Stance<W> {
        let both = self.racers[0] | self.racers[1];
        field.stance([&self.stones[0], &self.stones[1]], &both, to_play, ko)
    }
}

/// The empty points that matter.
fn free(position: &Position, racers: &PointSet, immortal: &PointSet, reach: Reach) -> PointSet {
    let size = position.size();
    let empty = position.empty_points();
    let pockets: Vec<PointSet> = empty.components().collect();
    let pocket = |point: Point| pockets.iter().find(|set| set.contains(point));
    let mut free = PointSet::EMPTY;
    let mut fighters = *racers;
    loop {
        let before = (free, fighters);
        for point in fighters.border(size) & empty {
            let whole = pocket(point).filter(|set| set.len() <= POCKET);
            let near = PointSet::from(point);
            // In the open a step further, unless somebody stands there already.
            let beside = near.border(size) - empty;
            let open = beside.intersects(racers) && beside.is_subset(racers);
            let near = if open { near.grown(&empty) } else { near };
            free |= whole.copied().unwrap_or(near);
        }
        if free.len() > MOST {
            return before.0 | (racers.border(size) & empty);
        }
        if reach == Reach::Narrow {
            return free;
        }
        let breath = racers.border(size) & empty;
        // Who else takes part: blocks in the pockets, and weak ones beside the fight.
        for color in Color::BOTH {
            for anchor in position.blocks(color) {
                let block = position.block(anchor);
                if block.intersects(immortal) || block.intersects(&fighters) {
                    continue;
                }
                let liberties = position.liberty_points(anchor);
                if reach < Reach::Far && !liberties.intersects(&free) {
                    continue;
                }
                let border = block.border(size);
                let weak = if border.intersects(racers) {
                    WEAK
                } else if reach < Reach::Far {
                    0
                } else if liberties.intersects(&breath) {
                    LOOSE
                } else {
                    usize::from(border.intersects(&fighters))
                };
                let enclosed = liberties.intersects(&free)
                    && liberties.iter().all(|p| pocket(p).is_some_and(|set| set.len() <= POCKET));
                if enclosed || liberties.len() <= weak {
                    fighters |= block;
                }
            }
        }
        if (free, fighters) == before {
            return free;
        }
    }
}

/// Steps from a set over `way`; many where there is none.
fn rings(from: &PointSet, way: &PointSet) -> impl Fn(Point) -> usize + use<> {
    const MANY: usize = 99;
    let mut steps = vec![*from];
    let mut reached = *from;
    loop {
        let next = reached.grown(way);
        if next == reached {
            break;
        }
        steps.push(next - reached);
        reached = next;
    }
    move |point| steps.iter().position(|step| step.contains(point)).unwrap_or(MANY)
}
