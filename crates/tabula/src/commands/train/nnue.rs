//! `tabula train nnue`: a net that is updated move by move, from self-play games.

use crate::columns::grouped;
use crate::failure::BadArgument;
use crate::progress;
use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::json;
use std::borrow::Cow;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use tabula_arena::selfplay::export::Filter;
use tabula_arena::selfplay::format::{Header, Played, Records};
use tabula_lab::log::{RunLog, Sheet};
use tabula_lab::nnue::{self, Lot, Plan, Task};
use tabula_nn::Origin;
use tabula_nn::nnue::{Span, Sparse};

/// Trains a net that is updated move by move (NNUE)
///
/// FILES are games of `tabula data`. After each pass everything is written to the folder: net.safetensors is the net as it plays, the rest
/// is what the next pass needs. The same command goes on with a run that was interrupted.
#[derive(Args)]
#[command(
    after_help = "The last line is `trained INPUTSxWIDTHxBUCKETS on N positions: loss A (held out B), S positions/s`.

Examples:
  tabula train nnue chess games.tabula --out runs/chess
  tabula train nnue chess games.tabula --out runs/first --passes 6 --strolls 4
  tabula train nnue chess games.tabula --out runs/second --from runs/first --rate 0.0003"
)]
pub(crate) struct Nnue {
    /// The game: its id, or the path of a definition
    game: String,
    /// Files of self-play games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The folder of the run
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// A run, or the file of its learning-N.safetensors, whose net is learnt further
    #[arg(long, value_name = "DIR|FILE")]
    from: Option<PathBuf>,
    /// Numbers that the first layer makes for either side: a multiple of 32 up to 256
    #[arg(long, value_name = "N", default_value_t = 128)]
    width: usize,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    passes: u32,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The rate of the first steps
    #[arg(long, value_name = "R", default_value_t = 0.001)]
    rate: f32,
    /// How strongly weights are pulled towards 0
    #[arg(long, value_name = "D", default_value_t = 0.01)]
    decay: f32,
    /// The share of the result in what is predicted; the rest is the score
    #[arg(long, value_name = "L", default_value_t = 0.0)]
    lambda: f32,
    /// So many hundredths of a pawn are the exponent 1 of a chance
    #[arg(long, value_name = "CP", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..))]
    unit: u16,
    /// Positions beside each one of a game: after up to four random moves, judged by the hand-made evaluation without looking ahead
    #[arg(long, value_name = "N", default_value_t = 0)]
    strolls: usize,
    /// Plies from the start of a game that are left out
    #[arg(long, value_name = "N", default_value_t = 10)]
    skip: usize,
    /// Scores farther from even are left out
    #[arg(long, value_name = "CP", default_value_t = 3000)]
    most: i16,
    /// What weights and orders are drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads compute
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// The summary as JSON
    #[arg(long)]
    json: bool,
}

