//! Figures of tactical reading.

use std::time::Duration;

use board::{Color, Position, Rules, Size};
use budget::Budget;
use tactics::capture::{Effort, blocks};

use super::bench::fastest;

/// Microseconds for the status of every block of a board of 120 scattered stones.
pub(super) fn all_blocks(time: Duration) -> f64 {
    let position = scattered();
    let per_second = fastest(1, time, || {
        let read = blocks(&position, &Effort::quick(), &mut Budget::unlimited());
        std::hint::black_box(&read);
    });
    1e6 / per_second
}

/// Legal moves in turn on points chosen by a fixed random sequence, a few at a
/// time close together, so that blocks touch.
pub(super) fn scattered() -> Position {
    let size = Size::square(19).expect("19 is a legal size");
    let mut position = Position::new(size, Rules::japanese());
    let points: Vec<_> = size.points().collect();
    let mut seed: u64 = 1985;
    let mut color = Color::Black;
    while position.moves().len() < 120 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let point = points[(seed >> 33) as usize % points.len()];
        let inside = (2..17).contains(&point.column()) && (2..17).contains(&point.row());
        if inside && position.play(color, point.into()).is_ok() {
            color = color.opponent();
        }
    }
    position
}
