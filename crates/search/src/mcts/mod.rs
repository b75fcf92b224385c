//! The tree search: a tree that is kept in memory and grows by a leaf at a time, where it looks promising (UCT, MCTS).
//!
//! Every descent goes from the root to a leaf, values it, and tells all nodes on its way. A player chooses by what a move has
//! been worth, by how little it was looked at, and by what it promises at first sight; the die takes the outcome that was drawn
//! less often than its weight demands. What is proven (won, lost, drawn) is told upwards, too, and looked at no more.
//!
//! Where the evaluator has an [oracle](tabula_core::Oracle) (games played out by a policy, a network), that judges leaves and
//! says what moves promise; and where games are played out, a move learns from every line in which it was played later (RAVE).
//!
//! Any number of threads grow one tree. Nodes know their sums for the first player, so no sign can go wrong; a descent that is
//! not yet back counts as lost, so that the others look elsewhere.
//!
//! | file | what it holds |
//! |---|---|
//! | `tree.rs` | the nodes, bounded in number; what is kept from move to move |
//! | `proof.rs` | results that are certain, and how they follow from those below |
//! | `descend.rs` | one descent: which child is chosen, and what is told on the way back |
//! | `later.rs` | who played where first in the rest of a game |
//! | `expand.rs` | the children of a leaf, with what they promise at first sight |
//! | `leaf.rs` | what a leaf is worth: judged, after captures, or by a game played out |
//! | `style.rs` | what can be set |
//! | `drive.rs` | how long it goes on, and what is told |

mod descend;
mod drive;
mod expand;
mod later;
mod leaf;
mod proof;
mod style;
mod tree;

pub use drive::Mcts;
pub use style::{Leaf, Style};
