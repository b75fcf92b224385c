//! `tabula tune texel`: weights of an evaluation from positions whose games have ended.

use super::{positive, share};
use crate::failure::BadArgument;
use crate::interrupt::halt_on_signals;
use crate::{files, progress};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;
use serde_json::json;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tabula_arena::Openings;
use tabula_core::Stop;
use tabula_core::tuning::{Pair, Tunable};
use tabula_engine::Shelf;
use tabula_lab::log::State;
use tabula_lab::texel::{self, Kept, Plan, Positions, Step, Task, Tuned};
use tabula_lab::weights::{Closing, Genes, Manner, closing_match};

/// Tunes the weights of an evaluation (Texel's method)
///
/// FILE has a quiet position per line: FEN;score;result, with the score in hundredths of a pawn (may be empty) and the
/// result (1, 0.5 or 0), both from White's side. After each pass that predicts the held-out positions better, the
/// weights are written, so an interrupted run loses nothing; --weights and --k go on where it was.
#[derive(Args)]
#[command(after_help = "The last line is `tuned N weights on M positions: loss A -> B (held out C -> D)`.

Examples:
  tabula tune texel positions.txt --out weights.txt
  tabula tune texel positions.txt --out weights.txt --lambda 0.5 --epochs 100
  tabula tune texel positions.txt --out weights.txt --weights weights.txt --k 0.0055
  tabula tune texel positions.txt --run runs/texel --closing 200
  tabula tune texel positions.txt --out weights.txt --game ./my-variant.toml")]
pub(super) struct Texel {
    /// The positions
    file: PathBuf,
    /// The game: its id, or the path of a definition
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    /// Where to write the weights [default: weights.txt in the folder of --run]
    #[arg(long, short, value_name = "FILE", required_unless_present = "run")]
    out: Option<PathBuf>,
    /// A folder for the log and a checkpoint of every pass; what was begun there is gone on with
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
    /// Games of a closing match against the first weights
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    closing: u32,
    /// Positions to visit for each move of that match
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The weights to start from [default: those that are built in]
    #[arg(long, value_name = "FILE", visible_alias = "from")]
    weights: Option<PathBuf>,
    /// The evaluation [default: the game's own]
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Only weights with such names are learnt, as in 'material.*,bishop.pair' [default: all]
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    only: Vec<String>,
    /// Where to write the losses of each pass [default: beside --out, with the ending .csv]
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// The share of the result in what is predicted; the rest is the score
    #[arg(long, value_name = "L", default_value_t = Plan::default().lambda, value_parser = share)]
    lambda: f32,
    /// What turns hundredths of a pawn into the exponent of a chance [default: fitted to the first weights]
    #[arg(long, value_name = "K", value_parser = positive)]
    k: Option<f32>,
    /// The most passes over all positions
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u16).range(1..))]
    epochs: u16,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The length of the first steps, in hundredths of a pawn
    #[arg(long, value_name = "R", default_value_t = Plan::default().rate, value_parser = positive)]
    rate: f32,
    /// How strongly weights are pulled back to where they began: more where positions are few and weights many
    #[arg(long, value_name = "P", default_value_t = Plan::default().pull, value_parser = positive)]
    pull: f32,
    /// Passes without a better loss on the held-out positions before the run ends
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..))]
    patience: u16,
    /// How many threads compute
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The summary as JSON
    #[arg(long)]
    json: bool,
}

/// Games of the closing match are drawn after so many moves of each player.
const MOST_MOVES: u32 = 200;

