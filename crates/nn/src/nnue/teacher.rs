//! A batch forth and back, and the step that follows.
//!
//! The loss is the squared difference of chances. Only rows of inputs that are on are touched; each part of a batch has gradients of
//! its own, which are added up in one order, so that the result is the same on any number of threads.

use super::batch::{Sample, Samples};
use super::net::{MOST, Span, Sparse, squared};
use crate::fault::Fault;
use crate::parallel;
use crate::train::{Method, Optimiser};

/// Parts of a batch, whatever the number of threads: each has a copy of all gradients.
const PARTS: usize = 4;

/// Teaches one net.
pub struct Teacher {
    net: Sparse,
    optimiser: Optimiser,
    parts: Vec<Part>,
    threads: usize,
}

/// What one thread at a time works with.
struct Part {
    slopes: Vec<f32>,
    loss: f64,
    desk: Desk,
}

/// Sums of both sides, and what is wrong with them.
struct Desk {
    own: Vec<f32>,
    foe: Vec<f32>,
    slopes: Vec<f32>,
}

/// What a value says of the chance to win.
#[must_use]
pub fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

impl Teacher {
    /// Begins to teach.
    #[must_use]
    pub fn new(net: Sparse, decay: f32, threads: usize) -> Self {
        let span = net.span;
        let optimiser = Optimiser::sized(
            Method::AdamW { betas: (0.9, 0.999), decay },
            span.size(),
            vec![(0, span.constants()), (span.rows(), span.ends())],
        );
        let desk = || Desk { own: vec![0.0; span.width], foe: vec![0.0; span.width], slopes: vec![0.0; span.width] };
        let part = |_| Part { slopes: vec![0.0; span.size()], loss: 0.0, desk: desk() };
        Self { net, optimiser, parts: (0..PARTS).map(part).collect(), threads }
    }

    /// The net as it is now.
    #[must_use]
    pub fn net(&self) -> &Sparse {
        &self.net
    }

    /// What the optimiser remembers, to go on later.
    #[must_use]
    pub fn memory(&self) -> Vec<u8> {
        self.optimiser.save()
    }

    /// Takes up what an optimiser remembered.
    ///
    /// # Errors
    /// If it is none of this net.
    pub fn resume(&mut self, memory: &[u8]) -> Result<(), Fault> {
        self.optimiser.resume(memory)
    }

    /// Learns from the samples that are named, in one step; answers with the sum of their losses.
    ///
    /// # Panics
    /// If a sample does not fit the net.
    pub fn learn(&mut self, samples: &Samples, named: &[u32], rate: f32) -> f64 {
        if named.is_empty() {
            return 0.0;
        }
        let loss = self.gather(samples, named);
        self.optimiser.step_on(&mut self.net.weights, &mut self.parts[0].slopes, rate);
        let (constants, rows, ends) = (self.net.span.constants(), self.net.span.rows(), self.net.span.ends());
        for range in [0..constants, rows..ends] {
            self.net.weights[range].iter_mut().for_each(|weight| *weight = weight.clamp(-MOST, MOST));
        }
        loss
    }

    /// The gradients of the mean loss, for tests.
    #[cfg(test)]
    pub(crate) fn slopes(mut self, samples: &Samples, named: &[u32]) -> Vec<f32> {
        self.gather(samples, named);
        self.parts.swap_remove(0).slopes
    }

    /// Leaves the gradients of the mean loss in the first part; answers with the sum of losses.
    fn gather(&mut self, samples: &Samples, named: &[u32]) -> f64 {
        let net = &self.net;
        let size = named.len().div_ceil(PARTS);
        let scale = 1.0 / named.len() as f32;
        parallel::each(self.threads, self.parts.iter_mut().zip(named.chunks(size)), |(part, named)| {
            part.loss = 0.0;
            part.slopes.fill(0.0);
            for &at in named {
                part.loss += part.desk.learn(net, samples.get(at as usize), scale, &mut part.slopes);
            }
        });
        let used = named.len().div_ceil(size);
        let (sum, rest) = self.parts.split_at_mut(1);
        for part in &rest[..used - 1] {
            sum[0].slopes.iter_mut().zip(&part.slopes).for_each(|(sum, slope)| *sum += slope);
        }
        sum[0].loss + rest[..used - 1].iter().map(|part| part.loss).sum::<f64>()
    }

