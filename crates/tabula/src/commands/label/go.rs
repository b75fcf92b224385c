//! `tabula label go9`: games of 9x9 Go in which a strong engine judges every position.

use crate::columns::grouped;
use crate::failure::BadArgument;
use crate::files::save;
use crate::interrupt;
use crate::progress::{Live, note};
use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::json;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Faults};
use tabula_engine::foreign::Protocol;
use tabula_engine::{ForeignSpec, Player, Record, Setup, Shelf, Spec, Table};
use tabula_lab::labels::games::{self, Judge, Lots, Made, Moves, Opinion};
use tabula_lab::labels::judged::{Games, place};
use tabula_wire::foreign::Patience;
use tabula_wire::gtp::analysis::{Analysis, Way};
use tabula_wire::gtp::client::{Engine, Search};
use tabula_wire::pgn::Dialect;
use tabula_wire::{Kind, games as files};

/// Has every position of games of 9x9 Go judged by an engine, for a network to learn from
///
/// The engine speaks the Go Text Protocol and knows one of the orders `kata-raw-nn`, `kata-analyze` and `lz-analyze`.
/// It is asked about each position by the first of them that it knows (by a search, if --nodes says so), under Chinese
/// rules with a komi of 7.5. The moves are drawn from what it thinks of them, or taken from games in SGF, which have to
/// begin on the empty board. The same command goes on with a file that is not finished; how a file is made is kept
/// beside it, in FILE.made.
#[derive(Args)]
#[command(after_help = "The last line is `FILE: N games, M positions, K games of them new; ...`.
`tabula selfplay --teacher FILE` learns from the file.
An engine that has only `lz-analyze` tells neither the lead nor whose the points will be: both are marked as not known.

Examples:
  tabula label go9 --games 4000 --out go9-teacher.bin --player 'gtp:katago gtp -model g170-b6c96.bin.gz -config gtp.cfg'
  tabula label go9 games.sgf --out judged.bin --player 'gtp:katago gtp -model kata1.bin.gz -config gtp.cfg' --nodes 400
  tabula label go9 --games 100 --out own.bin --player 'gtp:tabula gtp' --nodes 2000 --concurrency 2
  tabula selfplay configs/go9.toml --out runs/go9 --teacher go9-teacher.bin

docs/data-format.md describes the file.")]
pub(super) struct Go9 {
    /// Games to judge, in SGF [default: games are played]
    #[arg(value_name = "GAMES.sgf")]
    files: Vec<PathBuf>,
    /// The file for the judged games; one that is there is gone on with
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// The engine, as gtp:PROGRAM ARGUMENTS
    #[arg(long, visible_alias = "engine", value_name = "SPEC")]
    player: Spec,
    /// How many games the file is to have in the end [default: 1000, or all that are given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Visits for each position, by a search [default: one look of its network; 100 where it has no order for that]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds after which a search is ended, whatever it has visited
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: u64,
    /// How many games at a time, each with an engine of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Plies at the start that are drawn by lot, at most; each game draws how many
    #[arg(long, value_name = "N", default_value_t = 6, conflicts_with = "files")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=80))]
    lots: u32,
    /// How many of a hundred later moves are drawn by lot
    #[arg(long, value_name = "P", default_value_t = 3.0, value_parser = percent, conflicts_with = "files")]
    random: f32,
    /// How freely all others are drawn from what the engine thinks of them; each game has a temperature from half of
    /// this to three halves
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = temperature, conflicts_with = "files")]
    temperature: f32,
    /// What all this is drawn from
    #[arg(long, value_name = "S", default_value_t = 1, conflicts_with = "files")]
    seed: u64,
    /// The summary as JSON
    #[arg(long)]
    json: bool,
}

/// The game whose positions the format can hold.
const GAME: &str = "go9";
/// How many games are played where nothing is said.
const USUAL_GAMES: u64 = 1000;
/// What a search may visit where nothing is said.
const USUAL_NODES: u64 = 100;
/// The empty board with Black to move, as positions begin.
const EMPTY: &str = "9/9/9/9/9/9/9/9/9 b";
/// Engines with networks take their time to load them, and some to tune themselves.
const PATIENCE: Patience =
    Patience { start: Duration::from_secs(300), ready: Duration::from_secs(60), stop: Duration::from_secs(5) };

fn percent(text: &str) -> Result<f32, String> {
    between(text, 0.0, 100.0)
}

