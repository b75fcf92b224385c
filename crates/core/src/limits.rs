//! How far a search may go, in units that do not need a clock.

/// Bounds of one search. Time is not among them: whoever holds the clock raises [`Stop`](crate::Stop)
/// and answers [`Pace`](crate::Pace).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies of the full-width search.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

impl Limits {
    /// A fixed depth.
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), nodes: None }
    }

    /// A fixed number of nodes.
    pub const fn nodes(nodes: u64) -> Self {
        Self { depth: None, nodes: Some(nodes) }
    }
}
