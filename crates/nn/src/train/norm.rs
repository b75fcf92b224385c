//! Batch normalisation. Statistics are taken part by part of the batch and joined in order, in f64, so that they do not depend
//! on threads.

use super::Back;
use crate::parallel::{each, part};

/// Added to the variance, as PyTorch does.
pub(crate) const EPSILON: f32 = 1e-5;
/// How far a batch moves the running statistics, as in PyTorch.
const PACE: f32 = 0.1;

/// Channels, and points of a plane.
#[derive(Clone, Copy)]
pub(super) struct Planes {
    pub(super) channels: usize,
    pub(super) plane: usize,
}

impl Planes {
    /// Calls `f` for each channel of each sample with the plane of both slices.
    fn each<'a>(self, first: &'a [f32], second: &'a [f32], mut f: impl FnMut(usize, &'a [f32], &'a [f32])) {
        let planes = first.chunks_exact(self.plane).zip(second.chunks_exact(self.plane));
        let mut channel = 0;
        for (first, second) in planes {
            f(channel, first, second);
            channel = if channel + 1 == self.channels { 0 } else { channel + 1 };
        }
    }

    fn size(self) -> usize {
        self.channels * self.plane
    }
}

/// The sum of `f` over two planes, by lanes: sums of one lane wait for each other.
fn sum(first: &[f32], second: &[f32], f: impl Fn(f32, f32) -> f32) -> f64 {
    const LANES: usize = 16;
    let ((first, a), (second, b)) = (first.as_chunks::<LANES>(), second.as_chunks::<LANES>());
    let mut sums = [0.0f32; LANES];
    for (first, second) in first.iter().zip(second) {
        for lane in 0..LANES {
            sums[lane] += f(first[lane], second[lane]);
        }
    }
    let rest: f32 = a.iter().zip(b).map(|(&a, &b)| f(a, b)).sum();
    f64::from(sums.iter().sum::<f32>() + rest)
}

/// What the way back needs: mean and 1 / deviation of each channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    mean: Vec<f32>,
    scale: Vec<f32>,
    parts: Vec<Vec<f64>>,
}

pub(super) fn forward(
    planes: Planes,
    (weight, bias): (&[f32], &[f32]),
    (running_mean, running_variance): (&mut [f32], &mut [f32]),
    kept: &mut Kept,
    input: &[f32],
    output: &mut [f32],
    threads: usize,
) {
    let Planes { channels, .. } = planes;
    let samples = part(input.len() / planes.size());
    let parts = (input.len() / planes.size()).div_ceil(samples);
    kept.parts.resize(parts, Vec::new());
    each(threads, input.chunks(samples * planes.size()).zip(&mut kept.parts), |(input, sums)| {
        sums.clear();
        sums.resize(2 * channels, 0.0);
        let (means, spreads) = sums.split_at_mut(channels);
        let count = (input.len() / channels) as f64;
        planes.each(input, input, |channel, plane, _| means[channel] += sum(plane, plane, |x, _| x));
        means.iter_mut().for_each(|mean| *mean /= count);
        planes.each(input, input, |channel, plane, _| {
            let mean = means[channel] as f32;
            spreads[channel] += sum(plane, plane, |x, _| (x - mean) * (x - mean));
        });
    });
    kept.mean.resize(channels, 0.0);
    kept.scale.resize(channels, 0.0);
    let total = (input.len() / channels) as f64;
    for channel in 0..channels {
        let (mut count, mut mean, mut spread) = (0.0, 0.0, 0.0);
        for (chunk, sums) in input.chunks(samples * planes.size()).zip(&kept.parts) {
            let more = (chunk.len() / channels) as f64;
            let apart = sums[channel] - mean;
            mean += apart * more / (count + more);
            spread += sums[channels + channel] + apart * apart * count * more / (count + more);
            count += more;
        }
        let variance = spread / total;
        kept.mean[channel] = mean as f32;
        kept.scale[channel] = (1.0 / (variance + f64::from(EPSILON)).sqrt()) as f32;
        let unbiased = if total > 1.0 { spread / (total - 1.0) } else { variance };
        running_mean[channel] += PACE * (mean as f32 - running_mean[channel]);
        running_variance[channel] += PACE * (unbiased as f32 - running_variance[channel]);
    }
    let (mean, scale) = (&kept.mean, &kept.scale);
    each(
        threads,
        input.chunks(samples * planes.size()).zip(output.chunks_mut(samples * planes.size())),
        |(input, out)| {
            let mut channel = 0;
            for (x, y) in input.chunks_exact(planes.plane).zip(out.chunks_exact_mut(planes.plane)) {
                let factor = scale[channel] * weight[channel];
                let (mean, bias) = (mean[channel], bias[channel]);
                x.iter().zip(y).for_each(|(x, y)| *y = (x - mean) * factor + bias);
                channel = if channel + 1 == channels { 0 } else { channel + 1 };
            }
        },
    );
}

/// Writes the gradients of factor and constant, and adds that of the input.
pub(super) fn backward(
    planes: Planes,
    weight: &[f32],
    kept: &mut Kept,
    back: Back<'_>,
    (weight_slope, bias_slope): (&mut [f32], &mut [f32]),
    threads: usize,
) {
    let Back { input, up, down } = back;
    let Planes { channels, .. } = planes;
    let samples = part(input.len() / planes.size());
    let (mean, scale) = (&kept.mean, &kept.scale);
    let jobs = input.chunks(samples * planes.size()).zip(up.chunks(samples * planes.size())).zip(&mut kept.parts);
    each(threads, jobs, |((input, up), sums)| {
        sums.fill(0.0);
        let (plain, leaning) = sums.split_at_mut(channels);
        planes.each(input, up, |channel, x, up| {
            let mean = mean[channel];
            plain[channel] += sum(up, up, |up, _| up);
            leaning[channel] += sum(x, up, |x, up| (x - mean) * up);
        });
    });
    for channel in 0..channels {
        let plain: f64 = kept.parts.iter().map(|sums| sums[channel]).sum();
        let leaning: f64 = kept.parts.iter().map(|sums| sums[channels + channel]).sum();
        bias_slope[channel] = plain as f32;
        weight_slope[channel] = leaning as f32 * scale[channel];
    }
    let Some(down) = down else { return };
    let count = (input.len() / channels) as f32;
    let (weight_slope, bias_slope) = (&*weight_slope, &*bias_slope);
    let jobs = input.chunks(samples * planes.size()).zip(up.chunks(samples * planes.size()));
    each(threads, jobs.zip(down.chunks_mut(samples * planes.size())), |((input, up), down)| {
        let mut channel = 0;
        let runs = input.chunks_exact(planes.plane).zip(up.chunks_exact(planes.plane));
        for ((x, up), down) in runs.zip(down.chunks_exact_mut(planes.plane)) {
            let factor = scale[channel] * weight[channel];
            let lean = scale[channel] * weight_slope[channel] / count;
            let (mean, plain) = (mean[channel], bias_slope[channel] / count);
            for ((x, up), down) in x.iter().zip(up).zip(down) {
                *down += factor * (up - plain - (x - mean) * lean);
            }
            channel = if channel + 1 == channels { 0 } else { channel + 1 };
        }
    });
}
