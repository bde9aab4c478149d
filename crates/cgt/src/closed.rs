//! The options and stops of numbers, ups and nimbers, made on the spot.

use crate::game::Infinitesimal;
use crate::{Dyadic, Game, NumberUpStar, Side, Stop};

/// How many options `side` has in the canonical form of `value`.
#[inline]
pub(crate) fn option_count(value: NumberUpStar, side: Side) -> usize {
    let NumberUpStar { number, ups, nimber } = value;
    match (ups, nimber) {
        (0, 0) if number.is_integer() => match side {
            Side::Left => usize::from(number.signum() > 0),
            Side::Right => usize::from(number.signum() < 0),
        },
        (0, 0) => 1,
        (0, m) => usize::from(m),
        // ↑* = {0, *|0} is the only one with two options on a side.
        (1, 1) if side == Side::Left => 2,
        (-1, 1) if side == Side::Right => 2,
        _ => 1,
    }
}

/// The option of `side` with the given index.
#[inline]
pub(crate) fn option(value: NumberUpStar, side: Side, index: usize) -> Game {
    let NumberUpStar { number, ups, nimber } = value;
    let plain = NumberUpStar { number, ups: 0, nimber: 0 };
    let towards_zero = match side {
        Side::Left => ups > 0,
        Side::Right => ups < 0,
    };
    Game::number_up_star(match (ups, nimber) {
        (0, 0) => NumberUpStar { number: number_option(number, side), ups: 0, nimber: 0 },
        (0, _) => NumberUpStar { nimber: index as u16, ..plain },
        // k·↑ + *m = {0|(k-1)·↑ + *(m⊕1)} and ↑* = {0, *|0}; see the table of
        // infinitesimals in McMillen, section 2.5.
        (1 | -1, 1) => NumberUpStar { nimber: index as u16, ..plain },
        _ if towards_zero => plain,
        _ => NumberUpStar { number, ups: ups - ups.signum(), nimber: nimber ^ 1 },
    })
}

/// The left stop.
#[inline]
pub(crate) fn left_stop(value: NumberUpStar) -> Stop {
    let infinitesimal = Infinitesimal { ups: i64::from(value.ups), nimber: value.nimber };
    let next = if infinitesimal.neg().is_nonnegative() { Side::Left } else { Side::Right };
    Stop { value: value.number, next }
}

/// The right stop.
#[inline]
pub(crate) fn right_stop(value: NumberUpStar) -> Stop {
    let infinitesimal = Infinitesimal { ups: i64::from(value.ups), nimber: value.nimber };
    let next = if infinitesimal.is_nonnegative() { Side::Right } else { Side::Left };
    Stop { value: value.number, next }
}

/// Recognises `{left|right}`, a canonical form whose left stop is zero, as a
/// value of ups and a nimber. The lists are sorted by rank.
pub(crate) fn recognise(left: &[Game], right: &[Game]) -> Option<Game> {
    let closed =
        |g: &Game| g.as_number_up_star().filter(|v| v.number.is_zero()).map(|v| (v.ups, v.nimber));
    let up_star =
        |ups, nimber| Game::number_up_star(NumberUpStar { number: Dyadic::ZERO, ups, nimber });
    let first = closed(left.first()?)?;
    let second = closed(right.first()?)?;
    if left == right {
        let all = left.iter().enumerate().all(|(i, g)| g.as_nimber() == u16::try_from(i).ok());
        return if all { u16::try_from(left.len()).ok().map(Game::nimber) } else { None };
    }
    let ups = match (left.len(), right.len()) {
        (1, 1) if first == (0, 0) && second.0 >= 0 => {
            up_star(second.0.checked_add(1)?, second.1 ^ 1)
        }
        (1, 1) if second == (0, 0) && first.0 <= 0 => up_star(first.0.checked_sub(1)?, first.1 ^ 1),
        (2, 1) if first == (0, 0) && closed(&left[1])? == (0, 1) && second == (0, 0) => {
            up_star(1, 1)
        }
        (1, 2) if second == (0, 0) && closed(&right[1])? == (0, 1) && first == (0, 0) => {
            up_star(-1, 1)
        }
        _ => return None,
    };
    Some(ups)
}

fn number_option(x: Dyadic, side: Side) -> Dyadic {
    let step = if side == Side::Left { -1 } else { 1 };
    Dyadic::new(x.numerator() + step, x.exponent())
        .expect("the options of a number are smaller or have a smaller denominator")
}
