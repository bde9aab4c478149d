//! Learning the network: stochastic gradient ascent of the log-likelihood.
//!
//! Vectors and weights of features learn by Adagrad with one rate a row, at once
//! after each position; the second layer learns by Adam after every few. Moves
//! whose probability is negligible are left out of most backward passes and count
//! for more in the others, so that the gradient stays right on average.

use board::playout::Random;
use pattern::bytes::{Damaged, Reader, Writer};

use crate::network::{Forward, HIDDEN, Network, Row, WIDTH};
use crate::numbers::{EXTRA, Extras, SMALL, Theme};
use crate::scene::Candidates;

/// How fast to learn.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Step size of feature vectors.
    pub vectors: f32,
    /// Step size of feature weights.
    pub weights: f32,
    /// Step size of the second layer.
    pub layer: f32,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates { vectors: 0.06, weights: 0.06, layer: 0.002 }
    }
}

impl Rates {
    /// The same rates, so many times as large.
    pub fn scaled(self, factor: f32) -> Rates {
        Rates {
            vectors: self.vectors * factor,
            weights: self.weights * factor,
            layer: self.layer * factor,
        }
    }
}

/// A network that learns.
#[derive(Clone, Debug)]
pub struct Learner {
    network: Network,
    /// Sums of squared gradients, by feature.
    vector_squares: Vec<f32>,
    weight_squares: Vec<f32>,
    dense: Dense,
    forward: Forward,
    random: Random,
    learned: u64,
}

const MAGIC: &[u8; 4] = b"TdmL";
const VERSION: u16 = 2;

/// Positions between two steps of the second layer.
const BATCH: u32 = 16;
/// Moves less likely than this are seldom learned from.
const NEGLIGIBLE: f32 = 0.003;

impl Learner {
    /// A fresh network for so many features, which knows these beyond what all know;
    /// everything is fixed by the seed.
    pub fn new(features: usize, extras: Extras, seed: u64) -> Learner {
        let mut random = Random::new(seed);
        let mut network = Network::zeros(features);
        network.extras = extras;
        let mut draw = |scale: f32| (random.below(2_000_001) as f32 / 1e6 - 1.0) * scale;
        // What only some networks know is drawn last: all others begin as without it.
        let extra = |feature: &usize| (EXTRA as usize..SMALL as usize).contains(feature);
        for feature in (0..features).filter(|feature| !extra(feature)) {
            network.vectors[feature].fill_with(|| draw(0.02));
        }
        for column in &mut network.layer {
            column.fill_with(|| draw((6.0 / WIDTH as f32).sqrt()));
        }
        network.output.fill_with(|| draw((3.0 / HIDDEN as f32).sqrt()));
        for feature in (0..features).filter(extra) {
            network.vectors[feature].fill_with(|| draw(0.02));
        }
        Learner {
            network,
            vector_squares: vec![1e-5; features],
            weight_squares: vec![1e-3; features],
            dense: Dense::default(),
            forward: Forward::default(),
            random,
            learned: 0,
        }
    }

