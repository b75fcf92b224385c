//! How far results are from what was wanted, and in which direction to go.

use crate::activation::softmax;

/// A measure of error, for each sample the mean over its numbers (for cross-entropy: their sum).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Loss {
    /// The square of the difference.
    Squared,
    /// The absolute difference.
    Absolute,
    /// Half the square up to this difference, beyond it in a straight line.
    Huber(f32),
    /// From logits to shares that sum to 1; a class is a share of 1.
    CrossEntropy,
}

impl Loss {
    /// The mean loss of a batch of samples of `size` numbers, and its gradient times `scale` added to `slopes`. A sample of
    /// weight 2 counts as two samples; without weights each counts once, and a batch of weight 0 has loss 0.
    ///
    /// # Panics
    /// If the lengths do not fit.
    pub fn judge(
        self,
        (results, slopes): (&[f32], &mut [f32]),
        wanted: &[f32],
        weights: Option<&[f32]>,
        size: usize,
        scale: f32,
    ) -> f64 {
        let batch = results.len() / size;
        assert!(
            results.len() == slopes.len() && results.len() == wanted.len(),
            "a target and a gradient for each result"
        );
        assert!(weights.is_none_or(|weights| weights.len() == batch), "a weight for each sample");
        let total: f64 = weights.map_or(batch as f64, |weights| weights.iter().copied().map(f64::from).sum());
        if total == 0.0 {
            return 0.0;
        }
        let mut shares = vec![0.0; size];
        let mut sum = 0.0;
        let rows = results.chunks_exact(size).zip(slopes.chunks_exact_mut(size)).zip(wanted.chunks_exact(size));
        for (index, ((results, slopes), wanted)) in rows.enumerate() {
            let weight = weights.map_or(1.0, |weights| weights[index]);
            let factor = (f64::from(scale) * f64::from(weight) / total) as f32;
            sum += f64::from(weight) * self.sample(results, slopes, wanted, factor, &mut shares);
        }
        sum / total
    }

    fn sample(self, results: &[f32], slopes: &mut [f32], wanted: &[f32], factor: f32, shares: &mut [f32]) -> f64 {
        let mut sum = 0.0;
        let mean = factor / results.len() as f32;
        let mut each = |function: &dyn Fn(f32) -> (f32, f32)| {
            for ((result, wanted), slope) in results.iter().zip(wanted).zip(&mut *slopes) {
                let (loss, lean) = function(result - wanted);
                sum += f64::from(loss);
                *slope += mean * lean;
            }
            sum / results.len() as f64
        };
        match self {
            Self::Squared => each(&|apart| (apart * apart, 2.0 * apart)),
            Self::Absolute => each(&|apart| (apart.abs(), if apart == 0.0 { 0.0 } else { apart.signum() })),
            Self::Huber(limit) => each(&|apart| {
                if apart.abs() <= limit {
                    (0.5 * apart * apart, apart)
                } else {
                    (limit * (apart.abs() - 0.5 * limit), limit * apart.signum())
                }
            }),
            Self::CrossEntropy => {
                shares.copy_from_slice(results);
                softmax(shares);
                let greatest = results.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let norm = greatest + results.iter().map(|x| (x - greatest).exp()).sum::<f32>().ln();
                let mass: f32 = wanted.iter().sum();
                for (((result, wanted), slope), share) in results.iter().zip(wanted).zip(slopes).zip(shares) {
                    sum += f64::from(wanted * (norm - result));
                    // Where the targets do not sum to 1, the gradient still is that of the loss.
                    *slope += factor * (*share * mass - wanted);
                }
                sum
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Loss; 5] = [Loss::Squared, Loss::Absolute, Loss::Huber(0.5), Loss::Huber(9.0), Loss::CrossEntropy];
    const RESULTS: [f32; 6] = [0.3, -1.2, 2.0, 0.1, 0.9, -0.4];
    const WANTED: [f32; 6] = [0.2, 0.5, 0.3, 0.0, 1.0, 0.0];

    #[test]
    fn every_gradient_is_the_slope_of_its_loss() {
        for loss in ALL {
            for weights in [None, Some(&[0.5, 3.0][..])] {
                let value = |results: &[f32]| loss.judge((results, &mut [0.0; 6]), &WANTED, weights, 3, 1.0);
                let mut slopes = [0.0; 6];
                loss.judge((&RESULTS, &mut slopes), &WANTED, weights, 3, 1.0);
                for place in 0..6 {
                    let moved = |by: f32| {
                        let mut results = RESULTS;
                        results[place] += by;
                        value(&results)
                    };
                    let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
                    assert!(
                        (slope - f64::from(slopes[place])).abs() < 1e-3,
                        "{loss:?} {place}: {slope} {}",
                        slopes[place]
                    );
                }
            }
        }
    }

    #[test]
    fn known_values() {
        let value = |loss: Loss| loss.judge((&[1.0, 3.0], &mut [0.0; 2]), &[0.0, 0.0], None, 2, 1.0);
        assert!((value(Loss::Squared) - 5.0).abs() < 1e-6);
        assert!((value(Loss::Absolute) - 2.0).abs() < 1e-6);
        assert!((value(Loss::Huber(1.0)) - 1.5).abs() < 1e-6);
        let even = Loss::CrossEntropy.judge((&[0.0; 4], &mut [0.0; 4]), &[0.0, 1.0, 0.0, 0.0], None, 4, 1.0);
        assert!((even - 4f64.ln()).abs() < 1e-6);
    }

    #[test]
    fn a_weight_of_two_counts_as_two_samples() {
        let (mut heavy, mut twice) = ([0.0; 4], [0.0; 6]);
        let weighed = Loss::Squared.judge((&[1.0, 2.0, 3.0, 4.0], &mut heavy), &[0.0; 4], Some(&[1.0, 2.0]), 2, 1.0);
        let doubled = Loss::Squared.judge((&[1.0, 2.0, 3.0, 4.0, 3.0, 4.0], &mut twice), &[0.0; 6], None, 2, 1.0);
        assert!((weighed - doubled).abs() < 1e-6);
        assert!((heavy[2] - twice[2] - twice[4]).abs() < 1e-6);
        assert_eq!(Loss::Squared.judge((&[1.0], &mut [0.0]), &[0.0], Some(&[0.0]), 1, 1.0), 0.0);
    }
}
