//! Games and patterns for tests, made by chance.

use board::playout::Random;
use board::{Color, Move, Point, Position, Rules, Setup, Size, Symmetry};
use pattern::{Harvest, Recipe};

use crate::dictionary::Dictionary;
use crate::numbers::{EXTRA, Extras, SMALL};
use crate::paper::{Extractor, Vector};
use crate::record::Record;
use crate::scene::Scene;

/// Games of random moves that fill no point with four own neighbours.
pub(crate) fn games(number: usize, side: usize, moves: usize) -> Vec<Record> {
    let mut random = Random::new(21);
    let size = Size::square(side).expect("tests use board sizes");
    let game = |_| {
        let mut position = Position::new(size, Rules::japanese());
        for _ in 0..moves {
            let color = position.to_play();
            let sensible = |&point: &Point| {
                position.is_legal(color, point)
                    && size.neighbors(point).any(|n| position.stone(n) != Some(color))
            };
            let points: Vec<Point> = position.empty_points().iter().filter(sensible).collect();
            let mv = if points.is_empty() {
                Move::Pass
            } else {
                Move::Play(points[random.below(points.len())])
            };
            position.play(color, mv).expect("the move is legal");
        }
        Record::of(&position)
    };
    (0..number).map(game).collect()
}

fn dictionary(recipe: Recipe, threshold: u32) -> Dictionary {
    let mut harvest = Harvest::new(recipe, threshold, 1, 4, 14);
    for game in games(20, 7, 40) {
        let start = game.beginning().expect("an empty board is a position");
        harvest.game(&start, &game.moves);
    }
    Dictionary::of(&harvest.frequent(), 10_000)
}

/// Square patterns of random games.
pub(crate) fn squares() -> Dictionary {
    dictionary(Recipe::Squares, 8)
}

/// Diamond patterns with context of random games.
pub(crate) fn contexts() -> Dictionary {
    dictionary(Recipe::Contexts, 4)
}

/// The paper's features of so many positions, and the move played in each.
pub(crate) fn paper_positions(number: usize) -> Vec<(Vec<Vector>, usize)> {
    let known = squares();
    let mut positions = Vec::new();
    let mut extractor = Extractor::new(Size::square(7).expect("7 is a board size"));
    for game in games(number.div_ceil(10), 7, 30) {
        let mut count = 0;
        game.replay(|position: &Position, color: Color, point: Point| {
            count += 1;
            if count % 3 == 0 && positions.len() < number {
                let moves = extractor.extract(position, color, &known);
                let played = moves.points.iter().position(|&p| p == point);
                positions.push((moves.vectors, played.expect("the played move is legal")));
            }
            true
        });
    }
    positions
}

/// The features of a move on a square board that only some networks know, in order. They are
/// the same however the board is turned and whichever color is called Black.
pub(crate) fn beyond(board: &str, color: Color, point: &str, extras: Extras) -> Vec<u32> {
    let setup: Setup = board.parse().expect("a board");
    let point: Point = point.parse().expect("a point");
    let size = setup.size;
    let mut common = None;
    for symmetry in Symmetry::ALL {
        for exchanged in [false, true] {
            let mut turned = Setup::empty(size);
            for (stones, owner) in [(setup.black, Color::Black), (setup.white, Color::White)] {
                let owner = if exchanged { owner.opponent() } else { owner };
                for stone in stones {
                    turned.set(symmetry.point(size, stone), Some(owner));
                }
            }
            let color = if exchanged { color.opponent() } else { color };
            let position = Position::from_setup(&turned, Rules::japanese()).expect("legal");
            let mut scene = Scene::new(size, extras);
            let seen = scene.look(&position, color, &Dictionary::default());
            let there = symmetry.point(size, point);
            let i = seen.points.iter().position(|&p| p == there).expect("a legal move");
            let known = |feature: &&u32| (EXTRA..SMALL).contains(feature);
            let mut features: Vec<u32> = seen.features(i).iter().filter(known).copied().collect();
            features.sort_unstable();
            let first = common.get_or_insert_with(|| features.clone());
            assert_eq!(*first, features, "{point} becomes {there}{position:?}");
        }
    }
    common.expect("there are symmetries")
}
