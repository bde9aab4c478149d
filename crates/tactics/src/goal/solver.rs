//! Depth-first proof-number search for a goal.
//!
//! Proof numbers are *weak* (Ueda et al. 2008): where all children must be
//! solved, the hardest counts and each other one adds one, since they mostly
//! share their work. A position that came up on the way here is lost for the
//! achiever; a failure that rests on such a repetition is not remembered unless
//! the repetition lies below the position itself, so that the table is true
//! whatever way leads to a position.

use board::{Color, Illegal, Move, Point, PointSet, Position};
use budget::{Budget, Exhausted};
use rustc_hash::FxHashMap;

use super::check::{Proof, Step};
use super::zone::{ground, suicide, support};
use super::{Goal, Judgement, KoMaster, Limits, Moves};

/// Proofs with more steps, or longer lines, are not written down.
const MOST_STEPS: usize = 200_000;
const MOST_DEPTH: usize = 400;

/// No proof, or no disproof.
const NEVER: u32 = u32::MAX / 4;

/// What reading a goal found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Whether the achiever succeeds.
    pub achieved: bool,
    /// The first move that shows it: of the achiever if he moves and succeeds,
    /// of the opposer if he moves and the achiever fails. `None` stands for a pass.
    pub best: Option<Point>,
    /// Moves to the goal, the opposer resisting as long as he can.
    pub depth: usize,
    /// What the success rests on; empty for a failure.
    pub zone: PointSet,
}

/// One reading of a goal; keeps its table from question to question.
pub struct Solver<'a, G: Goal> {
    position: Position,
    goal: &'a G,
    limits: Limits,
    table: FxHashMap<u64, Entry>,
    /// With how much doubt to spend a position was solved, whatever is left for it now.
    solved: FxHashMap<u64, Solved>,
    /// The likeliest first move when the search was cut short.
    guess: Option<Point>,
    path: Vec<u64>,
    /// How much doubt the achiever's further moves may have together.
    doubt: u32,
    doubt_limit: u32,
    /// Ko threats the master may still spend.
    threats: u32,
    ko_mattered: bool,
    threats_ran_out: bool,
}

#[derive(Clone, Debug)]
struct Entry {
    proof: u32,
    disproof: u32,
    best: Option<Point>,
    /// What the best move spends.
    doubt: u32,
    depth: u16,
    zone: Option<Box<PointSet>>,
}

/// What the doubt left to the achiever decides about a position: with more he succeeds
/// as well, with less he fails as well.
#[derive(Clone, Copy, Debug)]
struct Solved {
    /// The least doubt he is known to succeed with.
    achieved: u32,
    /// One more than the greatest he is known to fail with.
    failed: u32,
}

