//! Values of positions for machines.

use serde_json::{Value, json};
use tabula_core::Score;

/// `{"cp": 35}` or `{"mate": -3}`, as moves; for the player to move.
pub(crate) fn as_json(score: Score) -> Value {
    match score.moves_to_end() {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": score.value() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proven_end_is_told_in_moves() {
        assert_eq!(as_json(Score::estimate(-7)), json!({ "cp": -7 }));
        assert_eq!(as_json(Score::loss_in(4)), json!({ "mate": -2 }));
    }
}
