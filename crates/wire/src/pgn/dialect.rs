//! What differs between the notations that are written like PGN.

use super::{Verdict, glyph};

/// Which notation a stream is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Chess and its family.
    #[default]
    Pgn,
    /// Draughts: results of two points, `(?)` for a judgement, `*` behind a move that was forced, and a `*` after the game
    /// whatever its result.
    Pdn,
    /// Games with stones: a tree of properties, which becomes tags and moves when it is read ([`sgf`](crate::sgf)).
    Sgf,
}

impl Dialect {
    /// How names of files end that hold such games.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Pdn => "pdn",
            Self::Sgf => "sgf",
        }
    }

    /// Reads a result.
    pub(crate) fn verdict(self, text: &str) -> Option<Verdict> {
        match (self, text) {
            (Self::Pdn, "2-0") => Some(Verdict::First),
            (Self::Pdn, "0-2") => Some(Verdict::Second),
            (Self::Pdn, "1-1") => Some(Verdict::Draw),
            _ => Verdict::read(text),
        }
    }

    /// A judgement in parentheses at the beginning of a text: its length and number.
    pub(super) fn judgement(self, text: &str) -> Option<(usize, u32)> {
        let inside = text.strip_prefix('(').filter(|_| self == Self::Pdn)?;
        let (length, nag) = glyph::of_marks(inside)?;
        inside[length..].starts_with(')').then_some((length + 2, nag))
    }
}
