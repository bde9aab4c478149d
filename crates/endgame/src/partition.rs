//! Partition: what of a board is settled, which areas are independent, and
//! what could not be split.

use std::fmt;

use board::{Color, PointSet, Position, Scoring, benson};
use tactics::safety::{LocalSafety, Reason, Safety};

use crate::area::{Area, AreaError};

/// A board in parts (Müller 1995, section 5.3).
#[derive(Clone, Debug)]
pub struct Partition {
    /// Stones that cannot be captured, `[black, white]`, with those assumed.
    pub safe: [PointSet; 2],
    /// Territory, everything in it included.
    pub territory: [PointSet; 2],
    /// Neutral points.
    pub dame: PointSet,
    /// The stones that count as safe only because the caller said so.
    pub assumed: PointSet,
    /// Independent areas between safe stones.
    pub areas: Vec<Area>,
    /// What could not be split into areas, and why.
    pub unsplit: Vec<Unsplit>,
}

/// Points of which no independent areas could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsplit {
    /// The points.
    pub points: PointSet,
    /// Why.
    pub why: WhyUnsplit,
}

/// Why points are no independent area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyUnsplit {
    /// They are no area: too many points, for instance.
    NoArea(AreaError),
    /// No safe stone is beside them.
    NoWalls,
    /// A safe block lives by them, so that it must answer there.
    KeepsAlive(Color),
}

impl fmt::Display for WhyUnsplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyUnsplit::NoArea(why) => why.fmt(f),
            WhyUnsplit::NoWalls => f.write_str("no stone beside it is proved safe"),
            WhyUnsplit::KeepsAlive(color) => {
                write!(f, "{color}'s stones around it live only by answering in it")
            }
        }
    }
}

impl Partition {
    /// Splits a board along its safe stones.
    pub fn new(position: &Position, safety: &Safety) -> Partition {
        let mut parts = Partition {
            safe: safety.safe,
            territory: safety.territory,
            dame: safety.dame,
            assumed: safety.by(Reason::Assumed),
            areas: Vec::new(),
            unsplit: Vec::new(),
        };
        parts.judge_areas(position, safety);
        for component in parts.rest(position).components() {
            parts.add(position, safety, component);
        }
        parts
    }

    /// The score of everything settled, Black minus White. The prisoners on
    /// the board's record count under territory scoring.
    pub fn settled_score(&self, position: &Position, scoring: Scoring) -> i64 {
        let mut score = 0;
        for color in Color::BOTH {
            let i = color.index();
            let own = match scoring {
                Scoring::Area => (self.safe[i] | self.territory[i]).len() as i64,
                Scoring::Territory => {
                    // Each dead stone is a prisoner on a point of territory.
                    let free = self.territory[i] - *position.stones(color);
                    let dead = self.territory[i] & *position.stones(color.opponent());
                    let prisoners = i64::from(position.lost(color.opponent()));
                    (free.len() + dead.len()) as i64 + prisoners
                }
            };
            score += i64::from(color.sign()) * own;
        }
        score
    }

    /// Everything that is not settled.
    fn rest(&self, position: &Position) -> PointSet {
        let settled = self.safe[0] | self.safe[1] | self.territory[0] | self.territory[1];
        PointSet::board(position.size()) - settled - self.dame
    }

    /// Settles by static rules what lies between the walls as they are now.
    fn judge_areas(&mut self, position: &Position, safety: &Safety) {
        let size = position.size();
        loop {
            let mut changed = false;
            for component in self.rest(position).components() {
                if component.intersects(&safety.eyes[0]) || component.intersects(&safety.eyes[1]) {
                    continue;
                }
                let walls = [&self.safe[0], &self.safe[1]];
                let suicide = position.rules().suicide;
                let Some(local) = LocalSafety::new(size, &component, walls, suicide) else {
                    continue;
                };
                let stones = Color::BOTH.map(|color| local.mask(position.stones(color)));
                let verdict = local.judge(stones);
                if verdict.settled() == 0 {
                    continue;
                }
                changed = true;
                for color in [0, 1] {
                    self.safe[color] |= local.set(verdict.safe[color]);
                    self.territory[color] |=
                        local.set(verdict.territory[color] & !verdict.safe[color]);
                }
                self.dame |= local.set(verdict.dame);
            }
            if !changed {
                return;
            }
        }
    }

    fn add(&mut self, position: &Position, safety: &Safety, points: PointSet) {
        let border = points.border(position.size());
        let walls = [&self.safe[0], &self.safe[1]];
        for color in Color::BOTH {
            let eyes = &safety.eyes[color.index()];
            let beside = border & (self.safe[color.index()] - self.assumed);
            if points.intersects(eyes) && !beside.is_subset(&lives_without(position, color, eyes)) {
                let why = WhyUnsplit::KeepsAlive(color);
                self.unsplit.push(Unsplit { points, why });
                return;
            }
        }
        if !border.intersects(&(self.safe[0] | self.safe[1])) {
            self.unsplit.push(Unsplit { points, why: WhyUnsplit::NoWalls });
            return;
        }
        match Area::of_position(position, &points, walls, &self.dame) {
            Ok(area) => self.areas.push(area),
            Err(why) => self.unsplit.push(Unsplit { points, why: WhyUnsplit::NoArea(why) }),
        }
    }
}

/// The stones of a color that live unconditionally by other regions than these,
/// so that their owner, too, may play in them.
fn lives_without(position: &Position, color: Color, eyes: &PointSet) -> PointSet {
    let (own, other) = (position.stones(color), position.stones(color.opponent()));
    let suicide = position.rules().suicide;
    benson::of_stones_without(position.size(), own, other, suicide, eyes).blocks
}
