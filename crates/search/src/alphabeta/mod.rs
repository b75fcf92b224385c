//! The strong search: alpha-beta with everything that is known to make it strong.
//!
//! It plays every game of two players who take turns. What makes it strong in one of them it asks of
//! [`Tactics`](tabula_core::Tactics); where a game gives a default answer, that heuristic falls silent.
//! A die it ignores, as if nothing were thrown; [`star`](crate::star) does not. Unlike the searches of
//! [`textbook`](crate::textbook) it guesses: most of the tree is left out because it is unlikely to matter.
//!
//! | file | what it holds |
//! |---|---|
//! | `drive.rs` | iterative deepening: which windows are asked, and what is told (aspiration, MTD(f)) |
//! | `node.rs` | one node of the tree, in numbered steps |
//! | `reduce.rs` | which moves are left out, and how much less deep the late ones are searched |
//! | `settle.rs` | quiescence |
//! | `order.rs` | the moves of a node, best guess first, in stages |
//! | `history.rs` | what earlier nodes taught about moves, and about the evaluator's errors |
//! | `table.rs` | the transposition table that all threads share |
//! | `path.rs` | the positions from the root to here; repetitions |
//! | `margins.rs` | every number that can be tuned, a line each |
//! | `worker.rs` | what one thread holds |
//! | `threads.rs` | several threads on one table (lazy SMP) |

mod drive;
pub(crate) mod history;
mod margins;
pub(crate) mod node;
mod order;
pub(crate) mod path;
mod reduce;
mod settle;
pub(crate) mod table;
mod threads;
pub(crate) mod worker;

pub use drive::Driver;
pub use margins::{Margin, Margins};
pub use threads::{Resources, Strong};

/// Values inside the tree, in the units of [`Score`](tabula_core::Score).
pub(crate) type Value = i32;

/// No iteration goes deeper.
pub(crate) const DEEPEST: i32 = 120;
/// No line gets longer; extensions and quiescence included.
pub(crate) const LONGEST: usize = 250;
