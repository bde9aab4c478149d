//! The score of a board under area scoring, the slow way: every game is played to its end.

use std::collections::HashSet;

use board::{Color, KoRule, Move, PointSet, Position, Rules, Setup};

/// The most positions looked at.
const MOST: u64 = 300_000;

/// Black's points minus White's when `first` moves first, both play on `region` alone, and the
/// game ends with two passes; every stone left on the board is alive. Nothing if that is too
/// long.
pub(crate) fn area_score(setup: &Setup, region: &PointSet, first: Color) -> Option<i32> {
    let rules = Rules { ko: KoRule::Simple, komi: board::Komi::halves(0), ..Rules::chinese() };
    let position = Position::from_setup(setup, rules).ok()?;
    let mut game = Game { region: *region, path: HashSet::new(), left: MOST };
    let (low, high) = (-1000, 1000);
    game.play(&position, first, false, low, high)
}

struct Game {
    region: PointSet,
    /// The boards on the way here: none may come back.
    path: HashSet<(PointSet, PointSet)>,
    left: u64,
}

impl Game {
    fn play(
        &mut self,
        position: &Position,
        color: Color,
        passed: bool,
        mut low: i32,
        mut high: i32,
    ) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let board =
            |position: &Position| (*position.stones(Color::Black), *position.stones(Color::White));
        self.path.insert(board(position));
        let mut best: Option<i32> = None;
        let mut consider = |score: i32, low: &mut i32, high: &mut i32| {
            best = Some(match (best, color) {
                (None, _) => score,
                (Some(best), Color::Black) => best.max(score),
                (Some(best), Color::White) => best.min(score),
            });
            match color {
                Color::Black => *low = (*low).max(score),
                Color::White => *high = (*high).min(score),
            }
            *low >= *high
        };
        let mut cut = false;
        for point in (self.region & position.empty_points()).iter() {
            let mut next = position.clone();
            if next.play(color, Move::Play(point)).is_err() || self.path.contains(&board(&next)) {
                continue;
            }
            let score = self.play(&next, color.opponent(), false, low, high);
            self.path.remove(&board(&next));
            if consider(score?, &mut low, &mut high) {
                cut = true;
                break;
            }
        }
        if !cut {
            let score = match passed {
                true => area(position),
                false => self.play(position, color.opponent(), true, low, high)?,
            };
            consider(score, &mut low, &mut high);
        }
        self.path.insert(board(position));
        best
    }
}

/// Stones and points that reach one color only.
fn area(position: &Position) -> i32 {
    let stones = |color: Color| position.stones(color).len() as i32;
    let mut score = stones(Color::Black) - stones(Color::White);
    for space in position.empty_points().components() {
        let border = space.border(position.size());
        let touches = |color: Color| border.intersects(position.stones(color));
        match (touches(Color::Black), touches(Color::White)) {
            (true, false) => score += space.len() as i32,
            (false, true) => score -= space.len() as i32,
            _ => {}
        }
    }
    score
}
