//! What can be wrong with a description or a file, each in one sentence.

use std::fmt;

/// Why there is no network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The description does not fit together, or cannot be read.
    Plan(String),
    /// The file is not one of ours, or not whole, or does not fit its own description.
    File(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(why) => write!(f, "the description of the network is wrong: {why}"),
            Self::File(why) => write!(f, "the file cannot be used as a network: {why}"),
        }
    }
}

impl std::error::Error for Fault {}
