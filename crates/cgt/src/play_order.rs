//! The order of play in chilled endgames of corridors: tables 3.4 to 3.6 of
//! McMillen's *Combinatorial Analysis of Go Endgame Positions*, after Moews.

use crate::{Dyadic, Error, Game, Games, NumberUpStar, Side, SumMove};

/// The moves of `side` in a sum of numbers, ups, stars, tinies and their kin,
/// the one to make first at the front. Whoever can win the sum by moving
/// first wins it with that move.
///
/// Pairs of a game and its negative are left out, and so are ups, downs and
/// stars that add up to zero. Nothing if a term is not in
/// the tables: they know numbers, `*`, `n·↑` and `n·↓` (with a star for even
/// n), switches `{x|0}` and `{0|−x}`, and `{x|0ⁿ}` and `{0ⁿ|−x}` for numbers
/// x > 0, among them the minies and tinies (n = 2).
///
/// ```
/// use cgt::{Dyadic, Game, Games, Side, play_order};
///
/// // McMillen, example endgame 2 in short: ⇓* is attacked before ↑ is touched.
/// let mut games = Games::new();
/// let up = games.ups(1);
/// let down = games.add(games.ups(-2), Game::nimber(1))?;
/// let order = play_order(&mut games, &[up, down], Side::Left)?.expect("both are in the tables");
/// assert_eq!(order[0].term, 1);
/// # Ok::<(), cgt::Error>(())
/// ```
pub fn play_order(
    games: &mut Games,
    terms: &[Game],
    side: Side,
) -> Result<Option<Vec<SumMove>>, Error> {
    let mut left_view = Vec::with_capacity(terms.len());
    for &g in terms {
        left_view.push(if side == Side::Left { g } else { games.neg(g)? });
    }
    let mut places: Vec<(Place, usize)> = Vec::new();
    for term in uncancelled(games, &left_view)? {
        match place(games, left_view[term]) {
            Some(place) => places.push((place, term)),
            None => return Ok(None),
        }
    }
    places.sort();
    let mut moves = Vec::new();
    for (_, term) in places {
        let option = games.options(terms[term], side).next();
        moves.extend(option.map(|to| SumMove { term, side, to }));
    }
    Ok(Some(moves))
}

/// A line of the tables, seen by Left; the first is played first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Minies and open threats, the largest first: ⧿ᵧ, {y|0}, {0|−y}.
    Threat {
        size: std::cmp::Reverse<Dyadic>,
        line: u8,
    },
    /// ⧿ₓ|0ⁿ, small threats first.
    Distant {
        size: Dyadic,
        zeros: u32,
    },
    /// ↓, ⇓*, 3·↓ and so on.
    Down(u32),
    /// A star that no other star cancels.
    Star,
    /// ↑, ⇑*, and so on, or tinies, `0ⁿ|⧾ₓ`: any of these two lines will do.
    Up(u32),
    Tiny {
        zeros: u32,
    },
    /// Numbers, the largest denominator first, whole numbers last.
    Number {
        denominator: std::cmp::Reverse<u32>,
        is_negative: bool,
    },
}

/// The terms that are left when games are paired with their negatives.
fn uncancelled(games: &mut Games, terms: &[Game]) -> Result<Vec<usize>, Error> {
    let mut kept: Vec<usize> = Vec::new();
    for (term, &g) in terms.iter().enumerate() {
        let negative = games.neg(g)?;
        match kept.iter().position(|&other| terms[other] == negative && !g.is_number()) {
            Some(pair) => {
                kept.remove(pair);
            }
            None => kept.push(term),
        }
    }
    // Ups, downs and stars cancel in larger groups too, as ↑↑↑ + ↓ + ⇓* + *.
    // The tables speak of pairs only and would then waste a move.
    let closed =
        |term: &usize| terms[*term].as_number_up_star().filter(|_| !terms[*term].is_number());
    let mut net = NumberUpStar { number: Dyadic::ZERO, ups: 0, nimber: 0 };
    for value in kept.iter().filter_map(closed) {
        net = net.sum(value)?;
    }
    if net.ups == 0 && net.nimber == 0 {
        kept.retain(|term| closed(term).is_none());
    }
    Ok(kept)
}

fn place(games: &Games, g: Game) -> Option<Place> {
    if let Some(NumberUpStar { number, ups, nimber }) = g.as_number_up_star() {
        let size = ups.unsigned_abs();
        let corridor = number.is_zero() && nimber == u16::from(size.is_multiple_of(2));
        return match (ups, nimber) {
            (0, 0) => Some(Place::Number {
                denominator: std::cmp::Reverse(number.exponent()),
                is_negative: number.signum() < 0,
            }),
            (0, 1) if number.is_zero() => Some(Place::Star),
            (1.., _) if corridor => Some(Place::Up(size)),
            (..=-1, _) if corridor => Some(Place::Down(size)),
            _ => None,
        };
    }
    if let Some((size, zeros)) = threat(games, g, Side::Left) {
        let reversed = std::cmp::Reverse(size);
        return Some(match zeros {
            1 => Place::Threat { size: reversed, line: 1 },
            2 => Place::Threat { size: reversed, line: 0 },
            _ => Place::Distant { size, zeros },
        });
    }
    let (size, zeros) = threat(games, g, Side::Right)?;
    Some(match zeros {
        1 => Place::Threat { size: std::cmp::Reverse(-size), line: 2 },
        _ => Place::Tiny { zeros },
    })
}

/// The x and n of `{x|0ⁿ}` for Left, of `{0ⁿ|x}` for Right.
fn threat(games: &Games, g: Game, side: Side) -> Option<(Dyadic, u32)> {
    let only = |g: Game, side: Side| {
        let mut options = games.options(g, side);
        let first = options.next()?;
        options.next().is_none().then_some(first)
    };
    let (mut at, mut zeros) = (g, 0);
    loop {
        if only(at, side.other())? != Game::ZERO {
            return None;
        }
        at = only(at, side)?;
        zeros += 1;
        if let Some(x) = at.as_number() {
            let serious = if side == Side::Left { x.signum() > 0 } else { x.signum() < 0 };
            return serious.then_some((x, zeros));
        }
        at.place()?;
    }
}
