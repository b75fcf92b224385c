//! SPSA as fishtest does it: all weights are moved at once, each up or down by lot; the two sides of that move play a pair of games from one
//! opening, and all weights go a little towards the winner.
//!
//! In iteration `k` of `N` the move is `c_k = c / k^gamma` and the pace `a_k = a / (A + k)^alpha` with `A = 0.1 N`; both are given by what
//! they are in the end: `c_end`, and `r_end = a_end / c_end^2`. A weight then goes by `a_k / c_k * flip * (wins - losses)`.

use super::Genes;
use super::course::{Around, Told, Walker};
use super::field::Purpose;
use super::genes::lots;
use serde::{Deserialize, Serialize};
use tabula_core::Fault;

/// How to go.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How fast the pace falls.
    pub alpha: f64,
    /// How fast the moves fall.
    pub gamma: f64,
    /// The part of all iterations that steadies the first ones.
    pub steady: f64,
    /// The move in the end in hundredths of a pawn, by patterns of names; the last that fits counts. A tenth of the weight where none does.
    pub c_end: Vec<(String, f64)>,
    /// The pace in the end, likewise; [`R_END`] where none fits.
    pub r_end: Vec<(String, f64)>,
    /// Iterations of a step: they begin at the same weights, and their games are played at the same time.
    pub batch: u32,
}

/// The pace in the end, unless another is wanted.
pub const R_END: f64 = 0.002;

impl Default for Settings {
    fn default() -> Self {
        Self { alpha: 0.602, gamma: 0.101, steady: 0.1, c_end: Vec::new(), r_end: Vec::new(), batch: 4 }
    }
}

/// What `c` and `a` are for a weight.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Scale {
    c: f64,
    a: f64,
}

/// Where the weights are.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Walk {
    settings: Settings,
    /// All iterations there will be.
    iterations: f64,
    #[serde(with = "crate::exact::doubles")]
    values: Vec<f64>,
    #[serde(with = "crate::exact::doubles")]
    c_end: Vec<f64>,
    #[serde(with = "crate::exact::doubles")]
    r_end: Vec<f64>,
}

impl Walk {
    /// At the start. The fault names a rule that fits no weight.
    pub(super) fn new(settings: &Settings, genes: &Genes, steps: u64, values: Vec<f64>) -> Result<Self, Fault> {
        Ok(Self {
            iterations: (steps * u64::from(settings.batch)) as f64,
            values,
            // A move that rounding would undo shows nothing.
            c_end: genes.by_pattern(&settings.c_end, |size| (size / 10.0).max(1.0))?,
            r_end: genes.by_pattern(&settings.r_end, |_| R_END)?,
            settings: settings.clone(),
        })
    }

    /// `c_k` and `a_k` of a weight in an iteration from 1.
    fn scale(&self, gene: usize, iteration: f64) -> Scale {
        let Settings { alpha, gamma, steady, .. } = self.settings;
        let (c_end, all) = (self.c_end[gene], self.iterations);
        let c = c_end * (all / iteration).powf(gamma);
        let a_end = self.r_end[gene] * c_end * c_end;
        let steadied = |at: f64| steady * all + at;
        Scale { c, a: a_end * (steadied(all) / steadied(iteration)).powf(alpha) }
    }
}

impl Walker for Walk {
    fn step(&mut self, around: &Around<'_>, step: u64) -> Result<Option<Told>, Fault> {
        let mut dice = lots(around.plan.manner.seed, step);
        let first = (step - 1) * u64::from(self.settings.batch);
        let mut tries = Vec::new();
        for nth in 0..u64::from(self.settings.batch) {
            let number = first + nth;
            let iteration = (number + 1) as f64;
            let flips: Vec<f64> =
                self.values.iter().map(|_| if dice.next_u64() >> 63 == 0 { 1.0 } else { -1.0 }).collect();
            let side = |sign: f64| {
                let moved = |(gene, value): (usize, &f64)| value + sign * flips[gene] * self.scale(gene, iteration).c;
                around.weights(&self.values.iter().enumerate().map(moved).collect::<Vec<_>>())
            };
            tries.push((iteration, (number as usize, side(1.0), side(-1.0)), flips));
        }
        let pairs: Vec<_> = tries.iter().map(|(_, pair, _)| pair.clone()).collect();
        let Some(played) = around.field.pairs(Purpose::Learning, &pairs)? else { return Ok(None) };
        let mut decided = 0;
        let before = self.values.clone();
        for ((iteration, _, flips), (half_points, _)) in tries.iter().zip(&played) {
            // Wins less losses of two games.
            let result = *half_points as f64 - 2.0;
            decided += u64::from(*half_points != 2);
            for (gene, flip) in flips.iter().enumerate() {
                let Scale { c, a } = self.scale(gene, *iteration);
                self.values[gene] += a / c * result * flip;
            }
        }
        around.genes.bound(&mut self.values);
        let stride = around.genes.distance(&before, &self.values);
        Ok(Some(Told {
            games: 2 * played.len() as u64,
            numbers: vec![("decided_pairs", decided as f64 / played.len().max(1) as f64), ("stride", stride)],
            sample: played.into_iter().next().map(|(_, [game, _])| game),
        }))
    }

    fn values(&self) -> Vec<f64> {
        self.values.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue::find;

    #[test]
    fn moves_and_pace_end_where_they_are_wanted_and_fall_as_fishtest_has_them() {
        let tunable = find("czech").unwrap().tunable(Some("thesis")).unwrap();
        let genes = Genes::new(&*tunable, &tunable.weights(), &[]).unwrap();
        let settings = Settings {
            c_end: vec![("*".into(), 10.0), ("king".into(), 30.0)],
            r_end: vec![("*".into(), 0.01)],
            batch: 10,
            ..Settings::default()
        };
        let walk = Walk::new(&settings, &genes, 100, genes.values(&tunable.weights())).unwrap();
        let last = walk.scale(0, 1000.0);
        assert!((last.c - 10.0).abs() < 1e-9 && (last.a - 1.0).abs() < 1e-9, "{last:?}");
        assert!((walk.scale(1, 1000.0).c - 30.0).abs() < 1e-9);
        // c = c_end N^gamma and a = a_end (A + N)^alpha, as fishtest computes them.
        let (c, a) = (10.0 * 1000_f64.powf(0.101), 1.0 * 1100_f64.powf(0.602));
        let tenth = walk.scale(0, 10.0);
        assert!((tenth.c - c / 10_f64.powf(0.101)).abs() < 1e-9 && (tenth.a - a / 110_f64.powf(0.602)).abs() < 1e-9);
        let wrong = Settings { c_end: vec![("queen".into(), 1.0)], ..settings };
        assert!(Walk::new(&wrong, &genes, 100, Vec::new()).is_err());
    }
}
