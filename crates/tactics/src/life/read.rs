//! Reads the fate of a group in an arena.

use board::{Color, Move, PointSet};
use budget::{Budget, Exhausted};

use super::arena::Arena;
use super::game::{Goal, LifeGame};
use crate::search::{Answer, Child, FieldError, Ko, Search, Stance, Wide, Word};

/// What becomes of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It is captured, whoever wins kos.
    Dead,
    /// It depends on a ko that the attacker wins if nobody has a threat.
    KoForAttacker,
    /// It depends on a ko that the defender wins if nobody has a threat.
    KoForDefender,
    /// It cannot be captured, whoever wins kos, but has no two eyes.
    Seki,
    /// It lives, whoever wins kos.
    Alive,
}

/// What reading found with one player moving first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What becomes of the group; nothing if that was not decided.
    pub fate: Option<Fate>,
    /// The first moves that lead to it, where it is what the first player wants.
    /// Those found before the budget was used up.
    pub moves: PointSet,
    /// Whether the first player may as well play elsewhere.
    pub tenuki: bool,
    /// Whether every first move, and playing elsewhere, was judged.
    pub thorough: bool,
    /// In a ko: how many threats the first player needs at least, and how many of
    /// the opponent's he can do without answering to.
    pub threats: [u8; 2],
    /// A line of best play.
    pub line: Vec<(Color, Move)>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Which good first moves are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// None: only the fate is asked, seki not told from life.
    Fate,
    /// One of them.
    One,
    /// All, unless playing elsewhere is as good. Seki is not told from life.
    Needed,
    /// Those of a few that do without a ko. Seki is not told from life.
    Among(PointSet),
    /// All.
    All,
}

/// More threats than this are not counted.
const MOST_THREATS: u8 = 3;

/// Memory of one reading, and of one that asks for little.
const BYTES: usize = 1 << 26;
const FEW_BYTES: usize = 1 << 20;

/// Reads the arena with `first` to move.
pub fn read(
    arena: &Arena,
    first: Color,
    wanted: Wanted,
    budget: &mut Budget,
) -> Result<Reading, FieldError> {
    match arena.field::<u64>() {
        Ok(field) => Ok(Reader::new(arena, field, first).read(wanted, budget)),
        Err(FieldError::TooLarge) => {
            Ok(Reader::new(arena, arena.field::<u128>()?, first).read(wanted, budget))
        }
        Err(error) => Err(error),
    }
}

/// Reads the arena as far as it matters in a game: a player who needs more than
/// `most` threats for a ko does not win it.
pub(super) fn read_games(
    arena: &Arena,
    first: Color,
    most: u8,
    wanted: Wanted,
    budget: &mut Budget,
) -> Result<Reading, FieldError> {
    // Fresh memory costs more than a short search in it.
    let bytes = if wanted == Wanted::Fate { FEW_BYTES } else { BYTES };
    if let Ok(field) = arena.field::<u64>() {
        let reader = Reader::with_memory(arena, field, first, bytes);
        return Ok(Reader { most, ..reader }.read(wanted, budget));
    }
    match arena.field::<u128>() {
        Ok(field) => {
            let reader = Reader::with_memory(arena, field, first, bytes);
            Ok(Reader { most, ..reader }.read(wanted, budget))
        }
        Err(FieldError::TooLarge) => {
            let field = arena.field::<Wide>()?;
            let reader = Reader::with_memory(arena, field, first, bytes);
            Ok(Reader { most, ..reader }.read(wanted, budget))
        }
        Err(error) => Err(error),
    }
}

/// What random play says of the arena: the fate and the first move.
pub(super) fn sample(
    arena: &Arena,
    first: Color,
    most: u8,
    rounds: u32,
    budget: &mut Budget,
) -> Result<Reading, FieldError> {
    if let Ok(field) = arena.field::<u64>() {
        return Ok(Reader { most, ..Reader::new(arena, field, first) }.sample(rounds, budget));
    }
    match arena.field::<u128>() {
        Ok(field) => Ok(Reader { most, ..Reader::new(arena, field, first) }.sample(rounds, budget)),
        Err(FieldError::TooLarge) => {
            let field = arena.field::<Wide>()?;
            Ok(Reader { most, ..Reader::new(arena, field, first) }.sample(rounds, budget))
        }
        Err(error) => Err(error),
    }
}

