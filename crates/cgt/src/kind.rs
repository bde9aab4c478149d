//! The character of a game and of its moves, read from its thermograph: gote,
//! sente, reverse sente, and at which temperatures double sente.

use crate::rational::{Overflow, Rational};
use crate::thermograph::Thermograph;
use crate::{Error, Game, Games, Side, Thermographs};

/// The character of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nobody wants to move.
    Number,
    /// A number and an infinitesimal: only the last move is at stake.
    Infinitesimal,
    /// Either side's move ends the matter at the temperature of the game.
    Gote,
    /// Left moves with a threat that Right answers: the left wall is vertical
    /// where it meets the mast.
    LeftSente,
    /// Right moves with a threat that Left answers.
    RightSente,
}

/// The character of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// The other side plays elsewhere.
    Gote,
    /// A threat larger than the temperature of the game: it is answered.
    Sente,
    /// Takes away the other side's sente.
    ReverseSente,
}

/// An option and its character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionKind {
    /// Who moves.
    pub side: Side,
    /// The option.
    pub to: Game,
    /// The character of the move at the temperature of the game.
    pub kind: MoveKind,
    /// The ranges of temperature, from zero to the game's own, at which no
    /// other option of the side does better.
    pub best: Vec<(Rational, Rational)>,
}

impl Thermograph {
    /// The character of the game.
    pub fn kind(&self) -> Result<Kind, Overflow> {
        let t = self.temperature();
        if t < Rational::ZERO {
            return Ok(Kind::Number);
        }
        if t == Rational::ZERO {
            return Ok(Kind::Infinitesimal);
        }
        let vertical = Some(Rational::ZERO);
        let left = self.left_wall().slope_below(t)? == vertical;
        let right = self.right_wall().slope_below(t)? == vertical;
        Ok(match (left, right) {
            (true, false) => Kind::LeftSente,
            (false, true) => Kind::RightSente,
            _ => Kind::Gote,
        })
    }

    /// The ranges of temperature from zero upward at which the game is double
    /// sente: either side's move is answered, and it matters who makes it.
    pub fn double_sente(&self) -> Result<Vec<(Rational, Rational)>, Overflow> {
        let end = self.temperature();
        let mut cuts = cuts(&[self], end);
        cuts.push(end);
        let mut ranges = Vec::new();
        for pair in cuts.windows(2) {
            let vertical = self.left_wall().slope_above(pair[0])? == Rational::ZERO
                && self.right_wall().slope_above(pair[0])? == Rational::ZERO;
            if vertical && self.left_wall().at(pair[0])? > self.right_wall().at(pair[0])? {
                push_range(&mut ranges, pair[0], pair[1]);
            }
        }
        Ok(ranges)
    }
}

impl Thermographs {
    /// The character of every option of `g`.
    pub fn option_kinds(&mut self, games: &Games, g: Game) -> Result<Vec<OptionKind>, Error> {
        let walls = self.of(games, g)?;
        let (kind, end) = (walls.kind()?, walls.temperature());
        let mut found = Vec::new();
        for side in [Side::Left, Side::Right] {
            for to in games.options(g, side) {
                let after = self.of(games, to)?;
                let reversed = match side {
                    Side::Left => Kind::RightSente,
                    Side::Right => Kind::LeftSente,
                };
                let move_kind = if after.temperature() > end {
                    MoveKind::Sente
                } else if kind == reversed {
                    MoveKind::ReverseSente
                } else {
                    MoveKind::Gote
                };
                let best = best_ranges(&walls, &after, side, end)?;
                found.push(OptionKind { side, to, kind: move_kind, best });
            }
        }
        Ok(found)
    }
}

/// Where the scaffold of one option is the wall of the game.
fn best_ranges(
    walls: &Thermograph,
    after: &Thermograph,
    side: Side,
    end: Rational,
) -> Result<Vec<(Rational, Rational)>, Overflow> {
    let (wall, scaffold) = match side {
        Side::Left => (walls.left_wall(), after.right_wall().taxed(-1)?),
        Side::Right => (walls.right_wall(), after.left_wall().taxed(1)?),
    };
    let mut cuts = cuts(&[walls, after], end);
    cuts.push(end);
    let mut ranges = Vec::new();
    for pair in cuts.windows(2) {
        // Both are linear in between and the scaffold is never beyond.
        let middle = pair[0].add(pair[1])?.div(Rational::integer(2))?;
        if wall.at(middle)? == scaffold.at(middle)? {
            push_range(&mut ranges, pair[0], pair[1]);
        }
    }
    Ok(ranges)
}

/// Zero and all break points between zero and `end`, sorted.
fn cuts(thermographs: &[&Thermograph], end: Rational) -> Vec<Rational> {
    let mut cuts: Vec<Rational> = thermographs
        .iter()
        .flat_map(|t| t.left_wall().vertices().iter().chain(t.right_wall().vertices()))
        .map(|v| v.temperature)
        .filter(|&t| t > Rational::ZERO && t < end)
        .collect();
    if end > Rational::ZERO {
        cuts.push(Rational::ZERO);
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

fn push_range(ranges: &mut Vec<(Rational, Rational)>, from: Rational, to: Rational) {
    match ranges.last_mut() {
        Some(last) if last.1 == from => last.1 = to,
        _ => ranges.push((from, to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dyadic;

    fn n(value: i64) -> Game {
        Game::number(Dyadic::new(value, 0).expect("small"))
    }

    #[test]
    fn sente_and_gote_are_told_apart() {
        let mut games = Games::new();
        let mut store = Thermographs::new();
        let gote = games.game(&[n(5)], &[n(0)]).unwrap();
        let threat = games.game(&[n(20)], &[n(2)]).unwrap();
        let sente = games.game(&[threat], &[n(0)]).unwrap();
        let mirror = games.neg(sente).unwrap();
        for (g, kind) in [
            (gote, Kind::Gote),
            (sente, Kind::LeftSente),
            (mirror, Kind::RightSente),
            (n(3), Kind::Number),
            (Game::nimber(1), Kind::Infinitesimal),
        ] {
            assert_eq!(store.of(&games, g).unwrap().kind(), Ok(kind));
        }
        let kinds: Vec<MoveKind> =
            store.option_kinds(&games, sente).unwrap().iter().map(|o| o.kind).collect();
        assert_eq!(kinds, [MoveKind::Sente, MoveKind::ReverseSente]);
    }

    #[test]
    fn double_sente_holds_below_the_smaller_threat() {
        // {20|2||-2|-14}: threats of temperature 9 and 6 around a gain of 4.
        let mut games = Games::new();
        let left = games.game(&[n(20)], &[n(2)]).unwrap();
        let right = games.game(&[n(-2)], &[n(-14)]).unwrap();
        let g = games.game(&[left], &[right]).unwrap();
        let walls = Thermographs::new().of(&games, g).unwrap();
        assert_eq!(walls.double_sente(), Ok(vec![(Rational::ZERO, Rational::integer(6))]));
        assert_eq!(walls.kind(), Ok(Kind::Gote));
    }
}
