//! The root of a search with few simulations, by Danihelka, Guez, Schrittwieser and Silver ("Policy improvement by planning with
//! Gumbel", 2022): some moves are drawn from the policy without putting back, and the better half of them is kept again and again.

use tabula_core::Dice;

/// A number from 0 to 1, without both.
fn unit(dice: &mut Dice) -> f32 {
    ((dice.next_u64() >> 41) as f32 + 0.5) / (1_u32 << 23) as f32
}

/// Lots for so many moves: added to logits, the greatest belongs to each move with the share that the logits give it.
pub(super) fn lots(count: usize, dice: &mut Dice) -> Vec<f32> {
    (0..count).map(|_| -(-unit(dice).ln()).ln()).collect()
}

/// How often the move of each simulation was visited before: among such moves the most promising is taken.
///
/// ```text
/// four moves, eight simulations: 0 0 0 0, then the better two: 1 1, and again: 2 2
/// ```
pub(super) fn halving(considered: usize, simulations: usize) -> Vec<u32> {
    if considered <= 1 {
        return (0..simulations as u32).collect();
    }
    let phases = (considered as f64).log2().ceil() as usize;
    let mut sequence = Vec::with_capacity(simulations);
    let mut visits = vec![0; considered];
    let mut left = considered;
    while sequence.len() < simulations {
        for _ in 0..(simulations / (phases * left)).max(1) {
            sequence.extend_from_slice(&visits[..left]);
            visits[..left].iter_mut().for_each(|count| *count += 1);
        }
        left = (left / 2).max(2);
    }
    sequence.truncate(simulations);
    sequence
}

/// Noise for a root by PUCT: shares drawn from a Dirichlet distribution with this many moves, more even where there are more.
pub(super) fn dirichlet(count: usize, dice: &mut Dice) -> Vec<f32> {
    let alpha = 10.0 / count.max(1) as f64;
    let drawn: Vec<f64> = (0..count).map(|_| gamma(alpha, dice)).collect();
    let sum: f64 = drawn.iter().sum();
    drawn.iter().map(|x| (x / sum.max(f64::MIN_POSITIVE)) as f32).collect()
}

/// From the gamma distribution (Marsaglia and Tsang; below 1 by the usual power).
fn gamma(alpha: f64, dice: &mut Dice) -> f64 {
    if alpha < 1.0 {
        return gamma(alpha + 1.0, dice) * f64::from(unit(dice)).powf(1.0 / alpha);
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let (first, second) = (f64::from(unit(dice)), f64::from(unit(dice)));
        let normal = (-2.0 * first.ln()).sqrt() * (std::f64::consts::TAU * second).cos();
        let v = (1.0 + c * normal).powi(3);
        if v > 0.0 && f64::from(unit(dice)).ln() < 0.5 * normal * normal + d * (1.0 - v + v.ln()) {
            return d * v;
        }
    }
}

/// One of the places, each as likely as its weight; the last one that has any if rounding leaves none.
pub(super) fn draw(weights: &[f32], dice: &mut Dice) -> usize {
    let total: f32 = weights.iter().sum();
    let mut ticket = unit(dice) * total;
    for (place, weight) in weights.iter().enumerate() {
        ticket -= weight;
        if ticket < 0.0 {
            return place;
        }
    }
    weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0)
}

/// A yes with this probability.
pub(super) fn chance(share: f32, dice: &mut Dice) -> bool {
    unit(dice) < share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_moves_is_kept_after_each_phase() {
        assert_eq!(halving(4, 8), [0, 0, 0, 0, 1, 1, 2, 2]);
        assert_eq!(halving(1, 3), [0, 1, 2]);
        assert_eq!(halving(8, 5), [0; 5]);
        for (considered, simulations) in [(2, 7), (16, 64), (5, 33)] {
            assert_eq!(halving(considered, simulations).len(), simulations);
        }
    }

    #[test]
    fn the_greatest_of_logit_and_lot_follows_the_policy() {
        let mut dice = Dice::new(3);
        let policy = [0.6_f32, 0.3, 0.1];
        let mut wins = [0; 3];
        for _ in 0..20_000 {
            let lots = lots(3, &mut dice);
            let best = (0..3).max_by(|a, b| (policy[*a].ln() + lots[*a]).total_cmp(&(policy[*b].ln() + lots[*b])));
            wins[best.unwrap()] += 1;
        }
        for (won, share) in wins.iter().zip(policy) {
            assert!((*won as f32 / 20_000.0 - share).abs() < 0.015, "{wins:?}");
        }
    }

    #[test]
    fn noise_sums_to_one_and_favours_nobody() {
        let mut dice = Dice::new(5);
        let mut sums = [0.0; 4];
        for _ in 0..5_000 {
            let noise = dirichlet(4, &mut dice);
            assert!((noise.iter().sum::<f32>() - 1.0).abs() < 1e-4);
            sums.iter_mut().zip(noise).for_each(|(sum, x)| *sum += x / 5_000.0);
        }
        assert!(sums.iter().all(|mean| (mean - 0.25).abs() < 0.02), "{sums:?}");
    }

    #[test]
    fn lots_are_drawn_by_weight() {
        let mut dice = Dice::new(1);
        let drawn = (0..10_000).filter(|_| draw(&[1.0, 0.0, 3.0], &mut dice) == 2).count();
        assert!((7_300..7_700).contains(&drawn), "{drawn}");
        assert_eq!(draw(&[0.0, 0.0], &mut dice), 0);
    }
}
