//! `tabula perft`: counts move paths, the proof of the rules.

use crate::failure::BadArgument;
use crate::progress;
use clap::Args;
use std::io::Write;
use std::time::Instant;

/// Counts the paths of DEPTH moves
///
/// The last line is `nodes N time MS nps M`.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula perft chess 5
  tabula perft chess 4 --divide --threads 2
  tabula perft tictactoe 9")]
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
    /// How many threads count
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

impl Perft {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
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
}
