//! How commands fail: with one sentence and an exit code.

use std::fmt;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// An argument that is well formed but wrong: an unknown game, a broken position. Exit code 2.
#[derive(Debug)]
pub(crate) struct BadArgument(String);

impl BadArgument {
    /// `place` is the argument as the reader typed it: `--fen`, `GAME`.
    pub(crate) fn new(place: &str, what: impl fmt::Display) -> Self {
        Self(format!("{place}: {what}"))
    }
}

impl fmt::Display for BadArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadArgument {}

/// Says what went wrong, and with which code to exit.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let broken_pipe = |cause: &std::io::Error| cause.kind() == ErrorKind::BrokenPipe;
    if error.downcast_ref().is_some_and(broken_pipe) {
        // Whoever read our output has seen enough.
        return ExitCode::SUCCESS;
    }
    say(&format!("{error:#}"));
    ExitCode::from(if error.is::<BadArgument>() { 2 } else { 1 })
}

/// A command line that does not parse: its first sentence, and where help is. Help itself is printed whole.
pub(crate) fn refused(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Printing help fails only if nobody listens.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    say(&sentence(&error.to_string()));
    ExitCode::from(2)
}

/// The first paragraph of a message in one line, with its hints.
fn sentence(message: &str) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = message.split("\n\n").map(words);
    let first = paragraphs.next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(&first).to_string();
    // How to pass an unknown option as a value is no help to whoever has mistyped one.
    let similar = |text: &str| text.starts_with("a similar") || text.starts_with("some similar");
    let tip = paragraphs.find_map(|text| text.strip_prefix("tip: ").filter(|tip| similar(tip)).map(str::to_owned));
    match tip {
        Some(tip) => format!("{first}; {tip}"),
        None => first,
    }
}

fn say(what: &str) {
    // Nowhere is left to complain if standard error is closed.
    let _ = writeln!(std::io::stderr(), "tabula: {what}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_of_many_lines_becomes_one_sentence() {
        let message =
            "error: unrecognized subcommand 'gmaes'\n\n  tip: a similar subcommand exists: 'games'\n\nUsage: x\n";
        assert_eq!(sentence(message), "unrecognized subcommand 'gmaes'; a similar subcommand exists: 'games'");
        assert_eq!(sentence("error: a\n  b\n\nUsage: c"), "a b");
        assert_eq!(sentence("error: a\n\n  tip: to pass '--a' as a value, use '-- --a'\n"), "a");
    }
}
