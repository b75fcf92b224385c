//! `tabula data`: games of a player against itself, and positions from them.

use crate::columns::grouped;
use crate::failure::BadArgument;
use crate::files::{Draft, is_beginning};
use crate::interrupt;
use crate::progress::Live;
use anyhow::Context;
use clap::{Args, Subcommand};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tabula_arena::selfplay::Plan;
use tabula_arena::selfplay::export::{Counts, Export, Filter};
use tabula_arena::selfplay::format::{GAMES, Header, Records};
use tabula_arena::{Adjudication, DrawRule, WinRule};
use tabula_engine::{PlayerSpec, catalogue};

/// Makes games of a player against itself, or positions of such games
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  tabula data chess --out games.tabula --games 100000 --nodes 5000 --threads 2
  tabula data chess --out games.tabula --games 200000 --nodes 5000     goes on with the same file
  tabula data export games.tabula --out positions.txt --sample 20

docs/data-format.md describes the file."
)]
pub(crate) struct Data {
    #[command(subcommand)]
    part: Option<Part>,
    #[command(flatten)]
    make: Option<Make>,
}

#[derive(Subcommand)]
enum Part {
    Export(ExportCommand),
}

/// Arguments of a run of self-play.
#[derive(Args)]
struct Make {
    /// The game: its id, or the path of a definition
    game: String,
    /// The file for the games; one that is there is gone on with
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games the file is to have in the end
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Positions to visit for each move
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// What openings are drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "tabula")]
    player: PlayerSpec,
    /// Plies drawn by lot at the start; every other game has one more
    #[arg(long, value_name = "N", default_value_t = 8)]
    lots: u32,
    /// Openings whose first score is farther from even are thrown away
    #[arg(long, value_name = "CP", default_value_t = 400)]
    balance: i32,
    /// A game is won by this score ...
    #[arg(long, value_name = "CP", default_value_t = 2500)]
    win_score: i32,
    /// ... for so many moves of each side
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    win_moves: u32,
    /// A game is drawn when, behind so many plies of play ...
    #[arg(long, value_name = "N", default_value_t = 80)]
    draw_after: u32,
    /// ... no score is farther from even ...
    #[arg(long, value_name = "CP", default_value_t = 10)]
    draw_score: i32,
    /// ... for so many plies
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    draw_plies: u32,
    /// A game is drawn after so many moves of each side
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=30_000))]
    max_moves: u32,
}

/// Writes quiet positions as lines `FEN;score;result`, both for the first player
#[derive(Args)]
struct ExportCommand {
    /// The file with the games
    file: PathBuf,
    /// The file for the positions
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Plies at the start of each game that are left out
    #[arg(long, value_name = "N", default_value_t = 16)]
    skip: usize,
    /// Scores farther from even are left out
    #[arg(long, value_name = "CP", default_value_t = 2000, value_parser = clap::value_parser!(i16).range(0..))]
    score: i16,
    /// At most so many positions of each game, drawn by lot [default: all]
    #[arg(long, value_name = "K")]
    sample: Option<usize>,
    /// What those lots are drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The game, where the file is of a definition of your own
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

impl Data {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match (&self.part, &self.make) {
            (Some(Part::Export(command)), _) => command.run(out),
            (None, Some(make)) => make.run(out),
            (None, None) => Err(BadArgument::new("GAME", "expected a game and --out FILE, or 'export'").into()),
        }
    }
}

