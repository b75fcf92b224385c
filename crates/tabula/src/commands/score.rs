//! Values of positions for people and for machines.

use serde_json::{Value, json};
use tabula_core::Score;

/// `{"cp": 35}` or `{"mate": -3}`, as moves; for the player to move.
pub(crate) fn as_json(score: Score) -> Value {
    match mate(score) {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": score.value() }),
    }
}

/// Moves (not plies) to the end of the game, if it is proven: negative if the mover loses.
pub(crate) fn mate(score: Score) -> Option<i32> {
    score.plies_to_end().map(|plies| (plies.abs() + 1) / 2 * plies.signum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_end_is_told_in_moves() {
        for (score, moves) in [
            (Score::win_in(1), Some(1)),
            (Score::win_in(5), Some(3)),
            (Score::loss_in(2), Some(-1)),
            (-Score::win_in(1), Some(-1)),
            (Score::loss_in(0), Some(0)),
            (Score::estimate(35), None),
        ] {
            assert_eq!(mate(score), moves, "{score}");
        }
        assert_eq!(as_json(Score::estimate(-7)), json!({ "cp": -7 }));
    }
}
