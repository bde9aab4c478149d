//! Races: two blocks that cannot both live. Who captures whom, or is it seki?
//!
//! | question | where |
//! |---|---|
//! | who wins, moving first? | [`race`], [`race_with`] [`Terms`] of a game |
//! | who wins by counting liberties, and by how much? | [`margin`], [`Tally`] |
//! | where is it fought, and what is taken as fixed? | [`Ring`] |

mod count;
mod game;
mod ring;

use board::{Color, Move, Point, PointSet, Position};
use budget::{Budget, Exhausted};

use crate::capture::Success;
use crate::search::{Answer, Cell, Child, Field, Ko, PASS, Search, Stance, Wide, Word};
use game::{Aim, RaceGame};

pub use count::{Tally, margin};
pub use ring::{Reach, Ring};

/// How a race comes out for the player who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// He captures the other block.
    Win,
    /// He loses his own.
    Loss,
    /// Neither is captured: seki, or both live.
    Seki,
    /// A ko decides.
    Ko,
}

/// What reading a race found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// Whether the first player saves his own block.
    pub defence: Success,
    /// Whether he captures the other one.
    pub attack: Success,
    /// His move; nothing if none is needed or none helps.
    pub first: Option<Point>,
    /// How many moves the winner is ahead, where that can be counted: so often he
    /// could play elsewhere.
    pub ahead: Option<u32>,
    /// The line that shows it.
    pub line: Vec<(Color, Move)>,
    /// Whether something was left undecided, and then taken as failed.
    pub exhausted: bool,
    /// How far out it was read.
    pub reach: Reach,
    /// Positions looked at.
    pub nodes: u64,
}

impl Race {
    /// The outcome in one word.
    pub fn verdict(&self) -> Verdict {
        match (self.defence, self.attack) {
            (_, Success::Yes) => Verdict::Win,
            (Success::No, Success::No) => Verdict::Loss,
            (Success::Yes, Success::No) => Verdict::Seki,
            _ => Verdict::Ko,
        }
    }
}

/// After a question that took too long the next ones get this part of its nodes.
const LESS: u64 = 4;

/// Memory of one question.
const BYTES: usize = 1 << 24;

/// The race between the blocks on `own` and `other` when the owner of `own` moves
/// first. Nothing if these are not two stones of different colors, or if the
/// fight is too wide. Each question of the race gets `nodes`, a part of them if an
/// earlier one took too long or if the fight spreads over much of the board.
///
/// ```
/// use board::{Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::semeai::{Verdict, race};
///
/// // One liberty outside and a common one against two and the common one.
/// let setup: Setup = "
///     . . . . .
///     . . . . .
///     . . . . .
///     O O O O O
///     . O O O O
///     X X X X X
///     . X X X X
///     O O O O O
///     . . X X X
///     X X X X X
///     . . . . .
///     . . . . .
///     . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let mut budget = Budget::unlimited();
/// let (black, white) = ("A8".parse()?, "A6".parse()?);
/// let first = race(&position, white, black, 10_000, &mut budget)?.expect("a race");
/// assert_eq!((first.verdict(), first.ahead), (Verdict::Win, Some(1)));
/// let second = race(&position, black, white, 10_000, &mut budget)?.expect("a race");
/// assert_eq!(second.verdict(), Verdict::Loss);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn race(
    position: &Position,
    own: Point,
    other: Point,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Option<Race>, Exhausted> {
    read(position, own, other, &Terms::default(), nodes, budget)
}

/// How a race is read.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Threats that a player who wins every ko has.
    pub threats: u8,
    /// Where a move is made if it will do, the one liked best first.
    pub liked: &'a [Point],
}

impl Default for Terms<'_> {
    fn default() -> Self {
        Terms { threats: Ko::ALWAYS, liked: &[] }
    }
}

/// The [`race`] as far as kos matter in a game: a player who needs more than a few threats
/// for a ko does not win it.
pub fn race_with(
    position: &Position,
    own: Point,
    other: Point,
    terms: &Terms<'_>,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Option<Race>, Exhausted> {
    let endless = Terms { threats: Ko::ALWAYS, ..*terms };
    let always = read(position, own, other, &endless, nodes, budget)?;
    let ko = |success| matches!(success, Success::Ko | Success::KoAfterThreat);
    // What endless threats do not change, a few do not either.
    if !always.as_ref().is_some_and(|race| ko(race.attack) || ko(race.defence)) {
        return Ok(always);
    }
    let few = read(position, own, other, terms, nodes, budget)?;
    Ok(few.filter(|race| !race.exhausted).or(always))
}

