//! Which regions to search, and how their proofs fit together.
//!
//! A *unit* is one region of the defender, or several that share unsafe blocks
//! (Niu and Müller 2004 merge such regions). Blocks beside the unit that touch
//! other points, too, are its walls. A wall that has another unit may count on
//! one liberty there; in its own unit it then needs only one. A wall for which two
//! others provide needs none. Units are searched with these promises until every
//! promise is kept: a unit that fails takes its promises back, and those who counted
//! on it are searched again. What stands in the end is safe, because every wall has
//! two units that give it a liberty each, or one that gives it two.

use std::collections::HashMap;

use board::{Color, Point, PointSet};
use budget::{Budget, Exhausted};

use super::bits::{Bits, Wide};
use super::ground::Ground;
use super::search::{Measure, holds};
use super::statics::{Camp, Terms, Wall};
use super::whole::{Settlement, Whole};

/// How much work goes into searches.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Nodes for the longest search of a region.
    pub region_nodes: u64,
    /// The most empty points a region may have.
    pub region_points: usize,
}

impl Effort {
    /// No search at all.
    pub const NONE: Effort = Effort { region_nodes: 0, region_points: 0 };

    /// Some five seconds for a full board.
    pub const THOROUGH: Effort = Effort { region_nodes: 60_000, region_points: 60 };
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { region_nodes: 16_000, region_points: 45 }
    }
}

/// How long each region is searched. What is easy is proved first everywhere: it helps
/// with the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Glance,
    Look,
    Study,
}

impl Level {
    pub(crate) const ALL: [Level; 3] = [Level::Glance, Level::Look, Level::Study];

    /// The searches of a region with so many empty points, with their nodes. No measure is best
    /// everywhere; the first mostly is, and gets the most time. What has more than a few points
    /// for each doubling of the nodes is hardly ever proved.
    fn searches(self, effort: Effort, empty: usize) -> impl Iterator<Item = (Measure, u64)> {
        let (measures, share): (&[Measure], u64) = match self {
            Level::Glance => (&[Measure::Inner], 64),
            Level::Look => (&Measure::ALL, 8),
            Level::Study => (&[Measure::Inner], 1),
        };
        let nodes = effort.region_nodes / share;
        let hopeless = empty as u64 > 2 * u64::from(nodes.max(1).ilog2());
        let measures = if hopeless { &[] } else { measures };
        measures.iter().map(move |&measure| (measure, nodes))
    }
}

/// Searches for a color; true if something new was settled.
pub(crate) fn prove(
    whole: &Whole,
    color: Color,
    settled: &mut Settlement,
    (effort, level): (Effort, Level),
    memory: &mut Memory,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let mut front = Front::new(whole, color, settled, (effort, level), memory);
    let done = front.run(budget);
    let found = front.found(color, settled);
    done.map(|()| found)
}

/// Which questions were asked on a board about the points of a unit, and how they
/// were answered. A region holds with more help if it holds with less, and what was
/// too hard or false with more help need not be tried with less.
#[derive(Default)]
pub(crate) struct Memory(HashMap<(Color, Wide), Vec<(Help, Answer)>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Holds,
    Fails,
    TooHard(Level),
}

/// What stands around a unit.
struct Help {
    /// Its points beside safe stones, and beside walls that are sure of two liberties.
    fence: Wide,
    /// The other walls.
    walls: Vec<Support>,
}

/// A wall of a unit.
struct Support {
    /// Its first stone.
    name: usize,
    /// The points of the unit beside it.
    beside: Wide,
    /// The liberties it is sure to have elsewhere: 0 or 1.
    spare: u8,
}

impl Memory {
    /// Whether a unit holds, if that follows from earlier answers.
    fn answer(&self, color: Color, points: Wide, help: &Help, level: Level) -> Option<bool> {
        let known = self.0.get(&(color, points))?;
        let follows = |(asked, answer): &&(Help, Answer)| match *answer {
            Answer::Holds => help.is_at_least(asked),
            Answer::Fails => asked.is_at_least(help),
            Answer::TooHard(tried) => level <= tried && asked.is_at_least(help),
        };
        known.iter().find(follows).map(|&(_, answer)| answer == Answer::Holds)
    }
}

impl Help {
    /// Whether each wall has as much here as there, or is safe here, and none was safe there.
    fn is_at_least(&self, less: &Help) -> bool {
        let wall = |walls: &[Support], name: usize| {
            walls.iter().find(|wall| wall.name == name).map(|wall| wall.spare)
        };
        less.fence.is_subset(self.fence)
            && less.walls.iter().all(|there| match wall(&self.walls, there.name) {
                Some(spare) => spare >= there.spare,
                None => there.beside.is_subset(self.fence),
            })
            && self.walls.iter().all(|here| wall(&less.walls, here.name).is_some())
    }
}

