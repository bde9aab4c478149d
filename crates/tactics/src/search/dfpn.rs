//! Depth-first proof-number search.
//!
//! Follows Nagai, *Df-pn Algorithm for Searching AND/OR Trees and Its
//! Applications* (2002), with two thresholds, the 1+ε margin of Pawlewicz and
//! Lew (2007), and weakened proof numbers (after Ueda, Hashimoto, Hashimoto and Iida
//! 2008): the hardest child and a part of the others instead of the sum, since
//! positions reached in several ways would be counted several times.
//!
//! Repetition is failure of the reacher. That a position fails may therefore
//! rest on an earlier position of the path being still open (the graph-history
//! interaction of Kishimoto and Müller 2004). Such a failure is remembered
//! together with the positions it rests on, and believed only while all of them
//! are on the path; it becomes final as soon as it rests on nothing above itself.
//! Successes never rest on the path.
//!
//! Who has more threats for a ko can do all that he could with fewer. What is known for
//! good is therefore remembered for all states that differ in threats only ([`Game::rank`]).

use budget::{Budget, Exhausted};

use super::field::Cell;
use super::habits::Habits;
use super::table::{Entry, Table};
use super::{Child, Game};

const INFINITE: u32 = u32::MAX / 4;

/// No path is longer. The bit above stands for paths that were cut here.
const DEEPEST: usize = 120;
const CUT: u128 = 1 << 127;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The reacher gets there against any play.
    Reached,
    /// The preventer holds for ever.
    Prevented,
    /// Not decided: lines grew too long.
    Unknown,
}

/// A search with its memory; asking again goes on where it stopped.
pub struct Search<G: Game> {
    game: G,
    table: Table,
    children: Vec<Child<G::State>>,
    values: Vec<Value>,
    path: Vec<(u64, u32)>,
    /// How many positions of the path fall on each slot: a quick look for repetition.
    on_path: Box<[u8; SLOTS]>,
    serial: u32,
    /// The easiest move of the position gathered last.
    won_by: Cell,
    /// The move that led to the position visited.
    last: Cell,
    habits: Habits,
    nodes: u64,
}

/// Positions spent on trying an answer on another move.
const EFFORT: u32 = 400;

/// Of the other children's numbers this part counts.
const OTHERS: u64 = 6;

const SLOTS: usize = 1024;

/// What is known of a position, seen by the player to move.
#[derive(Clone, Copy, Debug)]
struct Value {
    phi: u32,
    delta: u32,
    rests_on: u128,
}

impl Value {
    fn of(won: bool) -> Value {
        let (phi, delta) = if won { (0, INFINITE) } else { (INFINITE, 0) };
        Value { phi, delta, rests_on: 0 }
    }

    fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

impl<G: Game> Search<G> {
    /// A search of `game` with a memory of about `bytes`.
    pub fn new(game: G, bytes: usize) -> Search<G> {
        Search {
            game,
            table: Table::new(bytes),
            children: Vec::new(),
            values: Vec::new(),
            path: Vec::new(),
            on_path: Box::new([0; SLOTS]),
            serial: 0,
            won_by: super::PASS,
            last: super::PASS,
            habits: Habits::new(),
            nodes: 0,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many moves were made so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the reacher can get there from `state`.
    pub fn solve(&mut self, state: &G::State, budget: &mut Budget) -> Result<Answer, Exhausted> {
        self.last = super::PASS;
        let result = self.visit(state, INFINITE, INFINITE, budget);
        self.children.clear();
        self.values.clear();
        self.path.clear();
        self.on_path.fill(0);
        let value = result?;
        if value.rests_on != 0 || !value.is_settled() {
            return Ok(Answer::Unknown);
        }
        let mover_wins = value.phi == 0;
        Ok(if mover_wins == self.game.reaching(state) {
            Answer::Reached
        } else {
            Answer::Prevented
        })
    }

    /// What is remembered about a state without searching.
    pub fn remembered(&self, state: &G::State) -> Option<Answer> {
        let (reached, _) = self.settled(state)?;
        Some(if reached { Answer::Reached } else { Answer::Prevented })
    }

    /// The move that wins for the player to move, if that is remembered. Moves of
    /// the reacher that are taken from here come nearer to the goal.
    pub fn winning_move(&self, state: &G::State) -> Option<Cell> {
        let (reached, best) = self.settled(state)?;
        (reached == self.game.reaching(state)).then_some(best)
    }

    /// How many nodes were spent on a state, as far as that is remembered.
    pub fn work(&self, state: &G::State) -> u32 {
        let work = |key| self.table.find(key).map_or(0, |entry| entry.work());
        work(self.game.key(state)).saturating_add(work(self.game.rank(state).0))
    }

    /// Searches until `phi` or `delta` reaches its limit.
    fn visit(
        &mut self,
        state: &G::State,
        phi_limit: u32,
        delta_limit: u32,
        budget: &mut Budget,
    ) -> Result<Value, Exhausted> {
        let key = self.game.key(state);
        if let Some(value) = self.look_up(state, key)
            && (value.is_settled() || value.phi >= phi_limit || value.delta >= delta_limit)
        {
            return Ok(value);
        }
        let depth = self.path.len();
        let nodes_before = self.nodes;
        let base = self.children.len();
        let last = self.last;
        self.push_path(key);
        let expanded = self.expand(state, base, budget);
        let result = expanded
            .and_then(|()| self.improve(state, base, depth, phi_limit, delta_limit, budget));
        self.children.truncate(base);
        self.values.truncate(base);
        self.pop_path(key);
        let mut value = result?;
        value.rests_on &= !(1 << depth);
        if value.phi == 0 {
            self.habits.credit(self.game.reaching(state), last, self.won_by);
        }
        self.remember(state, value, self.won_by, self.nodes - nodes_before);
        Ok(value)
    }

    /// The answer to one move often answers others as well (Kawano 1996): tries
    /// it on every child that is still open.
    fn refute_siblings(
        &mut self,
        base: usize,
        like: &G::State,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        for i in base..self.values.len() {
            if !self.values[i].is_settled() {
                let state = self.children[i].state;
                let mut effort = EFFORT;
                if self.imitate(like, &state, &mut effort, budget)? {
                    self.values[i] = Value::of(true);
                }
            }
        }
        Ok(())
    }

    /// Whether the player to move wins `state` by the moves that win `like`. What
    /// is found is remembered; nothing rests on the path.
    fn imitate(
        &mut self,
        like: &G::State,
        state: &G::State,
        effort: &mut u32,
        budget: &mut Budget,
    ) -> Result<bool, Exhausted> {
        let key = self.game.key(state);
        if let Some(value) = self.look_up(state, key)
            && value.is_settled()
        {
            return Ok(value.phi == 0 && value.rests_on == 0);
        }
        let Some(best) = self.winning_move(like) else { return Ok(false) };
        if self.repeats(key).is_some() {
            return Ok(false);
        }
        let reaching = self.game.reaching(state);
        let Some(ours) = self.game.child(state, best) else { return Ok(false) };
        let before = self.nodes;
        self.nodes += 1;
        budget.spend(1)?;
        match ours.verdict {
            Some(reached) if reached != reaching => return Ok(false),
            Some(_) => {
                self.remember(state, Value::of(true), best, 1);
                return Ok(true);
            }
            None => {}
        }
        let Some(theirs) = self.game.child(like, best) else { return Ok(false) };
        let mut answers = Vec::new();
        self.game.children(&ours.state, &mut answers);
        self.nodes += answers.len() as u64;
        budget.spend(answers.len() as u64)?;
        let Some(left) = effort.checked_sub(answers.len() as u32) else { return Ok(false) };
        *effort = left;
        for answer in &answers {
            match answer.verdict {
                Some(reached) if reached != reaching => return Ok(false),
                Some(_) => continue,
                None => {}
            }
            let after = self.game.child(&theirs.state, answer.cell);
            let after = after.or_else(|| self.game.child(&theirs.state, super::PASS));
            let Some(after) = after else { return Ok(false) };
            self.push_path(key);
            let held = self.imitate(&after.state, &answer.state, effort, budget);
            self.pop_path(key);
            if !held? {
                return Ok(false);
            }
        }
        self.remember(state, Value::of(true), best, self.nodes - before);
        Ok(true)
    }

    /// Visits the easiest child until a limit is reached.
    fn improve(
        &mut self,
        state: &G::State,
        base: usize,
        depth: usize,
        phi_limit: u32,
        delta_limit: u32,
        budget: &mut Budget,
    ) -> Result<Value, Exhausted> {
        let reaching = self.game.reaching(state);
        loop {
            let (value, best, second) = self.gather(base, reaching);
            self.won_by = self.children.get(best).map_or(super::PASS, |child| child.cell);
            if value.is_settled() || value.phi >= phi_limit || value.delta >= delta_limit {
                return Ok(value);
            }
            if depth + 1 >= DEEPEST {
                // Too long: the reacher has not got there; never believed for good.
                let mut cut = Value::of(!reaching);
                cut.rests_on = CUT;
                return Ok(cut);
            }
            // With weak numbers the child alone must reach the limit less its siblings.
            let others = value.delta - self.hardest(base);
            let child_phi = delta_limit.saturating_sub(others).min(INFINITE);
            let margin = second.saturating_add(1 + second / 4);
            let child_delta = phi_limit.min(margin);
            let child = self.children[best].state;
            self.last = self.children[best].cell;
            self.values[best] = self.visit(&child, child_phi, child_delta, budget)?;
            if self.values[best].phi == 0 && self.values[best].rests_on == 0 {
                self.refute_siblings(base, &child, budget)?;
            }
        }
    }

    /// The value of a node from its children, the easiest child, and how hard
    /// the second easiest is.
    fn gather(&self, base: usize, reaching: bool) -> (Value, usize, u32) {
        let mut value = Value::of(false);
        let (mut best, mut second) = (base, INFINITE);
        let (mut hardest, mut all) = (0, 0);
        for (i, child) in self.values[base..].iter().enumerate() {
            if child.delta < value.phi {
                second = value.phi;
                value.phi = child.delta;
                best = base + i;
            } else if child.delta < second {
                second = child.delta;
            }
            hardest = hardest.max(child.phi);
            all += child.phi as u64;
        }
        if value.phi == 0 {
            value = Value::of(true);
            if !reaching {
                // One answer is enough; the fewer positions it rests on the better.
                let answers = self.values[base..].iter().filter(|child| child.delta == 0);
                let rests = answers.map(|child| child.rests_on).min_by_key(|on| on.count_ones());
                value.rests_on = rests.unwrap_or(0);
                let is_best = |child: &Value| child.delta == 0 && child.rests_on == value.rests_on;
                best = base + self.values[base..].iter().position(is_best).unwrap_or(best - base);
            }
        } else if all == 0 {
            value = Value::of(false);
            if reaching {
                value.rests_on = self.values[base..].iter().fold(0, |on, v| on | v.rests_on);
            }
        } else {
            let others = (all - hardest as u64) / OTHERS;
            value.delta = (hardest as u64 + others).min(INFINITE as u64 - 1) as u32;
            value.phi = value.phi.min(INFINITE - 1);
        }
        (value, best, second)
    }

    fn hardest(&self, base: usize) -> u32 {
        self.values[base..].iter().map(|child| child.phi).max().unwrap_or(0)
    }

    /// Makes all moves of a position.
    fn expand(
        &mut self,
        state: &G::State,
        base: usize,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        self.game.children(state, &mut self.children);
        let made = self.children.len() - base;
        self.nodes += made as u64;
        budget.spend(made as u64)?;
        for i in base..self.children.len() {
            let child = &self.children[i];
            let reaching = self.game.reaching(&child.state);
            let value = if let Some(reached) = child.verdict {
                Value::of(reached == reaching)
            } else {
                let key = self.game.key(&child.state);
                if let Some(depth) = self.repeats(key) {
                    Value { rests_on: 1 << depth, ..Value::of(!reaching) }
                } else if let Some(value) = self.look_up(&child.state, key) {
                    value
                } else {
                    let [proof, disproof] = child.estimate;
                    let (phi, delta) = if reaching { (proof, disproof) } else { (disproof, proof) };
                    let doubt = self.habits.doubt(!reaching, self.last, child.cell);
                    Value { phi, delta: delta + doubt, rests_on: 0 }
                }
            };
            self.values.push(value);
        }
        Ok(())
    }

    fn push_path(&mut self, key: u64) {
        self.serial += 1;
        self.path.push((key, self.serial));
        self.on_path[key as usize % SLOTS] += 1;
    }

    fn pop_path(&mut self, key: u64) {
        self.path.pop();
        self.on_path[key as usize % SLOTS] -= 1;
    }

    fn repeats(&self, key: u64) -> Option<usize> {
        if self.on_path[key as usize % SLOTS] == 0 {
            return None;
        }
        self.path.iter().position(|&(earlier, _)| earlier == key)
    }

    fn look_up(&self, state: &G::State, key: u64) -> Option<Value> {
        if let Some((reached, _)) = self.settled(state) {
            return Some(Value::of(reached == self.game.reaching(state)));
        }
        let entry = self.table.find(key)?;
        if entry.rests_on != 0 {
            let deepest = 127 - entry.rests_on.leading_zeros() as usize;
            if self.path.get(deepest).is_none_or(|&(_, serial)| serial != entry.serial) {
                return None;
            }
        }
        let &Entry { phi, delta, rests_on, .. } = entry;
        Some(Value { phi, delta, rests_on })
    }

    /// Whether the goal is reached, where that is known for good, and the mover's
    /// winning move if he has one.
    fn settled(&self, state: &G::State) -> Option<(bool, Cell)> {
        let (key, rank) = self.game.rank(state);
        let entry = self.table.find(key)?;
        let reached = rank >= entry.reached_from;
        (reached || rank <= entry.prevented_to).then_some((reached, entry.best))
    }

    fn remember(&mut self, state: &G::State, value: Value, best: Cell, work: u64) {
        if value.rests_on & CUT != 0 {
            return;
        }
        if value.is_settled() && value.rests_on == 0 {
            let (key, rank) = self.game.rank(state);
            let mut entry = self.table.find(key).copied().unwrap_or_default();
            // A move that wins is not forgotten for one that loses with fewer threats.
            if value.phi == 0 {
                entry.best = best;
            }
            if (value.phi == 0) == self.game.reaching(state) {
                entry.reached_from = entry.reached_from.min(rank);
            } else {
                entry.prevented_to = entry.prevented_to.max(rank);
            }
            self.table.put(key, entry, work);
            return;
        }
        let Value { phi, delta, rests_on } = value;
        let mut entry = Entry::default();
        (entry.phi, entry.delta, entry.rests_on) = (phi, delta, rests_on);
        if rests_on != 0 {
            let deepest = 127 - rests_on.leading_zeros() as usize;
            entry.serial = self.path[deepest].1;
        }
        self.table.put(self.game.key(state), entry, work);
    }
}
