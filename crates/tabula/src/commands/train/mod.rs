//! `tabula train`: networks from games and labels.

mod nnue;

use clap::{Args, Subcommand};
use std::io::Write;

/// Trains a network
#[derive(Args)]
#[command(after_help = "Examples:
  tabula train nnue chess games.tabula --out runs/chess
  tabula train nnue janus games.tabula --out runs/janus --width 64

docs/networks.md describes the nets, docs/data-format.md the files of games.")]
pub(crate) struct Train {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Nnue(nnue::Nnue),
}

impl Train {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.what {
            What::Nnue(nnue) => nnue.run(out),
        }
    }
}
