//! The values and slopes of the activations.

use crate::layer::Activation;
use crate::random;

/// Applies a function to samples of `size` numbers; noise is not added.
pub(crate) fn apply(activation: Activation, numbers: &mut [f32], size: usize) {
    use Activation as A;
    match activation {
        A::Linear => {}
        A::Step => each(numbers, |x| if x > 0.0 { 1.0 } else { 0.0 }),
        A::Relu | A::Noisy(_) => each(numbers, |x| x.max(0.0)),
        A::Leaky(slope) => each(numbers, |x| if x > 0.0 { x } else { slope * x }),
        A::Elu(factor) => each(numbers, |x| if x > 0.0 { x } else { factor * x.exp_m1() }),
        A::Sigmoid => each(numbers, sigmoid),
        A::Tanh => each(numbers, f32::tanh),
        // For large x the sum 1 + e^x would overflow.
        A::Softplus => each(numbers, |x| x.max(0.0) + (-x.abs()).exp().ln_1p()),
        A::Swish => each(numbers, |x| x * sigmoid(x)),
        A::Softmax => numbers.chunks_exact_mut(size).for_each(softmax),
    }
}

/// Adds normal noise, drawn by key and place.
pub(crate) fn add_noise(numbers: &mut [f32], deviation: f32, key: u64, first: u64) {
    for (number, place) in numbers.iter_mut().zip(first..) {
        *number += deviation * random::normal(random::at(key, place));
    }
}

/// Adds to `down` what the gradient `up` becomes on its way back, from what went in and what came out.
pub(crate) fn back(activation: Activation, input: &[f32], output: &[f32], up: &[f32], down: &mut [f32], size: usize) {
    use Activation as A;
    let pass = |down: &mut [f32], slope: &dyn Fn(f32, f32) -> f32| {
        for (((down, &up), &x), &y) in down.iter_mut().zip(up).zip(input).zip(output) {
            *down += up * slope(x, y);
        }
    };
    match activation {
        A::Step => {}
        A::Linear => pass(down, &|_, _| 1.0),
        // Through the output, because noise may have changed the sign.
        A::Relu | A::Noisy(_) => {
            for ((down, &up), &y) in down.iter_mut().zip(up).zip(output) {
                *down += if y > 0.0 { up } else { 0.0 };
            }
        }
        A::Leaky(slope) => pass(down, &|x, _| if x > 0.0 { 1.0 } else { slope }),
        A::Elu(factor) => pass(down, &|x, y| if x > 0.0 { 1.0 } else { y + factor }),
        A::Sigmoid => pass(down, &|_, y| y * (1.0 - y)),
        A::Tanh => pass(down, &|_, y| 1.0 - y * y),
        A::Softplus => pass(down, &|x, _| sigmoid(x)),
        A::Swish => pass(down, &|x, y| {
            let gate = sigmoid(x);
            gate + y * (1.0 - gate)
        }),
        A::Softmax => {
            for ((down, up), y) in down.chunks_exact_mut(size).zip(up.chunks_exact(size)).zip(output.chunks_exact(size))
            {
                let mean: f32 = up.iter().zip(y).map(|(up, y)| up * y).sum();
                for ((down, up), y) in down.iter_mut().zip(up).zip(y) {
                    *down += y * (up - mean);
                }
            }
        }
    }
}

/// Shares that sum to 1.
pub(crate) fn softmax(row: &mut [f32]) {
    let greatest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for number in row.iter_mut() {
        *number = (*number - greatest).exp();
        sum += *number;
    }
    row.iter_mut().for_each(|number| *number /= sum);
}

fn each(numbers: &mut [f32], function: impl Fn(f32) -> f32) {
    for number in numbers {
        *number = function(*number);
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
