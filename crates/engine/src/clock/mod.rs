//! Time: how long a player may think, and the watch that ends its search.
//!
//! This is the only place of the house's lower half that knows the time; searches see a flag and a pace.
//!
//! | file | piece |
//! |---|---|
//! | `budget.rs` | what a move may cost: a time to aim at, and a time that is never exceeded |
//! | `pace.rs` | how the time to aim at stretches and shrinks with what the search finds |
//! | `watch.rs` | the thread that raises the flag in time |

mod budget;
mod pace;
mod watch;

pub(crate) use budget::Budget;
pub(crate) use pace::{Patience, Timekeeper};
pub(crate) use watch::watched;

use std::time::Duration;
use tabula_core::Limits;

/// How long a player may think. Without any limit it thinks until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Depth or nodes.
    pub limits: Limits,
    /// A fixed time for this move.
    pub move_time: Option<Duration>,
    /// What the player has left of its time for the game.
    pub left: Option<Left>,
}

/// The time that a player has for the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// On its clock now.
    pub time: Duration,
    /// Added after each of its moves.
    pub increment: Duration,
    /// Its moves until more time is added; `None` if none will be.
    pub moves: Option<u32>,
}

impl Clock {
    /// A fixed depth.
    pub const fn depth(plies: u32) -> Self {
        Self { limits: Limits::depth(plies), move_time: None, left: None }
    }

    /// A fixed number of nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { limits: Limits::nodes(nodes), move_time: None, left: None }
    }

    /// A fixed time.
    pub const fn move_time(time: Duration) -> Self {
        Self { limits: Limits { depth: None, nodes: None }, move_time: Some(time), left: None }
    }

    /// Whether nothing but a stop ends the thinking.
    pub const fn is_endless(&self) -> bool {
        self.limits.depth.is_none() && self.limits.nodes.is_none() && self.move_time.is_none() && self.left.is_none()
    }

    /// The tighter of both, limit by limit.
    ///
    /// ```
    /// use tabula_engine::Clock;
    /// use std::time::Duration;
    /// let both = Clock::depth(4).and(&Clock { move_time: Some(Duration::from_secs(1)), ..Clock::depth(6) });
    /// assert_eq!((both.limits.depth, both.move_time), (Some(4), Some(Duration::from_secs(1))));
    /// ```
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Self {
            limits: Limits {
                depth: least(self.limits.depth, other.limits.depth),
                nodes: least(self.limits.nodes, other.limits.nodes),
            },
            move_time: least(self.move_time, other.move_time),
            left: self.left.or(other.left),
        }
    }
}
