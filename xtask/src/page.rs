//! The page: its types, words and pieces under test, and then the whole of it in a real browser.
//!
//! The browser tests mostly wait, and cargo mostly computes: they run beside each other.

use crate::steps::Tally;
use crate::{house, tools};
use std::path::PathBuf;
use std::process::Command;
use std::thread::JoinHandle;

/// What a program that ran aside printed, and its checks.
type Told = (String, Tally);

/// Tests that run aside.
pub(crate) struct Aside(JoinHandle<Result<Told, String>>);

impl Aside {
    /// Waits for them and shows what they said.
    pub(crate) fn join(self) -> Result<Tally, String> {
        let (text, tally) = self.0.join().map_err(|_| "the tests of the page broke down".to_string())??;
        println!("{text}");
        Ok(tally)
    }
}

/// Begins: types and words at once, then every test in a browser.
pub(crate) fn begin() -> Aside {
    Aside(std::thread::spawn(|| {
        let Some(npm) = tools::find("npm") else {
            return Ok(("skipped: Node and npm are not installed".to_string(), Tally::default()));
        };
        let run = |arguments: &[&str], program: &str| -> Result<Told, String> {
            let mut command = Command::new(&npm);
            command.args(arguments).current_dir(house::root().join("web")).env("CHROMIUM", program);
            command.env("TABULA_PROGRAM", tabula()).env("PATH", tools::path()).env("NO_COLOR", "1");
            let done = command.output().map_err(|error| format!("cannot run npm: {error}"))?;
            let text = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
            Ok((text.to_string(), counted(&text, done.status.success())))
        };
        let (mut text, mut tally) = run(&["run", "--silent", "check"], "")?;
        match tools::need_debian("chromium") {
            Ok(chromium) => {
                let (more, found) = run(&["run", "--silent", "browser"], &chromium.display().to_string())?;
                text += &more;
                tally = Tally { passed: tally.passed + found.passed, failed: tally.failed + found.failed };
            }
            Err(what) => text += &format!("skipped: the tests in a browser: {what}\n"),
        }
        Ok((text, tally))
    }))
}

/// The program that the tests of the house were built with.
fn tabula() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| house::root().join("target"), PathBuf::from);
    target.join("debug/tabula")
}

/// The tests that vitest (`Tests  30 passed (30)`) or Node (`# pass 30`) reports; a failure that it does not mention counts
/// as one.
fn counted(text: &str, success: bool) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: Option<&&str>| word.and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        match words.first().copied() {
            Some("Tests") => {
                for pair in words.windows(2) {
                    match pair[1] {
                        "passed" => tally.passed += number(pair.first()),
                        "failed" => tally.failed += number(pair.first()),
                        _ => {}
                    }
                }
            }
            Some("#") if words.get(1) == Some(&"pass") => tally.passed += number(words.get(2)),
            Some("#") if words.get(1) == Some(&"fail") => tally.failed += number(words.get(2)),
            _ => {}
        }
    }
    if !success && tally.failed == 0 {
        tally.failed = 1;
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_both_runners_are_counted() {
        let text =
            " Test Files  8 passed (8)\n      Tests  1 failed | 61 passed (62)\n# tests 30\n# pass 29\n# fail 1\n";
        assert_eq!(counted(text, false), Tally { passed: 90, failed: 2 });
        assert_eq!(counted("it does not even start", false), Tally { passed: 0, failed: 1 });
        assert_eq!(counted("", true), Tally::default());
    }
}
