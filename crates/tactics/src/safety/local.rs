//! Static safety at the nodes of a local game: an area between walls that are
//! known to be immortal.

use board::{Color, PointSet, Size};

use super::bits::Bits;
use super::ground::Ground;
use super::statics::{Camp, Terms, settle};

/// An area of at most 128 points between immortal walls, ready to be judged with
/// any stones on it. Points are numbered in the order of the area's
/// [`PointSet`]; sets of them are masks.
///
/// ```
/// use board::{Color, PointSet, Setup};
/// use tactics::safety::LocalSafety;
///
/// let setup: Setup = "
///     . . . X .
///     . O X X X
///     O O O O O".parse()?;
/// let area = (PointSet::board(setup.size) - setup.black - setup.white).component("A3".parse()?);
/// let local = LocalSafety::new(setup.size, &area, [&setup.black, &setup.white], false).unwrap();
///
/// // The point between the walls is dame once White has blocked.
/// let white = local.mask(&PointSet::from_iter(["B3".parse()?]));
/// let judged = local.judge([0, white]);
/// assert_eq!(local.set(judged.dame).to_string(), "C3");
/// assert_eq!(local.set(judged.territory[1]).to_string(), "A2 A3");
/// assert_eq!(judged.safe[1], white);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LocalSafety {
    ground: Ground<u128>,
    fence: [u128; 2],
    suicide: bool,
}

/// What is settled in an area; masks of points, by color where they come in pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LocalVerdict {
    /// Stones that are safe.
    pub safe: [u128; 2],
    /// Regions in which the other color cannot live, everything in them included.
    pub territory: [u128; 2],
    /// Empty points worth no more than a move (Müller 1995, `FindDamePoints`).
    pub dame: u128,
}

impl LocalVerdict {
    /// Everything that is settled.
    pub fn settled(&self) -> u128 {
        self.safe[0] | self.safe[1] | self.territory[0] | self.territory[1] | self.dame
    }
}

impl LocalSafety {
    /// The area between the given walls, `[black, white]`; `None` if the area
    /// has more than 128 points. Walls are taken as immortal; all stones that
    /// are not must be part of the area. `suicide`: whether the rules allow it.
    pub fn new(
        size: Size,
        area: &PointSet,
        walls: [&PointSet; 2],
        suicide: bool,
    ) -> Option<LocalSafety> {
        let ground = Ground::new(size, area)?;
        let fence = walls.map(|walls| ground.bits(&walls.border(size)));
        Some(LocalSafety { ground, fence, suicide })
    }

    /// The mask of the points of a set that lie in the area.
    pub fn mask(&self, set: &PointSet) -> u128 {
        self.ground.bits(set)
    }

    /// The points of a mask.
    pub fn set(&self, mask: u128) -> PointSet {
        self.ground.set(mask)
    }

    /// What is settled with these stones in the area, `[black, white]`.
    pub fn judge(&self, stones: [u128; 2]) -> LocalVerdict {
        let mut verdict = LocalVerdict::default();
        for color in Color::BOTH {
            let (me, other) = (color.index(), color.opponent().index());
            let camp = Camp {
                active: self.ground.all(),
                own: stones[me],
                opp: stones[other],
                fence: self.fence[me],
                open: self.fence[other],
                walls: 0,
            };
            let terms = Terms { suicide: self.suicide, strict: true };
            let (settled, _) = settle(&self.ground, &[], &camp, terms);
            verdict.safe[me] = settled.alive;
            verdict.territory[me] = settled.territory;
        }
        let unsettled = self.ground.all() & !verdict.settled();
        let empty = unsettled & !(stones[0] | stones[1]);
        let beside = |i: usize| self.fence[i] | self.ground.beside(verdict.safe[i]);
        verdict.dame = dame(&self.ground, empty, unsettled & !empty, [beside(0), beside(1)]);
        verdict
    }
}

/// The static rule for dame (Müller 1995, algorithm `FindDamePoints`): a point
/// beside safe stones of both colors can be surrounded by nobody; if no other
/// point beside it can be either, and no unsafe stone is beside it, a stone
/// there changes neither captures nor territory.
pub(crate) fn dame<B: Bits>(ground: &Ground<B>, empty: B, unsafe_stones: B, safe: [B; 2]) -> B {
    let unsurroundable = empty & safe[0] & safe[1];
    let surroundable = empty.without(unsurroundable) | unsafe_stones;
    unsurroundable.without(ground.beside(surroundable))
}
