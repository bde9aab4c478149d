//! Learning: the way back through the network, and steps by Adam.

use board::playout::Random;
use pulp::{Arch, Simd};

use super::lanes::{Row, WIDTH, add_transposed, multiply};
use super::net::{
    BIAS, FILTERS, Filters, MEAN, Net, POOL, Pass, SCALE, VARIANCE, dot, head, shrink,
};
use super::winograd::{
    FREQUENCIES, Grid, TAPS, add_filters_back, add_inputs_back, transform_outputs_back,
};

/// What is to be learned from one position.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The move that was played, as the number of its point.
    pub(crate) played: usize,
    /// How likely each point was the mover's at the end; empty if that is not known.
    pub(crate) owners: Vec<f32>,
    /// Whether the mover won; `None` if that is not known.
    pub(crate) won: Option<bool>,
}

/// How much the owners count beside the move.
const OWNERS: f32 = 1.5;
/// How much the outcome counts beside the move.
const OUTCOME: f32 = 0.6;

/// Sums over positions learned from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Losses {
    pub(crate) positions: f64,
    pub(crate) moves: f64,
    /// Moves that were the likeliest.
    pub(crate) hits: f64,
    pub(crate) owners: f64,
    pub(crate) owned: f64,
    pub(crate) outcome: f64,
    pub(crate) decided: f64,
}

impl Losses {
    pub(crate) fn add(&mut self, other: &Losses) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.hits += other.hits;
        self.owners += other.owners;
        self.owned += other.owned;
        self.outcome += other.outcome;
        self.decided += other.decided;
    }
}

/// The gradient of the losses, summed over positions.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    /// By row; without the taps of convolutions.
    rows: Vec<Row>,
    /// The taps of convolutions, transformed.
    filters: Vec<Row>,
    pub(crate) losses: Losses,
    /// Means and variances of what came out of each convolution, added up.
    spread: Vec<[Row; 2]>,
    /// How many were added.
    spreads: f32,
    products: Vec<Row>,
    transformed: Vec<Row>,
    ahead: Vec<Row>,
    inside: Vec<Row>,
    behind: Vec<Row>,
}

impl Gradient {
    pub(crate) fn zero(net: &Net) -> Gradient {
        Gradient {
            rows: vec![[0.0; WIDTH]; net.rows.len()],
            filters: vec![[0.0; WIDTH]; net.convolutions() * FILTERS],
            losses: Losses::default(),
            spread: vec![[[0.0; WIDTH]; 2]; net.convolutions()],
            spreads: 0.0,
            products: Vec::new(),
            transformed: Vec::new(),
            ahead: Vec::new(),
            inside: Vec::new(),
            behind: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.rows.fill([0.0; WIDTH]);
        self.filters.fill([0.0; WIDTH]);
        self.spread.as_flattened_mut().fill([0.0; WIDTH]);
        self.spreads = 0.0;
        self.losses = Losses::default();
    }

    /// Adds what another one found.
    pub(crate) fn add(&mut self, other: &Gradient) {
        for (mine, other) in [
            (&mut *self.rows, &*other.rows),
            (&mut *self.filters, &*other.filters),
            (self.spread.as_flattened_mut(), other.spread.as_flattened()),
        ] {
            for (mine, other) in mine.iter_mut().zip(other) {
                add(mine, other);
            }
        }
        self.spreads += other.spreads;
        self.losses.add(&other.losses);
    }

    /// By row, taps included.
    pub(crate) fn finish(&mut self, net: &Net) -> &[Row] {
        for number in 0..net.convolutions() {
            let begin = net.convolution(number);
            let taps = &mut self.rows[begin..begin + TAPS * WIDTH];
            taps.fill([0.0; WIDTH]);
            add_filters_back(&self.filters[number * FILTERS..(number + 1) * FILTERS], taps);
        }
        &self.rows
    }
}

/// The losses of boards that went forward.
pub(crate) fn judge(net: &Net, pass: &Pass, targets: &[Target], gradient: &mut Gradient) {
    let Gradient { rows, losses, ahead, .. } = gradient;
    ahead.resize(pass.inputs.len(), [0.0; WIDTH]);
    ahead.fill([0.0; WIDTH]);
    let frames = ahead.chunks_exact_mut(pass.grid.rows()).zip(targets);
    for (board, (frame, target)) in frames.enumerate() {
        heads_back(net, pass, board, target, frame, rows, losses);
    }
}

/// The way back: adds the gradient of boards that went forward.
pub(crate) fn backward(
    net: &Net,
    transposed: &Filters,
    pass: &Pass,
    targets: &[Target],
    gradient: &mut Gradient,
) {
    judge(net, pass, targets, gradient);
    Arch::new().dispatch(Backward { net, transposed, pass, gradient });
}

/// The way back through blocks and convolutions, inlined like the way forward.
struct Backward<'a> {
    net: &'a Net,
    transposed: &'a Filters,
    pass: &'a Pass,
    gradient: &'a mut Gradient,
}