/// Reads as far out as it gets. What is solved further out is believed; if nothing is, the
/// ring that leaves out who else might take part has the word, unless the wider one has
/// at least found a way to capture.
fn read(
    position: &Position,
    own: Point,
    other: Point,
    terms: &Terms<'_>,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Option<Race>, Exhausted> {
    let Some(mover) = position.stone(own) else { return Ok(None) };
    let before = budget.spent();
    let ring = |reach: Reach| Ring::new(position, own, other, reach);
    let Some(near) = ring(Reach::Near) else { return Ok(None) };
    let mut found = within(&near, mover, terms, nodes, budget)?;
    let Some(race) = found.as_mut().filter(|race| !race.exhausted) else {
        let narrow = ring(Reach::Narrow).filter(|narrow| narrow.area != near.area);
        if found.as_ref().is_none_or(|race| race.attack == Success::No)
            && let Some(narrow) = narrow
            && let Some(race) = within(&narrow, mover, terms, nodes / LESS, budget)?
            && (found.is_none() || !race.exhausted)
        {
            found = Some(Race { reach: Reach::Narrow, ..race });
        }
        return Ok(found.map(|race| Race { nodes: budget.spent() - before, ..race }));
    };
    let Some(far) = ring(Reach::Far) else { return Ok(found) };
    if far.area == near.area && far.shore == near.shore {
        race.reach = Reach::Far;
    } else {
        // The move that was good near by is a good guess.
        let liked: Vec<Point> = terms.liked.iter().copied().chain(race.first).collect();
        let terms = Terms { liked: &liked, ..*terms };
        // Where nothing is left to read it with, what was read stands.
        let wide = within(&far, mover, &terms, nodes / LESS, budget).ok().flatten();
        if let Some(wide) = wide.filter(|wide| !wide.exhausted) {
            *race = Race { reach: Reach::Far, ..wide };
        }
    }
    let nodes = budget.spent() - before;
    Ok(found.map(|race| Race { nodes, ..race }))
}

/// The race in one ring; nothing if that is too wide.
fn within(
    ring: &Ring,
    mover: Color,
    terms: &Terms<'_>,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Option<Race>, Exhausted> {
    let race = if let Ok(field) = ring.field::<u64>() {
        run(ring, field, mover, terms, nodes, budget)?
    } else if let Ok(field) = ring.field::<u128>() {
        run(ring, field, mover, terms, nodes, budget)?
    } else if let Ok(field) = ring.field::<Wide>() {
        // Here a position takes several times as long.
        run(ring, field, mover, terms, nodes / LESS, budget)?
    } else {
        return Ok(None);
    };
    Ok(Some(race))
}