/// The unsafe blocks and the regions between them.
struct Front<'a> {
    color: Color,
    whole: &'a Whole<'a>,
    camp: Camp<Wide>,
    terms: Terms,
    effort: Effort,
    level: Level,
    blocks: Vec<Wide>,
    /// The regions worth a search.
    regions: Vec<Zone>,
    memory: &'a mut Memory,
    standing: Vec<Unit>,
}

struct Zone {
    points: Wide,
    /// The unsafe blocks beside it.
    blocks: Vec<usize>,
}

/// Regions that are searched together, and the walls around them.
#[derive(Clone, PartialEq, Eq)]
struct Unit {
    regions: Vec<usize>,
    walls: Vec<usize>,
    /// Blocks that are beside no other points.
    inner: Vec<usize>,
}

/// Whether a unit gives a liberty to a wall.
fn provides(unit: &Unit, released: &[usize], wall: usize) -> bool {
    unit.walls.contains(&wall) && !released.contains(&wall)
}

impl<'a> Front<'a> {
    fn new(
        whole: &'a Whole,
        color: Color,
        settled: &Settlement,
        (effort, level): (Effort, Level),
        memory: &'a mut Memory,
    ) -> Front<'a> {
        let ground = &whole.ground;
        let camp = whole.camp(color, settled);
        let blocks: Vec<Wide> = ground.components(camp.own).collect();
        let beside: Vec<Wide> = blocks.iter().map(|&block| ground.beside(block)).collect();
        let regions = ground
            .components(camp.active.without(camp.own))
            .filter(|points| !points.meets(camp.open))
            .filter(|&points| (points & camp.empty()).count() <= effort.region_points)
            .map(|points| {
                let touching = (0..blocks.len()).filter(|&i| beside[i].meets(points));
                Zone { points, blocks: touching.collect() }
            })
            .collect();
        let terms = Terms { suicide: whole.position.rules().suicide, strict: true };
        let standing = Vec::new();
        Front { color, whole, camp, terms, effort, level, blocks, regions, memory, standing }
    }

    /// Single regions first, then a few neighbours, then all that hang together.
    fn run(&mut self, budget: &mut Budget) -> Result<(), Exhausted> {
        let singles: Vec<Unit> = (0..self.regions.len()).map(|i| self.unit(vec![i])).collect();
        let units = self.stable(singles, budget)?;
        self.standing = units;
        for size in 2..=5 {
            let groups = if size < 5 { self.groups(size) } else { self.clusters() };
            let mut units: Vec<Unit> = groups.into_iter().map(|group| self.unit(group)).collect();
            // Small ones are easy, and what they prove helps.
            units.sort_by_cached_key(|unit| self.empty_points(unit));
            for unit in units {
                if unit.regions.iter().all(|&r| self.stands(r)) {
                    continue;
                }
                if self.empty_points(&unit) > self.effort.region_points {
                    continue;
                }
                let mut trial = self.standing.clone();
                trial.retain(|other| !other.regions.iter().any(|r| unit.regions.contains(r)));
                trial.push(unit.clone());
                let units = self.stable(trial, budget)?;
                let better = |units: &[Unit]| units.iter().map(|u| u.regions.len()).sum::<usize>();
                if units.contains(&unit) && better(&units) > better(&self.standing) {
                    self.standing = units;
                }
            }
        }
        Ok(())
    }

    fn stands(&self, region: usize) -> bool {
        self.standing.iter().any(|unit| unit.regions.contains(&region))
    }

    fn empty_points(&self, unit: &Unit) -> usize {
        unit.regions.iter().map(|&r| (self.regions[r].points & self.camp.empty()).count()).sum()
    }

    /// The connected sets of `size` regions, neighbours sharing an unsafe block.
    fn groups(&self, size: usize) -> Vec<Vec<usize>> {
        let share = |a: usize, b: usize| {
            self.regions[a].blocks.iter().any(|block| self.regions[b].blocks.contains(block))
        };
        let mut groups: Vec<Vec<usize>> = (0..self.regions.len()).map(|i| vec![i]).collect();
        for _ in 1..size {
            let mut larger: Vec<Vec<usize>> = Vec::new();
            for group in &groups {
                for next in 0..self.regions.len() {
                    if !group.contains(&next) && group.iter().any(|&r| share(r, next)) {
                        let mut group = group.clone();
                        group.push(next);
                        group.sort_unstable();
                        larger.push(group);
                    }
                }
            }
            larger.sort();
            larger.dedup();
            groups = larger;
        }
        groups
    }

    /// The largest sets of regions that hang together by unsafe blocks.
    fn clusters(&self) -> Vec<Vec<usize>> {
        let mut clusters: Vec<Vec<usize>> = Vec::new();
        for region in 0..self.regions.len() {
            let blocks = &self.regions[region].blocks;
            let mut cluster = vec![region];
            clusters.retain(|other| {
                let apart = !other
                    .iter()
                    .any(|&r| self.regions[r].blocks.iter().any(|block| blocks.contains(block)));
                if !apart {
                    cluster.extend(other);
                }
                apart
            });
            cluster.sort_unstable();
            clusters.push(cluster);
        }
        clusters.retain(|cluster| cluster.len() > 4);
        clusters
    }

    fn unit(&self, regions: Vec<usize>) -> Unit {
        let ground = &self.whole.ground;
        let points = regions.iter().fold(Wide::EMPTY, |sum, &r| sum | self.regions[r].points);
        let mut beside: Vec<usize> =
            regions.iter().flat_map(|&r| self.regions[r].blocks.iter().copied()).collect();
        beside.sort_unstable();
        beside.dedup();
        let (inner, walls): (Vec<usize>, Vec<usize>) = beside.into_iter().partition(|&block| {
            let stones = self.blocks[block];
            ground.beside(stones).without(stones).is_subset(points)
        });
        Unit { regions, walls, inner }
    }

    /// A large set of these units that keep their promises to each other. Every unit
    /// gives a liberty to each of its walls at first. One that cannot is released
    /// from those walls that two others provide for; if that does not help, it
    /// goes, and those who were released because of it are asked again.
    fn stable(&mut self, units: Vec<Unit>, budget: &mut Budget) -> Result<Vec<Unit>, Exhausted> {
        let mut standing = units;
        let mut released = vec![Vec::new(); standing.len()];
        let mut i = 0;
        while i < standing.len() {
            let spare = self.promises(&standing, &released, i);
            if self.holds(&standing[i], &spare, budget)? {
                i += 1;
                continue;
            }
            let providers = |wall: usize| {
                let units = standing.iter().zip(&released);
                units.filter(|(unit, free)| provides(unit, free, wall)).count()
            };
            let walls = standing[i].walls.iter().copied();
            let more: Vec<usize> = walls
                .filter(|&wall| provides(&standing[i], &released[i], wall) && providers(wall) > 2)
                .collect();
            if more.is_empty() {
                standing.remove(i);
                released.remove(i);
                released.iter_mut().for_each(Vec::clear);
            } else {
                released[i].extend(more);
            }
            i = 0;
        }
        Ok(standing)
    }

    /// What each wall of a unit is sure to have elsewhere: a liberty if another unit
    /// provides one, and two, so that it is safe in any case, if the unit itself is
    /// released from it.
    fn promises(&self, standing: &[Unit], released: &[Vec<usize>], i: usize) -> Vec<(usize, u8)> {
        let helped = |wall: usize| {
            let mut others = standing.iter().zip(released).enumerate();
            others.any(|(j, (unit, free))| j != i && provides(unit, free, wall))
        };
        let spare = |wall: usize| match released[i].contains(&wall) {
            true => 2,
            false => u8::from(helped(wall)),
        };
        standing[i].walls.iter().map(|&wall| (wall, spare(wall))).collect()
    }

    fn holds(
        &mut self,
        unit: &Unit,
        promises: &[(usize, u8)],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let points = self.points(unit);
        let help = self.help(points, promises);
        if let Some(holds) = self.memory.answer(self.color, points, &help, self.level) {
            return Ok(holds);
        }
        let answer = self.search(points, &help, budget)?;
        self.memory.0.entry((self.color, points)).or_default().push((help, answer));
        Ok(answer == Answer::Holds)
    }

    fn points(&self, unit: &Unit) -> Wide {
        let points = unit.regions.iter().fold(Wide::EMPTY, |sum, &r| sum | self.regions[r].points);
        unit.inner.iter().fold(points, |sum, &block| sum | self.blocks[block])
    }

    fn help(&self, points: Wide, promises: &[(usize, u8)]) -> Help {
        let mut help = Help { fence: self.camp.fence & points, walls: Vec::new() };
        for &(wall, spare) in promises {
            let stones = self.blocks[wall];
            let beside = self.whole.ground.beside(stones) & points;
            // Walls with two liberties elsewhere are as good as safe stones.
            if spare > 1 {
                help.fence = help.fence | beside;
            } else {
                let name = stones.first().expect("a block has a stone");
                help.walls.push(Support { name, beside, spare });
            }
        }
        help
    }

    fn search(&self, points: Wide, help: &Help, budget: &mut Budget) -> Result<Answer, Exhausted> {
        let ground = &self.whole.ground;
        let set = ground.set(points);
        let rows = set.iter().map(Point::row);
        let columns = set.iter().map(Point::column);
        let height = rows.clone().max().unwrap_or(0) + 1 - rows.min().unwrap_or(0);
        let width = columns.clone().max().unwrap_or(0) + 1 - columns.min().unwrap_or(0);
        // Words with room for the whole rows are worth their width.
        let small = |limit: usize| (width + 1) * height <= limit;
        if small(u64::LIMIT) || points.count() <= u64::LIMIT && !small(u128::LIMIT) {
            self.search_on::<u64>(&set, points, help, budget)
        } else {
            self.search_on::<u128>(&set, points, help, budget)
        }
    }

    fn search_on<B: Bits>(
        &self,
        set: &PointSet,
        points: Wide,
        help: &Help,
        budget: &mut Budget,
    ) -> Result<Answer, Exhausted> {
        let ground = &self.whole.ground;
        let Some(local) = Ground::<B>::in_rows(self.whole.position.size(), set) else {
            return Ok(Answer::Fails);
        };
        if help.walls.len() > 64 || help.walls.is_empty() && help.fence.is_empty() {
            return Ok(Answer::Fails);
        }
        let here = |bits: Wide| local.bits(&ground.set(bits & points));
        let walls: Vec<Wall<B>> = help
            .walls
            .iter()
            .map(|wall| Wall { beside: here(wall.beside), spare: wall.spare })
            .collect();
        let camp = Camp {
            active: local.all(),
            own: here(self.camp.own),
            opp: here(self.camp.opp),
            fence: here(help.fence),
            open: B::EMPTY,
            walls: if walls.len() == 64 { u64::MAX } else { (1 << walls.len()) - 1 },
        };
        for (measure, nodes) in self.level.searches(self.effort, camp.empty().count()) {
            let mut part = budget.part(nodes);
            let result = holds(&local, &walls, &camp, self.terms, measure, &mut part);
            budget.charge(part.spent().min(nodes))?;
            match result {
                Err(Exhausted::Nodes) => {}
                Ok(true) => return Ok(Answer::Holds),
                Ok(false) => return Ok(Answer::Fails),
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(Answer::TooHard(self.level))
    }

    /// Writes down what stands.
    fn found(&self, color: Color, settled: &mut Settlement) -> bool {
        let ground = &self.whole.ground;
        for unit in &self.standing {
            for &region in &unit.regions {
                settled.territory[color.index()] |= ground.set(self.regions[region].points);
            }
            for &block in &unit.inner {
                settled.territory[color.index()] |= ground.set(self.blocks[block]);
            }
            for &wall in &unit.walls {
                settled.safe[color.index()] |= ground.set(self.blocks[wall]);
            }
        }
        !self.standing.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_compared_wall_by_wall() {
        let beside = Wide::bit(7);
        let help = |walls: &[(usize, u8)], fence: Wide| Help {
            fence,
            walls: walls.iter().map(|&(name, spare)| Support { name, beside, spare }).collect(),
        };
        let none = Wide::EMPTY;
        let both = help(&[(1, 1), (2, 1)], none);
        let first = help(&[(1, 1), (2, 0)], none);
        let second = help(&[(1, 0), (2, 1)], none);
        assert!(both.is_at_least(&first) && both.is_at_least(&second));
        // Two walls beside the same points are two walls all the same.
        assert!(!first.is_at_least(&second) && !second.is_at_least(&first));
        assert!(!first.is_at_least(&both));
        // A wall that is safe needs nothing.
        let safe = help(&[(1, 0)], beside);
        assert!(safe.is_at_least(&help(&[(1, 0), (2, 1)], none)) && !safe.is_at_least(&first));
        assert!(!first.is_at_least(&safe));
    }

    #[test]
    fn what_was_too_hard_is_tried_again_for_longer() {
        let help = || Help { fence: Wide::bit(1), walls: Vec::new() };
        let mut memory = Memory::default();
        let key = (Color::Black, Wide::bit(1));
        memory.0.insert(key, vec![(help(), Answer::TooHard(Level::Look))]);
        let ask = |memory: &Memory, level| memory.answer(key.0, key.1, &help(), level);
        assert_eq!(ask(&memory, Level::Glance), Some(false));
        assert_eq!(ask(&memory, Level::Look), Some(false));
        assert_eq!(ask(&memory, Level::Study), None);
        memory.0.insert(key, vec![(help(), Answer::Fails)]);
        assert_eq!(ask(&memory, Level::Study), Some(false));
    }
}