impl Texel {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        // Before any thread is started.
        let stop = halt_on_signals();
        let shelf = super::super::game(&self.game)?;
        let game = shelf.tunable(self.eval.as_deref()).map_err(|fault| BadArgument::new("--eval", fault))?;
        let start = self.start(&*game)?;
        let only = (!self.only.is_empty()).then(|| Genes::new(&*game, &start, &self.only));
        let only = only.transpose().map_err(|fault| BadArgument::new("--only", fault))?;
        let positions = self.read(&*game)?;
        let plan = self.plan();
        let mut kept = match &self.run {
            Some(folder) => {
                let kept = Kept::open(folder, &plan, &shelf.card().id, std::env::args().collect());
                Some(kept.map_err(|fault| BadArgument::new("--run", fault))?)
            }
            None => None,
        };
        let from = kept.as_mut().and_then(Kept::course);
        let mut curve = Curve::new(self.curve.clone().unwrap_or_else(|| self.out().with_extension("csv")));
        let bar = progress::bar(plan.epochs);
        let task = Task { game: &*game, start: &start, only: only.as_ref(), positions: &positions, plan: &plan };
        let tuned = texel::tune(&task, from, &mut |step| {
            if let Some(weights) = step.better {
                files::save(&self.out(), &game.write(weights))?;
            }
            curve.add(step, &bar)?;
            if let Some(kept) = &mut kept {
                kept.add(step).map_err(|fault| anyhow::anyhow!("{fault}"))?;
            }
            let wanted = stop.is_raised() || kept.as_ref().is_some_and(Kept::wants_stop);
            if wanted && step.epoch < plan.epochs { bail!("stopped after {} passes", step.epoch) } else { Ok(()) }
        });
        bar.finish_and_clear();
        let tuned = match tuned {
            Ok(tuned) => tuned,
            Err(error) => {
                kept.map_or(Ok(()), |kept| kept.close(State::Stopped, error.to_string()))?;
                return Err(error);
            }
        };
        if tuned.changed == 0 {
            let what = "no pass predicted the held-out positions better: the first weights are kept (more positions?)";
            writeln!(std::io::stderr(), "{}: {what}", self.file.display())?;
        }
        // Also where nothing was better, so that whoever asked for a file finds one.
        files::save(&self.out(), &game.write(&tuned.weights))?;
        let closing = self.close(&shelf, [&tuned.weights, &start], &stop)?;
        let told = self.told(&tuned, (start.len() * 2, positions.len()), closing);
        kept.map_or(Ok(()), |kept| kept.close(State::Done, told.clone()))?;
        writeln!(out, "{told}")?;
        Ok(())
    }

    fn plan(&self) -> Plan {
        Plan {
            lambda: self.lambda,
            k: self.k,
            epochs: self.epochs.into(),
            batch: self.batch as usize,
            rate: self.rate,
            pull: self.pull,
            patience: self.patience.into(),
            threads: self.threads.into(),
            ..Plan::default()
        }
    }

    /// Where the weights go.
    fn out(&self) -> PathBuf {
        let inside = || self.run.as_ref().map(|folder| folder.join(texel::WEIGHTS));
        self.out.clone().or_else(inside).unwrap_or_else(|| PathBuf::from(texel::WEIGHTS))
    }

    fn close(&self, shelf: &Arc<dyn Shelf>, weights: [&[Pair]; 2], stop: &Stop) -> anyhow::Result<Option<Closing>> {
        let lots = Openings::usual_plies(&**shelf);
        let manner = Manner { eval: self.eval.clone(), nodes: self.nodes, lots, most_moves: MOST_MOVES, seed: 1 };
        closing_match(shelf, &manner, weights, self.closing, self.threads.into(), stop)
            .map_err(|fault| anyhow::anyhow!("{fault}"))
    }

    fn told(&self, tuned: &Tuned, (count, size): (usize, usize), closing: Option<Closing>) -> String {
        let (before, after) = (tuned.before, tuned.after);
        if self.json {
            let closing = closing.map(|closing| super::games::match_in_json(&closing));
            let summary = json!({
                "weights": count, "changed": tuned.changed, "positions": size, "k": tuned.k,
                "loss": [before.0, after.0], "held_out": [before.1, after.1], "closing": closing,
            });
            return summary.to_string();
        }
        let learnt = format!("loss {:.6} -> {:.6}", before.0, after.0);
        let held_out = format!("held out {:.6} -> {:.6}", before.1, after.1);
        let closing = closing.map(|closing| format!("; {closing}")).unwrap_or_default();
        format!("k {:.6}\ntuned {count} weights on {size} positions: {learnt} ({held_out}){closing}", tuned.k)
    }

    fn start(&self, game: &dyn Tunable) -> anyhow::Result<Vec<Pair>> {
        let Some(path) = &self.weights else { return Ok(game.weights()) };
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(game.read(&text).map_err(|faults| BadArgument::new("--weights", format!("{}: {faults}", path.display())))?)
    }

    fn read(&self, game: &dyn Tunable) -> anyhow::Result<Positions> {
        let cannot = || format!("cannot read {}", self.file.display());
        let file = File::open(&self.file).with_context(cannot)?;
        let spinner = progress::spinner("reading positions".to_string());
        let read = Positions::read(game, BufReader::new(file), self.threads.into(), &mut |count| {
            spinner.set_message(format!("{count} positions"));
        });
        spinner.finish_and_clear();
        let read = read.with_context(cannot)?;
        for fault in &read.faults {
            writeln!(std::io::stderr(), "{}: {fault}", self.file.display())?;
        }
        if read.bad > read.faults.len() {
            let more = read.bad - read.faults.len();
            writeln!(std::io::stderr(), "{}: {more} more lines were left out", self.file.display())?;
        }
        if read.positions.is_empty() {
            bail!("{}: there is no position to learn from", self.file.display());
        }
        Ok(read.positions)
    }
}

/// The losses so far, in a file that is always whole.
struct Curve {
    place: PathBuf,
    text: String,
    begun: Instant,
}

impl Curve {
    fn new(place: PathBuf) -> Self {
        Self { place, text: String::from("epoch,loss,held_out,rate,k,seconds\n"), begun: Instant::now() }
    }

    fn add(&mut self, step: &Step<'_>, bar: &ProgressBar) -> anyhow::Result<()> {
        let Step { epoch, loss, held_out, rate, k, better, .. } = step;
        let seconds = self.begun.elapsed().as_secs_f64();
        let _ = writeln!(self.text, "{epoch},{loss:.8},{held_out:.8},{rate:.4},{k:.6},{seconds:.1}");
        bar.set_position(*epoch as u64);
        let mark = if better.is_some() { "better" } else { "" };
        bar.set_message(format!("loss {loss:.6}, held out {held_out:.6} {mark}"));
        files::save(Path::new(&self.place), &self.text)
    }
}
