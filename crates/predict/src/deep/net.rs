//! What the deep network is made of, and what it makes of a position.
//!
//! A first convolution, then residual blocks (He and others 2015). Each block also
//! hears the mean and the maximum of every channel over the board, so that what
//! happens far away counts (Wu 2019). Heads read the last rows: where a strong
//! player moves, on top of what the feature network says; whose each point will be;
//! and who will win.

use pulp::{Arch, Simd};

use super::lanes::{Row, WIDTH, multiply, transpose};
use super::winograd::{
    FREQUENCIES, Grid, TAPS, transform_filters, transform_inputs, transform_outputs,
};

/// Rows of a convolution behind its taps: what is added, by how much it is scaled, and
/// mean and variance of what came out of it while it learned (Ioffe and Szegedy 2015).
pub(crate) const BIAS: usize = TAPS * WIDTH;
pub(crate) const SCALE: usize = BIAS + 1;
pub(crate) const MEAN: usize = BIAS + 2;
pub(crate) const VARIANCE: usize = BIAS + 3;
/// Rows of a convolution.
pub(crate) const CONVOLUTION: usize = BIAS + 4;
/// Rows by which a block hears the whole board: means, then maxima.
pub(crate) const POOL: usize = 2 * WIDTH;
/// Rows of a block: a convolution, the board, a convolution.
pub(crate) const BLOCK: usize = 2 * CONVOLUTION + POOL;
/// Rows of a transformed convolution.
pub(crate) const FILTERS: usize = FREQUENCIES * WIDTH;

/// Rows of the heads, behind the blocks.
pub(crate) mod head {
    use super::{POOL, WIDTH};
    /// From a point's row to the score of the move there.
    pub(crate) const MOVE: usize = 0;
    /// From a point's row to its owner.
    pub(crate) const OWNER: usize = 1;
    /// Single numbers, see below.
    pub(crate) const SINGLES: usize = 2;
    /// From means, maxima and the lead to hidden units of the outcome.
    pub(crate) const OUTCOME: usize = 3;
    /// What is added to the hidden units.
    pub(crate) const OUTCOME_BIAS: usize = OUTCOME + POOL + 1;
    /// From the hidden units to the outcome.
    pub(crate) const OUTCOME_OUT: usize = OUTCOME_BIAS + 1;
    /// All of them.
    pub(crate) const ROWS: usize = OUTCOME_OUT + 1;
    /// Weight of the feature network's logarithm, among the single numbers.
    pub(crate) const BASE: usize = 0;
    /// Added to every owner.
    pub(crate) const OWNER_BIAS: usize = 1;
    /// Added to the outcome.
    pub(crate) const WIN_BIAS: usize = 2;
    const _: () = assert!(WIN_BIAS < WIDTH);
}

/// The weights, as rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Net {
    pub(crate) blocks: usize,
    pub(crate) rows: Vec<Row>,
}

impl Net {
    /// Weights of zero.
    pub(crate) fn zeros(blocks: usize) -> Net {
        let rows = CONVOLUTION + blocks * BLOCK + head::ROWS;
        Net { blocks, rows: vec![[0.0; WIDTH]; rows] }
    }

    pub(crate) fn convolutions(&self) -> usize {
        1 + 2 * self.blocks
    }

    /// Where the rows of a convolution begin: 0 is the first of all, then two a block.
    pub(crate) fn convolution(&self, number: usize) -> usize {
        match number.checked_sub(1) {
            None => 0,
            Some(n) => CONVOLUTION + n / 2 * BLOCK + n % 2 * (CONVOLUTION + POOL),
        }
    }

    /// Where the rows begin by which a block hears the board.
    pub(crate) fn pool(&self, block: usize) -> usize {
        CONVOLUTION + block * BLOCK + CONVOLUTION
    }

    /// Whether a row hears the whole board: in a block, or for the outcome.
    pub(crate) fn hears_all(&self, row: usize) -> bool {
        let heads = self.head(0);
        if row >= heads {
            return row >= heads + head::OUTCOME;
        }
        let inside = row.checked_sub(CONVOLUTION).map(|row| row % BLOCK);
        inside.is_some_and(|row| (CONVOLUTION..CONVOLUTION + POOL).contains(&row))
    }

    pub(crate) fn head(&self, row: usize) -> usize {
        CONVOLUTION + self.blocks * BLOCK + row
    }
}

/// The convolutions' weights in transformed form.
#[derive(Clone, Debug)]
pub(crate) struct Filters {
    rows: Vec<Row>,
}

impl Filters {
    pub(crate) fn of(net: &Net) -> Filters {
        let mut rows = vec![[0.0; WIDTH]; net.convolutions() * FILTERS];
        for (number, filters) in rows.chunks_exact_mut(FILTERS).enumerate() {
            let begin = net.convolution(number);
            transform_filters(&net.rows[begin..begin + TAPS * WIDTH], filters);
        }
        Filters { rows }
    }

