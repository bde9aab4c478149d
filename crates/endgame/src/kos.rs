//! Kos: the graph of a local game whose value depends on them, and what its
//! thermographs say.

use std::collections::HashMap;
use std::fmt;

use budget::Budget;
use cgt::{Component, Games, KoError, KoFight, KoGraph, KoKind, NodeId, Rational, Thermograph};

use crate::graph::{Graph, Outcome, Rest, Signed};
use crate::local::{BLACK, WHITE};
use crate::values::{Failure, Side, Values};

/// The most positions of a ko graph.
const MOST_POSITIONS: usize = 4000;

/// What a ko is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoName {
    /// Each side can end the ko with one move after taking.
    Direct,
    /// A side needs more moves before the decisive ko.
    Approach,
    /// So many kos one behind the other: who wins one may take the next.
    Stages(u8),
    /// Either side can end the ko quietly, mostly in seki, or raise it to a greater one
    /// which the opponent takes first.
    TenThousandYear,
    /// Several kos, one after the other or beside each other.
    Several,
    /// The position is no ko yet but may become one.
    Latent,
    /// Positions repeat in a longer cycle: triple ko, sending two returning
    /// one, and the like.
    LongCycle,
}

impl fmt::Display for KoName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            KoName::Direct => "direct ko",
            KoName::Approach => "approach ko",
            KoName::Stages(2) => "two-stage ko",
            KoName::Stages(n) => return write!(f, "ko of {n} stages"),
            KoName::TenThousandYear => "ten-thousand-year ko",
            KoName::Several => "several kos",
            KoName::Latent => "a ko may arise",
            KoName::LongCycle => "a long cycle",
        })
    }
}

/// What is known about the ko of an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KoReport {
    /// What it is called.
    pub name: KoName,
    /// The thermograph if Black can afford every ko fight. Where [`KoReport::problem`]
    /// says that there is none, that of the bound instead: White loses every ko.
    pub black_master: Option<Thermograph>,
    /// The same if White can.
    pub white_master: Option<Thermograph>,
    /// Whether the count depends on who can.
    pub kind: Option<KoKind>,
    /// Why the thermographs are bounds, or missing.
    pub problem: Option<String>,
}

/// Looks at the ko of a rest whose bounds differ.
pub(crate) fn report(
    values: &Values,
    graph: &Graph,
    games: &mut Games,
    rest: &Rest,
    budget: &mut Budget,
) -> Result<KoReport, Failure> {
    let mut builder = Builder { values, graph, ko: KoGraph::new(), index: HashMap::new() };
    let Some(root) = builder.build(games, Sum::of(rest), budget)? else {
        return Ok(KoReport {
            name: KoName::LongCycle,
            black_master: None,
            white_master: None,
            kind: None,
            problem: Some(format!("the ko has more than {MOST_POSITIONS} positions")),
        });
    };
    let (ko, sum) = (builder.ko, Sum::of(rest));
    let mut bound = |side| -> Result<Option<Thermograph>, Failure> {
        let value = values.sum(games, sum.outcome(), false, side)?;
        Ok(games.thermograph(value).ok())
    };
    let masters =
        [KoFight::LeftMaster, KoFight::RightMaster].map(|fight| ko.thermograph(root, fight));
    Ok(match masters {
        [Ok(black), Ok(white)] => {
            let placid = black.mean() == white.mean();
            KoReport {
                name: name(&ko, root, placid),
                kind: Some(if placid { KoKind::Placid } else { KoKind::Hyperactive }),
                black_master: Some(black),
                white_master: Some(white),
                problem: None,
            }
        }
        [Err(why), _] | [_, Err(why)] => KoReport {
            name: match &why {
                KoError::LongCycle(nodes) => stages(&ko, nodes)
                    .filter(|_| nodes.contains(&root))
                    .map_or(KoName::LongCycle, KoName::Stages),
                _ => name(&ko, root, true),
            },
            black_master: bound(Side::Upper)?,
            white_master: bound(Side::Lower)?,
            kind: None,
            problem: Some(format!("{why}; the counts are bounds, as if one side lost every ko")),
        },
    })
}

/// A position of the ko graph: undecided parts and what was gained so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    territory: i32,
    area: i32,
    dame: bool,
    parts: Vec<Signed>,
}