impl Nnue {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = crate::commands::game(&self.game)?;
        let card = shelf.card();
        let sight = shelf.sight().ok_or_else(|| {
            BadArgument::new("GAME", format!("{} has no net that is updated move by move", card.name))
        })?;
        let span = Span { inputs: sight.inputs(), width: self.width, buckets: sight.buckets() };
        span.check().map_err(|fault| BadArgument::new("--width", fault.to_string()))?;
        let games = self.games(&card.id)?;
        let lot = Lot {
            filter: Filter { skip: self.skip, score: self.most, sample: None, seed: self.seed },
            results: self.lambda,
            unit: self.unit,
            held: 40,
            strolls: self.strolls,
        };
        let spinner = progress::spinner(format!("looking at {} games", grouped(games.len() as u64)));
        let gathered = nnue::gather(&*shelf, &*sight, &games, &lot, self.threads.into()).map_err(|why| anyhow!(why))?;
        spinner.finish_and_clear();
        drop(games);
        let positions = gathered.learnt.len();
        let plan = Plan {
            width: self.width,
            passes: self.passes,
            batch: self.batch as usize,
            rate: self.rate,
            decay: self.decay,
            unit: self.unit,
            seed: self.seed,
        };
        let title = format!("{}, width {}, {} positions", card.name, self.width, grouped(positions as u64));
        let origin = Origin { game: card.id.clone(), run: title.clone(), planes: String::new() };
        let bar = progress::bar(self.passes as usize);
        let task = Task { folder: &self.out, plan: &plan, origin: &origin, threads: self.threads.into() };
        let learnt = |pass: u32| {
            if self.strolls == 0 {
                return Ok(Cow::Borrowed(&gathered.learnt));
            }
            let mut all = gathered.strolls(&*sight, &lot, self.seed ^ u64::from(pass) << 20, self.threads.into())?;
            all.append(&gathered.learnt);
            Ok(Cow::Owned(all))
        };
        let open = |pass: u32| {
            let log = if pass > 0 {
                RunLog::resume(&self.out, pass.into())
            } else {
                RunLog::begin(&self.out, Sheet::new("train", &card.id, &title, std::env::args().collect()))
            };
            log.and_then(|mut log| log.update(|sheet| sheet.steps = Some(self.passes.into())).map(|()| log))
        };
        let summary = nnue::run(&task, &gathered.held, learnt, || self.first(span), open, &mut |passed| {
            bar.set_position(passed.pass.into());
            bar.set_message(format!(
                "loss {:.6}, held out {:.6}, {} positions/s",
                passed.learnt,
                passed.held,
                grouped(passed.speed as u64)
            ));
        })
        .map_err(|why| anyhow!(why))?;
        bar.finish_and_clear();
        let Some(last) = summary.last else {
            writeln!(out, "the run in {} has made its {} passes already", self.out.display(), self.passes)?;
            return Ok(());
        };
        if self.json {
            let summary = json!({
                "inputs": span.inputs, "width": span.width, "buckets": span.buckets, "positions": positions, "passes": last.pass,
                "loss": last.learnt, "held_out": last.held, "positions_per_second": last.speed, "stopped": summary.stopped,
            });
            writeln!(out, "{summary}")?;
        } else {
            writeln!(
                out,
                "trained {}x{}x{} on {} positions: loss {:.6} (held out {:.6}), {} positions/s",
                span.inputs,
                span.width,
                span.buckets,
                grouped(positions as u64),
                last.learnt,
                last.held,
                grouped(last.speed as u64)
            )?;
        }
        Ok(())
    }

    /// The net that learning begins with.
    fn first(&self, span: Span) -> Result<Sparse, String> {
        let Some(from) = &self.from else { return Sparse::new(span, self.seed).map_err(|fault| fault.to_string()) };
        let file = if from.is_dir() { newest(from)? } else { from.clone() };
        let bytes = std::fs::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let (net, ..) = Sparse::load(&bytes).map_err(|fault| format!("{}: {fault}", file.display()))?;
        if net.span() == span {
            Ok(net)
        } else {
            Err(format!("{} is a net of another shape: {:?}, not {span:?}", file.display(), net.span()))
        }
    }

    fn games(&self, id: &str) -> anyhow::Result<Vec<Played>> {
        let mut games = Vec::new();
        for file in &self.files {
            let cannot = || format!("cannot read {}", file.display());
            let mut from = BufReader::new(File::open(file).with_context(cannot)?);
            let header = Header::read(&mut from).map_err(|why| anyhow!("{}: {why}", file.display()))?;
            if header.game != id {
                let what = format!("{} has games of {}, not of {id}", file.display(), header.game);
                return Err(BadArgument::new("FILES", what).into());
            }
            for game in Records::new(from) {
                games.push(game.with_context(cannot)?);
            }
        }
        Ok(games)
    }
}

/// The net of the last checkpoint of a run.
fn newest(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let number = |path: &Path| -> Option<u32> {
        path.file_name()?.to_str()?.strip_prefix("learning-")?.strip_suffix(".safetensors")?.parse().ok()
    };
    let nets = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let newest = nets.filter_map(|path| Some((number(&path)?, path))).max();
    newest.map(|(_, path)| path).ok_or_else(|| format!("there is no learning-N.safetensors in {}", folder.display()))
}
