//! Ways down the gradient, and how fast to go.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, TensorView};
use safetensors::{SafeTensors, serialize};

use crate::fault::Fault;
use crate::file::{bytes_of, numbers_of};
use crate::net::Net;

/// The way a step is made of gradients. Decay pulls weights towards 0, but not constants and the factors of normalisation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Along the gradient, with a memory of former steps.
    Sgd {
        /// How much of the last step is kept.
        momentum: f32,
        /// Looks ahead along the memory.
        nesterov: bool,
        /// Times the weight, added to the gradient.
        decay: f32,
    },
    /// By Kingma and Ba.
    Adam {
        /// Memory of the mean and of the mean square.
        betas: (f32, f32),
        /// Times the weight, added to the gradient.
        decay: f32,
    },
    /// Adam with the decay apart from the gradient, by Loshchilov and Hutter.
    AdamW {
        /// Memory of the mean and of the mean square.
        betas: (f32, f32),
        /// Times the weight and the rate, taken off at each step.
        decay: f32,
    },
}

impl Method {
    /// Adam with its usual memory.
    pub const ADAM: Self = Self::Adam { betas: (0.9, 0.999), decay: 0.0 };
    /// SGD with Nesterov's momentum of 0.9.
    pub const NESTEROV: Self = Self::Sgd { momentum: 0.9, nesterov: true, decay: 0.0 };
}

/// Added to Adam's divisor.
const EPSILON: f32 = 1e-8;
const MARK: &str = "tabula-optimiser";

/// A method with its memory for one net.
#[derive(Clone, Debug)]
pub struct Optimiser {
    method: Method,
    steps: u64,
    first: Vec<f32>,
    second: Vec<f32>,
    /// Where weights decay: the beginnings and ends of their tensors.
    decaying: Vec<(usize, usize)>,
}

impl Optimiser {
    /// Without memory yet.
    #[must_use]
    pub fn new(method: Method, net: &Net) -> Self {
        let learnt = net.tensors().iter().filter(|tensor| tensor.learnt && tensor.shape.len() > 1);
        let decaying = learnt.map(|tensor| (tensor.start, tensor.start + tensor.len())).collect();
        Self::sized(method, net.weights().len(), decaying)
    }

    /// For so many weights, of which those in these ranges decay.
    pub(crate) fn sized(method: Method, size: usize, decaying: Vec<(usize, usize)>) -> Self {
        let second = if matches!(method, Method::Sgd { .. }) { 0 } else { size };
        Self { method, steps: 0, first: vec![0.0; size], second: vec![0.0; second], decaying }
    }

    /// How many steps were made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Moves the weights along their gradients at this rate; the gradients are used up.
    ///
    /// # Panics
    /// If there is not a gradient for each weight.
    pub fn step(&mut self, net: &mut Net, slopes: &mut [f32], rate: f32) {
        self.step_on(net.weights_mut(), slopes, rate);
    }

    /// The same for weights that are no [`Net`]'s.
    pub(crate) fn step_on(&mut self, weights: &mut [f32], slopes: &mut [f32], rate: f32) {
        assert!(weights.len() == slopes.len() && weights.len() == self.first.len(), "a gradient for each weight");
        self.steps += 1;
        let (Method::Sgd { decay, .. } | Method::Adam { decay, .. } | Method::AdamW { decay, .. }) = self.method;
        for &(start, end) in self.decaying.iter().filter(|_| decay != 0.0) {
            for (weight, slope) in weights[start..end].iter_mut().zip(&mut slopes[start..end]) {
                match self.method {
                    Method::AdamW { .. } => *weight -= rate * decay * *weight,
                    _ => *slope += decay * *weight,
                }
            }
        }
        match self.method {
            Method::Sgd { momentum, nesterov, .. } => {
                for ((weight, slope), memory) in weights.iter_mut().zip(slopes).zip(&mut self.first) {
                    *memory = momentum * *memory + *slope;
                    *weight -= rate * if nesterov { *slope + momentum * *memory } else { *memory };
                }
            }
            Method::Adam { betas: (keep, keep_square), .. } | Method::AdamW { betas: (keep, keep_square), .. } => {
                let steps = self.steps.min(1_000_000) as i32;
                let rate = rate / (1.0 - keep.powi(steps));
                let square = 1.0 / (1.0 - keep_square.powi(steps)).sqrt();
                let memory = self.first.iter_mut().zip(&mut self.second);
                for ((weight, slope), (first, second)) in weights.iter_mut().zip(slopes).zip(memory) {
                    *first = keep * *first + (1.0 - keep) * *slope;
                    *second = keep_square * *second + (1.0 - keep_square) * *slope * *slope;
                    *weight -= rate * *first / (second.sqrt() * square + EPSILON);
                }
            }
        }
    }

