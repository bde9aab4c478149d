//! The result that a game record gives.

use board::{Color, Komi};
use sgf::Game;

/// A recorded result (RE).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// A counted game: Black minus White in half points.
    Counted(i32),
    /// A game won without counting: by resignation, on time, by forfeit or in a way
    /// that is not told.
    Won(Color),
}

/// What RE says, if it says who won or that nobody did.
///
/// ```
/// use workbench::result::{Recorded, recorded};
///
/// let games = sgf::parse("(;RE[W+6.5])(;RE[B+R])(;RE[jigo])(;RE[?])");
/// let results: Vec<_> = games.games().map(recorded).collect();
/// assert_eq!(results[0], Some(Recorded::Counted(-13)));
/// assert_eq!(results[1], Some(Recorded::Won(board::Color::Black)));
/// assert_eq!(results[2], Some(Recorded::Counted(0)));
/// assert_eq!(results[3], None);
/// ```
pub fn recorded(game: Game<'_>) -> Option<Recorded> {
    let property = game.root().property("RE")?;
    let text = property.first()?.simple_text().trim().to_ascii_lowercase();
    if ["0", "draw", "jigo", "b+0", "w+0"].contains(&text.as_str()) {
        return Some(Recorded::Counted(0));
    }
    let (winner, margin) = text.split_once('+')?;
    let color = match winner.trim() {
        "b" | "black" => Color::Black,
        "w" | "white" => Color::White,
        _ => return None,
    };
    // A margin in zi (Chinese stones) or with remarks is no plain number.
    match margin.trim().parse::<Komi>() {
        Ok(margin) if margin.in_halves() > 0 => {
            Some(Recorded::Counted(color.sign() * margin.in_halves()))
        }
        _ => Some(Recorded::Won(color)),
    }
}
