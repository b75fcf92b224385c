//! The page: its types, words and pieces under test, and then the whole of it in a real browser, which wants the machine for
//! itself.

use crate::steps::{Tally, watch};
use crate::{house, tools};
use std::path::PathBuf;
use std::process::Command;

/// Types and words, then every test in a browser.
pub(crate) fn run() -> Result<Tally, String> {
    if tools::find("npm").is_none() {
        println!("skipped: Node and npm are not installed");
        return Ok(Tally::default());
    }
    let checked = npm("check", "")?;
    match tools::need_debian("chromium") {
        Ok(chromium) => {
            let tried = npm("browser", &chromium.display().to_string())?;
            Ok(Tally { passed: checked.passed + tried.passed, failed: checked.failed + tried.failed })
        }
        Err(what) => {
            println!("skipped: the tests in a browser: {what}");
            Ok(checked)
        }
    }
}

fn npm(script: &str, chromium: &str) -> Result<Tally, String> {
    let mut command = Command::new("npm");
    command.args(["run", "--silent", script]).current_dir(house::root().join("web")).env("CHROMIUM", chromium);
    command.env("TABULA_PROGRAM", tabula()).env("PATH", tools::path()).env("NO_COLOR", "1");
    let seen = watch(&mut command)?;
    Ok(counted(&seen.text, seen.success))
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
