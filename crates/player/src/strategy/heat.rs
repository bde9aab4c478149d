//! Local switches: what it matters who moves first in a place.
//!
//! Each place is a game: after the player's move there the count is better than after the
//! opponent's. In a sum of switches the hottest is right. Where followers are hot, too, it
//! is not: Sentestrat answers what is hotter than the board was before, and Thermostrat
//! looks at the temperature that promises most (Müller 1995, section 3.1). These two look
//! a move further, at what either side can do next in the place.

use board::{Color, Move, Point, Position};
use budget::Budget;
use cgt::{Overflow, Rational, Strategy, StrategyPlayer, TermWalls, Thermograph};
use predict::Predictor;

use super::count::count;
use super::{points, side};
use crate::knowledge::{Effort, Knowledge};
use crate::motive::{Proposal, proposals};

/// Moves within this distance belong to one place.
const NEAR: usize = 3;

/// How much of a motive's value is added to a count.
const URGENCY: f64 = 0.3;

/// The move that a strategy for sums chooses among places.
pub(super) fn best_place(
    position: &Position,
    color: Color,
    strategy: Strategy,
    sound: &[Proposal],
    predictor: Option<&mut Predictor>,
    budget: &mut Budget,
) -> Option<Point> {
    // Sentestrat must know how hot the board was before the opponent's last move.
    let ambient = (strategy == Strategy::Sentestrat).then(|| ambient(position, budget)).flatten();
    let known = Knowledge::new(position, Effort::QUICK);
    let theirs = proposals(position, color.opponent(), &known, predictor);
    let places = places(sound, &theirs);
    let looks = if strategy == Strategy::Hottest { 1 } else { 2 };
    let mut terms = Vec::new();
    for place in &places {
        match place.walls(position, color, looks, budget) {
            Ok(walls) => terms.push(walls),
            Err(_) => return None,
        }
    }
    let last = position.moves().next_back().and_then(|(_, mv)| mv.point());
    let last = last.and_then(|last| places.iter().position(|p| distance(p.center(), last) <= NEAR));
    let mut player = StrategyPlayer::new(strategy, side(color));
    if let Some(ambient) = ambient {
        player = player.with_ambient(ambient);
    }
    let (term, option) = player.choose_by_walls(&terms, last).ok()??;
    places[term].ours.get(option).map(|proposal| proposal.point)
}

/// The moves of both sides in one part of the board.
struct Place<'a> {
    ours: Vec<&'a Proposal>,
    theirs: Vec<&'a Proposal>,
}

/// Moves of each side that are tried in a place.
const TRIED: usize = 2;

/// The places where the player has moves; the first is the most valuable.
fn places<'a>(ours: &'a [Proposal], theirs: &'a [Proposal]) -> Vec<Place<'a>> {
    let mut places: Vec<Place<'a>> = Vec::new();
    for proposal in ours {
        let near = |place: &&mut Place<'a>| distance(place.center(), proposal.point) <= NEAR;
        match places.iter_mut().find(near) {
            Some(place) if place.ours.len() < TRIED => place.ours.push(proposal),
            Some(_) => {}
            None => places.push(Place { ours: vec![proposal], theirs: Vec::new() }),
        }
    }
    for place in &mut places {
        let center = place.center();
        let near = theirs.iter().filter(|other| distance(other.point, center) <= NEAR);
        place.theirs = near.take(TRIED).collect();
    }
    places
}

