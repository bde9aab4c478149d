//! The speed of pattern matching: a library of three thousand maps.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use board::playout::Random;
use board::{Move, Point, Position, Rules, Size};
use pattern::{Kind, Map, Matcher, State, Tuning};
use predict::{Model, Predictor};

use super::bench::fastest;

/// Microseconds to find 3,000 patterns on a new 19×19 board.
pub(super) fn new_board(time: Duration) -> f64 {
    let games = [game(1), game(2)];
    let mut matcher = matcher(&games);
    let ends = games.map(|game| game[game.len() - 1].clone());
    let rate = fastest(2, time, || {
        for end in &ends {
            matcher.update(end);
            black_box(matcher.matches().count());
        }
    });
    1e6 / rate
}

/// Thousandths of the matches that need not be made again in the course of ten games.
pub(super) fn saved() -> f64 {
    let games: Vec<_> = (3..13).map(game).collect();
    let mut matcher = matcher(&games);
    let (mut made, mut possible) = (0, 0);
    for game in &games {
        matcher.update(&game[0]);
        let before = matcher.work();
        for position in game {
            matcher.update(position);
        }
        let after = matcher.work();
        made += after.0 - before.0;
        possible += after.1 - before.1;
    }
    1000.0 * (1.0 - made as f64 / possible.max(1) as f64)
}

/// Three thousand patterns cut out of positions of the games: connected shapes of
/// 6 to 17 points with at least two stones, grown by chance.
fn matcher(games: &[Vec<Position>]) -> Matcher {
    let mut random = Random::new(9);
    let mut library = Vec::new();
    while library.len() < 3_000 {
        let game = &games[random.below(games.len())];
        let position = &game[random.below(game.len())];
        let size = position.size();
        let points: Vec<Point> = size.points().collect();
        let mut shape = vec![points[random.below(points.len())]];
        let enough = 6 + random.below(12);
        while shape.len() < enough {
            let from = shape[random.below(shape.len())];
            let beside: Vec<Point> = size.neighbors(from).collect();
            let next = beside[random.below(beside.len())];
            if !shape.contains(&next) {
                shape.push(next);
            }
        }
        if shape.iter().filter(|&&point| position.stone(point).is_some()).count() < 2 {
            continue;
        }
        let cells = shape.iter().map(|&point| {
            let state = State::of(position.stone(point));
            (point.column() as u8, point.row() as u8, state)
        });
        library.extend(Map::new(Kind::Center, cells.collect()));
    }
    let size = Size::square(19).expect("19 is a board size");
    Matcher::new(&library, size, Tuning::default())
}

/// A game of 240 moves, position by position: mostly the predictor's likeliest moves.
fn game(seed: u64) -> Vec<Position> {
    let mut random = Random::new(seed);
    let size = Size::square(19).expect("19 is a board size");
    let mut position = Position::new(size, Rules::chinese());
    let mut positions = vec![position.clone()];
    let Ok(model) = Model::standard() else { return positions };
    let mut predictor = Predictor::new(Arc::new(model));
    for _ in 0..240 {
        let color = position.to_play();
        let moves = predictor.ranked(&position, color);
        let choice = moves.get(random.below(3.min(moves.len().max(1))));
        let mv = choice.map_or(Move::Pass, |likely| Move::Play(likely.point));
        if position.play(color, mv).is_err() {
            break;
        }
        positions.push(position.clone());
    }
    positions
}
