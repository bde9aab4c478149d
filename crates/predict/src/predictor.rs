//! Prediction: the probability of every legal move.

use std::sync::Arc;

use board::{Color, Point, Position};

use crate::bayes;
use crate::model::{Learned, Model};
use crate::network::Forward;
use crate::paper::Extractor;
use crate::scene::Scene;

/// Predicts moves of one position after another. Following a game is faster than
/// jumping between positions, but not required.
pub struct Predictor {
    model: Arc<Model>,
    /// What belongs to the board size of the latest position.
    eyes: Option<Eyes>,
    forward: Forward,
}

/// How the current part of the model looks at positions.
enum Eyes {
    Network(Box<Scene>),
    Bayes(Extractor, bayes::Scorer),
    BradleyTerry(Extractor),
}

/// A legal move and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likely {
    /// Where.
    pub point: Point,
    /// The probability; those of all legal moves add up to 1.
    pub p: f64,
}

impl Predictor {
    /// A predictor with this model.
    pub fn new(model: Arc<Model>) -> Predictor {
        Predictor { model, eyes: None, forward: Forward::default() }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// All legal moves of `color`, from A1 along the rows upward.
    pub fn moves(&mut self, position: &Position, color: Color) -> Vec<Likely> {
        let size = position.size();
        let model = Arc::clone(&self.model);
        let part = model.part(size.width().max(size.height()));
        let fits = match &self.eyes {
            Some(Eyes::Network(scene)) => scene.size() == size,
            Some(Eyes::Bayes(eyes, _) | Eyes::BradleyTerry(eyes)) => eyes.size() == size,
            None => false,
        };
        if !fits {
            self.eyes = Some(match &part.learned {
                Learned::Network(network) => {
                    Eyes::Network(Box::new(Scene::new(size, network.extras())))
                }
                Learned::Bayes(bayes) => Eyes::Bayes(Extractor::new(size), bayes.scorer()),
                Learned::BradleyTerry(_) => Eyes::BradleyTerry(Extractor::new(size)),
            });
        }
        match (&mut self.eyes, &part.learned) {
            (Some(Eyes::Network(scene)), Learned::Network(network)) => {
                let candidates = scene.look(position, color, &part.dictionary);
                network.run(candidates, &mut self.forward);
                let scores = self.forward.probabilities.iter().map(|&p| f64::from(p));
                likely(&candidates.points, scores.collect())
            }
            (Some(Eyes::Bayes(extractor, scorer)), _) => {
                let moves = extractor.extract(position, color, &part.dictionary);
                let scores = moves.vectors.iter().map(|v| scorer.probability(v)).collect();
                likely(&moves.points, scores)
            }
            (Some(Eyes::BradleyTerry(extractor)), Learned::BradleyTerry(strengths)) => {
                let moves = extractor.extract(position, color, &part.dictionary);
                let scores =
                    moves.vectors.iter().map(|v| strengths.log_strength(v).exp()).collect();
                likely(&moves.points, scores)
            }
            _ => Vec::new(),
        }
    }

    /// All legal moves of `color`, the likeliest first; equally likely ones in
    /// their order on the board.
    pub fn ranked(&mut self, position: &Position, color: Color) -> Vec<Likely> {
        let mut moves = self.moves(position, color);
        moves.sort_by(|a, b| b.p.total_cmp(&a.p));
        moves
    }
}

/// Divides by the sum, so that the probabilities add up to 1.
fn likely(points: &[Point], scores: Vec<f64>) -> Vec<Likely> {
    let sum: f64 = scores.iter().sum();
    let even = 1.0 / points.len().max(1) as f64;
    let share = |score: f64| if sum > 0.0 && sum.is_finite() { score / sum } else { even };
    points.iter().zip(scores).map(|(&point, score)| Likely { point, p: share(score) }).collect()
}
