//! Adam: every weight takes steps of about the same length, whatever the size of its slope.

use super::positions::Pairs;

const MEMORY_OF_SLOPE: f32 = 0.9;
const MEMORY_OF_SQUARE: f32 = 0.999;
/// Against division by zero; small beside any slope, which is in the order of a millionth.
const TINY: f32 = 1e-12;

/// What is remembered of the slopes so far.
pub(super) struct Adam {
    slopes: Pairs,
    squares: Pairs,
    steps: i32,
}

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Self { slopes: vec![[0.0; 2]; weights], squares: vec![[0.0; 2]; weights], steps: 0 }
    }

    /// Moves the weights down the slope, each by about `rate`.
    pub(super) fn step(&mut self, weights: &mut [[f32; 2]], slope: &[[f32; 2]], rate: f32) {
        self.steps += 1;
        let fresh_slope = 1.0 - MEMORY_OF_SLOPE.powi(self.steps);
        let fresh_square = 1.0 - MEMORY_OF_SQUARE.powi(self.steps);
        for (place, &pair) in slope.iter().enumerate() {
            for (half, &now) in pair.iter().enumerate() {
                let mean = &mut self.slopes[place][half];
                *mean = MEMORY_OF_SLOPE * *mean + (1.0 - MEMORY_OF_SLOPE) * now;
                let square = &mut self.squares[place][half];
                *square = MEMORY_OF_SQUARE * *square + (1.0 - MEMORY_OF_SQUARE) * now * now;
                weights[place][half] -= rate * (*mean / fresh_slope) / ((*square / fresh_square).sqrt() + TINY);
            }
        }
    }
}
