//! What every game and every search is tested with.
//!
//! [`battery`] plays random games of *any* game and checks the laws that [`Game`](crate::Game) and its
//! companions promise; a game inherits it by one line. [`Tree`] is a game written out as a tree, small
//! enough to check by hand, on which searches are compared.

mod battery;
mod encoding;
mod tree;

pub use battery::{Battery, battery};
pub use encoding::encoding;
pub use tree::{Branch, Node, Tree, TreeValue};
