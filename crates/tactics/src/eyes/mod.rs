//! Two eyes: does a group live as it stands, whoever moves first and without reading?
//!
//! The group of a block is the block and whatever hangs together with it by sure
//! connections ([`Link`]); it has two eyes if two separate rooms behind it can
//! never be filled. What is asked is whether the eyes are *there*: a wall that can
//! be cut, an open side, or eyes that could only be made by a move are a no.
//!
//! A yes is a proof, by an answering strategy. Each link has its own points, and
//! whatever the attacker plays on them is answered on them, which joins the stones.
//! Points of different links are different, so that no move threatens two of them.
//! Suppose the attacker took a block of the group. A link not yet joined leaves the
//! block a liberty, so all links are joined, the group is one block, and the attacker
//! has filled one of its rooms to the last point. But each free point of a room is a
//! liberty of the group, so his stones there had no liberty themselves: the argument
//! of Benson (*Life in the game of Go*, 1976), whose blocks have no links.
//!
//! Rooms in which that holds only if their owner answers inside are played out
//! exactly, up to [`ROOM`] points. Superko, which could forbid an answer, is left
//! out of account; the simple ko rule cannot.

mod link;
mod room;

use std::collections::HashSet;

use board::{Point, PointSet, Position};

pub use link::Link;
use room::Room;

/// A group that has two eyes, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoEyes {
    /// The stones, none of which can be captured.
    pub group: PointSet,
    /// Rooms with an eye each, or a single one with two.
    pub eyes: Vec<PointSet>,
    /// The connections that hold the group together.
    pub links: Vec<Link>,
}

/// The two eyes of the block on `point`, if it has them. An empty point has none.
///
/// ```
/// use board::{Position, Rules, Setup};
/// use tactics::eyes::two_eyes;
///
/// // Black's corner and his stones on the right are one group by the bamboo joint.
/// let setup: Setup = "
///     . X O O O O .
///     X X O . O O .
///     . X X . X X X
///     . . X . X . .
///     . . . O X X X
///     . O . O O O O".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let found = two_eyes(&position, "B6".parse()?).expect("two eyes");
/// assert_eq!(found.links.len(), 1);
/// assert!(found.eyes.iter().any(|eye| eye.to_string() == "A6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn two_eyes(position: &Position, point: Point) -> Option<TwoEyes> {
    let color = position.stone(point)?;
    let links = link::candidates(position, color);
    let mut search = Search { position, links, tried: HashSet::new() };
    // Few links first, so that none is named without need.
    (0..=LINKS).find_map(|most| {
        search.tried.clear();
        search.extend(&mut Vec::new(), position.block(point), most)
    })
}

/// The largest room that is played out if it is no eye at sight.
pub const ROOM: usize = 8;

/// The most links that hold one group together.
const LINKS: usize = 6;

/// The most combinations of links that are looked at for each number of links.
const COMBINATIONS: usize = 2000;

struct Search<'a> {
    position: &'a Position,
    links: Vec<Link>,
    /// Combinations looked at, each as a sorted list.
    tried: HashSet<Vec<usize>>,
}

impl Search<'_> {
    /// Looks for two eyes with exactly `more` further links.
    fn extend(&mut self, chosen: &mut Vec<usize>, group: PointSet, more: usize) -> Option<TwoEyes> {
        let mut combination = chosen.clone();
        combination.sort_unstable();
        if self.tried.len() >= COMBINATIONS || !self.tried.insert(combination) {
            return None;
        }
        if more == 0 {
            let links = chosen.iter().map(|&i| self.links[i].clone()).collect();
            return Plan { position: self.position, group, links }.proof();
        }
        for i in 0..self.links.len() {
            let link = &self.links[i];
            let new = !link.joins.is_subset(&group) && link.joins.intersects(&group);
            let apart = |&j: &usize| !self.links[j].points().intersects(&link.points());
            if new && chosen.iter().all(apart) {
                let group = group | link.joins;
                chosen.push(i);
                let found = self.extend(chosen, group, more - 1);
                chosen.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }
}

/// A group and the links it is to be held together by.
struct Plan<'a> {
    position: &'a Position,
    group: PointSet,
    links: Vec<Link>,
}

/// A part of the board that may come under the attacker's stones as a whole.
struct Region {
    /// Its points apart from those of links.
    points: PointSet,
    /// Points of links that may become part of it.
    gained: PointSet,
    /// Whether an answer on a point of a link may take stones inside.
    touched: bool,
}