impl pulp::WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Backward { net, transposed, pass, gradient } = self;
        let (frames, tiles) = (pass.inputs.len(), pass.products.len());
        gradient.products.resize(tiles, [0.0; WIDTH]);
        gradient.transformed.resize(tiles, [0.0; WIDTH]);
        gradient.inside.resize(frames, [0.0; WIDTH]);
        gradient.behind.resize(frames, [0.0; WIDTH]);
        // `ahead` is the gradient by the rows after the convolution at hand, `behind` by
        // those before its block.
        for number in (0..net.convolutions()).rev() {
            let begin = net.convolution(number);
            let Gradient { rows, ahead, inside, behind, .. } = &mut *gradient;
            let y = match number.checked_sub(1) {
                None => {
                    where_positive(ahead, &pass.trunk[0], &mut rows[BIAS]);
                    &mut *ahead
                }
                Some(n) if n % 2 == 1 => {
                    where_positive(ahead, &pass.trunk[n / 2 + 1], &mut rows[begin + BIAS]);
                    behind.copy_from_slice(ahead);
                    inside.fill([0.0; WIDTH]);
                    &mut *ahead
                }
                Some(n) => {
                    hear_board_back(net, pass, n / 2, inside, rows, behind);
                    &mut *inside
                }
            };
            normalize_back(net, pass, number, y, &mut rows[begin + SCALE]);
            gradient.convolve_back(simd, transposed, pass, number);
            if number % 2 == 1 {
                std::mem::swap(&mut gradient.ahead, &mut gradient.behind);
            }
        }
        for (sum, spread) in gradient.spread.iter_mut().zip(&pass.spread) {
            add(&mut sum[0], &spread[0]);
            add(&mut sum[1], &spread[1]);
        }
        gradient.spreads += 1.0;
    }
}

impl Gradient {
    /// The way back through a convolution: adds to the filters' gradient, and to that of
    /// its inputs where anybody asks.
    #[inline(always)]
    fn convolve_back<S: Simd>(&mut self, simd: S, filters: &Filters, pass: &Pass, number: usize) {
        let Gradient { products, transformed, ahead, inside, behind, .. } = self;
        let grid = pass.grid;
        let (y, x) = match number {
            0 => (&*ahead, None),
            n if n % 2 == 0 => (&*ahead, Some(inside)),
            _ => (&*inside, Some(behind)),
        };
        transform_outputs_back(simd, grid, y, products);
        let tiles = products.len() / FREQUENCIES;
        let sums = self.filters[number * FILTERS..(number + 1) * FILTERS].chunks_exact_mut(WIDTH);
        let inputs = pass.transformed[number].chunks_exact(tiles);
        for ((v, m), sum) in inputs.zip(products.chunks_exact(tiles)).zip(sums) {
            add_transposed(simd, v, m, sum);
        }
        if let Some(x) = x {
            let all = products.chunks_exact(tiles).zip(transformed.chunks_exact_mut(tiles));
            for (frequency, (m, v)) in all.enumerate() {
                multiply(simd, m, filters.matrix(number, frequency), v);
            }
            add_inputs_back(simd, grid, transformed, x);
        }
    }
}

