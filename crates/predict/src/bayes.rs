//! The naive Bayes move predictor (Harrison 2010, section 2.4.1).

use crate::paper::{FEATURES, VALUES, Vector};

/// Counts of feature values among played moves and among the others. Learning is
/// counting: in any order, one move at a time, and parts can be added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bayes {
    /// Moves not played and played.
    pub(crate) classes: [u64; 2],
    /// For each feature and value: how often not played and played.
    pub(crate) counts: Vec<Vec<[u64; 2]>>,
}

impl Bayes {
    /// No counts yet, for so many known patterns.
    pub fn new(patterns: usize) -> Bayes {
        let sizes = VALUES.into_iter().chain([patterns + 1]);
        Bayes { classes: [0; 2], counts: sizes.map(|values| vec![[0; 2]; values]).collect() }
    }

    /// Learns from a position: its legal moves and which of them was played.
    pub fn learn(&mut self, moves: &[Vector], played: usize) {
        for (i, vector) in moves.iter().enumerate() {
            let class = usize::from(i == played);
            self.classes[class] += 1;
            for (feature, counts) in self.counts.iter_mut().enumerate() {
                if let Some(count) = counts.get_mut(vector.value(feature)) {
                    count[class] += 1;
                }
            }
        }
    }

    /// Adds what another one learned about the same features; false if they differ.
    pub fn merge(&mut self, other: &Bayes) -> bool {
        let same = self.counts.iter().map(Vec::len).eq(other.counts.iter().map(Vec::len));
        if same {
            for class in 0..2 {
                self.classes[class] += other.classes[class];
            }
            let counts = self.counts.iter_mut().flatten();
            for (count, more) in counts.zip(other.counts.iter().flatten()) {
                count[0] += more[0];
                count[1] += more[1];
            }
        }
        same
    }

    /// The probabilities ready for use.
    pub fn scorer(&self) -> Scorer {
        let odds = |feature: &Vec<[u64; 2]>| {
            let sums =
                [0, 1].map(|class| feature.iter().map(|c| c[class] as f64 + SMALL).sum::<f64>());
            let odds = |count: &[u64; 2]| {
                ((count[1] as f64 + SMALL) / sums[1]).ln()
                    - ((count[0] as f64 + SMALL) / sums[0]).ln()
            };
            feature.iter().map(odds).collect()
        };
        let prior = (self.classes[1] as f64 + SMALL).ln() - (self.classes[0] as f64 + SMALL).ln();
        Scorer { prior, odds: self.counts.iter().map(odds).collect() }
    }
}

/// The paper's small positive number that every count begins with.
const SMALL: f64 = 0.01;

/// The learned log-odds of each feature value.
#[derive(Clone, Debug)]
pub struct Scorer {
    prior: f64,
    odds: Vec<Vec<f64>>,
}

impl Scorer {
    /// The probability that a move with these features is played (equation 2.1),
    /// written by way of the odds: P = 1 / (1 + e^−odds).
    pub fn probability(&self, vector: &Vector) -> f64 {
        let odds: f64 = (0..FEATURES)
            .map(|feature| self.odds[feature].get(vector.value(feature)).copied().unwrap_or(0.0))
            .sum();
        1.0 / (1.0 + (-(self.prior + odds)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn two_halves_equal_the_whole() {
        let positions = samples::paper_positions(30);
        let patterns = samples::squares().len();
        let learned = |positions: &[(Vec<Vector>, usize)]| {
            let mut bayes = Bayes::new(patterns);
            for (moves, played) in positions {
                bayes.learn(moves, *played);
            }
            bayes
        };
        let whole = learned(&positions);
        let (first, second) = positions.split_at(positions.len() / 2);
        let mut merged = learned(first);
        assert!(merged.merge(&learned(second)));
        assert_eq!(merged, whole);
        // And online: going on from the first half.
        let mut online = learned(first);
        for (moves, played) in second {
            online.learn(moves, *played);
        }
        assert_eq!(online, whole);
        assert!(!merged.merge(&Bayes::new(patterns + 1)));
    }

    #[test]
    fn the_probability_is_that_of_equation_2_1() {
        let positions = samples::paper_positions(10);
        let mut bayes = Bayes::new(samples::squares().len());
        for (moves, played) in &positions {
            bayes.learn(moves, *played);
        }
        let scorer = bayes.scorer();
        for vector in &positions[3].0 {
            let total = (bayes.classes[0] + bayes.classes[1]) as f64 + 2.0 * SMALL;
            let mut product = [0, 1].map(|c| (bayes.classes[c] as f64 + SMALL) / total);
            for (feature, counts) in bayes.counts.iter().enumerate() {
                for class in 0..2 {
                    let sum: f64 = counts.iter().map(|c| c[class] as f64 + SMALL).sum();
                    product[class] *= (counts[vector.value(feature)][class] as f64 + SMALL) / sum;
                }
            }
            let slow = product[1] / (product[0] + product[1]);
            assert!((scorer.probability(vector) - slow).abs() < 1e-12);
        }
    }
}
