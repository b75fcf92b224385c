//! Go on boards of 2 to 25 lines.
//!
//! | file | what it holds |
//! |---|---|
//! | `rules.rs`, `go.rs` | sets of rules with their sources; the game |
//! | `board.rs`, `plain.rs` | stones, chains and liberties, kept along; the slow twin that they are compared with |
//! | `position.rs`, `past.rs`, `keys.rs` | a position; what was before, for superko; fingerprints |
//! | `text.rs`, `view.rs`, `handicap.rs` | notation, picture, handicap points |
//! | `count.rs`, `life.rs`, `status.rs` | counting; unconditional life; owners and dead stones by play-outs |
//! | `oracle.rs` | play-outs as an evaluator and as the oracle of the tree search |
//! | `playout.rs`, `knowing.rs` | play-outs, at random and with knowledge |
//! | `eye.rs`, `patterns.rs`, `tactics.rs` | eyes, 3x3 patterns, self-atari and ladders |
//! | `prior.rs`, `influence.rs` | moves at first sight; positions at first sight |
//! | `gym.rs`, `encode.rs` | states and actions for learning code; planes and places for networks |
//!
//! This crate leaves out every search: it says what is legal, who has won, how a game might go on, and which moves
//! look good at first sight.

mod board;
pub mod count;
pub mod encode;
mod eye;
mod go;
pub mod gym;
pub mod handicap;
pub mod influence;
mod keys;
mod knowing;
pub mod life;
mod oracle;
mod past;
mod patterns;
mod plain;
pub mod playout;
mod position;
pub mod prior;
mod rules;
pub mod status;
mod tactics;
mod text;
mod view;

pub use go::Go;
pub use oracle::MonteCarlo;
pub use playout::{Playout, Policy};
pub use position::{Move, Position};
pub use prior::{Prior, Priors, Weights};
pub use rules::{Counting, Ko, Rules, Suicide};
