//! Strength from a score: Elo, normalised Elo and the likelihood of superiority, with their bounds.

use super::normal::{Z95, below};
use super::tally::Sample;

/// Elo per standard deviation of one game: the unit of normalised Elo.
pub const PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The score that a difference in Elo promises.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo that a score shows; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// A rating after a game or several, the way federations do it: `K` points for each point more than was expected.
///
/// ```
/// use tabula_arena::stats::elo::updated;
/// assert_eq!(updated(1500.0, 20.0, &[(1500.0, 1.0)]), 1510.0);
/// ```
pub fn updated(rating: f64, k: f64, games: &[(f64, f64)]) -> f64 {
    rating + k * games.iter().map(|(opponent, points)| points - expected(rating - opponent)).sum::<f64>()
}

/// A value with the half-width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// How far the truth may be off.
    pub error: f64,
}

/// What a sample says about the difference in strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The mean score.
    pub score: f64,
    /// The difference in Elo.
    pub elo: Estimate,
    /// The difference in standard deviations of a game, on the scale of Elo: it does not depend on how many draws
    /// there are.
    pub normalised: Estimate,
    /// How likely it is that the better score is no accident.
    pub superiority: f64,
}

/// What a sample says; `None` without a single result.
///
/// ```
/// use tabula_arena::stats::{Games, strength};
/// let found = strength(&Games { wins: 136, draws: 111, losses: 96 }.sample()).unwrap();
/// assert_eq!(format!("{:.2} +- {:.2}", found.elo.value, found.elo.error), "40.70 +- 30.43");
/// ```
pub fn strength(sample: &Sample) -> Option<Strength> {
    let n = sample.total();
    if n <= 0.0 {
        return None;
    }
    let (score, variance) = (sample.mean(), sample.variance());
    let error = (variance / n).sqrt();
    let superiority = if error > 0.0 {
        below((score - 0.5) / error)
    } else {
        // All results alike: certain, unless they are all even.
        0.5 + 0.5 * (score - 0.5).signum() * f64::from(u8::from((score - 0.5).abs() > f64::EPSILON))
    };
    let deviation = (variance * sample.per_game).sqrt();
    let ratio = if superiority == 0.5 { 0.0 } else { (score - 0.5) / deviation };
    let high = elo((score + Z95 * error).min(1.0));
    let low = elo((score - Z95 * error).max(0.0));
    Some(Strength {
        score,
        elo: Estimate { value: elo(score), error: (high - low) / 2.0 },
        normalised: Estimate {
            value: PER_DEVIATION * ratio,
            error: PER_DEVIATION * Z95 / (n * sample.per_game).sqrt(),
        },
        superiority,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Games, Pairs};

    fn said(sample: &Sample) -> String {
        let Strength { score, elo, normalised, superiority } = strength(sample).unwrap();
        let (value, error) = (normalised.value, normalised.error);
        format!(
            "{score:.4}, {:.2} +- {:.2}, {value:.2} +- {error:.2}, {:.2}%",
            elo.value,
            elo.error,
            superiority * 100.0
        )
    }

    /// The vectors come from published matches, recomputed by an independent script.
    #[test]
    fn games_give_the_published_figures() {
        let games = |wins, losses, draws| Games { wins, draws, losses }.sample();
        assert_eq!(said(&games(136, 96, 111)), "0.5583, 40.70 +- 30.43, 49.77 +- 36.77, 99.60%");
        assert_eq!(said(&games(76, 89, 123)), "0.4774, -15.69 +- 30.46, -20.76 +- 40.13, 15.53%");
        assert!(said(&games(34, 356, 0)).contains("-508.44 +- 34.48"), "{}", said(&games(34, 356, 0)));
    }

    #[test]
    fn pairs_give_the_published_figures() {
        let pairs = |counts| said(&Pairs(counts).sample());
        assert!(pairs([34, 54, 63, 64, 75]).starts_with("0.5793, 55.58 +- 27.65, 57.94 +- 28.28, "));
        let second = pairs([332, 433, 498, 333, 334]);
        assert!(second.ends_with(", -8.64 +- 10.33, -9.17 +- 10.96, 5.05%"), "{second}");
        assert!(pairs([7895, 8757, 5685, 568, 9999]).contains(", -21.04 +- 2.95, -19.01 +- 2.65, "));
    }

    #[test]
    fn one_sided_and_empty_results_are_no_trouble() {
        assert_eq!(strength(&Games::default().sample()), None);
        let all = strength(&Games { wins: 3, ..Games::default() }.sample()).unwrap();
        assert_eq!((all.score, all.elo.value, all.superiority), (1.0, f64::INFINITY, 1.0));
        let none = strength(&Games { losses: 3, ..Games::default() }.sample()).unwrap();
        assert_eq!(none.superiority, 0.0);
        let even = strength(&Games { draws: 3, ..Games::default() }.sample()).unwrap();
        assert_eq!((even.elo.value, even.normalised.value, even.superiority), (0.0, 0.0, 0.5));
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo_in in [-700.0, -10.0, 0.0, 33.3, 400.0] {
            assert!((elo(expected(elo_in)) - elo_in).abs() < 1e-9);
        }
    }
}
