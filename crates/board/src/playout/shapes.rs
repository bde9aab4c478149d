//! Shapes of three by three points around an empty point where a move is often
//! right: hanes, cuts and moves at the edge, as in the first strong Monte-Carlo
//! programs (Gelly, Wang, Munos and Teytaud 2006).

use std::sync::LazyLock;

/// What the eight neighbours hold, two bits each: 0 and 1 the colors, 2 empty,
/// 3 off the board. First the four beside the point, then the four diagonal ones,
/// in the order of `Light`'s neighbours.
pub(super) type Around = u16;

/// Whether a shape stands around a point, whoever is to move.
#[inline(always)]
pub(super) fn stands(around: Around) -> bool {
    SHAPES[around as usize >> 6] >> (around & 63) & 1 != 0
}

/// Rows from the top. `X` and `O` are the colors, either way round; `.` is empty
/// and `-` off the board; `x` and `o` are anything on the board but that color,
/// `?` is anything at all.
const TEXTS: [&str; 13] = [
    // Hanes: round the outside of a stone, with or without support.
    "XOX ... ???",
    "XO. ... ?.?",
    "XO? X.. x.?",
    // A stone attached from the side, nothing else near.
    ".O. X.. ...",
    // Cuts: open, looked at, and through the middle.
    "XO? O.o ?o?",
    "XO? O.X ???",
    "?X? O.O ooo",
    "OX? o.O ???",
    // The edge: pushing along, blocking, descending, cutting.
    "X.? O.? ---",
    "OX? X.O ---",
    "?X? x.O ---",
    "?XO x.x ---",
    "?OX X.O ---",
];

/// Places of the eight neighbours in a text, left to right and top to bottom, in
/// the order of [`Around`]: up, left, right, down, then the diagonals likewise.
const PLACES: [(usize, usize); 8] =
    [(0, 1), (1, 0), (1, 2), (2, 1), (0, 0), (0, 2), (2, 0), (2, 2)];

static SHAPES: LazyLock<Box<[u64; 1024]>> = LazyLock::new(|| {
    let mut shapes = Box::new([0; 1024]);
    for text in TEXTS {
        let rows: Vec<&[u8]> = text.split(' ').map(str::as_bytes).collect();
        for turn in 0..8 {
            // One of the eight ways to lay the square over itself.
            let cell = |(row, column): (usize, usize)| {
                let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
                let row = if turn & 2 == 0 { row } else { 2 - row };
                let column = if turn & 4 == 0 { column } else { 2 - column };
                rows[row][column]
            };
            for swapped in [false, true] {
                let allowed = PLACES.map(|place| contents(cell(place), swapped));
                fill(&mut shapes, &allowed, 0, 0);
            }
        }
    }
    shapes
});

/// What a letter allows.
fn contents(letter: u8, swapped: bool) -> &'static [u16] {
    match (letter, swapped) {
        (b'X', false) | (b'O', true) => &[0],
        (b'O', false) | (b'X', true) => &[1],
        (b'x', false) | (b'o', true) => &[1, 2],
        (b'o', false) | (b'x', true) => &[0, 2],
        (b'.', _) => &[2],
        (b'-', _) => &[3],
        _ => &[0, 1, 2, 3],
    }
}

fn fill(shapes: &mut [u64; 1024], allowed: &[&[u16]; 8], at: usize, around: Around) {
    let Some(contents) = allowed.get(at) else {
        shapes[around as usize >> 6] |= 1 << (around & 63);
        return;
    };
    for content in *contents {
        fill(shapes, allowed, at + 1, around | content << (2 * at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(text: &str) -> Around {
        let rows: Vec<&[u8]> = text.split(' ').map(str::as_bytes).collect();
        let bits = PLACES.iter().enumerate().map(|(i, &(row, column))| {
            let content = match rows[row][column] {
                b'X' => 0,
                b'O' => 1,
                b'.' => 2,
                _ => 3,
            };
            content << (2 * i)
        });
        bits.sum()
    }

    #[test]
    fn shapes_stand_turned_and_with_colors_changed() {
        assert!(stands(around("XOX ... ...")));
        assert!(stands(around("O.. X.. O..")));
        assert!(stands(around("O.. X.. ---")));
        assert!(!stands(around("... ... ...")));
        assert!(!stands(around("XXX X.X XXX")));
    }
}
