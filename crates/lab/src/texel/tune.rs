//! The course of a run.

use super::loss::{self, Aim};
use super::positions::{Pairs, Positions};
use crate::descent::{Descent, Stride};
use crate::weights::Genes;
use serde::{Deserialize, Serialize};
use tabula_core::Dice;
use tabula_core::tuning::{Pair, Tunable};

/// One position in so many is held out.
const HELD_OUT: usize = 20;
/// Neighbours in the file come from the same game, so blocks of this many are held out together.
const BLOCK: usize = 1_000;

/// How to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The share of the result in what is predicted; the rest is what a search thought.
    pub lambda: f32,
    /// Turns hundredths of a pawn into the exponent of a chance; fitted to the first weights if `None`.
    pub k: Option<f32>,
    /// The most passes over all positions.
    pub epochs: usize,
    /// Positions per step.
    pub batch: usize,
    /// The length of the first steps, in hundredths of a pawn; it falls to a hundredth of it.
    pub rate: f32,
    /// A pull towards the first weights, so that what is seldom seen is not moved by chance.
    pub pull: f32,
    /// Passes without a better loss on the held-out positions before the run ends.
    pub patience: usize,
    /// Threads.
    pub threads: usize,
    /// For the order of the positions.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            lambda: 0.7,
            k: None,
            epochs: 60,
            batch: 16_384,
            rate: 1.0,
            pull: 1e-9,
            patience: 6,
            threads: 2,
            seed: 1,
        }
    }
}

/// What is tuned, and on what.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The evaluation.
    pub game: &'a dyn Tunable,
    /// The weights to start from.
    pub start: &'a [Pair],
    /// Which of them are learnt; `None` for all.
    pub only: Option<&'a Genes>,
    /// What is learnt from.
    pub positions: &'a Positions,
    /// How.
    pub plan: &'a Plan,
}

/// What a pass over all positions brought.
#[derive(Clone, PartialEq, Debug)]
pub struct Step<'a> {
    /// Which pass, from 1; 0 is before the first.
    pub epoch: usize,
    /// The length of its last steps.
    pub rate: f32,
    /// The mean loss on the positions learnt from.
    pub loss: f64,
    /// The mean loss on those held out.
    pub held_out: f64,
    /// `k`, as it is used.
    pub k: f32,
    /// The best weights so far, if this pass found them.
    pub better: Option<&'a [Pair]>,
    /// How far the run has come: with this it can go on.
    pub course: &'a Course,
}

/// How far a run has come.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Course {
    epoch: usize,
    #[serde(with = "crate::exact::floats")]
    weights: Vec<f32>,
    adam: Descent,
    /// Passes since the best.
    waited: usize,
    best: Tuned,
}

impl Course {
    /// Passes that are done.
    pub const fn epoch(&self) -> usize {
        self.epoch
    }

    /// `k`, as it is used.
    pub const fn k(&self) -> f32 {
        self.best.k
    }
}

/// The end of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tuned {
    /// The weights with the least loss on the held-out positions, in whole hundredths.
    pub weights: Vec<Pair>,
    /// `k`, as it was used.
    pub k: f32,
    /// The loss before: learnt from, held out.
    #[serde(with = "crate::exact::two")]
    pub before: (f64, f64),
    /// The loss of the rounded weights.
    #[serde(with = "crate::exact::two")]
    pub after: (f64, f64),
    /// How many weights have changed.
    pub changed: usize,
}

/// The `k` with which `weights` predict the results best.
pub fn fit(weights: &[Pair], positions: &Positions, threads: usize) -> f32 {
    let all: Vec<u32> = (0..positions.len() as u32).collect();
    best_k(positions, &all, &pairs(weights), threads)
}

