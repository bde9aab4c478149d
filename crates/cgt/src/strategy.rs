//! Choosing a move in a sum without solving it (Müller 1995, section 3.1;
//! *Winning Ways*, chapter 6).

use std::fmt;

use crate::{Error, Game, Games, Rational, Side, SumMove, Thermograph, Thermographs};

/// A way to choose a move from the thermographs of the terms alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Move in the term of the highest temperature. Not even close to the
    /// mean in general.
    Hottest,
    /// Answer a move that left its term hotter than the temperature so far,
    /// else move in the hottest term.
    Sentestrat,
    /// Move where the widest thermograph is widest at the temperature that
    /// promises most.
    Thermostrat,
    /// Take the move whose orthodox forecast is best: the far wall of the
    /// option at the temperature T of the other terms, less the T/2 that the
    /// other side then gains elsewhere.
    Orthodox,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 4] =
        [Strategy::Hottest, Strategy::Sentestrat, Strategy::Thermostrat, Strategy::Orthodox];

    /// The most that the strategy can lose against exact play in the sum of
    /// `terms`: the highest temperature for Sentestrat and Thermostrat,
    /// nothing known for the others.
    pub fn loss_bound(
        self,
        games: &Games,
        thermographs: &mut Thermographs,
        terms: &[Game],
    ) -> Result<Option<Rational>, Error> {
        if !matches!(self, Strategy::Sentestrat | Strategy::Thermostrat) {
            return Ok(None);
        }
        let mut hottest = Rational::ZERO;
        for &g in terms {
            hottest = hottest.max(thermographs.of(games, g)?.temperature());
        }
        Ok(Some(hottest))
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Strategy::Hottest => "hottest",
            Strategy::Sentestrat => "sentestrat",
            Strategy::Thermostrat => "thermostrat",
            Strategy::Orthodox => "orthodox",
        })
    }
}

/// One side of a game, played by a strategy. Sentestrat remembers the lowest
/// temperature it has seen.
#[derive(Clone, Debug)]
pub struct StrategyPlayer {
    strategy: Strategy,
    side: Side,
    ambient: Option<Rational>,
}

impl StrategyPlayer {
    /// A player at the beginning of a game.
    pub fn new(strategy: Strategy, side: Side) -> StrategyPlayer {
        StrategyPlayer { strategy, side, ambient: None }
    }

    /// The same player, who has seen the sum before the other side's first
    /// move, when its hottest term had this temperature. Sentestrat answers
    /// that first move rightly only if it knows.
    pub fn with_ambient(mut self, temperature: Rational) -> StrategyPlayer {
        self.ambient = Some(temperature);
        self
    }

    /// The move in the sum of `terms`; `last` is the term in which the other
    /// side has just moved. Nothing when only numbers are left.
    pub fn choose(
        &mut self,
        games: &Games,
        thermographs: &mut Thermographs,
        terms: &[Game],
        last: Option<usize>,
    ) -> Result<Option<SumMove>, Error> {
        let mut walls = Vec::with_capacity(terms.len());
        for &g in terms {
            let options: Result<Vec<_>, _> =
                games.options(g, self.side).map(|o| thermographs.of(games, o)).collect();
            walls.push(TermWalls { walls: thermographs.of(games, g)?, options: options? });
        }
        let Some((term, option)) = self.choose_by_walls(&walls, last)? else { return Ok(None) };
        let to = games.options(terms[term], self.side).nth(option);
        Ok(to.map(|to| SumMove { term, side: self.side, to }))
    }

