//! `tabula convert`: games and positions from one text format into another.
//!
//! Whatever is wrong with the input is told on standard error, with its place; the rest is converted.

use crate::failure::BadArgument;
use crate::files::Draft;
use crate::kept;
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use std::cell::Cell;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use tabula_engine::{Setup, Shelf, Table, catalogue};
use tabula_wire::pgn::{self, Dialect};
use tabula_wire::{epd, games, pdn, sgf};

/// Converts games and positions between text formats
#[derive(Args)]
#[command(after_help = "Formats:
  pgn   games with tags, comments and variations, which are kept from PGN to PGN
  pdn   the same for draughts (PDN 3.0)
  sgf   the same for Go and five in a row (SGF FF[4]); from SGF to SGF every property is kept
  uci   a game per line: startpos moves b2 a1, or: fen F moves b2 a1
  fen   a position per line: from games, every position of the main line
  epd   the same with operations: sm is the move that was played, id the game and ply

Examples:
  tabula convert games.pgn --to uci
  tabula convert games.pdn --to fen
  tabula convert game.sgf --to uci
  tabula convert suite.epd --to fen --output suite.fen
  tabula convert - --from uci --game tictactoe --to pgn < lines")]
pub(crate) struct Convert {
    /// The file to read; '-' is standard input
    file: PathBuf,
    /// What it holds [default: what its name says]
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Format>,
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Format,
    /// The game of formats that do not name it
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    /// Where to write, instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Portable game notation
    Pgn,
    /// Portable draughts notation
    Pdn,
    /// Smart game format
    Sgf,
    /// A game per line, moves as programs exchange them
    Uci,
    /// A position per line
    Fen,
    /// A position per line, with operations
    Epd,
}

impl Format {
    /// How its games are written, where it holds whole games.
    const fn dialect(self) -> Option<Dialect> {
        match self {
            Self::Pgn => Some(Dialect::Pgn),
            Self::Pdn => Some(Dialect::Pdn),
            Self::Sgf => Some(Dialect::Sgf),
            Self::Uci | Self::Fen | Self::Epd => None,
        }
    }
}

/// One game or position, whatever it came from.
struct Item {
    /// Which one of the input, from 1.
    number: usize,
    /// The game, as far as it could be replayed.
    table: Box<dyn Table>,
    /// What an EPD line said about it.
    record: Option<epd::Record>,
}

impl Convert {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let from = self.from.or_else(|| by_name(&self.file)).ok_or_else(|| {
            BadArgument::new("--from", format!("the name '{}' does not say what it holds", self.file.display()))
        })?;
        let shelf = catalogue::find(&self.game).map_err(|faults| BadArgument::new("--game", faults))?;
        let input: Box<dyn BufRead> = if self.file == Path::new("-") {
            Box::new(std::io::stdin().lock())
        } else {
            let file = File::open(&self.file).with_context(|| format!("cannot read {}", self.file.display()))?;
            Box::new(BufReader::new(file))
        };
        let run = Run { order: self, shelf: &*shelf, faults: Cell::new(0) };
        match &self.output {
            Some(place) => {
                let mut draft = Draft::new(place)?;
                run.convert(from, input, &mut draft)?;
                draft.finish()?;
            }
            None => {
                // Without it every line would be written alone, which takes longer than converting it.
                let mut out = BufWriter::new(out);
                run.convert(from, input, &mut out)?;
                out.flush()?;
            }
        }
        match run.faults.get() {
            0 => Ok(()),
            1 => Err(anyhow!("one fault, told above; the rest was converted")),
            faults => Err(anyhow!("{faults} faults, told above; the rest was converted")),
        }
    }
}

/// A conversion under way.
struct Run<'a> {
    order: &'a Convert,
    /// The game of formats that do not name it.
    shelf: &'a dyn Shelf,
    /// How many were told.
    faults: Cell<usize>,
}

