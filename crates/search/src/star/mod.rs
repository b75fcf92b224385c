//! The expectation search: alpha-beta that goes on below the die, where a position is worth the mean of what may be thrown.
//!
//! An outcome with a small weight can move the mean only so far, and so a throw can be left as soon as no further outcome
//! can bring its mean back into the window (Ballard 1983). *Star1* bounds what has not been looked at by the least and the
//! greatest value there is; *Star2* first asks of every outcome how good one reply is, which bounds it better.
//!
//! Two things make it play well. The mean is taken of *chances to win* rather than of points: a small risk to the king is
//! then weighed for what it is. And outcomes are followed only so far: those that destroy something are, the others stand for one
//! another, all less deep than the line on which nothing is thrown, if the game knows what it means to
//! [skip it](tabula_core::Tactics::still). The next throw is weighed by its [peril](tabula_core::Tactics::peril) and by the lines that it may
//! [open](tabula_core::Tactics::opening), those after it by
//! what the players can do about them ([prospect](tabula_core::Tactics::prospect)). With [`Outlook::EXACT`] nothing of that is done, and its values are those of
//! [expectiminimax](crate::textbook::Expectiminimax).
//!
//! In games without a die it is a plain alpha-beta.
//!
//! | file | what it holds |
//! |---|---|
//! | `outlook.rs` | what can be set |
//! | `mean.rs` | a mean of which only bounds are known: the arithmetic of Star1 and Star2 |
//! | `throw.rs` | a node at which the die moves |
//! | `outcomes.rs` | which outcomes are followed |
//! | `node.rs`, `settle.rs` | a node at which a player moves; quiescence |
//! | `order.rs` | the moves of a node, best guess first |
//! | `worker.rs` | what a running search holds |
//! | `drive.rs` | iterative deepening |
//!
//! Table, path and history are those of the [strong search](crate::alphabeta); `worth.rs` turns scores into chances and back.

mod drive;
mod mean;
mod node;
mod order;
mod outcomes;
mod outlook;
mod settle;
mod throw;
mod worker;

pub use crate::worth::Worth;
pub use drive::Star;
pub use outlook::{Cuts, Outlook};

use crate::alphabeta::{DEEPEST, LONGEST, Value};
