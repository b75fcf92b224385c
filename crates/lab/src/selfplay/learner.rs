//! A net that learns, with its optimiser.

use super::config::Learn;
use super::lessons::Batch;
use tabula_core::Fault;
use tabula_nets::{OWNERS, POLICY, VALUE};
use tabula_nn::{Desk, Loss, Method, Model, Net, Optimiser, Tape, clip};

/// Longer gradients are cut.
const LONGEST: f32 = 5.0;
/// The lead is learnt in a straight line beyond this many units.
const LEAD_LIMIT: f32 = 1.0;

/// How wrong a net was.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// Of the policy, in nats.
    pub policy: f64,
    /// Of the value, squared.
    pub value: f64,
    /// Of the owners, squared.
    pub owners: f64,
    /// Of the lead, by Huber.
    pub lead: f64,
}

impl Losses {
    /// Adds a part of others.
    pub(super) fn add(&mut self, other: Self, share: f64) {
        self.policy += share * other.policy;
        self.value += share * other.value;
        self.owners += share * other.owners;
        self.lead += share * other.lead;
    }
}

pub(super) struct Learner {
    pub net: Net,
    pub optimiser: Optimiser,
    tape: Tape,
    slopes: Vec<f32>,
}

/// Nets with fewer weights learn on one thread: to wake another takes longer than what it would do.
const SMALL: usize = 30_000;

impl Learner {
    pub(super) fn new(net: Net, decay: f32, threads: usize) -> Self {
        let method = Method::AdamW { betas: (0.9, 0.999), decay };
        let threads = if net.weights().len() < SMALL { 1 } else { threads };
        Self {
            optimiser: Optimiser::new(method, &net),
            tape: Tape::new(&net, threads),
            slopes: vec![0.0; net.weights().len()],
            net,
        }
    }

    /// Takes up the memory of an optimiser.
    pub(super) fn resume(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.optimiser.resume(bytes).map_err(|fault| Fault::new(fault.to_string()))
    }

    /// Learns from a batch.
    pub(super) fn step(&mut self, batch: &Batch, learn: &Learn, rate: f32) -> Losses {
        let Self { net, optimiser, tape, slopes } = self;
        tape.forward(net, &batch.inputs, optimiser.steps());
        let losses = judge(net, batch, learn, &mut |index, loss, wanted, weights, size, scale| {
            loss.judge(tape.judge(net, index), wanted, weights, size, scale)
        });
        tape.backward(net, slopes);
        clip(slopes, LONGEST);
        optimiser.step(net, slopes, rate);
        losses
    }

    /// How wrong it is on a batch, as it would play.
    pub(super) fn examine(model: &Model, net: &Net, desk: &mut Desk, batch: &Batch, learn: &Learn) -> Losses {
        model.run(desk, &batch.inputs);
        judge(net, batch, learn, &mut |index, loss, wanted, weights, size, _| {
            let found: Vec<f32> =
                (0..batch.value.len()).flat_map(|sample| model.result(desk, sample, index).to_vec()).collect();
            loss.judge((&found, &mut vec![0.0; found.len()]), wanted, weights, size, 0.0)
        })
    }
}

type Judge<'a> = dyn FnMut(usize, Loss, &[f32], Option<&[f32]>, usize, f32) -> f64 + 'a;

/// Every head that the net has, by its loss.
fn judge(net: &Net, batch: &Batch, learn: &Learn, judge: &mut Judge<'_>) -> Losses {
    let mut head = |name: &str, loss: Loss, wanted: &[f32], weights: Option<&[f32]>, scale: f32| {
        let Some(index) = net.output(name) else { return 0.0 };
        judge(index, loss, wanted, weights, net.outputs()[index].shape.size(), scale)
    };
    Losses {
        policy: head(POLICY, Loss::CrossEntropy, &batch.policy, None, 1.0),
        value: head(VALUE, Loss::Squared, &batch.value, None, learn.value),
        owners: head(OWNERS, Loss::Squared, &batch.owners, Some(&batch.known), learn.owners),
        lead: head("lead", Loss::Huber(LEAD_LIMIT), &batch.lead, Some(&batch.known), learn.lead),
    }
}