impl Default for Solved {
    fn default() -> Solved {
        Solved { achieved: u32::MAX, failed: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
struct Child {
    /// `None` for a pass.
    point: Option<Point>,
    /// What the achiever spends on it.
    doubt: u32,
    /// Its key without the doubt that is left, and where it is filed.
    site: u64,
    key: u64,
    proof: u32,
    disproof: u32,
    /// The least place on the path that a failure rests on by repetition.
    rests_on: usize,
}

/// Proof and disproof number, and what a failure rests on.
#[derive(Clone, Copy)]
struct Value {
    proof: u32,
    disproof: u32,
    rests_on: usize,
}

impl<'a, G: Goal> Solver<'a, G> {
    /// A solver that begins with `position`.
    pub fn new(position: Position, goal: &'a G, limits: Limits) -> Solver<'a, G> {
        Solver {
            position,
            goal,
            limits,
            table: FxHashMap::default(),
            solved: FxHashMap::default(),
            guess: None,
            path: Vec::new(),
            doubt: 0,
            doubt_limit: 0,
            threats: limits.threats,
            ko_mattered: false,
            threats_ran_out: false,
        }
    }

    /// The opposer, moving first, may not pass from now on.
    pub fn set_must_move(&mut self) {
        self.limits.must_move = true;
        self.position.set_to_play(self.goal.achiever().opponent());
        let key = self.key();
        self.table.remove(&key);
        let site = self.site();
        self.solved.remove(&site);
    }

    /// Lets the achiever try more doubtful moves.
    pub fn set_doubt_limit(&mut self, doubt: u32) {
        self.doubt_limit = doubt;
        self.doubt = doubt;
    }

    /// How doubtful the achiever's moves may be, added up along a line.
    pub fn doubt_limit(&self) -> u32 {
        self.doubt_limit
    }

    /// The best first move of the latest answer, or the likeliest if there was none.
    pub fn first(&mut self, first: Color) -> Option<Point> {
        self.position.set_to_play(first);
        self.known().map_or(self.guess, |entry| entry.best)
    }

    /// Moves to the goal in the latest answer.
    pub fn depth(&mut self, first: Color) -> usize {
        self.position.set_to_play(first);
        self.known().map_or(0, |entry| entry.depth as usize)
    }

    /// What is known about this position if it is solved.
    fn known(&self) -> Option<&Entry> {
        self.table.get(&self.settled()?)
    }

    /// Where the answer is filed if this position is solved for the doubt that is left.
    fn settled(&self) -> Option<u64> {
        self.settled_at(self.site(), self.doubt)
    }

    fn settled_at(&self, site: u64, doubt: u32) -> Option<u64> {
        let solved = self.solved.get(&site)?;
        if solved.achieved <= doubt {
            Some(filed(site, solved.achieved))
        } else if solved.failed > doubt {
            Some(filed(site, solved.failed - 1))
        } else {
            None
        }
    }

    /// Whether a ko changed what somebody could do so far.
    pub fn ko_mattered(&self) -> bool {
        self.ko_mattered
    }

    /// Whether a ko master wanted to retake more often than he was allowed to.
    pub fn threats_ran_out(&self) -> bool {
        self.threats_ran_out
    }

    /// Reads the goal with `first` to move.
    pub fn solve(&mut self, first: Color, budget: &mut Budget) -> Result<Outcome, Exhausted> {
        self.doubt = self.doubt_limit;
        self.position.set_to_play(first);
        self.path.clear();
        let banned = self.banned(first);
        match self.goal.judge(&self.position, first, banned) {
            judgement @ (Judgement::Achieved(zone) | Judgement::AchievedByKo(zone)) => {
                self.ko_mattered |= matches!(judgement, Judgement::AchievedByKo(_));
                return Ok(Outcome { achieved: true, best: None, depth: 0, zone });
            }
            lost @ (Judgement::Lost | Judgement::LostByKo) => {
                self.ko_mattered |= matches!(lost, Judgement::LostByKo);
                return Ok(Outcome {
                    achieved: false,
                    best: None,
                    depth: 0,
                    zone: PointSet::EMPTY,
                });
            }
            Judgement::Open { .. } => {}
        }
        let best = match self.settled() {
            Some(key) => self.table[&key].best,
            None => self.mid(first, NEVER, NEVER, None, budget)?.1,
        };
        let key = self.settled().unwrap_or_else(|| self.key());
        let entry = self.table.get(&key);
        let zone = entry.and_then(|e| e.zone.as_deref().copied()).unwrap_or_default();
        let depth = entry.map_or(0, |e| e.depth as usize);
        let achieved = entry.is_some_and(|e| e.proof == 0);
        Ok(Outcome { achieved, best, depth, zone })
    }

    /// The line of an outcome: the achiever's success against the longest
    /// resistance, or the opposer's refutation as far as it was read.
    pub fn line(&mut self, first: Color) -> Vec<(Color, Option<Point>)> {
        self.position.set_to_play(first);
        let mut line = Vec::new();
        let mut played = Vec::new();
        let mut color = first;
        let mut seen = Vec::new();
        loop {
            let key = self.key();
            let Some(entry) = self.known() else { break };
            if entry.depth == 0 || seen.contains(&key) {
                break;
            }
            seen.push(key);
            let best = entry.best;
            let spent = entry.doubt;
            let Some(plies) = self.advance(color, best) else { break };
            self.doubt = self.doubt.saturating_sub(spent);
            played.push(plies);
            line.push((color, best));
            color = color.opponent();
        }
        for plies in played.into_iter().rev() {
            self.back(plies);
        }
        self.doubt = self.doubt_limit;
        line
    }

    /// The strategy behind a success with `first` to move, as data for
    /// [`super::check`]. Nothing if that is not what was found, or if it is too long.
    pub fn proof(&mut self, first: Color) -> Option<Proof> {
        let achiever = self.goal.achiever();
        let retakes = self.limits.ko == KoMaster::Color(achiever.opponent());
        let mut proof = Proof { achiever, retakes, steps: Vec::new() };
        self.doubt = self.doubt_limit;
        self.position.set_to_play(first);
        let written = self.write(first, &mut proof.steps, 0);
        self.doubt = self.doubt_limit;
        written.map(|_| proof)
    }

    /// Writes the step for this position and all that follow; gives its place.
    fn write(&mut self, color: Color, steps: &mut Vec<Step>, depth: usize) -> Option<usize> {
        if steps.len() > MOST_STEPS || depth > MOST_DEPTH {
            return None;
        }
        let place = steps.len();
        steps.push(Step::Done);
        let entry = self.known()?;
        if entry.proof != 0 {
            return None;
        }
        if entry.depth == 0 {
            return Some(place);
        }
        let (best, doubt) = (entry.best, entry.doubt);
        if color == self.goal.achiever() {
            let turns = self.advance(color, best)?;
            self.doubt -= doubt;
            let next = self.write(color.opponent(), steps, depth + 1);
            self.doubt += doubt;
            self.back(turns);
            steps[place] = Step::Play(best, next?);
            return Some(place);
        }
        let turns = self.advance(color, None)?;
        let elsewhere = self.write(color.opponent(), steps, depth + 1);
        self.back(turns);
        let elsewhere = elsewhere?;
        let mut answers = Vec::new();
        for point in self.position.empty_points() {
            let Some(turns) = self.advance(color, Some(point)) else { continue };
            // The same stones with and without a ko to retake are one position for a ko
            // master; so the answer may be filed under one threat more or less.
            let threats = self.threats;
            let mut answered = false;
            for held in [threats, threats + 1, threats.saturating_sub(1)] {
                self.threats = held;
                answered = self.known().is_some_and(|entry| entry.proof == 0);
                if answered {
                    break;
                }
            }
            let next =
                if answered { self.write(color.opponent(), steps, depth + 1) } else { Some(0) };
            self.threats = threats;
            self.back(turns);
            let next = next?;
            if answered {
                answers.push((point, next));
            }
        }
        steps[place] = Step::Await(answers, elsewhere);
        Some(place)
    }

    fn key(&self) -> u64 {
        filed(self.site(), self.doubt)
    }

    /// The key of a position without the doubt that is left.
    fn site(&self) -> u64 {
        let turn = self.position.to_play();
        let ko = self.banned(turn).map_or(0, |point| point.index() as u64);
        let ko = ko << 12 | u64::from(self.threats);
        let tail = (ko << 1 | turn.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.position.hash() ^ tail.rotate_left(17)
    }

    /// Files an answer under the doubt it holds for.
    fn file(&mut self, site: u64, doubt: u32, entry: Entry) {
        if entry.proof == 0 {
            let solved = self.solved.entry(site).or_default();
            solved.achieved = solved.achieved.min(doubt);
        } else if entry.disproof == 0 {
            let solved = self.solved.entry(site).or_default();
            solved.failed = solved.failed.max(doubt + 1);
        }
        self.table.insert(filed(site, doubt), entry);
    }

    /// The point that a ko forbids the player to move.
    fn banned(&self, color: Color) -> Option<Point> {
        match self.limits.ko {
            KoMaster::Color(master) if master == color => None,
            _ => self.position.ko_point(),
        }
    }

    /// Plays a move or passes; the ko master may retake. Gives the number of
    /// turns it took, or `None` if it is illegal.
    fn advance(&mut self, color: Color, point: Option<Point>) -> Option<usize> {
        let Some(point) = point else {
            self.position.play(color, Move::Pass).expect("anyone may pass");
            return Some(1);
        };
        match self.position.play(color, point.into()) {
            Ok(()) => Some(1),
            Err(Illegal::Ko(_)) => {
                self.ko_mattered = true;
                if self.limits.ko != KoMaster::Color(color) {
                    return None;
                }
                if self.threats == 0 {
                    self.threats_ran_out = true;
                    return None;
                }
                self.threats -= 1;
                // The threat and its answer are two moves elsewhere.
                for passing in [color, color.opponent()] {
                    self.position.play(passing, Move::Pass).expect("anyone may pass");
                }
                self.position.play(color, point.into()).expect("the ko was all that forbade it");
                Some(3)
            }
            Err(_) => None,
        }
    }

    fn back(&mut self, turns: usize) {
        for _ in 0..turns {
            self.position.undo();
        }
        // Only retaking a ko takes more than one turn.
        if turns > 1 {
            self.threats += 1;
        }
    }

    /// A child as the table or the goal judge it. `None` if the move is illegal.
    fn look(&mut self, color: Color, point: Option<Point>, doubt: u32) -> Option<Child> {
        let turns = self.advance(color, point)?;
        let next = color.opponent();
        let banned = self.banned(next);
        self.ko_mattered |= self.position.ko_point().is_some();
        let judgement = self.goal.judge(&self.position, next, banned);
        let mut doubt = doubt;
        if let Judgement::Open { slack, .. } = judgement {
            doubt = if color == self.goal.achiever() { doubt + slack } else { 0 };
        }
        if doubt > self.doubt {
            self.back(turns);
            return None;
        }
        self.doubt -= doubt;
        let site = self.site();
        let key = self.settled_at(site, self.doubt).unwrap_or_else(|| filed(site, self.doubt));
        self.doubt += doubt;
        let rests_on = usize::MAX;
        let mut child = Child { point, site, key, doubt, proof: 0, disproof: 0, rests_on };
        match judgement {
            Judgement::Achieved(zone) | Judgement::AchievedByKo(zone) => {
                self.ko_mattered |= matches!(judgement, Judgement::AchievedByKo(_));
                (child.proof, child.disproof) = (0, NEVER);
                child.key = filed(site, 0);
                if !self.table.contains_key(&child.key) {
                    let (best, zone) = (None, Some(Box::new(zone)));
                    let entry = Entry { proof: 0, disproof: NEVER, best, doubt: 0, depth: 0, zone };
                    self.file(site, 0, entry);
                }
            }
            Judgement::Lost => (child.proof, child.disproof) = (NEVER, 0),
            Judgement::LostByKo => {
                self.ko_mattered = true;
                (child.proof, child.disproof) = (NEVER, 0);
            }
            Judgement::Open { proof, disproof, .. } => {
                if let Some(place) = self.path.iter().position(|&s| s == key) {
                    (child.proof, child.disproof, child.rests_on) = (NEVER, 0, place);
                } else if let Some(entry) = self.table.get(&key) {
                    (child.proof, child.disproof) = (entry.proof, entry.disproof);
                } else if self.path.len() + 1 >= self.limits.depth {
                    (child.proof, child.disproof, child.rests_on) = (NEVER, 0, 0);
                } else {
                    child.proof = proof.max(1) + doubt;
                    child.disproof = disproof.max(1);
                }
            }
        }
        self.back(turns);
        Some(child)
    }

    /// Searches until a number reaches its limit. The path holds the positions
    /// from the root to here.
    fn mid(
        &mut self,
        color: Color,
        proof_limit: u32,
        disproof_limit: u32,
        hint: Option<Point>,
        budget: &mut Budget,
    ) -> Result<(Value, Option<Point>), Exhausted> {
        budget.spend(1)?;
        let place = self.path.len();
        self.path.push(self.key());
        let achieving = color == self.goal.achiever();
        let mut moves = Moves::default();
        let mut enough = true;
        if achieving {
            self.goal.achieving(&self.position, &mut moves);
        } else {
            enough = self.goal.opposing(&self.position, &mut moves);
        }
        let mut children: Vec<Child> = Vec::with_capacity(moves.as_slice().len() + 1);
        let may_pass = place > 0 || !self.limits.must_move;
        if !achieving && may_pass {
            children.extend(self.look(color, None, 0));
        }
        if achieving && self.banned(color).is_some() {
            // Waiting for the ko to be free again; that is no looser than taking it.
            children.extend(self.look(color, None, 0));
        }
        for &(point, doubt) in moves.as_slice() {
            if achieving && doubt > self.doubt {
                continue;
            }
            let doubt = if achieving { doubt } else { 0 };
            children.extend(self.look(color, Some(point), doubt));
            if let Some(last) = children.last_mut() {
                if ends(last, achieving) {
                    break;
                }
                if achieving && hint == Some(point) && last.point == hint {
                    last.proof = 1;
                }
            }
        }
        let mut reply = None;
        let mut zone: Option<PointSet> = None;
        let outcome = loop {
            if !achieving && may_pass && zone.is_none() && children[0].proof == 0 {
                zone = Some(self.narrow(color, &mut children, enough));
                // What answers a pass may answer other moves too.
                reply = self.table.get(&children[0].key).and_then(|e| e.best);
            }
            let value = value(&children, achieving);
            let over = value.proof >= proof_limit || value.disproof >= disproof_limit;
            if over || value.proof == 0 || value.disproof == 0 {
                break value;
            }
            let (chosen, proof, disproof) =
                select(&children, achieving, proof_limit, disproof_limit);
            let point = children[chosen].point;
            let turns = self.advance(color, point).expect("the move was legal a moment ago");
            let doubt = children[chosen].doubt;
            self.doubt -= doubt;
            let result = self.mid(color.opponent(), proof, disproof, reply, budget);
            self.doubt += doubt;
            self.back(turns);
            match result {
                Ok((value, _)) => {
                    let child = &mut children[chosen];
                    (child.proof, child.disproof) = (value.proof, value.disproof);
                    child.rests_on = value.rests_on;
                }
                Err(exhausted) => {
                    self.path.pop();
                    if place == 0 {
                        self.guess = likeliest(&children, achieving);
                    }
                    return Err(exhausted);
                }
            }
            // The search may have solved others on the way, with another doubt too.
            for child in &mut children {
                if child.proof == 0 || child.disproof == 0 {
                    continue;
                }
                let left = self.doubt - child.doubt;
                let key = self.settled_at(child.site, left).unwrap_or(child.key);
                if let Some(entry) = self.table.get(&key) {
                    (child.proof, child.disproof) = (entry.proof, entry.disproof);
                    child.key = key;
                }
            }
        };
        self.path.pop();
        let best = self.store(color, place, &children, zone, outcome, moves.as_slice());
        Ok((outcome, best))
    }

    /// After the pass failed: leaves the opposer the moves that touch the zone
    /// of that failure, and gives the zone.
    fn narrow(&mut self, color: Color, children: &mut Vec<Child>, enough: bool) -> PointSet {
        let passing = self.table.get(&children[0].key).and_then(|e| e.zone.as_deref().copied());
        let mut zone = passing.unwrap_or_default();
        ground(&self.position, &mut zone, self.goal.achiever(), self.limits.plenty);
        children.retain(|c| c.point.is_none_or(|point| zone.contains(point)));
        if !enough && self.limits.complete {
            for point in zone & self.position.empty_points() {
                if !children.iter().any(|c| c.point == Some(point)) {
                    children.extend(self.look(color, Some(point), 0));
                }
            }
        }
        zone
    }

    /// Remembers what was found, and gives the best move.
    #[allow(clippy::too_many_arguments, reason = "they are the fields of one entry")]
    fn store(
        &mut self,
        color: Color,
        place: usize,
        children: &[Child],
        zone: Option<PointSet>,
        value: Value,
        tried: &[(Point, u32)],
    ) -> Option<Point> {
        let achieving = color == self.goal.achiever();
        let depth_of = |c: &Child| self.table.get(&c.key).map_or(0, |e| e.depth as usize);
        let mut entry = Entry {
            proof: value.proof,
            disproof: value.disproof,
            best: None,
            doubt: 0,
            depth: 0,
            zone: None,
        };
        let best;
        if value.proof == 0 {
            if achieving {
                let solved = children.iter().filter(|c| c.proof == 0);
                let child = solved.min_by_key(|c| depth_of(c)).expect("one child is proved");
                entry.depth = (depth_of(child) + 1) as u16;
                best = child.point;
                entry.doubt = child.doubt;
                let mut whole = self.zone_of(child);
                if let Some(point) = best {
                    support(&self.position, &mut whole, color, point);
                }
                entry.zone = Some(Box::new(whole));
            } else {
                let hardest = children.iter().rev().max_by_key(|c| depth_of(c));
                entry.depth = hardest.map_or(0, |c| depth_of(c) + 1) as u16;
                best = hardest.and_then(|c| c.point);
                // There is none if the opposer had to move.
                let closed = zone.unwrap_or_default();
                let mut whole = closed;
                for child in children {
                    whole |= self.zone_of(child);
                    if let Some(point) = child.point {
                        support(&self.position, &mut whole, color, point);
                    }
                }
                let inside: PointSet = if self.limits.complete {
                    closed & self.position.empty_points()
                } else {
                    tried.iter().map(|&(point, _)| point).collect()
                };
                for point in inside {
                    if matches!(self.position.check(color, point.into()), Err(Illegal::Suicide(_)))
                    {
                        suicide(&self.position, &mut whole, color, point);
                    }
                }
                entry.zone = Some(Box::new(whole));
            }
        } else if value.disproof == 0 {
            let chosen = if achieving {
                children.iter().max_by_key(|c| depth_of(c))
            } else {
                children.iter().find(|c| c.disproof == 0)
            };
            best = chosen.and_then(|c| c.point);
            entry.doubt = chosen.map_or(0, |c| c.doubt);
            entry.depth = chosen.map_or(0, |c| depth_of(c) + 1) as u16;
            if value.rests_on < place {
                return best;
            }
        } else {
            best = None;
        }
        entry.best = best;
        self.file(self.site(), self.doubt, entry);
        best
    }

    fn zone_of(&self, child: &Child) -> PointSet {
        let entry = self.table.get(&child.key);
        entry.and_then(|e| e.zone.as_deref().copied()).expect("a proved child has a zone")
    }
}

/// The key of a position with so much doubt left.
fn filed(site: u64, doubt: u32) -> u64 {
    site ^ u64::from(doubt + 1).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The move to play if nothing is sure.
fn likeliest(children: &[Child], achieving: bool) -> Option<Point> {
    let open = children.iter().filter(|c| c.point.is_some() && sides(c, achieving).1 > 0);
    open.min_by_key(|c| sides(c, achieving).0).and_then(|c| c.point)
}

/// Whether this child alone solves its parent.
fn ends(child: &Child, achieving: bool) -> bool {
    if achieving { child.proof == 0 } else { child.disproof == 0 }
}

/// The numbers of a position from those of its children.
fn value(children: &[Child], achieving: bool) -> Value {
    let (mut least, mut most, mut open) = (NEVER, 0, 0);
    let (mut rests_on, mut refuted) = (usize::MAX, false);
    for child in children {
        let (own, other) = sides(child, achieving);
        least = least.min(own);
        if other > 0 {
            most = most.max(other);
            open += 1;
        }
        if achieving {
            rests_on = rests_on.min(child.rests_on);
        } else if child.disproof == 0 {
            // One refutation is enough: the one that rests on the least.
            let so_far = if refuted { rests_on } else { 0 };
            rests_on = child.rests_on.max(so_far);
            refuted = true;
        }
    }
    let all = match open {
        0 => 0,
        _ if least == 0 || most >= NEVER => NEVER,
        _ => (most + open - 1).min(NEVER - 1),
    };
    let (proof, disproof) = if achieving { (least, all) } else { (all, least) };
    Value { proof, disproof, rests_on }
}

/// The number the player at the parent wants small, and the other one.
fn sides(child: &Child, achieving: bool) -> (u32, u32) {
    if achieving { (child.proof, child.disproof) } else { (child.disproof, child.proof) }
}

/// The child to search next, and its limits.
fn select(
    children: &[Child],
    achieving: bool,
    proof_limit: u32,
    disproof_limit: u32,
) -> (usize, u32, u32) {
    let (mut chosen, mut best, mut second) = (0, NEVER, NEVER);
    let (mut open, mut chosen_other) = (0, 0);
    for (i, child) in children.iter().enumerate() {
        let (own, other) = sides(child, achieving);
        if other > 0 {
            open += 1;
        }
        // A pass that fails tells where to look: read it early.
        let rank = if !achieving && child.point.is_none() { own / 2 } else { own };
        if own < NEVER && other > 0 && rank < best {
            second = best;
            (chosen, best, chosen_other) = (i, rank, other);
        } else if own < NEVER && other > 0 && rank < second {
            second = rank;
        }
    }
    let (own_now, _) = sides(&children[chosen], achieving);
    let (own_limit, other_limit) =
        if achieving { (proof_limit, disproof_limit) } else { (disproof_limit, proof_limit) };
    let own = own_limit.min(second.saturating_add(second / 8 + 1)).max(own_now + 1).min(NEVER);
    let other = if other_limit >= NEVER {
        NEVER
    } else {
        (other_limit.saturating_sub(open - 1)).max(chosen_other + 1).min(NEVER)
    };
    if achieving { (chosen, own, other) } else { (chosen, other, own) }
}

#[cfg(test)]
mod tests {
    use board::{Rules, Setup};

    use super::*;
    use crate::capture::{Effort, Prey};

    #[test]
    fn a_success_with_little_doubt_is_one_with_more() {
        let setup: Setup = "
            . . . . . .
            . . . . . .
            . . O . . .
            . O X . . .
            . . O O . .
            . . . . . ."
            .parse()
            .expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("legal");
        let prey = "C3".parse().expect("a point");
        let goal = Prey::new(&position, prey, KoMaster::Nobody, &Effort::default());
        let mut solver = Solver::new(position, &goal, Limits::default());
        let mut budget = Budget::unlimited();
        solver.set_doubt_limit(2);
        let first = solver.solve(Color::Black, &mut budget).expect("unlimited");
        let (spent, line) = (budget.spent(), solver.line(Color::Black));
        solver.set_doubt_limit(10);
        let again = solver.solve(Color::Black, &mut budget).expect("unlimited");
        assert!(first.achieved && again.achieved);
        assert_eq!((again.depth, again.best), (first.depth, first.best));
        assert_eq!((budget.spent(), solver.line(Color::Black)), (spent, line));
    }
}