    /// The same for terms of any kind, kos for instance: the index of the term
    /// and of the option in its list.
    pub fn choose_by_walls(
        &mut self,
        terms: &[TermWalls],
        last: Option<usize>,
    ) -> Result<Option<(usize, usize)>, Error> {
        let live: Vec<usize> = (0..terms.len()).filter(|&i| terms[i].is_live()).collect();
        // The first of the hottest terms.
        let Some(&at) = live.iter().rev().max_by_key(|&&i| terms[i].walls.temperature()) else {
            return Ok(None);
        };
        let hottest = terms[at].walls.temperature();
        let (term, t) = match self.strategy {
            Strategy::Hottest => (at, hottest),
            Strategy::Sentestrat => {
                let ambient = self.ambient.map_or(hottest, |a| a.min(hottest));
                self.ambient = Some(ambient);
                let answer = live
                    .iter()
                    .find(|&&i| Some(i) == last && terms[i].walls.temperature() > ambient);
                (answer.copied().unwrap_or(at), ambient)
            }
            Strategy::Thermostrat => thermostrat(terms, &live, self.side)?,
            Strategy::Orthodox => return self.orthodox(terms, &live),
        };
        let mut best: Option<(Rational, usize)> = None;
        for (option, walls) in terms[term].options.iter().enumerate() {
            let gain = far_wall(walls, self.side, t)?;
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, option));
            }
        }
        Ok(best.map(|(_, option)| (term, option)))
    }

    fn orthodox(
        &self,
        terms: &[TermWalls],
        live: &[usize],
    ) -> Result<Option<(usize, usize)>, Error> {
        let mut best: Option<(Rational, usize, usize)> = None;
        for &term in live {
            let others = live.iter().filter(|&&i| i != term);
            let t = others.map(|&i| terms[i].walls.temperature()).max();
            let t = t.unwrap_or(Rational::ZERO).max(Rational::ZERO);
            let mean = terms[term].walls.mean();
            let mean = if self.side == Side::Left { mean } else { mean.neg() };
            let lost = t.div(Rational::integer(2))?.add(mean)?;
            for (option, walls) in terms[term].options.iter().enumerate() {
                let gain = far_wall(walls, self.side, t)?.sub(lost)?;
                if best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, term, option));
                }
            }
        }
        Ok(best.map(|(_, term, option)| (term, option)))
    }
}

/// What a strategy sees of a term: its thermograph and those of the options of
/// the side to move.
#[derive(Clone, Debug)]
pub struct TermWalls {
    /// The thermograph of the term.
    pub walls: Thermograph,
    /// The thermographs of the options.
    pub options: Vec<Thermograph>,
}

impl TermWalls {
    /// Whether there is anything to play for.
    fn is_live(&self) -> bool {
        !self.options.is_empty() && self.walls.temperature() >= Rational::ZERO
    }
}

/// What a move to this thermograph is worth to the mover: the wall that the
/// other side moves from, seen by the mover.
fn far_wall(walls: &Thermograph, side: Side, t: Rational) -> Result<Rational, Error> {
    Ok(match side {
        Side::Left => walls.right_wall().at(t)?,
        Side::Right => walls.left_wall().at(t)?.neg(),
    })
}

/// The term with the widest thermograph at the least temperature at which the
/// compound thermograph promises `side` most.
fn thermostrat(
    terms: &[TermWalls],
    live: &[usize],
    side: Side,
) -> Result<(usize, Rational), Error> {
    let mut cuts = vec![Rational::ZERO];
    for walls in live.iter().map(|&i| &terms[i].walls) {
        let vertices = walls.left_wall().vertices().iter().chain(walls.right_wall().vertices());
        cuts.extend(vertices.map(|v| v.temperature).filter(|&t| t > Rational::ZERO));
    }
    cuts.sort_unstable();
    cuts.dedup();
    let mut best: Option<(Rational, usize, Rational)> = None;
    for t in cuts {
        let (mut near, mut widest) = (Rational::ZERO, Rational::ZERO);
        let mut at = live[0];
        for &i in live {
            let walls = &terms[i].walls;
            let (left, right) = (walls.left_wall().at(t)?, walls.right_wall().at(t)?);
            near = near.add(if side == Side::Left { right } else { left.neg() })?;
            let width = left.sub(right)?;
            if width > widest {
                (widest, at) = (width, i);
            }
        }
        let promise = near.add(widest)?;
        if best.is_none_or(|(most, ..)| promise > most) {
            best = Some((promise, at, t));
        }
    }
    // There is always the cut at zero.
    Ok(best.map_or((live[0], Rational::ZERO), |(_, term, t)| (term, t)))
}
