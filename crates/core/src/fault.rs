//! What is wrong with a text, and where.

use std::fmt;

/// One thing wrong with an input, in the words of the person who wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What was expected and what was found.
    pub what: String,
    /// Where: the line of the text, from 1, if it has several.
    pub line: Option<usize>,
    /// Where: the column (from 1, in characters) of the text or line, if the fault has one.
    pub column: Option<usize>,
}

impl Fault {
    /// A fault of the text as a whole.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), line: None, column: None }
    }

    /// A fault at a column, counted from 1.
    pub fn at(column: usize, what: impl Into<String>) -> Self {
        Self { what: what.into(), line: None, column: Some(column) }
    }

    /// The same fault, said to be in a line, counted from 1.
    #[must_use]
    pub fn in_line(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "line {line}, column {column}: {}", self.what),
            (Some(line), None) => write!(f, "line {line}: {}", self.what),
            (None, Some(column)) => write!(f, "column {column}: {}", self.what),
            (None, None) => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for Fault {}

/// Everything wrong with an input; never empty when returned as an error.
///
/// ```
/// use tabula_core::{Fault, Faults};
/// let faults = Faults(vec![Fault::at(3, "no such piece 'x'"), Fault::new("White has no king")]);
/// assert_eq!(faults.to_string(), "column 3: no such piece 'x'; White has no king");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}
