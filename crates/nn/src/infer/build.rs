//! From a net to a model: steps that can be joined are joined.

use super::conv::Conv;
use super::kernel::Packed;
use super::{Model, Op, Step};
use crate::layer::{Activation, Shape};
use crate::net::Net;
use crate::program::{self, Op as Learnt};
use crate::train::NORM_EPSILON;

impl Model {
    /// Makes a net ready for play.
    #[must_use]
    pub fn new(net: &Net) -> Self {
        Self::with(net, true)
    }

    /// The same with every convolution done directly: the slower twin.
    #[must_use]
    pub fn direct(net: &Net) -> Self {
        Self::with(net, false)
    }

    fn with(net: &Net, winograd: bool) -> Self {
        let program = &net.program;
        // The entry has a slot of its own, in which planes are turned round; so every slot of the program moves up by one.
        let mut slots = vec![program.slots[0]];
        slots.extend_from_slice(&program.slots);
        let enter = if matches!(slots[0], Shape::Flat(_)) { Op::Copy } else { Op::Enter };
        let mut steps = vec![plain(enter, 0, 1)];
        let mut index = 0;
        while index < program.steps.len() {
            let norm = follower(net, index, |op| matches!(op, Learnt::Norm { .. }));
            let joins = matches!(program.steps[index].op, Learnt::Dense { .. } | Learnt::Conv { .. });
            let norm = norm.filter(|_| joins);
            let mut step = translate(net, index, norm, winograd);
            index = norm.unwrap_or(index);
            if step.activation == Activation::Linear
                && let Some(next) = follower(net, index, |op| matches!(op, Learnt::Activation(_)))
            {
                if let Learnt::Activation(activation) = program.steps[next].op {
                    step.activation = activation;
                }
                index = next;
            }
            step.to = program.steps[index].to + 1;
            steps.push(step);
            index += 1;
        }
        let mut outputs = program.outputs.clone();
        outputs.iter_mut().for_each(|output| output.slot += 1);
        let mut marks = vec![0];
        for output in &outputs {
            marks.push(marks[marks.len() - 1] + output.shape.size());
        }
        Self { steps, slots, outputs, marks }
    }
}

fn plain(op: Op, from: usize, to: usize) -> Step {
    Step { op, from, to, bias: None, activation: Activation::Linear }
}

/// The step after this one, if it is of the wanted kind and the only one that reads what this one makes.
fn follower(net: &Net, index: usize, wanted: impl Fn(&Learnt) -> bool) -> Option<usize> {
    let program = &net.program;
    let slot = program.steps[index].to;
    let next = program.steps.get(index + 1).filter(|next| next.from == slot && wanted(&next.op))?;
    let reads =
        |step: &&program::Step| step.from == slot || matches!(step.op, Learnt::Add { other, .. } if other == slot);
    let alone = program.steps.iter().filter(reads).count() == 1 && program.outputs.iter().all(|o| o.slot != slot);
    (alone && next.from == slot).then_some(index + 1)
}

/// Factor and constant of each channel, as normalisation is at play.
fn scales(net: &Net, index: usize) -> (Vec<f32>, Vec<f32>) {
    let Learnt::Norm { channels, weight, bias, mean, variance, .. } = net.program.steps[index].op else {
        return (Vec::new(), Vec::new());
    };
    let factors: Vec<f32> = (0..channels)
        .map(|channel| net.weights[weight + channel] / (net.stats[variance + channel] + NORM_EPSILON).sqrt())
        .collect();
    let shifts = (0..channels)
        .map(|channel| net.weights[bias + channel] - net.stats[mean + channel] * factors[channel])
        .collect();
    (factors, shifts)
}

/// The weights of a layer with the normalisation after it folded in, and its constants.
fn folded(
    net: &Net,
    weight: usize,
    (ins, outs): (usize, usize),
    bias: Option<usize>,
    norm: Option<usize>,
) -> (Vec<f32>, Option<Vec<f32>>) {
    let mut weights = net.weights[weight..weight + ins * outs].to_vec();
    let bias = bias.map(|bias| net.weights[bias..bias + outs].to_vec());
    let Some(norm) = norm else { return (weights, bias) };
    let (factors, shifts) = scales(net, norm);
    for (row, factor) in weights.chunks_exact_mut(ins).zip(&factors) {
        row.iter_mut().for_each(|weight| *weight *= factor);
    }
    let bias = bias.unwrap_or_else(|| vec![0.0; outs]);
    let joined = bias.iter().zip(&factors).zip(&shifts).map(|((bias, factor), shift)| bias * factor + shift);
    (weights, Some(joined.collect()))
}

fn translate(net: &Net, index: usize, norm: Option<usize>, winograd: bool) -> Step {
    let program::Step { ref op, from, to } = net.program.steps[index];
    let step = |op| plain(op, from + 1, to + 1);
    match *op {
        Learnt::Dense { ins, outs, weight, bias } => {
            let (weights, bias) = folded(net, weight, (ins, outs), bias, norm);
            let packed = Packed::new(ins, outs, |out, input| weights[out * ins + input]);
            Step { bias, ..step(Op::Dense(packed)) }
        }
        Learnt::Conv { window, weight, bias } => {
            let (weights, bias) = folded(net, weight, (window.inner(), window.outs), bias, norm);
            Step { bias, ..step(Op::Conv(Conv::new(window, &weights, winograd))) }
        }
        Learnt::Norm { .. } => {
            let (factors, shifts) = scales(net, index);
            Step { bias: Some(shifts), ..step(Op::Scale(factors)) }
        }
        Learnt::Dropout(_) => step(Op::Copy),
        Learnt::Pool { kind, size, .. } => step(Op::Pool(kind, size)),
        Learnt::Global { kind, .. } => step(Op::Global(kind)),
        Learnt::Flatten => step(Op::Flatten),
        Learnt::Activation(activation) => Step { activation, ..step(Op::Copy) },
        Learnt::Add { other, .. } => step(Op::Add(other + 1)),
    }
}
