//! From the graph of positions to values: canonical games where play ends,
//! bounds where it can repeat.

use std::collections::HashMap;

use board::Scoring;
use budget::{Budget, Exhausted};
use cgt::{Dyadic, Error, Game, Games};

use crate::graph::{Graph, Outcome, Rest, Signed};
use crate::local::{BLACK, WHITE};
use crate::loops::loop_bounds;

/// What is known of a value: it lies between two games, and is known if they
/// are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The value if Black loses every ko.
    pub(crate) lower: Game,
    /// The value if White loses every ko.
    pub(crate) upper: Game,
}

impl Bounds {
    pub(crate) fn exact(game: Game) -> Bounds {
        Bounds { lower: game, upper: game }
    }

    pub(crate) fn of(&self, side: Side) -> Game {
        match side {
            Side::Lower => self.lower,
            Side::Upper => self.upper,
        }
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

/// Why a value was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The budget was used up.
    Exhausted(Exhausted),
    /// The value outgrew the arena of games.
    Value(Error),
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Exhausted(why) => why.fmt(f),
            Failure::Value(why) => write!(f, "the value is too complicated: {why}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<Exhausted> for Failure {
    fn from(why: Exhausted) -> Failure {
        Failure::Exhausted(why)
    }
}

impl From<Error> for Failure {
    fn from(why: Error) -> Failure {
        match why {
            Error::Budget(why) => Failure::Exhausted(why),
            why => Failure::Value(why),
        }
    }
}

/// Which of the two bounds is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// With Black losing every ko.
    Lower,
    /// With White losing every ko.
    Upper,
}

/// The values of nodes under one way of scoring.
pub(crate) struct Values {
    scoring: Scoring,
    /// Whether the bounds of kos are as narrow as scores allow.
    narrow: bool,
    known: Vec<Option<Bounds>>,
}

impl Values {
    pub(crate) fn new(scoring: Scoring) -> Values {
        Values { scoring, narrow: false, known: Vec::new() }
    }

    /// Values under territory scoring with narrow bounds.
    pub(crate) fn narrow() -> Values {
        Values { narrow: true, ..Values::new(Scoring::Territory) }
    }

    /// Takes over all that others know for sure.
    pub(crate) fn learn_exact(&mut self, others: &Values) {
        self.known.resize(others.known.len().max(self.known.len()), None);
        for (own, other) in self.known.iter_mut().zip(&others.known) {
            if own.is_none() {
                *own = other.filter(Bounds::is_exact);
            }
        }
    }

    /// The value of a rest, after finding those of its parts.
    pub(crate) fn value(
        &mut self,
        graph: &mut Graph,
        games: &mut Games,
        rest: &Rest,
        budget: &mut Budget,
    ) -> Result<Bounds, Failure> {
        for &part in &rest.parts {
            self.find(graph, games, part.node(), budget)?;
        }
        let outcome = Outcome {
            territory: rest.territory,
            area: rest.area,
            dame: rest.dame,
            parts: &rest.parts,
        };
        let lower = self.sum(games, outcome, false, Side::Lower)?;
        let upper = self.sum(games, outcome, false, Side::Upper)?;
        self.bounds(games, lower, upper)
    }

    pub(crate) fn scoring(&self) -> Scoring {
        self.scoring
    }

    pub(crate) fn is_narrow(&self) -> bool {
        self.narrow
    }

    pub(crate) fn is_known(&self, node: usize) -> bool {
        self.known.get(node).is_some_and(Option::is_some)
    }

    /// What is known of a node.
    pub(crate) fn bounds_of(&self, node: usize) -> Option<Bounds> {
        self.known.get(node).copied().flatten()
    }

    /// Takes the value of a node from elsewhere.
    pub(crate) fn learn(&mut self, node: usize, value: Bounds) {
        if !self.is_known(node) {
            self.set(node, value);
        }
    }

    fn set(&mut self, node: usize, bounds: Bounds) {
        if self.known.len() <= node {
            self.known.resize(node + 1, None);
        }
        self.known[node] = Some(bounds);
    }

