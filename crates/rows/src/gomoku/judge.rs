//! How good a position looks without looking ahead.

use super::rank::Rank;
use super::{Board, Class, Gomoku};
use tabula_core::{Score, Side};

/// What a point is worth where a class can be made, by class, to the mover and to the opponent.
///
/// These and the other numbers of [`threats`] were fitted to the results of games by self-play (logistic regression;
/// 200 are a chance of e to 1). That rows of two stones are worth next to nothing was found, not put in.
const WORTH: [[i32; Class::COUNT]; 2] =
    [[0, 0, 0, 0, 0, 15, 26, 90, 90, 90, 0, 0], [0, 0, 0, 0, 0, 9, 17, 92, 92, 67, 0, 0]];

/// A five can be made at once, or two of the opponent's cannot both be stopped.
const WON: i32 = 12_000;
/// An open four can be made.
const NEARLY_WON: i32 = 10_000;

/// Threats of both players, and who is first.
///
/// What is decided by the next five is seen at once; besides that every point counts by what could be made there,
/// those of the mover more, and points where two threats meet count most.
pub fn threats(_: &Gomoku, at: &Board) -> Score {
    let (own, foe) = (at.turn(), !at.turn());
    let count = |side: Side, rank: Rank| at.count(side, rank) as i32;
    if count(own, Rank::Five) > 0 {
        return Score::estimate(WON);
    }
    match count(foe, Rank::Five) {
        0 if count(own, Rank::OpenFour) > 0 => return Score::estimate(NEARLY_WON),
        0 | 1 => {}
        _ => return Score::estimate(-WON),
    }
    let has = |side: Side, rank: Rank, value: i32| if at.count(side, rank) > 0 { value } else { 0 };
    let value = 110 + worth(at, own, WORTH[0]) - worth(at, foe, WORTH[1])
        + has(own, Rank::Three, 120)
        + has(own, Rank::TwoThrees, 90)
        + has(own, Rank::Four, 20)
        + has(own, Rank::FourThree, 840)
        - has(foe, Rank::Three, 140)
        - has(foe, Rank::TwoThrees, 24)
        - has(foe, Rank::FourThree, 130)
        - has(foe, Rank::OpenFour, 190)
        + has(foe, Rank::Four, 38);
    Score::estimate(value)
}

fn worth(at: &Board, side: Side, worth: [i32; Class::COUNT]) -> i32 {
    Class::ALL.iter().zip(worth).map(|(&class, worth)| at.count_class(side, class) * worth).sum()
}

/// What greed sees in a class: each is worth several of the one before.
const GREED: [i32; Class::COUNT] = [0, 0, 0, 1, 3, 6, 20, 40, 160, 200, 900, 0];

/// The rows of both players, the longest above all, and no thought of what follows.
///
/// With a search of one ply this is the greedy player that others are measured against: it makes its longest row or
/// breaks the opponent's, whichever is longer.
pub fn greedy(_: &Gomoku, at: &Board) -> Score {
    let sum =
        |side| -> i32 { Class::ALL.iter().zip(GREED).map(|(&class, greed)| at.count_class(side, class) * greed).sum() };
    Score::estimate(sum(at.turn()) * 3 / 2 - sum(!at.turn()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Law;
    use tabula_core::Notation;

    #[test]
    fn fives_and_open_fours_are_seen() {
        let game = Gomoku::new(Law::Freestyle, 15);
        let value = |text: &str| {
            let at = game.read_position(text).unwrap();
            threats(&game, &at).value()
        };
        let rest = "15/15/15/15/15/15/15/15/15/15/15/15/15";
        assert_eq!(value(&format!("o1o1o1o8/3xxxx8/{rest} x")), WON);
        assert_eq!(value(&format!("o1o1o10/3xxx9/{rest} x")), NEARLY_WON);
        assert_eq!(value(&format!("o1o1o10/3xxxx8/{rest} o")), -WON);
        assert!(value(&format!("o1o12/3xxx9/{rest} o")) < -100, "an open three has to be stopped");
    }
}
