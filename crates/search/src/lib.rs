//! Every way to choose a move, for every game of the house.
//!
//! | module | what it holds |
//! |---|---|
//! | [`alphabeta`] | the strong search, on several threads |
//! | [`star`] | the search for games with a die |
//! | [`mcts`] | the tree search: a tree that grows where it looks promising |
//! | [`textbook`] | the searches of the textbooks, a small file each; they are compared, and they check one another |
//! | [`random`] | the player who draws lots |
//! | [`perft`] | counting move paths over several threads |
//!
//! No game is named here: a search sees [`Game`](tabula_core::Game), [`Tactics`](tabula_core::Tactics) and an
//! [`Evaluator`](tabula_core::Evaluator). Nothing here prints, opens a file or knows the time; it is the only
//! crate below the border that may start threads.

pub mod alphabeta;
pub mod mcts;
mod method;
mod params;
pub mod perft;
pub mod random;
mod root;
pub mod star;
pub mod textbook;
mod worth;

pub use method::Method;
pub use params::Params;
pub use random::Random;