fn temperature(text: &str) -> Result<f32, String> {
    between(text, 0.01, 100.0)
}

fn between(text: &str, low: f32, high: f32) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (low..=high).contains(number));
    number.ok_or_else(|| format!("expected a number from {low} to {high}"))
}

/// What is in the file.
#[derive(Default)]
struct Counts {
    games: u64,
    positions: u64,
    /// Those of this run.
    new_games: u64,
    new_positions: u64,
    /// Of those, the ones whose lead and owners are not known.
    unknown: u64,
}

impl Go9 {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let halt = interrupt::halt_on_signals();
        let shelf = crate::commands::game(GAME)?;
        let spec = self.program()?;
        let (moves, games, left_out) = self.moves(&*shelf)?;
        let mut engines = Vec::new();
        for _ in 0..self.concurrency {
            engines.push(engine(spec, &shelf).map_err(|fault| BadArgument::new("--player", fault))?);
        }
        let searching = self.nodes.is_some();
        let way = engines[0].way(searching).map_err(|fault| BadArgument::new("--player", fault))?;
        let who = format!("{} by {}", engines[0].card().name, way.word());
        let (mut file, mut counts) = open(&self.out, &self.made(&who, way, &moves))?;
        let place = self.out.display();
        let mut live = Live::new(usize::try_from(games).unwrap_or(usize::MAX));
        if way == Way::Leela {
            live.say(&format!(
                "{who}: it tells neither the lead nor the owners of points, which are marked as not known"
            ));
        }
        let search = Search { visits: self.nodes.unwrap_or(USUAL_NODES), time: Duration::from_millis(self.movetime) };
        let judge = |engine| judge(engine, way, search, &halt);
        let mut judges: Vec<Box<Judge<'_>>> = engines.iter_mut().map(judge).collect();
        let (begun, mut failed) = (Instant::now(), None);
        let made = games::make(&*shelf, &moves, counts.games..games, &mut judges, &halt, &mut |made| {
            let kept = file.write_all(&made.bytes).and_then(|()| file.sync_data());
            failed = kept.with_context(|| format!("cannot write {place}")).err();
            if failed.is_some() {
                return ControlFlow::Break(());
            }
            counts.add(made);
            live.tell(counts.games, || counts.speed(begun));
            ControlFlow::Continue(())
        });
        live.end();
        failed.map_or(Ok(()), Err)?;
        made.map_err(|fault| {
            anyhow!("{fault}; {place} has {} whole games, and the same command goes on", grouped(counts.games))
        })?;
        self.tell(out, &counts, &who, counts.games >= games, begun)?;
        match left_out {
            0 => Ok(()),
            1 => Err(anyhow!("one game was left out, told above")),
            many => Err(anyhow!("{many} games were left out, told above")),
        }
    }

    /// The program that is to be started.
    fn program(&self) -> Result<&ForeignSpec, BadArgument> {
        match &self.player {
            Spec::Foreign(spec) if spec.protocol == Protocol::Gtp => Ok(spec),
            other => {
                let what = format!(
                    "expected an engine that speaks the Go Text Protocol, as gtp:PROGRAM ARGUMENTS, found '{other}'"
                );
                Err(BadArgument::new("--player", what))
            }
        }
    }

    /// Where moves come from, how many games that is to be, and how many of those that are given were left out.
    fn moves(&self, shelf: &dyn Shelf) -> anyhow::Result<(Moves, u64, u64)> {
        if self.files.is_empty() {
            let Self { lots, random, temperature, seed, .. } = *self;
            let lots = Lots { opening: lots, percent: random, temperature, seed };
            return Ok((Moves::Drawn(lots), self.games.unwrap_or(USUAL_GAMES), 0));
        }
        let (mut given, mut left_out) = (Vec::new(), 0);
        for file in &self.files {
            left_out += read(file, shelf, &mut given)?;
        }
        let all = given.len() as u64;
        Ok((Moves::Given(given), self.games.map_or(all, |games| games.min(all)), left_out))
    }

    /// How the file is made, in words.
    fn made(&self, who: &str, way: Way, moves: &Moves) -> String {
        let nodes = self.nodes.unwrap_or(USUAL_NODES);
        let limit = if way.searches() { format!(" nodes {nodes} ms {}", self.movetime) } else { String::new() };
        let moves = match moves {
            Moves::Drawn(lots) => lots.describe(),
            Moves::Given(_) => {
                let files: Vec<_> = self.files.iter().map(|file| file.display().to_string()).collect();
                format!("files {}", files.join(" "))
            }
        };
        format!("player {} ({who}){limit} {moves}", self.player)
    }

    fn tell(
        &self,
        out: &mut dyn Write,
        counts: &Counts,
        who: &str,
        finished: bool,
        begun: Instant,
    ) -> anyhow::Result<()> {
        let place = self.out.display();
        if self.json {
            let Counts { games, positions, new_games, new_positions, unknown } = *counts;
            let summary = json!({
                "file": place.to_string(), "engine": who, "games": games, "positions": positions, "finished": finished,
                "new_games": new_games, "new_positions": new_positions, "new_positions_without_owners": unknown,
            });
            writeln!(out, "{summary}")?;
            return Ok(());
        }
        let [games, positions, new] = [counts.games, counts.positions, counts.new_games].map(grouped);
        let stopped = if finished { "" } else { " (stopped; the same command goes on)" };
        let speed = counts.speed(begun);
        writeln!(
            out,
            "{place}: {games} games, {positions} positions, {new} games of them new; {who}, {speed}{stopped}"
        )?;
        Ok(())
    }
}

