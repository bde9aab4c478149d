//! The generalised Bradley–Terry model, fitted by minorization–maximization
//! (Harrison 2010, section 2.4.2; Hunter 2004; Coulom 2007).
//!
//! Every value of every feature has a strength γ; a move is a team of one value
//! of each feature, as strong as the product of its members; the played move has
//! won against all legal ones. One virtual win and one virtual loss against an
//! opponent of strength 1 keep strengths finite.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::paper::Vector;

/// Competitions to learn from: positions with their legal moves and the played one.
/// A team is any list of participants, at most one of each feature.
#[derive(Clone, Debug, Default)]
pub struct Competitions {
    features: usize,
    /// Where each competition's teams end.
    ends: Vec<usize>,
    /// Which of its teams won, counted from the competition's first.
    winners: Vec<u32>,
    /// The value of each feature, feature by feature: `values[feature][team]`.
    values: Vec<Vec<u16>>,
}

impl Competitions {
    /// No competitions yet, for teams of so many features.
    pub fn new(features: usize) -> Competitions {
        Competitions { features, values: vec![Vec::new(); features], ..Competitions::default() }
    }

    /// Adds a position: its legal moves and which of them was played.
    pub fn add(&mut self, moves: &[Vector], played: usize) {
        for vector in moves {
            for (feature, values) in self.values.iter_mut().enumerate() {
                values.push(vector.value(feature) as u16);
            }
        }
        self.finish(moves.len(), played);
    }

    /// Adds a competition between teams given by their values.
    #[cfg(test)]
    fn add_teams(&mut self, teams: &[Vec<u16>], winner: usize) {
        for team in teams {
            for (values, &value) in self.values.iter_mut().zip(team) {
                values.push(value);
            }
        }
        self.finish(teams.len(), winner);
    }

    fn finish(&mut self, teams: usize, winner: usize) {
        let start = self.ends.last().copied().unwrap_or(0);
        self.ends.push(start + teams);
        self.winners.push(winner as u32);
    }

    /// The number of competitions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn ranges(&self) -> impl Iterator<Item = (Range<usize>, usize)> {
        self.ranges_of(0..self.len())
    }

    /// The teams and the winner of each of these competitions.
    fn ranges_of(&self, which: Range<usize>) -> impl Iterator<Item = (Range<usize>, usize)> {
        let first = which.start.checked_sub(1).map_or(0, |before| self.ends[before]);
        let starts = std::iter::once(first).chain(self.ends[which.clone()].iter().copied());
        starts
            .zip(&self.ends[which.clone()])
            .zip(&self.winners[which])
            .map(|((start, &end), &winner)| (start..end, start + winner as usize))
    }

    /// Consecutive parts with about as many teams each.
    fn parts(&self) -> Vec<Part> {
        let all = self.ends.last().copied().unwrap_or(0);
        let mut parts: Vec<Part> = Vec::new();
        let (mut first, mut team) = (0, 0);
        for i in 0..self.len() {
            if self.ends[i] - team >= all.div_ceil(PARTS) || i + 1 == self.len() {
                parts.push(Part { competitions: first..i + 1, teams: team..self.ends[i] });
                (first, team) = (i + 1, self.ends[i]);
            }
        }
        parts
    }
}

/// How many parts the competitions are cut into.
const PARTS: usize = 16;

#[derive(Clone, Debug)]
struct Part {
    competitions: Range<usize>,
    teams: Range<usize>,
}

/// The strengths of all values of all features.
#[derive(Clone, Debug, PartialEq)]
pub struct BradleyTerry {
    pub(crate) strengths: Vec<Vec<f64>>,
}

/// Fitting in progress.
pub struct Fit<'a> {
    competitions: &'a Competitions,
    model: BradleyTerry,
    /// The wins of each value, with the virtual one.
    wins: Vec<Vec<f64>>,
    /// The product of its members' strengths, for each team.
    teams: Vec<f64>,
    /// The strengths of all its teams together, for each competition.
    totals: Vec<f64>,
    /// Parts that threads take; their number is fixed, so that sums are too.
    parts: Vec<Part>,
    threads: usize,
    /// The log-likelihood gained by each feature's latest update.
    gains: Vec<f64>,
    likelihood: f64,
}

impl<'a> Fit<'a> {
    /// Begins with all strengths 1. `sizes` is the number of values of each feature.
    pub fn new(competitions: &'a Competitions, sizes: &[usize]) -> Fit<'a> {
        Fit::with_threads(competitions, sizes, 1)
    }

    /// The same on several threads, to the last digit.
    pub fn with_threads(
        competitions: &'a Competitions,
        sizes: &[usize],
        threads: usize,
    ) -> Fit<'a> {
        let mut wins: Vec<Vec<f64>> = sizes.iter().map(|&size| vec![1.0; size]).collect();
        for (_, winner) in competitions.ranges() {
            for (wins, values) in wins.iter_mut().zip(&competitions.values) {
                wins[values[winner] as usize] += 1.0;
            }
        }
        let teams = competitions.ends.last().copied().unwrap_or(0);
        let model = BradleyTerry { strengths: sizes.iter().map(|&size| vec![1.0; size]).collect() };
        let mut fit = Fit {
            competitions,
            model,
            wins,
            teams: vec![1.0; teams],
            totals: vec![0.0; competitions.len()],
            parts: competitions.parts(),
            threads,
            gains: vec![f64::INFINITY; competitions.features],
            likelihood: 0.0,
        };
        fit.likelihood = fit.strengthen(0, &vec![1.0; sizes.first().copied().unwrap_or(0)]);
        fit
    }

