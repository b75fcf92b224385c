//! Convolution as a product of matrices: the windows of a sample are laid out as columns, first.

use super::Back;
use crate::matrix::{Matrix, multiply};
use crate::parallel::{PARTS, each, part};
use crate::program::Window;

/// Lays the windows of a sample out: a row for each number of a window, a column for each point.
fn lay_out(window: &Window, sample: &[f32], columns: &mut [f32]) {
    let mut rows = columns.chunks_exact_mut(window.points());
    for plane in sample.chunks_exact(window.height * window.width) {
        for dy in 0..window.rows {
            for dx in 0..window.columns {
                let row = rows.next().expect("there is a row for each number of the window");
                for (y, out) in row.chunks_exact_mut(window.out_width).enumerate() {
                    match (y + dy).checked_sub(window.above).filter(|&y| y < window.height) {
                        None => out.fill(0.0),
                        Some(y) => {
                            let (skip, first, count) = overlap(window, dx);
                            out[..skip].fill(0.0);
                            out[skip..skip + count].copy_from_slice(&plane[y * window.width + first..][..count]);
                            out[skip + count..].fill(0.0);
                        }
                    }
                }
            }
        }
    }
}

/// Adds what `lay_out` has copied back to where it came from.
fn gather(window: &Window, columns: &[f32], sample: &mut [f32]) {
    let mut rows = columns.chunks_exact(window.points());
    for plane in sample.chunks_exact_mut(window.height * window.width) {
        for dy in 0..window.rows {
            for dx in 0..window.columns {
                let row = rows.next().expect("there is a row for each number of the window");
                let (skip, first, count) = overlap(window, dx);
                for (y, from) in row.chunks_exact(window.out_width).enumerate() {
                    if let Some(y) = (y + dy).checked_sub(window.above).filter(|&y| y < window.height) {
                        let line = &mut plane[y * window.width + first..][..count];
                        line.iter_mut().zip(&from[skip..]).for_each(|(to, from)| *to += from);
                    }
                }
            }
        }
    }
}

/// Of a line of points, seen through column `dx` of the window: how many lie left of the board, where the first of the others
/// is on it, and how many those are.
fn overlap(window: &Window, dx: usize) -> (usize, usize, usize) {
    let skip = window.left.saturating_sub(dx).min(window.out_width);
    let first = (skip + dx).saturating_sub(window.left).min(window.width);
    (skip, first, (window.width - first).min(window.out_width - skip))
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
    let (ins, outs) = (window.channels * window.height * window.width, window.outs * window.points());
    let samples = part(input.len() / ins);
    let jobs = input.chunks(samples * ins).zip(output.chunks_mut(samples * outs)).zip(scratch);
    each(threads, jobs, |((input, output), columns)| {
        columns.resize(window.inner() * window.points(), 0.0);
        for (sample, out) in input.chunks_exact(ins).zip(output.chunks_exact_mut(outs)) {
            if let Some(bias) = bias {
                out.chunks_exact_mut(window.points()).zip(bias).for_each(|(plane, &bias)| plane.fill(bias));
            }
            let weight = Matrix::new(weight, window.outs, window.inner());
            let laid = if window.pointwise() {
                sample
            } else {
                lay_out(window, sample, columns);
                &*columns
            };
            multiply(out, weight, Matrix::new(laid, window.inner(), window.points()), bias.is_some());
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
    let (ins, outs) = (window.channels * window.height * window.width, window.outs * window.points());
    let samples = part(input.len() / ins);
    let (laid, size) = (window.inner() * window.points(), weight.len());
    let mut nothing = [];
    let down = down.unwrap_or(&mut nothing).chunks_mut(samples * ins).map(Some).chain(std::iter::repeat_with(|| None));
    let jobs = input.chunks(samples * ins).zip(up.chunks(samples * outs)).zip(down).zip(scratch.iter_mut());
    // In each scratch: the gradient of the weights, that of the constants, the columns.
    each(threads, jobs, |(((input, up), mut down), scratch)| {
        scratch.clear();
        scratch.resize(size + window.outs + laid, 0.0);
        let (slopes, columns) = scratch.split_at_mut(size + window.outs);
        let (slopes, constants) = slopes.split_at_mut(size);
        for (index, (sample, up)) in input.chunks_exact(ins).zip(up.chunks_exact(outs)).enumerate() {
            for (sum, plane) in constants.iter_mut().zip(up.chunks_exact(window.points())) {
                *sum += plane.iter().sum::<f32>();
            }
            let up = Matrix::new(up, window.outs, window.points());
            let source = if window.pointwise() {
                sample
            } else {
                lay_out(window, sample, columns);
                &*columns
            };
            multiply(slopes, up, Matrix::new(source, window.inner(), window.points()).turned(), true);
            if let Some(down) = &mut down {
                let down = &mut down[index * ins..(index + 1) * ins];
                let weight = Matrix::new(weight, window.outs, window.inner()).turned();
                if window.pointwise() {
                    multiply(down, weight, up, true);
                } else {
                    multiply(columns, weight, up, false);
                    gather(window, columns, down);
                }
            }
        }
    });
    let parts = (input.len() / ins).div_ceil(samples).min(PARTS);
    weight_slope.fill(0.0);
    for scratch in &scratch[..parts] {
        weight_slope.iter_mut().zip(&scratch[..size]).for_each(|(sum, part)| *sum += part);
    }
    if let Some(bias_slope) = bias_slope {
        bias_slope.fill(0.0);
        for scratch in &scratch[..parts] {
            bias_slope.iter_mut().zip(&scratch[size..]).for_each(|(sum, part)| *sum += part);
        }
    }
}
