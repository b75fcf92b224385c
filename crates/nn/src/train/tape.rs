//! Forward and back through a net, keeping what the way back needs. Buffers are kept from batch to batch.

use super::norm::{Kept, Planes};
use super::{Back, conv, dense, norm, pool};
use crate::activation;
use crate::layer::Activation;
use crate::net::Net;
use crate::parallel::{PARTS, each, part};
use crate::program::{Op, Step};
use crate::random;

/// What one batch leaves behind on its way through a net.
#[derive(Debug)]
pub struct Tape {
    threads: usize,
    batch: usize,
    key: u64,
    values: Vec<Vec<f32>>,
    slopes: Vec<Option<Vec<f32>>>,
    /// Buffers of gradients that are not needed now.
    spare: Vec<Vec<f32>>,
    kept: Vec<Kept>,
    scratch: Vec<Vec<f32>>,
}

impl Tape {
    /// For this net, on so many threads; the results do not depend on how many.
    #[must_use]
    pub fn new(net: &Net, threads: usize) -> Self {
        let slots = net.program.slots.len();
        Self {
            threads: threads.clamp(1, PARTS),
            batch: 0,
            key: 0,
            values: vec![Vec::new(); slots],
            slopes: vec![None; slots],
            spare: Vec::new(),
            kept: vec![Kept::default(); net.program.steps.len()],
            scratch: vec![Vec::new(); PARTS],
        }
    }

    /// Sends a batch through the net as it is while learning: normalisation by the batch, which also moves the running
    /// statistics, dropout and noise as `seed` decides. Take another seed for each batch.
    ///
    /// # Panics
    /// If `inputs` is not a whole number of samples, or the tape was made for another net.
    pub fn forward(&mut self, net: &mut Net, inputs: &[f32], seed: u64) {
        let size = net.input();
        assert!(!inputs.is_empty() && inputs.len().is_multiple_of(size), "inputs are whole samples");
        assert_eq!(self.values.len(), net.program.slots.len(), "a tape belongs to its net");
        self.batch = inputs.len() / size;
        self.key = seed;
        self.values[0].clear();
        self.values[0].extend_from_slice(inputs);
        for index in 0..net.program.steps.len() {
            let to = net.program.steps[index].to;
            let mut output = std::mem::take(&mut self.values[to]);
            output.resize(self.batch * net.program.slots[to].size(), 0.0);
            self.step(net, index, &mut output);
            self.values[to] = output;
        }
        for output in &net.program.outputs {
            let slopes = self.slopes[output.slot].get_or_insert_with(|| self.spare.pop().unwrap_or_default());
            slopes.clear();
            slopes.resize(self.batch * output.shape.size(), 0.0);
        }
    }

    /// The results of the last batch, sample after sample.
    #[must_use]
    pub fn output(&self, net: &Net, index: usize) -> &[f32] {
        &self.values[net.program.outputs[index].slot]
    }

    /// The results together with the place for the gradient of the loss with respect to them, which is 0 after `forward`.
    pub fn judge(&mut self, net: &Net, index: usize) -> (&[f32], &mut [f32]) {
        let slot = net.program.outputs[index].slot;
        let slopes = self.slopes[slot].as_deref_mut().expect("`forward` made a place for each output");
        (&self.values[slot], slopes)
    }

    /// Goes back through the net from the gradients given by `judge`, and writes those of all weights.
    ///
    /// # Panics
    /// If there was no `forward` before, or `slopes` is not as long as the weights.
    pub fn backward(&mut self, net: &Net, slopes: &mut [f32]) {
        assert_eq!(slopes.len(), net.weights.len(), "there is a gradient for each weight");
        for index in (0..net.program.steps.len()).rev() {
            let Step { op, from, to } = &net.program.steps[index];
            let up = self.slopes[*to].take().expect("every slot leads to an output");
            if let Op::Add { other, spread } = *op {
                let mut down = self.slope(net, other);
                each(
                    self.threads,
                    down.chunks_mut(part(self.batch) * size_of(net, other))
                        .zip(up.chunks(part(self.batch) * size_of(net, other) * spread)),
                    |(down, up)| {
                        for (down, up) in down.iter_mut().zip(up.chunks_exact(spread)) {
                            *down += up.iter().sum::<f32>();
                        }
                    },
                );
                self.slopes[other] = Some(down);
            }
            let mut down = (*from != 0).then(|| self.slope(net, *from));
            self.back(net, index, &up, down.as_deref_mut(), slopes);
            if let Some(down) = down {
                self.slopes[*from] = Some(down);
            }
            self.spare.push(up);
        }
    }