    /// Learns nothing of a theme's features: they count for nothing.
    pub fn leave_out(&mut self, theme: &Theme) {
        for feature in (0..self.network.features()).filter(|&f| theme.contains(f as u32)) {
            self.network.vectors[feature] = [0.0; WIDTH];
            // So many past gradients that no step is taken any more.
            self.vector_squares[feature] = f32::INFINITY;
            self.weight_squares[feature] = f32::INFINITY;
        }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The finished network.
    pub fn into_network(self) -> Network {
        self.network
    }

    /// The number of positions learned from.
    pub fn learned(&self) -> u64 {
        self.learned
    }

    /// Everything needed to go on learning later, but for what is left out and the place in
    /// the games.
    /// `place` is the caller's note of that. Best taken between two games.
    pub fn to_bytes(&self, place: u64) -> Vec<u8> {
        let mut writer = Writer::new(MAGIC, VERSION);
        writer.u64(place);
        writer.u64(self.learned);
        writer.u32(self.network.features() as u32);
        writer.u32(self.network.extras.bits());
        writer.u32(self.dense.positions);
        writer.u32(self.dense.steps as u32);
        for value in self.values() {
            // No reader takes infinity.
            writer.f32(value.min(f32::MAX));
        }
        writer.finish()
    }

    /// Reads back what [`Learner::to_bytes`] wrote: the learner and the caller's note.
    pub fn from_bytes(
        bytes: &[u8],
        features: usize,
        extras: Extras,
    ) -> Result<(Learner, u64), Damaged> {
        let mut reader = Reader::new(bytes, MAGIC, VERSION)?;
        let (place, learned) = (reader.u64()?, reader.u64()?);
        if (reader.u32()? as usize, reader.u32()?) != (features, extras.bits()) {
            return Err(Damaged::Content);
        }
        let mut learner = Learner::new(features, extras, learned);
        learner.learned = learned;
        learner.dense.positions = reader.u32()?.min(BATCH - 1);
        learner.dense.steps = reader.u32()? as i32;
        for value in learner.values_mut() {
            *value = reader.f32()?;
        }
        Ok((learner, place))
    }

    /// All numbers that change by learning, in a fixed order.
    fn values(&self) -> impl Iterator<Item = &f32> {
        let (network, dense) = (&self.network, &self.dense);
        let vectors = network.vectors.iter().flatten().chain(&network.weights);
        let squares = self.vector_squares.iter().chain(&self.weight_squares);
        let layer = network.layer.iter().flatten().chain(&network.bias).chain(&network.output);
        let sums = dense.layer.iter().flatten().chain(&dense.bias).chain(&dense.output);
        vectors.chain(squares).chain(layer).chain(sums).chain(dense.means.iter().flatten())
    }

    fn values_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        let (network, dense) = (&mut self.network, &mut self.dense);
        let vectors = network.vectors.iter_mut().flatten().chain(&mut network.weights);
        let squares = self.vector_squares.iter_mut().chain(&mut self.weight_squares);
        let layer = network.layer.iter_mut().flatten();
        let layer = layer.chain(&mut network.bias).chain(&mut network.output);
        let sums = dense.layer.iter_mut().flatten();
        let sums = sums.chain(&mut dense.bias).chain(&mut dense.output);
        vectors.chain(squares).chain(layer).chain(sums).chain(dense.means.iter_mut().flatten())
    }

    /// Learns that of these moves the one with index `played` was played.
    /// Returns its log-probability before.
    pub fn learn(&mut self, candidates: &Candidates, played: usize, rates: &Rates) -> f32 {
        // The draws of a position depend on its number alone, so that learning can be resumed.
        self.random = Random::new(self.learned);
        self.network.run(candidates, &mut self.forward);
        let mut context = [0.0; WIDTH];
        for i in 0..candidates.points.len() {
            let p = self.forward.probabilities[i];
            let mut gradient = -p;
            if i == played {
                gradient += 1.0;
            } else if p < NEGLIGIBLE {
                // Kept with probability p / NEGLIGIBLE, and then as heavy as that is rare.
                if self.random.below(1 << 20) as f32 >= p / NEGLIGIBLE * (1 << 20) as f32 {
                    continue;
                }
                gradient = -NEGLIGIBLE;
            }
            let below = self.back(i, gradient);
            for &feature in candidates.features(i) {
                self.step(feature as usize, gradient, &below, rates);
            }
            for (sum, value) in context.iter_mut().zip(&below) {
                *sum += value;
            }
        }
        for &feature in &candidates.context {
            self.step(feature as usize, 0.0, &context, rates);
        }
        self.learned += 1;
        self.dense.positions += 1;
        if self.dense.positions == BATCH {
            self.dense.apply(&mut self.network, rates.layer);
        }
        self.forward.probabilities[played].max(1e-30).ln()
    }

