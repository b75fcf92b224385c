//! A network: its plan, its weights, and the running statistics of its normalisations.

use crate::fault::Fault;
use crate::layer::{Activation, Plan};
use crate::program::{Op, Output, Program, Tensor};
use crate::random::Random;

/// A network that fits its plan.
#[derive(Clone, Debug)]
pub struct Net {
    plan: Plan,
    pub(crate) program: Program,
    pub(crate) weights: Vec<f32>,
    pub(crate) stats: Vec<f32>,
}

impl Net {
    /// A new network with random weights: those before a rectifier have the deviation of He and others, sqrt(2 / inputs), the
    /// rest sqrt(1 / inputs); constants are 0.
    ///
    /// ```
    /// let net = tabula_nn::Net::new("4: dense 8, relu, dense 1".parse()?, 1)?;
    /// assert_eq!(net.weights().len(), 4 * 8 + 8 + 8 + 1);
    /// # Ok::<(), tabula_nn::Fault>(())
    /// ```
    ///
    /// # Errors
    /// If the layers do not fit together.
    pub fn new(plan: Plan, seed: u64) -> Result<Self, Fault> {
        let mut net = Self::blank(plan, |_| Ok(()))?;
        let mut random = Random::new(seed);
        for (index, step) in net.program.steps.iter().enumerate() {
            let (start, inner, outs) = match step.op {
                Op::Dense { ins, outs, weight, .. } => (weight, ins, outs),
                Op::Conv { window, weight, .. } => (weight, window.inner(), window.outs),
                Op::Norm { channels, weight, variance, .. } => {
                    net.weights[weight..weight + channels].fill(1.0);
                    net.stats[variance..variance + channels].fill(1.0);
                    continue;
                }
                _ => continue,
            };
            let deviation = (if rectified(&net.program, index) { 2.0 } else { 1.0 } / inner as f32).sqrt();
            net.weights[start..start + inner * outs].fill_with(|| deviation * random.normal());
        }
        Ok(net)
    }

    /// All weights and statistics 0; `fits` may refuse the tensors before memory is taken for them.
    pub(crate) fn blank(plan: Plan, fits: impl Fn(&[Tensor]) -> Result<(), Fault>) -> Result<Self, Fault> {
        let program = Program::new(&plan)?;
        fits(&program.tensors)?;
        let (weights, stats) = (vec![0.0; program.weights], vec![0.0; program.stats]);
        Ok(Self { plan, program, weights, stats })
    }

    /// What the network is made of.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Numbers of a sample that goes in.
    #[must_use]
    pub fn input(&self) -> usize {
        self.plan.input.size()
    }

    /// Its results.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        &self.program.outputs
    }

    /// The index of a result by its name.
    #[must_use]
    pub fn output(&self, name: &str) -> Option<usize> {
        self.program.outputs.iter().position(|output| output.name == name)
    }

    /// The parts of weights and statistics.
    #[must_use]
    pub fn tensors(&self) -> &[Tensor] {
        &self.program.tensors
    }

    /// All that is learnt, tensor after tensor.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// All that is learnt, to be changed.
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// The numbers of one tensor.
    #[must_use]
    pub fn numbers(&self, tensor: &Tensor) -> &[f32] {
        let all = if tensor.learnt { &self.weights } else { &self.stats };
        &all[tensor.start..tensor.start + tensor.len()]
    }

    pub(crate) fn numbers_mut(&mut self, index: usize) -> &mut [f32] {
        let tensor = &self.program.tensors[index];
        let all = if tensor.learnt { &mut self.weights } else { &mut self.stats };
        &mut all[tensor.start..tensor.start + tensor.len()]
    }
}

/// Whether the next function after a step cuts half of its numbers off.
fn rectified(program: &Program, index: usize) -> bool {
    let mut slot = program.steps[index].to;
    for step in &program.steps[index + 1..] {
        if step.from == slot {
            match step.op {
                Op::Norm { .. } | Op::Dropout(_) => slot = step.to,
                Op::Activation(activation) => {
                    use Activation::{Elu, Leaky, Noisy, Relu, Swish};
                    return matches!(activation, Relu | Leaky(_) | Noisy(_) | Elu(_) | Swish);
                }
                _ => return false,
            }
        }
    }
    false
}