    /// The mean loss of samples from which nothing is learnt.
    #[must_use]
    pub fn judge(&mut self, samples: &Samples) -> f64 {
        let net = &self.net;
        let size = samples.len().div_ceil(PARTS).max(1);
        let ranges = (0..samples.len()).step_by(size).map(|start| start..(start + size).min(samples.len()));
        self.parts.iter_mut().for_each(|part| part.loss = 0.0);
        parallel::each(self.threads, self.parts.iter_mut().zip(ranges), |(part, range)| {
            for at in range {
                let sample = samples.get(at);
                let wrong = chance(part.desk.value(net, sample)) - sample.target;
                part.loss += f64::from(wrong * wrong);
            }
        });
        self.parts.iter().map(|part| part.loss).sum::<f64>() / samples.len().max(1) as f64
    }
}

impl Desk {
    /// The value, and in both sums what the first layer made.
    fn value(&mut self, net: &Sparse, sample: Sample<'_>) -> f32 {
        let Span { width, .. } = net.span;
        add_up(&mut self.own, net, sample.own);
        add_up(&mut self.foe, net, sample.foe);
        let row = &net.weights[net.span.rows() + sample.bucket * 2 * width..][..2 * width];
        let dot = |sums: &[f32], row: &[f32]| {
            let mut lanes = [0.0f32; 16];
            for (sums, row) in sums.chunks_exact(16).zip(row.chunks_exact(16)) {
                for lane in 0..16 {
                    lanes[lane] += squared(sums[lane]) * row[lane];
                }
            }
            lanes.iter().sum::<f32>()
        };
        net.weights[net.span.ends() + sample.bucket] + dot(&self.own, &row[..width]) + dot(&self.foe, &row[width..])
    }

    /// Adds the gradients of one sample; answers with its loss.
    fn learn(&mut self, net: &Sparse, sample: Sample<'_>, scale: f32, slopes: &mut [f32]) -> f64 {
        let Span { width, .. } = net.span;
        let said = chance(self.value(net, sample));
        let wrong = said - sample.target;
        let slope = 2.0 * wrong * said * (1.0 - said) * scale;
        let start = net.span.rows() + sample.bucket * 2 * width;
        slopes[net.span.ends() + sample.bucket] += slope;
        for (sums, on, start) in [(&self.own, sample.own, start), (&self.foe, sample.foe, start + width)] {
            let row = &net.weights[start..][..width];
            let out = &mut slopes[start..][..width];
            for (((out, &sum), &weight), back) in out.iter_mut().zip(sums).zip(row).zip(&mut self.slopes) {
                let clipped = sum.clamp(0.0, 1.0);
                *out += slope * clipped * clipped;
                let inside = if sum > 0.0 && sum < 1.0 { 2.0 * slope } else { 0.0 };
                *back = inside * clipped * weight;
            }
            let constants = &mut slopes[net.span.constants()..][..width];
            constants.iter_mut().zip(&self.slopes).for_each(|(sum, slope)| *sum += slope);
            for &input in on {
                let row = &mut slopes[usize::from(input) * width..][..width];
                row.iter_mut().zip(&self.slopes).for_each(|(sum, slope)| *sum += slope);
            }
        }
        f64::from(wrong * wrong)
    }
}

/// What the first layer makes of the inputs that are on.
fn add_up(sums: &mut [f32], net: &Sparse, on: &[u16]) {
    let width = sums.len();
    sums.copy_from_slice(&net.weights[net.span.constants()..][..width]);
    for &input in on {
        let row = &net.weights[usize::from(input) * width..][..width];
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
    }
}
