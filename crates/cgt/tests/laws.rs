//! Laws of the group and the order of games, on random games; and the arena
//! against a naive implementation by full comparison.

mod support;

use cgt::{Dyadic, Error, Game, Games, Side};
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

#[test]
fn group_laws_hold_for_all_games() {
    let mut games = Games::new();
    let mut random = Random(5);
    for _ in 0..1000 {
        let [a, b, c] = [4, 3, 3].map(|day| random.tree(day).game(&mut games).unwrap());
        let ab = games.add(a, b).unwrap();
        let bc = games.add(b, c).unwrap();
        assert_eq!(games.add(ab, c).unwrap(), games.add(a, bc).unwrap());
        assert_eq!(ab, games.add(b, a).unwrap());
        assert_eq!(games.add(a, Game::ZERO).unwrap(), a);
        let negative = games.neg(ab).unwrap();
        assert_eq!(games.add(ab, negative).unwrap(), Game::ZERO);
        assert_eq!(games.neg(negative).unwrap(), ab);
        let thrice = games.add(ab, a).unwrap();
        let thrice = games.sub(thrice, b).unwrap();
        assert_eq!(games.multiple(2, a).unwrap(), thrice);
    }
}

#[test]
fn order_laws_hold() {
    let mut games = Games::new();
    let mut random = Random(6);
    for i in 0..1000 {
        let mut game = |games: &mut Games| match i % 2 {
            0 => random.tree(4).game(games).unwrap(),
            _ => random.hot(games, 4, 6, 1),
        };
        let (a, b, c) = (game(&mut games), game(&mut games), game(&mut games));
        assert!(games.le(a, a).unwrap());
        let (ab, ba, bc) =
            (games.le(a, b).unwrap(), games.le(b, a).unwrap(), games.le(b, c).unwrap());
        assert_eq!(ab && ba, a == b, "antisymmetric");
        assert!(!(ab && bc) || games.le(a, c).unwrap(), "transitive");
        // The order agrees with the sum: a ≤ b exactly if a + c ≤ b + c.
        let (ac, bc) = (games.add(a, c).unwrap(), games.add(b, c).unwrap());
        assert_eq!(games.le(ac, bc).unwrap(), ab, "translation");
        let (na, nb) = (games.neg(a).unwrap(), games.neg(b).unwrap());
        assert_eq!(games.le(nb, na).unwrap(), ab, "reflection");
        let difference = games.sub(b, a).unwrap();
        assert_eq!(games.le(Game::ZERO, difference).unwrap(), ab, "difference");
    }
}

#[test]
fn canonical_form_is_idempotent_and_ignores_worse_options() {
    let mut games = Games::new();
    let mut random = Random(7);
    for i in 0..1000 {
        let g = match i % 2 {
            0 => random.tree(4).game(&mut games).unwrap(),
            _ => random.hot(&mut games, 5, 20, 1),
        };
        let mut left: Vec<Game> = games.left(g).collect();
        let mut right: Vec<Game> = games.right(g).collect();
        assert_eq!(games.game(&left, &right).unwrap(), g);
        // A dominated option of each side changes nothing.
        if let (Some(&l), Some(&r)) = (left.first(), right.first()) {
            left.push(games.translate(l, -Dyadic::ONE).unwrap());
            right.push(games.translate(r, Dyadic::ONE).unwrap());
            assert_eq!(games.game(&left, &right).unwrap(), g);
        }
    }
}

#[test]
fn closed_forms_agree_with_their_trees() {
    let mut games = Games::new();
    let closed =
        |number, ups, nimber| Game::number_up_star(cgt::NumberUpStar { number, ups, nimber });
    let mut all = Vec::new();
    for ups in -4..=4 {
        for nimber in 0..5 {
            let g = closed(Dyadic::ZERO, ups, nimber);
            let tree = Tree::of(&games, g);
            assert_eq!(tree, tree.canonical(), "{g:?} is canonical");
            assert_eq!(tree.game(&mut games).unwrap(), g, "{g:?} is recognised");
            all.push((g, tree));
        }
    }
    for (g, a) in &all {
        for (h, b) in &all {
            assert_eq!(games.le(*g, *h).unwrap(), a.le(b), "{g:?} ≤ {h:?}");
        }
    }
    for (g, a) in all.iter().step_by(3) {
        for (h, b) in all.iter().step_by(4) {
            if a.size() * b.size() > 3000 {
                continue;
            }
            let sum = a.add(b).game(&mut games).unwrap();
            assert_eq!(games.add(*g, *h).unwrap(), sum, "{g:?} + {h:?}");
        }
    }
}

