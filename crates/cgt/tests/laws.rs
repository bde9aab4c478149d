//! Laws of the group and the order of games, on random games; and the arena
//! against a naive implementation by full comparison.

mod support;

use cgt::{Game, Games};
use support::{Random, Tree};

#[test]
fn canonical_form_is_that_of_the_definition() {
    let mut games = Games::new();
    let mut random = Random(1);
    for _ in 0..3000 {
        let tree = random.tree(4);
        let g = tree.game(&mut games).unwrap();
        assert_eq!(Tree::of(&games, g), tree.canonical(), "{tree:?}");
    }
}

#[test]
fn comparison_is_that_of_the_definition() {
    let mut games = Games::new();
    let mut random = Random(2);
    for _ in 0..5000 {
        let (a, b) = (random.tree(3), random.tree(4));
        let g = a.game(&mut games).unwrap();
        let h = b.game(&mut games).unwrap();
        assert_eq!(games.le(g, h).unwrap(), a.le(&b), "{a:?} ≤ {b:?}");
        assert_eq!(games.ge(g, h).unwrap(), b.le(&a), "{a:?} ≥ {b:?}");
        assert_eq!(g == h, a.le(&b) && b.le(&a), "{a:?} = {b:?}");
    }
}

#[test]
fn sums_are_those_of_the_definition() {
    let mut games = Games::new();
    let mut random = Random(3);
    for _ in 0..1500 {
        let (a, b) = (random.tree(3), random.tree(2));
        let g = a.game(&mut games).unwrap();
        let h = b.game(&mut games).unwrap();
        let sum = games.add(g, h).unwrap();
        assert_eq!(a.canonical().add(&b.canonical()).game(&mut games).unwrap(), sum);
    }
}

#[test]
fn group_laws_hold_for_hot_games() {
    let mut games = Games::new();
    let mut random = Random(4);
    for _ in 0..100 {
        let a = random.hot(&mut games, 5, 20, 1);
        let b = random.hot(&mut games, 3, 20, 0);
        let c = random.hot(&mut games, 2, 9, 2);
        let ab = games.add(a, b).unwrap();
        let bc = games.add(b, c).unwrap();
        assert_eq!(games.add(ab, c).unwrap(), games.add(a, bc).unwrap());
        let negative = games.neg(a).unwrap();
        assert_eq!(games.add(a, negative).unwrap(), Game::ZERO);
        assert_eq!(games.neg(negative).unwrap(), a);
        assert_eq!(games.sub(ab, b).unwrap(), a);
    }
}
