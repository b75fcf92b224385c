//! Running programs one after another: what each printed, how long it took, how many checks passed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How a program ended.
pub(crate) struct Seen {
    pub(crate) success: bool,
    /// Everything it printed, both streams.
    pub(crate) text: String,
}

/// Runs a program to its end and shows what it prints while it prints it.
pub(crate) fn watch(command: &mut Command) -> Result<Seen, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |e: std::io::Error| format!("cannot run {name}: {e}");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let errors = child.stderr.take().map(|stream| std::thread::spawn(move || copy(stream, &mut std::io::stderr())));
    let mut text = child.stdout.take().map(|stream| copy(stream, &mut std::io::stdout())).unwrap_or_default();
    if let Some(errors) = errors {
        text += &errors.join().unwrap_or_default();
    }
    let status = child.wait().map_err(failed)?;
    Ok(Seen { success: status.success(), text })
}

/// Copies line by line; a terminal that has gone away does not stop the work.
fn copy(stream: impl Read, out: &mut impl Write) -> String {
    let mut text = String::new();
    let mut lines = BufReader::new(stream);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
        let _ = out.write_all(&line);
        text += &String::from_utf8_lossy(&line);
        line.clear();
    }
    text
}

/// Checks that passed and that failed: a program that runs tests counts them, any other counts as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

impl Tally {
    /// One check.
    pub(crate) fn one(success: bool) -> Self {
        Self { passed: success.into(), failed: (!success).into() }
    }

    /// The tests that `cargo test` or nextest report; a failure that they do not mention (the code does not
    /// compile) counts as one.
    pub(crate) fn of_tests(seen: &Seen) -> Self {
        // nextest repeats what a failed test printed, that test's own "test result" included.
        let summary = |line: &str| line.trim().starts_with("Summary [");
        let start = if seen.text.lines().any(summary) { "Summary [" } else { "test result:" };
        let mut tally = Self::default();
        for counts in seen.text.lines().filter_map(|line| line.trim().strip_prefix(start)) {
            let words: Vec<&str> = counts.split([' ', ',', ';', '(', ')']).filter(|word| !word.is_empty()).collect();
            for pair in words.windows(2) {
                match (pair[0].parse::<u64>(), pair[1]) {
                    (Ok(number), "passed") => tally.passed += number,
                    (Ok(number), "failed" | "timed") => tally.failed += number,
                    _ => {}
                }
            }
        }
        if !seen.success && tally.failed == 0 {
            tally.failed = 1;
        }
        tally
    }
}

/// The steps done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(&'static str, Duration, Tally)>,
}

impl Steps {
    /// Does one step; a step that cannot be done at all has failed.
    pub(crate) fn step(&mut self, name: &'static str, work: impl FnOnce() -> Result<Tally, String>) {
        println!("== {name}");
        let begun = Instant::now();
        let tally = work().unwrap_or_else(|what| {
            eprintln!("{name}: {what}");
            Tally::one(false)
        });
        self.done.push((name, begun.elapsed(), tally));
    }

    /// Prints a line per step and the total; fails if anything failed.
    pub(crate) fn finish(self) -> crate::Outcome {
        println!("\n{:<12} {:>8} {:>8} {:>9}", "step", "passed", "failed", "seconds");
        let mut total = Tally::default();
        for (name, time, tally) in &self.done {
            println!("{name:<12} {:>8} {:>8} {:>9.1}", tally.passed, tally.failed, time.as_secs_f64());
            total.passed += tally.passed;
            total.failed += tally.failed;
        }
        let time: Duration = self.done.iter().map(|step| step.1).sum();
        println!("{:<12} {:>8} {:>8} {:>9.1}\n", "together", total.passed, total.failed, time.as_secs_f64());
        println!("{} passed, {} failed", total.passed, total.failed);
        if total.failed == 0 { Ok(()) } else { Err("something failed; see above".into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(success: bool, text: &str) -> Tally {
        Tally::of_tests(&Seen { success, text: text.into() })
    }

    #[test]
    fn tests_are_counted_as_their_runners_report_them() {
        let nextest = "test result: FAILED. 0 passed; 1 failed;\n     Summary [   0.013s] 9 tests run: 7 passed (1 slow), 2 failed, 3 skipped\n";
        assert_eq!(tally(false, nextest), Tally { passed: 7, failed: 2 });
        let cargo =
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n\ntest result: FAILED. 2 passed; 1 failed;\n";
        assert_eq!(tally(false, cargo), Tally { passed: 5, failed: 1 });
    }

    #[test]
    fn code_that_does_not_compile_is_one_failure() {
        assert_eq!(tally(false, "error: could not compile"), Tally { passed: 0, failed: 1 });
    }

    #[test]
    fn both_streams_of_a_program_are_seen() {
        let seen = watch(Command::new("sh").args(["-c", "echo out; echo err >&2; exit 3"])).unwrap();
        assert!(!seen.success);
        assert!(seen.text.contains("out\n") && seen.text.contains("err\n"));
    }
}