impl Counts {
    fn add(&mut self, made: &Made) {
        self.games += 1;
        self.new_games += 1;
        self.positions += made.positions as u64;
        self.new_positions += made.positions as u64;
        self.unknown += made.unknown as u64;
    }

    fn speed(&self, begun: Instant) -> String {
        let speed = self.new_positions as f64 / begun.elapsed().as_secs_f64().max(1e-9);
        format!("{} new positions, {speed:.1} positions/s", grouped(self.new_positions))
    }
}

/// An engine, started and told the rules.
fn engine(spec: &ForeignSpec, shelf: &Arc<dyn Shelf>) -> Result<Engine, Fault> {
    let mut engine = Engine::start(spec, shelf, PATIENCE)?;
    engine.play_chinese()?;
    Ok(engine)
}

/// An engine as a judge.
fn judge<'a>(engine: &'a mut Engine, way: Way, search: Search, halt: &'a tabula_core::Stop) -> Box<Judge<'a>> {
    Box::new(move |record: &Record| Ok(engine.analyse(record, way, &search, halt)?.map(opinion)))
}

fn opinion(told: Analysis) -> Opinion {
    let after = told.lead.zip(told.owners);
    Opinion {
        chance: told.chance as f32,
        after: after.map(|(lead, owners)| (lead as f32, owners.into_iter().map(|owner| owner as f32).collect())),
        moves: told.moves.into_iter().map(|(code, share)| (code, share as f32)).collect(),
    }
}

/// Adds the games of a file, and tells how many were left out.
fn read(file: &Path, shelf: &dyn Shelf, given: &mut Vec<Vec<u8>>) -> anyhow::Result<u64> {
    let name = file.display();
    let cannot = || format!("cannot read {name}");
    let stream = File::open(file).with_context(cannot)?;
    let mut left_out = 0;
    for reading in files::reader(BufReader::new(stream), Dialect::Sgf) {
        let reading = reading.with_context(cannot)?;
        let number = reading.number;
        let import = files::import(reading, Dialect::Sgf, &|setup| empty_board(shelf, setup));
        let wrong = import.faults.iter().find(|fault| matches!(fault.kind, Kind::Start | Kind::Move));
        if let Some(fault) = wrong {
            note(&format!("{name}: {fault}"));
        }
        // What follows a move that is none is lost, not what was before it.
        let places = import.main().map_while(|played| place(&played.code)).map(|place| place as u8);
        let places: Vec<u8> = if import.table.is_some() { places.collect() } else { Vec::new() };
        if !places.is_empty() {
            given.push(places);
            continue;
        }
        left_out += 1;
        if wrong.is_none() {
            note(&format!("{name}: game {number} has no moves"));
        }
    }
    Ok(left_out)
}

/// The usual start of the game, whatever its rules and its komi were: the engine judges by those of the format.
fn empty_board(shelf: &dyn Shelf, setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    let refuse = |what: String| Err(Faults::from(Fault::new(what)));
    if setup.game.split('-').next() != Some(GAME) {
        return refuse(format!("expected a game on nine lines, found one of {}", setup.game));
    }
    if setup.start.as_ref().is_some_and(|start| !start.starts_with(EMPTY)) {
        return refuse("expected the empty board with Black to move at the start".to_string());
    }
    shelf.table(&Setup { game: shelf.card().id.clone(), start: None })
}

