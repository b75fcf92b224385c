//! `tabula tables verify`.

use super::{halt, threads, with_crew};
use crate::columns::grouped;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Checks every position of tables against the positions that follow it
///
/// The smaller tables that are needed are taken from the folder of each file.
#[derive(Args)]
#[command(after_help = "Example:
  tabula tables verify chess endings/chess.KR-KN.ending")]
pub(super) struct Verify {
    /// The game: an id or the path of a definition
    game: String,
    /// The files of the tables
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// How many threads; as many as the machine has, unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// For machines
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let stop = halt();
        let mut checked = Vec::new();
        let mut wrong = 0;
        for file in &self.files {
            let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let mut tables = super::open(&self.game, folder)?;
            let name = tables.read(file)?;
            let threads = threads(self.threads.map(usize::from));
            let count = with_crew(&name, threads, &stop, |crew| tables.verify(&name, crew));
            if !self.json {
                match &count {
                    Ok(count) => {
                        writeln!(out, "{}: {name}, {} positions are right", file.display(), grouped(*count as u64))?;
                    }
                    Err(fault) => writeln!(out, "{}: {name}: {fault}", file.display())?,
                }
            }
            wrong += usize::from(count.is_err());
            checked.push(json!({
                "file": file,
                "material": name,
                "positions": count.as_ref().ok(),
                "fault": count.as_ref().err().map(ToString::to_string),
            }));
        }
        if self.json {
            writeln!(out, "{:#}", json!(checked))?;
        }
        if wrong > 0 {
            anyhow::bail!("{wrong} of {} tables are wrong", self.files.len());
        }
        Ok(())
    }
}
