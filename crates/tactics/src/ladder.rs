//! Ladders: can a block be captured by ataris alone?
//!
//! Follows Kierulf, *Smart Go Board: Algorithms for the Tactical Calculator*
//! (1985), section 2. The *prey* is caught if the *hunter* can keep it at one
//! liberty after each of his moves until he takes it. The prey saves itself by
//! its last liberty or by taking a block of the hunter's that stands around it
//! in atari. The search is exact: no sighting along diagonals.
//!
//! Two things are added to the report. Positions seen before are remembered, so
//! that ladders which branch often do not explode. And kos are read out: the prey
//! has as many ko threats as it wants, but not without end, and the hunter has
//! none. So the prey may retake a ko at once, the hunter may not. A ladder that
//! comes back to an earlier position has not caught anything, unless the prey
//! spent a threat on the way: then the prey runs out of threats one day. That is
//! how two kos kill, where the hunter takes one whenever the prey retakes the
//! other. A prey that is caught is caught without winning a ko by threats.
//!
//! What a repetition means depends on the way that led to it. It is enough to
//! judge each by its first cycle (Björklund, Sandberg and Vorobyov 2004, for all
//! games won by what recurs), and an answer is remembered only if it rests on no cycle through
//! an earlier position.

use std::collections::HashMap;

use board::{Color, Illegal, KoRule, Move, Point, Position, Rules};
use budget::{Budget, Exhausted};

/// What reading a ladder found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Whether the prey is caught.
    pub caught: bool,
    /// The line that shows it, from the first move: the hunter's shortest found
    /// capture or the prey's escape. Empty if nothing had to be played. It ends
    /// where the prey would need a ko threat.
    pub line: Vec<Point>,
}

/// Reads whether the block on `prey` is caught in a ladder if `first` moves
/// first. A block with three liberties or more is not, nor is one with two that
/// may move. On an empty point there is nothing to catch.
///
/// ```
/// use board::{Color, Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::ladder::ladder;
///
/// let setup: Setup = "
///     . . . . . .
///     . . . . . .
///     . . O . . .
///     . O X . . .
///     . . O O . .
///     . . . . . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let reading = ladder(&position, "C3".parse()?, Color::Black, &mut Budget::nodes(10_000))?;
/// assert!(reading.caught);
/// assert_eq!(reading.line[0], "D3".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ladder(
    position: &Position,
    prey: Point,
    first: Color,
    budget: &mut Budget,
) -> Result<Ladder, Exhausted> {
    let Some(owner) = position.stone(prey) else {
        return Ok(Ladder { caught: false, line: Vec::new() });
    };
    let mut position = position.clone();
    let rules = Rules { ko: KoRule::Simple, suicide: false, ..*position.rules() };
    position.set_rules(rules);
    let seen = HashMap::new();
    let mut hunt = Hunt { position, prey, owner, seen, threats: 0, rests_on: usize::MAX, budget };
    let caught = hunt.read(first, 0)?;
    let line = hunt.line(first, caught);
    Ok(Ladder { caught, line })
}

/// Whether the block on `prey` is caught in a ladder even if it moves first, wherever
/// that is. With two liberties it may play anywhere: on them, against its hunters, or
/// where a ladder would run.
///
/// ```
/// use board::{Position, Rules, Setup};
/// use budget::Budget;
/// use tactics::ladder::caught_moving_first;
///
/// // Two liberties, and no move that helps.
/// let setup: Setup = "
///     . . . . .
///     O O O . .
///     X X O . .
///     . X O . .
///     . . O . .".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// assert!(caught_moving_first(&position, "B3".parse()?, &mut Budget::nodes(10_000))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn caught_moving_first(
    position: &Position,
    prey: Point,
    budget: &mut Budget,
) -> Result<bool, Exhausted> {
    let Some(owner) = position.stone(prey) else { return Ok(false) };
    let hunter = owner.opponent();
    if position.liberties(prey) != 2 {
        return Ok(ladder(position, prey, owner, budget)?.caught);
    }
    if !ladder(position, prey, hunter, budget)?.caught {
        return Ok(false);
    }
    let mut position = position.clone();
    position.set_rules(Rules { ko: KoRule::Simple, suicide: false, ..*position.rules() });
    let liberties = position.liberty_points(prey);
    let elsewhere = position.empty_points() - liberties;
    for point in liberties.iter().chain(elsewhere) {
        let mut after = position.clone();
        if matches!(after.check(owner, point.into()), Err(Illegal::Ko(_))) {
            // The prey has a threat, and may retake.
            for passing in [owner, hunter] {
                after.play(passing, Move::Pass).expect("anyone may pass");
            }
        }
        if after.play(owner, point.into()).is_ok() && !ladder(&after, prey, hunter, budget)?.caught
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What is known of a position in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// It is being searched further up, so deep, after so many threats.
    Open {
        depth: usize,
        threats: usize,
    },
    Caught,
    Escapes,
}

struct Hunt<'a> {
    position: Position,
    prey: Point,
    owner: Color,
    seen: HashMap<(u64, Option<Point>, Color), Known>,
    /// The ko threats the prey has spent on the way here.
    threats: usize,
    /// The least depth of a position that the latest answer rests on by repetition.
    rests_on: usize,
    budget: &'a mut Budget,
}