struct Reader<'a, W: Word> {
    arena: &'a Arena,
    first: Color,
    /// Threats that a player who wins every ko has.
    most: u8,
    search: Search<LifeGame<W>>,
}

impl<'a, W: Word> Reader<'a, W> {
    fn new(arena: &'a Arena, field: crate::search::Field<W>, first: Color) -> Reader<'a, W> {
        Reader::with_memory(arena, field, first, BYTES)
    }

    fn with_memory(
        arena: &'a Arena,
        field: crate::search::Field<W>,
        first: Color,
        bytes: usize,
    ) -> Reader<'a, W> {
        let game = LifeGame::new(field, arena.defender, Goal::Kill);
        Reader { arena, first, most: Ko::ALWAYS, search: Search::new(game, bytes) }
    }

    fn root(&self, ko: Ko) -> Stance<W> {
        self.arena.stance(self.search.game().field(), self.first, ko)
    }

    fn read(mut self, wanted: Wanted, budget: &mut Budget) -> Reading {
        let mut reading = Reading::default();
        let before = budget.spent();
        // What was found stands when the budget ends.
        let _ = self.fill(&mut reading, wanted, budget);
        reading.nodes = budget.spent() - before;
        reading
    }

    fn sample(self, rounds: u32, budget: &mut Budget) -> Reading {
        let mut reading = Reading::default();
        let before = budget.spent();
        let defender = self.arena.defender;
        let attacking = self.first != defender;
        let game = self.search.game();
        let mut sampler = super::sampled::Sampler::new(game);
        let mut ask = |ko: Ko| {
            let root = self.root(ko);
            for mover in [0, 1] {
                if let Some(reached) = game.verdict(&root, mover) {
                    return Some((reached, crate::search::PASS, 1000));
                }
            }
            let found = sampler.sample(&root, rounds, budget).ok()?;
            Some(((found.chance >= 500) == attacking, found.best, found.chance))
        };
        let at_best = ask(Ko::LOCAL.with(defender, self.most));
        let found = match at_best {
            None => None,
            Some((true, best, _)) => Some((Fate::Dead, best)),
            Some((false, ours, _)) => match ask(Ko::LOCAL.with(defender.opponent(), self.most)) {
                None => None,
                Some((false, best, _)) => Some((Fate::Alive, best)),
                Some((true, theirs, _)) => ask(Ko::LOCAL).map(|(killed, _, _)| match killed {
                    true => (Fate::KoForAttacker, if attacking { theirs } else { ours }),
                    false => (Fate::KoForDefender, if attacking { theirs } else { ours }),
                }),
            },
        };
        if let Some((fate, best)) = found {
            reading.fate = Some(fate);
            let mv = game.field().point(best).map_or(Move::Pass, Move::Play);
            reading.line = vec![(self.first, mv)];
            reading.moves.extend(mv.point());
        }
        reading.nodes = budget.spent() - before;
        reading
    }

