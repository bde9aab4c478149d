//! Influence: how far stones reach.
//!
//! Every stone that is not caught radiates; each step through empty points halves it
//! (exponential) or divides it by the distance (`1/distance`): the two ways of Chen 2002,
//! section 2.4. Enemy stones stop it.

use std::collections::VecDeque;

use board::{CELLS, Color, Point, PointSet, Position};

/// How influence fades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decay {
    /// By half with every step.
    Exponential,
    /// By the distance.
    Harmonic,
}

/// How far influence is followed.
const REACH: usize = 6;

/// The influence of both sides on every point.
#[derive(Clone, Debug)]
pub struct Influence {
    of: [Vec<f32>; 2],
}

impl Influence {
    /// The influence of all stones but the `caught` ones.
    pub fn new(position: &Position, caught: &PointSet, decay: Decay) -> Influence {
        let mut of = [vec![0.0; CELLS], vec![0.0; CELLS]];
        for color in Color::BOTH {
            let walls = *position.stones(color.opponent()) - *caught;
            let sources = *position.stones(color) - *caught;
            let field = &mut of[color.index()];
            let mut seen = vec![0u32; CELLS];
            for (number, source) in sources.iter().enumerate() {
                let number = number as u32 + 1;
                let mut waiting = VecDeque::from([(source, 0)]);
                seen[source.index()] = number;
                while let Some((point, distance)) = waiting.pop_front() {
                    field[point.index()] += strength(decay, distance);
                    if distance == REACH {
                        continue;
                    }
                    for next in position.size().neighbors(point) {
                        if seen[next.index()] != number && !walls.contains(next) {
                            seen[next.index()] = number;
                            waiting.push_back((next, distance + 1));
                        }
                    }
                }
            }
        }
        Influence { of }
    }

    /// The influence of one side; a stone has 1 on its own point.
    pub fn of(&self, color: Color, point: Point) -> f64 {
        f64::from(self.of[color.index()][point.index()])
    }

    /// How much a point belongs to Black, from −1 (White) to 1, as far as influence tells.
    pub fn balance(&self, point: Point) -> f64 {
        let (black, white) = (self.of(Color::Black, point), self.of(Color::White, point));
        let most = black.max(white);
        if most <= 0.0 {
            return 0.0;
        }
        // Weak influence claims little, however undisputed.
        (black - white) / most * (most / 0.5).min(1.0)
    }
}

fn strength(decay: Decay, distance: usize) -> f32 {
    match decay {
        Decay::Exponential => 0.5f32.powi(distance as i32),
        Decay::Harmonic => 1.0 / (1.0 + distance as f32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    #[test]
    fn influence_halves_and_stops_at_enemy_stones() {
        let setup: Setup = "
            X . . O .
            . . . O .
            . . . O ."
            .parse()
            .unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let influence = Influence::new(&position, &PointSet::EMPTY, Decay::Exponential);
        let at = |name: &str| influence.of(Color::Black, name.parse().unwrap());
        assert_eq!((at("A3"), at("B3"), at("C3"), at("E3")), (1.0, 0.5, 0.25, 0.0));
        assert!(influence.balance("E2".parse().unwrap()) < -0.9);
        let harmonic = Influence::new(&position, &PointSet::EMPTY, Decay::Harmonic);
        assert!(harmonic.of(Color::Black, "C3".parse().unwrap()) > 0.3);
    }
}
