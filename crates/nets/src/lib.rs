//! Networks as judges of any game that has [`Encode`](tabula_core::Encode): what they are shown, and what their answers mean.
//!
//! A [`Mind`] is a net that fits a game, ready for play: it has a head `policy` with a logit for each place and a head `value`, from
//! -1 (lost for the mover) to 1, and perhaps `owners` (for each cell from -1, the other player's, to 1) and `lead` (in units of
//! [`LEAD`] points). An [`Advisor`] is a mind as an evaluator of every search and as the oracle of the tree search.
//!
//! A [`Seconded`] net weighs its values against those of another judge, such as games that are played out.
//!
//! An [`Appraiser`] is the plainer kind: a net that tells a value or a class, and nothing of moves.
//!
//! This crate opens no file and knows no game; which nets there are, and where, is a matter of `engine` and `lab`.

mod advisor;
mod appraiser;
mod mind;
mod seconded;

pub use advisor::Advisor;
pub use appraiser::{Appraiser, CLASS, UNIT};
pub use mind::{LEAD, Mind, OWNERS, POLICY, VALUE, shares};
pub use seconded::Seconded;
