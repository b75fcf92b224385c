//! A player with a dial, after Bertie the Brain (Toronto, 1950): the first computer game had a choice of difficulty,
//! so that children could win.
//!
//! At the top of the dial it plays perfectly, and cannot be beaten. Below, it overlooks the right move now and then
//! and takes any other; a row that it can complete it never overlooks but at the bottom, where it only draws lots.

use super::{Board, TicTacToe, cells};
use tabula_core::{Dice, Game, Square};

/// A perfect player that errs as often as its dial says.
///
/// ```
/// use tabula_core::{Dice, Notation};
/// use tabula_rows::{TicTacToe, tictactoe::Bertie};
///
/// let at = TicTacToe.read_position("3/1o1/xx1 o").unwrap();
/// let stops = Bertie::new(Bertie::MOST).choose(&at, &mut Dice::new(1)).unwrap();
/// assert_eq!(TicTacToe.write_move(&at, stops), "c1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bertie {
    difficulty: u32,
}

impl Bertie {
    /// The top of the dial.
    pub const MOST: u32 = 10;

    /// A player of some difficulty, from 0 to [`MOST`](Self::MOST); more is the same as the most.
    pub const fn new(difficulty: u32) -> Self {
        Self { difficulty: if difficulty < Self::MOST { difficulty } else { Self::MOST } }
    }

    /// Its move, by lot among those that it thinks equal; `None` if the game is over.
    pub fn choose(self, at: &Board, dice: &mut Dice) -> Option<Square> {
        let mut moves = Vec::new();
        TicTacToe.moves(at, &mut moves);
        let wins: Vec<Square> = cells(at.winning_cells(at.turn())).collect();
        let attentive = dice.below(Self::MOST as usize) < self.difficulty as usize;
        if attentive {
            let values: Vec<i32> = moves.iter().map(|&cell| -value(&after(at, cell))).collect();
            let best = values.iter().max().copied()?;
            let good: Vec<Square> =
                moves.iter().zip(&values).filter(|(_, value)| **value == best).map(|(&cell, _)| cell).collect();
            dice.pick(&good).copied()
        } else if self.difficulty > 0 && !wins.is_empty() {
            dice.pick(&wins).copied()
        } else {
            dice.pick(&moves).copied()
        }
    }
}

fn after(at: &Board, cell: Square) -> Board {
    let mut next = *at;
    TicTacToe.play(&mut next, cell, &mut ());
    next
}

/// The value for the mover with best play: the more cells are left when it is won, the more, so that a won game is
/// won at once.
fn value(at: &Board) -> i32 {
    if TicTacToe.ended(at).is_some() {
        // Only the player who has just moved can have completed a row.
        return -1 - at.empty().count_ones() as i32;
    }
    cells(at.empty()).map(|cell| -value(&after(at, cell))).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::{Outcome, Side};

    /// Plays every game in which one side is Bertie, who draws one lot per move, and the other plays every move there
    /// is.
    fn losses(bertie: Bertie, side: Side, at: &Board, dice: &mut Dice) -> u32 {
        if let Some(Outcome { winner, .. }) = TicTacToe.ended(at) {
            return u32::from(winner == Some(!side));
        }
        if at.turn() == side {
            return bertie.choose(at, dice).map_or(0, |cell| losses(bertie, side, &after(at, cell), dice));
        }
        cells(at.empty()).map(|cell| losses(bertie, side, &after(at, cell), dice)).sum()
    }

    #[test]
    fn at_the_top_of_the_dial_no_game_of_all_is_lost() {
        for side in Side::BOTH {
            for seed in 0..3 {
                let mut dice = Dice::new(seed);
                assert_eq!(losses(Bertie::new(Bertie::MOST), side, &TicTacToe.start(), &mut dice), 0);
            }
        }
    }

    #[test]
    fn the_lower_the_dial_the_more_games_are_lost() {
        let lost = |difficulty| -> u32 {
            let mut dice = Dice::new(7);
            let mut lost = |_| losses(Bertie::new(difficulty), Side::Second, &TicTacToe.start(), &mut dice);
            (0..20).map(&mut lost).sum()
        };
        let lost = [10, 8, 5, 2, 0].map(lost);
        assert!(lost.is_sorted() && lost[0] == 0 && lost[1] > 0 && lost[3] < lost[4], "{lost:?}");
    }

    #[test]
    fn the_same_lot_gives_the_same_move_and_no_move_is_given_after_the_end() {
        let at = TicTacToe.start();
        for seed in 0..20 {
            let choose = || Bertie::new(5).choose(&at, &mut Dice::new(seed));
            assert_eq!(choose(), choose());
        }
        let mut full = at;
        for cell in [0, 1, 2, 4, 3, 5, 7, 6, 8] {
            TicTacToe.play(&mut full, Square(cell), &mut ());
        }
        assert_eq!(Bertie::new(10).choose(&full, &mut Dice::new(1)), None);
    }
}
