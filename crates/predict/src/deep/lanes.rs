//! Rows of numbers, and products of matrices made of them.
//!
//! Everything the deep network computes with is a row of [`WIDTH`] channels. The
//! products are written over the vectors of whatever processor is at hand, which
//! `pulp` finds out once, without unsafe code here.

use pulp::Simd;

/// The number of channels.
pub(crate) const WIDTH: usize = 64;

/// One number a channel.
pub(crate) type Row = [f32; WIDTH];

/// How many vectors a row is made of.
#[inline(always)]
pub(crate) const fn vectors<S: Simd>() -> usize {
    WIDTH / S::F32_LANES
}

/// Rows as vectors.
#[inline(always)]
pub(crate) fn view<S: Simd>(rows: &[Row]) -> &[S::f32s] {
    S::as_simd_f32s(rows.as_flattened()).0
}

/// Rows as vectors, to be written to.
#[inline(always)]
pub(crate) fn view_mut<S: Simd>(rows: &mut [Row]) -> &mut [S::f32s] {
    S::as_mut_simd_f32s(rows.as_flattened_mut()).0
}

/// `out = a · b`, where `b` is square.
#[inline(always)]
pub(crate) fn multiply<S: Simd>(simd: S, a: &[Row], b: &[Row], out: &mut [Row]) {
    // Sums and what they are made of fit the registers: 32 of them where vectors are wide.
    if vectors::<S>() == 4 {
        multiply_by::<S, 4>(simd, a, b, out);
    } else {
        multiply_by::<S, 2>(simd, a, b, out);
    }
}

/// Rows worked on at once.
const TALL: usize = 5;

#[inline(always)]
fn multiply_by<S: Simd, const V: usize>(simd: S, a: &[Row], b: &[Row], out: &mut [Row]) {
    let mut blocks = a.chunks_exact(TALL);
    let mut outs = out.chunks_exact_mut(TALL);
    for (a, out) in blocks.by_ref().zip(outs.by_ref()) {
        product::<S, TALL, V>(simd, a, b, out);
    }
    for (a, out) in blocks.remainder().iter().zip(outs.into_remainder()) {
        product::<S, 1, V>(simd, std::slice::from_ref(a), b, std::slice::from_mut(out));
    }
}

/// `M` rows at once, `V` vectors of each.
#[inline(always)]
fn product<S: Simd, const M: usize, const V: usize>(
    simd: S,
    a: &[Row],
    b: &[Row],
    out: &mut [Row],
) {
    let across = vectors::<S>();
    let (b, out) = (view::<S>(b), view_mut::<S>(out));
    let a: [&Row; M] = std::array::from_fn(|i| &a[i]);
    for j in (0..across).step_by(V) {
        let mut sums = [[simd.splat_f32s(0.0); V]; M];
        for (k, row) in b.chunks_exact(across).take(WIDTH).enumerate() {
            let row: [S::f32s; V] = std::array::from_fn(|v| row[j + v]);
            for (sums, a) in sums.iter_mut().zip(&a) {
                let factor = simd.splat_f32s(a[k % WIDTH]);
                for (sum, value) in sums.iter_mut().zip(row) {
                    *sum = simd.mul_add_e_f32s(factor, value, *sum);
                }
            }
        }
        for (i, sums) in sums.iter().enumerate() {
            for (v, sum) in sums.iter().enumerate() {
                out[i * across + j + v] = *sum;
            }
        }
    }
}

/// `sum += aᵀ · b`, where `sum` is square.
#[inline(always)]
pub(crate) fn add_transposed<S: Simd>(simd: S, a: &[Row], b: &[Row], sum: &mut [Row]) {
    if vectors::<S>() == 4 {
        add_transposed_by::<S, 4>(simd, a, b, sum);
    } else {
        add_transposed_by::<S, 2>(simd, a, b, sum);
    }
}

#[inline(always)]
fn add_transposed_by<S: Simd, const V: usize>(simd: S, a: &[Row], b: &[Row], sum: &mut [Row]) {
    const M: usize = 4;
    let across = vectors::<S>();
    let (b, sum) = (view::<S>(b), view_mut::<S>(sum));
    for i in (0..WIDTH).step_by(M) {
        for j in (0..across).step_by(V) {
            let mut sums = [[simd.splat_f32s(0.0); V]; M];
            for (a, row) in a.iter().zip(b.chunks_exact(across)) {
                let row: [S::f32s; V] = std::array::from_fn(|v| row[j + v]);
                for (m, sums) in sums.iter_mut().enumerate() {
                    let factor = simd.splat_f32s(a[i + m]);
                    for (sum, value) in sums.iter_mut().zip(row) {
                        *sum = simd.mul_add_e_f32s(factor, value, *sum);
                    }
                }
            }
            for (m, sums) in sums.iter().enumerate() {
                for (v, value) in sums.iter().enumerate() {
                    let place = (i + m) * across + j + v;
                    sum[place] = simd.add_f32s(sum[place], *value);
                }
            }
        }
    }
}

/// A square matrix mirrored at its diagonal.
pub(crate) fn transpose(a: &[Row], out: &mut [Row]) {
    for (i, row) in out.iter_mut().enumerate() {
        for (value, from) in row.iter_mut().zip(a) {
            *value = from[i];
        }
    }
}
