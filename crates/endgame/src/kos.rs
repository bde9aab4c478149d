//! Kos: the graph of a local game whose value depends on them, and what its
//! thermographs say.

use std::collections::HashMap;
use std::fmt;

use board::Scoring;
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
                KoError::LongCycle(_) => KoName::LongCycle,
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

    /// The area score of the stones as they stand.
    fn count(&self, graph: &Graph) -> i32 {
        let count = |part: &Signed| {
            let count = graph.nodes[part.node()].count;
            if part.is_swapped() { -count } else { count }
        };
        self.area + self.parts.iter().map(count).sum::<i32>()
    }

    /// The sum after a move in its part `i`, which leads to `outcome`.
    fn after(&self, graph: &Graph, i: usize, outcome: Outcome<'_>) -> Sum {
        let swapped = self.parts[i].is_swapped();
        let sign = if swapped { -1 } else { 1 };
        let mut parts = self.parts.clone();
        parts.remove(i);
        let there = outcome.parts.iter().map(|&p| if swapped { p.negated() } else { p });
        parts.extend(there.map(|part| graph.named_once(part)));
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
            if self.values.scoring() == Scoring::Area {
                self.ko.stands_at(node, Rational::integer(sum.count(self.graph).into()));
            }
            waiting.push((sum.clone(), node));
            node
        };
        self.index.insert(sum, node);
        Ok(node)
    }

    /// The moves of a colour that another move does not dominate for sure. Taking a ko
    /// dominates nothing: a ko master has to go on after it, which may cost more than
    /// the bounds of what he took say.
    fn moves(&self, games: &mut Games, sum: &Sum, color: usize) -> Result<Vec<Sum>, Failure> {
        let mut followers: Vec<Sum> = Vec::new();
        for (i, &part) in sum.parts.iter().enumerate() {
            let moves = self.graph.moves(part.node(), part.color(color));
            followers.extend(moves.map(|outcome| sum.after(self.graph, i, outcome)));
        }
        if sum.dame && self.values.scoring() == Scoring::Area {
            let sign = if color == BLACK { 1 } else { -1 };
            followers.push(Sum { area: sum.area + sign, dame: false, ..sum.clone() });
        }
        let mut all: Vec<(Sum, cgt::Game, cgt::Game)> = Vec::new();
        for next in followers {
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
        let takes: Vec<bool> =
            all.iter().map(|(next, ..)| self.leads_back(next, sum, 1 - color)).collect();
        let mut kept = Vec::new();
        'next: for i in 0..all.len() {
            for j in 0..all.len() {
                // Of two moves that are equal for sure the first stays.
                if i != j
                    && !takes[j]
                    && games.le(all[i].2, all[j].1)?
                    && (j < i || takes[i] || !games.le(all[j].2, all[i].1)?)
                {
                    continue 'next;
                }
            }
            kept.push(all[i].0.clone());
        }
        Ok(kept)
    }

    /// Whether a move of `color` leads from one position to the other.
    fn leads_back(&self, from: &Sum, to: &Sum, color: usize) -> bool {
        from.parts.iter().enumerate().any(|(i, part)| {
            let mut moves = self.graph.moves(part.node(), part.color(color));
            moves.any(|outcome| from.after(self.graph, i, outcome) == *to)
        })
    }
}

/// What the ko of `root` is called; `placid` if its count does not depend on who can
/// win the fights.
fn name(ko: &KoGraph, root: NodeId, placid: bool) -> KoName {
    let parts = ko.reach(root);
    if parts.iter().any(|part| matches!(part, Component::LongCycle(_))) {
        return KoName::LongCycle;
    }
    let rows: Vec<&Vec<NodeId>> = parts
        .iter()
        .filter_map(|part| match part {
            Component::Kos(row) => Some(row),
            _ => None,
        })
        .collect();
    let kos: Vec<(NodeId, NodeId)> =
        rows.iter().flat_map(|row| row.windows(2).map(|pair| (pair[0], pair[1]))).collect();
    let (open, taken) = match rows.iter().find(|row| row.contains(&root)).map(|row| &row[..]) {
        Some(&[open, taken]) => (open, taken),
        Some(row) => return KoName::Stages(u8::try_from(row.len() - 1).unwrap_or(u8::MAX)),
        None => return KoName::Latent,
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