    /// The memory as a file, to go on later.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let parts = [("first", bytes_of(&self.first)), ("second", bytes_of(&self.second))];
        let views = parts.iter().map(|(name, bytes)| {
            let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes);
            (*name, view.expect("the bytes were made for this shape"))
        });
        let header = HashMap::from([(MARK.to_owned(), self.steps.to_string())]);
        serialize(views, Some(header)).expect("two tensors with names of their own can be written")
    }

    /// Takes up a memory that was saved by an optimiser of the same method for the same net.
    ///
    /// # Errors
    /// If it is not such a file; then nothing has changed.
    pub fn resume(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let wrong = |why: &str| Fault::File(why.to_owned());
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(|why| Fault::File(format!("{why:?}")))?;
        let mark = metadata.metadata().as_ref().and_then(|header| header.get(MARK));
        let steps = mark.ok_or_else(|| wrong("it is not the memory of an optimiser"))?;
        let steps = steps.parse().map_err(|_| wrong("its count of steps is not a number"))?;
        let file = SafeTensors::deserialize(bytes).map_err(|why| Fault::File(format!("{why:?}")))?;
        let read = |name: &str, size: usize| {
            let view = file.tensor(name).map_err(|_| Fault::File(format!("it has no `{name}`")))?;
            if view.dtype() != Dtype::F32 || view.shape() != [size] {
                return Err(wrong("it belongs to another net or another method"));
            }
            Ok(numbers_of(view.data()))
        };
        let (first, second) = (read("first", self.first.len())?, read("second", self.second.len())?);
        (self.steps, self.first, self.second) = (steps, first, second);
        Ok(())
    }
}

/// Makes the gradients shorter, so that their norm is at most `most`; answers with the norm they had.
pub fn clip(slopes: &mut [f32], most: f32) -> f32 {
    let norm = slopes.iter().map(|&slope| f64::from(slope) * f64::from(slope)).sum::<f64>().sqrt() as f32;
    if norm > most {
        slopes.iter_mut().for_each(|slope| *slope *= most / norm);
    }
    norm
}

/// The rate as a function of the steps made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Schedule {
    /// Always the same.
    Constant,
    /// Times `factor` after every so many steps.
    Step {
        /// How many.
        every: u64,
        /// By what.
        factor: f32,
    },
    /// Along half a wave of the cosine from the full rate to `floor` times it, which then stays.
    Cosine {
        /// Steps until the floor.
        steps: u64,
        /// A share of the full rate.
        floor: f32,
    },
}

