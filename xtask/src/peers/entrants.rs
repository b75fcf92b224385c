//! The programs that are measured, and how each is asked for a perft.

use super::Task;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Instant;

/// One answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Measured {
    pub(super) nodes: u64,
    /// Seconds, as the program measured itself.
    pub(super) wall: f64,
    /// Seconds that the kernel charged the process.
    pub(super) cpu: f64,
}

/// A program with a move generator.
pub(super) enum Entrant {
    Ours { program: PathBuf, threads: u32 },
    Stockfish { program: PathBuf, name: &'static str },
    Crate { program: PathBuf, name: &'static str },
}

impl Entrant {
    pub(super) fn ours(program: &Path, threads: u32) -> Self {
        Self::Ours { program: program.into(), threads }
    }

    pub(super) fn stockfish(program: &Path, name: &'static str) -> Self {
        Self::Stockfish { program: program.into(), name }
    }

    pub(super) fn of_crate(program: &Path, name: &'static str) -> Self {
        Self::Crate { program: program.into(), name }
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Ours { .. } => "tabula",
            Self::Stockfish { name, .. } | Self::Crate { name, .. } => name,
        }
    }

    /// Counts once, in a fresh process.
    pub(super) fn perft(&self, task: &Task) -> Result<Measured, String> {
        let (depth, fen) = (task.depth.to_string(), task.fen);
        match self {
            Self::Ours { program, threads } => {
                let threads = threads.to_string();
                let arguments = ["perft", task.game, &depth, "--fen", fen, "--threads", &threads];
                once(Command::new(program).args(arguments), "time")
            }
            Self::Crate { program, name } => once(Command::new(program).args([name, depth.as_str(), fen]), "time_ms"),
            Self::Stockfish { program, name } => Stockfish::start(program, task.game)
                .and_then(|mut s| s.perft(fen, &depth))
                .map_err(|e| format!("{name}: {e}")),
        }
    }
}

/// Runs a program whose last line holds `nodes N` and, in milliseconds, `KEY T`.
fn once(command: &mut Command, key: &str) -> Result<Measured, String> {
    let before = children_cpu()?;
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("cannot run {command:?}: {e}"))?;
    let cpu = children_cpu()? - before;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let (nodes, wall) = answer(&text, key).ok_or_else(|| format!("{command:?} does not end in `nodes N {key} T`"))?;
    Ok(Measured { nodes, wall, cpu })
}

/// The count and the seconds in the last line of an answer.
fn answer(text: &str, key: &str) -> Option<(u64, f64)> {
    let words: Vec<&str> = text.lines().rfind(|line| !line.trim().is_empty())?.split_whitespace().collect();
    let after = |name: &str| words.iter().position(|word| *word == name).and_then(|at| words.get(at + 1));
    let milliseconds: f64 = after(key)?.trim_end_matches("ms").parse().ok()?;
    Some((after("nodes")?.parse().ok()?, milliseconds / 1e3))
}

/// CPU seconds of all children that have ended.
fn children_cpu() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|e| format!("cannot read the CPU time: {e}"))?;
    Ok((usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6)
}

/// A Stockfish that has started and is waiting.
struct Stockfish {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Stockfish {
    fn start(program: &Path, game: &str) -> Result<Self, String> {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot run {}: {e}", program.display()))?;
        let answers = BufReader::new(child.stdout.take().ok_or("it has no output")?);
        let mut started = Self { child, answers };
        started.say("setoption name Threads value 1")?;
        if game != "chess" {
            started.say(&format!("setoption name UCI_Variant value {game}"))?;
        }
        if game == "caparandom" {
            started.say("setoption name UCI_Chess960 value true")?;
        }
        started.say("isready")?;
        started.wait_for("readyok")?;
        Ok(started)
    }

    fn perft(&mut self, fen: &str, depth: &str) -> Result<Measured, String> {
        self.say(&format!("position fen {fen}\nisready"))?;
        self.wait_for("readyok")?;
        let (cpu, begun) = (self.cpu()?, Instant::now());
        self.say(&format!("go perft {depth}"))?;
        let line = self.wait_for("Nodes searched:")?;
        let wall = begun.elapsed().as_secs_f64();
        let cpu = self.cpu()? - cpu;
        let nodes = line.trim().parse().map_err(|_| format!("'{line}' is not a count"))?;
        Ok(Measured { nodes, wall, cpu })
    }

    fn say(&mut self, words: &str) -> Result<(), String> {
        let input = self.child.stdin.as_mut().ok_or("it has no input")?;
        writeln!(input, "{words}").and_then(|()| input.flush()).map_err(|e| format!("it does not listen: {e}"))
    }

    /// The rest of the first line that begins with `start`.
    fn wait_for(&mut self, start: &str) -> Result<String, String> {
        let mut line = String::new();
        loop {
            line.clear();
            match self.answers.read_line(&mut line) {
                Ok(0) => return Err(format!("it ended without saying '{start}'")),
                Ok(_) => {
                    if let Some(rest) = line.strip_prefix(start) {
                        return Ok(rest.into());
                    }
                }
                Err(e) => return Err(format!("it cannot be heard: {e}")),
            }
        }
    }

    /// CPU seconds of all its threads so far, by the kernel's count in nanoseconds.
    fn cpu(&self) -> Result<f64, String> {
        let failed = |e: std::io::Error| format!("cannot read its CPU time: {e}");
        let mut nanoseconds = 0;
        for thread in std::fs::read_dir(format!("/proc/{}/task", self.child.id())).map_err(failed)? {
            let text = std::fs::read_to_string(thread.map_err(failed)?.path().join("schedstat")).map_err(failed)?;
            nanoseconds += text.split(' ').next().and_then(|first| first.parse::<u64>().ok()).unwrap_or(0);
        }
        Ok(nanoseconds as f64 / 1e9)
    }
}

impl Drop for Stockfish {
    /// Asks it to leave, and sees it out.
    fn drop(&mut self) {
        let _ = self.say("quit");
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_an_answer_is_read() {
        assert_eq!(answer("e2e4 20\n\nnodes 400 time 12 nps 33333\n", "time"), Some((400, 0.012)));
        assert_eq!(answer("nodes 8902 time 0.25 nps 1\n\n", "time"), Some((8902, 0.00025)));
        assert_eq!(answer("nodes 8902 time_ms 1.500", "time_ms"), Some((8902, 0.0015)));
        assert_eq!(answer("nodes many time 1", "time"), None);
        assert_eq!(answer("", "time"), None);
    }

    #[test]
    fn a_process_is_charged_its_cpu_time() {
        let measured = once(Command::new("sh").args(["-c", "echo nodes 7 time 3"]), "time").unwrap();
        assert_eq!((measured.nodes, measured.wall), (7, 0.003));
        assert!(measured.cpu >= 0.0);
    }

    #[test]
    fn a_program_that_fails_is_named_with_what_it_said() {
        let said = once(Command::new("sh").args(["-c", "echo alas >&2; exit 1"]), "time").unwrap_err();
        assert!(said.contains("\"sh\"") && said.ends_with("failed: alas"), "{said}");
    }
}
