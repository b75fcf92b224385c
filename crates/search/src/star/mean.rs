//! A mean of which only bounds are known: the arithmetic of Star1 and Star2.
//!
//! Each part lies between two bounds, at first those of all values. A part that is searched gets a window of its own: outside of
//! it the mean is outside of the window that was asked about, whatever the other parts are. The mean itself is rounded as
//! everywhere, by [`Score::mean`]; the windows heed that to the unit.

use super::Value;
use tabula_core::Score;

/// Values beyond which there are none.
pub(super) const GREATEST: Value = Score::WIN.value();

struct Part {
    weight: u32,
    low: Value,
    high: Value,
}

pub(super) struct Mean {
    parts: Vec<Part>,
    /// The sums of all bounds by weight.
    low: i64,
    high: i64,
    /// A sum of this or more is a mean at or above beta; of that or less, one at or below alpha.
    least: i64,
    most: i64,
}

impl Mean {
    /// Of parts with these weights, where only means between `alpha` and `beta` have to be known exactly.
    pub(super) fn new(weights: impl Iterator<Item = u32>, alpha: Value, beta: Value) -> Self {
        let parts: Vec<_> = weights.map(|weight| Part { weight, low: -GREATEST, high: GREATEST }).collect();
        let total: i64 = parts.iter().map(|part| i64::from(part.weight)).sum();
        let high = total * i64::from(GREATEST);
        Self { parts, low: -high, high, least: least(beta, total), most: -least(-alpha, total) }
    }

    /// The window in which part `i` has to be known exactly: at or outside its ends the mean is outside of its own.
    pub(super) fn window(&self, i: usize) -> (Value, Value) {
        let part = &self.parts[i];
        let weight = i64::from(part.weight);
        let others_high = self.high - weight * i64::from(part.high);
        let others_low = self.low - weight * i64::from(part.low);
        let alpha = (self.most - others_high).div_euclid(weight);
        let beta = -(others_low - self.least).div_euclid(weight);
        let (least, most) = (i64::from(-GREATEST) - 1, i64::from(GREATEST) + 1);
        (alpha.clamp(least, most - 1) as Value, beta.clamp(least + 1, most) as Value)
    }

    /// Part `i` is at most that.
    pub(super) fn at_most(&mut self, i: usize, value: Value) {
        let part = &mut self.parts[i];
        let high = value.clamp(part.low, part.high);
        self.high -= i64::from(part.weight) * i64::from(part.high - high);
        part.high = high;
    }

    /// Part `i` is at least that.
    pub(super) fn at_least(&mut self, i: usize, value: Value) {
        let part = &mut self.parts[i];
        let low = value.clamp(part.low, part.high);
        self.low += i64::from(part.weight) * i64::from(low - part.low);
        part.low = low;
    }

    /// Part `i` was searched within a window, and this was found.
    pub(super) fn learn(&mut self, i: usize, value: Value, (alpha, beta): (Value, Value)) {
        if value < beta {
            self.at_most(i, value);
        }
        if value > alpha {
            self.at_least(i, value);
        }
    }

    /// A bound of the mean that lies outside of its window, if that is known already.
    pub(super) fn outside(&self) -> Option<Value> {
        if self.high <= self.most {
            Some(self.of(|part| part.high))
        } else if self.low >= self.least {
            Some(self.of(|part| part.low))
        } else {
            None
        }
    }

    /// The mean, once every part is known.
    pub(super) fn value(&self) -> Value {
        self.of(|part| part.low)
    }

    fn of(&self, bound: impl Fn(&Part) -> Value) -> Value {
        Score::mean(self.parts.iter().map(|part| (Score::ZERO + bound(part), part.weight))).value()
    }
}

/// The least sum whose mean is at least `bound`: means are rounded towards nought.
fn least(bound: Value, total: i64) -> i64 {
    let bound = i64::from(bound);
    if bound > 0 { bound * total } else { (bound - 1) * total + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Dice;

    fn mean_of(sum: i64, total: i64) -> i64 {
        sum / total
    }

    #[test]
    fn the_least_sum_is_where_the_rounded_mean_reaches_the_bound() {
        for total in 1..9_i64 {
            for bound in -5..=5 {
                let sum = least(bound, total);
                assert!(
                    mean_of(sum, total) >= bound.into() && mean_of(sum - 1, total) < bound.into(),
                    "{bound} of {total}"
                );
            }
        }
    }

    /// Random parts, told one by one within their windows as a search would: exactly inside, as bounds outside.
    #[test]
    fn what_is_told_of_a_mean_is_true_whatever_is_left_out() {
        let mut dice = Dice::new(3);
        let (mut left, mut whole) = (0, 0);
        for _ in 0..20_000 {
            let count = 1 + dice.below(6);
            // Near the ends of all values, for bounds are only felt there.
            let draw = |dice: &mut Dice| match dice.below(3) {
                0 => GREATEST - dice.below(40) as Value,
                1 => dice.below(41) as Value - 20,
                _ => dice.below(40) as Value - GREATEST,
            };
            let parts: Vec<(Value, u32)> = (0..count).map(|_| (draw(&mut dice), 1 + dice.below(4) as u32)).collect();
            let truth = Score::mean(parts.iter().map(|&(value, weight)| (Score::ZERO + value, weight))).value();
            let alpha = truth - 200 + dice.below(400) as Value;
            let beta = alpha + 1 + dice.below(200) as Value;
            let mut mean = Mean::new(parts.iter().map(|part| part.1), alpha, beta);
            let mut told = None;
            for (i, &(value, _)) in parts.iter().enumerate() {
                let window = mean.window(i);
                assert!(window.0 < window.1);
                mean.learn(i, value, window);
                told = mean.outside();
                if told.is_some() {
                    left += usize::from(i + 1 < count);
                    break;
                }
            }
            match told {
                None => {
                    whole += 1;
                    assert_eq!(mean.value(), truth);
                    assert!(alpha < truth && truth < beta, "{truth} in {alpha}..{beta}");
                }
                Some(bound) if bound <= alpha => assert!(truth <= bound, "{truth} <= {bound} <= {alpha}"),
                Some(bound) => assert!(bound >= beta && truth >= bound, "{truth} >= {bound} >= {beta}"),
            }
        }
        assert!(left > 500 && whole > 500, "{left} {whole}");
    }

    #[test]
    fn a_bound_of_every_part_is_a_bound_of_the_mean() {
        let mut mean = Mean::new([1, 3].into_iter(), 10, 20);
        mean.at_most(0, 40);
        assert_eq!(mean.outside(), None);
        mean.at_most(1, -1);
        assert_eq!(mean.outside(), Some(9), "(40 - 3) / 4");
    }
}
