//! Where a protocol is heard: line after line, until one says to leave.

use crate::lines::{Line, Lines};
use crate::mouth::Mouth;
use std::io::{self, BufRead};

/// Whether to listen on.
#[derive(PartialEq, Eq)]
pub(crate) enum Next {
    Listen,
    Leave,
}

/// Obeys each line until one says to leave, the input ends, or nobody hears the answers any more.
pub(crate) fn listen(
    mut lines: Lines<impl BufRead>,
    mouth: &Mouth<'_>,
    mut obey: impl FnMut(&Line) -> Next,
) -> io::Result<()> {
    while let Some(line) = lines.next()? {
        if obey(&line) == Next::Leave || mouth.is_broken() {
            break;
        }
    }
    Ok(())
}
