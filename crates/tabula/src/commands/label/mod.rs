//! `tabula label`: positions with what they are worth, from any player or any engine.

mod go;
mod positions;
mod source;

use super::thinking::Thinking;
use crate::failure::BadArgument;
use clap::{Args, Subcommand};
use std::io::Write;

/// Labels positions with what they are worth
///
/// FILES are games of `tabula data`, or text with a position per line: EPD or FEN in chess (`tabula convert --to epd games.pgn` makes it).
/// A position that was there before is left out, counters aside. Labels are for the first player, in hundredths of a pawn. The
/// same command goes on with a file that is not finished. `tabula label go9` has whole games of 9x9 Go judged instead,
/// for a network to learn from.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "The last line is `FILE: N labelled positions, M of them new; ...`.

Examples:
  tabula label games.tabula --out chess.labels --scores
  tabula label positions.epd --out chess.labels --player 'uci:/usr/games/stockfish?Hash=64' --nodes 20000 --concurrency 2
  tabula label games.tabula --out chess.labels --player tabula:hash=8 --depth 8
  tabula label go9 --games 4000 --out go9-teacher.bin --player 'gtp:katago gtp -model g170-b6c96.bin.gz -config gtp.cfg'

Without a limit, a player visits 5,000 positions for each. docs/data-format.md describes the files."
)]
pub(crate) struct Label {
    #[command(subcommand)]
    part: Option<Part>,
    #[command(flatten)]
    positions: Option<positions::Positions>,
    // Not a part of the positions: whether they are there could not be told with arguments from elsewhere among theirs.
    #[command(flatten)]
    thinking: Thinking,
}

#[derive(Subcommand)]
enum Part {
    Go9(go::Go9),
}

impl Label {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match (&self.part, &self.positions) {
            (Some(Part::Go9(command)), _) => command.run(out),
            (None, Some(positions)) => positions.run(&self.thinking, out),
            (None, None) => {
                Err(BadArgument::new("FILES", "expected files of positions and --out FILE, or 'go9'").into())
            }
        }
    }
}
