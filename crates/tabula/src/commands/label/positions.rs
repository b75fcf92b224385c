//! `tabula label FILES..`: positions with what they are worth, from any player.

use super::source::{Found, Sources};
use crate::columns::grouped;
use crate::commands::thinking::Thinking;
use crate::failure::BadArgument;
use crate::files::is_beginning;
use crate::interrupt;
use crate::progress::Live;
use anyhow::{Context, anyhow};
use clap::Args;
use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tabula_arena::selfplay::export::Filter;
use tabula_core::{Limits, Stop};
use tabula_engine::{Clock, Player};
use tabula_lab::labels::{Asked, Block, Blocks, Entry, Header, LABELS, Labeller};

/// Arguments of labelling positions.
#[derive(Args)]
pub(super) struct Positions {
    /// Files of games or of positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The file for the labels; one that is there is gone on with
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// The game whose positions they are
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    /// Takes the scores that games of `tabula data` have already, and asks nobody
    #[arg(long, conflicts_with_all = ["player", "nodes", "depth", "movetime", "threads", "concurrency"])]
    scores: bool,
    /// How many positions at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: u16,
    /// Labels positions whose best move takes, promotes or checks, too (in games of `tabula data` they are always left
    /// out)
    #[arg(long)]
    noisy: bool,
    /// Plies at the start of each game that are left out
    #[arg(long, value_name = "N", default_value_t = 8)]
    skip: usize,
    /// At most so many positions of each game, drawn by lot [default: all]
    #[arg(long, value_name = "K")]
    sample: Option<usize>,
    /// Ends when so many positions were looked at [default: all]
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
}

/// What a player may spend on a position where nothing is said.
const USUAL_NODES: u64 = 5000;
/// Positions that are written together, where each takes a while, and where they are at hand.
const BLOCKS: [usize; 2] = [256, 16_384];

/// What became of positions.
#[derive(Default)]
struct Counts {
    labelled: u64,
    over: u64,
    noisy: u64,
    mute: u64,
}

impl Positions {
    pub(super) fn run(&self, thinking: &Thinking, out: &mut dyn Write) -> anyhow::Result<()> {
        let halt = interrupt::halt_on_signals();
        let shelf = tabula_engine::catalogue::find(&self.game).map_err(|faults| BadArgument::new("--game", faults))?;
        let mut players = Vec::new();
        for _ in 0..if self.scores { 0 } else { self.concurrency } {
            players.push(thinking.player(&shelf)?);
        }
        let header = Header { game: shelf.card().id.clone(), made: self.made(thinking) };
        let filter = Filter { skip: self.skip, score: i16::MAX, sample: self.sample, seed: 1 };
        let mut sources = Sources::open(&*shelf, &self.files, filter)?;
        let (mut file, through, before) = open(&self.out, &header)?;
        let mut work = Work {
            labeller: Labeller { shelf: &*shelf, clock: &clock(thinking), noisy: self.noisy },
            players: &mut players,
            halt: &halt,
            counts: Counts::default(),
        };
        let mut live = Live::new(usize::try_from(sources.size()).unwrap_or(usize::MAX));
        let (begun, size, most) =
            (Instant::now(), BLOCKS[usize::from(self.scores)], self.positions.unwrap_or(u64::MAX));
        let mut looked = 0;
        let mut pending = Vec::with_capacity(size);
        loop {
            let next = if looked < most && !halt.is_raised() { sources.next() } else { None };
            let ended = next.is_none();
            if let Some(found) = next {
                looked += 1;
                if looked <= through {
                    continue;
                }
                pending.push(found?);
            }
            if pending.len() == size || (ended && !pending.is_empty()) {
                let Some(entries) = work.label(&std::mem::take(&mut pending))? else { break };
                let bytes = Block { through: looked, entries }.write();
                let kept = file.write_all(&bytes).and_then(|()| file.sync_data());
                kept.with_context(|| format!("cannot write {}", self.out.display()))?;
                live.tell(sources.read(), || work.describe(begun));
            }
            if ended {
                break;
            }
        }
        live.end();
        let total = grouped(before + work.counts.labelled);
        let new = grouped(work.counts.labelled);
        let place = self.out.display();
        writeln!(out, "{place}: {total} labelled positions, {new} of them new; {}", work.describe(begun))?;
        match sources.broken() {
            0 => Ok(()),
            1 => Err(anyhow!("one line is no position, told above")),
            many => Err(anyhow!("{many} lines are no positions, told above")),
        }
    }

