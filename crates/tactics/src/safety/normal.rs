//! One analysis for all boards that differ by a symmetry or by colors, so that
//! equal boards have equal answers whatever the order of points.

use board::{Color, PointSet, Position, Symmetry};

use super::Safety;

/// Analyzes the least of the sixteen forms of a board and turns the answer back.
pub(crate) fn in_normal_form(
    position: &Position,
    assumed: &PointSet,
    analyze: impl FnOnce(&Position, &PointSet) -> Safety,
) -> Safety {
    let setup = position.setup();
    let size = setup.size;
    let least = Symmetry::ALL
        .into_iter()
        .flat_map(|symmetry| [(symmetry, false), (symmetry, true)])
        .map(|(symmetry, swapped)| {
            let turned = symmetry.setup(&setup);
            let turned = if swapped { turned.swap_colors() } else { turned };
            let assumed = symmetry.set(size, assumed);
            let key = (turned.size, turned.black, turned.white, assumed);
            (key, symmetry, swapped, turned)
        })
        .min_by_key(|(key, ..)| *key)
        .expect("there are sixteen forms");
    let ((turned_size, _, _, turned_assumed), symmetry, swapped, turned) = least;
    let Ok(normal) = Position::from_setup(&turned, *position.rules()) else {
        // A position has a legal setup; if not, any form will do.
        return analyze(position, assumed);
    };
    let answer = analyze(&normal, &turned_assumed);
    let back = |set: PointSet| symmetry.inverse().set(turned_size, &set);
    let both = |mut sets: [PointSet; 2]| {
        if swapped {
            sets.swap(Color::Black.index(), Color::White.index());
        }
        sets.map(back)
    };
    Safety {
        safe: both(answer.safe),
        territory: both(answer.territory),
        eyes: both(answer.eyes),
        dame: back(answer.dame),
        assuming: back(answer.assuming),
        by: answer.by.map(back),
    }
}
