//! What can be set about the expectation search.

use crate::worth::Worth;

/// Which outcomes are left out because they cannot matter. The value does not depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cuts {
    /// None: every throw is followed to its last outcome.
    None,
    /// Star1: those not looked at are bounded by the least and the greatest value there is.
    One,
    /// Star2: first by what one reply to each of them is worth.
    #[default]
    Two,
}

/// How an expectation search looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Which outcomes are left out because they cannot matter.
    pub cuts: Cuts,
    /// What the mean is taken of.
    pub worth: Worth,
    /// How many quiet outcomes of a throw stand for all of them; 0: all are followed.
    pub sample: usize,
    /// How many throws of a line are followed; later ones are skipped, where the game allows that thought.
    pub throws: u32,
    /// How many of those that are skipped are weighed at sight: what their noisy outcomes change in the static value.
    pub weighed: u32,
    /// By how many plies less deep the noisy outcomes of a throw are searched.
    pub reduce: i32,
    /// Whether moves are left out or searched less deep because they are unlikely to matter.
    pub guess: bool,
}

impl Outlook {
    /// Every outcome, every move: the value of expectiminimax.
    pub const EXACT: Self = Self {
        cuts: Cuts::Two,
        worth: Worth::Points,
        sample: 0,
        throws: u32::MAX,
        weighed: 0,
        reduce: 0,
        guess: false,
    };
}

impl Default for Outlook {
    fn default() -> Self {
        Self {
            cuts: Cuts::Two,
            worth: Worth::Chances { scale: 250 },
            sample: 4,
            throws: 1,
            weighed: 1,
            reduce: 1,
            guess: true,
        }
    }
}
