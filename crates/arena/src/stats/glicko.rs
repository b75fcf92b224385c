//! Glicko-1 (Glickman): a rating with its deviation, moved period by period.

use std::f64::consts::{LN_10, PI};

/// Elo in units of the natural logarithm.
const Q: f64 = LN_10 / 400.0;
/// The deviation of somebody of whom nothing is known.
pub const UNKNOWN: f64 = 350.0;

/// A rating and how sure it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glicko {
    /// The rating.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
}

impl Default for Glicko {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: UNKNOWN }
    }
}

/// How much a result against somebody with this deviation weighs.
pub fn weight(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * (Q * deviation / PI).powi(2)).sqrt()
}

impl Glicko {
    /// What is expected against an opponent.
    pub fn expected(&self, opponent: &Self) -> f64 {
        1.0 / (1.0 + 10_f64.powf(-weight(opponent.deviation) * (self.rating - opponent.rating) / 400.0))
    }

    /// After `periods` without games: `drift` is how much is forgotten in each.
    #[must_use]
    pub fn rested(self, drift: f64, periods: f64) -> Self {
        let deviation = (self.deviation.powi(2) + drift.powi(2) * periods).sqrt().min(UNKNOWN);
        Self { deviation, ..self }
    }

    /// After a period with these opponents and the points made against each.
    #[must_use]
    pub fn played(self, games: &[(Self, f64)]) -> Self {
        if games.is_empty() {
            return self;
        }
        let (mut pull, mut certainty) = (0.0, 0.0);
        for (opponent, points) in games {
            let (g, e) = (weight(opponent.deviation), self.expected(opponent));
            pull += g * (points - e);
            certainty += g * g * e * (1.0 - e);
        }
        let precision = self.deviation.powi(-2) + Q * Q * certainty;
        Self { rating: self.rating + Q / precision * pull, deviation: precision.recip().sqrt() }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The example of Glickman's paper.
    pub(crate) const OPPONENTS: [(f64, f64, f64); 3] =
        [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];

    #[test]
    fn the_example_of_the_paper_is_met_in_every_step() {
        let player = Glicko { rating: 1500.0, deviation: 200.0 };
        let games = OPPONENTS.map(|(rating, deviation, points)| (Glicko { rating, deviation }, points));
        let weights = games.map(|(opponent, _)| format!("{:.4}", weight(opponent.deviation)));
        assert_eq!(weights, ["0.9955", "0.9531", "0.7242"]);
        let expected = games.map(|(opponent, _)| format!("{:.3}", player.expected(&opponent)));
        assert_eq!(expected, ["0.639", "0.432", "0.303"]);
        let certainty: f64 = games
            .iter()
            .map(|(opponent, _)| {
                let e = player.expected(opponent);
                weight(opponent.deviation).powi(2) * e * (1.0 - e)
            })
            .sum();
        assert_eq!(format!("{:.2}", 1.0 / (Q * certainty.sqrt())), "231.70");
        let after = player.played(&games);
        assert_eq!(format!("{:.2} {:.2}", after.rating, after.deviation), "1464.11 151.40");
    }

    #[test]
    fn deviations_grow_with_rest_up_to_a_bound() {
        let player = Glicko { rating: 1500.0, deviation: 50.0 };
        // The paper: after 100 periods a drift of 34.6 makes 50 what it was for a newcomer.
        assert!((player.rested(34.641, 100.0).deviation - 350.0).abs() < 0.01);
        assert_eq!(player.rested(34.641, 1e6).deviation, UNKNOWN);
        assert_eq!(player.played(&[]), player);
    }
}