fn run<W: Word>(
    ring: &Ring,
    field: Field<W>,
    mover: Color,
    terms: &Terms<'_>,
    nodes: u64,
    budget: &mut Budget,
) -> Result<Race, Exhausted> {
    let racers = ring.racers.map(|racer| field.set(&racer));
    // What becomes of one block decides about both if the other is in its eye.
    let guest = Color::BOTH.into_iter().find(|&color| ring.encloses(color.opponent()));
    let capture = |hunter: Color| {
        let own = racers[hunter.index()];
        let prey = racers[hunter.opponent().index()];
        match guest {
            Some(guest) if guest == hunter => Aim::Capture { prey, own: W::EMPTY },
            Some(_) => Aim::Live(own),
            None => Aim::Capture { prey, own },
        }
    };
    let side = |hunter: Color| {
        let game = RaceGame::new(field.clone(), hunter.index(), capture(hunter));
        Side { ring, hunter, terms, search: Search::new(game, BYTES), nodes }
    };
    // The same if it does not matter what the hunter loses on the way.
    let sacrificing = |hunter: Color| {
        let prey = racers[hunter.opponent().index()];
        let aim = Aim::Capture { prey, own: W::EMPTY };
        let game = RaceGame::new(field.clone(), hunter.index(), aim);
        Side { ring, hunter, terms, search: Search::new(game, BYTES), nodes: nodes / LESS }
    };
    let mut attack = side(mover);
    let mut attacked = attack.read(mover, budget)?;
    if attacked.success == Success::No && guest.is_none() {
        let again = sacrificing(mover).read(mover, budget)?;
        if again.success > Success::No {
            attacked = Found { exhausted: attacked.exhausted, ..again };
        }
    }
    let mut race = Race {
        defence: Success::Yes,
        attack: attacked.success,
        first: attacked.first,
        ahead: attack.ahead(mover),
        line: attacked.line,
        exhausted: attacked.exhausted,
        reach: Reach::Near,
        nodes: 0,
    };
    if attacked.success == Success::Yes {
        return Ok(race);
    }
    let other = mover.opponent();
    let mut defence = side(other);
    let mut defended = defence.read(mover, budget)?;
    if defended.success > Success::No && guest.is_none() {
        let again = sacrificing(other).read(mover, budget)?;
        if again.success < defended.success && !again.exhausted {
            defended = again;
        }
    }
    race.defence = defended.success.max(attacked.success);
    race.exhausted |= defended.exhausted;
    race.ahead = if race.defence == Success::No { defence.ahead(mover) } else { None };
    // A ko that the enclosing block cannot do anything about while the other may
    // begin it at any time is no ko: bent four in the corner.
    if let Some(guest) = guest
        && (attacked.idle || attacked.first.is_none())
        && (defended.idle || defended.first.is_none())
    {
        let ko = |success| matches!(success, Success::Ko | Success::KoAfterThreat);
        if guest == mover && ko(race.attack) {
            (race.attack, race.defence) = (Success::Yes, Success::Yes);
        } else if guest != mover && ko(race.defence) && race.attack == Success::No {
            race.defence = Success::No;
        }
    }
    if attacked.success == Success::No || defended.success > attacked.success {
        race.first = defended.first;
        race.line = defended.line;
    }
    if race.defence == Success::No {
        race.first = None;
    }
    Ok(race)
}

/// One question of a race: can `hunter` capture?
struct Side<'a, W: Word> {
    ring: &'a Ring,
    hunter: Color,
    terms: &'a Terms<'a>,
    search: Search<RaceGame<W>>,
    nodes: u64,
}

struct Found {
    success: Success,
    first: Option<Point>,
    /// Whether it needs no move.
    idle: bool,
    line: Vec<(Color, Move)>,
    exhausted: bool,
}

