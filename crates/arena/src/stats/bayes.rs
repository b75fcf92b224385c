//! Elo with a draw parameter (Coulom's model): a win must overcome a threshold, and whoever falls between the two
//! thresholds has drawn.

use super::elo::{elo, expected};

/// The chances of a loss, a draw and a win for a player who is `elo` stronger, where `draw` is the threshold.
///
/// ```
/// use tabula_arena::stats::bayes::chances;
/// let [loss, draw, win] = chances(20.0, 200.0);
/// assert_eq!(format!("{win:.6} {draw:.6} {loss:.6}"), "0.261891 0.518239 0.219870");
/// ```
pub fn chances(elo: f64, draw: f64) -> [f64; 3] {
    let (win, loss) = (expected(elo - draw), expected(-elo - draw));
    [loss, 1.0 - win - loss, win]
}

/// The strength and the threshold that give these parts of wins and losses; `None` unless both happened.
pub fn strength_and_threshold(wins: f64, losses: f64) -> Option<(f64, f64)> {
    let possible = wins > 0.0 && losses > 0.0 && wins + losses <= 1.0 && wins < 1.0 && losses < 1.0;
    possible.then(|| {
        let strength = 200.0 * (wins * (1.0 - losses) / (losses * (1.0 - wins))).log10();
        let threshold = 200.0 * ((1.0 - losses) * (1.0 - wins) / (losses * wins)).log10();
        (strength, threshold)
    })
}

/// The usual Elo of a difference on this scale.
pub fn logistic(strength: f64, draw: f64) -> f64 {
    let [_, even, win] = chances(strength, draw);
    elo(win + even / 2.0)
}

/// By how much ratings of this scale are shrunk, so that small differences mean what they usually do.
pub fn scale(draw: f64) -> f64 {
    let x = 10_f64.powf(-draw / 400.0);
    4.0 * x / (1.0 + x).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_and_their_inverse_are_those_published() {
        let [loss, draw, win] = chances(20.0, 200.0);
        assert_eq!(format!("{win:.6} {draw:.6} {loss:.6}"), "0.261891 0.518239 0.219870");
        assert_eq!(format!("{:.3}", logistic(20.0, 200.0)), "14.608");
        let (strength, threshold) = strength_and_threshold(win, loss).unwrap();
        assert!((strength - 20.0).abs() < 1e-9 && (threshold - 200.0).abs() < 1e-9);
    }

    #[test]
    fn one_sided_results_have_no_strength() {
        for (wins, losses) in [(1.0, 0.0), (0.0, 0.5), (0.7, 0.7)] {
            assert_eq!(strength_and_threshold(wins, losses), None);
        }
    }

    #[test]
    fn the_scale_makes_small_differences_the_usual_ones() {
        for draw in [0.0, 97.3, 240.0] {
            let small = 0.01;
            assert!((logistic(small, draw) / small - scale(draw)).abs() < 1e-6);
        }
    }
}
