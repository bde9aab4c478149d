//! A proof of life or death as data: an answer to everything the loser can do.

use std::collections::VecDeque;

use board::{Color, Move, Point, PointSet};
use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::arena::Arena;
use super::game::{Goal, LifeGame};
use crate::search::{Answer, Child, Field, Ko, PASS, Search, Stance, Word};

/// Everything that matters of a position in a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// Stones of Black and White in the area.
    pub stones: [PointSet; 2],
    /// Stones of the target that were never captured.
    pub target: PointSet,
    /// Who moves.
    pub to_play: Color,
    /// Where a ko may not be retaken without a threat.
    pub ko: Option<Point>,
    /// Threats left to Black and White.
    pub threats: [u8; 2],
}

/// That a group is captured, or cannot be, with one player first and kos as given.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Where it is played.
    pub arena: Arena,
    /// How it begins.
    pub start: Spot,
    /// Whether the group is captured.
    pub killed: bool,
    /// The winner's move wherever it is his turn.
    pub answers: FxHashMap<Spot, Move>,
}

/// Proves what becomes of the target of `arena` when `first` moves first and kos
/// are won as `ko` says. Nothing if that is not decided, or if the proof has more
/// than `most` positions.
pub fn prove(
    arena: &Arena,
    first: Color,
    ko: Ko,
    most: usize,
    budget: &mut Budget,
) -> Result<Option<Proof>, Exhausted> {
    match arena.field::<u64>() {
        Ok(field) => Prover::new(arena, field).prove(first, ko, most, budget),
        Err(_) => match arena.field::<u128>() {
            Ok(field) => Prover::new(arena, field).prove(first, ko, most, budget),
            Err(_) => Ok(None),
        },
    }
}

/// How often answers that go round in circles are replaced.
const ROUNDS: usize = 6;

/// The positions of a proof.
struct Graph<W> {
    index: FxHashMap<u64, usize>,
    nodes: Vec<GraphNode<W>>,
}

struct GraphNode<W> {
    stance: Stance<W>,
    children: Vec<(u8, usize)>,
}

impl<W> Default for Graph<W> {
    fn default() -> Graph<W> {
        Graph { index: FxHashMap::default(), nodes: Vec::new() }
    }
}

impl<W: Word> Graph<W> {
    fn add(&mut self, key: u64, stance: Stance<W>) -> usize {
        *self.index.entry(key).or_insert_with(|| {
            self.nodes.push(GraphNode { stance, children: Vec::new() });
            self.nodes.len() - 1
        })
    }

    /// How many moves each position is from an end at most, where the winner can
    /// force an end.
    fn ranks(&self, winner: u8) -> Vec<Option<u32>> {
        let mut parents = vec![Vec::new(); self.nodes.len()];
        let mut open: Vec<usize> = self.nodes.iter().map(|node| node.children.len()).collect();
        for (i, node) in self.nodes.iter().enumerate() {
            node.children.iter().for_each(|&(_, child)| parents[child].push(i));
        }
        let mut ranks: Vec<Option<u32>> = vec![None; self.nodes.len()];
        let mut front: VecDeque<usize> = VecDeque::new();
        for i in 0..self.nodes.len() {
            if open[i] == 0 {
                ranks[i] = Some(0);
                front.push_back(i);
            }
        }
        while let Some(i) = front.pop_front() {
            let rank = ranks[i].map_or(0, |rank| rank + 1);
            for &parent in &parents[i] {
                open[parent] -= 1;
                let forced = self.nodes[parent].stance.to_play == winner || open[parent] == 0;
                if ranks[parent].is_none() && forced {
                    ranks[parent] = Some(rank);
                    front.push_back(parent);
                }
            }
        }
        ranks
    }
}

struct Prover<'a, W: Word> {
    arena: &'a Arena,
    search: Search<LifeGame<W>>,
}

