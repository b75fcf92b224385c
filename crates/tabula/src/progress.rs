//! Signs of life on standard error while something takes long. Nothing appears where nobody looks.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// Turns while the end is unknown.
pub(crate) fn spinner(what: String) -> ProgressBar {
    let bar = ProgressBar::new_spinner().with_message(what);
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// Fills up over a known number of steps.
pub(crate) fn bar(steps: usize) -> ProgressBar {
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len}  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
