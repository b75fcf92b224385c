//! How good a position looks without looking ahead.
//!
//! A search that reaches the end of every line needs no judgement; one that is cut off before does.

use super::{Board, ROWS, TicTacToe};
use tabula_core::{Score, Side};

/// What a row is worth to a player with no, one or two stones in it, while the opponent has none there.
const WORTH: [i32; 3] = [1, 10, 40];

/// The rows that the mover may still complete against those of the opponent; fuller rows count more.
///
/// ```
/// use tabula_core::{Evaluator, Game, Notation, Plain, Score};
/// use tabula_rows::{TicTacToe, tictactoe::open_rows};
///
/// let mut evaluator = Plain::new(open_rows);
/// let value = |evaluator: &mut Plain<_>, text| {
///     evaluator.value(&TicTacToe, &TicTacToe.read_position(text).unwrap())
/// };
/// assert_eq!(open_rows(&TicTacToe, &TicTacToe.start()), Score::ZERO);
/// // For O, who moves, an X in the middle is worse than one at the edge.
/// assert!(value(&mut evaluator, "3/1x1/3 o") < value(&mut evaluator, "3/3/1x1 o"));
/// ```
pub fn open_rows(_: &TicTacToe, at: &Board) -> Score {
    let mover = at.turn();
    Score::estimate(worth(at, mover) - worth(at, !mover))
}

fn worth(at: &Board, side: Side) -> i32 {
    let open = ROWS.iter().filter(|&row| at.stones[!side] & row == 0);
    // A complete row is the end of the game, which no evaluator is asked about.
    open.map(|row| WORTH[((at.stones[side] & row).count_ones() as usize).min(2)]).sum()
}