    /// Every matrix mirrored, for the way back.
    pub(crate) fn transposed(&self) -> Filters {
        let mut rows = vec![[0.0; WIDTH]; self.rows.len()];
        for (to, from) in rows.chunks_exact_mut(WIDTH).zip(self.rows.chunks_exact(WIDTH)) {
            transpose(from, to);
        }
        Filters { rows }
    }

    #[inline(always)]
    pub(crate) fn matrix(&self, convolution: usize, frequency: usize) -> &[Row] {
        let begin = convolution * FILTERS + frequency * WIDTH;
        &self.rows[begin..begin + WIDTH]
    }
}

/// Boards of one size on their way through the network, with all that is computed.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    pub(crate) grid: Grid,
    pub(crate) boards: usize,
    /// What is seen of each point, each board in its frame.
    pub(crate) inputs: Vec<Row>,
    /// The feature network's logarithm of each move's probability; minus infinity
    /// where no move is allowed. From A1 along the rows upward, board by board.
    pub(crate) base: Vec<f32>,
    /// What the player to move gets beside his points: komi, for White.
    pub(crate) bonus: Vec<f32>,
    /// The rows before each block, and after the last.
    pub(crate) trunk: Vec<Vec<Row>>,
    /// The rows inside each block.
    pub(crate) hidden: Vec<Vec<Row>>,
    /// Means and maxima of each board, before each block and after the last.
    pub(crate) pools: Vec<Vec<[Row; 2]>>,
    /// Where each maximum is.
    pub(crate) highest: Vec<Vec<[u32; WIDTH]>>,
    /// Transformed inputs of the convolutions; a single one if nothing is learned.
    pub(crate) transformed: Vec<Vec<Row>>,
    pub(crate) products: Vec<Row>,
    /// What came out of each convolution, brought to mean zero and variance one, and the
    /// mean and variance before; empty if nothing is learned.
    pub(crate) normal: Vec<Vec<Row>>,
    pub(crate) spread: Vec<[Row; 2]>,
    /// Whether means and variances are those the network remembers, not those of the
    /// boards at hand.
    pub(crate) settled: bool,
    /// The score of each move.
    pub(crate) scores: Vec<f32>,
    /// How likely each point will be the mover's.
    pub(crate) owners: Vec<f32>,
    /// Points the mover is ahead, in tens, before the outcome's hidden units.
    pub(crate) leads: Vec<f32>,
    pub(crate) outcome: Vec<Row>,
    /// How likely the mover wins.
    pub(crate) wins: Vec<f32>,
}

impl Pass {
    /// Room for so many boards; `learning` keeps what the way back needs.
    pub(crate) fn new(net: &Net, grid: Grid, boards: usize, learning: bool) -> Pass {
        let rows = |n: usize| vec![[0.0; WIDTH]; n];
        let frames = boards * grid.rows();
        let tiles = FREQUENCIES * boards * grid.tiles();
        let kept = if learning { net.convolutions() } else { 1 };
        let normal = if learning { net.convolutions() } else { 0 };
        Pass {
            grid,
            boards,
            inputs: rows(frames),
            base: vec![0.0; boards * grid.area()],
            bonus: vec![0.0; boards],
            trunk: vec![rows(frames); net.blocks + 1],
            hidden: vec![rows(frames); net.blocks],
            pools: vec![vec![[[0.0; WIDTH]; 2]; boards]; net.blocks + 1],
            highest: vec![vec![[0; WIDTH]; boards]; net.blocks + 1],
            transformed: vec![rows(tiles); kept],
            products: rows(tiles),
            normal: vec![rows(frames); normal],
            spread: vec![[[0.0; WIDTH]; 2]; normal],
            settled: false,
            scores: vec![0.0; boards * grid.area()],
            owners: vec![0.0; boards * grid.area()],
            leads: vec![0.0; boards],
            outcome: rows(boards),
            wins: vec![0.0; boards],
        }
    }
}

/// Sends boards through the network.
pub(crate) fn forward(net: &Net, filters: &Filters, pass: &mut Pass) {
    Arch::new().dispatch(Forward { net, filters, pass });
}

/// The way forward. Everything that works on vectors is inlined here: only inside may the
/// compiler use what the processor has.
struct Forward<'a> {
    net: &'a Net,
    filters: &'a Filters,
    pass: &'a mut Pass,
}