impl Place<'_> {
    /// The best of the player's moves.
    fn center(&self) -> Point {
        self.ours[0].point
    }

    /// The thermographs of the place and of the player's moves in it.
    fn walls(
        &self,
        position: &Position,
        color: Color,
        looks: usize,
        budget: &mut Budget,
    ) -> Result<TermWalls, Overflow> {
        let mut options = [Vec::new(), Vec::new()];
        for (mover, moves) in [(color, &self.ours), (color.opponent(), &self.theirs)] {
            for proposal in moves {
                let walls = after(position, mover, proposal, looks, self.center(), budget)?;
                options[mover.index()].push(walls);
            }
        }
        // Whom nothing tempts here leaves things as they are.
        if options.iter().any(Vec::is_empty) {
            let standing = Thermograph::mast(points(count(position))?);
            options.iter_mut().filter(|o| o.is_empty()).for_each(|o| o.push(standing.clone()));
        }
        let walls = Thermograph::of_options(&options[0], &options[1])?;
        Ok(TermWalls { walls, options: std::mem::take(&mut options[color.index()]) })
    }
}

/// The thermograph after a move: its count, or what both sides can make of it.
fn after(
    position: &Position,
    mover: Color,
    proposal: &Proposal,
    looks: usize,
    center: Point,
    budget: &mut Budget,
) -> Result<Thermograph, Overflow> {
    let mut after = position.clone();
    let bonus = f64::from(mover.sign()) * URGENCY * proposal.value;
    if after.play(mover, Move::Play(proposal.point)).is_err() {
        return Ok(Thermograph::mast(points(count(position))?));
    }
    let here = points(count(&after) + bonus)?;
    if budget.spend(1).is_err() || looks < 2 {
        return Ok(Thermograph::mast(here));
    }
    let known = Knowledge::new(&after, Effort::QUICK);
    let mut options = Vec::new();
    for color in Color::BOTH {
        let proposals = proposals(&after, color, &known, None);
        let next = proposals.iter().find(|next| distance(next.point, center) <= NEAR);
        let next = next.filter(|_| budget.spend(1).is_ok()).and_then(|next| {
            let mut after = after.clone();
            after.play(color, Move::Play(next.point)).ok()?;
            Some(count(&after) + bonus)
        });
        options.push(Thermograph::mast(next.map_or(Ok(here), points)?));
    }
    Thermograph::of_options(&options[..1], &options[1..])
}

/// The temperature of the board before the opponent's last move.
fn ambient(position: &Position, budget: &mut Budget) -> Option<Rational> {
    let mut before = position.clone();
    let (mover, mv) = before.undo()?;
    mv.point()?;
    let known = Knowledge::new(&before, Effort::QUICK);
    let proposals = Color::BOTH.map(|color| proposals(&before, color, &known, None));
    let ours = &proposals[mover.index()];
    let places = places(&ours[..ours.len().min(PLACES)], &proposals[mover.opponent().index()]);
    let walls = places.iter().filter_map(|place| place.walls(&before, mover, 1, budget).ok());
    walls.map(|term| term.walls.temperature()).max()
}

/// So many moves are looked at for the temperature that was.
const PLACES: usize = 6;

fn distance(one: Point, other: Point) -> usize {
    one.column().abs_diff(other.column()) + one.row().abs_diff(other.row())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::sound;
    use board::{Rules, Setup};

    #[test]
    fn all_strategies_take_the_larger_of_two_captures() {
        let setup: Setup = "
            . X . X X O . O .
            X . X X O O O . O
            X X X X X O O O O
            X O O O . O X . O
            X X X X X O O O O
            . . . X X O . . .
            . X . . X O . O .
            . . . X X O . . .
            . . . . X O . . ."
            .parse()
            .unwrap();
        let position = Position::from_setup(&setup, Rules::chinese()).unwrap();
        let known = Knowledge::new(&position, Effort::QUICK);
        for strategy in [Strategy::Hottest, Strategy::Sentestrat, Strategy::Thermostrat] {
            for color in Color::BOTH {
                let sound = sound(&position, color, proposals(&position, color, &known, None));
                let mut budget = Budget::unlimited();
                let best = best_place(&position, color, strategy, &sound, None, &mut budget);
                assert_eq!(best, Some("E6".parse().unwrap()), "{strategy} {color}");
            }
        }
    }
}
