//! The generalised sequential probability ratio test (van den Bergh): is the difference nearer to the first
//! hypothesis or to the second, and are there games enough to say so?
//!
//! Both hypotheses are distributions over scores, each the likeliest that has the wanted strength; their ratio is
//! compared with bounds that follow from the two kinds of error that are allowed. The Bayesian test is the older kind:
//! its hypotheses are Coulom's chances with the draw parameter that the games show.

use super::bayes::{chances, strength_and_threshold};
use super::elo::{PER_DEVIATION, expected};
use super::tally::{Games, Pairs, Sample};

/// In which Elo the hypotheses are stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// The usual one: it fixes the mean score.
    Logistic,
    /// In standard deviations of a game: it fixes their ratio to the score, so that a test takes as long whatever
    /// the part of draws.
    Normalised,
    /// Coulom's, with a draw parameter taken from the games; it looks at games, not at pairs.
    Bayesian,
}

impl Model {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalised => "normalised",
            Self::Bayesian => "bayesian",
        }
    }
}

/// A test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// In which Elo.
    pub model: Model,
    /// The difference that is to be refuted.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How often a change worth `elo0` may be accepted.
    pub alpha: f64,
    /// How often a change worth `elo1` may be refused.
    pub beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Go on.
    Open,
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
    /// It is not.
    Refused,
}

impl Sprt {
    /// The two ratios at which the test ends.
    ///
    /// ```
    /// use tabula_arena::stats::{Model, Sprt};
    /// let sprt = Sprt { model: Model::Normalised, elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    /// assert_eq!(format!("{:.4}", sprt.bounds().1), "2.9444");
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What is wrong with it, in a sentence.
    pub fn fault(&self) -> Option<String> {
        let Self { elo0, elo1, alpha, beta, .. } = *self;
        if elo0 >= elo1 || !elo0.is_finite() || !elo1.is_finite() {
            return Some(format!("expected elo1 above elo0 ({elo0}), found {elo1}"));
        }
        let bad = [("alpha", alpha), ("beta", beta)].into_iter().find(|(_, value)| !(*value > 0.0 && *value < 0.5));
        bad.map(|(name, value)| format!("expected {name} between 0 and 0.5, found {value}"))
    }

    /// What it looks at: pairs of games, since the two games of an opening are not independent; only the Bayesian one
    /// looks at games.
    pub fn sample(&self, games: &Games, pairs: &Pairs) -> Sample {
        match self.model {
            Model::Bayesian => games.sample(),
            Model::Logistic | Model::Normalised => pairs.sample(),
        }
    }

    /// The logarithm of the likelihood ratio; 0 while nothing is known.
    pub fn ratio(&self, sample: &Sample) -> f64 {
        let total = sample.total();
        if total <= 0.0 {
            return 0.0;
        }
        // A score that was not made yet may still be made.
        let counts: Vec<_> = sample.counts.iter().map(|&n| if n == 0.0 { 0.001 } else { n }).collect();
        let sum: f64 = counts.iter().sum();
        let found: Vec<(f64, f64)> = sample.scores().zip(counts.iter().map(|n| n / sum)).collect();
        let likeliest = |elo: f64| match self.model {
            // Only of single games, and only once all three results happened.
            Model::Bayesian => match (&counts[..], strength_and_threshold(found[found.len() - 1].1, found[0].1)) {
                ([_, _, _], Some((_, threshold))) => chances(elo, threshold).to_vec(),
                _ => found.iter().map(|&(_, p)| p).collect(),
            },
            Model::Logistic => with_mean(&found, expected(elo)),
            Model::Normalised => with_ratio(&found, elo / PER_DEVIATION * sample.per_game.sqrt()),
        };
        let (first, second) = (likeliest(self.elo0), likeliest(self.elo1));
        sum * found.iter().zip(first.iter().zip(&second)).map(|(&(_, p), (q0, q1))| p * (q1 / q0).ln()).sum::<f64>()
    }

    /// Whether the games are enough.
    pub fn decide(&self, sample: &Sample) -> Decision {
        let ratio = self.ratio(sample);
        let (low, high) = self.bounds();
        if ratio >= high {
            Decision::Accepted
        } else if ratio <= low {
            Decision::Refused
        } else {
            Decision::Open
        }
    }
}

/// The likeliest distribution with this mean.
fn with_mean(found: &[(f64, f64)], mean: f64) -> Vec<f64> {
    tilted(found, &found.iter().map(|&(score, _)| score - mean).collect::<Vec<_>>())
}

/// The likeliest distribution whose mean is `ratio` of its standard deviations above one half.
fn with_ratio(found: &[(f64, f64)], ratio: f64) -> Vec<f64> {
    const ROUNDS: usize = 10;
    let mut guess = vec![1.0 / found.len() as f64; found.len()];
    for _ in 0..ROUNDS {
        let mean: f64 = found.iter().zip(&guess).map(|((score, _), q)| score * q).sum();
        let variance: f64 = found.iter().zip(&guess).map(|((score, _), q)| (score - mean).powi(2) * q).sum();
        let deviation = variance.sqrt();
        let phi: Vec<_> = found
            .iter()
            .map(|&(score, _)| score - 0.5 - ratio * deviation / 2.0 * (1.0 + ((score - mean) / deviation).powi(2)))
            .collect();
        let next = tilted(found, &phi);
        let change = next.iter().zip(&guess).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        guess = next;
        if change < 1e-9 {
            break;
        }
    }
    guess
}