    /// The log-likelihood of the results, the virtual ones included.
    pub fn likelihood(&self) -> f64 {
        self.likelihood
    }

    /// The largest gain of any feature's latest update.
    pub fn largest_gain(&self) -> f64 {
        self.gains.iter().copied().fold(0.0, f64::max)
    }

    /// Updates the feature whose latest update gained most: all its values at
    /// once, since a team has only one of them (equation 2.4). Returns the gain,
    /// which is never negative but for rounding.
    pub fn step(&mut self) -> f64 {
        let gains = self.gains.iter().enumerate();
        let most = gains.max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(&a.0)));
        let Some((feature, _)) = most else { return 0.0 };
        let old = self.model.strengths[feature].clone();
        let denominators = self.expected_wins(feature, old.len());
        let new: Vec<f64> = (0..old.len())
            .map(|value| {
                // C_ij / E_j, summed over competitions: each team's strength without this
                // member, divided by the strength of all teams together. And two virtual
                // games against an opponent of strength 1.
                let games = denominators[value] / old[value] + 2.0 / (old[value] + 1.0);
                self.wins[feature][value] / games
            })
            .collect();
        let ratios: Vec<f64> = new.iter().zip(&old).map(|(new, old)| new / old).collect();
        self.model.strengths[feature] = new;
        let likelihood = self.strengthen(feature, &ratios);
        let gain = likelihood - self.likelihood;
        self.gains[feature] = gain.max(0.0);
        self.likelihood = likelihood;
        gain
    }

    /// For each value of a feature, how many wins the model expects of it.
    fn expected_wins(&self, feature: usize, size: usize) -> Vec<f64> {
        let values = &self.competitions.values[feature];
        let parts = in_turn(self.threads, self.parts.iter().collect(), |part| {
            let mut expected = vec![0.0; size];
            let ranges = self.competitions.ranges_of(part.competitions.clone());
            for ((range, _), total) in ranges.zip(&self.totals[part.competitions.clone()]) {
                let share = 1.0 / total;
                for (team, &value) in self.teams[range.clone()].iter().zip(&values[range]) {
                    expected[value as usize] += team * share;
                }
            }
            expected
        });
        let mut sum = vec![0.0; size];
        for part in parts {
            sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
        sum
    }

    /// Multiplies the teams' strengths by those of a feature's values, and returns
    /// the log-likelihood of the results, the virtual ones included.
    fn strengthen(&mut self, feature: usize, ratios: &[f64]) -> f64 {
        let strengths = self.model.strengths.iter().flatten();
        let virtual_games: f64 = strengths.map(|s| s.ln() - 2.0 * (s + 1.0).ln()).sum();
        let competitions = self.competitions;
        let Some(values) = competitions.values.get(feature) else { return virtual_games };
        let (mut teams, mut totals) = (self.teams.as_mut_slice(), self.totals.as_mut_slice());
        let mut tasks = Vec::new();
        for part in &self.parts {
            let (own_teams, rest) = teams.split_at_mut(part.teams.len());
            teams = rest;
            let (own_totals, rest) = totals.split_at_mut(part.competitions.len());
            totals = rest;
            tasks.push((part, own_teams, own_totals));
        }
        let games = in_turn(self.threads, tasks, |(part, teams, totals)| {
            let ranges = competitions.ranges_of(part.competitions.clone());
            let mut likelihood = 0.0;
            for ((range, winner), total) in ranges.zip(totals) {
                let start = part.teams.start;
                let own = &mut teams[range.start - start..range.end - start];
                *total = 0.0;
                for (team, &value) in own.iter_mut().zip(&values[range]) {
                    *team *= ratios[value as usize];
                    *total += *team;
                }
                likelihood += (teams[winner - start] / *total).ln();
            }
            likelihood
        });
        virtual_games + games.iter().sum::<f64>()
    }

    /// The derivative of the log-likelihood by the logarithm of each strength:
    /// wins minus expected wins.
    pub fn gradient(&self) -> Vec<Vec<f64>> {
        let mut gradient: Vec<Vec<f64>> = Vec::new();
        for (feature, wins) in self.wins.iter().enumerate() {
            let strengths = &self.model.strengths[feature];
            let virtual_games = |(&wins, &s): (&f64, &f64)| wins - 2.0 * s / (s + 1.0);
            gradient.push(wins.iter().zip(strengths).map(virtual_games).collect());
        }
        for (range, _) in self.competitions.ranges() {
            let all: f64 = self.teams[range.clone()].iter().sum();
            for team in range {
                for (feature, values) in self.competitions.values.iter().enumerate() {
                    gradient[feature][values[team] as usize] -= self.teams[team] / all;
                }
            }
        }
        gradient
    }

    /// The model as it is now.
    pub fn model(&self) -> &BradleyTerry {
        &self.model
    }

    /// Ends the fitting.
    pub fn finish(self) -> BradleyTerry {
        self.model
    }
}