/// Tunes, or goes on with a run that came so far. `tell` hears of every pass, and may end the run with an error of its own; the best
/// weights so far have then been told already.
pub fn tune<E>(
    task: &Task<'_>,
    from: Option<Course>,
    tell: &mut dyn FnMut(&Step<'_>) -> Result<(), E>,
) -> Result<Tuned, E> {
    let Task { game, start, only, positions, plan } = *task;
    let (learn, held) = split(positions.len());
    let first = pairs(start);
    let mean = |weights: &Pairs, which: &[u32], k| {
        loss::mean(positions, which, weights, Aim { lambda: plan.lambda, k }, plan.threads)
    };
    let losses = |weights: &Pairs, k| (mean(weights, &learn, k), mean(weights, &held, k));
    let mut course = match from {
        Some(course) => course,
        None => {
            let k = plan.k.unwrap_or_else(|| best_k(positions, &learn, &first, plan.threads));
            let before = losses(&first, k);
            let best = Tuned { weights: start.to_vec(), k, before, after: before, changed: 0 };
            let adam = Descent::new(Stride::Adam, 2 * start.len());
            let course = Course { epoch: 0, weights: first.as_flattened().to_vec(), adam, waited: 0, best };
            let (loss, held_out) = before;
            tell(&Step { epoch: 0, rate: plan.rate, loss, held_out, k, better: None, course: &course })?;
            course
        }
    };
    let aim = Aim { lambda: plan.lambda, k: course.best.k };
    let free = only.map(|genes| genes.places(start.len()));
    let batch = plan.batch.max(1);
    let steps = learn.len().div_ceil(batch).max(1);
    while course.epoch < plan.epochs && course.waited < plan.patience {
        let mut order = learn.clone();
        Dice::new(plan.seed ^ (course.epoch as u64) << 32).shuffle(&mut order);
        let mut weights = course.weights.as_chunks().0.to_vec();
        let mut rate = plan.rate;
        for (nth, batch) in order.chunks(batch).enumerate() {
            let gone = (course.epoch * steps + nth) as f32 / (plan.epochs * steps) as f32;
            rate = plan.rate * 0.01_f32.powf(gone);
            let mut slope = loss::slope(positions, batch, &weights, aim, plan.threads);
            for (place, (slope, now)) in slope.iter_mut().zip(&weights).enumerate() {
                for half in [0, 1] {
                    let kept = free.as_ref().is_some_and(|free| free[place][half].is_none());
                    let pull = 2.0 * plan.pull * (now[half] - first[place][half]);
                    slope[half] = if kept { 0.0 } else { slope[half] + pull };
                }
            }
            course.adam.step(weights.as_flattened_mut(), slope.as_flattened(), rate);
        }
        course.weights = weights.as_flattened().to_vec();
        course.epoch += 1;
        // Whole hundredths are what will be played with, so they are judged.
        let whole = rounded(game, &weights, only.is_none());
        let after = losses(&pairs(&whole), aim.k);
        let better = after.1 < course.best.after.1;
        course.waited = if better { 0 } else { course.waited + 1 };
        if better {
            let changed = whole.iter().zip(start).filter(|(now, before)| now != before).count();
            course.best = Tuned { weights: whole, after, changed, ..course.best };
        }
        let told = better.then_some(&course.best.weights[..]);
        let (loss, held_out) = after;
        tell(&Step { epoch: course.epoch, rate, loss, held_out, k: aim.k, better: told, course: &course })?;
    }
    Ok(course.best)
}

/// Which positions are learnt from, and which are held out.
fn split(count: usize) -> (Vec<u32>, Vec<u32>) {
    // Small files get small blocks, so that something is held out of them too.
    let block = BLOCK.min(count / (5 * HELD_OUT)).max(1);
    (0..count as u32).partition(|&nth| (nth as usize / block) % HELD_OUT != HELD_OUT - 1)
}

fn pairs(weights: &[Pair]) -> Pairs {
    weights.iter().map(|&(middle, end)| [f32::from(middle), f32::from(end)]).collect()
}

/// In whole hundredths, and settled if all are learnt: material and places are free to exchange what they like, which nobody could read.
fn rounded(game: &dyn Tunable, pairs: &Pairs, settle: bool) -> Vec<Pair> {
    // A cast of a float saturates.
    let whole = |pair: &[f32; 2]| {
        let [middle, end] = pair.map(|half| half.round() as i16);
        (middle, if game.is_tapered() { end } else { middle })
    };
    let mut weights: Vec<Pair> = pairs.iter().map(whole).collect();
    if settle {
        game.settle(&mut weights);
    }
    weights
}

/// The loss has one valley in `k`: it is cut in thirds until it is narrow.
fn best_k(positions: &Positions, which: &[u32], weights: &Pairs, threads: usize) -> f32 {
    let loss = |k: f32| loss::mean(positions, which, weights, Aim { lambda: 1.0, k }, threads);
    let (mut low, mut high) = (0.000_5, 0.05);
    while high - low > 0.000_02 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::fmt::Write as _;
    use std::sync::Arc;
    use tabula_chess::tapered::Weights;
    use tabula_chess::{Tapered, chess};
    use tabula_core::{Evaluator, Game, Notation, Side};

    /// Positions of random games, each with the score that `weights` give it.
    fn scored(weights: &Weights, count: usize) -> Positions {
        let game = chess();
        let mut tapered = Tapered::with(Arc::new(weights.clone()));
        let mut dice = Dice::new(9);
        let mut text = String::new();
        let mut lines = 0;
        while lines < count {
            let mut at = game.start();
            let mut moves = Vec::new();
            for _ in 0..80 {
                moves.clear();
                game.moves(&at, &mut moves);
                let Some(&m) = dice.pick(&moves) else { break };
                game.play(&mut at, m, &mut ());
                tapered.reset(&game, &at);
                let value = tapered.value(&game, &at).value();
                let value = if at.turn() == Side::First { value } else { -value };
                let result = if value > 150 {
                    "1"
                } else if value < -150 {
                    "0"
                } else {
                    "0.5"
                };
                writeln!(text, "{};{value};{result}", game.write_position(&at)).unwrap();
                lines += 1;
            }
        }
        Positions::read(&game, text.as_bytes(), 2, &mut |_| {}).unwrap().positions
    }

    #[test]
    fn weights_that_made_the_scores_are_found_again() {
        let truth = Weights::shipped();
        let mut start = truth.pairs();
        // The knights are forgotten, and the pawns worth too much.
        start[0] = (160, 200);
        start[1] = (100, 100);
        let positions = scored(&truth, 6_000);
        let plan = Plan { lambda: 0.0, k: Some(0.006), epochs: 60, batch: 512, rate: 3.0, ..Plan::default() };
        let mut epochs = 0;
        let mut last = f64::MAX;
        let game = chess();
        let task = Task { game: &game, start: &start, only: None, positions: &positions, plan: &plan };
        let tuned = tune::<Infallible>(&task, None, &mut |step| {
            epochs += 1;
            if step.better.is_some() {
                assert!(step.held_out < last, "only better weights are told");
                last = step.held_out;
            }
            Ok(())
        })
        .unwrap();
        assert!(epochs > 3 && tuned.changed > 2);
        assert!(tuned.after.0 < tuned.before.0 / 20.0, "{:?} -> {:?}", tuned.before, tuned.after);
        assert!(tuned.after.1 < tuned.before.1 / 10.0, "{:?} -> {:?}", tuned.before, tuned.after);
        let [(pawn, _), (knight, _)] = [tuned.weights[0], tuned.weights[1]];
        // Knights share what was forgotten with their places; those seldom seen keep their part.
        assert!(knight > 180 && (60..130).contains(&pawn), "knight {knight}, pawn {pawn}");
    }

    #[test]
    fn a_run_that_is_ended_from_outside_says_so() {
        let start = Weights::shipped();
        let positions = scored(&start, 500);
        let (game, plan) = (chess(), Plan::default());
        let task = Task { game: &game, start: &start.pairs(), only: None, positions: &positions, plan: &plan };
        let ended = tune(&task, None, &mut |step| if step.epoch == 1 { Err("enough") } else { Ok(()) });
        assert_eq!(ended, Err("enough"));
    }

    #[test]
    fn a_run_that_goes_on_ends_as_one_that_was_not_interrupted_and_what_is_not_learnt_stays() {
        let truth = Weights::shipped();
        let mut start = truth.pairs();
        start[1] = (100, 100);
        let positions = scored(&truth, 1_000);
        let (game, plan) = (chess(), Plan { epochs: 6, batch: 128, rate: 5.0, ..Plan::default() });
        let only = Genes::new(&game, &start, &["material.2".into()]).unwrap();
        let task = Task { game: &game, start: &start, only: Some(&only), positions: &positions, plan: &plan };
        let mut kept = None;
        let whole = tune::<Infallible>(&task, None, &mut |step| {
            if step.epoch == 3 {
                kept = Some(serde_json::to_string(step.course).unwrap());
            }
            Ok(())
        });
        let course: Course = serde_json::from_str(&kept.unwrap()).unwrap();
        assert_eq!((course.epoch(), course.k()), (3, whole.as_ref().unwrap().k));
        assert_eq!(tune::<Infallible>(&task, Some(course), &mut |_| Ok(())), whole);
        let tuned = whole.unwrap();
        assert!(tuned.changed == 1 && tuned.weights[1].0 > 100, "{:?}", tuned.weights[1]);
    }

    #[test]
    fn k_is_found_where_results_follow_the_scores() {
        let weights = Weights::shipped();
        let positions = scored(&weights, 2_000);
        let k = fit(&weights.pairs(), &positions, 2);
        assert!(k > 0.003 && k < 0.05, "{k}");
    }

    #[test]
    fn a_twentieth_is_held_out_in_blocks() {
        let (learn, held) = split(100_000);
        assert_eq!((learn.len(), held.len()), (95_000, 5_000));
        assert!(held[..1_000].is_sorted() && held[999] - held[0] == 999);
        let (learn, held) = split(200);
        assert_eq!((learn.len(), held.len()), (190, 10));
    }
}