impl<'a, W: Word> Prover<'a, W> {
    fn new(arena: &'a Arena, field: Field<W>) -> Prover<'a, W> {
        let game = LifeGame::new(field, arena.defender, Goal::Kill);
        Prover { arena, search: Search::new(game, 1 << 26) }
    }

    fn field(&self) -> &Field<W> {
        self.search.game().field()
    }

    fn prove(
        mut self,
        first: Color,
        ko: Ko,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Proof>, Exhausted> {
        let root = self.arena.stance(self.field(), first, ko);
        let killed = match self.solve(&root, budget)? {
            Answer::Unknown => return Ok(None),
            answer => answer == Answer::Reached,
        };
        let mut graph = Graph::default();
        graph.add(self.field().key(&root), root);
        let mut ranks = Vec::new();
        for round in 0..ROUNDS {
            if !self.grow(&mut graph, killed, round > 0, most, &ranks, budget)? {
                return Ok(None);
            }
            ranks = graph.ranks(self.winner(killed));
            if !killed || ranks[0].is_some() {
                let answers = self.answers(&graph, killed, &ranks);
                let start = self.spot(&root);
                return Ok(Some(Proof { arena: self.arena.clone(), start, killed, answers }));
            }
        }
        Ok(None)
    }

    fn winner(&self, killed: bool) -> u8 {
        let defender = self.arena.defender.index() as u8;
        if killed { 1 - defender } else { defender }
    }

    /// Follows the winner's answers and everything else of the loser's. With
    /// `more`, positions whose answer only goes round in circles get all answers.
    /// False if there are too many.
    fn grow(
        &mut self,
        graph: &mut Graph<W>,
        killed: bool,
        more: bool,
        most: usize,
        ranks: &[Option<u32>],
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let winner = self.winner(killed);
        let wanted = if killed { Answer::Reached } else { Answer::Prevented };
        let known = graph.nodes.len();
        let mut i = 0;
        while i < graph.nodes.len() {
            let stance = graph.nodes[i].stance;
            let mut after = Vec::new();
            if stance.to_play != winner {
                if graph.nodes[i].children.is_empty() && !self.is_clear(&stance, killed) {
                    after = self.all_moves(&stance, killed);
                }
            } else if more && i < known && ranks.get(i) == Some(&None) {
                for child in self.search.game().moves(&stance) {
                    if self.child_answer(&child, budget)? == wanted {
                        after.push((child.cell, child.state));
                    }
                }
            } else if graph.nodes[i].children.is_empty() && !self.is_clear(&stance, killed) {
                match self.answer(&stance, killed, budget)? {
                    Some(answer) => after.push(answer),
                    None => return Ok(false),
                }
            }
            for (cell, stance) in after {
                let child = graph.add(self.field().key(&stance), stance);
                if !graph.nodes[i].children.contains(&(cell, child)) {
                    graph.nodes[i].children.push((cell, child));
                }
            }
            if graph.nodes.len() > most {
                return Ok(false);
            }
            i += 1;
        }
        Ok(true)
    }

    /// Everything the loser may do.
    fn all_moves(&self, stance: &Stance<W>, killed: bool) -> Vec<(u8, Stance<W>)> {
        let field = self.field();
        let stones = field.empty(stance).cells();
        let mut after: Vec<(u8, Stance<W>)> =
            stones.filter_map(|cell| Some((cell as u8, field.play(stance, cell)?))).collect();
        if killed || stance.ko != PASS {
            after.push((PASS, field.pass(stance)));
        }
        after
    }

    /// The answers that lead on, from the start.
    fn answers(
        &self,
        graph: &Graph<W>,
        killed: bool,
        ranks: &[Option<u32>],
    ) -> FxHashMap<Spot, Move> {
        let winner = self.winner(killed);
        let mut answers = FxHashMap::default();
        let mut seen = vec![false; graph.nodes.len()];
        let mut open = vec![0];
        while let Some(i) = open.pop() {
            if std::mem::replace(&mut seen[i], true) {
                continue;
            }
            let node = &graph.nodes[i];
            if node.stance.to_play == winner {
                let nearest = node.children.iter().min_by_key(|(_, child)| {
                    if killed { ranks[*child].unwrap_or(u32::MAX) } else { 0 }
                });
                if let Some(&(cell, child)) = nearest {
                    answers.insert(self.spot(&node.stance), self.mv(cell));
                    open.push(child);
                }
            } else {
                open.extend(node.children.iter().map(|&(_, child)| child));
            }
        }
        answers
    }

    fn child_answer(
        &mut self,
        child: &Child<Stance<W>>,
        budget: &mut Budget,
    ) -> Result<Answer, Exhausted> {
        match child.verdict {
            Some(true) => Ok(Answer::Reached),
            Some(false) => Ok(Answer::Prevented),
            None => self.search.solve(&child.state, budget),
        }
    }

    /// Whether no more moves are needed.
    fn is_clear(&self, stance: &Stance<W>, killed: bool) -> bool {
        let defender = self.arena.defender.index();
        if killed {
            stance.marked.is_empty() || self.field().doomed(stance, defender)
        } else {
            self.field().unconditional(stance, defender).meets(stance.marked)
        }
    }

    fn answer(
        &mut self,
        stance: &Stance<W>,
        killed: bool,
        budget: &mut Budget,
    ) -> Result<Option<(u8, Stance<W>)>, Exhausted> {
        let wanted = if killed { Answer::Reached } else { Answer::Prevented };
        for child in self.search.game().moves(stance) {
            if child.verdict == Some(killed) {
                return Ok(Some((child.cell, child.state)));
            }
        }
        if self.search.winning_move(stance).is_none() && self.solve(stance, budget)? != wanted {
            return Ok(None);
        }
        if let Some(cell) = self.search.winning_move(stance)
            && let Some(after) = self.after(stance, cell)
        {
            return Ok(Some((cell, after)));
        }
        for child in self.search.game().moves(stance) {
            if child.verdict.is_none() && self.search.solve(&child.state, budget)? == wanted {
                return Ok(Some((child.cell, child.state)));
            }
        }
        Ok(None)
    }

    fn after(&self, stance: &Stance<W>, cell: u8) -> Option<Stance<W>> {
        match cell {
            PASS => Some(self.field().pass(stance)),
            _ => self.field().play(stance, cell as u32),
        }
    }

    fn mv(&self, cell: u8) -> Move {
        self.field().point(cell).map_or(Move::Pass, Move::Play)
    }

    fn spot(&self, stance: &Stance<W>) -> Spot {
        Spot {
            stones: stance.stones.map(|stones| self.field().points(stones)),
            target: self.field().points(stance.marked),
            to_play: Color::BOTH[stance.to_play as usize],
            ko: self.field().point(stance.ko),
            threats: stance.threats,
        }
    }

    fn solve(&mut self, stance: &Stance<W>, budget: &mut Budget) -> Result<Answer, Exhausted> {
        for mover in [0, 1] {
            if let Some(reached) = self.search.game().verdict(stance, mover) {
                return Ok(if reached { Answer::Reached } else { Answer::Prevented });
            }
        }
        self.search.solve(stance, budget)
    }
}