    fn fill(
        &mut self,
        reading: &mut Reading,
        wanted: Wanted,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if let Wanted::Among(few) = wanted {
            return self.among(&few, reading, budget);
        }
        let defender = self.arena.defender;
        let attacker = defender.opponent();
        let attacking = self.first == attacker;
        let at_best = self.root(Ko::LOCAL.with(defender, self.most));
        let at_worst = self.root(Ko::LOCAL.with(attacker, self.most));
        let local = self.root(Ko::LOCAL);
        // A defender who only wants to know whether he lives is asked that first.
        let lives = wanted == Wanted::Needed
            && !attacking
            && self.solve(&at_worst, budget)? == Answer::Prevented;
        let (fate, root) = if lives {
            (Fate::Alive, at_worst)
        } else {
            match self.solve(&at_best, budget)? {
                Answer::Unknown => return Ok(()),
                Answer::Reached => (Fate::Dead, at_best),
                Answer::Prevented => match self.solve(&at_worst, budget)? {
                    Answer::Unknown => return Ok(()),
                    Answer::Prevented => (Fate::Alive, at_worst),
                    Answer::Reached => match self.solve(&local, budget)? {
                        Answer::Unknown => return Ok(()),
                        Answer::Reached => (Fate::KoForAttacker, local),
                        Answer::Prevented => (Fate::KoForDefender, local),
                    },
                },
            }
        };
        reading.fate = Some(fate);
        if wanted == Wanted::Fate {
            return Ok(());
        }
        // Whoever has not won unconditionally fights the ko with all threats he needs.
        let root = match (fate, attacking) {
            (Fate::KoForDefender, true) => at_worst,
            (Fate::KoForAttacker, false) => at_best,
            _ => root,
        };
        reading.line = self.line(&root, budget);
        let wants = match fate {
            Fate::Dead => attacking,
            Fate::Alive | Fate::Seki => !attacking,
            Fate::KoForAttacker | Fate::KoForDefender => true,
        };
        if wants {
            if let Some(&(_, Move::Play(point))) = reading.line.first() {
                reading.moves.insert(point);
            }
            match fate {
                Fate::KoForAttacker | Fate::KoForDefender => {
                    self.best_kos(attacking, reading, budget)?;
                }
                _ => self.first_moves(&root, attacking, wanted, reading, budget)?,
            }
        }
        reading.thorough = wanted != Wanted::One;
        if fate == Fate::Alive && wanted != Wanted::Needed && self.is_seki(budget)? {
            reading.fate = Some(Fate::Seki);
        }
        Ok(())
    }

    /// Which of a `few` first moves give the first player what he wants though the opponent
    /// wins kos. If none does, nothing is said.
    fn among(
        &mut self,
        few: &PointSet,
        reading: &mut Reading,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let attacking = self.first != self.arena.defender;
        let (wanted, fate) = match attacking {
            true => (Answer::Reached, Fate::Dead),
            false => (Answer::Prevented, Fate::Alive),
        };
        let root = self.root(Ko::LOCAL.with(self.first.opponent(), self.most));
        let mut moves = PointSet::EMPTY;
        for child in self.search.game().moves(&root) {
            let point = self.search.game().field().point(child.cell);
            if let Some(point) = point.filter(|&point| few.contains(point))
                && self.answer(&child, budget)? == wanted
            {
                moves.insert(point);
            }
        }
        let elsewhere = self.search.game().field().pass(&root);
        let tenuki = self.solve(&elsewhere, budget)? == wanted;
        if !moves.is_empty() {
            let line = self.line(&root, budget);
            *reading = Reading { fate: Some(fate), moves, tenuki, line, ..Reading::default() };
            reading.thorough = true;
        }
        Ok(())
    }

    /// The first moves that leave the opponent's ko the most threats away, and so
    /// many threats, counted against the player to move.
    fn best_kos(
        &mut self,
        attacking: bool,
        reading: &mut Reading,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let wanted = if attacking { Answer::Reached } else { Answer::Prevented };
        let (me, other) = (self.first, self.first.opponent());
        // From threats that the opponent needs to threats that I need.
        let rungs = (1..=MOST_THREATS)
            .rev()
            .map(|n| Ko::LOCAL.with(other, n))
            .chain((0..=MOST_THREATS).map(|n| Ko::LOCAL.with(me, n)))
            .chain([Ko::LOCAL.with(me, self.most)]);
        for ko in rungs {
            let root = self.root(ko);
            if self.solve(&root, budget)? != wanted {
                continue;
            }
            let mut moves = PointSet::EMPTY;
            for child in self.search.game().moves(&root) {
                let Some(point) = self.search.game().field().point(child.cell) else { continue };
                if self.answer(&child, budget)? == wanted {
                    moves.insert(point);
                }
            }
            let line = self.line(&root, budget);
            reading.threats = [ko.threats[me.index()], ko.threats[other.index()]];
            (reading.moves, reading.line) = (moves, line);
            let elsewhere = self.search.game().field().pass(&root);
            reading.tenuki = self.solve(&elsewhere, budget)? == wanted;
            return Ok(());
        }
        Ok(())
    }

