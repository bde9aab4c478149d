//! The work that benches measure, without a clock: `cargo bench -p
//! tedomari-cgt` and `tedomari bench cgt` time the same functions.

use budget::Budget;

use crate::{
    Dyadic, Error, Game, Games, Random, RandomSums, Side, SumScore, SumSolver, Tempo, Thermographs,
};

/// Adds up `1|0 + 2|0 + … + n|0` in a fresh arena.
///
/// ```
/// use cgt::workload;
///
/// let (games, sum) = workload::switches(3)?;
/// assert_eq!(games.text(sum)?, "6|5||4|3|||3|2||1|0");
/// # Ok::<(), cgt::Error>(())
/// ```
pub fn switches(n: i32) -> Result<(Games, Game), Error> {
    growing_sum(n, |games, k| games.switch(Dyadic::from(k), Dyadic::ZERO))
}

/// Adds up `{k+4|k||0|-k}` for k to n in a fresh arena.
pub fn double_switches(n: i32) -> Result<(Games, Game), Error> {
    growing_sum(n, |games, k| {
        let left = games.switch(Dyadic::from(k + 4), Dyadic::from(k))?;
        let right = games.switch(Dyadic::ZERO, Dyadic::from(-k))?;
        games.game(&[left], &[right])
    })
}

/// Adds up `{k||0|-2k}` for k to n in a fresh arena.
pub fn threats(n: i32) -> Result<(Games, Game), Error> {
    growing_sum(n, |games, k| {
        let right = games.switch(Dyadic::ZERO, Dyadic::from(-2 * k))?;
        games.game(&[Game::number(Dyadic::from(k))], &[right])
    })
}

/// Random hot games in a fresh arena, with whole leaves to 30 points.
pub fn hot_games(seed: u64, count: usize, depth: u32) -> Result<(Games, Vec<Game>), Error> {
    let (mut games, mut random) = (Games::new(), Random::new(seed));
    let list = (0..count).map(|_| random.hot_game(&mut games, depth, 30)).collect::<Result<_, _>>();
    Ok((games, list?))
}

/// Compares every two of the games, without what was remembered before; counts
/// the pairs in order.
pub fn compare_all(games: &mut Games, list: &[Game]) -> Result<usize, Error> {
    games.forget();
    let mut count = 0;
    for &a in list {
        for &b in list {
            count += usize::from(games.le(a, b)?);
        }
    }
    Ok(count)
}

/// A sum solved exactly with either side first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The score with Left first.
    pub left_first: SumScore,
    /// The score with Right first.
    pub right_first: SumScore,
    /// The positions searched for both.
    pub nodes: u64,
}

/// Solves a sum from nothing, with either side first: thermographs, compiling
/// and both searches.
pub fn solve(games: &Games, terms: &[Game]) -> Result<Solved, Error> {
    let mut budget = Budget::unlimited();
    let mut solver = SumSolver::new(games, &mut Thermographs::new(), terms, Tempo::Ignored)?;
    let left_first = solver.score(Side::Left, &mut budget);
    let right_first = solver.score(Side::Right, &mut budget);
    Ok(Solved { left_first, right_first, nodes: budget.spent() })
}

/// The terms of the sums to be solved.
pub const SUM_TERMS: usize = 40;

/// The depth of those terms.
pub const SUM_DEPTH: u32 = 4;

/// How many of those sums there are, one for each seed from 0.
pub const SUM_SEEDS: u64 = 50;

/// The sums on which the strategies are measured.
pub const LOSSES: RandomSums = RandomSums { sums: 1000, terms: 6, depth: 3, reach: 20, seed: 1 };

fn growing_sum(
    n: i32,
    term: impl Fn(&mut Games, i32) -> Result<Game, Error>,
) -> Result<(Games, Game), Error> {
    let mut games = Games::new();
    let mut sum = Game::ZERO;
    for k in 1..=n {
        let g = term(&mut games, k)?;
        sum = games.add(sum, g)?;
    }
    Ok((games, sum))
}