    /// The gradient at the first layer of the `i`-th move.
    fn back(&mut self, i: usize, gradient: f32) -> Row {
        let (first, second) = (&self.forward.first[i], &self.forward.second[i]);
        let mut above = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            self.dense.output[unit] += gradient * second[unit];
            if second[unit] > 0.0 {
                above[unit] = gradient * self.network.output[unit];
                self.dense.bias[unit] += above[unit];
            }
        }
        let mut below = [0.0; WIDTH];
        for input in 0..WIDTH {
            let value = first[input];
            if value > 0.0 {
                let weights = &self.network.layer[input];
                let sums = &mut self.dense.layer[input];
                let mut dot = [0.0f32; 8];
                for ((weights, sums), above) in weights
                    .as_chunks::<8>()
                    .0
                    .iter()
                    .zip(sums.as_chunks_mut::<8>().0)
                    .zip(above.as_chunks::<8>().0)
                {
                    for k in 0..8 {
                        dot[k] += weights[k] * above[k];
                        sums[k] += value * above[k];
                    }
                }
                below[input] = dot.iter().sum();
            }
        }
        below
    }

    /// One step of a feature's weight and vector.
    #[inline]
    fn step(&mut self, feature: usize, gradient: f32, below: &Row, rates: &Rates) {
        if gradient != 0.0 {
            let squares = &mut self.weight_squares[feature];
            *squares += gradient * gradient;
            self.network.weights[feature] += rates.weights * gradient / squares.sqrt();
        }
        let mut lanes = [0.0f32; 8];
        for chunk in below.as_chunks::<8>().0 {
            for k in 0..8 {
                lanes[k] += chunk[k] * chunk[k];
            }
        }
        let squares = &mut self.vector_squares[feature];
        *squares += lanes.iter().sum::<f32>() / WIDTH as f32;
        let rate = rates.vectors / squares.sqrt();
        for (value, step) in self.network.vectors[feature].iter_mut().zip(below) {
            *value += rate * step;
        }
    }
}

/// Gradients of the second layer, and their running means for Adam (Kingma and Ba 2015).
#[derive(Clone, Debug)]
struct Dense {
    layer: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    output: [f32; HIDDEN],
    /// Mean and mean square of every gradient, in the order layer, bias, output.
    means: Vec<[f32; 2]>,
    positions: u32,
    steps: i32,
}

impl Default for Dense {
    fn default() -> Dense {
        Dense {
            layer: vec![[0.0; HIDDEN]; WIDTH],
            bias: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            means: vec![[0.0; 2]; WIDTH * HIDDEN + 2 * HIDDEN],
            positions: 0,
            steps: 0,
        }
    }
}