#[test]
fn stops_are_minimax_values() {
    let mut games = Games::new();
    let mut random = Random(8);
    for i in 0..1000 {
        let g = match i % 2 {
            0 => random.tree(4).game(&mut games).unwrap(),
            _ => random.hot(&mut games, 5, 20, 1),
        };
        assert_eq!(games.left_stop(g).value, stop(&games, g, Side::Left));
        assert_eq!(games.right_stop(g).value, stop(&games, g, Side::Right));
        // The parity decides the comparison with the stop itself.
        for x in [games.left_stop(g), games.right_stop(g)] {
            let n = Game::number(x.value);
            let difference = games.sub(g, n).unwrap();
            let tree = Tree::of(&games, difference);
            assert_eq!(games.le(g, n).unwrap(), tree.le(&Tree::zero()));
            assert_eq!(games.le(n, g).unwrap(), Tree::zero().le(&tree));
        }
    }
}

/// The number reached when `side` begins and both alternate.
fn stop(games: &Games, g: Game, side: Side) -> Dyadic {
    if let Some(x) = g.as_number() {
        return x;
    }
    let stops = games.options(g, side).map(|option| stop(games, option, side.other()));
    match side {
        Side::Left => stops.max(),
        Side::Right => stops.min(),
    }
    .expect("a game that is no number has options")
}

#[test]
fn cooling_is_linear_and_keeps_the_order() {
    let mut games = Games::new();
    let mut random = Random(9);
    for i in 0..300 {
        let a = random.hot(&mut games, 4, 8, 1);
        let b = random.hot(&mut games, 3, 8, 0);
        let t = Dyadic::new(1 + (i % 9), 1).unwrap();
        let sum = games.add(a, b).unwrap();
        let (a_t, b_t) = (games.cool(a, t).unwrap(), games.cool(b, t).unwrap());
        let sum_t = games.cool(sum, t).unwrap();
        assert_eq!(games.add(a_t, b_t).unwrap(), sum_t);
        if games.le(a, b).unwrap() {
            assert!(games.le(a_t, b_t).unwrap());
        }
        let higher = games.translate(a, Dyadic::ONE).unwrap();
        let higher_t = games.cool(higher, t).unwrap();
        assert!(games.le(a_t, higher_t).unwrap());
        // Cooling in two steps is cooling once.
        let again = games.cool(a_t, t).unwrap();
        let twice = t.add(t).unwrap();
        assert_eq!(again, games.cool(a, twice).unwrap());
        assert_eq!(games.cool(a, Dyadic::ZERO).unwrap(), a);
    }
}

#[test]
fn mean_is_additive_and_no_sum_is_hotter_than_its_terms() {
    let mut games = Games::new();
    let mut random = Random(10);
    for _ in 0..300 {
        let a = random.hot(&mut games, 4, 12, 1);
        let b = random.hot(&mut games, 3, 12, 0);
        let sum = games.add(a, b).unwrap();
        let mean = games.mean(a).unwrap().add(games.mean(b).unwrap()).unwrap();
        assert_eq!(games.mean(sum).unwrap(), mean);
        let hottest = games.temperature(a).unwrap().max(games.temperature(b).unwrap());
        assert!(games.temperature(sum).unwrap() <= hottest);
        // A frozen game differs from its mean by an infinitesimal.
        let frozen = games.freeze(a).unwrap();
        assert_eq!(games.left_stop(frozen).value, games.mean(a).unwrap());
        assert_eq!(games.right_stop(frozen).value, games.mean(a).unwrap());
    }
}

/// A position of Go without kos and sekis, as far as its game goes: every move
/// changes the parity, at the end an even position has an even score, and
/// nobody is worse off for moving first, because there are no sekis.
fn elementary(random: &mut Random, games: &mut Games, depth: u32, even: bool) -> Game {
    let score = 2 * (random.below(9) as i32 - 4) + i32::from(!even);
    let settled = games.number(Dyadic::from(score));
    if depth == 0 || random.below(5) == 0 {
        return settled;
    }
    let mut side = || -> Vec<Game> {
        (0..1 + random.below(2)).map(|_| elementary(random, games, depth - 1, !even)).collect()
    };
    let left = side();
    let right = side();
    let left_stop = left.iter().map(|&g| games.right_stop(g).value).max();
    let right_stop = right.iter().map(|&g| games.left_stop(g).value).min();
    if left_stop < right_stop { settled } else { games.game(&left, &right).unwrap() }
}