    /// Finds the values of all nodes that `root` leads to, strongly connected
    /// parts first (Tarjan 1972, without recursion).
    fn find(
        &mut self,
        graph: &mut Graph,
        games: &mut Games,
        root: usize,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        if self.is_known(root) {
            return Ok(());
        }
        let mut order: HashMap<usize, u32> = HashMap::new();
        let mut stack: Vec<usize> = Vec::new();
        let mut path: Vec<Frame> = Vec::new();
        self.enter(graph, root, &mut order, &mut stack, &mut path, budget)?;
        while let Some(frame) = path.last_mut() {
            if let Some(child) = frame.children.pop() {
                if self.is_known(child) {
                    continue;
                }
                match order.get(&child) {
                    Some(&seen) => frame.low = frame.low.min(seen),
                    None => self.enter(graph, child, &mut order, &mut stack, &mut path, budget)?,
                }
                continue;
            }
            let Frame { node, low, .. } = path.pop().expect("the path has a last frame");
            if let Some(parent) = path.last_mut() {
                parent.low = parent.low.min(low);
            }
            if low == order[&node] {
                let start = stack.iter().rposition(|&other| other == node).expect("it is on it");
                let component = stack.split_off(start);
                self.settle(graph, games, &component)?;
            }
        }
        Ok(())
    }

    fn enter(
        &self,
        graph: &mut Graph,
        node: usize,
        order: &mut HashMap<usize, u32>,
        stack: &mut Vec<usize>,
        path: &mut Vec<Frame>,
        budget: &mut Budget,
    ) -> Result<(), Failure> {
        graph.expand(node, budget)?;
        let mut children: Vec<usize> = [BLACK, WHITE]
            .into_iter()
            .flat_map(|color| graph.moves(node, color))
            .flat_map(|outcome| outcome.parts.iter().map(|part| part.node()))
            .collect();
        children.sort_unstable_by(|a, b| b.cmp(a));
        children.dedup();
        let low = order.len() as u32;
        order.insert(node, low);
        stack.push(node);
        path.push(Frame { node, low, children });
        Ok(())
    }

    /// Finds the values of a strongly connected part, all of whose other
    /// followers are known.
    fn settle(
        &mut self,
        graph: &Graph,
        games: &mut Games,
        component: &[usize],
    ) -> Result<(), Failure> {
        if let [node] = *component
            && !leads_to(graph, node, node)
        {
            let bounds = self.of_moves(graph, games, node)?;
            self.set(node, bounds);
            return Ok(());
        }
        for loop_part in signed_components(graph, component) {
            if self.is_known(loop_part[0].node()) {
                continue;
            }
            let loop_part = in_order(graph, loop_part);
            for (member, bounds) in loop_bounds(self, graph, games, &loop_part)? {
                let plain = if member.is_swapped() {
                    let (lower, upper) = (games.neg(bounds.upper)?, games.neg(bounds.lower)?);
                    Bounds { lower, upper }
                } else {
                    bounds
                };
                self.set(member.node(), plain);
            }
        }
        Ok(())
    }

    /// The bounds of a node whose followers are all known.
    fn of_moves(&self, graph: &Graph, games: &mut Games, node: usize) -> Result<Bounds, Failure> {
        let mut lower = [Vec::new(), Vec::new()];
        let mut upper = [Vec::new(), Vec::new()];
        let mut exact = true;
        for color in [BLACK, WHITE] {
            for outcome in graph.moves(node, color) {
                let low = self.sum(games, outcome, false, Side::Lower)?;
                lower[color].push(low);
                if outcome.parts.iter().all(|part| self.is_exact(part.node())) {
                    upper[color].push(low);
                } else {
                    exact = false;
                    upper[color].push(self.sum(games, outcome, false, Side::Upper)?);
                }
            }
        }
        let count = graph.nodes[node].count;
        let low = self.make(games, count, &mut lower)?;
        let high = if exact { low } else { self.make(games, count, &mut upper)? };
        self.bounds(games, low, high)
    }

