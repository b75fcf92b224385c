//! What is wrong with a file, and where. A fault never costs the reader any text: it is told beside what was read.

use std::fmt;

/// A place in a file, both counted from 1; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// What a fault concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Brackets, braces and other marks of the text itself.
    Text,
    /// A tag of a game, or an operation of a position.
    Tag,
    /// The position from which a game begins.
    Start,
    /// A word that is no legal move.
    Move,
    /// A result that is missing, or that contradicts something.
    Result,
    /// More text than a game or a line may have.
    Bound,
}

/// One thing wrong with a file.
///
/// ```
/// use tabula_wire::{ImportFault, Kind, Place};
/// let fault = ImportFault {
///     game: Some(3),
///     place: Place { line: 57, column: 9 },
///     kind: Kind::Move,
///     what: "'Nxe9' is no move here".into(),
/// };
/// assert_eq!(fault.to_string(), "game 3, line 57: 'Nxe9' is no move here");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportFault {
    /// Which game of the file, counted from 1; `None` in files of positions.
    pub game: Option<usize>,
    /// Where in the file.
    pub place: Place,
    /// What it concerns.
    pub kind: Kind,
    /// What was found, and what was expected.
    pub what: String,
}

impl fmt::Display for ImportFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Some(game) => write!(f, "game {game}, line {}: {}", self.place.line, self.what),
            None => write!(f, "line {}, column {}: {}", self.place.line, self.place.column, self.what),
        }
    }
}

impl std::error::Error for ImportFault {}