/// The way back through the inside of a block: where its rows were above zero, and what it
/// heard of the whole board.
#[inline(always)]
fn hear_board_back(
    net: &Net,
    pass: &Pass,
    block: usize,
    inside: &mut [Row],
    rows: &mut [Row],
    behind: &mut [Row],
) {
    let grid = pass.grid;
    let convolution = net.convolution(1 + 2 * block);
    for board in 0..pass.boards {
        let range = board * grid.rows()..(board + 1) * grid.rows();
        let mut heard = [0.0; WIDTH];
        let h = &pass.hidden[block][range.clone()];
        where_positive(&mut inside[range.clone()], h, &mut heard);
        add(&mut rows[convolution + BIAS], &heard);
        let begin = net.pool(block);
        let weights = &net.rows[begin..begin + POOL];
        let sums = &mut rows[begin..begin + POOL];
        let (pool, highest) = (&pass.pools[block][board], &pass.highest[block][board]);
        pool_back(grid, pool, highest, &heard, weights, sums, &mut behind[range]);
    }
}

/// The way back through what brings a convolution's results to mean zero and variance one.
/// Where these are settled they do not depend on the boards at hand.
#[inline(always)]
fn normalize_back(net: &Net, pass: &Pass, number: usize, y: &mut [Row], by_scale: &mut Row) {
    let (grid, normal) = (pass.grid, &pass.normal[number]);
    let (mut sum, mut product) = ([0.0; WIDTH], [0.0; WIDTH]);
    for (y, normal) in y.iter().zip(normal) {
        for c in 0..WIDTH {
            sum[c] += y[c];
            product[c] += y[c] * normal[c];
        }
    }
    add(by_scale, &product);
    let points = (grid.area() * pass.boards) as f32;
    let share = if pass.settled { 0.0 } else { 1.0 / points };
    let mut factor = shrink(&pass.spread[number][1]);
    for (factor, scale) in factor.iter_mut().zip(&net.rows[net.convolution(number) + SCALE]) {
        *factor *= scale;
    }
    let frames = y.chunks_exact_mut(grid.rows()).zip(normal.chunks_exact(grid.rows()));
    for (y, normal) in frames {
        for place in grid.places() {
            for c in 0..WIDTH {
                let common = share * (sum[c] + normal[place][c] * product[c]);
                y[place][c] = factor[c] * (y[place][c] - common);
            }
        }
    }
}

#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value;
    }
}

/// Keeps a gradient where the rows were above zero, and adds it up.
#[inline(always)]
fn where_positive(gradient: &mut [Row], rows: &[Row], sum: &mut Row) {
    for (gradient, row) in gradient.iter_mut().zip(rows) {
        for ((value, &row), sum) in gradient.iter_mut().zip(row).zip(sum.iter_mut()) {
            *value = if row > 0.0 { *value } else { 0.0 };
            *sum += *value;
        }
    }
}

/// The way back through what hears the whole board.
#[inline(always)]
fn pool_back(
    grid: Grid,
    pool: &[Row; 2],
    highest: &[u32; WIDTH],
    heard: &Row,
    weights: &[Row],
    sums: &mut [Row],
    x: &mut [Row],
) {
    let mut by_input = [[0.0; WIDTH]; 2];
    for (k, (weights, sum)) in weights.iter().zip(sums).enumerate() {
        let input = pool.as_flattened()[k];
        for (sum, heard) in sum.iter_mut().zip(heard) {
            *sum += input * heard;
        }
        by_input.as_flattened_mut()[k] = dot(weights, heard);
    }
    let share = 1.0 / grid.area() as f32;
    let mean = by_input[0].map(|value| value * share);
    for place in grid.places() {
        add(&mut x[place], &mean);
    }
    for c in 0..WIDTH {
        x[highest[c] as usize][c] += by_input[1][c];
    }
}

