//! The speed of prediction: all moves of a middle game position on one core.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use board::{Move, Position, Rules, Size};
use predict::deep::Deep;
use predict::scene::Scene;
use predict::{Adviser, Extras, Model, Predictor, Theme};

use super::bench::fastest;

/// Microseconds a position by what `tedomari predict` asks: the deep network on top of the
/// model of features.
pub(super) fn predict(side: usize, time: Duration) -> f64 {
    let Ok(deep) = Deep::standard() else { return f64::NAN };
    measure(side, Some(Arc::new(deep)), time)
}

/// The same by the model of features alone.
pub(super) fn fast(side: usize, time: Duration) -> f64 {
    measure(side, None, time)
}

/// Microseconds to see the features of all moves, with one of the families that are asked for.
pub(super) fn features(side: usize, family: &str, time: Duration) -> f64 {
    let Ok(model) = Model::standard().map(Arc::new) else { return f64::NAN };
    let mut predictor = Predictor::new(Arc::clone(&model));
    let positions = [game(&mut predictor, side, 0), game(&mut predictor, side, 3)];
    let asked = Theme::ALL.iter().filter(|theme| theme.name == family);
    let mut scene = Scene::new(positions[0].size(), asked.fold(Extras::default(), Extras::with));
    let known = &model.part(side).dictionary;
    let rate = fastest(20, time, || {
        for _ in 0..10 {
            for position in &positions {
                black_box(scene.look(position, position.to_play(), known));
            }
        }
    });
    1e6 / rate
}

/// Positions of two different games in turn, so that nothing is saved by following a game.
fn measure(side: usize, deep: Option<Arc<Deep>>, time: Duration) -> f64 {
    let Ok(model) = Model::standard().map(Arc::new) else { return f64::NAN };
    let mut predictor = Predictor::new(Arc::clone(&model));
    let positions = [game(&mut predictor, side, 0), game(&mut predictor, side, 3)];
    let mut adviser = Adviser::new(model, deep);
    let rate = fastest(20, time, || {
        for _ in 0..10 {
            for position in &positions {
                black_box(adviser.advise(position, position.to_play()));
            }
        }
    });
    1e6 / rate
}

/// A third of a board of moves by the predictor itself, the first of them the
/// `rank`-th likeliest.
fn game(predictor: &mut Predictor, side: usize, rank: usize) -> Position {
    let size = Size::square(side).expect("the sides of the figures are board sizes");
    let mut position = Position::new(size, Rules::japanese());
    for number in 0..size.area() / 3 {
        let color = position.to_play();
        let moves = predictor.ranked(&position, color);
        let choice = moves.get(if number == 0 { rank } else { 0 });
        let mv = choice.map_or(Move::Pass, |likely| Move::Play(likely.point));
        if position.play(color, mv).is_err() {
            break;
        }
    }
    position
}
