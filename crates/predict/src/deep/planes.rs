//! What the deep network sees of a position: planes of numbers, one a channel.

use board::{Color, Position};

use super::lanes::Row;
use crate::predictor::Likely;
use crate::reading::caught;

/// Blocks of planes; each constant is where one begins.
macro_rules! planes {
    ($($(#[$doc:meta])* $name:ident $size:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        #[repr(usize)]
        enum Order { $($name,)* COUNT }
        const SIZES: [usize; Order::COUNT as usize] = [$($size),*];
        const fn start(block: usize) -> usize {
            let (mut sum, mut i) = (0, 0);
            while i < block { sum += SIZES[i]; i += 1; }
            sum
        }
        $($(#[$doc])* const $name: usize = start(Order::$name as usize);)*
        /// The number of planes.
        pub(crate) const PLANES: usize = start(Order::COUNT as usize);
    };
}

planes! {
    /// The point is on the board.
    BOARD 1;
    /// A stone of the player to move, of the other.
    STONE 2;
    /// Own block with 1, 2, 3, 4, more liberties; then the other's.
    LIBERTIES 10;
    /// Size of the own block, of the other's, in tens.
    BULK 2;
    /// The latest six moves, each on a plane of its own.
    LATEST 6;
    /// A move is allowed.
    LEGAL 1;
    /// A stone there takes 1, 2, 3, more.
    TAKES 4;
    /// A stone there has 1, 2, 3, more liberties.
    AFTER 4;
    /// Own block that cannot escape a ladder even moving first, that can be caught;
    /// other's block that can be caught, that cannot escape.
    LADDER 4;
    /// The feature network's probability: its logarithm, itself, its root.
    BASE 3;
    /// On the first, second, third, fourth line.
    LINE 4;
    /// Komi for the player to move.
    KOMI 1;
    /// How full the board is.
    FULL 1;
    /// The move was banned by a ko.
    KO 1;
}

const _: () = assert!(PLANES <= super::lanes::WIDTH);

/// Something the network may learn without, for measuring what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sense {
    /// What it is called.
    pub name: &'static str,
    /// The planes it is seen by.
    pub(crate) planes: &'static [(usize, usize)],
    /// Whether the feature network's logarithm is left out of the score, too.
    pub(crate) base: bool,
    /// Whether blocks do without means and maxima over the board.
    pub(crate) pools: bool,
}

impl Sense {
    /// All but the stones, and where moves are allowed: nothing can be seen without these.
    pub const ALL: [Sense; 6] = [
        Sense::of("liberties", &[(LIBERTIES, LATEST), (TAKES, LADDER)]),
        Sense::of("ladders", &[(LADDER, BASE)]),
        Sense::of("latest", &[(LATEST, LEGAL)]),
        Sense { base: true, ..Sense::of("features", &[(BASE, LINE)]) },
        Sense::of("place", &[(LINE, KO)]),
        Sense { pools: true, ..Sense::of("pools", &[]) },
    ];

    const fn of(name: &'static str, planes: &'static [(usize, usize)]) -> Sense {
        Sense { name, planes, base: false, pools: false }
    }
}

/// Probabilities below this are told as this.
const LEAST: f64 = 1e-6;

/// Fills the rows of all points, from A1 along the rows upward, and the logarithm of
/// each move's probability. `bonus` is what the player gets beside his points.
pub(crate) fn see(
    position: &Position,
    color: Color,
    base: &[Likely],
    bonus: f32,
    rows: &mut [Row],
    logs: &mut [f32],
) {
    let size = position.size();
    let (width, height) = (size.width(), size.height());
    let number = |point: board::Point| point.row() * width + point.column();
    rows.fill([0.0; super::lanes::WIDTH]);
    logs.fill(f32::NEG_INFINITY);
    let lost: u32 = Color::BOTH.iter().map(|&color| position.lost(color)).sum();
    let stones: usize = Color::BOTH.iter().map(|&color| position.stones(color).len()).sum();
    let full = (stones as f32 + lost as f32) / size.area() as f32;
    for point in size.points() {
        let row = &mut rows[number(point)];
        row[BOARD] = 1.0;
        row[KOMI] = bonus / 10.0;
        row[FULL] = full;
        let (x, y) = (point.column(), point.row());
        let line = x.min(y).min(width - 1 - x).min(height - 1 - y);
        if line < 4 {
            row[LINE + line] = 1.0;
        }
    }
    for (whose, side) in [color, color.opponent()].into_iter().enumerate() {
        for anchor in position.blocks(side) {
            let liberties = position.liberties(anchor);
            let bulk = (position.block_size(anchor) as f32 / 10.0).min(3.0);
            let ladder = match liberties {
                1 => caught(position, anchor, side).then_some(0),
                2 => caught(position, anchor, side.opponent()).then_some(1),
                _ => None,
            };
            for stone in position.block_stones(anchor) {
                let row = &mut rows[number(stone)];
                row[STONE + whose] = 1.0;
                row[LIBERTIES + 5 * whose + liberties.clamp(1, 5) - 1] = 1.0;
                row[BULK + whose] = bulk;
                if let Some(kind) = ladder {
                    row[LADDER + 2 * whose + kind] = 1.0;
                }
            }
        }
    }
    let latest = position.moves().rev().take(6).enumerate();
    for (i, (_, mv)) in latest {
        if let Some(point) = mv.point() {
            rows[number(point)][LATEST + i] = 1.0;
        }
    }
    if let Some(point) = position.ko_point() {
        rows[number(point)][KO] = 1.0;
    }
    for likely in base {
        let p = likely.p.max(LEAST);
        let i = number(likely.point);
        logs[i] = p.ln() as f32;
        let row = &mut rows[i];
        row[LEGAL] = 1.0;
        row[BASE] = 1.0 + p.ln() as f32 / 7.0;
        row[BASE + 1] = p as f32;
        row[BASE + 2] = p.sqrt() as f32;
        let (takes, after) = outcome(position, color, likely.point);
        if takes > 0 {
            row[TAKES + takes.min(4) - 1] = 1.0;
        }
        row[AFTER + after.clamp(1, 4) - 1] = 1.0;
    }
}

/// How many stones a move takes, and how many liberties its block has then.
fn outcome(position: &Position, color: Color, point: board::Point) -> (usize, usize) {
    let size = position.size();
    let mut takes = 0;
    let mut liberties = board::PointSet::EMPTY;
    let mut own = board::PointSet::EMPTY;
    for anchor in position.blocks_beside(point, color.opponent()) {
        if position.liberties(anchor) == 1 {
            takes += position.block_size(anchor);
            own |= position.block(anchor);
        }
    }
    let taken = own;
    let mut block = board::PointSet::EMPTY;
    block.insert(point);
    for anchor in position.blocks_beside(point, color) {
        liberties |= position.liberty_points(anchor);
        if takes > 0 {
            block |= position.block(anchor);
        }
    }
    for neighbor in size.neighbors(point) {
        if position.is_empty(neighbor) {
            liberties.insert(neighbor);
        }
    }
    if takes > 0 {
        // Points of taken stones beside the new block are free.
        for stone in &taken {
            if size.neighbors(stone).any(|n| block.contains(n)) {
                liberties.insert(stone);
            }
        }
    }
    liberties.remove(point);
    (takes, liberties.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plane_but_the_stones_is_a_sense() {
        let seen = |plane: &usize| {
            let within = |&(from, to): &(usize, usize)| (from..to).contains(plane);
            Sense::ALL.iter().filter(|sense| sense.planes.iter().any(within)).count()
        };
        let left: Vec<usize> = (0..PLANES).filter(|plane| seen(plane) == 0).collect();
        assert_eq!(left, [BOARD, STONE, STONE + 1, LEGAL, KO]);
        assert!((0..PLANES).all(|plane| seen(&plane) <= 1));
    }
}
