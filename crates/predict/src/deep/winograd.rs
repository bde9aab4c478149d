//! Convolutions of 3×3 by Winograd's minimal filtering (Lavin and Gray 2015, F(4×4, 3×3)).
//!
//! The board is cut into tiles of 4×4 results. Each needs 6×6 inputs, which are
//! transformed into 36 numbers; in that form a convolution is 36 products of
//! matrices over the channels, with a quarter of the multiplications of the plain
//! way. For learning every step is run backwards, by its transpose.

#![expect(clippy::needless_range_loop, reason = "columns of small square arrays")]

use board::Size;
use pulp::Simd;

use super::lanes::{Row, WIDTH, vectors, view, view_mut};

/// Numbers of a transformed tile.
pub(crate) const FREQUENCIES: usize = 36;
const TILE: usize = 4;
/// Points of a filter.
pub(crate) const TAPS: usize = 9;

/// Where the points of a board lie among rows: in a frame that holds whole tiles
/// and the points around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    width: usize,
    height: usize,
    across: usize,
    down: usize,
}

impl Grid {
    pub(crate) fn of(size: Size) -> Grid {
        let (width, height) = (size.width(), size.height());
        Grid { width, height, across: width.div_ceil(TILE), down: height.div_ceil(TILE) }
    }

    /// Tiles of a board.
    pub(crate) fn tiles(self) -> usize {
        self.across * self.down
    }

    fn stride(self) -> usize {
        TILE * self.across + 2
    }

    /// Rows of a board with its frame.
    pub(crate) fn rows(self) -> usize {
        self.stride() * (TILE * self.down + 2)
    }

    /// The place of a point.
    #[inline(always)]
    pub(crate) fn place(self, column: usize, row: usize) -> usize {
        (row + 1) * self.stride() + column + 1
    }

    /// The places of all points, from A1 along the rows upward.
    #[inline(always)]
    pub(crate) fn places(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.height)
            .flat_map(move |row| (0..self.width).map(move |column| self.place(column, row)))
    }

    /// The number of points.
    pub(crate) fn area(self) -> usize {
        self.width * self.height
    }

    /// The first place of each tile's inputs.
    #[inline(always)]
    fn corners(self) -> impl Iterator<Item = usize> {
        (0..self.down)
            .flat_map(move |y| (0..self.across).map(move |x| y * TILE * self.stride() + x * TILE))
    }
}

/// Transforms the inputs of boards, each in its frame, into `out`: all tiles for
/// the first frequency, then all for the second, and so on.
#[inline(always)]
pub(crate) fn transform_inputs<S: Simd>(simd: S, grid: Grid, x: &[Row], out: &mut [Row]) {
    let (across, stride) = (vectors::<S>(), grid.stride());
    let tiles = out.len() / FREQUENCIES;
    let (x, out) = (view::<S>(x), view_mut::<S>(out));
    let boards = x.chunks_exact(grid.rows() * across);
    let corners = boards.flat_map(|board| grid.corners().map(move |corner| (board, corner)));
    for (tile, (board, corner)) in corners.enumerate() {
        for c in 0..across {
            let mut half = [[simd.splat_f32s(0.0); 6]; 6];
            for (i, half) in half.iter_mut().enumerate() {
                let from = (corner + i * stride) * across + c;
                let line = &board[from..from + 5 * across + 1];
                *half = gather(simd, std::array::from_fn(|j| line[j * across]));
            }
            for j in 0..6 {
                let column = gather(simd, std::array::from_fn(|i| half[i][j]));
                for (i, value) in column.into_iter().enumerate() {
                    out[((i * 6 + j) * tiles + tile) * across + c] = value;
                }
            }
        }
    }
}

/// The transpose of [`transform_inputs`]: adds to `x`.
#[inline(always)]
pub(crate) fn add_inputs_back<S: Simd>(simd: S, grid: Grid, v: &[Row], x: &mut [Row]) {
    let (across, stride) = (vectors::<S>(), grid.stride());
    let tiles = v.len() / FREQUENCIES;
    let (v, x) = (view::<S>(v), view_mut::<S>(x));
    let mut tile = 0;
    for board in x.chunks_exact_mut(grid.rows() * across) {
        for corner in grid.corners() {
            for c in 0..across {
                let mut half = [[simd.splat_f32s(0.0); 6]; 6];
                for (i, half) in half.iter_mut().enumerate() {
                    *half = scatter(
                        simd,
                        std::array::from_fn(|j| v[((i * 6 + j) * tiles + tile) * across + c]),
                    );
                }
                for j in 0..6 {
                    let column = scatter(simd, std::array::from_fn(|i| half[i][j]));
                    for (i, value) in column.into_iter().enumerate() {
                        let place = (corner + i * stride + j) * across + c;
                        board[place] = simd.add_f32s(board[place], value);
                    }
                }
            }
            tile += 1;
        }
    }
}

