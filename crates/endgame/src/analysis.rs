//! What a value says to a player: count, temperature, and whose sente it is.

use std::fmt;

use cgt::{Error, Game, Games, Rational, Thermograph};

/// The kind of a local game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A settled score: nobody gains by moving.
    Number,
    /// Less than any score: the last neutral points and the fight for tempo.
    Infinitesimal,
    /// Whoever moves first gains and ends.
    Gote,
    /// Black moves first and keeps the move; White's move here is reverse sente.
    BlackSente,
    /// White moves first and keeps the move; Black's move here is reverse sente.
    WhiteSente,
    /// Both moves threaten more than anything else on the board is worth. No
    /// area is this by itself: see [`Analysis::double_sente`].
    DoubleSente,
    /// The value depends on who wins a ko.
    Ko,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Number => "number",
            Kind::Infinitesimal => "infinitesimal",
            Kind::Gote => "gote",
            Kind::BlackSente => "black_sente",
            Kind::WhiteSente => "white_sente",
            Kind::DoubleSente => "double_sente",
            Kind::Ko => "ko",
        })
    }
}

/// What a value says to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The kind.
    pub kind: Kind,
    /// The mean value: what the area counts for now.
    pub count: Rational,
    /// How much a move is worth on average (the miai value).
    pub temperature: Rational,
    /// The range of temperatures of the surroundings in which both sides'
    /// moves are sente, if there is one: from, and up to.
    pub double_sente: Option<(Rational, Rational)>,
}

impl Analysis {
    /// Reads the thermograph of a value.
    ///
    /// ```
    /// use cgt::text::Calculator;
    /// use endgame::{Analysis, Kind};
    ///
    /// let mut calculator = Calculator::new();
    /// let game = calculator.game("20|2||0")?;
    /// let analysis = Analysis::of(&mut calculator.games, game)?;
    /// assert_eq!(analysis.kind, Kind::BlackSente);
    /// assert_eq!(analysis.count.to_string(), "2");
    /// assert_eq!(analysis.temperature.to_string(), "2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(games: &mut Games, value: Game) -> Result<Analysis, Error> {
        let walls = games.thermograph(value)?;
        let mut analysis = Analysis::of_walls(&walls)?;
        if value.is_number() {
            analysis.kind = Kind::Number;
        } else if games.left_stop(value).value == games.right_stop(value).value {
            analysis.kind = Kind::Infinitesimal;
        }
        Ok(analysis)
    }

    /// Reads a thermograph above temperature zero.
    pub fn of_walls(walls: &Thermograph) -> Result<Analysis, Error> {
        let temperature = walls.temperature();
        let vertical = |slope: Option<Rational>| slope.is_none_or(|s| s == Rational::ZERO);
        // The slopes just below the mast (Berlekamp's reading: a vertical
        // wall is a move that the other side answers).
        let left = vertical(walls.left_wall().slope_below(temperature)?);
        let right = vertical(walls.right_wall().slope_below(temperature)?);
        let kind = match (left, right) {
            _ if temperature < Rational::ZERO => Kind::Number,
            (true, false) => Kind::BlackSente,
            (false, true) => Kind::WhiteSente,
            _ => Kind::Gote,
        };
        Ok(Analysis { kind, count: walls.mean(), temperature, double_sente: double_sente(walls)? })
    }
}

/// The highest range of temperatures in which both walls are vertical and
/// apart: each side's move is answered there.
fn double_sente(walls: &Thermograph) -> Result<Option<(Rational, Rational)>, Error> {
    let mut levels: Vec<Rational> = walls
        .left_wall()
        .vertices()
        .iter()
        .chain(walls.right_wall().vertices())
        .map(|vertex| vertex.temperature)
        .filter(|&t| t > Rational::ZERO)
        .chain([Rational::ZERO])
        .collect();
    levels.sort_unstable();
    levels.dedup();
    for pair in levels.windows(2).rev() {
        let apart = walls.left_wall().at(pair[0])? != walls.right_wall().at(pair[0])?;
        let flat = walls.left_wall().slope_above(pair[0])? == Rational::ZERO
            && walls.right_wall().slope_above(pair[0])? == Rational::ZERO;
        if apart && flat {
            return Ok(Some((pair[0], pair[1])));
        }
    }
    Ok(None)
}
