//! Ctrl-C in the middle of a game: what was not saved is printed, and the program ends.
//!
//! The signal is not handled but waited for, in a thread of its own: that needs no `unsafe`, and the game may be
//! thinking or reading meanwhile. Where there are no signals, Ctrl-C ends the program as it always does.

use std::sync::{Arc, Mutex, PoisonError};
use tabula_core::Stop;

/// What is printed on Ctrl-C.
#[derive(Clone, Default)]
pub(crate) struct LastWords(Arc<Mutex<Option<String>>>);

impl LastWords {
    /// Replaces them; without any, the program just ends.
    pub(crate) fn set(&self, words: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    /// Last words for this program. Threads that were started earlier would still end it at once.
    #[cfg(unix)]
    pub(crate) fn watch() -> Self {
        use nix::sys::signal::{SigSet, Signal};
        use std::io::{Write, stdout};
        /// What shells expect of a program that was interrupted.
        const INTERRUPTED: i32 = 130;

        let words = Self::default();
        let told = words.clone();
        let signals = SigSet::from_iter([Signal::SIGINT]);
        // Without the block the program ends as it would without us.
        if signals.thread_block().is_ok() {
            std::thread::spawn(move || {
                if signals.wait().is_err() {
                    return;
                }
                // Should printing hang, a second Ctrl-C ends the program.
                let _ = signals.thread_unblock();
                let words = told.0.lock().unwrap_or_else(PoisonError::into_inner).take();
                // Nowhere is left to complain if nobody listens.
                let _ = write!(stdout(), "\n{}", words.unwrap_or_default()).and_then(|()| stdout().flush());
                std::process::exit(INTERRUPTED);
            });
        }
        words
    }

    /// Last words that nobody hears.
    #[cfg(not(unix))]
    pub(crate) fn watch() -> Self {
        Self::default()
    }
}

/// A flag that Ctrl-C raises, or whoever asks the program to end. A second Ctrl-C ends the program at once.
///
/// To be called before any thread is started: earlier ones would still end the program.
#[cfg(unix)]
pub(crate) fn halt_on_signals() -> Stop {
    use nix::sys::signal::{SigSet, Signal};
    let halt = Stop::default();
    let raised = halt.clone();
    let signals = SigSet::from_iter([Signal::SIGINT, Signal::SIGTERM]);
    if signals.thread_block().is_ok() {
        std::thread::spawn(move || {
            if signals.wait().is_ok() {
                raised.raise();
                // Threads that were started meanwhile still block it, but this one no longer does.
                let _ = signals.thread_unblock();
                loop {
                    std::thread::park();
                }
            }
        });
    }
    halt
}

/// A flag that nobody raises.
#[cfg(not(unix))]
pub(crate) fn halt_on_signals() -> Stop {
    Stop::default()
}