impl<W: Word> Side<'_, W> {
    /// How many moves the hunter is ahead if he is.
    fn ahead(&self, mover: Color) -> Option<u32> {
        let root = self.ring.stance(self.search.game().field(), mover, Ko::LOCAL);
        self.search.game().margin(&root).and_then(|margin| u32::try_from(margin).ok())
    }

    /// How `mover`, moving first, comes out.
    fn read(&mut self, mover: Color, budget: &mut Budget) -> Result<Found, Exhausted> {
        let wanted = if mover == self.hunter { Answer::Reached } else { Answer::Prevented };
        let mut found = Found {
            success: Success::No,
            first: None,
            idle: false,
            line: Vec::new(),
            exhausted: false,
        };
        let rungs = [
            (Ko::LOCAL.with(mover.opponent(), self.terms.threats), Success::Yes),
            (Ko::LOCAL.with(mover, self.terms.threats), Success::KoAfterThreat),
            (Ko::LOCAL, Success::Ko),
        ];
        for (ko, success) in rungs {
            let root = self.ring.stance(self.search.game().field(), mover, ko);
            let answer = self.solve(&root, budget)?;
            found.exhausted |= answer == Answer::Unknown;
            if answer != wanted {
                if success == Success::KoAfterThreat {
                    break;
                }
                continue;
            }
            found.success = success;
            found.line = self.line(&root, budget)?;
            if let Some(cell) = self.plain(&root, wanted, budget)? {
                let point = self.search.game().field().point(cell);
                if found.line.first() != point.map(|p| (mover, Move::Play(p))).as_ref() {
                    found.line = point.map(|p| (mover, Move::Play(p))).into_iter().collect();
                }
            }
            found.first = match found.line.first() {
                Some(&(_, Move::Play(point))) => Some(point),
                _ => None,
            };
            let elsewhere = self.search.game().field().pass(&root);
            found.idle = self.solve(&elsewhere, budget)? == wanted;
            // What needs a threat first needs a move after it.
            if found.idle && success != Success::KoAfterThreat {
                found.first = None;
            }
            if success != Success::KoAfterThreat {
                break;
            }
        }
        Ok(found)
    }

    /// The plainest move if it does: one that is liked or makes the block live outright, else
    /// one that takes an outside liberty.
    fn plain(
        &mut self,
        root: &Stance<W>,
        wanted: Answer,
        budget: &mut Budget,
    ) -> Result<Option<Cell>, Exhausted> {
        let mover = root.to_play as usize;
        let field = self.search.game().field();
        let own = field.set(&self.ring.racers[mover]);
        let outside = self.search.game().outside(root);
        let mut plain = Vec::new();
        for child in self.search.game().moves(root) {
            if child.cell == PASS {
                continue;
            }
            let marked = child.state.marked & own;
            if field.unconditional(&child.state, mover).meets(marked) {
                plain.insert(0, child);
            } else if outside.meets(W::cell(child.cell as u32)) {
                plain.push(child);
            }
        }
        let liked = |point: &Point| {
            let mut moves = self.search.game().moves(root).into_iter();
            moves.find(|child| field.point(child.cell) == Some(*point))
        };
        let liked: Vec<_> = self.terms.liked.iter().filter_map(liked).collect();
        for child in liked.into_iter().chain(plain) {
            let answer = match child.verdict {
                Some(true) => Answer::Reached,
                Some(false) => Answer::Prevented,
                None => self.solve(&child.state, budget)?,
            };
            if answer == wanted {
                return Ok(Some(child.cell));
            }
        }
        Ok(None)
    }

    /// The answer to a stance; what is clear at once is not searched, what takes
    /// too long is unknown.
    fn solve(&mut self, stance: &Stance<W>, budget: &mut Budget) -> Result<Answer, Exhausted> {
        for mover in [0, 1] {
            if let Some(reached) = self.search.game().verdict(stance, mover) {
                return Ok(if reached { Answer::Reached } else { Answer::Prevented });
            }
        }
        let mut part = budget.part(self.nodes);
        let answer = self.search.solve(stance, &mut part);
        budget.charge(part.spent())?;
        if !matches!(answer, Ok(Answer::Reached | Answer::Prevented)) {
            self.nodes /= LESS;
        }
        Ok(answer.unwrap_or(Answer::Unknown))
    }

    fn line(
        &mut self,
        root: &Stance<W>,
        budget: &mut Budget,
    ) -> Result<Vec<(Color, Move)>, Exhausted> {
        let mut line = Vec::new();
        let mut stance = *root;
        let mut seen = vec![self.search.game().field().key(root)];
        while line.len() < 60 {
            let answer = self.solve(&stance, budget)?;
            let mover = Color::BOTH[stance.to_play as usize];
            let winning = (answer == Answer::Reached) == (mover == self.hunter);
            let Some(child) = self.choose(&stance, answer, winning, budget)? else { break };
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
        Ok(line)
    }

    fn choose(
        &mut self,
        stance: &Stance<W>,
        answer: Answer,
        winning: bool,
        budget: &mut Budget,
    ) -> Result<Option<Child<Stance<W>>>, Exhausted> {
        let children = self.search.game().moves(stance);
        if !winning {
            // Resistance: where most had to be searched.
            let work = |child: &&Child<Stance<W>>| self.search.work(&child.state);
            return Ok(children.iter().max_by_key(work).copied());
        }
        let reached = answer == Answer::Reached;
        if let Some(child) = children.iter().find(|child| child.verdict == Some(reached)) {
            return Ok(Some(*child));
        }
        let best = self.search.winning_move(stance);
        if let Some(child) = children.iter().find(|child| Some(child.cell) == best) {
            return Ok(Some(*child));
        }
        for child in children {
            if child.verdict.is_none() && self.solve(&child.state, budget)? == answer {
                return Ok(Some(child));
            }
        }
        Ok(None)
    }
}

/// The empty points where the race between two blocks is fought.
pub fn room(position: &Position, own: Point, other: Point) -> Option<PointSet> {
    Ring::new(position, own, other, Reach::Near).map(|ring| ring.area & position.empty_points())
}

#[cfg(test)]
mod tests;