/// Chilling as McMillen defines it in section 2.11: n and n* become n,
/// otherwise each move costs a point.
fn chill_by_definition(games: &mut Games, g: Game) -> Result<Game, Error> {
    if let Some(value) = g.as_number_up_star()
        && value.number.is_integer()
        && value.ups == 0
        && value.nimber < 2
    {
        return Ok(games.number(value.number));
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (side, tax) in [(Side::Left, -1), (Side::Right, 1)] {
        let options: Vec<Game> = games.options(g, side).collect();
        for option in options {
            let chilled = chill_by_definition(games, option)?;
            sides[side as usize].push(games.translate(chilled, Dyadic::from(tax))?);
        }
    }
    games.game(&sides[0], &sides[1])
}

#[test]
fn warming_undoes_chilling_for_even_elementary_positions() {
    let mut games = Games::new();
    let mut random = Random(11);
    let star = games.nimber(1);
    for i in 0..2000 {
        let even = i % 2 == 0;
        let g = elementary(&mut random, &mut games, 5, even);
        let chilled = games.chill(g).unwrap();
        // Lemma 4.
        assert_eq!(chill_by_definition(&mut games, g).unwrap(), chilled);
        // Theorem 4 and Corollary 1.
        let warm = games.warm(chilled).unwrap();
        let expected = if even { g } else { games.add(g, star).unwrap() };
        assert_eq!(warm, expected, "{}", games.text(g).unwrap());
    }
}

#[test]
fn reduced_forms_ignore_infinitesimals() {
    let mut games = Games::new();
    let mut random = Random(12);
    let two = games.number(Dyadic::from(2));
    let tiny = games.tiny(two).unwrap();
    let infinitesimals = [games.nimber(1), games.nimber(2), games.ups(1), games.ups(-3), tiny];
    for i in 0..300 {
        let g = random.hot(&mut games, 4, 6, 1);
        let reduced = games.reduced(g).unwrap();
        let other = games.add(g, infinitesimals[i % 5]).unwrap();
        assert_eq!(games.reduced(other).unwrap(), reduced);
        assert_eq!(games.reduced(reduced).unwrap(), reduced);
        let difference = games.sub(g, reduced).unwrap();
        assert!(games.left_stop(difference).value.is_zero());
        assert!(games.right_stop(difference).value.is_zero());
    }
}

#[test]
fn atomic_weights_add() {
    let mut games = Games::new();
    let mut random = Random(13);
    let mut found = 0;
    for _ in 0..2000 {
        let small = |random: &mut Random, games: &mut Games| {
            let closed = |random: &mut Random| {
                let (ups, nimber) = (random.below(5) as i32 - 2, random.below(3) as u16);
                Game::number_up_star(cgt::NumberUpStar { number: Dyadic::ZERO, ups, nimber })
            };
            let (l, r) = (closed(random), closed(random));
            games.game(&[l], &[r]).unwrap()
        };
        let (a, b) = (small(&mut random, &mut games), small(&mut random, &mut games));
        let sum = games.add(a, b).unwrap();
        // All of these are all-small, so that all have atomic weights.
        let (x, y) = (games.atomic_weight(a).unwrap(), games.atomic_weight(b).unwrap());
        let weight = games.add(x, y).unwrap();
        assert_eq!(games.atomic_weight(sum).unwrap(), weight);
        found += 1;
    }
    assert_eq!(found, 2000);
}

#[test]
fn overheating_adds_up() {
    // Overheating from s to t is linear on games cooler than t; on integers always.
    let mut games = Games::new();
    let one = games.number(Dyadic::ONE);
    for n in -5..5 {
        let x = games.number(Dyadic::from(n));
        let two = games.number(Dyadic::from(2));
        assert_eq!(games.overheat(x, two, one).unwrap(), games.number(Dyadic::from(2 * n)));
        assert_eq!(games.heat(x, one).unwrap(), x);
    }
}
