//! The course of a run.

use super::adam::Adam;
use super::loss::{self, Aim};
use super::positions::{Pairs, Positions};
use tabula_core::Dice;
use tabula_core::tuning::{Pair, Tunable};

/// One position in so many is held out.
const HELD_OUT: usize = 20;
/// Neighbours in the file come from the same game, so blocks of this many are held out together.
const BLOCK: usize = 1_000;

/// How to tune.
#[derive(Clone, PartialEq, Debug)]
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
}

/// The end of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights with the least loss on the held-out positions, in whole hundredths.
    pub weights: Vec<Pair>,
    /// `k`, as it was used.
    pub k: f32,
    /// The loss before: learnt from, held out.
    pub before: (f64, f64),
    /// The loss of the rounded weights.
    pub after: (f64, f64),
    /// How many weights have changed.
    pub changed: usize,
}

/// The `k` with which `weights` predict the results best.
pub fn fit(weights: &[Pair], positions: &Positions, threads: usize) -> f32 {
    let all: Vec<u32> = (0..positions.len() as u32).collect();
    best_k(positions, &all, &pairs(weights), threads)
}

/// Tunes from `start`. `tell` hears of every pass, and may end the run with an error of its own; the best weights so far
/// have then been told already.
pub fn tune<E>(
    game: &dyn Tunable,
    start: &[Pair],
    positions: &Positions,
    plan: &Plan,
    tell: &mut dyn FnMut(&Step<'_>) -> Result<(), E>,
) -> Result<Tuned, E> {
    let (mut learn, held) = split(positions.len());
    let first = pairs(start);
    let k = plan.k.unwrap_or_else(|| best_k(positions, &learn, &first, plan.threads));
    let aim = Aim { lambda: plan.lambda, k };
    let losses = |weights: &Pairs, learn: &[u32]| {
        let mean = |which: &[u32]| loss::mean(positions, which, weights, aim, plan.threads);
        (mean(learn), mean(&held))
    };
    let before = losses(&first, &learn);
    tell(&Step { epoch: 0, rate: plan.rate, loss: before.0, held_out: before.1, k, better: None })?;

    let mut weights = first.clone();
    let mut adam = Adam::new(start.len());
    let mut dice = Dice::new(plan.seed);
    let mut best = Tuned { weights: start.to_vec(), k, before, after: before, changed: 0 };
    let mut waited = 0;
    let steps = plan.epochs * learn.len().div_ceil(plan.batch.max(1)).max(1);
    let mut step = 0;
    for epoch in 1..=plan.epochs {
        let mut rate = plan.rate;
        dice.shuffle(&mut learn);
        for batch in learn.chunks(plan.batch.max(1)) {
            rate = plan.rate * 0.01_f32.powf(step as f32 / steps as f32);
            step += 1;
            let mut slope = loss::slope(positions, batch, &weights, aim, plan.threads);
            for ((slope, now), home) in slope.iter_mut().zip(&weights).zip(&first) {
                for half in [0, 1] {
                    slope[half] += 2.0 * plan.pull * (now[half] - home[half]);
                }
            }
            adam.step(&mut weights, &slope, rate);
        }
        // Whole hundredths are what will be played with, so they are judged.
        let whole = rounded(game, &weights);
        let after = losses(&pairs(&whole), &learn);
        let better = after.1 < best.after.1;
        if better {
            let changed = whole.iter().zip(start).filter(|(now, before)| now != before).count();
            best = Tuned { weights: whole, after, changed, ..best };
            waited = 0;
        } else {
            waited += 1;
        }
        let told = better.then_some(&best.weights[..]);
        tell(&Step { epoch, rate, loss: after.0, held_out: after.1, k, better: told })?;
        if waited >= plan.patience {
            break;
        }
    }
    Ok(best)
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

/// In whole hundredths, and settled: material and places are free to exchange what they like, which nobody could read.
fn rounded(game: &dyn Tunable, pairs: &Pairs) -> Vec<Pair> {
    // A cast of a float saturates.
    let mut weights: Vec<Pair> = pairs.iter().map(|pair| (pair[0].round() as i16, pair[1].round() as i16)).collect();
    game.settle(&mut weights);
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
        let tuned = tune::<Infallible>(&chess(), &start, &positions, &plan, &mut |step| {
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
        let ended = tune(&chess(), &start.pairs(), &positions, &Plan::default(), &mut |step| {
            if step.epoch == 1 { Err("enough") } else { Ok(()) }
        });
        assert_eq!(ended, Err("enough"));
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
