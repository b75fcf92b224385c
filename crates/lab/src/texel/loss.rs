//! How far the evaluation is from the truth, and in which direction it gets nearer.

use super::positions::{Pairs, Positions, chance};

/// What predictions are compared with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Aim {
    /// The share of the result; the rest is what a search thought.
    pub(super) lambda: f32,
    /// Turns hundredths of a pawn into the exponent of a chance.
    pub(super) k: f32,
}

/// The mean loss over the positions `which`, on several threads.
pub(super) fn mean(positions: &Positions, which: &[u32], weights: &[[f32; 2]], aim: Aim, threads: usize) -> f64 {
    let sums = shared(which, threads, |part| {
        part.iter()
            .map(|&nth| {
                let item = positions.item(nth as usize);
                let miss = chance(aim.k * item.value(weights).0) - item.target(aim.lambda, aim.k);
                f64::from(miss * miss)
            })
            .sum::<f64>()
    });
    sums.iter().sum::<f64>() / which.len().max(1) as f64
}

/// The slope of the mean loss over the positions `which`, for every weight.
pub(super) fn slope(positions: &Positions, which: &[u32], weights: &[[f32; 2]], aim: Aim, threads: usize) -> Pairs {
    let mut parts = shared(which, threads, |part| {
        let mut slope = vec![[0.0; 2]; weights.len()];
        for &nth in part {
            let item = positions.item(nth as usize);
            let (value, shares) = item.value(weights);
            let predicted = chance(aim.k * value);
            let pull = 2.0 * (predicted - item.target(aim.lambda, aim.k)) * predicted * (1.0 - predicted) * aim.k;
            let [middle, end] = shares.map(|share| share * pull);
            for (&place, &count) in item.places.iter().zip(item.counts) {
                let pair = &mut slope[place as usize];
                pair[0] += middle * f32::from(count);
                pair[1] += end * f32::from(count);
            }
        }
        slope
    });
    let mut sum = parts.pop().unwrap_or_default();
    for part in parts {
        for (pair, more) in sum.iter_mut().zip(part) {
            *pair = [pair[0] + more[0], pair[1] + more[1]];
        }
    }
    let share = 1.0 / which.len().max(1) as f32;
    for pair in &mut sum {
        *pair = pair.map(|x| x * share);
    }
    sum
}

/// Shares work among threads; the answers come in order, so sums are always the same.
fn shared<T: Send>(which: &[u32], threads: usize, work: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
    let portion = which.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let mut portions = which.chunks(portion);
        let own = portions.next().unwrap_or_default();
        let workers: Vec<_> = portions.map(|part| scope.spawn(|| work(part))).collect();
        let mut answers = vec![work(own)];
        answers.extend(workers.into_iter().map(|worker| worker.join().expect("arithmetic does not panic")));
        answers
    })
}
