//! Judging by influence, as the programs did of which the founding document tells: each stone gives 4, 3, 2, 1 to the
//! points at distance 1, 2, 3, 4, Black positive and White negative, and the sum shows whose a point is.
//!
//! It knows nothing of life and death, and loses to everybody; it is a player to learn against.

use crate::go::Go;
use crate::position::Position;
use tabula_core::{Mover, Score, Side, Square};

/// How far a stone reaches, and what it gives to the point beside it.
const REACH: i32 = 4;

/// The sums on every point, Black positive. A stone gives its own point one more than the points beside it.
pub fn map(at: &Position) -> Vec<i32> {
    let size = at.size() as i32;
    let mut sums = vec![0; (size * size) as usize];
    for point in 0..size * size {
        let sign = match at.stone(Square(point as u16)) {
            Some(Side::First) => 1,
            Some(Side::Second) => -1,
            None => continue,
        };
        let (rank, file) = (point / size, point % size);
        for up in -REACH..=REACH {
            let width = REACH - up.abs();
            for right in -width..=width {
                let (rank, file) = (rank + up, file + right);
                if (0..size).contains(&rank) && (0..size).contains(&file) {
                    sums[(rank * size + file) as usize] += sign * (REACH + 1 - up.abs() - right.abs());
                }
            }
        }
    }
    sums
}

/// The value for the mover in hundredths of a point: the points that are his by influence less the opponent's and the
/// komi; between equal ones the greater sum decides.
///
/// ```
/// use tabula_core::{Game, Notation};
/// use tabula_go::{Go, Rules, influence};
/// let game = Go::new(9, Rules::CHINESE).unwrap().with_komi(0);
/// let at = game.read_position("9/9/9/9/4X4/9/9/9/9 w - 0").unwrap();
/// assert!(influence::judge(&game, &at).value() < -4000);
/// ```
pub fn judge(go: &Go, at: &Position) -> Score {
    use tabula_core::Game;
    let sums = map(at);
    let points: i32 = sums.iter().map(|sum| sum.signum()).sum();
    let total: i32 = sums.iter().sum();
    let black = 100 * points - 50 * i32::from(at.komi()) + total / 8;
    let value = match go.mover(at) {
        Mover::Player(Side::Second) => -black,
        _ => black,
    };
    Score::estimate(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use tabula_core::{Game, Notation};

    #[test]
    fn a_stone_gives_four_three_two_one() {
        let game = Go::new(9, Rules::CHINESE).unwrap();
        let at = game.read_position("9/9/9/9/X8/9/9/9/9 b").unwrap();
        let sums = map(&at);
        assert_eq!(sums[36..45], [5, 4, 3, 2, 1, 0, 0, 0, 0]);
        assert_eq!(sums[45..50], [4, 3, 2, 1, 0]);
    }

    #[test]
    fn equal_stones_are_worth_nothing_and_the_mover_counts_for_himself() {
        let game = Go::new(9, Rules::CHINESE).unwrap().with_komi(0);
        let even = game.read_position("9/9/2X3O2/9/9/9/2O3X2/9/9 b - 0").unwrap();
        assert_eq!(judge(&game, &even), Score::ZERO);
        let mut at = game.start();
        game.play(&mut at, crate::Move::At(Square(40)), &mut ());
        assert!(judge(&game, &at) < Score::ZERO);
    }
}
