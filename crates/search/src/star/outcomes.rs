//! Which outcomes of a throw are followed: all that destroy something, and of the quiet ones a few that stand for all.

use tabula_core::{Dice, Tactics};

/// An outcome that is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outcome<M> {
    pub m: M,
    pub weight: u32,
    pub noisy: bool,
}

/// The outcomes of the position, of the quiet ones at most `sample` (0: all) with the weight of all of them; `lot` says
/// which. The noisy ones come first.
pub(super) fn outcomes<G: Tactics>(game: &G, at: &G::Position, sample: usize, lot: u64) -> Vec<Outcome<G::Move>> {
    let mut listed = Vec::with_capacity(32);
    game.chances(at, &mut listed);
    let mut all: Vec<_> = listed
        .into_iter()
        .filter(|&(_, weight)| weight > 0)
        .map(|(m, weight)| Outcome { m, weight, noisy: game.is_noisy(at, m) })
        .collect();
    all.sort_by_key(|outcome| !outcome.noisy);
    let noisy = all.iter().filter(|outcome| outcome.noisy).count();
    if sample > 0 && all.len() - noisy > sample {
        thin_out(&mut all, noisy, sample as u32, lot);
    }
    all
}

/// Keeps `sample` of the quiet outcomes, spread evenly over them as they are listed: neighbours in the list are alike.
fn thin_out<M: Copy>(all: &mut Vec<Outcome<M>>, noisy: usize, sample: u32, lot: u64) {
    let quiet: u32 = all[noisy..].iter().map(|outcome| outcome.weight).sum();
    // Each kept one stands for a `sample`-th of the quiet weight; all weights are multiplied so that they stay whole.
    all[..noisy].iter_mut().for_each(|outcome| outcome.weight *= sample);
    let first = Dice::new(lot).below(quiet as usize) as u32;
    let mut kept = noisy;
    let mut passed = 0;
    let mut next = 0;
    for i in noisy..all.len() {
        let outcome = all[i];
        passed += outcome.weight * sample;
        let mut weight = 0;
        while next < sample && next * quiet + first < passed {
            weight += quiet;
            next += 1;
        }
        if weight > 0 {
            all[kept] = Outcome { weight, ..outcome };
            kept += 1;
        }
    }
    all.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet(weights: &[u32]) -> Vec<Outcome<usize>> {
        weights.iter().enumerate().map(|(m, &weight)| Outcome { m, weight, noisy: false }).collect()
    }

    #[test]
    fn a_sample_has_the_weight_of_all_and_every_outcome_its_share_of_the_lots() {
        let weights = [1, 1, 2, 1, 4, 1, 1, 1];
        let total: u32 = weights.iter().sum();
        let mut seen = [0_u64; 8];
        let lots = 4000;
        for lot in 0..lots {
            let mut all = quiet(&weights);
            all.insert(0, Outcome { m: 99, weight: 5, noisy: true });
            thin_out(&mut all, 1, 3, lot);
            assert_eq!(all[0], Outcome { m: 99, weight: 15, noisy: true });
            assert!(all.len() <= 4);
            assert_eq!(all[1..].iter().map(|outcome| outcome.weight).sum::<u32>(), 3 * total);
            for outcome in &all[1..] {
                seen[outcome.m] += u64::from(outcome.weight);
            }
        }
        for (m, &weight) in weights.iter().enumerate() {
            let expected = (lots * 3 * u64::from(weight)) as f64;
            assert!((seen[m] as f64 / expected - 1.0).abs() < 0.15, "{m}: {} of {expected}", seen[m]);
        }
    }

    #[test]
    fn the_same_lot_keeps_the_same_outcomes() {
        let kept = |lot| {
            let mut all = quiet(&[1; 20]);
            thin_out(&mut all, 0, 4, lot);
            all
        };
        assert_eq!(kept(7), kept(7));
        assert!((0..50).any(|lot| kept(lot) != kept(7)));
    }
}
