//! The goal of taking one block off the board.

use board::{Color, Point, PointSet, Position};

use super::Effort;
use super::moves;
use crate::goal::{Goal, Judgement, KoMaster, Moves};

/// A block that somebody wants to capture.
#[derive(Clone, Debug)]
pub struct Prey {
    stone: Point,
    owner: Color,
    hunter_liberties: usize,
    prey_liberties: usize,
    /// What it has at the beginning.
    root_liberties: usize,
    /// Where the hunter may not play.
    boundary: PointSet,
    /// Whether the prey's side retakes every ko, so that taking the prey in a
    /// ko is no capture.
    ko_is_lost: bool,
    /// Whether it then has to retake the prey on the board, a threat each time.
    fights_on: bool,
}

impl Prey {
    /// The block on `stone`.
    pub fn new(position: &Position, stone: Point, ko: KoMaster, effort: &Effort) -> Prey {
        let owner = position.stone(stone).unwrap_or(Color::Black);
        let now = position.liberties(stone);
        Prey {
            stone,
            owner,
            hunter_liberties: effort.hunter_liberties,
            prey_liberties: effort.prey_liberties,
            root_liberties: if now <= effort.hunter_liberties { now } else { 0 },
            boundary: effort.boundary,
            ko_is_lost: ko == KoMaster::Color(owner),
            fights_on: false,
        }
    }

    /// The same block, but if it is taken in a ko the fight goes on. A ko that its
    /// owner retakes time and again and can never end is lost in the end.
    pub(super) fn fighting_on(self) -> Prey {
        Prey { fights_on: true, ..self }
    }
}

/// How hard a capture looks by the liberties of the prey when the hunter moves.
const PROOF: [u32; 8] = [1, 1, 1, 4, 12, 30, 60, 100];
const DISPROOF: [u32; 8] = [30, 30, 6, 3, 2, 1, 1, 1];

/// How loose a move of the hunter's is by the liberties it leaves.
const SLACK: [usize; 5] = [0, 0, 0, 2, 5];

impl Prey {
    /// A stone of the block.
    pub fn stone(&self) -> Point {
        self.stone
    }
}

impl Goal for Prey {
    fn achiever(&self) -> Color {
        self.owner.opponent()
    }

    fn judge(&self, position: &Position, to_play: Color, banned: Option<Point>) -> Judgement {
        if position.stone(self.stone) != Some(self.owner) {
            // The last move took it, or its owner did not retake it.
            return if !self.ko_is_lost || position.ko_point().is_none() {
                Judgement::Achieved([self.stone].into_iter().collect())
            } else if self.fights_on {
                Judgement::Open { proof: 2, disproof: 1, slack: 0 }
            } else {
                Judgement::LostByKo
            };
        }
        let liberties = position.liberties(self.stone);
        if to_play != self.owner {
            if liberties == 1 {
                let block = position.block(self.stone);
                let around = block.border(position.size());
                let last = (around & position.empty_points()).first();
                let retaken = self.ko_is_lost && takes_ko(position, self.stone, last);
                if last != banned && !retaken {
                    let mut zone = block | around;
                    if position.block_size(self.stone) == 1 {
                        not_a_ko(position, &mut zone, last);
                    }
                    return if takes_ko(position, self.stone, last) {
                        Judgement::AchievedByKo(zone)
                    } else {
                        Judgement::Achieved(zone)
                    };
                }
            }
            if liberties > self.hunter_liberties {
                return Judgement::Lost;
            }
            let i = liberties.min(PROOF.len() - 1);
            return Judgement::Open { proof: PROOF[i], disproof: DISPROOF[i], slack: 0 };
        }
        if liberties > self.prey_liberties.max(self.root_liberties) {
            return Judgement::Lost;
        }
        // Where the best extension leads.
        let reach = moves::reach(position, self.stone);
        if reach > self.hunter_liberties {
            return Judgement::Lost;
        }
        let i = reach.max(liberties).min(PROOF.len() - 1);
        // A prey that gains nothing by running is pursued tightly.
        let ahead = if reach > liberties { reach - 2.min(reach) } else { 0 };
        let slack = (ahead + SLACK[liberties.min(SLACK.len() - 1)]) as u32;
        Judgement::Open { proof: PROOF[i] + 1, disproof: DISPROOF[i], slack }
    }

    fn achieving(&self, position: &Position, moves: &mut Moves) {
        moves::hunter(position, self.stone, moves);
        if !self.boundary.is_empty() {
            moves.retain(|point| !self.boundary.contains(point));
        }
    }

    fn opposing(&self, position: &Position, moves: &mut Moves) -> bool {
        if position.is_empty(self.stone) {
            // Taken in a ko: all that matters is to retake it.
            moves.add(self.stone, 0);
            return true;
        }
        let in_atari = moves::prey(position, self.stone, moves);
        // In atari nothing else can matter, unless the capture could be made
        // as a ko.
        in_atari && position.block_size(self.stone) > 1
    }
}

/// Adds why taking a lone stone on `last` takes no ko: all that is around.
fn not_a_ko(position: &Position, zone: &mut PointSet, last: Option<Point>) {
    let Some(last) = last else { return };
    for n in position.size().neighbors(last) {
        zone.insert(n);
        if position.liberties(n) == 1 {
            let block = position.block(n);
            *zone |= block | block.border(position.size());
        }
    }
}

/// Whether the hunter takes a ko by taking the lone stone `prey` on its `last`
/// liberty: his stone is alone and has only the liberty it makes.
fn takes_ko(position: &Position, prey: Point, last: Option<Point>) -> bool {
    let Some(last) = last.filter(|_| position.block_size(prey) == 1) else { return false };
    let owner = position.stone(prey);
    position.size().neighbors(last).all(|n| {
        n == prey || position.stone(n) == owner && owner.is_some() && position.liberties(n) > 1
    })
}
