//! The score of a finished position, exactly, in half points.
//!
//! What is dead, what stands in seki and which points their owner must still
//! fill is a matter of [`Status`]; given that, [`score`] only counts, under all
//! switches of [`Rules`](crate::Rules). Each number is one [`Reason`], and the
//! reasons add up to the score.
//!
//! ```
//! use board::{Komi, Position, Rules, Setup, score::{Status, score}};
//!
//! let setup: Setup = "
//!     . . X O .
//!     . O X O .
//!     . . X O .".parse()?;
//! let rules = Rules { komi: Komi::points(0), ..Rules::japanese() };
//! let position = Position::from_setup(&setup, rules)?;
//! let status = Status::given_dead(&position, "B2".parse::<board::Point>()?.into());
//! let score = score(&position, &status, 0);
//! assert_eq!(score.to_string(), "B+4");
//! assert_eq!(score.reasons[0].to_string(), "black: 6 points of territory");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bent_four;
mod duel;
mod judge;
mod nakade;
mod policy;
mod status;

use std::fmt;

pub use judge::{Judged, Judgement, Known, PLAYOUTS, Trial, Warrant, judge};
pub use nakade::{breaks_nakade_seki, is_one_eye_shape};
pub use status::{Cleared, Status};

use crate::color::Color;
use crate::point::Move;
use crate::position::Position;
use crate::rules::{Komi, Scoring, Tax};
use crate::set::PointSet;

/// A counted position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// Black minus White, in half points.
    pub halves: i32,
    /// What each player has: Black first.
    pub sides: [Side; 2],
    /// Empty points that are nobody's, eyes in seki among them where they do not count.
    pub dame: PointSet,
    /// Where the score comes from; the parts add up to `halves`.
    pub reasons: Vec<Reason>,
}

/// What one player has at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Living stones, those in seki among them.
    pub stones: PointSet,
    /// Living stones in seki.
    pub seki: PointSet,
    /// Surrounded points that count, dead stones of the opponent among them.
    pub territory: PointSet,
    /// Dead stones of this player.
    pub dead: PointSet,
    /// The opponent's stones taken so far, and his dead stones.
    pub prisoners: u32,
    /// Separate living groups that are not in seki.
    pub groups: u32,
}

/// One part of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Whose part it is.
    pub color: Color,
    /// What it is for.
    pub part: Part,
    /// How much, in half points; a tax is negative.
    pub halves: i32,
}

/// What points are given or taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Surrounded points.
    Territory,
    /// Living stones (area scoring).
    Stones,
    /// Captured stones, passes handed over and dead stones (territory scoring).
    Prisoners,
    /// Two points a living group (stone scoring).
    GroupTax,
    /// The first pass.
    Button,
    /// Compensation for handicap stones.
    Handicap,
    /// Komi.
    Komi,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reason { color, part, halves } = *self;
        let points = Komi::halves(halves);
        let s = if halves.abs() == 2 { "" } else { "s" };
        match part {
            Part::Territory => write!(f, "{color}: {points} point{s} of territory"),
            Part::Stones => write!(f, "{color}: {points} living stone{s}"),
            Part::Prisoners => write!(f, "{color}: {points} prisoner{s}"),
            Part::GroupTax => write!(f, "{color}: {points} for the eyes of living groups"),
            Part::Button => write!(f, "{color}: {points} for the first pass"),
            Part::Handicap => write!(f, "{color}: {points} for handicap stones"),
            Part::Komi => write!(f, "{color}: {points} komi"),
        }
    }
}

impl Score {
    /// The side of a color.
    pub fn side(&self, color: Color) -> &Side {
        &self.sides[color.index()]
    }

    /// Who wins; nobody on a draw.
    pub fn winner(&self) -> Option<Color> {
        match self.halves {
            0 => None,
            halves if halves > 0 => Some(Color::Black),
            _ => Some(Color::White),
        }
    }
}

impl fmt::Display for Score {
    /// `B+3.5`, `W+0.5`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&result(self.halves))
    }
}

/// A Black-minus-White score in half points as game records write it: `B+3.5`, `W+0.5`, `0`.
pub fn result(halves: i32) -> String {
    let margin = Komi::halves(halves.saturating_abs());
    match halves {
        0 => "0".to_string(),
        _ if halves > 0 => format!("B+{margin}"),
        _ => format!("W+{margin}"),
    }
}

/// Counts a finished position under its rules. `handicap` is the number of
/// handicap stones Black was given.
///
/// Area scoring counts living stones and surrounded points, territory scoring
/// surrounded points and prisoners. Under a seki tax the points surrounded by
/// stones in seki are nobody's. The group tax of stone scoring is two points for
/// each living group outside seki, or all its points if it has fewer: the eyes
/// it can never fill. Pass stones are prisoners already when they are handed
/// over, and so matter to territory scoring only, as they should: they make both
/// ways of counting agree. The button goes to whoever passed first.
pub fn score(position: &Position, status: &Status, handicap: usize) -> Score {
    let rules = position.rules();
    let cleared = Cleared::new(position, &status.dead);
    let mut sides = [Side::default(); 2];
    let mut reasons = Vec::new();
    let mut dame = cleared.neutral;
    for color in Color::BOTH {
        let side = &mut sides[color.index()];
        side.stones = *cleared.stones(color);
        side.seki = side.stones & status.seki;
        side.territory = *cleared.territory(color);
        side.dead = *position.stones(color) & status.dead;
        let enemy_dead = *position.stones(color.opponent()) & status.dead;
        side.prisoners = position.lost(color.opponent()) + enemy_dead.len() as u32;
        if rules.tax != Tax::None {
            let taxed = side.territory & side.territory.flood(side.seki.grown(&side.territory));
            side.territory -= taxed;
            dame |= taxed;
        }
        if rules.scoring == Scoring::Territory {
            dame |= side.territory & status.protect;
            side.territory -= status.protect;
        }
        let groups = (side.stones | *cleared.territory(color)).components();
        let groups = groups.filter(|group| !group.intersects(&side.seki));
        let mut tax = 0;
        for group in groups {
            side.groups += 1;
            tax += (group & side.territory).len().min(2) as i32;
        }
        let mut add = |part, points: i32| {
            if points != 0 || part == Part::Territory {
                reasons.push(Reason { color, part, halves: 2 * points });
            }
        };
        add(Part::Territory, side.territory.len() as i32);
        match rules.scoring {
            Scoring::Area => add(Part::Stones, side.stones.len() as i32),
            Scoring::Territory => add(Part::Prisoners, side.prisoners as i32),
        }
        if rules.tax == Tax::All {
            add(Part::GroupTax, -tax);
        }
    }
    let first_pass = position.moves().find(|&(_, mv)| mv == Move::Pass);
    if let (true, Some((color, _))) = (rules.button, first_pass) {
        reasons.push(Reason { color, part: Part::Button, halves: 1 });
    }
    for (part, halves) in [
        (Part::Handicap, 2 * rules.handicap_bonus.points(handicap)),
        (Part::Komi, rules.komi.in_halves()),
    ] {
        if halves != 0 {
            reasons.push(Reason { color: Color::White, part, halves });
        }
    }
    let halves = reasons.iter().map(|reason| reason.color.sign() * reason.halves).sum();
    Score { halves, sides, dame, reasons }
}
