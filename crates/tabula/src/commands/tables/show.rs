//! `tabula tables show`.

use super::{halt, moves, threads, with_crew};
use crate::columns::{Align, grouped, table};
use crate::style::Style;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use tabula_engine::endings::{Longest, Surveyed};

/// Counts what is won, drawn and lost in a table, and shows the longest mate
///
/// Positions that are alike by a symmetry of the board are counted once.
#[derive(Args)]
#[command(after_help = "Example:
  tabula tables show chess KR-KN --dir endings")]
pub(super) struct Show {
    /// The game: an id or the path of a definition
    game: String,
    /// The men of both sides, such as KR-KN; without any, the tables in the folder are listed
    material: Option<String>,
    /// The folder in which the tables are
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// For machines
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let stop = halt();
        let tables = super::open(&self.game, &self.dir)?;
        let Some(material) = &self.material else {
            let names = tables.at_hand();
            if self.json {
                writeln!(out, "{:#}", json!(names))?;
            } else if names.is_empty() {
                writeln!(out, "there is no table of this game in {}", self.dir.display())?;
            } else {
                writeln!(out, "{}", names.join("\n"))?;
            }
            return Ok(());
        };
        let name = super::material(&*tables, material)?;
        let survey = with_crew(&name, threads(None), &stop, |crew| tables.survey(&name, crew))?;
        let sides = super::super::game(&self.game)?.card().sides.clone();
        let side = |one: &Surveyed| sides[one.side as usize].clone();
        if self.json {
            let longest = |longest: &Option<Longest>| {
                longest.as_ref().map(|l| json!({ "plies": l.plies, "fen": l.position, "line": l.line }))
            };
            let all: Vec<_> = survey
                .iter()
                .map(|one| {
                    json!({
                        "side": side(one),
                        "wins": one.wins,
                        "draws": one.draws,
                        "losses": one.losses,
                        "longest_win": longest(&one.longest_win),
                        "longest_loss": longest(&one.longest_loss),
                    })
                })
                .collect();
            writeln!(out, "{:#}", json!({ "material": name, "to_move": all }))?;
            return Ok(());
        }
        let plies = |longest: &Option<Longest>| longest.as_ref().map_or("-".into(), |l| l.plies.to_string());
        let rows: Vec<_> = survey
            .iter()
            .map(|one| {
                let [wins, draws, losses] = [one.wins, one.draws, one.losses].map(grouped);
                vec![side(one), wins, draws, losses, plies(&one.longest_win), plies(&one.longest_loss)]
            })
            .collect();
        let right = |title| (title, Align::Right);
        let header = [
            ("to move", Align::Left),
            right("wins"),
            right("draws"),
            right("losses"),
            right("longest win"),
            right("longest loss"),
        ];
        write!(out, "{}", table(&header, &rows, Style::of_stdout(false)))?;
        let all = survey.iter().flat_map(|one| {
            let who = |result| format!("{} to move {result}", side(one));
            [one.longest_win.as_ref().map(|l| (who("wins"), l)), one.longest_loss.as_ref().map(|l| (who("loses"), l))]
        });
        for (who, longest) in all.flatten() {
            writeln!(out, "\n{who} in {}: {}", moves(longest.plies), longest.position)?;
            writeln!(out, "{}", longest.line.join(" "))?;
        }
        Ok(())
    }
}
