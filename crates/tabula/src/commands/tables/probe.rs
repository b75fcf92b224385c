//! `tabula tables probe`.

use super::{fate_json, fate_text};
use crate::columns::{Align, table};
use crate::failure::BadArgument;
use crate::style::Style;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use tabula_core::Fate;

/// Says how a position ends, and which moves lead there
#[derive(Args)]
#[command(after_help = "Example:
  tabula tables probe chess '8/8/8/3k4/8/8/8/K6R w - - 0 1' --dir endings")]
pub(super) struct Probe {
    /// The game: an id or the path of a definition
    game: String,
    /// The position
    fen: String,
    /// The folder in which the tables are
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// For machines
    #[arg(long)]
    json: bool,
}

impl Probe {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let tables = super::open(&self.game, &self.dir)?;
        let probed = tables.probe(&self.fen).map_err(|faults| BadArgument::new("FEN", faults))?;
        let Some(fate) = probed.fate else {
            match probed.material {
                Some(name) => anyhow::bail!("there is no table of {name} in {}", self.dir.display()),
                None => anyhow::bail!(
                    "no table holds such a position: it has too many men, a side without any, or a right to castle"
                ),
            }
        };
        if self.json {
            let moves: Vec<_> = probed
                .moves
                .iter()
                .map(|m| json!({ "move": m.code, "text": m.text, "fate": fate_json(m.fate) }))
                .collect();
            let line = &probed.line;
            let json =
                json!({ "material": probed.material, "fate": fate_json(Some(fate)), "moves": moves, "line": line });
            writeln!(out, "{json:#}")?;
            return Ok(());
        }
        writeln!(out, "{}", fate_text(fate))?;
        if !probed.line.is_empty() {
            writeln!(out, "{}", probed.line.join(" "))?;
        }
        if !probed.moves.is_empty() {
            let say = |fate: Option<Fate>| fate.map_or("not known".into(), fate_text);
            let rows: Vec<_> = probed.moves.into_iter().map(|m| vec![m.text, m.code, say(m.fate)]).collect();
            let header = [("move", Align::Left), ("code", Align::Left), ("leads to", Align::Left)];
            write!(out, "\n{}", table(&header, &rows, Style::of_stdout(false)))?;
        }
        Ok(())
    }
}
