//! The games of rows obey the laws of every game.

use tabula_core::testkit::{Battery, battery};
use tabula_rows::TicTacToe;
use tabula_rows::gomoku::{Gomoku, Law};

#[test]
fn tic_tac_toe_obeys_the_laws_of_every_game() {
    battery(&TicTacToe, Battery::default());
}

#[test]
fn five_in_a_row_obeys_the_laws_of_every_game_under_each_law() {
    for law in [Law::Freestyle, Law::Standard, Law::Renju] {
        battery(&Gomoku::new(law, 15), Battery { games: 3, ..Battery::default() });
        battery(&Gomoku::new(law, 19), Battery { games: 1, ..Battery::default() });
        // On small boards rows are made, and boards filled, by chance.
        battery(&Gomoku::new(law, 6), Battery { games: 60, ..Battery::default() });
    }
}