impl Dense {
    fn apply(&mut self, network: &mut Network, rate: f32) {
        const DECAY: [f32; 2] = [0.9, 0.999];
        self.steps = self.steps.saturating_add(1);
        let correct = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let scale = 1.0 / self.positions as f32;
        let values = network.layer.iter_mut().flatten();
        let values = values.chain(&mut network.bias).chain(&mut network.output);
        let gradients = self.layer.iter_mut().flatten();
        let gradients = gradients.chain(&mut self.bias).chain(&mut self.output);
        for ((value, gradient), mean) in values.zip(gradients).zip(&mut self.means) {
            let g = *gradient * scale;
            mean[0] = DECAY[0] * mean[0] + (1.0 - DECAY[0]) * g;
            mean[1] = DECAY[1] * mean[1] + (1.0 - DECAY[1]) * g * g;
            *value += rate * (mean[0] / correct[0]) / ((mean[1] / correct[1]).sqrt() + 1e-8);
            *gradient = 0.0;
        }
        self.positions = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use crate::scene::Scene;

    fn lessons() -> (usize, Vec<(Candidates, usize)>) {
        let known = samples::contexts();
        let mut lessons = Vec::new();
        for game in samples::games(4, 7, 30) {
            let mut scene = Scene::new(game.start.size, Extras::default());
            game.replay(|position, color, point| {
                let seen = scene.look(position, color, &known).clone();
                let played = seen.points.iter().position(|&p| p == point).expect("legal");
                lessons.push((seen, played));
                true
            });
        }
        (SMALL as usize + known.len(), lessons)
    }

    fn likelihood(network: &Network, lessons: &[(Candidates, usize)]) -> f32 {
        let mut forward = Forward::default();
        let log = |(seen, played): &(Candidates, usize)| {
            network.run(seen, &mut forward);
            forward.probabilities[*played].ln()
        };
        lessons.iter().map(log).sum()
    }

    #[test]
    fn learning_makes_what_was_played_likelier() {
        let (features, lessons) = lessons();
        let mut learner = Learner::new(features, Extras::default(), 1);
        let before = likelihood(learner.network(), &lessons);
        for _ in 0..5 {
            for (seen, played) in &lessons {
                learner.learn(seen, *played, &Rates::default());
            }
        }
        assert!(likelihood(learner.network(), &lessons) > before + 50.0);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_likelihood() {
        let (features, lessons) = lessons();
        let mut learner = Learner::new(features, Extras::default(), 3);
        for (seen, played) in &lessons[..40] {
            learner.learn(seen, *played, &Rates::default());
        }
        let (seen, played) = &lessons[50];
        // The slope by the first vector of the context, which all moves share.
        let feature = seen.context[0] as usize;
        let mut sum = [0.0f32; WIDTH];
        learner.network.run(seen, &mut learner.forward);
        for i in 0..seen.points.len() {
            let gradient = f32::from(u8::from(i == *played)) - learner.forward.probabilities[i];
            for (sum, value) in sum.iter_mut().zip(learner.back(i, gradient)) {
                *sum += value;
            }
        }
        for (unit, &slope) in sum.iter().enumerate() {
            let mut at = |step: f32| {
                let mut network = learner.network.clone();
                network.vectors[feature][unit] += step;
                network.run(seen, &mut learner.forward);
                learner.forward.probabilities[*played].ln()
            };
            let measured = (at(1e-2) - at(-1e-2)) / 2e-2;
            assert!((measured - slope).abs() < 0.02, "unit {unit}: {measured} against {slope}");
        }
    }

    #[test]
    fn what_is_left_out_counts_for_nothing() {
        let (features, lessons) = lessons();
        let mut learner = Learner::new(features, Extras::default(), 1);
        let theme = &Theme::ALL[0];
        learner.leave_out(theme);
        for (seen, played) in &lessons {
            learner.learn(seen, *played, &Rates::default());
        }
        let network = learner.into_network();
        for feature in 0..features {
            let counts = network.weights[feature] != 0.0 || network.vectors[feature][0] != 0.0;
            assert!(!(counts && theme.contains(feature as u32)));
        }
        assert!(network.weights.iter().any(|&weight| weight != 0.0));
    }

    #[test]
    fn learning_goes_on_where_it_was_interrupted() {
        let (features, lessons) = lessons();
        let rates = Rates::default();
        let place = &Theme::ALL[1];
        let mut through = Learner::new(features, Extras::default(), 1);
        through.leave_out(place);
        for (seen, played) in &lessons {
            through.learn(seen, *played, &rates);
        }
        let mut first = Learner::new(features, Extras::default(), 1);
        first.leave_out(place);
        for (seen, played) in &lessons[..37] {
            first.learn(seen, *played, &rates);
        }
        let (mut second, note) =
            Learner::from_bytes(&first.to_bytes(37), features, Extras::default()).unwrap();
        second.leave_out(place);
        assert_eq!(note, 37);
        for (seen, played) in &lessons[37..] {
            second.learn(seen, *played, &rates);
        }
        assert!(through.values().eq(second.values()));
        assert_eq!(
            Learner::from_bytes(&first.to_bytes(0), features + 1, Extras::default()).unwrap_err(),
            Damaged::Content
        );
    }
}
