//! What results say about strength.
//!
//! | module | what it holds |
//! |---|---|
//! | [`tally`] | results counted, by game and by pair |
//! | [`elo`] | Elo, normalised Elo, likelihood of superiority, with bounds |
//! | [`sprt`] | the sequential test |
//! | [`ratings`] | many players at once |
//! | [`normal`] | the normal distribution |

pub mod elo;
pub mod normal;
pub mod ratings;
pub mod sprt;
pub mod tally;

pub use elo::{Estimate, Strength, strength};
pub use sprt::{Decision, Model, Sprt};
pub use tally::{Games, Pairs, Sample};
