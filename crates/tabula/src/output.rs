//! Standard output, with errors that say so.

use crate::files::placed;
use std::io::{self, Write, stdout};

/// Standard output. It is not held between two writes: Ctrl-C has to print a game that was not saved.
pub(crate) struct Output;

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        stdout().write(bytes).map_err(|error| placed("to standard output", &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        stdout().flush().map_err(|error| placed("to standard output", &error))
    }
}
