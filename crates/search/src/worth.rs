//! What the mean of a throw is taken of: points as they are, or chances to win.
//!
//! Who counts points thinks that a game in thirty-two which is lost at once costs ten queens. Chances are bounded besides, as
//! Star1 and Star2 wish.

use crate::alphabeta::worker::MOST_ESTIMATE;
use crate::alphabeta::{LONGEST, Value};
use tabula_core::Score;

/// What values inside the tree stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// The evaluator's points.
    Points,
    /// Chances to win: a logistic curve of the points.
    Chances {
        /// Points that make a win `e` times as likely as a loss.
        scale: u32,
    },
}

/// Below the die a result this many plies away is called proven; what is further may be a mean of results and guesses.
const NEAR: i32 = 8;

/// Turns scores into values and back.
pub(crate) struct Scale {
    worth: Worth,
    /// The value of so many points, for chances.
    curve: Vec<i16>,
}

impl Scale {
    pub(crate) fn new(worth: Worth) -> Self {
        let curve = match worth {
            Worth::Points => Vec::new(),
            // Twelve scales make all the chances there are, within rounding.
            Worth::Chances { scale } => (0..=12 * scale)
                .map(|points| {
                    (f64::from(MOST_ESTIMATE) * (f64::from(points) / half_width(scale)).tanh()).round() as i16
                })
                .collect(),
        };
        Self { worth, curve }
    }

    /// The value of an estimate.
    #[inline]
    pub(crate) fn value(&self, score: Score) -> Value {
        let points = score.value();
        match self.curve.last() {
            None => points.clamp(-MOST_ESTIMATE, MOST_ESTIMATE),
            Some(&most) => {
                let size = Value::from(self.curve.get(points.unsigned_abs() as usize).copied().unwrap_or(most));
                if points < 0 { -size } else { size }
            }
        }
    }

    /// What a margin of points is worth where the game is even.
    pub(crate) fn margin(&self, points: i32) -> Value {
        match self.worth {
            Worth::Points => points,
            Worth::Chances { scale } => (f64::from(MOST_ESTIMATE) * f64::from(points) / half_width(scale)) as Value,
        }
    }

    /// A value as a score for others; `chance` says that it may be a mean.
    pub(crate) fn score(&self, value: Value, chance: bool) -> Score {
        let distance = Score::WIN.value() - value.abs();
        let proven = if chance { distance <= NEAR } else { distance <= LONGEST as i32 };
        if proven { Score::ZERO + value } else { self.guess(value) }
    }

    /// A value that is no result, as a score for others.
    pub(crate) fn guess(&self, value: Value) -> Score {
        let size = value.abs();
        let points = match self.worth {
            Worth::Points => size,
            Worth::Chances { scale } => {
                let most = f64::from(MOST_ESTIMATE);
                let inside = f64::from(size).min(most * 0.999_99);
                // Beyond the greatest estimate are means of wins and other things: more is better there, too.
                ((inside / most).atanh() * half_width(scale)).round() as i32 + (size - MOST_ESTIMATE).max(0)
            }
        };
        Score::estimate(points * value.signum())
    }
}

fn half_width(scale: u32) -> f64 {
    2.0 * f64::from(scale.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_grow_with_points_are_bounded_and_lead_back_to_them() {
        let scale = Scale::new(Worth::Chances { scale: 250 });
        let mut last = -1;
        for points in 0..1200 {
            let value = scale.value(Score::estimate(points));
            assert!(value > last && value <= MOST_ESTIMATE, "{points}: {value}");
            assert_eq!(scale.value(Score::estimate(-points)), -value);
            let back = scale.score(value, true).value();
            assert!((back - points).abs() <= 1, "{points} came back as {back}");
            last = value;
        }
        assert_eq!(scale.value(Score::MAX_ESTIMATE), MOST_ESTIMATE);
    }

    #[test]
    fn an_even_chance_of_a_queen_is_less_than_a_certain_rook() {
        let scale = Scale::new(Worth::Chances { scale: 250 });
        let [queen, rook] = [900, 500].map(|points| scale.value(Score::estimate(points)));
        assert!(queen / 2 < rook && queen > rook);
    }

    #[test]
    fn a_result_is_told_with_its_distance_and_a_mean_of_results_is_an_estimate() {
        let scale = Scale::new(Worth::Chances { scale: 250 });
        let win = Score::win_in(3);
        assert_eq!(scale.score(win.value(), true), win);
        assert_eq!(scale.score(-win.value(), true), -win);
        let nearly = scale.score(31_000, true);
        assert!(!nearly.is_decisive() && nearly > scale.score(30_000, true), "{nearly}");
        let far = Score::win_in(90);
        assert_eq!(scale.score(far.value(), false), far);
        assert!(!scale.score(far.value(), true).is_decisive());
    }

    #[test]
    fn points_stay_what_they_are() {
        let scale = Scale::new(Worth::Points);
        assert_eq!((scale.value(Score::estimate(-77)), scale.margin(30)), (-77, 30));
        assert_eq!(scale.score(-77, true), Score::estimate(-77));
    }
}