/// Losses of one board, and their gradient by the last rows and the heads.
fn heads_back(
    net: &Net,
    pass: &Pass,
    board: usize,
    target: &Target,
    x: &mut [Row],
    rows: &mut [Row],
    losses: &mut Losses,
) {
    let grid = pass.grid;
    let range = board * grid.area()..(board + 1) * grid.area();
    let last = &pass.trunk[net.blocks][board * grid.rows()..(board + 1) * grid.rows()];
    let (scores, owners) = (&pass.scores[range.clone()], &pass.owners[range.clone()]);
    let base = &pass.base[range];
    let singles = net.head(head::SINGLES);
    let (move_row, owner_row) = (net.head(head::MOVE), net.head(head::OWNER));
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = scores.iter().map(|score| (score - most).exp()).sum();
    losses.positions += 1.0;
    losses.moves += f64::from(sum.ln() + most - scores[target.played]);
    losses.hits += f64::from(u8::from(scores[target.played] >= most));
    let owned = target.owners.len() == grid.area();
    let share = OWNERS / grid.area() as f32;
    for (i, place) in grid.places().enumerate() {
        let mut by_score = (scores[i] - most).exp() / sum;
        if i == target.played {
            by_score -= 1.0;
        }
        let mut by_owner = 0.0;
        if owned {
            let (p, t) = (owners[i].clamp(1e-6, 1.0 - 1e-6), target.owners[i]);
            losses.owners -= f64::from(t * p.ln() + (1.0 - t) * (1.0 - p).ln());
            losses.owned += 1.0;
            by_owner = share * (p - t);
        }
        for c in 0..WIDTH {
            rows[move_row][c] += by_score * last[place][c];
            rows[owner_row][c] += by_owner * last[place][c];
            x[place][c] += by_score * net.rows[move_row][c] + by_owner * net.rows[owner_row][c];
        }
        if base[i] > f32::NEG_INFINITY {
            rows[singles][head::BASE] += by_score * base[i];
        }
        rows[singles][head::OWNER_BIAS] += by_owner;
    }
    let Some(won) = target.won else { return };
    let win = pass.wins[board].clamp(1e-6, 1.0 - 1e-6);
    losses.outcome -= f64::from(if won { win.ln() } else { (1.0 - win).ln() });
    losses.decided += 1.0;
    let by_win = OUTCOME * (win - f32::from(u8::from(won)));
    rows[singles][head::WIN_BIAS] += by_win;
    let (out, bias) = (net.head(head::OUTCOME_OUT), net.head(head::OUTCOME_BIAS));
    let hidden = &pass.outcome[board];
    let mut by_hidden = [0.0; WIDTH];
    for c in 0..WIDTH {
        rows[out][c] += by_win * hidden[c];
        by_hidden[c] = if hidden[c] > 0.0 { by_win * net.rows[out][c] } else { 0.0 };
    }
    add(&mut rows[bias], &by_hidden);
    let begin = net.head(head::OUTCOME);
    let (sums, lead) = rows[begin..=begin + POOL].split_at_mut(POOL);
    for (sum, by_hidden) in lead[0].iter_mut().zip(&by_hidden) {
        *sum += pass.leads[board] * by_hidden;
    }
    let weights = &net.rows[begin..begin + POOL];
    let (pool, highest) = (&pass.pools[net.blocks][board], &pass.highest[net.blocks][board]);
    pool_back(grid, pool, highest, &by_hidden, weights, sums, x);
}

/// Weights with their moving means (Kingma and Ba 2014).
#[derive(Clone, Debug)]
pub(crate) struct Adam {
    pub(crate) means: Vec<Row>,
    pub(crate) squares: Vec<Row>,
    pub(crate) steps: u32,
}

/// How much shorter the steps are of what hears the whole board: its inputs are large and
/// always there, so that together its weights move the network far more than others.
const CAREFUL: f32 = 0.05;

/// The longest step's gradient; longer ones are shortened.
const LONGEST: f32 = 5.0;

