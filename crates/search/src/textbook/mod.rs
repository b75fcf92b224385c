//! The searches of the textbooks, each a small file that can be read in one sitting.
//!
//! They are there to be compared, to teach, and to check one another: those that [are exact](crate::Method::is_exact)
//! tell the same value for the same depth. Strength comes from elsewhere; nothing here reduces, prunes by guess
//! or extends.
//!
//! | file | search |
//! |---|---|
//! | `minimax.rs`, `negamax.rs` | every line, in two notations |
//! | `alphabeta.rs`, `pvs.rs`, `mtdf.rs` | the same value from fewer lines |
//! | `expectiminimax.rs` | the three kinds of nodes of a game with a die, written out |
//! | `type_b.rs`, `probability.rs` | other trees: only the moves that look best; deep where lines are forced |
//!
//! They share what is not their point:
//!
//! | file | piece |
//! |---|---|
//! | `walk.rs` | counting nodes, limits, results, signs, best lines |
//! | `iterate.rs` | iterative deepening |
//! | `window.rs` | alpha and beta |
//! | `quiescence.rs` | what happens at the horizon |
//! | `order.rs`, `table.rs`, `aids.rs` | order of moves and transposition table, for whoever wants them |
//!
//! Three conventions hold for all. A *node* is a visited position, root and leaves included. The die costs no
//! depth. A result by the rules is seen even at the horizon.

mod aids;
mod alphabeta;
mod expectiminimax;
mod iterate;
mod minimax;
mod mtdf;
mod negamax;
mod order;
mod probability;
mod pvs;
mod quiescence;
mod table;
mod type_b;
mod walk;
mod window;

pub use aids::{Aids, Memory};
pub use alphabeta::AlphaBeta;
pub use expectiminimax::Expectiminimax;
pub use iterate::{Iterate, Plan};
pub use minimax::Minimax;
pub use mtdf::Mtdf;
pub use negamax::Negamax;
pub use order::Order;
pub use probability::{Probability, Rule};
pub use pvs::Pvs;
pub use quiescence::Horizon;
pub use type_b::TypeB;