    /// The gradient of a slot so far, 0 at first.
    fn slope(&mut self, net: &Net, slot: usize) -> Vec<f32> {
        self.slopes[slot].take().unwrap_or_else(|| {
            let mut fresh = self.spare.pop().unwrap_or_default();
            fresh.clear();
            fresh.resize(self.batch * size_of(net, slot), 0.0);
            fresh
        })
    }

    fn step(&mut self, net: &mut Net, index: usize, output: &mut [f32]) {
        let Step { ref op, from, to } = net.program.steps[index];
        let input = &self.values[from][..];
        let (ins, outs) = (net.program.slots[from].size(), net.program.slots[to].size());
        let (threads, samples) = (self.threads, part(self.batch));
        let weights = &net.weights[..];
        let key = random::at(self.key, index as u64);
        let jobs = input.chunks(samples * ins).zip(output.chunks_mut(samples * outs)).enumerate();
        match *op {
            Op::Dense { ins, outs, weight, bias } => {
                let bias = bias.map(|bias| &weights[bias..bias + outs]);
                dense::forward((ins, outs), &weights[weight..weight + ins * outs], bias, input, output, threads);
            }
            Op::Conv { window, weight, bias } => {
                let bias = bias.map(|bias| &weights[bias..bias + window.outs]);
                let weight = &weights[weight..weight + window.outs * window.inner()];
                conv::forward(&window, weight, bias, input, output, &mut self.scratch, threads);
            }
            Op::Norm { channels, plane, weight, bias, mean, variance } => {
                // The program puts the variances right after the means.
                let (means, variances) = net.stats[mean..variance + channels].split_at_mut(channels);
                let learnt = (&weights[weight..weight + channels], &weights[bias..bias + channels]);
                let kept = &mut self.kept[index];
                norm::forward(Planes { channels, plane }, learnt, (means, variances), kept, input, output, threads);
            }
            Op::Dropout(share) => each(threads, jobs, |(job, (input, output))| {
                let first = (job * samples * ins) as u64;
                for ((x, y), place) in input.iter().zip(output).zip(first..) {
                    *y = x * kept(share, key, place);
                }
            }),
            Op::Pool { kind, height, width, size, .. } => each(threads, jobs, |(_, (input, output))| {
                pool::forward(kind, pool::Grid { height, width, size }, input, output);
            }),
            Op::Global { kind, plane, .. } => each(threads, jobs, |(_, (input, output))| {
                for (input, output) in input.chunks_exact(ins).zip(output.chunks_exact_mut(outs)) {
                    pool::forward_global(kind, plane, input, output);
                }
            }),
            Op::Flatten => output.copy_from_slice(input),
            Op::Activation(activation) => each(threads, jobs, |(job, (input, output))| {
                output.copy_from_slice(input);
                if let Activation::Noisy(deviation) = activation {
                    activation::add_noise(output, deviation, key, (job * samples * ins) as u64);
                }
                activation::apply(activation, output, outs);
            }),
            Op::Add { other, spread } => {
                let other = self.values[other].chunks(samples * ins / spread);
                each(threads, jobs.zip(other), |((_, (input, output)), other)| {
                    let runs = input.chunks_exact(spread).zip(output.chunks_exact_mut(spread));
                    for ((input, output), other) in runs.zip(other) {
                        input.iter().zip(output).for_each(|(x, y)| *y = x + other);
                    }
                });
            }
        }
    }