/// Works through tasks on several threads; the results are in order.
fn in_turn<T: Send, R: Send>(
    threads: usize,
    tasks: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let number = tasks.len();
    let tasks = Mutex::new(tasks.into_iter().enumerate());
    let results = Mutex::new((0..number).map(|_| None).collect::<Vec<Option<R>>>());
    let take = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        while let Some((i, task)) = take() {
            let result = work(task);
            results.lock().unwrap_or_else(PoisonError::into_inner)[i] = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    results.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

impl BradleyTerry {
    /// The logarithm of a move's strength.
    pub fn log_strength(&self, vector: &Vector) -> f64 {
        let strengths = self.strengths.iter().enumerate();
        strengths
            .map(|(feature, values)| values.get(vector.value(feature)).map_or(0.0, |s| s.ln()))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::playout::Random;

    /// Random competitions between teams of three features.
    fn competitions(number: usize, sizes: &[usize], seed: u64) -> Competitions {
        let mut random = Random::new(seed);
        let mut competitions = Competitions::new(sizes.len());
        for _ in 0..number {
            let teams: Vec<Vec<u16>> = (0..2 + random.below(4))
                .map(|_| sizes.iter().map(|&size| random.below(size) as u16).collect())
                .collect();
            // Higher values win more often.
            let strong = (0..teams.len()).max_by_key(|&i| teams[i].iter().sum::<u16>()).unwrap();
            let winner = if random.below(3) > 0 { strong } else { random.below(teams.len()) };
            competitions.add_teams(&teams, winner);
        }
        competitions
    }

    const SIZES: [usize; 3] = [4, 3, 5];

    #[test]
    fn threads_change_nothing() {
        let competitions = competitions(300, &SIZES, 3);
        let mut one = Fit::new(&competitions, &SIZES);
        let mut three = Fit::with_threads(&competitions, &SIZES, 3);
        for _ in 0..30 {
            one.step();
            three.step();
        }
        assert_eq!(one.finish(), three.finish());
    }

    #[test]
    fn likelihood_never_falls_and_the_gradient_ends_near_zero() {
        let competitions = competitions(200, &SIZES, 1);
        let mut fit = Fit::new(&competitions, &SIZES);
        for _ in 0..3_000 {
            let before = fit.likelihood();
            fit.step();
            assert!(fit.likelihood() >= before - 1e-9, "{before} to {}", fit.likelihood());
            if fit.largest_gain() < 1e-13 {
                break;
            }
        }
        for slope in fit.gradient().iter().flatten() {
            assert!(slope.abs() < 1e-3, "{slope}");
        }
    }

    /// The slow, obvious way: climb the gradient of the definition itself.
    fn reference(competitions: &Competitions, sizes: &[usize]) -> Vec<Vec<f64>> {
        let mut logs: Vec<Vec<f64>> = sizes.iter().map(|&size| vec![0.0; size]).collect();
        for _ in 0..20_000 {
            let mut slope: Vec<Vec<f64>> = logs
                .iter()
                .map(|f| f.iter().map(|&x| 1.0 - 2.0 * x.exp() / (x.exp() + 1.0)).collect())
                .collect();
            for (range, winner) in competitions.ranges() {
                let strength = |team: usize| -> f64 {
                    let members = competitions.values.iter().zip(&logs);
                    members.map(|(values, logs)| logs[values[team] as usize]).sum::<f64>().exp()
                };
                let all: f64 = range.clone().map(strength).sum();
                for team in range {
                    for (slope, values) in slope.iter_mut().zip(&competitions.values) {
                        slope[values[team] as usize] +=
                            f64::from(u8::from(team == winner)) - strength(team) / all;
                    }
                }
            }
            let (logs, slope) = (logs.iter_mut().flatten(), slope.iter().flatten());
            for (log, slope) in logs.zip(slope) {
                *log += 0.02 * slope;
            }
        }
        logs
    }

    #[test]
    fn fitting_agrees_with_plain_gradient_ascent() {
        let competitions = competitions(40, &SIZES, 2);
        let mut fit = Fit::new(&competitions, &SIZES);
        while fit.largest_gain() > 1e-14 {
            fit.step();
        }
        let slow = reference(&competitions, &SIZES);
        for (fast, slow) in fit.model().strengths.iter().flatten().zip(slow.iter().flatten()) {
            assert!((fast.ln() - slow).abs() < 1e-3, "{} against {slow}", fast.ln());
        }
    }
}
