//! Seki: stones of both colors that share liberties, none of which can be
//! captured, and where whoever fills a shared liberty loses his own.

use board::{Color, Point, PointSet, Position};
use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::Safety;
use super::bits::Bits;
use super::ground::Ground;
use super::moves::{Played, attack, defend};
use super::statics::{Camp, Terms};

/// Blocks that live together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seki {
    /// The stones, `[black, white]`.
    pub stones: [PointSet; 2],
    /// The shared liberties.
    pub shared: PointSet,
}

/// The sekis between safe stones that play can prove within the budget: with the
/// opponent first and winning every ko neither color loses a stone, and each
/// would lose some, if only by ko, after filling any shared liberty itself.
pub fn sekis(position: &Position, safety: &Safety, budget: &mut Budget) -> Vec<Seki> {
    let size = position.size();
    let settled = safety.safe[0] | safety.safe[1] | safety.territory[0] | safety.territory[1];
    let rest = PointSet::board(size) - settled - safety.eyes[0] - safety.eyes[1];
    let mut found = Vec::new();
    for points in rest.components() {
        let stones = Color::BOTH.map(|color| *position.stones(color) & points);
        let empty = points - stones[0] - stones[1];
        let shared = stones[0].border(size) & stones[1].border(size) & empty;
        let walls = safety.safe[0] | safety.safe[1];
        if shared.is_empty() || !points.border(size).is_subset(&walls) {
            continue;
        }
        let Some(ground) = Ground::<u128>::new(size, &points) else { continue };
        let place = Place { ground, position, safety };
        match place.is_seki(&shared, budget) {
            Ok(true) => found.push(Seki { stones, shared }),
            Ok(false) => {}
            Err(_) => break,
        }
    }
    found
}

struct Place<'a> {
    ground: Ground<u128>,
    position: &'a Position,
    safety: &'a Safety,
}

/// Nodes for one question; sekis are small.
const NODES: u64 = 20_000;

impl Place<'_> {
    fn is_seki(&self, shared: &PointSet, budget: &mut Budget) -> Result<bool, Exhausted> {
        for color in Color::BOTH {
            let camp = self.camp(color);
            if self.keeps(&camp, budget)? != Some(true) {
                return Ok(false);
            }
            for point in self.ground.bits(shared).iter() {
                let Played::Camp(after) = defend(&self.ground, &[], &camp, Some(point)) else {
                    continue;
                };
                if self.keeps(&after, budget)? != Some(false) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn camp(&self, color: Color) -> Camp<u128> {
        let size = self.position.size();
        let bits = |set: &PointSet| self.ground.bits(set);
        Camp {
            active: self.ground.all(),
            own: bits(self.position.stones(color)),
            opp: bits(self.position.stones(color.opponent())),
            fence: bits(&self.safety.safe[color.index()].border(size)),
            open: bits(&self.safety.safe[color.opponent().index()].border(size)),
            walls: 0,
        }
    }

    /// Whether the defender keeps all his stones; `None` if it is too much work.
    fn keeps(&self, camp: &Camp<u128>, budget: &mut Budget) -> Result<Option<bool>, Exhausted> {
        let mut part = budget.part(NODES);
        let mut keeper = Keeper {
            ground: &self.ground,
            terms: Terms { suicide: self.position.rules().suicide, strict: true },
            target: camp.own,
            known: FxHashMap::default(),
        };
        let result = keeper.keeps(camp, &mut part);
        budget.charge(part.spent().min(NODES))?;
        match result {
            Ok(keeps) => Ok(Some(keeps)),
            Err(Exhausted::Nodes) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }
}

struct Keeper<'a> {
    ground: &'a Ground<u128>,
    terms: Terms,
    target: u128,
    /// Answers; positions on the path count as lost, so that repetition fails.
    known: FxHashMap<(u128, u128), bool>,
}

impl Keeper<'_> {
    /// The attacker moves, or is content with what he has.
    fn keeps(&mut self, camp: &Camp<u128>, budget: &mut Budget) -> Result<bool, Exhausted> {
        let key = (camp.own, camp.opp);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        budget.spend(1)?;
        self.known.insert(key, false);
        for p in camp.empty().iter() {
            match attack(self.ground, &[], camp, p, self.terms) {
                Played::Illegal => {}
                Played::WallLost => return Ok(false),
                Played::Camp(after) => {
                    if !self.target.is_subset(after.own) || !self.answers(&after, budget)? {
                        return Ok(false);
                    }
                }
            }
        }
        self.known.insert(key, true);
        Ok(true)
    }

    fn answers(&mut self, camp: &Camp<u128>, budget: &mut Budget) -> Result<bool, Exhausted> {
        for p in camp.empty().iter().map(Some).chain([None]) {
            if let Played::Camp(after) = defend(self.ground, &[], camp, p)
                && self.keeps(&after, budget)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Seki {
    /// Whether a point is one of its stones or shared liberties.
    pub fn contains(&self, point: Point) -> bool {
        (self.stones[0] | self.stones[1] | self.shared).contains(point)
    }
}

#[cfg(test)]
mod tests {
    use board::{Rules, Setup};

    use super::*;
    use crate::safety::static_safety;

    fn on(board: &str) -> Vec<Seki> {
        let setup: Setup = board.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        sekis(&position, &static_safety(&position), &mut Budget::nodes(200_000))
    }

    #[test]
    fn two_shared_liberties_are_seki() {
        let found = on("
            . X O . X O .
            X X O O X O O
            . X O . X O .");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].shared.to_string(), "D1 D3");
        assert_eq!(found[0].stones[0].to_string(), "E1 E2 E3");
    }

    #[test]
    fn one_shared_liberty_is_a_race() {
        let found = on("
            . X O O X O .
            X X O O X O O
            . X O . X O .");
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn an_outside_liberty_is_no_seki() {
        let found = on("
            . X O . X . O .
            X X O O X O O O
            . X O . X O . O");
        assert!(found.is_empty(), "{found:?}");
    }
}
