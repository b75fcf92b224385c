//! Bayesian Elo of many players (Coulom): the likeliest ratings under a model with an advantage for the first move and a
//! threshold for draws, found by minorisation and maximisation (Hunter), with a weak prior of drawn games.
//!
//! Both parameters are Coulom's unless they are fitted too. Ratings are told on the usual scale: those of the model are
//! shrunk by [`scale`].

use super::bayes::scale;
use super::elo::Estimate;
use super::matrix::invert;
use super::normal::Z95;
use std::collections::BTreeMap;

/// How ratings are found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BayesElo {
    /// What the first move is worth; `None`: fitted.
    pub advantage: Option<f64>,
    /// The threshold for draws; `None`: fitted.
    pub draw: Option<f64>,
    /// How many draws each player is supposed to have made before its first game.
    pub prior: f64,
}

impl Default for BayesElo {
    fn default() -> Self {
        Self { advantage: Some(32.8), draw: Some(97.3), prior: 2.0 }
    }
}

/// A game: who moved first, who second, and the half-points of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// Who moved first, by number.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// 2 for a win of the first, 1 for a draw, 0 for a loss.
    pub half_points: usize,
}

/// What the games say.
#[derive(Clone, PartialEq, Debug)]
pub struct Posterior {
    /// A rating for each player, their mean being zero.
    pub players: Vec<Estimate>,
    /// What the first move is worth, on the scale of the model.
    pub advantage: f64,
    /// The threshold for draws.
    pub draw: f64,
}

/// What one player did with the first move against another: losses, draws, wins; the prior is among the draws.
type Results = BTreeMap<(usize, usize), [f64; 3]>;

/// The parameters as the model multiplies them.
struct Powers {
    players: Vec<f64>,
    first: f64,
    draw: f64,
}

impl BayesElo {
    /// Rates `players` players by their games.
    ///
    /// ```
    /// use tabula_arena::stats::bayeselo::{BayesElo, Game};
    /// let game = |first, second| Game { first, second, half_points: if first == 0 { 2 } else { 1 } };
    /// let found = BayesElo::default().rate(2, &[game(0, 1), game(1, 0)]);
    /// assert!(found.players[0].value > 20.0);
    /// ```
    pub fn rate(&self, players: usize, games: &[Game]) -> Posterior {
        const ROUNDS: usize = 100_000;
        let results = self.results(players, games);
        let power = |elo: f64| 10_f64.powf(elo / 400.0);
        let default = Self::default();
        let mut powers = Powers {
            players: vec![1.0; players],
            first: power(self.advantage.or(default.advantage).unwrap_or(0.0)),
            draw: power(self.draw.or(default.draw).unwrap_or(0.0)),
        };
        for _ in 0..ROUNDS {
            let mut change = powers.improve_players(&results);
            if self.advantage.is_none() {
                change = change.max(powers.improve_first(&results));
            }
            if self.draw.is_none() {
                change = change.max(powers.improve_draw(&results));
            }
            if change < 1e-11 {
                break;
            }
        }
        let shrink = scale(400.0 * powers.draw.log10());
        let errors = powers.errors(&results);
        let known = |player: usize| games.iter().any(|game| [game.first, game.second].contains(&player));
        let estimate = |(player, (power, error)): (usize, (&f64, f64))| Estimate {
            value: shrink * 400.0 * power.log10(),
            error: if known(player) { shrink * Z95 * error * 400.0 / std::f64::consts::LN_10 } else { f64::INFINITY },
        };
        Posterior {
            players: powers.players.iter().zip(errors).enumerate().map(estimate).collect(),
            advantage: 400.0 * powers.first.log10(),
            draw: 400.0 * powers.draw.log10(),
        }
    }

    /// The games counted, with the prior: draws spread over the opponents one really had, half with each colour.
    fn results(&self, players: usize, games: &[Game]) -> Results {
        let mut results = Results::new();
        let mut played = vec![0.0; players];
        let mut meetings: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for &Game { first, second, half_points } in games {
            results.entry((first, second)).or_default()[half_points.min(2)] += 1.0;
            *meetings.entry((first.min(second), first.max(second))).or_default() += 1.0;
            played[first] += 1.0;
            played[second] += 1.0;
        }
        for (&(one, other), count) in &meetings {
            let draws = self.prior / 4.0 * count * (1.0 / played[one] + 1.0 / played[other]);
            results.entry((one, other)).or_default()[1] += draws;
            results.entry((other, one)).or_default()[1] += draws;
        }
        results
    }
}

