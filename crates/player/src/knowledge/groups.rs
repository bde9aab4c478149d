//! Groups: chains that belong together, and whether they will live.
//!
//! The safety of a group comes from five factors (Chen 2002, section 2.4): its eyes, its
//! room to expand, its freedom to run, friends to connect to, and the weakness of the
//! enemy groups beside it.

use board::{Color, Point, PointSet, Position};

use super::Warrant;
use super::chains::Chain;
use super::eyes::half_eyes;
use super::influence::Influence;

/// Stones of one color that stand or fall together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// One of its stones, always the same.
    pub anchor: Point,
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// Enemy stones in it that are caught.
    pub prisoners: PointSet,
    /// Empty points that it controls.
    pub spaces: PointSet,
    /// Eyes at sight, in halves.
    pub half_eyes: u32,
    /// Liberties that lead out into the open.
    pub ways_out: PointSet,
    /// Friendly groups within reach.
    pub friends: usize,
    /// Enemy groups beside it that are weaker than it.
    pub weaker_enemies: usize,
    /// How likely it lives, from 0 to 1: an estimate unless it is 1.
    pub safety: f64,
    /// How sure that is.
    pub warrant: Warrant,
}

/// How a group stands, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    /// Nearly lost.
    Weak,
    /// Open to attack.
    Unsettled,
    /// It should live.
    Healthy,
    /// Proved to live.
    Safe,
}

impl Group {
    /// How the group stands, in a word.
    pub fn health(&self) -> Health {
        match (self.warrant, self.safety) {
            (Warrant::Proved, _) => Health::Safe,
            (_, safety) if safety >= 0.75 => Health::Healthy,
            (_, safety) if safety >= 0.4 => Health::Unsettled,
            _ => Health::Weak,
        }
    }
}

/// Influence that makes an empty point a space of a group.
const SPACE: f64 = 0.25;

/// The largest closed region that is looked at for eyes.
const ROOM: usize = 12;

/// All groups, with their chances.
pub(super) fn groups(
    position: &Position,
    chains: &[Chain],
    caught: &PointSet,
    safe: &[PointSet; 2],
    influence: &Influence,
) -> Vec<Group> {
    let mut groups = Vec::new();
    for color in Color::BOTH {
        let enemy = color.opponent();
        let held = |point: &Point| {
            let (own, other) = (influence.of(color, *point), influence.of(enemy, *point));
            own >= SPACE && own > 1.5 * other
        };
        let spaces: PointSet = position.empty_points().iter().filter(held).collect();
        let prisoners = *position.stones(enemy) & *caught;
        let mut ground = spaces | prisoners;
        for chain in chains.iter().filter(|chain| chain.color == color) {
            ground |= chain.stones;
        }
        let mut left: Vec<&Chain> = chains.iter().filter(|chain| chain.color == color).collect();
        while let Some(first) = left.first() {
            // Chains touched by the ground of the group belong to it, wherever they are.
            let mut reach = ground.flood(first.stones);
            loop {
                let grown = left
                    .iter()
                    .filter(|chain| chain.stones.intersects(&reach))
                    .fold(reach, |reach, chain| reach | chain.stones);
                let grown = ground.flood(grown);
                if grown == reach {
                    break;
                }
                reach = grown;
            }
            left.retain(|chain| !chain.stones.intersects(&reach));
            groups.push(group(position, color, &reach, caught, safe));
        }
    }
    judge(position, &mut groups, influence);
    groups
}

/// The group on a piece of ground, without its chances.
fn group(
    position: &Position,
    color: Color,
    reach: &PointSet,
    caught: &PointSet,
    safe: &[PointSet; 2],
) -> Group {
    let size = position.size();
    let stones = (*position.stones(color) & *reach) - *caught;
    let not_own = PointSet::board(size) - stones;
    let mut eyes = 0;
    let mut outside = PointSet::EMPTY;
    for region in not_own.components() {
        let alien = region & *position.stones(color.opponent());
        let closed = region.len() <= ROOM && alien.is_subset(caught);
        if closed && region.border(size).intersects(&stones) {
            eyes += half_eyes(position, color, &region);
        } else if !closed {
            outside |= region;
        }
    }
    let proved = stones.is_subset(&safe[color.index()]);
    Group {
        anchor: stones.first().expect("a group has stones"),
        color,
        stones,
        prisoners: *position.stones(color.opponent()) & *reach,
        spaces: position.empty_points() & *reach,
        half_eyes: eyes,
        ways_out: stones.border(size) & position.empty_points() & outside,
        friends: 0,
        weaker_enemies: 0,
        safety: if proved { 1.0 } else { 0.0 },
        warrant: if proved { Warrant::Proved } else { Warrant::Estimate },
    }
}

/// Estimates the chances of all groups: first by what they have themselves, then by
/// their neighbours.
fn judge(position: &Position, groups: &mut [Group], influence: &Influence) {
    let size = position.size();
    let alone: Vec<f64> = groups
        .iter_mut()
        .map(|group| {
            let enemy = group.color.opponent();
            let open = |point: &Point| influence.of(enemy, *point) < 0.5;
            group.ways_out = group.ways_out.iter().filter(open).collect();
            let eyes = f64::from(group.half_eyes.min(4)) / 4.0;
            let room = (group.spaces.len() as f64 / 12.0).min(1.0);
            let run = (group.ways_out.len() as f64 / 5.0).min(1.0);
            if group.warrant == Warrant::Proved {
                1.0
            } else if group.half_eyes >= 4 {
                0.9
            } else {
                (0.1 + 0.55 * eyes + 0.35 * room + 0.2 * run).min(0.97)
            }
        })
        .collect();
    for i in 0..groups.len() {
        let near = groups[i].stones.border(size).border(size) | groups[i].stones.border(size);
        let beside = |j: &usize| *j != i && groups[*j].stones.intersects(&near);
        let neighbors: Vec<usize> = (0..groups.len()).filter(beside).collect();
        let color = groups[i].color;
        let friends =
            neighbors.iter().filter(|&&j| groups[j].color == color && alone[j] > 0.6).count();
        let weaker = neighbors
            .iter()
            .filter(|&&j| groups[j].color != color && alone[j] + 0.1 < alone[i])
            .count();
        let stronger = neighbors
            .iter()
            .filter(|&&j| groups[j].color != color && alone[j] > alone[i] + 0.1)
            .count();
        let group = &mut groups[i];
        group.friends = friends;
        group.weaker_enemies = weaker;
        if group.warrant != Warrant::Proved {
            let help = 0.1 * friends.min(2) as f64 + 0.08 * weaker.min(2) as f64;
            let harm = 0.08 * stronger.min(3) as f64;
            group.safety = (alone[i] + help - harm).clamp(0.02, 0.97);
        }
    }
}
