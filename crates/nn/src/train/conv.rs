//! Convolution as a product of matrices. Planes are stored channel by channel, as PyTorch does it; here some samples at a time
//! are turned so that the channels stand innermost, and their windows laid out as rows of one matrix, large enough to be
//! multiplied at full speed.

use super::Back;
use crate::matrix::{Matrix, multiply};
use crate::parallel::{PARTS, each, part};
use crate::program::Window;
use crate::windows::{gather, lay_out};

/// Rows of a matrix of windows: as many samples are taken together as have about so many points.
const ROWS: usize = 512;

/// The sizes that both ways need.
struct Sizes {
    /// Numbers of a sample that goes in, and of one that comes out.
    ins: usize,
    outs: usize,
    /// Samples that are multiplied together.
    together: usize,
}

impl Sizes {
    fn new(window: &Window) -> Self {
        Self {
            ins: window.channels * window.height * window.width,
            outs: window.outs * window.points(),
            together: ROWS.div_ceil(window.points()),
        }
    }

    /// Numbers in the laid out windows of the samples that are multiplied together.
    fn laid(&self, window: &Window) -> usize {
        self.together * window.points() * window.inner()
    }
}

/// Columns become rows: `from` has `rows` rows.
fn turn(from: &[f32], rows: usize, to: &mut [f32]) {
    let columns = from.len() / rows;
    // Blocks small enough that lines of memory are still at hand when they are needed again.
    const BLOCK: usize = 16;
    for top in (0..rows).step_by(BLOCK) {
        let bottom = (top + BLOCK).min(rows);
        for (column, out) in to.chunks_exact_mut(rows).enumerate() {
            for (row, out) in (top..bottom).zip(&mut out[top..bottom]) {
                *out = from[row * columns + column];
            }
        }
    }
}

/// The same, added to what is there.
fn turn_and_add(from: &[f32], rows: usize, to: &mut [f32]) {
    let columns = from.len() / rows;
    for (column, out) in to.chunks_exact_mut(rows).enumerate() {
        for (row, out) in out.iter_mut().enumerate() {
            *out += from[row * columns + column];
        }
    }
}

/// Weights in PyTorch's order (result, channel, place of the window) with the channels innermost.
fn channels_last(window: &Window, weight: &[f32]) -> Vec<f32> {
    let mut turned = vec![0.0; weight.len()];
    for (from, to) in weight.chunks_exact(window.inner()).zip(turned.chunks_exact_mut(window.inner())) {
        turn(from, window.channels, to);
    }
    turned
}

/// Turns samples and lays out their windows.
fn windows(window: &Window, samples: &[f32], turned: &mut [f32], rows: &mut [f32]) {
    let size = turned.len();
    for (sample, rows) in samples.chunks_exact(size).zip(rows.chunks_exact_mut(window.points() * window.inner())) {
        if window.pointwise() {
            turn(sample, window.channels, rows);
        } else {
            turn(sample, window.channels, turned);
            lay_out(window, turned, rows);
        }
    }
}

pub(super) fn forward(
    window: &Window,
    weight: &[f32],
    bias: Option<&[f32]>,
    input: &[f32],
    output: &mut [f32],
    scratch: &mut [Vec<f32>],
    threads: usize,
) {
    let sizes = Sizes::new(window);
    let weight = &channels_last(window, weight);
    let samples = part(input.len() / sizes.ins);
    let jobs = input.chunks(samples * sizes.ins).zip(output.chunks_mut(samples * sizes.outs)).zip(scratch);
    // In each scratch: a sample that was turned, the windows, the results.
    each(threads, jobs, |((input, output), scratch)| {
        scratch.resize(sizes.ins + sizes.laid(window) + sizes.together * sizes.outs, 0.0);
        let (turned, rest) = scratch.split_at_mut(sizes.ins);
        let (rows, results) = rest.split_at_mut(sizes.laid(window));
        let some = input.chunks(sizes.together * sizes.ins).zip(output.chunks_mut(sizes.together * sizes.outs));
        for (samples, outs) in some {
            windows(window, samples, turned, rows);
            let points = samples.len() / sizes.ins * window.points();
            let results = &mut results[..outs.len()];
            if let Some(bias) = bias {
                results.chunks_exact_mut(window.outs).for_each(|row| row.copy_from_slice(bias));
            }
            let weight = Matrix::new(weight, window.outs, window.inner()).turned();
            multiply(results, Matrix::new(rows, points, window.inner()), weight, bias.is_some());
            for (result, out) in results.chunks_exact(sizes.outs).zip(outs.chunks_exact_mut(sizes.outs)) {
                turn(result, window.points(), out);
            }
        }
    });
}

