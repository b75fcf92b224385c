//! What results say about strength. Pure functions: results in, numbers out.
//!
//! | module | what it holds |
//! |---|---|
//! | [`tally`] | results counted, by game and by pair |
//! | [`elo`] | Elo, normalised Elo, likelihood of superiority, with bounds |
//! | [`sprt`] | the sequential test, in three scales of Elo |
//! | [`ratings`] | many players at once: one logistic curve, anchors, a prior |
//! | [`bayes`], [`bayeselo`] | Elo with a draw parameter; many players at once on that scale |
//! | [`glicko`], [`glicko2`] | ratings that are moved period by period |
//! | [`normal`], [`matrix`] | the normal distribution; equations with several unknowns |

pub mod bayes;
pub mod bayeselo;
pub mod elo;
pub mod glicko;
pub mod glicko2;
pub mod matrix;
pub mod normal;
pub mod ratings;
pub mod sprt;
pub mod tally;

pub use bayeselo::BayesElo;
pub use elo::{Estimate, Strength, strength};
pub use ratings::{Meeting, Pool, Rated};
pub use sprt::{Decision, Model, Sprt};
pub use tally::{Games, Pairs, Sample};
