//! `tabula book`: opening books in the format of Polyglot, made and read.

use crate::columns::{Align, grouped, table};
use crate::failure::BadArgument;
use crate::files::Draft;
use crate::style::Style;
use crate::{kept, progress};
use anyhow::Context;
use clap::{Args, Subcommand};
use serde_json::json;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use tabula_core::{Cause, Outcome, Side};
use tabula_engine::Shelf;
use tabula_engine::book::{Book as Entries, Builder};
use tabula_wire::pgn::{self, LineId, Reading, Verdict};

/// Makes and reads opening books
#[derive(Args)]
#[command(after_help = "Examples:
  tabula book build games.pgn --out book.bin --plies 24 --min-games 3
  tabula book show book.bin
  tabula play chess --opponent tabula:book=book.bin")]
pub(crate) struct Book {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Build(Build),
    Show(Show),
}

/// Makes a Polyglot book of games
///
/// A move weighs two for each game that its side won and one for each draw; a game without a result counts as a draw. Moves
/// that never scored are left out.
#[derive(Args)]
#[command(after_help = "Example:
  tabula book build games.pgn more.pgn --out book.bin --plies 24 --min-games 3")]
struct Build {
    /// Files of games of chess or Chess960, as PGN
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// Where the book goes
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// How many plies of each game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// Moves of fewer games are left out
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// For machines
    #[arg(long)]
    json: bool,
}

/// Lists the moves that a book knows in a position
#[derive(Args)]
#[command(after_help = "Example:
  tabula book show book.bin --fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'")]
struct Show {
    /// The book
    file: PathBuf,
    /// The position, instead of the start
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// The game: chess or chess960
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    /// For machines
    #[arg(long)]
    json: bool,
}

impl Book {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.what {
            What::Build(build) => build.run(out),
            What::Show(show) => show.run(out),
        }
    }
}

/// Faults beyond this many are counted, not told: a large file of games has thousands.
const TOLD: usize = 10;

impl Build {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game("chess")?;
        let mut draft = Draft::new(&self.out)?;
        let mut gathered = Gathered { builder: Builder::new(usize::from(self.plies)), faults: 0 };
        let spinner = progress::spinner(String::new());
        for file in &self.files {
            let stream = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
            for reading in pgn::Reader::new(BufReader::new(stream)) {
                let reading = reading.with_context(|| format!("cannot read {}", file.display()))?;
                spinner.set_message(format!("{}, game {}", file.display(), reading.number));
                let told = gathered.add(file, &*shelf, trimmed(reading, usize::from(self.plies)));
                spinner.suspend(|| told.iter().try_for_each(|fault| writeln!(std::io::stderr(), "{fault}")))?;
            }
        }
        spinner.finish_and_clear();
        let Gathered { builder, faults } = gathered;
        if faults > TOLD {
            writeln!(std::io::stderr(), "and {} more faults", faults - TOLD)?;
        }
        let made = builder.finish(self.min_games);
        if made.moves == 0 {
            anyhow::bail!("no move was played in {} games or more: the book would be empty", self.min_games);
        }
        draft.write_all(&made.bytes)?;
        draft.finish()?;
        if self.json {
            let (games, positions, moves) = (made.games, made.positions, made.moves);
            let json = json!({ "games": games, "positions": positions, "moves": moves, "faults": faults });
            writeln!(out, "{json:#}")?;
        } else {
            let [games, positions, moves] = [made.games, made.positions, made.moves].map(|n| grouped(n as u64));
            writeln!(out, "{games} games, {positions} positions, {moves} moves: {}", self.out.display())?;
        }
        Ok(())
    }
}

/// A book under way.
struct Gathered {
    builder: Builder,
    faults: usize,
}

impl Gathered {
    /// Adds a game as far as it could be replayed; what is to be told of it is answered.
    fn add(&mut self, file: &Path, shelf: &dyn Shelf, reading: Reading) -> Vec<String> {
        let number = reading.number;
        let import = pgn::import(reading, &|setup| kept::open(shelf, setup));
        let mut faults: Vec<_> = import.faults.iter().map(|fault| format!("{}: {fault}", file.display())).collect();
        if let Some(table) = &import.table {
            let added = self.builder.add(&table.record(), outcome(import.game.result));
            faults.extend(added.err().map(|fault| format!("{}: game {number}: {fault}", file.display())));
        }
        let left = TOLD.saturating_sub(self.faults);
        self.faults += faults.len();
        faults.truncate(left);
        faults
    }
}

/// The game without what a book does not hold: later moves, and variations.
fn trimmed(mut reading: Reading, plies: usize) -> Reading {
    let tree = &mut reading.game.tree;
    let main = tree.line_mut(LineId::MAIN);
    main.moves.truncate(plies);
    main.loose.clear();
    for id in main.moves.clone() {
        tree.node_mut(id).variations.clear();
    }
    reading
}

fn outcome(verdict: Verdict) -> Option<Outcome> {
    match verdict {
        Verdict::First => Some(Outcome::win(Side::First, Cause::Resignation)),
        Verdict::Second => Some(Outcome::win(Side::Second, Cause::Resignation)),
        Verdict::Draw => Some(Outcome::draw(Cause::Agreement)),
        Verdict::Open => None,
    }
}

impl Show {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        let position = super::table(&*shelf, self.fen.as_deref())?;
        let mut record = position.record();
        // As it was written: our own spelling of a position forgets what the key counts.
        record.setup.start.clone_from(&self.fen);
        let book = Entries::open(&self.file)?;
        let moves = book.moves(&record).map_err(|fault| BadArgument::new("--game", fault))?;
        let key = Entries::key(&record)?;
        let all: u32 = moves.iter().map(|m| u32::from(m.weight)).sum();
        let share = |weight: u16| if all == 0 { 0.0 } else { f64::from(weight) * 100.0 / f64::from(all) };
        let mut named = Vec::new();
        for m in &moves {
            named.push((position.read(&m.code)?.text, m));
        }
        if self.json {
            let moves: Vec<_> = named
                .iter()
                .map(|(text, m)| json!({ "move": m.code, "text": text, "weight": m.weight, "share": share(m.weight) }))
                .collect();
            let json = json!({ "entries": book.len(), "key": format!("{key:016x}"), "moves": moves });
            writeln!(out, "{json:#}")?;
            return Ok(());
        }
        writeln!(out, "{} entries; key {key:016x}", grouped(book.len() as u64))?;
        if named.is_empty() {
            writeln!(out, "the book does not know this position")?;
            return Ok(());
        }
        let rows: Vec<_> = named
            .into_iter()
            .map(|(text, m)| vec![text, m.code.clone(), m.weight.to_string(), format!("{:.1} %", share(m.weight))])
            .collect();
        let header = [("move", Align::Left), ("code", Align::Left), ("weight", Align::Right), ("share", Align::Right)];
        write!(out, "{}", table(&header, &rows, Style::of_stdout(false)))?;
        Ok(())
    }
}