impl pulp::WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Forward { net, filters, pass } = self;
        let grid = pass.grid;
        for number in 0..net.convolutions() {
            pass.convolve(simd, net, filters, number);
            // The first convolution stands alone, then they come in pairs.
            match number.checked_sub(1) {
                None => {
                    for board in pass.trunk[0].chunks_exact_mut(grid.rows()) {
                        rectify(grid, board, &[0.0; WIDTH]);
                    }
                }
                Some(n) if n % 2 == 0 => pass.hear_board(net, n / 2),
                Some(n) => {
                    let (before, after) = pass.trunk.split_at_mut(n / 2 + 1);
                    let boards = after[0].chunks_exact_mut(grid.rows());
                    for (y, x) in boards.zip(before[n / 2].chunks_exact(grid.rows())) {
                        rectify_sum(grid, y, x);
                    }
                }
            }
        }
        read_heads(net, pass);
    }
}

impl Pass {
    /// One convolution of all boards, with what brings it to scale.
    #[inline(always)]
    fn convolve<S: Simd>(&mut self, simd: S, net: &Net, filters: &Filters, number: usize) {
        let Pass { grid, inputs, trunk, hidden, transformed, products, .. } = self;
        let grid = *grid;
        let (x, y) = match number.checked_sub(1) {
            None => (&*inputs, &mut trunk[0]),
            Some(n) if n % 2 == 0 => (&trunk[n / 2], &mut hidden[n / 2]),
            Some(n) => (&hidden[n / 2], &mut trunk[n / 2 + 1]),
        };
        let kept = number % transformed.len();
        let transformed = &mut transformed[kept];
        transform_inputs(simd, grid, x, transformed);
        let tiles = transformed.len() / FREQUENCIES;
        let all = transformed.chunks_exact(tiles).zip(products.chunks_exact_mut(tiles));
        for (frequency, (v, m)) in all.enumerate() {
            multiply(simd, v, filters.matrix(number, frequency), m);
        }
        transform_outputs(simd, grid, products, y);
        let begin = net.convolution(number);
        let rows = &net.rows[begin..begin + CONVOLUTION];
        match self.normal.get_mut(number) {
            Some(normal) => {
                let spread = &mut self.spread[number];
                *spread = match self.settled {
                    true => [rows[MEAN], rows[VARIANCE]],
                    false => measure(grid, y),
                };
                normalize(grid, rows, spread, y, normal);
            }
            None => scale(grid, rows, y),
        }
    }

    /// Adds what a block hears of the whole board.
    #[inline(always)]
    fn hear_board(&mut self, net: &Net, block: usize) {
        let grid = self.grid;
        let (x, h) = (&self.trunk[block], &mut self.hidden[block]);
        let pool = &net.rows[net.pool(block)..net.pool(block) + POOL];
        let frames = x.chunks_exact(grid.rows()).zip(h.chunks_exact_mut(grid.rows()));
        for (board, (x, h)) in frames.enumerate() {
            let heard = &mut self.pools[block][board];
            gather_pool(grid, x, heard, &mut self.highest[block][board]);
            let mut bias = [0.0; WIDTH];
            add_product(&mut bias, heard.as_flattened(), pool);
            rectify(grid, h, &bias);
        }
    }
}

/// Adds a row to each point and takes what is above zero.
#[inline(always)]
fn rectify(grid: Grid, board: &mut [Row], bias: &Row) {
    for place in grid.places() {
        for (value, bias) in board[place].iter_mut().zip(bias) {
            *value = (*value + bias).max(0.0);
        }
    }
}

/// The same with a row of its own for each point.
#[inline(always)]
fn rectify_sum(grid: Grid, board: &mut [Row], more: &[Row]) {
    for place in grid.places() {
        for (value, more) in board[place].iter_mut().zip(&more[place]) {
            *value = (*value + more).max(0.0);
        }
    }
}

/// Keeps variances away from zero.
const LEAST: f32 = 1e-4;

/// One over the square root of a variance.
#[inline(always)]
pub(crate) fn shrink(variance: &Row) -> Row {
    variance.map(|variance| 1.0 / (variance.max(0.0) + LEAST).sqrt())
}

/// Mean and variance of each channel over all boards.
#[inline(always)]
fn measure(grid: Grid, y: &[Row]) -> [Row; 2] {
    let (mut sum, mut squares) = ([0.0; WIDTH], [0.0; WIDTH]);
    let mut points = 0.0;
    for board in y.chunks_exact(grid.rows()) {
        for place in grid.places() {
            for c in 0..WIDTH {
                sum[c] += board[place][c];
                squares[c] += board[place][c] * board[place][c];
            }
            points += 1.0;
        }
    }
    let mean = sum.map(|sum| sum / points);
    let mut variance = squares.map(|square| square / points);
    for c in 0..WIDTH {
        variance[c] = (variance[c] - mean[c] * mean[c]).max(0.0);
    }
    [mean, variance]
}

