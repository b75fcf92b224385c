//! Tic-tac-toe obeys the laws of every game.

use tabula_core::testkit::{Battery, battery};
use tabula_rows::TicTacToe;

#[test]
fn tic_tac_toe_obeys_the_laws_of_every_game() {
    battery(&TicTacToe, Battery::default());
}
