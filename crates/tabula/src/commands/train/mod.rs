//! `tabula train`: networks from games and labels.

mod model;
mod nnue;

use clap::{Args, Subcommand};
use std::io::Write;
use tabula_lab::supervised::Model;

/// Trains a network
#[derive(Args)]
#[command(after_help = "Examples:
  tabula train nnue chess games.tabula --out runs/chess
  tabula train model1 chess.labels --out runs/model1 --optimiser sgd
  tabula train nnue janus games.tabula --out runs/janus --width 64

docs/networks.md describes the nets, docs/data-format.md the files of games and of labelled positions.")]
pub(crate) struct Train {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Nnue(nnue::Nnue),
    /// Trains dense layers that tell what a position of chess is worth
    #[command(name = "model1")]
    One(model::Supervised),
    /// Trains convolutions that tell what a position of chess is worth
    #[command(name = "model2")]
    Two(model::Supervised),
    /// Trains convolutions that tell to which of seven classes a position of chess belongs
    #[command(name = "model3")]
    Three(model::Supervised),
}

impl Train {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.what {
            What::Nnue(nnue) => nnue.run(out),
            What::One(command) => command.run(Model::One, out),
            What::Two(command) => command.run(Model::Two, out),
            What::Three(command) => command.run(Model::Three, out),
        }
    }
}
