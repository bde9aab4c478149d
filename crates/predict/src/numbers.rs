//! The numbers of the network's features: where each block of them begins, and
//! how places and distances are numbered.
//!
//! The order is part of the model's file format: whoever changes it changes the
//! version of the file.

use board::{Color, Point, Position, Size};

/// Blocks of features: where each begins and how many numbers it has.
macro_rules! blocks {
    ($($(#[$doc:meta])* $name:ident $size:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        #[repr(usize)]
        enum Order { $($name,)* COUNT }
        const SIZES: [u32; Order::COUNT as usize] = [$($size),*];
        const fn start(block: usize) -> u32 {
            let (mut sum, mut i) = (0, 0);
            while i < block { sum += SIZES[i]; i += 1; }
            sum
        }
        $($(#[$doc])* pub(crate) const $name: u32 = start(Order::$name as usize);)*
        /// The number of features that are no patterns.
        pub const SMALL: u32 = start(Order::COUNT as usize);
    };
}

/// Values of [`near`].
pub(crate) const NEAR: u32 = 52;
/// Values of [`rough`].
pub(crate) const ROUGH: u32 = 17;

blocks! {
    /// Distances to the two nearest edges.
    PLACE 66;
    /// The line of the move by the phase of the game.
    LINE_BY_PHASE 6 * PHASES;
    /// Where the move lies from the four latest moves.
    FROM_LATEST 4 * NEAR;
    /// Stones taken, 1 to 4 and more.
    TAKES 4;
    /// What taking does: saves a block, retakes, in a ladder anyway, not in one.
    TAKING 4;
    /// Extends a block in atari: escapes, or not.
    EXTENDS 2;
    /// Atari: on a block in a ladder then, or not, with and without a ko.
    ATARI 4;
    /// Starts a ladder that works.
    LADDER 2;
    /// Saves own blocks of two liberties from a ladder.
    SAVES 2;
    /// Own liberties after the move by the least own liberties before.
    LIBERTIES 6 * 5;
    /// The least liberties of the opponent's blocks beside, after the move.
    SHORTAGE 4 * 4;
    /// Number of own and other blocks beside the move.
    CONTACT 4 * 4;
    /// Distances to the nearest stones of either color.
    NEAREST 8 * 8;
    /// Influence at the point.
    INFLUENCE 9 * 5;
    /// A liberty of the block of the latest move, by its number of liberties.
    ANSWERS 4;
    /// A liberty of an own block beside the latest move, by its number of liberties.
    DEFENDS 4;
    /// A liberty of the own block of the move before.
    CONTINUES 4;
    /// Sizes of blocks beside that are short of liberties.
    STAKES 2 * 2 * 4;
    /// Takes, fills or leaves a ko.
    KO 4;
    /// The nearest own stone in a straight or slanted jump, as in section 2.3.10 of Harrison 2010.
    JUMP 11;
    /// An own eye point, or the opponent's.
    EYE 2;
    /// Where the move lies from the latest move, by its line.
    FROM_BY_LINE NEAR * 6;
    /// Where it lies from the two latest moves, roughly.
    FROM_TWO ROUGH * ROUGH;
    /// Where it lies from the latest and the third-latest move, roughly.
    FROM_THIRD ROUGH * ROUGH;
    /// How many neighbours are under own and under other influence.
    FRONTIER 5 * 5;
    /// The size of the empty region and whose stones border it.
    REGION 7 * 3;
    /// Context: phase of the game.
    PHASE PHASES;
    /// Context: where the latest move lies from the one before.
    LATEST_FROM 2 * NEAR;
    /// Context: place of the latest move.
    LATEST_PLACE 66;
    /// Context: the latest move took stones, gave atari, left two liberties, took a ko.
    LATEST_DID 16;
    /// Context: own blocks in atari, opponent's blocks in atari, 0 to 3 each.
    IN_ATARI 4 * 4;
    /// Context: always.
    ALWAYS 1;
    /// Chains that the move joins: solidly, by a diagonal with both ways open, loosely.
    JOINS 4 * 3 * 3;
    /// Joins two chains or more solidly, by the room the opponent's stone would have there.
    JOIN_ROOM 2 * 3;
    /// The stones of the second chain that is joined, by the least liberties.
    JOIN_STAKES 4 * 3;
    /// Cuts two chains of the opponent or more, by the room the move has.
    CUTS 2 * 3;
    /// The stones of the second chain that is cut, by the least liberties.
    CUT_STAKES 4 * 3;
    /// Fills a liberty that blocks of a chain share, own or the opponent's, two or more.
    MIAI 2 * 2;
    /// Beside a point where own chains can be cut, by the room that is left there.
    GUARDS 3;
    /// Beside a point where the opponent's chains can be cut, by the room there.
    PEEPS 3;
    /// How a race stands before and after the move, by the kind of liberty it fills.
    RACE 3 * 3 * 5;
    /// Moves the player is ahead after the move, by the stones of the race.
    RACE_LEAD 7 * 4;
    /// Who has an eye, common liberties, and how the race stands.
    RACE_EYES 4 * 3 * 3;
    /// How often the point is the player's at the end of random games.
    OWNED 8;
    /// How much hangs on the point in random games.
    CRITICAL 8;
    /// Both together.
    OWNED_CRITICAL 8 * 8;
    /// How often the least sure stone beside lives, own and the opponent's.
    HELD_BESIDE 2 * 8;
}

/// The features that every network knows come before this one; those from here to `SMALL`
/// are known to networks that asked for them.
pub(crate) const EXTRA: u32 = JOINS;

/// Which families of features a network knows beyond those that all know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// What moves do to connections.
    pub links: bool,
    /// What moves do in races.
    pub races: bool,
    /// Owners of points and what hangs on them, by random games: slow.
    pub owners: bool,
}

impl Extras {
    /// As bits.
    pub(crate) fn bits(self) -> u32 {
        u32::from(self.links) | u32::from(self.races) << 1 | u32::from(self.owners) << 2
    }

    /// From bits; nothing if some have no meaning.
    pub(crate) fn from_bits(bits: u32) -> Option<Extras> {
        let bit = |i: u32| bits >> i & 1 == 1;
        (bits < 8).then(|| Extras { links: bit(0), races: bit(1), owners: bit(2) })
    }

    /// These and those of a theme.
    pub fn with(self, theme: &Theme) -> Extras {
        Extras::from_bits(self.bits() | theme.extras).unwrap_or(self)
    }
}

/// Features that belong together, for measuring what they are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// What it is called.
    pub name: &'static str,
    /// The numbers of its features; those without an end are the patterns.
    ranges: &'static [(u32, u32)],
    /// Whether it is known only to networks that asked for it, and by which bit.
    extras: u32,
}

impl Theme {
    /// Every feature belongs to one of these.
    pub const ALL: [Theme; 11] = [
        Theme { name: "patterns", ranges: &[(SMALL, u32::MAX)], extras: 0 },
        Theme { name: "place", ranges: &[(PLACE, FROM_LATEST)], extras: 0 },
        Theme {
            name: "latest",
            ranges: &[(FROM_LATEST, TAKES), (ANSWERS, STAKES), (FROM_BY_LINE, FRONTIER)],
            extras: 0,
        },
        Theme { name: "tactics", ranges: &[(TAKES, LIBERTIES), (STAKES, JUMP)], extras: 0 },
        Theme { name: "liberties", ranges: &[(LIBERTIES, NEAREST)], extras: 0 },
        Theme { name: "influence", ranges: &[(NEAREST, ANSWERS), (FRONTIER, PHASE)], extras: 0 },
        Theme { name: "shape", ranges: &[(JUMP, FROM_BY_LINE)], extras: 0 },
        Theme { name: "context", ranges: &[(PHASE, EXTRA)], extras: 0 },
        Theme { name: "connection", ranges: &[(JOINS, RACE)], extras: 1 },
        Theme { name: "race", ranges: &[(RACE, OWNED)], extras: 2 },
        Theme { name: "owner", ranges: &[(OWNED, SMALL)], extras: 4 },
    ];

    /// Whether only networks that asked for it know it.
    pub fn is_extra(&self) -> bool {
        self.extras != 0
    }

    /// Whether a feature belongs to it.
    pub fn contains(&self, feature: u32) -> bool {
        self.ranges.iter().any(|&(from, to)| (from..to).contains(&feature))
    }
}

/// Values of [`phase`].
pub(crate) const PHASES: u32 = 12;

/// How full the board is, in twelve steps.
pub(crate) fn phase(position: &Position) -> u32 {
    let stones = Color::BOTH.iter().map(|&color| position.stones(color).len()).sum::<usize>();
    let lost: u32 = Color::BOTH.iter().map(|&color| position.lost(color)).sum();
    let share = (stones as u32 + lost) * 361 / position.size().area() as u32;
    let steps = [8, 18, 30, 45, 62, 80, 105, 130, 160, 195, 235];
    steps.iter().filter(|&&step| share >= step).count() as u32
}

/// The distance to the nearest edge, 0 on the first line.
pub(crate) fn line(size: Size, point: Point) -> u32 {
    let (x, y) = edges(size, point);
    x.min(y)
}

fn edges(size: Size, point: Point) -> (u32, u32) {
    let x = point.column().min(size.width() - 1 - point.column());
    let y = point.row().min(size.height() - 1 - point.row());
    (x as u32, y as u32)
}

/// The two edge distances, the larger first, as one number below 66.
pub(crate) fn place(size: Size, point: Point) -> u32 {
    let (x, y) = edges(size, point);
    let (a, b) = (x.max(y).min(10), x.min(y).min(10));
    a * (a + 1) / 2 + b
}

/// Where one point lies from another: exactly up to eight lines away, roughly beyond.
/// Below `NEAR`.
pub(crate) fn near(point: Point, other: Point) -> u32 {
    let x = point.column().abs_diff(other.column()) as u32;
    let y = point.row().abs_diff(other.row()) as u32;
    let (a, b) = (x.max(y), x.min(y));
    if a <= 8 {
        a * (a + 1) / 2 + b
    } else {
        45 + [16, 20, 24, 28, 33].iter().filter(|&&step| a + b + a > step).count() as u32
    }
}

/// As [`near`], exactly up to four lines away. Below `ROUGH`.
pub(crate) fn rough(point: Point, other: Point) -> u32 {
    let x = point.column().abs_diff(other.column()) as u32;
    let y = point.row().abs_diff(other.row()) as u32;
    let (a, b) = (x.max(y), x.min(y));
    if a <= 4 { a * (a + 1) / 2 + b } else { 15 + u32::from(a > 7) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_belongs_to_one_theme() {
        for feature in 0..SMALL + 10 {
            let themes = Theme::ALL.iter().filter(|theme| theme.contains(feature));
            assert_eq!(themes.count(), 1, "feature {feature}");
        }
    }
}