impl Hunt<'_> {
    fn key(&self, color: Color) -> (u64, Option<Point>, Color) {
        (self.position.hash(), self.position.ko_point(), color)
    }

    /// Whether the prey is caught with `color` to move.
    fn read(&mut self, color: Color, depth: usize) -> Result<bool, Exhausted> {
        self.budget.spend(1)?;
        self.position.set_to_play(color);
        self.rests_on = usize::MAX;
        if let Some(caught) = self.decided(color) {
            return Ok(caught);
        }
        let key = self.key(color);
        match self.seen.get(&key) {
            Some(Known::Caught) => return Ok(true),
            Some(Known::Escapes) => return Ok(false),
            Some(&Known::Open { depth, threats }) => {
                self.rests_on = depth;
                return Ok(self.threats > threats);
            }
            None => {}
        }
        self.seen.insert(key, Known::Open { depth, threats: self.threats });
        let hunting = color != self.owner;
        let mut caught = !hunting;
        let mut rests_on = usize::MAX;
        for point in self.moves(color) {
            let (before, threats) = (self.position.moves().len(), self.threats);
            if !self.advance(color, point) {
                continue;
            }
            let result = self.read(color.opponent(), depth + 1);
            self.back_to(before);
            self.threats = threats;
            if result? == hunting {
                caught = hunting;
                rests_on = self.rests_on;
                break;
            }
            rests_on = rests_on.min(self.rests_on);
        }
        if rests_on >= depth {
            rests_on = usize::MAX;
            self.seen.insert(key, if caught { Known::Caught } else { Known::Escapes });
        } else {
            self.seen.remove(&key);
        }
        self.rests_on = rests_on;
        Ok(caught)
    }

    /// Plays a move, the prey with a ko threat if it needs one. False if the
    /// move is illegal all the same.
    fn advance(&mut self, color: Color, point: Point) -> bool {
        match self.position.play(color, point.into()) {
            Err(Illegal::Ko(_)) if color == self.owner => {
                // The threat and its answer are two moves elsewhere.
                for passing in [color, color.opponent()] {
                    self.position.play(passing, Move::Pass).expect("anyone may pass");
                }
                self.threats += 1;
                self.position.play(color, point.into()).expect("the ko was all that forbade it");
                true
            }
            played => played.is_ok(),
        }
    }

    fn back_to(&mut self, moves: usize) {
        while self.position.moves().len() > moves {
            self.position.undo();
        }
    }

    /// The end of a ladder: the prey is gone or can be taken, or has liberties enough.
    fn decided(&self, color: Color) -> Option<bool> {
        if self.position.stone(self.prey) != Some(self.owner) {
            return Some(true);
        }
        let liberties = self.position.liberties(self.prey);
        if color == self.owner {
            (liberties > 1).then_some(false)
        } else if liberties > 2 {
            Some(false)
        } else if liberties == 1 {
            let last = self.position.liberty_points(self.prey).first()?;
            Some(self.position.is_legal(color, last))
        } else {
            None
        }
    }

    /// The moves worth reading, the likeliest first.
    fn moves(&self, color: Color) -> Vec<Point> {
        let position = &self.position;
        let liberties = position.liberty_points(self.prey);
        let mut moves: Vec<Point> = Vec::new();
        if color == self.owner {
            // Take what stands around in atari.
            for stone in position.block(self.prey).border(position.size()) {
                if position.stone(stone) == Some(color.opponent()) && position.liberties(stone) == 1
                {
                    for last in position.liberty_points(stone) {
                        if !moves.contains(&last) {
                            moves.push(last);
                        }
                    }
                }
            }
            let escapes = liberties.iter().filter(|last| !moves.contains(last));
            moves.extend(escapes.collect::<Vec<_>>());
        } else {
            moves.extend(liberties);
            // Play first where the prey would gain most.
            moves.sort_by_key(|&point| {
                let open = position.size().neighbors(point).filter(|&n| position.is_empty(n));
                std::cmp::Reverse(open.count())
            });
        }
        moves
    }

    /// Follows the remembered answers from the start.
    fn line(&mut self, first: Color, caught: bool) -> Vec<Point> {
        let mut line = Vec::new();
        let mut color = first;
        let start = self.position.moves().len();
        self.position.set_to_play(color);
        while self.decided(color).is_none() && line.len() < 2 * self.position.size().area() {
            let mut next = None;
            for point in self.moves(color) {
                let before = self.position.moves().len();
                if self.position.play(color, point.into()).is_err() {
                    continue;
                }
                let other = color.opponent();
                let known = self.decided(other).or(match self.seen.get(&self.key(other)) {
                    Some(Known::Caught) => Some(true),
                    Some(Known::Escapes) => Some(false),
                    _ => None,
                });
                self.back_to(before);
                if known == Some(caught) {
                    next = Some(point);
                    // A prey that is lost resists as long as it can.
                    if !caught || color != self.owner {
                        break;
                    }
                }
            }
            let Some(point) = next else { break };
            self.position.play(color, point.into()).expect("the move was legal a moment ago");
            line.push(point);
            color = color.opponent();
        }
        self.back_to(start);
        line
    }
}