/// Opens a file to append to, whether it is new or has games already, and counts what it has.
///
/// The format has no room for how it was made, so that stands beside the file.
fn open(place: &Path, made: &str) -> anyhow::Result<(File, Counts)> {
    let name = place.display();
    let mut beside = place.as_os_str().to_os_string();
    beside.push(".made");
    let beside = PathBuf::from(beside);
    let bytes = match std::fs::read(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        read => read,
    };
    let bytes = bytes.with_context(|| format!("cannot read {name}"))?;
    if bytes.is_empty() {
        save(&beside, &format!("{made}\n"))?;
    } else {
        let refuse = |what| BadArgument::new(&format!("--out {name}"), what);
        let found = std::fs::read_to_string(&beside).map_err(|error| {
            refuse(format!(
                "it is there already, and how it was made cannot be read from {}: {error}",
                beside.display()
            ))
        })?;
        if found.trim_end() != made {
            let found = found.trim_end();
            return Err(refuse(format!("it was made otherwise ({found}) than is wanted ({made})")).into());
        }
    }
    let games = Games::new(&bytes);
    let positions = (0..games.len()).map(|game| games.positions(game) as u64).sum();
    let counts = Counts { games: games.len() as u64, positions, ..Counts::default() };
    let cannot = || format!("cannot write {name}");
    let file = File::options().write(true).create(true).truncate(false).open(place);
    let mut file = file.with_context(cannot)?;
    // What is behind the last whole game was torn.
    file.set_len(games.good() as u64).with_context(cannot)?;
    file.seek(SeekFrom::End(0)).with_context(cannot)?;
    Ok((file, counts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(name: &str, text: &str) -> (Vec<Vec<u8>>, u64) {
        let file = std::env::temp_dir().join(format!("tabula-go9-{}-{name}.sgf", std::process::id()));
        save(&file, text).unwrap();
        let mut given = Vec::new();
        let left_out = read(&file, &*tabula_engine::catalogue::find(GAME).unwrap(), &mut given).unwrap();
        std::fs::remove_file(file).unwrap();
        (given, left_out)
    }

    #[test]
    fn games_are_taken_whatever_their_komi_and_rules_and_cut_where_they_go_wrong() {
        let text = "(;GM[1]SZ[9]KM[5.5]RU[Japanese];B[aa];W[];B[ba])(;SZ[9];B[ii];W[ii];B[ab])";
        assert_eq!(read_text("taken", text), (vec![vec![0, 81, 1], vec![80]], 0));
    }

    #[test]
    fn games_that_do_not_begin_on_the_empty_board_of_nine_lines_are_left_out() {
        let text = "(;SZ[19];B[dd])(;SZ[9]AB[aa]HA[2]AB[bb];W[cc])(;SZ[9];W[aa])(;SZ[9])(;SZ[9];B[ee])";
        assert_eq!(read_text("left", text), (vec![vec![40]], 4));
    }

    #[test]
    fn what_is_there_is_gone_on_with_only_if_it_was_made_so() {
        let folder = std::env::temp_dir().join(format!("tabula-go9-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let place = folder.join("judged");
        std::fs::write(&place, [2; 400]).unwrap();
        let said = |made: &str| open(&place, made).err().map(|error| format!("{error:#}")).unwrap_or_default();
        assert!(said("by hand").contains("how it was made cannot be read from"));
        assert_eq!(std::fs::read(&place).unwrap().len(), 400);
        std::fs::write(folder.join("judged.made"), "by hand\n").unwrap();
        assert!(said("by foot").contains("it was made otherwise (by hand) than is wanted (by foot)"));
        // A game of two positions takes 337 bytes; what is behind it is torn.
        let (_, counts) = open(&place, "by hand").unwrap();
        assert_eq!((counts.games, counts.positions), (1, 2));
        assert_eq!(std::fs::read(&place).unwrap().len(), 337);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_opinion_knows_what_comes_after_only_if_it_knows_all_of_it() {
        let told = |lead, owners| opinion(Analysis { chance: 0.5, lead, owners, moves: Vec::new(), visits: 0 }).after;
        assert_eq!(told(Some(1.5), Some(vec![1.0])), Some((1.5, vec![1.0])));
        assert_eq!((told(None, Some(vec![1.0])), told(Some(1.5), None)), (None, None));
    }
}
