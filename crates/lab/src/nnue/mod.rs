//! Nets that are updated move by move, from files of self-play games.
//!
//! | file | holds |
//! |---|---|
//! | `config.rs` | what a run is to do, from TOML, and the whole way from games to a net |
//! | `positions.rs` | quiet positions of games as samples, a part of them held out |
//! | `run.rs` | the run: passes over all samples, checkpoints, the log |
//!
//! With few games a net first learns what the hand-made evaluation knows: positions beside the games, after random moves, are judged by it at
//! once, other ones in every pass.
//!
//! What is predicted is the mover's chance to win, made of the score of the search and the result of the game. Only the score by
//! default: with few games the results are mostly noise.

mod config;
mod positions;
mod run;

pub use config::{Config, Wish, newest, open, train};
pub use run::{Passed, Summary};
