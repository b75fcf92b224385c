//! The result of a game, as files write it.

use std::fmt;
use tabula_core::{Outcome, Side};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Verdict {
    /// `1-0`
    First,
    /// `0-1`
    Second,
    /// `1/2-1/2`
    Draw,
    /// `*`: not over, or not known.
    #[default]
    Open,
}

impl Verdict {
    /// Reads a result, also in the spellings of careless files.
    ///
    /// ```
    /// use tabula_wire::pgn::Verdict;
    /// assert_eq!(Verdict::read("½-½"), Some(Verdict::Draw));
    /// assert_eq!(Verdict::read("0-0"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let plain: String = text.chars().map(|c| if matches!(c, '–' | '—' | '−') { '-' } else { c }).collect();
        match plain.as_str() {
            "1-0" => Some(Self::First),
            "0-1" => Some(Self::Second),
            "1/2-1/2" | "1/2" | "½-½" | "½" => Some(Self::Draw),
            "*" => Some(Self::Open),
            _ => None,
        }
    }

    /// As the standard writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::First => "1-0",
            Self::Second => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl From<Outcome> for Verdict {
    fn from(outcome: Outcome) -> Self {
        match outcome.winner {
            Some(Side::First) => Self::First,
            Some(Side::Second) => Self::Second,
            None => Self::Draw,
        }
    }
}
