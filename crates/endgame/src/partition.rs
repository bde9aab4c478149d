//! Partition: what of a board is settled, which areas are independent, and
//! what could not be split.

use std::fmt;

use board::{Color, PointSet, Position, Scoring, benson};
use tactics::safety::{LocalSafety, Reason, Safety};

use crate::area::{Area, AreaError};
use crate::shape::MOST_POINTS;

/// A board in parts (Müller 1995, section 5.3).
#[derive(Clone, Debug)]
pub struct Partition {
    /// Stones that cannot be captured, `[black, white]`, with those assumed.
    pub safe: [PointSet; 2],
    /// Territory, everything in it included.
    pub territory: [PointSet; 2],
    /// Neutral points.
    pub dame: PointSet,
    /// Everything that counts as settled only because the caller said so: safe
    /// stones, and the points of [`Partition::granted`].
    pub assumed: PointSet,
    /// The part of the territory that the caller granted.
    pub granted: [PointSet; 2],
    /// Points of the territory that the caller takes to be filled by their owner in the end,
    /// to protect his stones. They count nothing under territory scoring.
    pub filled: [PointSet; 2],
    /// Whether the caller takes it that nobody makes ko threats beside the moves that
    /// are worth points.
    pub quiet: bool,
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

/// What a caller takes for granted when he splits a board, beside the blocks that
/// [`Safety`] was told to be alive.
#[derive(Clone, Copy, Debug, Default)]
pub struct Granted {
    /// Points that fall to a color, `[black, white]`. For the areas beside them they
    /// are walls: nobody plays there any more.
    pub territory: [PointSet; 2],
    /// Whether stones that live only by answering in an area live without it.
    pub independence: bool,
    /// Whether nobody makes ko threats beside the moves that are worth points.
    pub quiet: bool,
    /// How many stones, taken at once, decide the place for good; zero for none. See
    /// [`Area::with_spoils`].
    pub spoils: u8,
}

impl fmt::Display for WhyUnsplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyUnsplit::NoArea(AreaError::TooLarge { points }) => write!(
                f,
                "its {points} points hang together: no stones that surely live divide them, \
                 and areas of more than {MOST_POINTS} points are not solved"
            ),
            WhyUnsplit::NoArea(why) => why.fmt(f),
            WhyUnsplit::NoWalls => {
                f.write_str("no stone around it surely lives, so that it has no borders")
            }
            WhyUnsplit::KeepsAlive(color) => {
                write!(f, "{color}'s stones around it live only by answering in it")
            }
        }
    }
}

impl Partition {
    /// Splits a board along its safe stones.
    pub fn new(position: &Position, safety: &Safety) -> Partition {
        Partition::assuming(position, safety, &Granted::default())
    }

    /// The same with some points given away beforehand. What is proved already
    /// does not count as granted.
    pub fn assuming(position: &Position, safety: &Safety, granted: &Granted) -> Partition {
        let settled = safety.area(Color::Black) | safety.area(Color::White);
        let given = granted.territory.map(|points| points - settled);
        // A point given to both is given to nobody.
        let given = [given[0] - given[1], given[1] - given[0]];
        let mut parts = Partition {
            safe: safety.safe,
            territory: [0, 1].map(|i| safety.territory[i] | given[i]),
            dame: safety.dame - given[0] - given[1],
            assumed: safety.by(Reason::Assumed) | given[0] | given[1],
            granted: given,
            filled: [PointSet::EMPTY; 2],
            quiet: granted.quiet,
            areas: Vec::new(),
            unsplit: Vec::new(),
        };
        parts.judge_areas(position, safety);
        for component in parts.rest(position).components() {
            parts.add(position, safety, granted, component);
        }
        parts
    }

    /// What areas end at: safe stones and granted points.
    fn walls(&self) -> [PointSet; 2] {
        [0, 1].map(|i| self.safe[i] | self.granted[i])
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
                    let free = self.territory[i] - *position.stones(color) - self.filled[i];
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
                let walls = self.walls();
                let walls = [&walls[0], &walls[1]];
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

    /// Whether nothing was assumed.
    pub(crate) fn is_proved(&self) -> bool {
        self.assumed.is_empty() && !self.areas.iter().any(Area::has_spoils)
    }

    fn add(&mut self, position: &Position, safety: &Safety, granted: &Granted, points: PointSet) {
        let border = points.border(position.size());
        let walls = self.walls();
        for color in Color::BOTH {
            let eyes = &safety.eyes[color.index()];
            let beside = border & (self.safe[color.index()] - self.assumed);
            let needy = beside - lives_without(position, color, eyes);
            if points.intersects(eyes) && granted.independence {
                for wall in &needy {
                    self.assumed |= position.block(wall);
                }
            } else if points.intersects(eyes) && !needy.is_empty() {
                let why = WhyUnsplit::KeepsAlive(color);
                self.unsplit.push(Unsplit { points, why });
                return;
            }
        }
        if !border.intersects(&(walls[0] | walls[1])) {
            self.unsplit.push(Unsplit { points, why: WhyUnsplit::NoWalls });
            return;
        }
        match Area::of_position(position, &points, [&walls[0], &walls[1]], &self.dame) {
            Ok(area) => self.areas.push(area.with_spoils(granted.spoils)),
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