impl Make {
    fn plan(&self) -> Plan {
        Plan {
            player: self.player.clone(),
            nodes: self.nodes,
            lots: self.lots,
            balance: self.balance,
            rules: Adjudication {
                win: Some(WinRule { score: self.win_score, moves: self.win_moves }),
                draw: Some(DrawRule {
                    // Adjudication counts moves from 1.
                    from: self.draw_after / 2 + 1,
                    score: self.draw_score,
                    plies: self.draw_plies,
                }),
                length: Some(self.max_moves),
            },
            seed: self.seed,
        }
    }

    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let halt = interrupt::halt_on_signals();
        let shelf = super::game(&self.game)?;
        shelf.player(&self.player).map_err(|fault| BadArgument::new("--player", fault))?;
        let plan = self.plan();
        let header = Header { game: shelf.card().id.clone(), made: plan.describe() };
        let (mut file, done) = open(&self.out, &header)?;
        let place = self.out.display();
        let (mut games, mut plies) = (done.len() as u64, 0);
        let mut live = Live::new(usize::try_from(self.games).unwrap_or(usize::MAX));
        let mut failed = None;
        let begun = Instant::now();
        let ran = plan.run(&*shelf, self.games, usize::from(self.threads), &done, &halt, &mut |game| {
            games += 1;
            plies += game.plies.len() as u64;
            failed = file.write_all(&game.write()).with_context(|| format!("cannot write {place}")).err();
            live.tell(games, || speed(games - done.len() as u64, plies, begun));
            if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        live.end();
        failed.map_or(Ok(()), Err)?;
        ran?;
        let new = games - done.len() as u64;
        writeln!(out, "{place}: {} games, {} of them new; {}", grouped(games), grouped(new), speed(new, plies, begun))?;
        Ok(())
    }
}

fn speed(games: u64, plies: u64, begun: Instant) -> String {
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    format!("{:.2} games/s, {} plies/s", games as f64 / seconds, grouped((plies as f64 / seconds) as u64))
}

/// Opens a file to append to, whether it is new or has games already, and tells which it has.
fn open(place: &Path, header: &Header) -> anyhow::Result<(File, HashSet<u64>)> {
    let name = place.display();
    let mut options = File::options();
    let file = options.read(true).write(true).create(true).truncate(false).open(place);
    let mut file = file.with_context(|| format!("cannot write {name}"))?;
    let length = file.metadata().with_context(|| format!("cannot read {name}"))?.len();
    let whole = header.write(&GAMES);
    let mut done = HashSet::new();
    let mut good = 0;
    // A header that was torn is written again, if it is the beginning of ours.
    if length > 0 && !is_beginning(&mut file, &whole)? {
        let mut from = BufReader::new(&file);
        let found = Header::read(&mut from, &GAMES).map_err(|what| BadArgument::new(&format!("--out {name}"), what))?;
        if found != *header {
            let what = format!(
                "it was made otherwise ({}: {}) than is wanted ({}: {})",
                found.game, found.made, header.game, header.made
            );
            return Err(BadArgument::new(&format!("--out {name}"), what).into());
        }
        let mut records = Records::new(from);
        for game in records.by_ref() {
            done.insert(game.with_context(|| format!("cannot read {name}"))?.number);
        }
        good = whole.len() as u64 + records.good();
    }
    // What is behind the last whole record was torn.
    file.set_len(good).with_context(|| format!("cannot write {name}"))?;
    file.seek(SeekFrom::End(0))?;
    if good == 0 {
        file.write_all(&whole).with_context(|| format!("cannot write {name}"))?;
    }
    Ok((file, done))
}

impl ExportCommand {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let name = self.file.display();
        let cannot = || format!("cannot read {name}");
        let mut from = BufReader::new(File::open(&self.file).with_context(cannot)?);
        let length = from.get_ref().metadata().with_context(cannot)?.len();
        let header = Header::read(&mut from, &GAMES).map_err(|what| BadArgument::new(&name.to_string(), what))?;
        let game = self.game.as_ref().unwrap_or(&header.game);
        let shelf = catalogue::find(game).map_err(|faults| BadArgument::new("--game", faults))?;
        let filter = Filter { skip: self.skip, score: self.score, sample: self.sample, seed: self.seed };
        let mut export = Export::new(&*shelf, filter);
        let mut draft = Draft::new(&self.out)?;
        let mut records = Records::new(from);
        let mut live = Live::new(usize::try_from(length).unwrap_or(usize::MAX));
        while let Some(game) = records.next() {
            let lines = export.lines(&game.with_context(cannot)?).map_err(|what| anyhow::anyhow!("{name}: {what}"))?;
            for line in lines {
                writeln!(draft, "{line}")?;
            }
            live.tell(header.len(&GAMES) + records.good(), || format!("{} positions", grouped(export.counts().kept)));
        }
        draft.finish()?;
        live.end();
        // The file may have grown since it was measured.
        let lost = length.saturating_sub(header.len(&GAMES) + records.good());
        if lost > 0 {
            live.say(&format!("{name}: the last {lost} bytes are no whole record and were left out"));
        }
        live.say(&told(&export.counts()));
        let Counts { kept, games, .. } = export.counts();
        writeln!(out, "{}: {} positions of {} games", self.out.display(), grouped(kept), grouped(games))?;
        Ok(())
    }
}

fn told(counts: &Counts) -> String {
    let Counts { games, positions, early, decided, noisy, repeated, unsampled, kept } = *counts;
    [
        ("games", games),
        ("positions", positions),
        ("of the opening", early),
        ("decided", decided),
        ("noisy", noisy),
        ("repeated", repeated),
        ("not drawn", unsampled),
        ("kept", kept),
    ]
    .map(|(what, count)| format!("{what} {}", grouped(count)))
    .join(", ")
}