    /// The two bounds; one where they differ by less than any score.
    pub(crate) fn bounds(
        &self,
        games: &mut Games,
        lower: Game,
        upper: Game,
    ) -> Result<Bounds, Failure> {
        if lower != upper && self.scoring == Scoring::Area {
            let gap = games.sub(upper, lower)?;
            if games.left_stop(gap).value.is_zero() && games.right_stop(gap).value.is_zero() {
                return Ok(Bounds::exact(lower));
            }
        }
        Ok(Bounds { lower, upper })
    }

    fn is_exact(&self, node: usize) -> bool {
        self.known[node].is_some_and(|bounds| bounds.is_exact())
    }

    /// The bound of what a move leads to: numbers, neutral points and parts.
    pub(crate) fn sum(
        &self,
        games: &mut Games,
        outcome: Outcome<'_>,
        swapped: bool,
        side: Side,
    ) -> Result<Game, Failure> {
        let number = match self.scoring {
            Scoring::Territory => outcome.territory,
            Scoring::Area => outcome.area,
        };
        let mut sum = Game::number(Dyadic::from(if swapped { -number } else { number }));
        if outcome.dame {
            let dame = self.dame(games)?;
            sum = games.add(sum, dame)?;
        }
        for &part in outcome.parts {
            let part = if swapped { part.negated() } else { part };
            let bounds = self.known[part.node()].expect("followers are found first");
            let game = match (side == Side::Upper, part.is_swapped()) {
                (true, false) => bounds.upper,
                (false, false) => bounds.lower,
                (true, true) => games.neg(bounds.lower)?,
                (false, true) => games.neg(bounds.upper)?,
            };
            sum = games.add(sum, game)?;
        }
        Ok(sum)
    }

    /// The most that `color` can ever make of a position.
    pub(crate) fn most(&self, graph: &Graph, part: Signed, color: usize) -> i32 {
        match self.scoring {
            Scoring::Territory => graph.potential(part, color),
            Scoring::Area => graph.picture(part.node()).0.len() as i32,
        }
    }

    /// The value of one neutral point.
    pub(crate) fn dame(&self, games: &mut Games) -> Result<Game, Failure> {
        Ok(match self.scoring {
            Scoring::Territory => Game::nimber(1),
            Scoring::Area => games.switch(Dyadic::from(1), Dyadic::from(-1))?,
        })
    }