impl Powers {
    /// The denominators of a win of the first and of the second.
    fn denominators(&self, first: usize, second: usize) -> [f64; 2] {
        let (one, other) = (self.first * self.players[first], self.players[second]);
        [one + self.draw * other, self.draw * one + other]
    }

    /// One step for all players; answers the largest relative change. Their geometric mean stays 1.
    fn improve_players(&mut self, results: &Results) -> f64 {
        let mut above = vec![0.0; self.players.len()];
        let mut below = vec![0.0; self.players.len()];
        for (&(first, second), &[losses, draws, wins]) in results {
            let [one, other] = self.denominators(first, second);
            let (by_first, by_second) = (wins + draws, losses + draws);
            above[first] += by_first;
            above[second] += by_second;
            below[first] += self.first * (by_first / one + self.draw * by_second / other);
            below[second] += self.draw * by_first / one + by_second / other;
        }
        let mut change: f64 = 0.0;
        let mut logs = 0.0;
        for (power, (above, below)) in self.players.iter_mut().zip(above.iter().zip(&below)) {
            // Who has not played stays where everybody begins.
            let next = if *below > 0.0 { (above / below).max(1e-30) } else { 1.0 };
            change = change.max((next / *power - 1.0).abs());
            *power = next;
            logs += next.ln();
        }
        let mean = (logs / self.players.len().max(1) as f64).exp();
        self.players.iter_mut().for_each(|power| *power /= mean);
        change
    }

    fn improve_first(&mut self, results: &Results) -> f64 {
        let (mut above, mut below) = (0.0, 0.0);
        for (&(first, second), &[losses, draws, wins]) in results {
            let [one, other] = self.denominators(first, second);
            above += wins + draws;
            below += self.players[first] * ((wins + draws) / one + self.draw * (losses + draws) / other);
        }
        replace(&mut self.first, if below > 0.0 { above / below } else { 1.0 })
    }

    fn improve_draw(&mut self, results: &Results) -> f64 {
        let (mut all, mut slope) = (0.0, 0.0);
        for (&(first, second), &[losses, draws, wins]) in results {
            let [one, other] = self.denominators(first, second);
            all += draws;
            slope += (wins + draws) * self.players[second] / one
                + (losses + draws) * self.first * self.players[first] / other;
        }
        // The root of a quadratic equation: where the chance of the draws that were made is greatest.
        let ratio = if slope > 0.0 { all / slope } else { 0.0 };
        replace(&mut self.draw, ratio + (ratio * ratio + 1.0).sqrt())
    }

    /// The standard error of each logarithm against the mean of all, from the bend of the likelihood at its top.
    fn errors(&self, results: &Results) -> Vec<f64> {
        let n = self.players.len();
        // The mean is fixed, which the games alone do not do: a weight of one on it makes the matrix invertible, and
        // adds the same to every element of its inverse.
        let mut bend = vec![vec![1.0 / n.max(1) as f64; n]; n];
        // Neither do they hold those together who have not met, even by way of others.
        bend.iter_mut().enumerate().for_each(|(i, row)| row[i] += 1e-9);
        for (&(first, second), &[losses, draws, wins]) in results {
            let [one, other] = self.denominators(first, second);
            let (p, q) = (self.first * self.players[first] / one, self.players[second] / other);
            let stiff = (wins + draws) * p * (1.0 - p) + (losses + draws) * q * (1.0 - q);
            bend[first][first] += stiff;
            bend[second][second] += stiff;
            bend[first][second] -= stiff;
            bend[second][first] -= stiff;
        }
        let inverse = invert(bend);
        let share = 1.0 / n.max(1) as f64;
        inverse.iter().enumerate().map(|(i, row)| (row[i] - share).max(0.0).sqrt()).collect()
    }
}

/// Sets a value, and tells by how much of itself it changed.
fn replace(value: &mut f64, next: f64) -> f64 {
    let change = (next / *value - 1.0).abs();
    *value = next;
    change
}

#[cfg(test)]
mod tests;
