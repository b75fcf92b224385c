//! `tabula train nnue`: a net that is updated move by move, from self-play games.

use crate::columns::grouped;
use crate::failure::BadArgument;
use crate::progress;
use anyhow::{Context, anyhow};
use clap::Args;
use serde_json::json;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use tabula_arena::selfplay::format::{GAMES, Header, Played, Records};
use tabula_core::Stop;
use tabula_lab::nnue::{self, Config, Wish};
use tabula_nn::nnue::Sparse;

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
        let id = &shelf.card().id;
        let config = self.config(id);
        let span = config.span(&*shelf).map_err(|fault| BadArgument::new("GAME, --width", fault))?;
        let games = self.games(id)?;
        let spinner = progress::spinner(format!("looking at {} games", grouped(games.len() as u64)));
        let bar = progress::bar(self.passes as usize);
        let stop = Stop::default();
        let wish = Wish {
            folder: &self.out,
            title: None,
            command: std::env::args().collect(),
            from: self.first()?,
            threads: self.threads.into(),
            stop: &stop,
        };
        let trained = nnue::train(&config, &*shelf, &games, &wish, &mut |passed| {
            spinner.finish_and_clear();
            bar.set_position(passed.pass.into());
            bar.set_message(format!(
                "loss {:.6}, held out {:.6}, {} positions/s",
                passed.learnt,
                passed.held,
                grouped(passed.speed as u64)
            ));
        });
        spinner.finish_and_clear();
        bar.finish_and_clear();
        let (positions, summary) = trained.map_err(|why| anyhow!(why))?;
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

    fn config(&self, id: &str) -> Config {
        Config {
            game: id.to_string(),
            files: self.files.iter().map(|file| file.display().to_string()).collect(),
            width: self.width,
            passes: self.passes,
            batch: self.batch as usize,
            rate: self.rate,
            decay: self.decay,
            lambda: self.lambda,
            unit: self.unit,
            strolls: self.strolls,
            skip: self.skip,
            most: self.most,
            seed: self.seed,
        }
    }

    /// The net that learning begins with, if one was named.
    fn first(&self) -> anyhow::Result<Option<Sparse>> {
        let Some(from) = &self.from else { return Ok(None) };
        let net = if from.is_dir() { nnue::newest(from) } else { nnue::open(from) };
        net.map(Some).map_err(|why| anyhow!(why))
    }

    fn games(&self, id: &str) -> anyhow::Result<Vec<Played>> {
        let mut games = Vec::new();
        for file in &self.files {
            let cannot = || format!("cannot read {}", file.display());
            let mut from = BufReader::new(File::open(file).with_context(cannot)?);
            let header = Header::read(&mut from, &GAMES).map_err(|why| anyhow!("{}: {why}", file.display()))?;
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