    /// The game with these options on a node with this area score.
    pub(crate) fn make(
        &self,
        games: &mut Games,
        count: i32,
        options: &mut [Vec<Game>; 2],
    ) -> Result<Game, Failure> {
        for list in options.iter_mut() {
            let mut kept = 0;
            for i in 0..list.len() {
                if !list[..kept].contains(&list[i]) {
                    list[kept] = list[i];
                    kept += 1;
                }
            }
            list.truncate(kept);
        }
        // Strong options first: they dominate the others at the first look.
        let strength = |g: &Game| (games.right_stop(*g).value, games.left_stop(*g).value);
        options[BLACK].sort_by_cached_key(|g| std::cmp::Reverse(strength(g)));
        let strength = |g: &Game| (games.left_stop(*g).value, games.right_stop(*g).value);
        options[WHITE].sort_by_cached_key(strength);
        Ok(match self.scoring {
            Scoring::Territory => games.game(&options[BLACK], &options[WHITE])?,
            Scoring::Area => area_game(games, &options[BLACK], &options[WHITE], count)?,
        })
    }
}

/// The game with these options when passing is free and the stones as they
/// stand are worth `count`.
///
/// Where moving first gains, the value is the game itself. Where it does not,
/// nobody has to move: the result is the count, or as near to it as the sides
/// let it be. That is the point of a thermograph's cave at temperature zero.
/// Infinitesimals never change a score under area scoring, so the game is in
/// reduced form, and a number where its stops are equal.
pub(crate) fn area_game(
    games: &mut Games,
    left: &[Game],
    right: &[Game],
    count: i32,
) -> Result<Game, Error> {
    let count = Dyadic::from(count);
    let best = left.iter().map(|&g| games.right_stop(g).value).max();
    let worst = right.iter().map(|&g| games.left_stop(g).value).min();
    Ok(match (best, worst) {
        (Some(best), Some(worst)) if best > worst => {
            let game = games.game(left, right)?;
            games.reduced(game)?
        }
        (Some(best), Some(worst)) => Game::number(count.clamp(best, worst)),
        (Some(best), None) => Game::number(count.max(best)),
        (None, Some(worst)) => Game::number(count.min(worst)),
        (None, None) => Game::number(count),
    })
}

struct Frame {
    node: usize,
    low: u32,
    children: Vec<usize>,
}

/// A loop, or the same loop with the colours exchanged, in the order of its pictures:
/// bounds that are not improved to the end depend on the order, and must not depend on
/// what was solved before.
fn in_order(graph: &Graph, members: Vec<Signed>) -> Vec<Signed> {
    let picture = |member: &Signed| {
        let (cells, local) = graph.picture(member.node());
        (cells, local, member.is_swapped())
    };
    let mut members = members;
    let mut negated: Vec<Signed> = members.iter().map(|member| member.negated()).collect();
    members.sort_unstable_by(|a, b| picture(a).cmp(&picture(b)));
    negated.sort_unstable_by(|a, b| picture(a).cmp(&picture(b)));
    let swapped = members.iter().map(picture).gt(negated.iter().map(picture));
    if swapped { negated } else { members }
}

/// Whether a move of `from` leads to `to`, in either colouring.
fn leads_to(graph: &Graph, from: usize, to: usize) -> bool {
    [BLACK, WHITE]
        .into_iter()
        .flat_map(|color| graph.moves(from, color))
        .any(|outcome| outcome.parts.iter().any(|part| part.node() == to))
}

/// The strongly connected parts of `nodes` when a position and the one with
/// exchanged colours are told apart, followers first.
fn signed_components(graph: &Graph, nodes: &[usize]) -> Vec<Vec<Signed>> {
    let inside: std::collections::HashSet<usize> = nodes.iter().copied().collect();
    let children = |at: Signed| -> Vec<Signed> {
        let mut list: Vec<Signed> = [BLACK, WHITE]
            .into_iter()
            .flat_map(|color| graph.moves(at.node(), color))
            .flat_map(|outcome| outcome.parts.iter().copied())
            .filter(|part| inside.contains(&part.node()))
            .map(|part| if at.is_swapped() { part.negated() } else { part })
            .collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    let mut order: HashMap<Signed, u32> = HashMap::new();
    let mut done: std::collections::HashSet<Signed> = std::collections::HashSet::new();
    let mut found = Vec::new();
    let mut stack: Vec<Signed> = Vec::new();
    let all = nodes.iter().flat_map(|&n| [Signed::new(n, false), Signed::new(n, true)]);
    for root in all {
        if order.contains_key(&root) {
            continue;
        }
        let mut path = vec![(root, order.len() as u32, children(root))];
        order.insert(root, order.len() as u32);
        stack.push(root);
        while let Some((_, low, rest)) = path.last_mut() {
            if let Some(child) = rest.pop() {
                match order.get(&child) {
                    Some(&seen) if !done.contains(&child) => *low = (*low).min(seen),
                    Some(_) => {}
                    None => {
                        let number = order.len() as u32;
                        order.insert(child, number);
                        stack.push(child);
                        path.push((child, number, children(child)));
                    }
                }
                continue;
            }
            let (at, low, _) = path.pop().expect("the path has a last frame");
            if let Some(parent) = path.last_mut() {
                parent.1 = parent.1.min(low);
            }
            if low == order[&at] {
                let start = stack.iter().rposition(|&other| other == at).expect("it is on it");
                let component = stack.split_off(start);
                done.extend(component.iter().copied());
                found.push(component);
            }
        }
    }
    found
}
