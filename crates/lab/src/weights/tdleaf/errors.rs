//! Differences in time: what a move teaches about the one before.

/// A move of the player who learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Moment {
    /// The chance of winning that it saw.
    pub(super) value: f32,
    /// Whether the opponent then played what was expected.
    pub(super) expected: bool,
}

/// What is wrong with the value of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Error {
    /// The difference to the next move.
    pub(super) now: f32,
    /// That, and all later differences, each counting `lambda` times less.
    pub(super) all: f32,
}

/// The errors of all moves of a game that ended with `result`. With `clip`, a gain after a move that was not expected is none.
pub(super) fn errors(moments: &[Moment], result: f32, lambda: f32, clip: bool) -> Vec<Error> {
    let later = moments.iter().skip(1).map(|moment| moment.value).chain([result]);
    let differences: Vec<f32> = moments
        .iter()
        .zip(later)
        .map(|(moment, later)| {
            let difference = later - moment.value;
            if clip && difference > 0.0 && !moment.expected { 0.0 } else { difference }
        })
        .collect();
    let mut all = 0.0;
    let mut errors: Vec<_> = differences
        .iter()
        .rev()
        .map(|&now| {
            all = now + lambda * all;
            Error { now, all }
        })
        .collect();
    errors.reverse();
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(values: &[(f32, bool)]) -> Vec<Moment> {
        values.iter().map(|&(value, expected)| Moment { value, expected }).collect()
    }

    fn all(errors: &[Error]) -> Vec<f32> {
        errors.iter().map(|error| (error.all * 1000.0).round() / 1000.0).collect()
    }

    #[test]
    fn with_lambda_one_every_move_learns_the_result_and_with_none_only_the_next() {
        let game = moments(&[(0.5, true), (0.6, true), (0.4, true)]);
        assert_eq!(all(&errors(&game, 1.0, 1.0, false)), [0.5, 0.4, 0.6]);
        assert_eq!(all(&errors(&game, 1.0, 0.0, false)), [0.1, -0.2, 0.6]);
        // 0.1 + 0.5 * (-0.2 + 0.5 * 0.6)
        assert_eq!(all(&errors(&game, 1.0, 0.5, false)), [0.15, 0.1, 0.6]);
    }

    #[test]
    fn a_gain_by_a_move_that_was_not_expected_teaches_nothing_and_a_loss_does() {
        let game = moments(&[(0.5, false), (0.9, false), (0.3, true)]);
        assert_eq!(all(&errors(&game, 0.3, 1.0, true)), [-0.6, -0.6, 0.0]);
        assert_eq!(all(&errors(&game, 0.3, 1.0, false)), [-0.2, -0.6, 0.0]);
        assert!(errors(&[], 1.0, 0.7, true).is_empty());
    }
}