    fn back(&mut self, net: &Net, index: usize, up: &[f32], down: Option<&mut [f32]>, slopes: &mut [f32]) {
        let Step { ref op, from, to } = net.program.steps[index];
        let input = &self.values[from][..];
        let output = &self.values[to][..];
        let (ins, outs) = (net.program.slots[from].size(), net.program.slots[to].size());
        let (threads, samples) = (self.threads, part(self.batch));
        let weights = &net.weights[..];
        match *op {
            Op::Dense { ins, outs, weight, bias } => {
                let slopes = weight_and_bias(slopes, weight, ins * outs, bias, outs);
                let weight = &weights[weight..weight + ins * outs];
                return dense::backward((ins, outs), weight, Back { input, up, down }, slopes, threads);
            }
            Op::Conv { window, weight, bias } => {
                let size = window.outs * window.inner();
                let slopes = weight_and_bias(slopes, weight, size, bias, window.outs);
                let weight = &weights[weight..weight + size];
                return conv::backward(&window, weight, Back { input, up, down }, slopes, &mut self.scratch, threads);
            }
            Op::Norm { channels, plane, weight, bias, .. } => {
                let kept = &mut self.kept[index];
                let (scales, shifts) = slopes[weight..bias + channels].split_at_mut(channels);
                let weight = &weights[weight..weight + channels];
                return norm::backward(
                    Planes { channels, plane },
                    weight,
                    kept,
                    Back { input, up, down },
                    (scales, shifts),
                    threads,
                );
            }
            _ => {}
        }
        let Some(down) = down else { return };
        let key = random::at(self.key, index as u64);
        let jobs =
            up.chunks(samples * outs).zip(down.chunks_mut(samples * ins)).zip(input.chunks(samples * ins)).enumerate();
        match *op {
            Op::Dropout(share) => each(threads, jobs, |(job, ((up, down), _))| {
                let first = (job * samples * ins) as u64;
                for ((up, down), place) in up.iter().zip(down).zip(first..) {
                    *down += up * kept(share, key, place);
                }
            }),
            Op::Pool { kind, height, width, size, .. } => each(threads, jobs, |(_, ((up, down), input))| {
                pool::backward(kind, pool::Grid { height, width, size }, input, up, down);
            }),
            Op::Global { kind, plane, .. } => each(threads, jobs, |(_, ((up, down), input))| {
                let runs = up.chunks_exact(outs).zip(down.chunks_exact_mut(ins)).zip(input.chunks_exact(ins));
                runs.for_each(|((up, down), input)| pool::backward_global(kind, plane, input, up, down));
            }),
            Op::Activation(activation) => {
                each(threads, jobs.zip(output.chunks(samples * outs)), |((_, ((up, down), input)), output)| {
                    activation::back(activation, input, output, up, down, outs);
                });
            }
            Op::Flatten | Op::Add { .. } => each(threads, jobs, |(_, ((up, down), _))| {
                up.iter().zip(down).for_each(|(up, down)| *down += up);
            }),
            Op::Dense { .. } | Op::Conv { .. } | Op::Norm { .. } => {}
        }
    }
}

fn size_of(net: &Net, slot: usize) -> usize {
    net.program.slots[slot].size()
}

/// The places for the gradients of a layer; the program puts constants right after their weights.
fn weight_and_bias(
    slopes: &mut [f32],
    weight: usize,
    size: usize,
    bias: Option<usize>,
    outs: usize,
) -> (&mut [f32], Option<&mut [f32]>) {
    let end = weight + size + if bias.is_some() { outs } else { 0 };
    let (weights, constants) = slopes[weight..end].split_at_mut(size);
    (weights, bias.map(|_| constants))
}

/// What dropout multiplies a number by: 0, or so much that the mean stays.
fn kept(share: f32, key: u64, place: u64) -> f32 {
    if random::unit(random::at(key, place)) < share { 0.0 } else { 1.0 / (1.0 - share) }
}