    /// How the labels are made, in words, for the header of the file.
    fn made(&self, thinking: &Thinking) -> String {
        let files: Vec<_> = self.files.iter().map(|file| file.display().to_string()).collect();
        let by = if self.scores { "scores of the games".to_string() } else { thinking.describe(&clock(thinking)) };
        let (skip, noisy) = (self.skip, self.noisy);
        let sample = self.sample.map_or("all".to_string(), |most| most.to_string());
        format!("files {} by {by} skip {skip} sample {sample} noisy {noisy}", files.join(" "))
    }
}

/// How long a player may think about each position.
fn clock(thinking: &Thinking) -> Clock {
    thinking.clock_or(Clock { limits: Limits::nodes(USUAL_NODES), ..Clock::default() })
}

/// Everybody at work.
struct Work<'a> {
    labeller: Labeller<'a>,
    /// Nobody, where the scores are at hand.
    players: &'a mut [Box<dyn Player>],
    halt: &'a Stop,
    counts: Counts,
}

impl Work<'_> {
    /// The labels of positions; `None` if somebody wanted it to stop.
    fn label(&mut self, found: &[Found]) -> anyhow::Result<Option<Vec<Entry>>> {
        let answers = if self.players.is_empty() {
            Some(found.iter().map(Found::with_its_score).collect::<anyhow::Result<Vec<_>>>()?)
        } else {
            let positions: Vec<_> = found.iter().map(|found| found.position.clone()).collect();
            self.labeller.label(self.players, &positions, self.halt)?
        };
        let Some(answers) = answers else { return Ok(None) };
        let mut entries = Vec::new();
        for answer in answers {
            match answer {
                Asked::Labelled(entry) => {
                    self.counts.labelled += 1;
                    entries.push(entry);
                }
                Asked::Over => self.counts.over += 1,
                Asked::Noisy => self.counts.noisy += 1,
                Asked::Mute => self.counts.mute += 1,
            }
        }
        Ok(Some(entries))
    }

    fn describe(&self, begun: Instant) -> String {
        let Counts { labelled, over, noisy, mute } = self.counts;
        let speed = (labelled as f64 / begun.elapsed().as_secs_f64().max(1e-9)) as u64;
        let [labelled, over, noisy, mute, speed] = [labelled, over, noisy, mute, speed].map(grouped);
        format!("{labelled} labelled, {noisy} noisy, {over} over, {mute} without a score, {speed} positions/s")
    }
}

/// Opens a file to append to, whether it is new or has labels already, and tells how many positions were looked at, and
/// how many labels it has.
fn open(place: &Path, header: &Header) -> anyhow::Result<(File, u64, u64)> {
    let name = place.display();
    let file = File::options().read(true).write(true).create(true).truncate(false).open(place);
    let mut file = file.with_context(|| format!("cannot write {name}"))?;
    let length = file.metadata().with_context(|| format!("cannot read {name}"))?.len();
    let whole = header.write(&LABELS);
    let (mut good, mut through, mut labels) = (0, 0, 0);
    if length > 0 && !is_beginning(&mut file, &whole)? {
        let mut from = BufReader::new(&file);
        let found =
            Header::read(&mut from, &LABELS).map_err(|what| BadArgument::new(&format!("--out {name}"), what))?;
        if found != *header {
            let [found, wanted] = [&found, header].map(|header| format!("{}: {}", header.game, header.made));
            let what = format!("it was made otherwise ({found}) than is wanted ({wanted})");
            return Err(BadArgument::new(&format!("--out {name}"), what).into());
        }
        let mut blocks = Blocks::new(from);
        for block in blocks.by_ref() {
            let block = block.with_context(|| format!("cannot read {name}"))?;
            (through, labels) = (block.through, labels + block.entries.len() as u64);
        }
        good = whole.len() as u64 + blocks.good();
    }
    // What is behind the last whole block was torn.
    file.set_len(good).with_context(|| format!("cannot write {name}"))?;
    file.seek(SeekFrom::End(0))?;
    if good == 0 {
        file.write_all(&whole).with_context(|| format!("cannot write {name}"))?;
    }
    Ok((file, through, labels))
}