impl Plan<'_> {
    /// The two eyes, if this plan has them.
    fn proof(self) -> Option<TwoEyes> {
        let (vital, rest): (Vec<Region>, Vec<Region>) =
            self.regions().into_iter().partition(|region| self.is_eye(region, &self.group));
        let taken = self.reserved(&vital)?;
        let mut eyes: Vec<PointSet> = vital.iter().map(|region| region.points).collect();
        // Answers inside a room must not be wanted elsewhere at the same time.
        let is_apart = |region: &Region| {
            let near = region.points | region.points.border(self.position.size());
            !region.touched && !near.intersects(&taken)
        };
        let holds = |region: &Region, wanted: usize| {
            is_apart(region) && self.room(&region.points).is_some_and(|room| room.holds(wanted))
        };
        if let [] | [_] = vital[..] {
            let wanted = 2 - vital.len();
            match rest.iter().find(|region| holds(region, wanted)) {
                Some(region) => eyes.push(region.points),
                None if vital.first().is_some_and(|region| holds(region, 2)) => {}
                None => return None,
            }
        }
        Some(TwoEyes { group: self.group, eyes, links: self.links })
    }

    /// The parts of the board, when the attacker holds as many points of links
    /// as he can get.
    fn regions(&self) -> Vec<Region> {
        let size = self.position.size();
        let all = |part: fn(&Link) -> PointSet| {
            self.links.iter().fold(PointSet::EMPTY, |set, link| set | part(link))
        };
        let points = all(Link::points);
        let losable = all(Link::losable);
        let open = PointSet::board(size) - self.group - points;
        let mut regions: Vec<Region> = open
            .components()
            .map(|region| Region {
                points: region,
                gained: PointSet::EMPTY,
                touched: region.border(size).intersects(&points),
            })
            .collect();
        for point in losable {
            let mut joined =
                Region { points: PointSet::EMPTY, gained: PointSet::from(point), touched: true };
            // Of one link the attacker gets one point only; two links may both lose theirs.
            let own = self.links.iter().find(|link| link.points().contains(point));
            let same = own.map(Link::points).unwrap_or_default();
            let beside = PointSet::from(point).border(size) - same;
            regions.retain(|region| {
                let meets = (region.points | region.gained).intersects(&beside);
                if meets {
                    joined.points |= region.points;
                    joined.gained |= region.gained;
                }
                !meets
            });
            regions.push(joined);
        }
        regions.retain(|region| !region.points.is_empty());
        regions
    }

    /// Whether the attacker can never fill a region, since each point that he
    /// leaves free there is a liberty of `stones`.
    fn is_eye(&self, region: &Region, stones: &PointSet) -> bool {
        let size = self.position.size();
        let empty = region.points & self.position.empty_points();
        let own = region.points & self.own();
        // Where stones inside may be taken off, their points must be liberties, too.
        let free = match region.touched || self.position.rules().suicide {
            true => region.points,
            false => empty,
        };
        // A point of a link becomes the attacker's only when the group is beside it.
        let gained = if *stones == self.group { PointSet::EMPTY } else { region.gained };
        own.is_empty() && (free | gained).is_subset(&stones.border(size))
    }

    fn own(&self) -> PointSet {
        let stone = self.group.first().expect("a group has stones");
        *self.position.stones(self.position.stone(stone).expect("a stone"))
    }

    /// The points that are reserved for answers; `None` if one move could call for
    /// two of them.
    fn reserved(&self, vital: &[Region]) -> Option<PointSet> {
        let is_secure = |block: &PointSet| vital.iter().any(|region| self.is_eye(region, block));
        let mut taken = PointSet::EMPTY;
        for link in &self.links {
            let calls = link.points() | link.watched(self.position, &self.own(), is_secure);
            if calls.intersects(&taken) {
                return None;
            }
            taken |= calls;
        }
        Some(taken)
    }

    /// A room behind a single block, to be played out.
    fn room(&self, points: &PointSet) -> Option<Room> {
        let wall = points.border(self.position.size());
        let one_block = wall.is_subset(&self.position.block(wall.first()?));
        let closed = wall.is_subset(&self.group) && !points.intersects(&self.own());
        (one_block && closed && points.len() <= ROOM).then(|| Room::new(self.position, points))
    }
}
