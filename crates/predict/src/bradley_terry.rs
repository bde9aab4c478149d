//! The generalised Bradley–Terry model, fitted by minorization–maximization
//! (Harrison 2010, section 2.4.2; Hunter 2004; Coulom 2007).
//!
//! Every value of every feature has a strength γ; a move is a team of one value
//! of each feature, as strong as the product of its members; the played move has
//! won against all legal ones. One virtual win and one virtual loss against an
//! opponent of strength 1 keep strengths finite.

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
    pub fn add_teams(&mut self, teams: &[Vec<u16>], winner: usize) {
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

    fn ranges(&self) -> impl Iterator<Item = (std::ops::Range<usize>, usize)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .zip(&self.winners)
            .map(|((start, &end), &winner)| (start..end, start + winner as usize))
    }
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
    /// The log-likelihood gained by each feature's latest update.
    gains: Vec<f64>,
    likelihood: f64,
}

impl<'a> Fit<'a> {
    /// Begins with all strengths 1. `sizes` is the number of values of each feature.
    pub fn new(competitions: &'a Competitions, sizes: &[usize]) -> Fit<'a> {
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
            gains: vec![f64::INFINITY; competitions.features],
            likelihood: 0.0,
        };
        fit.likelihood = fit.log_likelihood();
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
        let values = &self.competitions.values[feature];
        let old = self.model.strengths[feature].clone();
        // The sum over competitions of C_ij / E_j: each team's strength without
        // this member, divided by the strength of all teams together.
        let mut denominators = vec![0.0; old.len()];
        for (range, _) in self.competitions.ranges() {
            let all: f64 = self.teams[range.clone()].iter().sum();
            let share = 1.0 / all;
            for team in range {
                denominators[values[team] as usize] += self.teams[team] * share;
            }
        }
        let new: Vec<f64> = (0..old.len())
            .map(|value| {
                // Two virtual games against an opponent of strength 1.
                let games = denominators[value] / old[value] + 2.0 / (old[value] + 1.0);
                self.wins[feature][value] / games
            })
            .collect();
        let ratios: Vec<f64> = new.iter().zip(&old).map(|(new, old)| new / old).collect();
        for (team, &value) in self.teams.iter_mut().zip(values) {
            *team *= ratios[value as usize];
        }
        self.model.strengths[feature] = new;
        let likelihood = self.log_likelihood();
        let gain = likelihood - self.likelihood;
        self.gains[feature] = gain.max(0.0);
        self.likelihood = likelihood;
        gain
    }

    fn log_likelihood(&self) -> f64 {
        let virtual_games: f64 = self
            .model
            .strengths
            .iter()
            .flatten()
            .map(|strength| strength.ln() - 2.0 * (strength + 1.0).ln())
            .sum();
        let games: f64 = self
            .competitions
            .ranges()
            .map(|(range, winner)| {
                let all: f64 = self.teams[range].iter().sum();
                (self.teams[winner] / all).ln()
            })
            .sum();
        virtual_games + games
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
