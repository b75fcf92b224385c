//! The tree search: a tree that is kept in memory and grows by a leaf at a time, where it looks promising (UCT, MCTS).
//!
//! Every descent goes from the root to a leaf, values it, and tells all nodes on its way. A player chooses by what a move has
//! been worth, by how little it was looked at, and by what it promises at first sight; the die takes the outcome that was drawn
//! less often than its weight demands. What is proven (won, lost, drawn) is told upwards, too, and looked at no more.
//!
//! One thread grows the tree. Nodes know their sums for the first player, so no sign can go wrong; what several threads would
//! need beyond that (atomic sums, a virtual loss on the way down) has its place in `tree.rs` and `descend.rs`.
//!
//! | file | what it holds |
//! |---|---|
//! | `tree.rs` | the nodes, in a pool of bounded size; what is kept from move to move |
//! | `proof.rs` | results that are certain, and how they follow from those below |
//! | `descend.rs` | one descent: which child is chosen, and what is told on the way back |
//! | `expand.rs` | the children of a leaf, with what they promise at first sight |
//! | `leaf.rs` | what a leaf is worth: judged, after captures, or by a game played out |
//! | `style.rs` | what can be set |
//! | `drive.rs` | how long it goes on, and what is told |

mod descend;
mod drive;
mod expand;
mod leaf;
mod proof;
mod style;
mod tree;

pub use drive::Mcts;
pub use style::{Leaf, Style};
