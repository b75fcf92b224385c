//! `tabula show`: draws a position.

use crate::draw::{Marks, board};
use crate::style::Style;
use clap::Args;
use std::io::Write;
use tabula_core::Mover;

/// Draws a position
#[derive(Args)]
#[command(after_help = "Examples:
  tabula show chess
  tabula show chess --flip --fen '4k3/8/8/8/8/8/4R3/4K3 b - - 0 1'
  tabula show tictactoe --ascii")]
pub(crate) struct Show {
    /// The game: its id, or the path of a definition
    game: String,
    /// The position, instead of the start
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// As the second player sees it
    #[arg(long)]
    flip: bool,
    /// Without characters beyond ASCII
    #[arg(long)]
    ascii: bool,
}

impl Show {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        let table = super::table(&*shelf, self.fen.as_deref())?;
        let marks = Marks { flipped: self.flip, ..Marks::default() };
        write!(out, "{}", board(&table.view(), marks, Style::of_stdout(self.ascii)))?;
        writeln!(out, "position: {}", table.position())?;
        match (table.outcome(), table.mover()) {
            (Some(outcome), _) => writeln!(out, "result: {} ({})", outcome.points(), outcome.cause)?,
            (None, Mover::Player(side)) => {
                writeln!(out, "to move: {}, {} moves", shelf.card().sides[side as usize], table.legal().len())?;
            }
            (None, Mover::Chance) => writeln!(out, "to move: the die, {} outcomes", table.chances().len())?,
        }
        Ok(())
    }
}
