//! What can be set about the tree search.

/// How a leaf is valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaf {
    /// By the evaluator, as it stands.
    Judged,
    /// By the evaluator, after the captures that pay.
    #[default]
    Settled,
    /// By the evaluator, after a few random moves.
    Short,
    /// By the result of a game of random moves.
    Random,
}

/// How a tree search grows its tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// How a leaf is valued.
    pub leaf: Leaf,
    /// How much moves are tried that were looked at little, in hundredths.
    pub explore: u32,
    /// How much less than its parent a move is taken to be worth before it was tried, in hundredths.
    pub caution: u32,
    /// Points that make a move `e` times as promising at first sight.
    pub trust: u32,
    /// Points that make a win `e` times as likely as a loss.
    pub scale: u32,
}

impl Default for Style {
    fn default() -> Self {
        Self { leaf: Leaf::default(), explore: 100, caution: 10, trust: 150, scale: 250 }
    }
}