/// The likeliest distribution in which the mean of `phi` is zero: `p / (1 + x phi)`, where `x` is the root of a
/// function that falls between its two poles.
fn tilted(found: &[(f64, f64)], phi: &[f64]) -> Vec<f64> {
    let least = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let most = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        let slope: f64 = found.iter().zip(phi).map(|(&(_, p), phi)| p * phi / (1.0 + x * phi)).sum();
        if slope > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    found.iter().zip(phi).map(|(&(_, p), phi)| p / (1.0 + x * phi)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Model::{Bayesian, Logistic, Normalised};

    fn ratio(model: Model, elo0: f64, elo1: f64, sample: &Sample) -> f64 {
        Sprt { model, elo0, elo1, alpha: 0.05, beta: 0.05 }.ratio(sample)
    }

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 0.0051, "{found} instead of {wanted}");
    }

    /// From fishtest and fastchess.
    #[test]
    fn games_give_the_published_ratios() {
        let games = |wins, losses, draws| Games { wins, draws, losses }.sample();
        close(ratio(Normalised, 0.0, 2.0, &games(36433, 36027, 68692)), 0.92);
        close(ratio(Normalised, -1.75, 0.25, &games(10871, 10650, 20431)), 2.30);
        close(ratio(Logistic, 0.5, 2.5, &games(21404, 21184, 40708)), -1.57);
        close(ratio(Logistic, 0.0, 2.0, &games(57433, 57030, 106593)), -2.59);
        // So extreme that the digits depend on when the iteration stops.
        let extreme = ratio(Normalised, 0.0, 10.0, &games(4250, 0, 0));
        assert!((extreme - 120.56).abs() < 0.02, "{extreme}");
    }

    #[test]
    fn pairs_give_the_published_ratios() {
        let pairs = |counts| Pairs(counts).sample();
        close(ratio(Normalised, 0.0, 2.0, &pairs([365, 16618, 36229, 16974, 390])), 2.25);
        close(ratio(Normalised, -1.75, 0.25, &pairs([127, 4883, 10712, 5150, 104])), 3.01);
        close(ratio(Logistic, 0.5, 2.5, &pairs([223, 9863, 21279, 10037, 246])), -3.07);
        close(ratio(Logistic, 0.0, 2.0, &pairs([871, 26175, 55983, 26678, 821])), -4.98);
        close(ratio(Normalised, 0.0, 2.0, &pairs([78, 2915, 6397, 3158, 108])), 2.94);
        close(ratio(Normalised, 0.0, 3.0, &pairs([77, 1019, 2301, 1210, 86])), 2.90);
        let exact = ratio(Logistic, 0.5, 2.5, &pairs([223, 9863, 21279, 10037, 246]));
        assert_eq!(format!("{exact:.4}"), "-3.0741");
    }

    #[test]
    fn the_bayesian_test_gives_the_published_ratios() {
        let games = |wins, losses, draws| Games { wins, draws, losses }.sample();
        close(ratio(Bayesian, 0.0, 2.0, &games(68965, 68526, 128429)), -1.26);
        close(ratio(Bayesian, 0.5, 2.5, &games(21629, 21484, 41111)), -1.13);
    }

    /// The plain twin: van den Bergh's approximation, near enough to see a mistake in the exact one.
    #[test]
    fn the_ratio_is_near_its_approximation() {
        let sample = Pairs([223, 9863, 21279, 10037, 246]).sample();
        let (s0, s1) = (expected(0.5), expected(2.5));
        let near = sample.total() * (s1 - s0) * (2.0 * sample.mean() - s0 - s1) / (2.0 * sample.variance());
        assert_eq!(format!("{near:.4}"), "-3.0743");
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let sprt = Sprt { model: Normalised, elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.decide(&Games::default().sample()), Decision::Open);
        assert_eq!(sprt.decide(&Games { wins: 10, draws: 10, losses: 10 }.sample()), Decision::Open);
        assert_eq!(sprt.decide(&Games { wins: 4000, draws: 4000, losses: 3500 }.sample()), Decision::Accepted);
        assert_eq!(sprt.decide(&Games { wins: 3500, draws: 4000, losses: 4000 }.sample()), Decision::Refused);
    }

    #[test]
    fn one_sided_results_are_no_trouble() {
        for model in [Logistic, Normalised, Bayesian] {
            for games in [Games { wins: 20, ..Games::default() }, Games { draws: 20, ..Games::default() }] {
                assert!(ratio(model, 0.0, 5.0, &games.sample()).is_finite(), "{model:?} {games:?}");
            }
        }
        for model in [Logistic, Normalised] {
            assert!(ratio(model, 0.0, 5.0, &Pairs([0, 0, 0, 0, 9]).sample()) > 0.0);
        }
    }
}
