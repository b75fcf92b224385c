//! All tests of this crate from outside, as one program: it is linked once.

mod accumulator;
mod chess;
mod common;
mod go;
mod gomoku;
mod limits;
mod mcts;
mod star;
mod strong;
mod tictactoe;
mod trees;
