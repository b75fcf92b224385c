//! How good a position looks without looking ahead.

use super::rank::Rank;
use super::{Board, Class, Gomoku};
use tabula_core::{Score, Side};

/// What a point is worth to the player who could make a class there, by class, in hundredths of a good move.
const WORTH: [i32; Class::COUNT] = [0, 0, 0, 2, 6, 6, 15, 14, 30, 26, 40, 0];

/// A five can be made at once, or two of the opponent's cannot both be stopped.
const WON: i32 = 12_000;
/// An open four can be made.
const NEARLY_WON: i32 = 10_000;

/// Threats of both players, and who is first.
///
/// What is decided by the next five is seen at once; besides that every point counts by what could be made there, those of the
/// mover more, and points where two threats meet count most.
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
    let fours = |side| count(side, Rank::Four) + count(side, Rank::FourThree);
    let mut value = 25 + worth(at, own) * 5 / 4 - worth(at, foe);
    if count(foe, Rank::Five) == 0 && count(foe, Rank::OpenFour) == 0 {
        // The mover has a free hand: a four with a three wins unless the answer makes a four, two threes unless there are fours.
        if count(own, Rank::FourThree) > 0 {
            value += 700;
        } else if count(own, Rank::TwoThrees) > 0 {
            value += if fours(foe) == 0 { 450 } else { 120 };
        }
        if count(foe, Rank::FourThree) > 0 {
            value -= if fours(own) == 0 { 120 } else { 50 };
        } else if count(foe, Rank::TwoThrees) > 0 {
            value -= 60;
        }
    } else {
        // He has to answer a threat, and the next one after it.
        value -= 100;
        if count(foe, Rank::FourThree) + count(foe, Rank::TwoThrees) > 0 {
            value -= if fours(own) == 0 { 300 } else { 120 };
        }
    }
    Score::estimate(value)
}

fn worth(at: &Board, side: Side) -> i32 {
    Class::ALL.iter().zip(WORTH).map(|(&class, worth)| at.count_class(side, class) * worth).sum()
}

/// What greed sees in a class: each is worth several of the one before.
const GREED: [i32; Class::COUNT] = [0, 0, 0, 1, 3, 6, 20, 40, 160, 200, 900, 0];

/// The rows of both players, the longest above all, and no thought of what follows.
///
/// With a search of one ply this is the greedy player that others are measured against: it makes its longest row or breaks the
/// opponent's, whichever is longer.
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
        assert_eq!(value(&format!("15/3xxxx8/{rest} x").replace("15/3", "o1o1o1o8/3")), WON);
        assert_eq!(value(&format!("o1o1o10/3xxx9/{rest} x")), NEARLY_WON);
        assert_eq!(value(&format!("o1o1o10/3xxxx8/{rest} o")), -WON);
        assert!(value(&format!("o1o12/3xxx9/{rest} o")) < -100, "an open three has to be stopped");
    }
}