impl Run<'_> {
    fn convert(&self, from: Format, input: Box<dyn BufRead>, out: &mut dyn Write) -> anyhow::Result<()> {
        match from {
            Format::Pgn => self.games(input, Dialect::Pgn, out),
            Format::Pdn => self.games(input, Dialect::Pdn, out),
            Format::Sgf => self.trees(input, out),
            Format::Uci => self.lines(input, out, |line| self.game_of_line(line)),
            Format::Fen => self.lines(input, out, |line| self.open(Some(line.trim().to_string()))),
            Format::Epd => self.positions(input, out),
        }
    }

    fn open(&self, start: Option<String>) -> anyhow::Result<Box<dyn Table>> {
        Ok(self.shelf.table(&Setup { game: self.shelf.card().id.clone(), start })?)
    }

    fn file(&self) -> std::path::Display<'_> {
        self.order.file.display()
    }

    fn warn(&self, what: impl std::fmt::Display) -> anyhow::Result<()> {
        self.faults.set(self.faults.get() + 1);
        Ok(writeln!(std::io::stderr(), "{}: {what}", self.file())?)
    }

    fn games(&self, input: Box<dyn BufRead>, dialect: Dialect, out: &mut dyn Write) -> anyhow::Result<()> {
        for (number, reading) in (1..).zip(games::reader(input, dialect)) {
            let reading = reading.with_context(|| format!("cannot read {}", self.file()))?;
            let import = games::import(reading, dialect, &|setup| kept::open(self.shelf, setup));
            for fault in &import.faults {
                self.warn(fault)?;
            }
            if self.order.to.dialect() == Some(dialect) {
                // Even a game that nobody can set up is not lost.
                self.write_game(number, &import.standard(), dialect, out)?;
            } else if let Some(table) = import.table {
                self.write(&Item { number, table, record: None }, out)?;
            }
        }
        Ok(())
    }

    /// Trees of properties: whatever they hold is kept where the same is written.
    fn trees(&self, input: Box<dyn BufRead>, out: &mut dyn Write) -> anyhow::Result<()> {
        for (number, reading) in (1..).zip(sgf::Reader::new(input)) {
            let reading = reading.with_context(|| format!("cannot read {}", self.file()))?;
            let import = sgf::import(sgf::game(&reading), &|setup| kept::open(self.shelf, setup));
            for fault in &import.faults {
                self.warn(fault)?;
            }
            if self.order.to == Format::Sgf {
                let gap = if number > 1 { "\n" } else { "" };
                write!(out, "{gap}{}", sgf::write(&reading.tree))?;
            } else if let Some(table) = import.table {
                self.write(&Item { number, table, record: None }, out)?;
            }
        }
        Ok(())
    }

    fn positions(&self, input: Box<dyn BufRead>, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut number = 0;
        for entry in epd::Reader::new(input) {
            let entry = entry.with_context(|| format!("cannot read {}", self.file()))?;
            for fault in &entry.faults {
                self.warn(fault)?;
            }
            let Some(record) = entry.record() else { continue };
            number += 1;
            match self.open(Some(record.fen())) {
                Ok(table) => self.write(&Item { number, table, record: Some(record.clone()) }, out)?,
                Err(error) => self.warn(format!("line {}: {error:#}", entry.line))?,
            }
        }
        Ok(())
    }

    /// A game or a position per line, without any operation; lines that begin with '#' are remarks.
    fn lines(
        &self,
        input: Box<dyn BufRead>,
        out: &mut dyn Write,
        read: impl Fn(&str) -> anyhow::Result<Box<dyn Table>>,
    ) -> anyhow::Result<()> {
        let mut games = 0;
        for (number, line) in (1..).zip(input.split(b'\n')) {
            let line = line.with_context(|| format!("cannot read {}", self.file()))?;
            // Letters of another encoding spoil their own line at most.
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_start_matches('\u{feff}');
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            match read(line) {
                Ok(table) => {
                    games += 1;
                    self.write(&Item { number: games, table, record: None }, out)?;
                }
                Err(error) => self.warn(format!("line {number}: {error:#}"))?,
            }
        }
        Ok(())
    }

    /// Reads `[position] startpos|fen F [moves ...]`.
    fn game_of_line(&self, line: &str) -> anyhow::Result<Box<dyn Table>> {
        let line = line.trim().trim_start_matches("position ").trim_start();
        let padded = format!("{line} ");
        let (start, moves) = padded.split_once(" moves ").unwrap_or((line, ""));
        let start = match start.trim().split_once(' ') {
            None if start.trim() == "startpos" => None,
            Some(("fen", fen)) => Some(fen.trim().to_string()),
            _ => return Err(anyhow!("expected 'startpos' or 'fen F', found '{}'", start.trim())),
        };
        let mut table = self.open(start)?;
        for (number, text) in (1..).zip(moves.split_whitespace()) {
            table.play(text).with_context(|| format!("move {number}, '{text}'"))?;
        }
        Ok(table)
    }

    fn write(&self, item: &Item, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.order.to {
            Format::Pgn => self.write_game(item.number, &pgn::export(&*item.table, &[], None), Dialect::Pgn, out),
            Format::Pdn => {
                let game = pdn::export(&*item.table, &[], None)
                    .ok_or_else(|| anyhow!("a game of {} cannot be written as PDN", item.table.card().name))?;
                self.write_game(item.number, &game, Dialect::Pdn, out)
            }
            Format::Sgf => {
                let game = sgf::export(&*item.table, &[], None)
                    .ok_or_else(|| anyhow!("a game of {} cannot be written as SGF", item.table.card().name))?;
                self.write_game(item.number, &game, Dialect::Sgf, out)
            }
            Format::Uci => {
                let record = item.table.record();
                let start = record.setup.start.map_or("startpos".to_string(), |start| format!("fen {start}"));
                let moves = if record.moves.is_empty() { "" } else { " moves " };
                Ok(writeln!(out, "{start}{moves}{}", record.moves.join(" "))?)
            }
            Format::Fen => {
                for position in positions(&*item.table) {
                    writeln!(out, "{position}")?;
                }
                Ok(())
            }
            Format::Epd if let Some(record) = &item.record => Ok(writeln!(out, "{record}")?),
            Format::Epd => {
                let table = &*item.table;
                for (ply, position) in positions(table).iter().enumerate() {
                    let id = format!("game {} ply {ply}", item.number);
                    let next = table.played().get(ply).map(|played| &*played.text);
                    let record = described(position, &id, next)
                        .with_context(|| format!("a position of {} cannot be written as EPD", table.card().name))?;
                    writeln!(out, "{record}")?;
                }
                Ok(())
            }
        }
    }

    /// Games are separated by an empty line.
    fn write_game(&self, number: usize, game: &pgn::Game, dialect: Dialect, out: &mut dyn Write) -> anyhow::Result<()> {
        if number > 1 {
            writeln!(out)?;
        }
        Ok(write!(out, "{}", games::write(game, dialect))?)
    }
}

