//! Where positions come from: files of games, and text.

use crate::failure::BadArgument;
use crate::progress;
use anyhow::{Context, anyhow};
use std::cell::Cell;
use std::collections::{HashSet, VecDeque};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::iter::Enumerate;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tabula_arena::selfplay::export::{Export, Filter, fingerprint};
use tabula_arena::selfplay::format::{GAMES, Header, Records};
use tabula_engine::Shelf;
use tabula_lab::labels::{Asked, Entry};
use tabula_wire::epd;

/// A position, and its score for the first player where the file has one.
pub(super) struct Found {
    pub(super) position: String,
    score: Option<i16>,
}

impl Found {
    /// Labelled with the score that it has.
    pub(super) fn with_its_score(&self) -> anyhow::Result<Asked> {
        let score = self.score.ok_or_else(|| {
            let what = format!("the position '{}' has none; who is to label it is told by --player", self.position);
            BadArgument::new("--scores", what)
        })?;
        Ok(Asked::Labelled(Entry { position: self.position.clone(), score }))
    }
}

/// Counts what is read through it.
struct Counted {
    file: File,
    read: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.read.set(self.read.get() + read as u64);
        Ok(read)
    }
}

/// A file that is being read.
enum Open {
    Games(Records<BufReader<Counted>>),
    /// FEN and EPD.
    Positions(epd::Reader<BufReader<Counted>>),
    /// Positions of other games, as they write them.
    Lines(Enumerate<io::Lines<BufReader<Counted>>>),
}

/// The positions of all files, each of them once.
pub(super) struct Sources<'a> {
    shelf: &'a dyn Shelf,
    export: Export<'a>,
    files: VecDeque<(PathBuf, File)>,
    now: Option<(PathBuf, Open)>,
    waiting: VecDeque<Found>,
    seen: HashSet<u64>,
    size: u64,
    read: Rc<Cell<u64>>,
    broken: u64,
}

impl<'a> Sources<'a> {
    /// Opens the files, so that one that is not there is told at once.
    pub(super) fn open(shelf: &'a dyn Shelf, places: &[PathBuf], filter: Filter) -> anyhow::Result<Self> {
        let mut files = VecDeque::new();
        let mut size = 0;
        for place in places {
            let cannot = || format!("cannot read {}", place.display());
            let file = File::open(place).with_context(cannot)?;
            size += file.metadata().with_context(cannot)?.len();
            files.push_back((place.clone(), file));
        }
        let export = Export::new(shelf, filter);
        let (waiting, seen, read) = (VecDeque::new(), HashSet::new(), Rc::default());
        Ok(Self { shelf, export, files, now: None, waiting, seen, size, read, broken: 0 })
    }

    /// Bytes of all files.
    pub(super) const fn size(&self) -> u64 {
        self.size
    }

    /// Bytes that were read of them.
    pub(super) fn read(&self) -> u64 {
        self.read.get()
    }

    /// Lines that are no positions.
    pub(super) const fn broken(&self) -> u64 {
        self.broken
    }

    /// The next position that was not there before.
    pub(super) fn next(&mut self) -> Option<anyhow::Result<Found>> {
        loop {
            if let Some(found) = self.waiting.pop_front() {
                if self.seen.insert(fingerprint(&found.position)) {
                    return Some(Ok(found));
                }
                continue;
            }
            if self.now.is_none() {
                let (place, file) = self.files.pop_front()?;
                match self.begin(&place, file) {
                    Ok(open) => self.now = Some((place, open)),
                    Err(error) => return Some(Err(error)),
                }
            }
            if let Err(error) = self.more() {
                return Some(Err(error));
            }
        }
    }

    fn begin(&self, place: &Path, mut file: File) -> anyhow::Result<Open> {
        let name = place.display();
        let mut magic = [0; 8];
        let is_games = file.read(&mut magic).is_ok_and(|read| read == 8 && magic == *b"TABULA-G");
        file.rewind().with_context(|| format!("cannot read {name}"))?;
        let mut from = BufReader::new(Counted { file, read: Rc::clone(&self.read) });
        let card = self.shelf.card();
        if is_games {
            let header = Header::read(&mut from, &GAMES).map_err(|what| BadArgument::new(&name.to_string(), what))?;
            if header.game != card.id {
                let what = format!("it has games of {}, not of {}", header.game, card.id);
                return Err(BadArgument::new(&name.to_string(), what).into());
            }
            return Ok(Open::Games(Records::new(from)));
        }
        Ok(if card.family == "chess" {
            Open::Positions(epd::Reader::new(from))
        } else {
            Open::Lines(from.lines().enumerate())
        })
    }

    /// Reads a game or a line.
    fn more(&mut self) -> anyhow::Result<()> {
        let Some((place, open)) = &mut self.now else { return Ok(()) };
        let name = place.display().to_string();
        let cannot = || format!("cannot read {name}");
        match open {
            Open::Games(records) => {
                let Some(game) = records.next() else {
                    self.now = None;
                    return Ok(());
                };
                let lines = self.export.lines(&game.with_context(cannot)?).map_err(|what| anyhow!("{name}: {what}"))?;
                for line in lines {
                    let mut words = line.rsplitn(3, ';').skip(1);
                    let (score, position) = (words.next(), words.next());
                    let score = score.and_then(|score| score.parse::<i32>().ok());
                    let score = score.map(|score| score.clamp(-32_000, 32_000) as i16);
                    self.waiting.extend(position.map(|text| Found { position: text.to_string(), score }));
                }
            }
            Open::Positions(reader) => {
                let Some(entry) = reader.next() else {
                    self.now = None;
                    return Ok(());
                };
                let entry = entry.with_context(cannot)?;
                match &entry.body {
                    epd::Body::Remark(_) => {}
                    epd::Body::Record(record) => self.offer(&name, entry.line, record.fen()),
                    epd::Body::Broken(_) => {
                        let what = entry.faults.first().map_or_else(String::new, ToString::to_string);
                        self.refuse(&name, entry.line, &what);
                    }
                }
            }
            Open::Lines(lines) => {
                let Some((number, line)) = lines.next() else {
                    self.now = None;
                    return Ok(());
                };
                let line = line.with_context(cannot)?;
                if !line.trim().is_empty() {
                    self.offer(&name, number + 1, line.trim().to_string());
                }
            }
        }
        Ok(())
    }

    /// Takes a position from text, if it is one.
    fn offer(&mut self, name: &str, line: usize, position: String) {
        let setup = tabula_engine::Setup { game: self.shelf.card().id.clone(), start: Some(position.clone()) };
        match self.shelf.table(&setup) {
            Ok(_) => self.waiting.push_back(Found { position, score: None }),
            Err(faults) => self.refuse(name, line, &faults.to_string()),
        }
    }

    fn refuse(&mut self, name: &str, line: usize, what: &str) {
        self.broken += 1;
        progress::note(&format!("{name} line {line}: {what}"));
    }
}