    /// Which first moves lead where `root` leads, and whether any is needed.
    fn first_moves(
        &mut self,
        root: &Stance<W>,
        attacking: bool,
        which: Wanted,
        reading: &mut Reading,
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        let wanted = if attacking { Answer::Reached } else { Answer::Prevented };
        let elsewhere = self.search.game().field().pass(root);
        reading.tenuki = self.solve(&elsewhere, budget)? == wanted;
        if which == Wanted::One || (which == Wanted::Needed && reading.tenuki) {
            return Ok(());
        }
        for child in self.search.game().moves(root) {
            let Some(point) = self.search.game().field().point(child.cell) else { continue };
            if !reading.moves.contains(point) && self.answer(&child, budget)? == wanted {
                reading.moves.insert(point);
            }
        }
        Ok(())
    }

    /// Whether the defender, who cannot be killed, has no way to two eyes.
    fn is_seki(&mut self, budget: &mut Budget) -> Result<bool, Exhausted> {
        let field = self.search.game().field().clone();
        let game = LifeGame::new(field, self.arena.defender, Goal::Live);
        let mut search = Search::new(game, BYTES);
        let root = self.root(Ko::LOCAL.with(self.arena.defender.opponent(), self.most));
        if let Some(lives) = search.game().verdict(&root, self.arena.defender.index()) {
            return Ok(!lives);
        }
        Ok(search.solve(&root, budget)? == Answer::Prevented)
    }

    /// The answer to a stance; what is clear at once is not searched.
    fn solve(&mut self, stance: &Stance<W>, budget: &mut Budget) -> Result<Answer, Exhausted> {
        for mover in [0, 1] {
            if let Some(reached) = self.search.game().verdict(stance, mover) {
                return Ok(if reached { Answer::Reached } else { Answer::Prevented });
            }
        }
        self.search.solve(stance, budget)
    }

    fn answer(
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

    /// Best play from `root`: the winner's first winning move, the loser's
    /// longest resistance as far as the search has met it.
    fn line(&mut self, root: &Stance<W>, budget: &mut Budget) -> Vec<(Color, Move)> {
        let mut line = Vec::new();
        let mut stance = *root;
        let mut seen = vec![self.search.game().field().key(root)];
        while line.len() < 60 {
            let Ok(answer) = self.solve(&stance, budget) else { break };
            let mover = Color::BOTH[stance.to_play as usize];
            let winning = (answer == Answer::Reached) == (mover != self.arena.defender);
            let Some(child) = self.choose(&stance, answer, winning, budget) else { break };
            let point = self.search.game().field().point(child.cell);
            line.push((mover, point.map_or(Move::Pass, Move::Play)));
            stance = child.state;
            let key = self.search.game().field().key(&stance);
            if child.verdict.is_some() || seen.contains(&key) {
                break;
            }
            seen.push(key);
        }
        while matches!(line.last(), Some((_, Move::Pass))) {
            line.pop();
        }
        line
    }

    fn choose(
        &mut self,
        stance: &Stance<W>,
        answer: Answer,
        winning: bool,
        budget: &mut Budget,
    ) -> Option<Child<Stance<W>>> {
        let children = self.search.game().moves(stance);
        if !winning {
            // Resistance: where most had to be searched.
            let work = |child: &&Child<Stance<W>>| self.search.work(&child.state);
            return children.iter().max_by_key(work).copied();
        }
        let reached = answer == Answer::Reached;
        let known = |child: &&Child<Stance<W>>| {
            child.verdict == Some(reached) || self.search.remembered(&child.state) == Some(answer)
        };
        if let Some(child) = children.iter().find(|child| child.verdict == Some(reached)) {
            return Some(*child);
        }
        if let Some(child) = children.iter().find(known) {
            return Some(*child);
        }
        children.into_iter().find(|child| self.answer(child, budget) == Ok(answer))
    }
}