/// Every position of a game, from its start.
fn positions(game: &dyn Table) -> Vec<String> {
    let mut table = game.copy();
    let mut positions = vec![table.position()];
    while table.back() {
        positions.push(table.position());
    }
    positions.reverse();
    positions
}

/// A position with its name and the move that was played, as EPD.
pub(super) fn described(position: &str, id: &str, next: Option<&str>) -> anyhow::Result<epd::Record> {
    let mut record = epd::parse(position).0.ok_or_else(|| anyhow!("'{position}' does not suit it; try fen"))?;
    let counters = record.counters.take();
    record.operations.extend(next.map(|text| operation("sm", text, false)));
    record.operations.push(operation("id", id, true));
    if let Some((quiet, number)) = counters {
        record.operations.push(operation("hmvc", &quiet.to_string(), false));
        record.operations.push(operation("fmvn", &number.to_string(), false));
    }
    Ok(record)
}

/// An operation with one operand.
pub(super) fn operation(code: &str, text: &str, quoted: bool) -> epd::Operation {
    epd::Operation { code: code.to_string(), operands: vec![epd::Operand { text: text.to_string(), quoted }] }
}

/// What the end of a file's name says.
fn by_name(file: &Path) -> Option<Format> {
    let ending = file.extension()?.to_str()?.to_lowercase();
    Format::value_variants()
        .iter()
        .copied()
        .find(|format| format.to_possible_value().is_some_and(|value| value.get_name() == ending))
}