/// Writes the gradients of the weights, and adds that of the input where there is one.
pub(super) fn backward(
    window: &Window,
    weight: &[f32],
    back: Back<'_>,
    (weight_slope, bias_slope): (&mut [f32], Option<&mut [f32]>),
    scratch: &mut [Vec<f32>],
    threads: usize,
) {
    let Back { input, up, down } = back;
    let (sizes, size) = (Sizes::new(window), weight.len());
    let weight = &channels_last(window, weight);
    let samples = part(input.len() / sizes.ins);
    let mut nothing = [];
    let down =
        down.unwrap_or(&mut nothing).chunks_mut(samples * sizes.ins).map(Some).chain(std::iter::repeat_with(|| None));
    let jobs = input.chunks(samples * sizes.ins).zip(up.chunks(samples * sizes.outs)).zip(down);
    // In each scratch: the gradient of the weights, that of the constants, a sample that was turned, the windows, the
    // gradients that come from above.
    each(threads, jobs.zip(scratch.iter_mut()), |(((input, up), mut down), scratch)| {
        scratch.resize(size + window.outs + sizes.ins + sizes.laid(window) + sizes.together * sizes.outs, 0.0);
        let (slopes, rest) = scratch.split_at_mut(size);
        let (constants, rest) = rest.split_at_mut(window.outs);
        let (turned, rest) = rest.split_at_mut(sizes.ins);
        let (rows, ups) = rest.split_at_mut(sizes.laid(window));
        slopes.fill(0.0);
        constants.fill(0.0);
        let some = input.chunks(sizes.together * sizes.ins).zip(up.chunks(sizes.together * sizes.outs));
        for (index, (samples, up)) in some.enumerate() {
            let count = samples.len() / sizes.ins;
            for (up, to) in up.chunks_exact(sizes.outs).zip(ups.chunks_exact_mut(sizes.outs)) {
                turn(up, window.outs, to);
            }
            for row in ups[..up.len()].chunks_exact(window.outs) {
                constants.iter_mut().zip(row).for_each(|(sum, up)| *sum += up);
            }
            let up = Matrix::new(ups, count * window.points(), window.outs);
            windows(window, samples, turned, rows);
            let laid = Matrix::new(rows, count * window.points(), window.inner());
            multiply(slopes, up.turned(), laid, true);
            let Some(down) = &mut down else { continue };
            let rows = &mut rows[..count * window.points() * window.inner()];
            multiply(rows, up, Matrix::new(weight, window.outs, window.inner()), false);
            let down = down[index * sizes.together * sizes.ins..].chunks_exact_mut(sizes.ins);
            for (rows, down) in rows.chunks_exact(window.points() * window.inner()).zip(down) {
                if window.pointwise() {
                    turn_and_add(rows, window.points(), down);
                } else {
                    turned.fill(0.0);
                    gather(window, rows, turned);
                    turn_and_add(turned, window.height * window.width, down);
                }
            }
        }
    });
    let parts = (input.len() / sizes.ins).div_ceil(samples).min(PARTS);
    let mut sums = vec![0.0; size];
    for scratch in &scratch[..parts] {
        sums.iter_mut().zip(&scratch[..size]).for_each(|(sum, part)| *sum += part);
    }
    for (from, to) in sums.chunks_exact(window.inner()).zip(weight_slope.chunks_exact_mut(window.inner())) {
        turn(from, window.rows * window.columns, to);
    }
    if let Some(bias_slope) = bias_slope {
        bias_slope.fill(0.0);
        for scratch in &scratch[..parts] {
            bias_slope.iter_mut().zip(&scratch[size..]).for_each(|(sum, part)| *sum += part);
        }
    }
}