impl Sum {
    fn of(rest: &Rest) -> Sum {
        Sum {
            territory: rest.territory,
            area: rest.area,
            dame: rest.dame,
            parts: rest.parts.clone(),
        }
    }

    fn outcome(&self) -> Outcome<'_> {
        Outcome { territory: self.territory, area: self.area, dame: self.dame, parts: &self.parts }
    }

    /// The sum after a move in its part `i`, which leads to `outcome`.
    fn after(&self, i: usize, outcome: Outcome<'_>) -> Sum {
        let swapped = self.parts[i].is_swapped();
        let sign = if swapped { -1 } else { 1 };
        let mut parts = self.parts.clone();
        parts.remove(i);
        parts.extend(outcome.parts.iter().map(|&p| if swapped { p.negated() } else { p }));
        parts.sort_unstable();
        Sum {
            territory: self.territory + sign * outcome.territory,
            area: self.area + sign * outcome.area,
            dame: self.dame != outcome.dame,
            parts,
        }
    }
}

struct Builder<'a> {
    values: &'a Values,
    graph: &'a Graph,
    ko: KoGraph,
    index: HashMap<Sum, NodeId>,
}

impl Builder<'_> {
    /// The node of a sum; `None` if there are too many positions.
    fn build(
        &mut self,
        games: &mut Games,
        root: Sum,
        budget: &mut Budget,
    ) -> Result<Option<NodeId>, Failure> {
        let mut waiting = Vec::new();
        let root = self.node(games, root, &mut waiting)?;
        while let Some((sum, node)) = waiting.pop() {
            budget.spend(1)?;
            if self.ko.len() > MOST_POSITIONS {
                return Ok(None);
            }
            for color in [BLACK, WHITE] {
                for next in self.moves(games, &sum, color)? {
                    let to = self.node(games, next, &mut waiting)?;
                    if color == BLACK {
                        self.ko.left_move(node, to);
                    } else {
                        self.ko.right_move(node, to);
                    }
                }
            }
        }
        Ok(Some(root))
    }

    fn node(
        &mut self,
        games: &mut Games,
        sum: Sum,
        waiting: &mut Vec<(Sum, NodeId)>,
    ) -> Result<NodeId, Failure> {
        if let Some(&node) = self.index.get(&sum) {
            return Ok(node);
        }
        let lower = self.values.sum(games, sum.outcome(), false, Side::Lower)?;
        let upper = self.values.sum(games, sum.outcome(), false, Side::Upper)?;
        let node = if lower == upper {
            self.ko.known(games.thermograph(lower)?)
        } else {
            let node = self.ko.position();
            waiting.push((sum.clone(), node));
            node
        };
        self.index.insert(sum, node);
        Ok(node)
    }

    /// The moves of a colour that another move does not dominate for sure.
    fn moves(&self, games: &mut Games, sum: &Sum, color: usize) -> Result<Vec<Sum>, Failure> {
        let mut all: Vec<(Sum, cgt::Game, cgt::Game)> = Vec::new();
        for (i, &part) in sum.parts.iter().enumerate() {
            for outcome in self.graph.moves(part.node(), part.color(color)) {
                let next = sum.after(i, outcome);
                if all.iter().any(|(known, ..)| *known == next) {
                    continue;
                }
                let worst = self.values.sum(games, next.outcome(), false, Side::Lower)?;
                let best = self.values.sum(games, next.outcome(), false, Side::Upper)?;
                all.push(if color == BLACK {
                    (next, worst, best)
                } else {
                    (next, games.neg(best)?, games.neg(worst)?)
                });
            }
        }
        let mut kept = Vec::new();
        'next: for i in 0..all.len() {
            for j in 0..all.len() {
                // Of two moves that are equal for sure the first stays.
                if i != j
                    && games.le(all[i].2, all[j].1)?
                    && (j < i || !games.le(all[j].2, all[i].1)?)
                {
                    continue 'next;
                }
            }
            kept.push(all[i].0.clone());
        }
        Ok(kept)
    }
}

