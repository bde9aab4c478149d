//! The network: features are added up as vectors, and two small layers weigh the sum.
//!
//! Every feature has a vector and a weight. The vectors of a move's features and
//! of its context are added and pass a layer of rectifiers; a second layer and the
//! sum of the weights give the score. A move's probability is its share of
//! exponentials of scores, as in a Bradley–Terry model, of which this is the
//! extension by interactions between features.

use pulp::Arch;

use crate::numbers::Extras;
use crate::scene::Candidates;

/// The length of a feature's vector.
pub const WIDTH: usize = 32;
/// The number of hidden units after the second layer.
pub const HIDDEN: usize = 32;

/// A vector of the first layer.
pub type Row = [f32; WIDTH];

/// The weights.
#[derive(Clone, Debug)]
pub struct Network {
    /// The vector of each feature.
    pub(crate) vectors: Vec<Row>,
    /// The weight of each feature.
    pub(crate) weights: Vec<f32>,
    /// The second layer, by input.
    pub(crate) layer: Vec<[f32; HIDDEN]>,
    pub(crate) bias: [f32; HIDDEN],
    /// From the hidden units to the score.
    pub(crate) output: [f32; HIDDEN],
    /// Which features it knows beyond those that all networks know.
    pub(crate) extras: Extras,
}

/// What was computed for a position, kept for learning.
#[derive(Clone, Debug, Default)]
pub struct Forward {
    /// The first layer of each move, after the rectifiers.
    pub(crate) first: Vec<Row>,
    /// The second layer of each move, after the rectifiers.
    pub(crate) second: Vec<[f32; HIDDEN]>,
    /// The score of each move, then its probability.
    pub probabilities: Vec<f32>,
}

impl Network {
    /// A network of zeros for so many features.
    pub fn zeros(features: usize) -> Network {
        Network {
            vectors: vec![[0.0; WIDTH]; features],
            weights: vec![0.0; features],
            layer: vec![[0.0; HIDDEN]; WIDTH],
            bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            extras: Extras::default(),
        }
    }

    /// Which features it knows beyond those that all networks know.
    pub fn extras(&self) -> Extras {
        self.extras
    }

    /// The number of features.
    pub fn features(&self) -> usize {
        self.weights.len()
    }

    /// Computes the probability of each move into `forward`.
    pub fn run(&self, candidates: &Candidates, forward: &mut Forward) {
        // Compiled for the vectors of several processors; all give the same numbers,
        // since each is added up in the same order and nothing is fused.
        Arch::new().dispatch(
            #[inline(always)]
            || self.score(candidates, forward),
        );
        softmax(&mut forward.probabilities);
    }

    /// Computes the score of each move.
    #[inline(always)]
    fn score(&self, candidates: &Candidates, forward: &mut Forward) {
        let moves = candidates.points.len();
        let mut context = [0.0; WIDTH];
        for &feature in &candidates.context {
            add(&mut context, &self.vectors[feature as usize]);
        }
        forward.first.clear();
        forward.second.clear();
        forward.probabilities.clear();
        for i in 0..moves {
            let mut first = context;
            let mut score = candidates.offset(i);
            for &feature in candidates.features(i) {
                add(&mut first, &self.vectors[feature as usize]);
                score += self.weights[feature as usize];
            }
            forward.first.push(first.map(|unit| unit.max(0.0)));
            forward.probabilities.push(score);
        }
        for (first, score) in forward.first.iter().zip(&mut forward.probabilities) {
            let second = self.second(first);
            for (unit, weight) in second.iter().zip(&self.output) {
                *score += unit * weight;
            }
            forward.second.push(second);
        }
    }

    /// The second layer after the rectifiers.
    #[inline(always)]
    fn second(&self, first: &Row) -> [f32; HIDDEN] {
        /// As many units at once as sums find room in the registers.
        const SPAN: usize = 16;
        let mut second = self.bias;
        for (k, units) in second.as_chunks_mut::<SPAN>().0.iter_mut().enumerate() {
            let mut sums = *units;
            for (input, weights) in first.iter().zip(&self.layer) {
                // Without asking whether the input is zero: a wrong guess costs more.
                for (sum, weight) in sums.iter_mut().zip(&weights.as_chunks::<SPAN>().0[k]) {
                    *sum += input * weight;
                }
            }
            *units = sums.map(|unit| unit.max(0.0));
        }
        second
    }
}

#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}

/// Turns scores into probabilities.
pub(crate) fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        sum += *score;
    }
    for score in scores.iter_mut() {
        *score /= sum;
    }
}
