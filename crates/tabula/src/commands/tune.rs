//! `tabula tune`: weights of an evaluation from positions whose games have ended.

use crate::failure::BadArgument;
use crate::{files, progress};
use anyhow::{Context, bail};
use clap::Args;
use indicatif::ProgressBar;
use serde_json::json;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use tabula_core::tuning::{Pair, Tunable};
use tabula_lab::texel::{self, Plan, Positions, Step};

/// Tunes the weights of an evaluation (Texel's method)
///
/// FILE has a quiet position per line: FEN;score;result, with the score in hundredths of a pawn (may be empty) and the
/// result (1, 0.5 or 0), both from White's side. After each pass that predicts the held-out positions better, the
/// weights are written, so an interrupted run loses nothing; --from and --k go on where it was.
#[derive(Args)]
#[command(after_help = "The last line is `tuned N weights on M positions: loss A -> B (held out C -> D)`.

Examples:
  tabula tune positions.txt --out weights.txt
  tabula tune positions.txt --out weights.txt --lambda 0.5 --epochs 100
  tabula tune positions.txt --out weights.txt --from weights.txt --k 0.0055
  tabula tune positions.txt --out weights.txt --game ./my-variant.toml")]
pub(crate) struct Tune {
    /// The positions
    file: PathBuf,
    /// The game: its id, or the path of a definition
    #[arg(long, value_name = "GAME", default_value = "chess")]
    game: String,
    /// Where to write the weights
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// The weights to start from [default: those that are built in]
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
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

fn share(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|x| (0.0..=1.0).contains(x)).ok_or_else(|| "expected a number from 0 to 1".to_string())
}

fn positive(text: &str) -> Result<f32, String> {
    let good = |x: &f32| *x > 0.0 && x.is_finite();
    text.parse().ok().filter(good).ok_or_else(|| "expected a number above 0".to_string())
}

impl Tune {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelf = super::game(&self.game)?;
        let game = shelf.tunable().ok_or_else(|| {
            let what = format!("the evaluation of {} has no weights that can be tuned", shelf.card().name);
            BadArgument::new("--game", what)
        })?;
        let start = self.start(&*game)?;
        let positions = self.read(&*game)?;
        let plan = Plan {
            lambda: self.lambda,
            k: self.k,
            epochs: self.epochs.into(),
            batch: self.batch as usize,
            rate: self.rate,
            pull: self.pull,
            patience: self.patience.into(),
            threads: self.threads.into(),
            ..Plan::default()
        };
        let mut curve = Curve::new(self.curve.clone().unwrap_or_else(|| self.out.with_extension("csv")));
        let bar = progress::bar(plan.epochs);
        let tuned = texel::tune(&*game, &start, &positions, &plan, &mut |step| {
            if let Some(weights) = step.better {
                files::save(&self.out, &game.write(weights))?;
            }
            curve.add(step, &bar)
        })?;
        bar.finish_and_clear();
        if tuned.changed == 0 {
            let what = "no pass predicted the held-out positions better: the first weights are kept (more positions?)";
            writeln!(std::io::stderr(), "{}: {what}", self.file.display())?;
        }
        // Also where nothing was better, so that whoever asked for a file finds one.
        files::save(&self.out, &game.write(&tuned.weights))?;
        let (before, after) = (tuned.before, tuned.after);
        if self.json {
            let summary = json!({
                "weights": start.len() * 2, "changed": tuned.changed, "positions": positions.len(), "k": tuned.k,
                "loss": [before.0, after.0], "held_out": [before.1, after.1],
            });
            writeln!(out, "{summary}")?;
        } else {
            let (count, size) = (start.len() * 2, positions.len());
            let learnt = format!("loss {:.6} -> {:.6}", before.0, after.0);
            let held_out = format!("held out {:.6} -> {:.6}", before.1, after.1);
            writeln!(out, "k {:.6}", tuned.k)?;
            writeln!(out, "tuned {count} weights on {size} positions: {learnt} ({held_out})")?;
        }
        Ok(())
    }

    fn start(&self, game: &dyn Tunable) -> anyhow::Result<Vec<Pair>> {
        let Some(path) = &self.from else { return Ok(game.weights()) };
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(game.read(&text).map_err(|faults| BadArgument::new("--from", format!("{}: {faults}", path.display())))?)
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
        let Step { epoch, loss, held_out, rate, k, better } = step;
        let seconds = self.begun.elapsed().as_secs_f64();
        let _ = writeln!(self.text, "{epoch},{loss:.8},{held_out:.8},{rate:.4},{k:.6},{seconds:.1}");
        bar.set_position(*epoch as u64);
        let mark = if better.is_some() { "better" } else { "" };
        bar.set_message(format!("loss {loss:.6}, held out {held_out:.6} {mark}"));
        files::save(Path::new(&self.place), &self.text)
    }
}
