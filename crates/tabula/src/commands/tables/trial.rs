//! `tabula tables trial`.

use super::moves;
use crate::failure::BadArgument;
use crate::progress;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use tabula_engine::Spec;
use tabula_engine::endings::trial::trial;

/// Lets a player win positions of a table against the best defence
///
/// The positions are drawn by lot among those that are won for whoever is to move. The player has to win each within the distance
/// that the table says; it may use the tables itself, unless its spec says otherwise (tables=).
#[derive(Args)]
#[command(after_help = "Examples:
  tabula tables trial janus KJ-K --dir endings
  tabula tables trial chess KR-K --player tabula:depth=8,tables= --positions 20")]
pub(super) struct Trial {
    /// The game: an id or the path of a definition
    game: String,
    /// The men of both sides, such as KR-K
    material: String,
    /// The folder in which the tables are
    #[arg(long, value_name = "DIR", default_value = ".")]
    dir: PathBuf,
    /// Who has to win
    #[arg(long, value_name = "PLAYER", default_value = "tabula:depth=1")]
    player: Spec,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 100)]
    positions: usize,
    /// What the positions are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// For machines
    #[arg(long)]
    json: bool,
}

impl Trial {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::super::game(&self.game)?;
        let tables = super::open(&self.game, &self.dir)?;
        let name = super::material(&*tables, &self.material)?;
        let mut player = super::super::seat(&shelf, "--player", &self.player)?;
        let says = self.player.to_string().contains("tables=");
        if !says && player.card().options.iter().any(|option| option.name == "tables") {
            let folder = self.dir.display().to_string();
            player.set("tables", &folder).map_err(|fault| BadArgument::new("--dir", fault))?;
        }
        let bar = progress::bar(self.positions);
        let lots = (self.positions, self.seed);
        let trial = trial(&*shelf, &*tables, &name, &mut *player, lots, &mut |trial| {
            bar.set_position(trial.played as u64);
            bar.set_message(format!("{} in time", trial.in_time));
        });
        bar.finish_and_clear();
        let trial = trial?;
        if self.json {
            let json = json!({
                "material": name,
                "positions": trial.played,
                "won": trial.won,
                "in_time": trial.in_time,
                "longest": trial.longest,
                "plies": trial.plies,
                "failures": trial.failures,
            });
            writeln!(out, "{json:#}")?;
        } else {
            for failure in &trial.failures {
                writeln!(out, "{failure}")?;
            }
            let (played, won, in_time) = (trial.played, trial.won, trial.in_time);
            let longest = moves(trial.longest);
            writeln!(out, "{name}: {won} of {played} won, {in_time} of them in time, the longest in {longest}")?;
        }
        if trial.in_time < trial.played {
            anyhow::bail!("{} of {} positions were not won in time", trial.played - trial.in_time, trial.played);
        }
        Ok(())
    }
}
