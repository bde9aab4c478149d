//! How much the strategies lose against exact play: the figures of
//! `tedomari bench cgt` and of the theory page.

use budget::Budget;

use crate::{
    Dyadic, Error, Game, Games, Random, Rational, Side, Strategy, StrategyPlayer, SumSolver, Tempo,
    Thermographs,
};

/// Which random sums to play.
#[derive(Clone, Copy, Debug)]
pub struct RandomSums {
    /// How many sums; each is played four times by every strategy: on either
    /// side, first and second.
    pub sums: usize,
    /// Terms in a sum.
    pub terms: usize,
    /// Depth of the terms.
    pub depth: u32,
    /// Leaves are whole numbers from `−reach` to `reach`.
    pub reach: i64,
    /// Where the random numbers begin.
    pub seed: u64,
}

/// What one strategy lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrategyLoss {
    /// The strategy.
    pub strategy: Strategy,
    /// Games played.
    pub games: usize,
    /// Games without any loss.
    pub perfect: usize,
    /// The average loss in points.
    pub average: Rational,
    /// The largest loss.
    pub worst: Dyadic,
}

/// Plays every strategy against exact play on random sums.
///
/// ```
/// use cgt::{RandomSums, Strategy, strategy_losses};
///
/// let small = RandomSums { sums: 3, terms: 4, depth: 3, reach: 10, seed: 1 };
/// let table = strategy_losses(small)?;
/// assert_eq!(table.len(), Strategy::ALL.len());
/// assert!(table.iter().all(|row| row.games == 12));
/// # Ok::<(), cgt::Error>(())
/// ```
pub fn strategy_losses(sums: RandomSums) -> Result<Vec<StrategyLoss>, Error> {
    let mut random = Random::new(sums.seed);
    let mut losses: Vec<Vec<Dyadic>> = vec![Vec::new(); Strategy::ALL.len()];
    for _ in 0..sums.sums {
        let mut games = Games::new();
        let mut terms = Vec::new();
        for _ in 0..sums.terms {
            terms.push(random.hot_game(&mut games, sums.depth, sums.reach)?);
        }
        let mut thermographs = Thermographs::new();
        let mut solver = SumSolver::new(&games, &mut thermographs, &terms, Tempo::Ignored)?;
        let mut hottest = Rational::ZERO;
        for &g in &terms {
            hottest = hottest.max(thermographs.of(&games, g)?.temperature());
        }
        for (i, strategy) in Strategy::ALL.into_iter().enumerate() {
            for side in [Side::Left, Side::Right] {
                for first in [Side::Left, Side::Right] {
                    let player = StrategyPlayer::new(strategy, side).with_ambient(hottest);
                    let lost =
                        loss(&games, &mut thermographs, &mut solver, player, side, &terms, first)?;
                    losses[i].push(lost);
                }
            }
        }
    }
    let rows = Strategy::ALL.into_iter().zip(losses);
    rows.map(|(strategy, losses)| summary(strategy, &losses)).collect()
}

/// What a player loses from `terms` on when the other side plays exactly.
fn loss(
    games: &Games,
    thermographs: &mut Thermographs,
    solver: &mut SumSolver,
    mut player: StrategyPlayer,
    side: Side,
    terms: &[Game],
    first: Side,
) -> Result<Dyadic, Error> {
    let mut budget = Budget::unlimited();
    let mut now = terms.to_vec();
    let (mut turn, mut last) = (first, None);
    solver.set_terms(&now)?;
    let start = solver.score(first, &mut budget).low;
    loop {
        let chosen = if turn == side {
            player.choose(games, thermographs, &now, last)?
        } else {
            solver.set_terms(&now)?;
            solver.best_move(games, turn, &mut budget)?
        };
        // With only infinitesimals left the score is settled.
        let Some(m) = chosen else { break };
        now[m.term] = m.to;
        last = Some(m.term);
        turn = turn.other();
    }
    solver.set_terms(&now)?;
    let end = solver.score(turn, &mut budget).low;
    match side {
        Side::Left => start.sub(end),
        Side::Right => end.sub(start),
    }
}

fn summary(strategy: Strategy, losses: &[Dyadic]) -> Result<StrategyLoss, Error> {
    let mut total = Rational::ZERO;
    for &lost in losses {
        total = total.add(Rational::from(lost))?;
    }
    Ok(StrategyLoss {
        strategy,
        games: losses.len(),
        perfect: losses.iter().filter(|lost| lost.is_zero()).count(),
        average: total.div(Rational::integer(losses.len().max(1) as i64))?,
        worst: losses.iter().copied().max().unwrap_or(Dyadic::ZERO),
    })
}
