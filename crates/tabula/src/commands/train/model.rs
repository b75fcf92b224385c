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
use tabula_core::Stop;
use tabula_lab::supervised::{self, Config, Epoch, Model, Optimisation, Samples, Wish, check_labels};

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

impl Supervised {
    pub(crate) fn run(&self, model: Model, out: &mut dyn Write) -> anyhow::Result<()> {
        let config = self.config(model);
        // Of what the other arguments allow, everything makes sense.
        config.check().map_err(|fault| BadArgument::new("--rate", fault))?;
        let samples = self.samples()?;
        let positions = grouped(samples.len() as u64);
        let title = format!("{}, {}, {positions} positions", model.name(), config.optimiser.name());
        let stop = Stop::default();
        let wish = Wish {
            folder: &self.out,
            title: Some(&title),
            command: std::env::args().collect(),
            from: None,
            threads: self.threads.into(),
            stop: &stop,
        };
        let mut live = Live::new(self.epochs as usize);
        let summary = supervised::train(&config, &samples, &wish, &mut |epoch| {
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
                "model": model.name(), "optimiser": config.optimiser.name(), "positions": samples.len(), "epochs": last.number,
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

    fn config(&self, model: Model) -> Config {
        Config {
            model,
            files: self.files.iter().map(|file| file.display().to_string()).collect(),
            positions: self.positions,
            optimiser: match self.optimiser {
                Optimiser::Adam => Optimisation::Adam,
                Optimiser::Sgd => Optimisation::Sgd,
            },
            epochs: self.epochs,
            patience: self.patience,
            batch: self.batch as usize,
            rate: self.rate,
            seed: self.seed,
            ..Config::default()
        }
    }

    fn samples(&self) -> anyhow::Result<Samples> {
        let spinner = progress::spinner("reading positions".to_string());
        let mut samples = Samples::default();
        for file in &self.files {
            let name = file.display();
            let mut from = BufReader::new(File::open(file).with_context(|| format!("cannot read {name}"))?);
            check_labels(&mut from).map_err(|why| BadArgument::new(&name.to_string(), why))?;
            samples.read(from, self.positions.unwrap_or(usize::MAX)).map_err(|why| anyhow!("{name}: {why}"))?;
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