/// What the ko of `root` is called; `placid` if its count does not depend on who can
/// win the fights.
fn name(ko: &KoGraph, root: NodeId, placid: bool) -> KoName {
    let parts = ko.reach(root);
    if parts.iter().any(|part| matches!(part, Component::LongCycle(_))) {
        return KoName::LongCycle;
    }
    let kos: Vec<(NodeId, NodeId)> = parts
        .iter()
        .filter_map(|part| match *part {
            Component::Ko { open, taken } => Some((open, taken)),
            _ => None,
        })
        .collect();
    let Some(&(open, taken)) = kos.iter().find(|&&(open, taken)| root == open || root == taken)
    else {
        return KoName::Latent;
    };
    // A way out of the ko that is no ko itself ends it.
    let ends =
        |moves: &[NodeId], inside: NodeId| moves.iter().any(|&to| to != inside && ko.is_leaf(to));
    let black = ends(ko.left_moves(taken), open);
    let white = ends(ko.right_moves(open), taken);
    let raises = raises(ko, (open, taken), &kos, KoFight::LeftMaster)
        && raises(ko, (open, taken), &kos, KoFight::RightMaster);
    match (black && white, kos.len()) {
        (true, 1) => KoName::Direct,
        (true, _) if raises => KoName::TenThousandYear,
        (_, 1) => KoName::Approach,
        // Where ways out are not all good ones, that a side lacks moves shows in this:
        // the other, as ko master, is sure of the ko while it prepares.
        (true, _) if placid => KoName::Several,
        _ => KoName::Approach,
    }
}

/// Whether a side, as ko master, holding a ko, does better by raising the stakes, so that the
/// opponent takes first, than by ending it.
fn raises(
    ko: &KoGraph,
    (open, taken): (NodeId, NodeId),
    kos: &[(NodeId, NodeId)],
    master: KoFight,
) -> bool {
    let black = master == KoFight::LeftMaster;
    let moves = if black { ko.left_moves(taken) } else { ko.right_moves(open) };
    let worth = |to: &NodeId| {
        let walls = ko.thermograph(*to, master).ok()?;
        let wall = if black { walls.right_wall() } else { walls.left_wall() };
        let score = wall.at(Rational::ZERO).ok()?;
        Some(if black { score } else { score.neg() })
    };
    let raised = |to: &&NodeId| {
        let there = |&(other, held): &(NodeId, NodeId)| if black { held } else { other } == **to;
        **to != open && **to != taken && kos.iter().any(there)
    };
    let ended = moves.iter().filter(|to| ko.is_leaf(**to)).filter_map(worth).max();
    let raised = moves.iter().filter(raised).filter_map(worth).max();
    raised.is_some() && raised > ended
}

/// How many kos lie one behind the other if that is all there is to a cycle: a row of
/// positions from one to the next of which Black takes, and White back.
fn stages(ko: &KoGraph, cycle: &[NodeId]) -> Option<u8> {
    let inside = |moves: &[NodeId], same: &HashMap<NodeId, NodeId>| -> Vec<NodeId> {
        let mut inside: Vec<NodeId> =
            moves.iter().map(|to| same.get(to).copied().unwrap_or(*to)).collect();
        inside.sort_unstable();
        inside.dedup();
        inside
    };
    // Positions that mirror themselves may be there twice.
    let mut same: HashMap<NodeId, NodeId> = HashMap::new();
    loop {
        let mut seen: HashMap<(Vec<NodeId>, Vec<NodeId>), NodeId> = HashMap::new();
        let before = same.len();
        for &node in cycle.iter().filter(|&node| !same.contains_key(node)).collect::<Vec<_>>() {
            let moves = (inside(ko.left_moves(node), &same), inside(ko.right_moves(node), &same));
            if let Some(&first) = seen.get(&moves) {
                same.insert(node, first);
                break;
            }
            seen.insert(moves, node);
        }
        if same.len() == before {
            break;
        }
    }
    let row: Vec<NodeId> = cycle.iter().copied().filter(|node| !same.contains_key(node)).collect();
    let takes = |moves: &[NodeId]| -> Vec<NodeId> {
        inside(moves, &same).into_iter().filter(|to| row.contains(to)).collect()
    };
    let mut links = 0;
    for &node in &row {
        let (left, right) = (takes(ko.left_moves(node)), takes(ko.right_moves(node)));
        let back = |to: &NodeId| takes(ko.right_moves(*to)) == [node];
        if left.len() > 1 || right.len() > 1 || !left.iter().all(back) {
            return None;
        }
        links += left.len();
    }
    // As many links as a row has, so that it is no ring.
    if links + 1 == row.len() { u8::try_from(links).ok() } else { None }
}
