//! Weights of any game's evaluation, learnt from games that are played on the way.
//!
//! | file | holds |
//! |---|---|
//! | `plan.rs` | what a run is to do, as it is kept in its folder |
//! | `genes.rs` | which weights are learnt, as a row of numbers; how they are spoilt for a proof |
//! | `field.rs` | games at fixed nodes, several at a time |
//! | `course.rs`, `folder.rs` | the run: steps, checkpoints, the log, the closing match |
//! | `genetic/`, `spsa.rs`, `tdleaf/` | the roads: how a step makes better numbers |
//!
//! Everything that is drawn by lot in a step follows from the seed and the number of the step, and a game at fixed nodes from its
//! opening and its players. So a run that was killed at any moment and goes on ends with the same weights as one that was not,
//! whatever the number of threads.

mod course;
mod field;
mod folder;
mod genes;
pub mod genetic;
mod plan;
pub mod spsa;
pub mod tdleaf;

pub use course::{Closing, News, Prepared, Summary, Wish, closing_match};
pub use folder::{PLAN, WEIGHTS, plan_of};
pub use genes::{Genes, Spoil};
pub use plan::{Manner, Plan, Road};

#[cfg(test)]
mod tests;
