//! Where an event is kept, and in which forms its result is told.

use crate::failure::BadArgument;
use crate::files;
use anyhow::Context;
use clap::Args;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use tabula_arena::archive::Archive;
use tabula_arena::schedule::Fixture;
use tabula_arena::standings::{Result, Standings};
use tabula_arena::{Entrant, Event, Finished, ledger};
use tabula_store::Store;

/// Arguments of every event.
#[derive(Args, Clone)]
pub(crate) struct Keeping {
    /// Keeps the event in the store of this folder, each game as soon as it is over
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Keeps the games in this file, as PGN or in the notation of the game
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Goes on with the same event in the store of --data, or with the games in the file of --pgn
    #[arg(long)]
    resume: bool,
    /// Writes the result with plots, as a page to look at or to print
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Writes a line for each game, as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Writes what foreign programs say, and what they are told, to a file for each in this folder
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// For machines
    #[arg(long)]
    pub(crate) json: bool,
}

/// What an event is kept in.
pub(crate) struct Keeper {
    file: Option<(File, PathBuf)>,
    archive: Option<Archive>,
}

impl Keeping {
    /// The same, kept in this folder unless another was named.
    pub(crate) fn or_in(&self, folder: &str) -> Self {
        Self { data: Some(self.data.clone().unwrap_or_else(|| folder.into())), ..self.clone() }
    }

    /// The same for the n-th event of a file (from 0): a file of its own for each.
    pub(crate) fn nth(&self, n: usize) -> Self {
        let place = |file: &Option<PathBuf>| {
            let file = file.as_ref()?;
            if n == 0 {
                return Some(file.clone());
            }
            let mut name = file.file_stem().unwrap_or_default().to_os_string();
            name.push(format!("-{}", n + 1));
            if let Some(ending) = file.extension() {
                name.push(".");
                name.push(ending);
            }
            Some(file.with_file_name(name))
        };
        Self { pgn: place(&self.pgn), html: place(&self.html), csv: place(&self.csv), ..self.clone() }
    }

    /// The same entrants, logged where that is wanted.
    pub(crate) fn logged(&self, entrants: &[Entrant]) -> anyhow::Result<Vec<Entrant>> {
        let Some(folder) = &self.log else { return Ok(entrants.to_vec()) };
        std::fs::create_dir_all(folder).with_context(|| format!("cannot write {}", folder.display()))?;
        let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
        let file = |entrant: &Entrant| folder.join(entrant.name.chars().map(plain).collect::<String>() + ".log");
        Ok(entrants.iter().map(|entrant| Entrant { log: Some(file(entrant)), ..entrant.clone() }).collect())
    }

    /// Opens what the event is kept in; answers the games that it has already.
    pub(crate) fn open(&self, event: &Event) -> anyhow::Result<(Keeper, Vec<Result>)> {
        if self.resume && self.pgn.is_none() && self.data.is_none() {
            return Err(BadArgument::new("--resume", "it needs --data or --pgn, where the games are").into());
        }
        let (archive, mut results) = match &self.data {
            Some(folder) => self.archive(folder, event)?,
            None => (None, Vec::new()),
        };
        let file = match &self.pgn {
            Some(place) => Some(self.ledger(place, event, archive.as_ref(), &mut results)?),
            None => None,
        };
        Ok((Keeper { file, archive }, results))
    }

    fn archive(&self, folder: &Path, event: &Event) -> anyhow::Result<(Option<Archive>, Vec<Result>)> {
        let open = || Store::open(folder);
        if self.resume
            && let (Some(archive), results) = Archive::resume(open()?, event)?
        {
            return Ok((Some(archive), results));
        }
        Ok((Some(Archive::begin(open()?, event)?), Vec::new()))
    }

    /// The file for the games. Where there is a store, that is what counts, and the file follows it.
    fn ledger(
        &self,
        place: &Path,
        event: &Event,
        archive: Option<&Archive>,
        results: &mut Vec<Result>,
    ) -> anyhow::Result<(File, PathBuf)> {
        let there = std::fs::metadata(place).is_ok_and(|file| file.is_file() && file.len() > 0);
        if there && !self.resume {
            let what = format!("{} has games already; --resume goes on with them", place.display());
            return Err(BadArgument::new("--pgn", what).into());
        }
        if let Some(archive) = archive {
            files::save(place, &archive.text()?)?;
        } else if there {
            let stream = File::open(place).with_context(|| format!("cannot read {}", place.display()))?;
            let read = ledger::read(event, BufReader::new(stream));
            let kept = read.map_err(|fault| BadArgument::new(&format!("--pgn {}", place.display()), fault))?;
            *results = kept.results;
            // Drops what was half-written when the event ended.
            files::save(place, &kept.text)?;
        }
        let file = File::options().create(true).append(true).open(place);
        Ok((file.with_context(|| format!("cannot write {}", place.display()))?, place.to_path_buf()))
    }
}

impl Keeper {
    /// Keeps a game that is over.
    pub(crate) fn add(&mut self, event: &Event, fixture: &Fixture, finished: &Finished) -> anyhow::Result<()> {
        if let Some(archive) = &mut self.archive {
            archive.add(event, fixture, finished)?;
        }
        if let Some((file, place)) = &mut self.file {
            let text = ledger::write(event, fixture, finished);
            let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
            written.with_context(|| format!("cannot write {}", place.display()))?;
        }
        Ok(())
    }

    /// The event is over.
    pub(crate) fn end(&mut self, standings: &Standings) -> anyhow::Result<()> {
        match &mut self.archive {
            Some(archive) => Ok(archive.end(standings, &crate::kept::today())?),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_event_of_a_file_has_files_of_its_own() {
        let keeping = Keeping {
            data: None,
            pgn: Some("a/games.pgn".into()),
            resume: false,
            html: Some("page".into()),
            csv: None,
            log: None,
            json: false,
        };
        assert_eq!(keeping.nth(0).pgn, keeping.pgn);
        let second = keeping.nth(1);
        assert_eq!((second.pgn, second.html), (Some("a/games-2.pgn".into()), Some("page-2".into())));
    }
}
