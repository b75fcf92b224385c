//! `tabula perft`: counts move paths, the proof of the rules.

use crate::columns::Align::Right;
use crate::columns::{grouped, table};
use crate::failure::BadArgument;
use crate::progress;
use crate::style::Style;
use clap::Args;
use std::io::Write;
use std::time::Instant;
use tabula_core::perft::Ends;
use tabula_engine::Shelf;

/// Counts the paths of DEPTH moves
///
/// The last line is `nodes N time MS nps M`.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula perft chess 5
  tabula perft chess 4 --divide --threads 2
  tabula perft tictactoe 9 --ends")]
pub(crate) struct Perft {
    /// The game: its id, or the path of a definition
    game: String,
    /// The length of the paths
    #[arg(value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// The position to count from, instead of the start
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// The count below each move
    #[arg(long)]
    divide: bool,
    /// Instead, the games that end after up to DEPTH moves, by who wins
    #[arg(long, conflicts_with_all = ["divide", "threads"])]
    ends: bool,
    /// How many threads count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Perft {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        if self.ends {
            return self.count_ends(&*shelf, out);
        }
        let spinner = progress::spinner(format!("{} to depth {}", shelf.card().name, self.depth));
        let begun = Instant::now();
        let counts = shelf.perft(self.fen.as_deref(), self.depth, usize::from(self.threads));
        let time = begun.elapsed();
        spinner.finish_and_clear();
        let counts = counts.map_err(|faults| BadArgument::new("--fen", faults))?;
        // The empty path is a path.
        let nodes = if self.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
        if self.divide {
            for (text, count) in &counts {
                writeln!(out, "{text}: {count}")?;
            }
            writeln!(out)?;
        }
        let speed = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
        writeln!(out, "nodes {nodes} time {} nps {speed}", time.as_millis())?;
        Ok(())
    }

    /// A line per length of game, and all of them together.
    fn count_ends(&self, shelf: &dyn Shelf, out: &mut dyn Write) -> anyhow::Result<()> {
        let spinner = progress::spinner(format!("{} to depth {}", shelf.card().name, self.depth));
        let ends = shelf.ends(self.fen.as_deref(), self.depth);
        spinner.finish_and_clear();
        let ends = ends.map_err(|faults| BadArgument::new("--fen", faults))?;
        let row = |name: String, ends: &Ends| {
            let numbers = [ends.first, ends.second, ends.draws, ends.games()];
            std::iter::once(name).chain(numbers.map(grouped)).collect()
        };
        let mut rows: Vec<Vec<String>> = ends
            .iter()
            .enumerate()
            .filter(|(_, ends)| ends.games() > 0)
            .map(|(moves, ends)| row(moves.to_string(), ends))
            .collect();
        let all = ends.iter().fold(Ends::default(), |all, ends| Ends {
            first: all.first + ends.first,
            second: all.second + ends.second,
            draws: all.draws + ends.draws,
        });
        rows.push(row("all".to_string(), &all));
        let [first, second] = &shelf.card().sides;
        let header = [("moves", Right), (first, Right), (second, Right), ("drawn", Right), ("games", Right)];
        write!(out, "{}", table(&header, &rows, Style::of_stdout(false)))?;
        Ok(())
    }
}
