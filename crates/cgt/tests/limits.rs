//! Bounds: hostile input ends in a clear error, within memory, work and stack.

mod support;

use budget::{Budget, Exhausted, StopFlag};
use cgt::text::Calculator;
use cgt::{Dyadic, Error, Game, Games};
use support::Random;

/// A thousand hot sums, each inside the options of the next.
fn nested_hot_sums(games: &mut Games, terms: &[Game]) -> Result<Game, Error> {
    let mut g = Game::ZERO;
    for pair in terms.chunks(2) {
        let left = games.add(g, pair[0])?;
        let left = games.translate(left, Dyadic::from(40))?;
        let right = games.add(g, pair[1])?;
        g = games.game(&[left], &[right])?;
    }
    Ok(g)
}

fn terms(games: &mut Games) -> Vec<Game> {
    let mut random = Random(11);
    (0..2000).map(|_| random.hot(games, 4, 30, 0)).collect()
}

#[test]
fn a_hostile_sum_ends_within_its_memory() {
    let limit = 32 << 20;
    let mut games = Games::with_limit(limit);
    let terms = terms(&mut games);
    let error = nested_hot_sums(&mut games, &terms).unwrap_err();
    assert_eq!(error, Error::Memory { limit });
    assert!(error.to_string().contains("memory"));
    assert!(games.bytes() <= limit, "{} bytes", games.bytes());
    // The arena still works.
    let one = games.number(Dyadic::ONE);
    assert_eq!(games.add(one, one).unwrap(), games.number(Dyadic::from(2)));
}

#[test]
fn a_hostile_sum_ends_within_its_node_budget() {
    let mut games = Games::new();
    let terms = terms(&mut games);
    games.set_budget(Budget::nodes(100_000));
    assert_eq!(nested_hot_sums(&mut games, &terms), Err(Error::Budget(Exhausted::Nodes)));
    assert!(games.budget().spent() <= 100_001);
}

#[test]
fn a_raised_flag_stops_a_sum() {
    let flag = StopFlag::new();
    let mut games = Games::new();
    let terms = terms(&mut games);
    games.set_budget(Budget::unlimited().with_stop(flag.clone()));
    flag.stop();
    assert_eq!(nested_hot_sums(&mut games, &terms), Err(Error::Budget(Exhausted::Stopped)));
}

#[test]
fn a_hostile_expression_ends_in_a_clear_error() {
    let mut c = Calculator::with_games(Games::with_limit(32 << 20));
    let mut sum = String::from("0");
    for k in 1..1000 {
        sum.push_str(&format!("+{{{}|||{}||{}|{}}}", 3 * k, k, k / 2, -2 * k));
    }
    let error = c.line(&sum).unwrap_err();
    assert!(matches!(error.cause, Some(Error::Memory { .. })), "{error}");
    assert!(error.column > 1);
}

#[test]
fn games_of_the_greatest_height_need_no_deep_stack() {
    let mut games = Games::new();
    let star_two = games.nimber(2);
    // A chain in which nothing is dominated or reversible.
    let chain = |games: &mut Games, step: i32| -> Result<Game, Error> {
        let mut g = star_two;
        for k in 1..Games::MAX_HEIGHT as i32 - 2 {
            let high = games.number(Dyadic::from(step * k));
            let low = games.number(Dyadic::from(-step * k));
            g = if k % 2 == 0 { games.game(&[high], &[g])? } else { games.game(&[g], &[low])? };
        }
        Ok(g)
    };
    let g = chain(&mut games, 1).unwrap();
    assert!(games.height(g) > 900);
    let h = chain(&mut games, 2).unwrap();
    games.set_budget(Budget::nodes(3_000_000));
    let negative = games.neg(g).unwrap();
    assert_eq!(games.neg(negative).unwrap(), g);
    let _ = games.compare(g, h);
    let _ = games.add(g, h);
    let _ = games.add(g, Game::nimber(1));
    let _ = games.reduced(g);
    let _ = games.cool(g, Dyadic::ONE);
    let _ = games.warm(g);
    let _ = games.text(g);
    let _ = games.birthday(g).unwrap();
    let _ = games.thermograph(g);
    let too_high = (0..10).try_fold(g, |g, k| {
        let high = games.number(Dyadic::from(5000 + k));
        let once = games.game(&[high], &[g])?;
        let low = games.number(Dyadic::from(-5000 - k));
        games.game(&[once], &[low])
    });
    assert_eq!(too_high, Err(Error::Depth { limit: Games::MAX_HEIGHT }));
}

#[test]
fn closed_forms_need_no_room() {
    let mut games = Games::with_limit(0);
    let up = games.ups(1);
    let many = games.multiple(1_000_000_000, up).unwrap();
    assert_eq!(many, games.ups(1_000_000_000));
    assert_eq!(games.multiple(3_000_000_000, up), Err(Error::Overflow));
    let big = games.number("-1823437481924/4096".parse().unwrap());
    assert!(games.le(big, many).unwrap());
    assert!(games.is_empty());
    assert!(matches!(games.switch(Dyadic::ONE, Dyadic::ZERO), Err(Error::Memory { .. })));
}

#[test]
fn numbers_out_of_range_are_errors_before_they_are_reached() {
    let mut games = Games::new();
    let big = Dyadic::new(1 << 60, 0).unwrap();
    let switch = games.switch(big, -big).unwrap();
    // Its own stop would fit, but not that of a follower.
    assert_eq!(games.translate(switch, -Dyadic::new(i64::MAX, 0).unwrap()), Err(Error::Overflow));
    let fine = Dyadic::new(1, 50).unwrap();
    assert_eq!(games.translate(switch, fine), Err(Error::Overflow));
    assert_eq!(games.zeros(100, Game::number(Dyadic::ONE)), Err(Error::Overflow));
}
