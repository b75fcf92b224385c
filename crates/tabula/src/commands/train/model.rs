//! `tabula train model1`, `model2`, `model3`: nets of chess that are shown the whole board, from labelled positions.

use crate::columns::grouped;
use crate::failure::BadArgument;
use crate::progress::{self, Live};
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use tabula_lab::labels::{Blocks, Header, LABELS};
use tabula_lab::log::{RunLog, Sheet};
use tabula_lab::supervised::{self, Epoch, Model, Optimisation, Plan, Samples, Task};
use tabula_nn::Origin;

/// The game of these nets, and what they are shown of it.
const GAME: &str = "chess";
const PLANES: &str = "beast";

/// Trains a net of chess that is shown the whole board
///
/// FILES are labelled positions of `tabula label`. Four of five are learnt from, the rest decides which epoch was the best: its net is
/// net.safetensors in the folder, beside curve.csv and what the next epoch needs. The same command goes on with a run that was interrupted.
#[derive(Args)]
#[command(
    after_help = "The last line is `trained MODEL on N positions: loss A (held out B) in epoch E, S positions/s`; for classes also the share of right ones.

Examples:
  tabula train model1 chess.labels --out runs/model1
  tabula train model2 chess.labels --out runs/model2-sgd --optimiser sgd --epochs 300 --patience 20
  tabula match tabula:net=runs/model1/net.safetensors,search=alphabeta-ordered,depth=2 tabula:eval=classic,search=alphabeta-ordered,depth=2"
)]
pub(crate) struct Supervised {
    /// Files of labelled positions
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The folder of the run
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// How it learns
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Optimiser::Adam)]
    optimiser: Optimiser,
    /// Epochs at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Epochs without a better result on what is held out, after which it ends
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u32).range(2..=65_536))]
    batch: u32,
    /// How far a step goes
    #[arg(long, value_name = "R", default_value_t = 0.0001)]
    rate: f32,
    /// At most so many positions, from the first on [default: all]
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// What weights, the split and orders are drawn from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many threads compute
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// The summary as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Optimiser {
    /// Adam with its usual memory (0.9, 0.999)
    Adam,
    /// Gradient descent with Nesterov's momentum of 0.9
    Sgd,
}

impl Optimiser {
    const fn name(self) -> &'static str {
        match self {
            Self::Adam => "Adam",
            Self::Sgd => "SGD",
        }
    }
}

impl Supervised {
    pub(crate) fn run(&self, model: Model, out: &mut dyn Write) -> anyhow::Result<()> {
        if !(self.rate.is_finite() && self.rate > 0.0) {
            return Err(BadArgument::new("--rate", format!("expected a number above 0, found {}", self.rate)).into());
        }
        let samples = self.samples()?;
        let plan = Plan {
            model,
            optimiser: match self.optimiser {
                Optimiser::Adam => Optimisation::Adam,
                Optimiser::Sgd => Optimisation::Sgd,
            },
            epochs: self.epochs,
            patience: self.patience,
            batch: self.batch as usize,
            rate: self.rate,
            seed: self.seed,
            samples: samples.len(),
        };
        let positions = grouped(samples.len() as u64);
        let title = format!("{}, {}, {positions} positions", model.name(), self.optimiser.name());
        let origin = Origin { game: GAME.into(), run: title.clone(), planes: PLANES.into() };
        let task = Task { folder: &self.out, plan: &plan, origin: &origin, threads: self.threads.into() };
        let open = |epoch: u32| {
            let begun = || Sheet::new("train", GAME, &title, std::env::args().collect());
            let log = match epoch {
                0 => RunLog::begin(&self.out, begun()),
                _ => RunLog::resume(&self.out, epoch.into()),
            };
            log.and_then(|mut log| log.update(|sheet| sheet.steps = Some(self.epochs.into())).map(|()| log))
        };
        let mut live = Live::new(self.epochs as usize);
        let summary = supervised::run(&task, &samples, open, &mut |epoch| {
            live.tell(epoch.number.into(), || describe(epoch));
        });
        live.end();
        let summary = summary.map_err(|why| anyhow!(why))?;
        let (Some(last), Some((best, loss))) = (summary.last, summary.best) else {
            let what = if summary.stopped { "was stopped in its first epoch" } else { "is over already" };
            writeln!(out, "the run in {} {what}", self.out.display())?;
            return Ok(());
        };
        if self.json {
            let summary = json!({
                "model": model.name(), "optimiser": self.optimiser.name(), "positions": samples.len(), "epochs": last.number,
                "loss": last.learnt, "best_epoch": best, "held_out": loss, "accuracy": last.right.map(|(_, held)| held),
                "positions_per_second": last.speed, "stopped": summary.stopped,
            });
            writeln!(out, "{summary}")?;
            return Ok(());
        }
        let right = last.right.map_or(String::new(), |(_, held)| format!(", {:.1} % right", 100.0 * held));
        let speed = grouped(last.speed as u64);
        writeln!(
            out,
            "trained {} on {positions} positions: loss {:.6} (held out {loss:.6}) in epoch {best}{right}, {speed} positions/s",
            model.name(),
            last.learnt
        )?;
        Ok(())
    }

    fn samples(&self) -> anyhow::Result<Samples> {
        let spinner = progress::spinner("reading positions".to_string());
        let most = self.positions.unwrap_or(usize::MAX);
        let mut samples = Samples::default();
        for file in &self.files {
            let name = file.display();
            let cannot = || format!("cannot read {name}");
            let mut from = BufReader::new(File::open(file).with_context(cannot)?);
            let header = Header::read(&mut from, &LABELS).map_err(|why| BadArgument::new(&name.to_string(), why))?;
            if header.game != GAME {
                let what = format!("it has positions of {}, not of {GAME}", header.game);
                return Err(BadArgument::new(&name.to_string(), what).into());
            }
            for block in Blocks::new(from) {
                let entries = block.with_context(cannot)?.entries;
                let left = most - samples.len();
                samples.add(entries.iter().take(left)).map_err(|fault| anyhow!("{name}: {fault}"))?;
            }
        }
        spinner.finish_and_clear();
        Ok(samples)
    }
}

fn describe(epoch: &Epoch) -> String {
    let right = epoch.right.map_or(String::new(), |(learnt, held)| {
        format!(", {:.1} % right, held out {:.1} %", 100.0 * learnt, 100.0 * held)
    });
    let speed = grouped(epoch.speed as u64);
    format!("loss {:.6}, held out {:.6}{right}, {speed} positions/s", epoch.learnt, epoch.held)
}