/// Turns products back into the results of each point; what lies off the board is
/// not written.
#[inline(always)]
pub(crate) fn transform_outputs<S: Simd>(simd: S, grid: Grid, m: &[Row], y: &mut [Row]) {
    let (across, stride) = (vectors::<S>(), grid.stride());
    let tiles = m.len() / FREQUENCIES;
    let (m, y) = (view::<S>(m), view_mut::<S>(y));
    let mut tile = 0;
    for board in y.chunks_exact_mut(grid.rows() * across) {
        for corner in grid.corners() {
            let (left, below) = (corner % stride, corner / stride);
            let (wide, high) = ((grid.width - left).min(TILE), (grid.height - below).min(TILE));
            for c in 0..across {
                let mut half = [[simd.splat_f32s(0.0); TILE]; 6];
                for (i, half) in half.iter_mut().enumerate() {
                    *half = gather_results(
                        simd,
                        std::array::from_fn(|j| m[((i * 6 + j) * tiles + tile) * across + c]),
                    );
                }
                for j in 0..wide {
                    let column = gather_results(simd, std::array::from_fn(|i| half[i][j % TILE]));
                    for (i, value) in column.into_iter().take(high).enumerate() {
                        board[(corner + (i + 1) * stride + j + 1) * across + c] = value;
                    }
                }
            }
            tile += 1;
        }
    }
}

/// The transpose of [`transform_outputs`].
#[inline(always)]
pub(crate) fn transform_outputs_back<S: Simd>(simd: S, grid: Grid, y: &[Row], m: &mut [Row]) {
    let (across, stride) = (vectors::<S>(), grid.stride());
    let tiles = m.len() / FREQUENCIES;
    let (y, m) = (view::<S>(y), view_mut::<S>(m));
    let boards = y.chunks_exact(grid.rows() * across);
    let corners = boards.flat_map(|board| grid.corners().map(move |corner| (board, corner)));
    for (tile, (board, corner)) in corners.enumerate() {
        for c in 0..across {
            let mut half = [[simd.splat_f32s(0.0); 6]; TILE];
            for (i, half) in half.iter_mut().enumerate() {
                let from = (corner + (i + 1) * stride + 1) * across + c;
                let line = &board[from..from + 3 * across + 1];
                *half = scatter_results(simd, std::array::from_fn(|j| line[j * across]));
            }
            for j in 0..6 {
                let column = scatter_results(simd, std::array::from_fn(|i| half[i][j]));
                for (i, value) in column.into_iter().enumerate() {
                    m[((i * 6 + j) * tiles + tile) * across + c] = value;
                }
            }
        }
    }
}

#[inline(always)]
fn gather<S: Simd>(s: S, d: [S::f32s; 6]) -> [S::f32s; 6] {
    let (two, four, five) = (s.splat_f32s(2.0), s.splat_f32s(4.0), s.splat_f32s(-5.0));
    let a = s.sub_f32s(d[4], s.mul_f32s(four, d[2]));
    let b = s.sub_f32s(d[3], s.mul_f32s(four, d[1]));
    let c = s.sub_f32s(d[4], d[2]);
    let e = s.mul_f32s(two, s.sub_f32s(d[3], d[1]));
    [
        s.mul_add_e_f32s(four, d[0], s.mul_add_e_f32s(five, d[2], d[4])),
        s.add_f32s(a, b),
        s.sub_f32s(a, b),
        s.add_f32s(c, e),
        s.sub_f32s(c, e),
        s.mul_add_e_f32s(four, d[1], s.mul_add_e_f32s(five, d[3], d[5])),
    ]
}

#[inline(always)]
fn scatter<S: Simd>(s: S, v: [S::f32s; 6]) -> [S::f32s; 6] {
    let (two, four, five) = (s.splat_f32s(2.0), s.splat_f32s(4.0), s.splat_f32s(-5.0));
    let (sum, difference) = (s.add_f32s(v[1], v[2]), s.sub_f32s(v[1], v[2]));
    let (more, less) = (s.add_f32s(v[3], v[4]), s.sub_f32s(v[3], v[4]));
    let doubled = s.mul_f32s(two, less);
    [
        s.mul_f32s(four, v[0]),
        s.sub_f32s(s.mul_f32s(four, s.sub_f32s(v[5], difference)), doubled),
        s.sub_f32s(s.sub_f32s(s.mul_f32s(five, v[0]), s.mul_f32s(four, sum)), more),
        s.add_f32s(difference, s.mul_add_e_f32s(five, v[5], doubled)),
        s.add_f32s(v[0], s.add_f32s(sum, more)),
        v[5],
    ]
}

#[inline(always)]
fn gather_results<S: Simd>(s: S, m: [S::f32s; 6]) -> [S::f32s; TILE] {
    let (sum, difference) = (s.add_f32s(m[1], m[2]), s.sub_f32s(m[1], m[2]));
    let (more, less) = (s.add_f32s(m[3], m[4]), s.sub_f32s(m[3], m[4]));
    [
        s.add_f32s(m[0], s.add_f32s(sum, more)),
        s.mul_add_e_f32s(s.splat_f32s(2.0), less, difference),
        s.mul_add_e_f32s(s.splat_f32s(4.0), more, sum),
        s.add_f32s(m[5], s.mul_add_e_f32s(s.splat_f32s(8.0), less, difference)),
    ]
}

