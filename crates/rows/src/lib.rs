//! Games that are won by a row of stones.
//!
//! | module | what it holds |
//! |---|---|
//! | [`tictactoe`] | three in a row on nine cells: the smallest complete game of the house, and the page to read first |
//! | [`mod@gomoku`] | five in a row: gomoku, freestyle and standard, and renju, on 15 and 19 lines |
//!
//! This crate leaves out every search and every player: it says what is legal, who has won, and how that is
//! written and drawn.

pub mod gomoku;
pub mod tictactoe;

pub use gomoku::Gomoku;
pub use tictactoe::TicTacToe;