impl Adam {
    pub(crate) fn new(net: &Net) -> Adam {
        let zeros = vec![[0.0; WIDTH]; net.rows.len()];
        Adam { means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// A step against a gradient.
    pub(crate) fn step(&mut self, net: &mut Net, gradient: &mut Gradient, rate: f32) {
        remember(net, gradient);
        let scale = 1.0 / gradient.losses.positions.max(1.0) as f32;
        let shape = Net { blocks: net.blocks, rows: Vec::new() };
        let rows = gradient.finish(&shape);
        let square: f32 = rows.iter().map(|row| dot(row, row)).sum();
        let length = square.sqrt() * scale;
        let scale = scale * (LONGEST / length.max(LONGEST));
        self.steps += 1;
        let (b1, b2) = (0.9f32, 0.999f32);
        let steps = self.steps.min(100_000) as i32;
        let rate = rate * (1.0 - b2.powi(steps)).sqrt() / (1.0 - b1.powi(steps));
        let state = self.means.iter_mut().zip(&mut self.squares);
        let all = net.rows.iter_mut().zip(rows).zip(state).enumerate();
        for (row, ((weights, gradient), (means, squares))) in all {
            let rate = if shape.hears_all(row) { rate * CAREFUL } else { rate };
            for c in 0..WIDTH {
                let g = gradient[c] * scale;
                means[c] = b1 * means[c] + (1.0 - b1) * g;
                squares[c] = b2 * squares[c] + (1.0 - b2) * g * g;
                weights[c] -= rate * means[c] / (squares[c].sqrt() + 1e-8);
            }
        }
    }
}

/// How fast older means and variances are forgotten.
const FORGET: f32 = 0.02;

/// Takes the means and variances of a batch into the network's.
fn remember(net: &mut Net, gradient: &Gradient) {
    if gradient.spreads == 0.0 {
        return;
    }
    for (number, spread) in gradient.spread.iter().enumerate() {
        let begin = net.convolution(number);
        for (row, sum) in [begin + MEAN, begin + VARIANCE].into_iter().zip(spread) {
            for (value, sum) in net.rows[row].iter_mut().zip(sum) {
                *value += FORGET * (sum / gradient.spreads - *value);
            }
        }
    }
}

/// Weights to begin with: blocks that change nothing yet, and moves as the feature
/// network sees them.
pub(crate) fn beginning(blocks: usize, planes: usize, seed: u64) -> Net {
    let mut random = Random::new(seed);
    // The sum of four even draws is near enough to a normal one.
    let mut draw = |deviation: f32| {
        let sum: f32 = (0..4).map(|_| random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0).sum();
        sum * deviation * (3.0f32 / 4.0).sqrt()
    };
    let mut net = Net::zeros(blocks);
    for number in 0..net.convolutions() {
        let begin = net.convolution(number);
        net.rows[begin + VARIANCE] = [1.0; WIDTH];
        // The last of a block counts for nothing yet.
        let last = number > 0 && number % 2 == 0;
        net.rows[begin + SCALE] = [if last { 0.0 } else { 1.0 }; WIDTH];
        // Few planes are not zero at a point.
        let inputs = if number == 0 { 9.0 * 8.0 } else { 9.0 * WIDTH as f32 };
        for (i, row) in net.rows[begin..begin + TAPS * WIDTH].iter_mut().enumerate() {
            if number > 0 || i % WIDTH < planes {
                row.fill_with(|| draw((2.0 / inputs).sqrt()));
            }
        }
    }
    let begin = net.head(head::OUTCOME);
    for row in &mut net.rows[begin..=begin + POOL] {
        row.fill_with(|| draw((1.0 / POOL as f32).sqrt()));
    }
    let out = net.head(head::OUTCOME_OUT);
    net.rows[out].fill_with(|| draw((1.0 / WIDTH as f32).sqrt()));
    let singles = net.head(head::SINGLES);
    net.rows[singles][head::BASE] = 1.0;
    net
}