#[inline(always)]
fn scatter_results<S: Simd>(s: S, y: [S::f32s; TILE]) -> [S::f32s; 6] {
    let (two, four) = (s.splat_f32s(2.0), s.splat_f32s(4.0));
    let (even, odd) = (s.add_f32s(y[0], y[2]), s.add_f32s(y[1], y[3]));
    let far = s.mul_add_e_f32s(four, y[2], y[0]);
    let wide = s.mul_f32s(two, s.mul_add_e_f32s(four, y[3], y[1]));
    [
        y[0],
        s.add_f32s(even, odd),
        s.sub_f32s(even, odd),
        s.add_f32s(far, wide),
        s.sub_f32s(far, wide),
        y[3],
    ]
}

/// How a filter's three taps become six numbers.
const FILTER: [[f32; 3]; 6] = [
    [1.0 / 4.0, 0.0, 0.0],
    [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
    [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
    [0.0, 0.0, 1.0],
];

/// Transforms filters: nine square matrices, one a tap, become 36.
pub(crate) fn transform_filters(taps: &[Row], out: &mut [Row]) {
    for (f, matrix) in out.chunks_exact_mut(WIDTH).enumerate() {
        matrix.fill([0.0; WIDTH]);
        for (t, tap) in taps.chunks_exact(WIDTH).enumerate() {
            let weight = FILTER[f / 6][t / 3] * FILTER[f % 6][t % 3];
            add_scaled(matrix, tap, weight);
        }
    }
}

/// The transpose of [`transform_filters`]: adds to `taps`.
pub(crate) fn add_filters_back(transformed: &[Row], taps: &mut [Row]) {
    for (t, tap) in taps.chunks_exact_mut(WIDTH).enumerate() {
        for (f, matrix) in transformed.chunks_exact(WIDTH).enumerate() {
            let weight = FILTER[f / 6][t / 3] * FILTER[f % 6][t % 3];
            add_scaled(tap, matrix, weight);
        }
    }
}

fn add_scaled(sum: &mut [Row], rows: &[Row], weight: f32) {
    if weight != 0.0 {
        for (sum, row) in sum.iter_mut().zip(rows) {
            for (sum, value) in sum.iter_mut().zip(row) {
                *sum += weight * value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::net::{Filters, Net, Pass, SCALE, VARIANCE, forward};
    use super::*;
    use board::playout::Random;

    /// The convolution as its definition has it.
    fn plain(grid: Grid, x: &[Row], taps: &[Row], column: usize, row: usize) -> Row {
        let mut sum = [0.0; WIDTH];
        for (t, matrix) in taps.chunks_exact(WIDTH).enumerate() {
            let place = grid.place(column, row) + t / 3 * grid.stride() + t % 3;
            let from = &x[place - grid.stride() - 1];
            for (input, weights) in from.iter().zip(matrix) {
                for (sum, weight) in sum.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
        }
        sum
    }

    #[test]
    fn transformed_convolutions_are_plain_ones() {
        for (width, height) in [(1, 1), (5, 3), (9, 9), (19, 19)] {
            let grid = Grid::of(Size::new(width, height).unwrap());
            let mut random = Random::new(3);
            let mut draw = || random.below(2001) as f32 / 1000.0 - 1.0;
            let mut net = Net::zeros(0);
            for row in &mut net.rows[..TAPS * WIDTH] {
                row.fill_with(|| draw() / 10.0);
            }
            net.rows[SCALE] = [1.0; WIDTH];
            net.rows[VARIANCE] = [1.0; WIDTH];
            let mut pass = Pass::new(&net, grid, 2, false);
            for board in 0..2 {
                for place in grid.places() {
                    pass.inputs[board * grid.rows() + place].fill_with(&mut draw);
                }
            }
            let filters = Filters::of(&net);
            forward(&net, &filters, &mut pass);
            for board in 0..2 {
                let frame = board * grid.rows()..(board + 1) * grid.rows();
                for row in 0..height {
                    for column in 0..width {
                        let inputs = &pass.inputs[frame.clone()];
                        let taps = &net.rows[..TAPS * WIDTH];
                        let wanted = plain(grid, inputs, taps, column, row);
                        let found = &pass.trunk[0][frame.clone()][grid.place(column, row)];
                        for (wanted, found) in wanted.iter().zip(found) {
                            // Variances are kept away from zero by a little.
                            let slack = 1e-3 + 1e-3 * wanted.abs();
                            assert!((wanted.max(0.0) - found).abs() < slack, "{wanted} {found}");
                        }
                    }
                }
            }
        }
    }
}
