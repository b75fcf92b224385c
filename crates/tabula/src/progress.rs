//! Signs of life on standard error while something takes long. Nothing appears where nobody looks.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

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

/// The state of something long: a bar where somebody looks, a line now and then in a log.
pub(crate) struct Live {
    bar: Option<ProgressBar>,
    steps: usize,
    last: Option<Instant>,
}

/// How often a log gets a line.
const EVERY: Duration = Duration::from_secs(20);

impl Live {
    /// Over a known number of steps.
    pub(crate) fn new(steps: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| bar(steps));
        Self { bar, steps, last: None }
    }

    /// After a step.
    pub(crate) fn tell(&mut self, done: u64, status: impl FnOnce() -> String) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                bar.set_message(status());
            }
            None if self.last.is_none_or(|last| last.elapsed() >= EVERY) => {
                self.last = Some(Instant::now());
                say(&format!("{done}/{}  {}", self.steps, status()));
            }
            None => {}
        }
    }

    /// Something that is to stay on the screen.
    pub(crate) fn say(&self, what: &str) {
        match &self.bar {
            Some(bar) => bar.println(what),
            None => say(what),
        }
    }

    /// At the end.
    pub(crate) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A line on standard error.
pub(crate) fn note(what: &str) {
    say(what);
}

fn say(what: &str) {
    // Nowhere is left to complain if standard error is closed.
    let _ = writeln!(std::io::stderr(), "{}", what.trim_end());
}
