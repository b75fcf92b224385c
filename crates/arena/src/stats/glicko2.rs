//! Glicko-2 (Glickman): as Glicko-1, with a volatility that says how unsteady a player is.

use std::f64::consts::PI;

/// Glicko-1's points in one unit of Glicko-2.
const UNIT: f64 = 173.7178;
/// How near to its root the volatility is taken.
const NEAR: f64 = 1e-9;
/// How much the volatility may change, unless said otherwise.
pub const TAU: f64 = 0.5;

/// A rating, how sure it is, and how steady.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Glicko2 {
    /// The rating, on the scale of Glicko-1.
    pub rating: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

impl Default for Glicko2 {
    fn default() -> Self {
        Self { rating: 1500.0, deviation: super::glicko::UNKNOWN, volatility: 0.06 }
    }
}

/// What a period of games says.
struct Evidence {
    /// The variance of a rating that is known from these games alone.
    variance: f64,
    /// How far the results are from what was expected, in units of the variance.
    pull: f64,
}

impl Glicko2 {
    fn evidence(&self, games: &[(Self, f64)]) -> Evidence {
        let (mut certainty, mut pull) = (0.0, 0.0);
        for (opponent, points) in games {
            let g = 1.0 / (1.0 + 3.0 * (opponent.deviation / UNIT / PI).powi(2)).sqrt();
            let e = 1.0 / (1.0 + (-g * (self.rating - opponent.rating) / UNIT).exp());
            certainty += g * g * e * (1.0 - e);
            pull += g * (points - e);
        }
        Evidence { variance: 1.0 / certainty, pull }
    }

    /// After a period with these opponents and the points made against each; without any, only less sure.
    #[must_use]
    pub fn played(self, games: &[(Self, f64)], tau: f64) -> Self {
        let phi = self.deviation / UNIT;
        if games.is_empty() {
            return Self { deviation: (phi * phi + self.volatility.powi(2)).sqrt() * UNIT, ..self };
        }
        let Evidence { variance, pull } = self.evidence(games);
        let volatility = volatility(phi, self.volatility, variance, variance * pull, tau);
        let before = phi * phi + volatility * volatility;
        let after = 1.0 / (1.0 / before + 1.0 / variance);
        Self { rating: self.rating + after * pull * UNIT, deviation: after.sqrt() * UNIT, volatility }
    }
}

/// The new volatility: the root of the paper's function, by regula falsi in Illinois' form.
fn volatility(phi: f64, sigma: f64, v: f64, delta: f64, tau: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let (e, spread) = (x.exp(), phi * phi + v + x.exp());
        e * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (tau * tau)
    };
    let mut low = a;
    let mut high = if delta * delta > phi * phi + v {
        (delta * delta - phi * phi - v).ln()
    } else {
        let step = (1..1000).map(f64::from).find(|k| f(a - k * tau) >= 0.0).unwrap_or(1000.0);
        a - step * tau
    };
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..1000 {
        if (high - low).abs() <= NEAR {
            break;
        }
        let middle = low + (low - high) * at_low / (at_high - at_low);
        let at_middle = f(middle);
        if at_middle * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (middle, at_middle);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::super::glicko::tests::OPPONENTS;
    use super::*;

    #[test]
    fn the_example_of_the_paper_is_met_in_every_step() {
        let player = Glicko2 { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let games =
            OPPONENTS.map(|(rating, deviation, points)| (Glicko2 { rating, deviation, volatility: 0.06 }, points));
        let Evidence { variance, pull } = player.evidence(&games);
        assert_eq!(format!("{variance:.4} {:.4}", variance * pull), "1.7790 -0.4839");
        let after = player.played(&games, TAU);
        assert_eq!(format!("{:.6}", after.volatility), "0.059996");
        assert_eq!(format!("{:.2} {:.2}", after.rating, after.deviation), "1464.05 151.52");
    }

    #[test]
    fn whoever_does_not_play_is_known_less_well() {
        let player = Glicko2 { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after = player.played(&[], TAU);
        assert!(after.deviation > 200.0 && after.rating == 1500.0 && after.volatility == 0.06);
    }

    #[test]
    fn surprises_raise_the_volatility_and_the_rating() {
        let strong = Glicko2 { rating: 2200.0, deviation: 30.0, volatility: 0.06 };
        let after = Glicko2 { deviation: 60.0, ..Glicko2::default() }.played(&[(strong, 1.0); 9], TAU);
        assert!(after.volatility > 0.06 && after.rating > 1600.0, "{after:?}");
    }
}
