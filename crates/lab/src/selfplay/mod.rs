//! Self-play learning for any game that a network can take in: a net plays against itself, learns from what the search found better,
//! and plays again, as AlphaZero did, with what was found since then to do it on small machines.
//!
//! | file | what it holds |
//! |---|---|
//! | `config.rs` | what a run is to do, from TOML |
//! | `tree.rs`, `gumbel.rs` | the search of a game: PUCT, and the Gumbel root for few simulations |
//! | `seat.rs`, `play.rs` | a game in progress; many of them, with their positions judged together |
//! | `record.rs` | games as bytes with checksums |
//! | `lessons.rs`, `teacher.rs` | positions to learn from: of one's own games, of a teacher |
//! | `learner.rs` | the net that learns, with its losses |
//! | `lines.rs` | every line against a net, where a game is so small |
//! | `folder.rs`, `news.rs`, `run.rs` | what is kept, what is told, and the course of a run |
//! | `games.rs` | the games |

mod config;
mod folder;
mod games;
mod gumbel;
mod learner;
mod lessons;
mod lines;
mod news;
mod play;
mod record;
mod run;
mod seat;
mod teacher;
mod tree;

pub use config::{Choices, Config, Gate, Learn, Play, Proof, Root};
pub use games::learn;
pub use learner::Losses;
pub use lines::{Lines, all_lines};
pub use news::{News, Round, Summary, Wish};
pub use record::{Ply, Record};

#[cfg(test)]
mod tests;
