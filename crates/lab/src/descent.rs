//! How weights follow a slope: Adam and Adagrad, on any row of numbers. Both can be kept and gone on with.

use serde::{Deserialize, Serialize};

const MEMORY_OF_SLOPE: f32 = 0.9;
const MEMORY_OF_SQUARE: f32 = 0.999;
/// Against division by zero; small beside any slope, which is in the order of a millionth.
const TINY: f32 = 1e-12;

/// Which of the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stride {
    /// Every number takes steps of about the same length, whatever the size of its slope.
    Adam,
    /// The same at first, and shorter the more a number has moved already.
    Adagrad,
}

/// What is remembered of the slopes so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Descent {
    stride: Stride,
    #[serde(with = "crate::exact::floats")]
    slopes: Vec<f32>,
    #[serde(with = "crate::exact::floats")]
    squares: Vec<f32>,
    steps: i32,
}

impl Descent {
    /// For so many numbers.
    pub fn new(stride: Stride, count: usize) -> Self {
        Self { stride, slopes: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }

    /// Moves the numbers down the slope, each by about `rate` at first.
    pub fn step(&mut self, numbers: &mut [f32], slope: &[f32], rate: f32) {
        self.steps += 1;
        let fresh_slope = 1.0 - MEMORY_OF_SLOPE.powi(self.steps);
        let fresh_square = 1.0 - MEMORY_OF_SQUARE.powi(self.steps);
        let memory = self.slopes.iter_mut().zip(&mut self.squares);
        for ((number, &now), (mean, square)) in numbers.iter_mut().zip(slope).zip(memory) {
            match self.stride {
                Stride::Adam => {
                    *mean = MEMORY_OF_SLOPE * *mean + (1.0 - MEMORY_OF_SLOPE) * now;
                    *square = MEMORY_OF_SQUARE * *square + (1.0 - MEMORY_OF_SQUARE) * now * now;
                    *number -= rate * (*mean / fresh_slope) / ((*square / fresh_square).sqrt() + TINY);
                }
                Stride::Adagrad => {
                    *square += now * now;
                    *number -= rate * now / (square.sqrt() + TINY);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_find_the_bottom_of_a_valley_and_go_on_as_if_they_had_not_been_kept() {
        for stride in [Stride::Adam, Stride::Adagrad] {
            let slope = |at: &[f32]| [2.0 * (at[0] - 3.0), 20.0 * (at[1] + 1.0)];
            let (mut at, mut descent) = ([0.0_f32, 0.0], Descent::new(stride, 2));
            let (mut twin, mut kept) = (at, descent.clone());
            for step in 0..600 {
                let rate = 0.3 * (1.0 - step as f32 / 600.0);
                let slopes = [&at, &twin].map(|point| slope(point));
                descent.step(&mut at, &slopes[0], rate);
                kept.step(&mut twin, &slopes[1], rate);
                kept = serde_json::from_str(&serde_json::to_string(&kept).unwrap()).unwrap();
            }
            assert!((at[0] - 3.0).abs() < 0.1 && (at[1] + 1.0).abs() < 0.1, "{stride:?}: {at:?}");
            assert_eq!((at, descent), (twin, kept));
        }
    }

    #[test]
    fn the_first_step_is_as_long_as_the_rate() {
        for stride in [Stride::Adam, Stride::Adagrad] {
            let mut at = [0.0, 0.0];
            Descent::new(stride, 2).step(&mut at, &[1e-6, -5.0], 2.0);
            assert!((at[0] + 2.0).abs() < 1e-3 && (at[1] - 2.0).abs() < 1e-3, "{stride:?}: {at:?}");
        }
    }
}
