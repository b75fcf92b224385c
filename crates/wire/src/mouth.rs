//! Where a protocol is spoken: whole lines from several threads, each sent at once.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// Lines to whoever listens.
pub(crate) struct Mouth<'a> {
    out: Mutex<(&'a mut (dyn Write + Send), io::Result<()>)>,
}

impl<'a> Mouth<'a> {
    pub(crate) fn new(out: &'a mut (dyn Write + Send)) -> Self {
        Self { out: Mutex::new((out, Ok(()))) }
    }

    /// Says a line, or several.
    pub(crate) fn say(&self, text: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        let (writer, state) = &mut *out;
        if state.is_ok() {
            // In one piece, so that a reader never sees half a line.
            *state = writer.write_all(format!("{text}\n").as_bytes()).and_then(|()| writer.flush());
        }
    }

    /// Whether nobody listens any more.
    pub(crate) fn is_broken(&self) -> bool {
        self.out.lock().unwrap_or_else(PoisonError::into_inner).1.is_err()
    }

    /// What went wrong, if anything did.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.out.into_inner().unwrap_or_else(PoisonError::into_inner).1
    }
}
