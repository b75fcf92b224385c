//! The dense layer: three products of matrices.

use super::Back;
use crate::matrix::{Matrix, multiply};
use crate::parallel::{each, part};

pub(super) fn forward(
    (ins, outs): (usize, usize),
    weight: &[f32],
    bias: Option<&[f32]>,
    input: &[f32],
    output: &mut [f32],
    threads: usize,
) {
    let samples = part(input.len() / ins);
    let jobs = input.chunks(samples * ins).zip(output.chunks_mut(samples * outs));
    each(threads, jobs, |(input, output)| {
        if let Some(bias) = bias {
            output.chunks_exact_mut(outs).for_each(|row| row.copy_from_slice(bias));
        }
        let input = Matrix::new(input, input.len() / ins, ins);
        multiply(output, input, Matrix::new(weight, outs, ins).turned(), bias.is_some());
    });
}

/// Writes the gradients of the weights, and adds that of the input where there is one.
pub(super) fn backward(
    (ins, outs): (usize, usize),
    weight: &[f32],
    back: Back<'_>,
    (weight_slope, bias_slope): (&mut [f32], Option<&mut [f32]>),
    threads: usize,
) {
    let Back { input, up, down } = back;
    let batch = input.len() / ins;
    if let Some(down) = down {
        let samples = part(batch);
        each(threads, up.chunks(samples * outs).zip(down.chunks_mut(samples * ins)), |(up, down)| {
            multiply(down, Matrix::new(up, up.len() / outs, outs), Matrix::new(weight, outs, ins), true);
        });
    }
    // The weights are many and the batch is short: each part has some outputs, and the whole batch.
    let rows = part(outs);
    each(threads, weight_slope.chunks_mut(rows * ins).enumerate(), |(index, slopes)| {
        let up = Matrix::strided(&up[index * rows..], batch, slopes.len() / ins, outs);
        multiply(slopes, up.turned(), Matrix::new(input, batch, ins), false);
    });
    if let Some(bias_slope) = bias_slope {
        bias_slope.fill(0.0);
        for row in up.chunks_exact(outs) {
            bias_slope.iter_mut().zip(row).for_each(|(sum, up)| *sum += up);
        }
    }
}