/// Brings each channel from this mean and variance to zero and one, then scales it as the
/// convolution wants it.
#[inline(always)]
fn normalize(grid: Grid, rows: &[Row], spread: &[Row; 2], y: &mut [Row], normal: &mut [Row]) {
    let [mean, variance] = spread;
    let shrink = shrink(variance);
    let frames = y.chunks_exact_mut(grid.rows()).zip(normal.chunks_exact_mut(grid.rows()));
    for (board, normal) in frames {
        for place in grid.places() {
            for c in 0..WIDTH {
                let value = (board[place][c] - mean[c]) * shrink[c];
                normal[place][c] = value;
                board[place][c] = value * rows[SCALE][c] + rows[BIAS][c];
            }
        }
    }
}

/// The same by the mean and variance of all that was learned.
#[inline(always)]
fn scale(grid: Grid, rows: &[Row], y: &mut [Row]) {
    let mut scale = shrink(&rows[VARIANCE]);
    let mut shift = rows[BIAS];
    for c in 0..WIDTH {
        scale[c] *= rows[SCALE][c];
        shift[c] -= rows[MEAN][c] * scale[c];
    }
    for board in y.chunks_exact_mut(grid.rows()) {
        for place in grid.places() {
            for ((value, scale), shift) in board[place].iter_mut().zip(&scale).zip(&shift) {
                *value = *value * scale + shift;
            }
        }
    }
}

/// Mean and maximum of each channel over the board.
#[inline(always)]
fn gather_pool(grid: Grid, board: &[Row], pool: &mut [Row; 2], highest: &mut [u32; WIDTH]) {
    let mut sum = [0.0; WIDTH];
    let mut most = [f32::NEG_INFINITY; WIDTH];
    let mut places = [0; WIDTH];
    for place in grid.places() {
        for c in 0..WIDTH {
            let value = board[place][c];
            sum[c] += value;
            let higher = value > most[c];
            most[c] = if higher { value } else { most[c] };
            places[c] = if higher { place as u32 } else { places[c] };
        }
    }
    let share = 1.0 / grid.area() as f32;
    *pool = [sum.map(|sum| sum * share), most];
    *highest = places;
}

/// `out += inputs · rows`.
#[inline(always)]
pub(crate) fn add_product(out: &mut Row, inputs: &[f32], rows: &[Row]) {
    for (input, row) in inputs.iter().zip(rows) {
        for (out, weight) in out.iter_mut().zip(row) {
            *out += input * weight;
        }
    }
}

#[inline(always)]
pub(crate) fn dot(a: &Row, b: &Row) -> f32 {
    let mut sums = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for i in 0..8 {
            sums[i] += a[i] * b[i];
        }
    }
    sums.iter().sum()
}

#[inline(always)]
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// A lead of so many points is as good as any larger one, in tens.
const FAR_AHEAD: f32 = 4.0;

#[inline(always)]
fn read_heads(net: &Net, pass: &mut Pass) {
    let grid = pass.grid;
    let row = |row: usize| &net.rows[net.head(row)];
    let singles = row(head::SINGLES);
    let last = &pass.trunk[net.blocks];
    for board in 0..pass.boards {
        let points = &last[board * grid.rows()..(board + 1) * grid.rows()];
        let range = board * grid.area()..(board + 1) * grid.area();
        let (scores, owners) = (&mut pass.scores[range.clone()], &mut pass.owners[range.clone()]);
        let base = &pass.base[range];
        let mut lead = pass.bonus[board];
        for (i, place) in grid.places().enumerate() {
            scores[i] = if base[i] > f32::NEG_INFINITY {
                dot(&points[place], row(head::MOVE)) + singles[head::BASE] * base[i]
            } else {
                f32::NEG_INFINITY
            };
            let owner = dot(&points[place], row(head::OWNER)) + singles[head::OWNER_BIAS];
            owners[i] = sigmoid(owner);
            lead += 2.0 * owners[i] - 1.0;
        }
        let pool = &mut pass.pools[net.blocks][board];
        gather_pool(grid, points, pool, &mut pass.highest[net.blocks][board]);
        pass.leads[board] = (lead / 10.0).clamp(-FAR_AHEAD, FAR_AHEAD);
        let mut hidden = *row(head::OUTCOME_BIAS);
        let begin = net.head(head::OUTCOME);
        add_product(&mut hidden, pool.as_flattened(), &net.rows[begin..begin + POOL]);
        add_product(&mut hidden, &[pass.leads[board]], &net.rows[begin + POOL..=begin + POOL]);
        hidden = hidden.map(|unit| unit.max(0.0));
        let win = dot(&hidden, row(head::OUTCOME_OUT)) + singles[head::WIN_BIAS];
        pass.outcome[board] = hidden;
        pass.wins[board] = sigmoid(win);
    }
}
