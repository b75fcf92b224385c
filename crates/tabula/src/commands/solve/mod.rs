//! `tabula solve`: test suites, positions whose best move is known.

mod problem;

use super::thinking::Thinking;
use crate::failure::BadArgument;
use crate::progress;
use crate::style::Style;
use anyhow::{Context, anyhow};
use clap::Args;
use problem::{Problem, Solution};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tabula_core::Fault;
use tabula_engine::Shelf;
use tabula_wire::epd;

/// Solves a test suite: positions whose best move is known
///
/// The operations bm (best moves), am (moves to avoid) and dm (mate in so many moves) are checked; where a position has
/// several of them, all must hold. The time is that from which the choice stayed right to the end. The last line is `solved K of N`.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula solve suite.epd
  tabula solve suite.epd --movetime 5000 --threads 2
  tabula solve suite.epd --depth 10 --player tabula:search=mtdf --concurrency 2 --json")]
pub(crate) struct Solve {
    /// The suite, as EPD
    #[arg(value_name = "SUITE")]
    suite: PathBuf,
    /// The game whose positions they are
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    /// Without any limit, a second
    #[command(flatten)]
    thinking: Thinking,
    /// How many positions at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// For machines
    #[arg(long)]
    json: bool,
}

/// How long a position is thought about.
const USUAL: Duration = Duration::from_secs(1);

impl Solve {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = tabula_engine::catalogue::find(&self.game).map_err(|faults| BadArgument::new("--game", faults))?;
        let mut players = Vec::new();
        for _ in 0..self.concurrency {
            players.push(self.thinking.player(&shelf)?);
        }
        let (problems, faults) = self.read(&*shelf)?;
        let bar = progress::bar(problems.len());
        let (done, finished) = channel();
        let next = AtomicUsize::new(0);
        let clock = self.thinking.clock(USUAL);
        let solutions = std::thread::scope(|scope| {
            for mut player in players {
                let (done, next, problems, clock) = (done.clone(), &next, &problems, &clock);
                scope.spawn(move || {
                    while let Some(problem) = problems.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let solution = problem.solve(&mut *player, clock);
                        // Whoever listened has gone: nothing more is wanted.
                        if done.send((problem.number, solution)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(done);
            self.tell(&problems, finished, &bar, out)
        });
        bar.finish_and_clear();
        let solutions = solutions?;
        let solved = solutions.iter().filter(|solution| solution.solved).count();
        if self.json {
            let rows: Vec<_> =
                problems.iter().zip(&solutions).map(|(problem, solution)| as_json(problem, solution)).collect();
            writeln!(out, "{:#}", json!({ "positions": rows, "solved": solved, "of": problems.len() }))?;
        } else {
            writeln!(out, "solved {solved} of {}", problems.len())?;
        }
        match faults {
            0 => Ok(()),
            1 => Err(anyhow!("{}: one line is no problem that could be solved, told above", self.suite.display())),
            many => {
                Err(anyhow!("{}: {many} lines are no problems that could be solved, told above", self.suite.display()))
            }
        }
    }

    /// The problems of the suite; what is none is told, and counted.
    fn read(&self, shelf: &dyn Shelf) -> anyhow::Result<(Vec<Problem>, usize)> {
        let cannot = || format!("cannot read {}", self.suite.display());
        let file = File::open(&self.suite).with_context(cannot)?;
        let (mut problems, mut faults) = (Vec::new(), 0);
        for entry in epd::Reader::new(BufReader::new(file)) {
            let entry = entry.with_context(cannot)?;
            let problem = match &entry.body {
                epd::Body::Remark(_) => continue,
                epd::Body::Broken(_) => Err(entry.faults.first().map_or_else(String::new, ToString::to_string)),
                epd::Body::Record(record) => Problem::read(record, problems.len(), entry.line, shelf)
                    .map_err(|fault| format!("line {}: {fault}", entry.line)),
            };
            match problem {
                Ok(problem) => problems.push(problem),
                Err(what) => {
                    faults += 1;
                    writeln!(std::io::stderr(), "{}: {what}", self.suite.display())?;
                }
            }
        }
        if problems.is_empty() {
            return Err(anyhow!("{}: there is no problem in it", self.suite.display()));
        }
        Ok((problems, faults))
    }

    /// Prints each solution as soon as those before it are there, and answers all of them in their order.
    fn tell(
        &self,
        problems: &[Problem],
        finished: Receiver<(usize, Result<Solution, Fault>)>,
        bar: &indicatif::ProgressBar,
        out: &mut dyn Write,
    ) -> anyhow::Result<Vec<Solution>> {
        let style = Style::of_stdout(false);
        let widest = |text: fn(&Problem) -> &str, least: usize| {
            problems.iter().map(|problem| text(problem).chars().count()).max().unwrap_or(0).max(least)
        };
        let (id, expected) = (widest(|problem| &problem.id, 2), widest(|problem| &problem.expected, 8));
        let row = |cells: [&str; 7]| {
            let [problem, found, wanted, time, depth, score, mark] = cells;
            let line =
                format!("{problem:<id$}  {found:<8}  {wanted:<expected$}  {time:>7}  {depth:>5}  {score:>9}  {mark}");
            line.trim_end().to_string()
        };
        if !self.json {
            let header = row(["id", "found", "expected", "ms", "depth", "score", ""]);
            bar.suspend(|| writeln!(out, "{}", style.strong(&header)))?;
        }
        let mut waiting: Vec<Option<Solution>> = problems.iter().map(|_| None).collect();
        let mut solutions = Vec::new();
        for (number, solution) in finished {
            waiting[number] = Some(solution.with_context(|| problems[number].id.clone())?);
            while let Some(solution) = waiting.get_mut(solutions.len()).and_then(Option::take) {
                let problem = &problems[solutions.len()];
                bar.inc(1);
                if !self.json {
                    let time = solution.since.map_or("-".to_string(), |since| since.as_millis().to_string());
                    let (depth, score) = (solution.depth.to_string(), solution.score.to_string());
                    let mark = if solution.solved { "" } else { "failed" };
                    let line = row([&problem.id, &solution.text, &problem.expected, &time, &depth, &score, mark]);
                    let line = if solution.solved { line } else { style.strong(&line) };
                    bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()))?;
                }
                solutions.push(solution);
            }
        }
        Ok(solutions)
    }
}

fn as_json(problem: &Problem, solution: &Solution) -> Value {
    json!({
        "id": problem.id,
        "line": problem.line,
        "position": problem.position,
        "expected": problem.expected,
        "move": solution.code,
        "text": solution.text,
        "solved": solution.solved,
        "ms": solution.since.map(|since| since.as_millis() as u64),
        "depth": solution.depth,
        "score": super::score::as_json(solution.score),
        "nodes": solution.nodes,
    })
}
