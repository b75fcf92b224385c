//! `tabula tables build`.

use super::{halt, threads, with_crew};
use crate::columns::{Align, grouped, table};
use crate::failure::BadArgument;
use crate::files::Draft;
use crate::style::Style;
use anyhow::Context;
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;
use tabula_engine::endings::Endgames;

/// Makes tables, and all the smaller ones that they need
///
/// A material is written with the letters of the game's pieces, the two sides apart: KR-KN; in draughts K and M, kings and men:
/// KKM-KM. Tables that are in the folder already are
/// used and not made again.
#[derive(Args)]
#[command(after_help = "Examples:
  tabula tables build chess KQ-K KR-KN --out endings
  tabula tables build ./janus.toml KJ-K
  tabula tables build czech --men 4 --out endings")]
pub(super) struct Build {
    /// The game: an id or the path of a definition
    game: String,
    /// The men of both sides, such as KR-KN
    #[arg(required_unless_present = "men")]
    material: Vec<String>,
    /// Every material of up to so many men, in games that list them (draughts)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=8))]
    men: Option<u32>,
    /// The folder in which the tables go
    #[arg(long, short, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// How many threads; as many as the machine has, unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// For machines
    #[arg(long)]
    json: bool,
}

impl Build {
    /// The materials that are asked for, by name and by number of men.
    fn wanted(&self, tables: &dyn Endgames) -> Result<Vec<String>, BadArgument> {
        let mut wanted = self.material.clone();
        if let Some(most) = self.men {
            let all: Vec<_> = (2..=most).flat_map(|men| tables.with_men(men)).collect();
            if all.is_empty() {
                return Err(BadArgument::new("--men", "this game does not list its materials: name them"));
            }
            wanted.extend(all);
        }
        Ok(wanted)
    }

    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let stop = halt();
        let mut tables = super::open(&self.game, &self.out)?;
        let wanted = self.wanted(&*tables)?;
        let order = tables.order(&wanted).map_err(|fault| BadArgument::new("MATERIAL", fault))?;
        std::fs::create_dir_all(&self.out).with_context(|| format!("cannot make {}", self.out.display()))?;
        let mut made = Vec::new();
        for name in order {
            let file = self.out.join(tables.file_name(&name));
            if tables.has(&name) {
                made.push((name, file, None));
                continue;
            }
            let mut draft = Draft::new(&file)?;
            let begun = Instant::now();
            let threads = threads(self.threads.map(usize::from));
            let bytes = with_crew(&name, threads, &stop, |crew| tables.build(&name, crew))
                .with_context(|| format!("cannot build {name}"))?;
            draft.write_all(&bytes)?;
            draft.finish()?;
            made.push((name, file, Some((bytes.len() as u64, begun.elapsed()))));
        }
        if self.json {
            let all: Vec<_> = made
                .iter()
                .map(|(name, file, new)| {
                    let (bytes, time) = (new.map(|(bytes, _)| bytes), new.map(|(_, time)| time.as_millis() as u64));
                    json!({ "material": name, "file": file, "built": new.is_some(), "bytes": bytes, "ms": time })
                })
                .collect();
            writeln!(out, "{:#}", json!(all))?;
            return Ok(());
        }
        let rows: Vec<_> = made
            .into_iter()
            .map(|(name, file, new)| match new {
                Some((bytes, time)) => {
                    vec![name, grouped(bytes), format!("{:.1} s", time.as_secs_f64()), file.display().to_string()]
                }
                None => vec![name, String::new(), "there".into(), String::new()],
            })
            .collect();
        let header =
            [("material", Align::Left), ("bytes", Align::Right), ("time", Align::Right), ("file", Align::Left)];
        write!(out, "{}", table(&header, &rows, Style::of_stdout(false)))?;
        Ok(())
    }
}