impl Schedule {
    /// The rate after so many steps, from the full rate.
    #[must_use]
    pub fn rate(self, full: f32, step: u64) -> f32 {
        match self {
            Self::Constant => full,
            Self::Step { every, factor } => full * factor.powi(i32::try_from(step / every.max(1)).unwrap_or(i32::MAX)),
            Self::Cosine { steps, floor } => {
                let done = (step as f64 / steps.max(1) as f64).min(1.0);
                let wave = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
                full * (floor + (1.0 - floor) * wave as f32)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net() -> Net {
        let mut net = Net::new("1: dense 1".parse().unwrap(), 1).unwrap();
        net.weights_mut().copy_from_slice(&[1.0, 1.0]);
        net
    }

    /// The weight and the constant after steps along gradients of 0.5.
    fn after(method: Method, steps: usize) -> Vec<f32> {
        let mut net = net();
        let mut optimiser = Optimiser::new(method, &net);
        for _ in 0..steps {
            optimiser.step(&mut net, &mut [0.5, 0.5], 0.1);
        }
        net.weights().to_vec()
    }

    fn close(found: &[f32], wanted: [f32; 2]) {
        assert!(found.iter().zip(wanted).all(|(x, y)| (x - y).abs() < 1e-5), "{found:?} and not {wanted:?}");
    }

    #[test]
    fn steps_worked_out_by_hand() {
        let sgd = |momentum, nesterov, decay| Method::Sgd { momentum, nesterov, decay };
        close(&after(sgd(0.0, false, 0.0), 2), [0.9, 0.9]);
        // 1 - 0.05, then the memory is 0.9 * 0.5 + 0.5 = 0.95.
        close(&after(sgd(0.9, false, 0.0), 2), [0.855, 0.855]);
        // 0.5 + 0.9 * 0.5 = 0.95, then 0.5 + 0.9 * 0.95 = 1.355.
        close(&after(Method::NESTEROV, 2), [0.7695, 0.7695]);
        // The weight decays, the constant does not.
        close(&after(sgd(0.0, false, 0.2), 1), [0.93, 0.95]);
        // Adam's first steps along a steady gradient are as long as the rate.
        close(&after(Method::ADAM, 2), [0.8, 0.8]);
        close(&after(Method::AdamW { betas: (0.9, 0.999), decay: 0.2 }, 1), [0.88, 0.9]);
    }

    #[test]
    fn a_memory_saved_and_resumed_goes_on_as_if_nothing_had_been() {
        for method in [Method::NESTEROV, Method::ADAM] {
            let mut net = net();
            let mut optimiser = Optimiser::new(method, &net);
            optimiser.step(&mut net, &mut [0.5, -0.5], 0.1);
            let mut resumed = Optimiser::new(method, &net);
            resumed.resume(&optimiser.save()).unwrap();
            let mut again = net.clone();
            optimiser.step(&mut net, &mut [0.3, 0.3], 0.1);
            resumed.step(&mut again, &mut [0.3, 0.3], 0.1);
            assert_eq!(net.weights(), again.weights());
            assert_eq!(resumed.steps(), 2);
        }
    }

    #[test]
    fn a_foreign_memory_is_refused() {
        let net = net();
        let mut adam = Optimiser::new(Method::ADAM, &net);
        let sgd = Optimiser::new(Method::NESTEROV, &net).save();
        assert!(adam.resume(&sgd).unwrap_err().to_string().contains("another method"));
        assert!(adam.resume(&sgd[..20]).is_err());
        assert!(adam.resume(b"").is_err());
    }

    #[test]
    fn schedules_at_their_corners() {
        assert_eq!(Schedule::Constant.rate(0.1, 1_000_000), 0.1);
        let step = Schedule::Step { every: 10, factor: 0.5 };
        assert_eq!([step.rate(0.8, 9), step.rate(0.8, 10), step.rate(0.8, 20)], [0.8, 0.4, 0.2]);
        let cosine = Schedule::Cosine { steps: 100, floor: 0.1 };
        let near = |step, wanted: f32| assert!((cosine.rate(1.0, step) - wanted).abs() < 1e-6);
        near(0, 1.0);
        near(50, 0.55);
        near(100, 0.1);
        near(200, 0.1);
    }

    #[test]
    fn clipping_keeps_the_direction() {
        let mut slopes = [3.0, 4.0];
        assert_eq!(clip(&mut slopes, 1.0), 5.0);
        assert!((slopes[0] - 0.6).abs() < 1e-6 && (slopes[1] - 0.8).abs() < 1e-6);
        assert!((clip(&mut slopes, 2.0) - 1.0).abs() < 1e-6);
    }
}
