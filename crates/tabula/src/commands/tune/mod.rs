//! `tabula tune`: weights of an evaluation, by four roads.

mod games;
mod texel;

use clap::{Args, Subcommand};
use std::io::Write;

/// Tunes the weights of an evaluation: by Texel's method, breeding, SPSA or TDLeaf
///
/// Texel's method learns from a file of positions whose games have ended; the others play games. Their runs lie in folders, can be killed at
/// any moment and gone on with, and close with a match against the weights they began with. Whatever is learnt is a player at once:
/// tabula:weights=FILE. Without the name of a road, it is Texel's.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  tabula tune texel positions.txt --out weights.txt
  tabula tune genetic czech --eval thesis --out runs/bred --spoil 1
  tabula tune spsa chess --only 'material.*,bishop.pair' --out runs/spsa --nodes 1000
  tabula tune tdleaf chess --only 'material.*,place.*' --out runs/tdleaf
  tabula tune resume runs/spsa
  tabula match tabula:weights=runs/spsa/weights.txt tabula --tc nodes=10000"
)]
pub(crate) struct Tune {
    #[command(subcommand)]
    road: Option<Road>,
    #[command(flatten)]
    texel: Option<texel::Texel>,
}

#[derive(Subcommand)]
enum Road {
    Texel(texel::Texel),
    Genetic(games::Genetic),
    Spsa(games::Spsa),
    Tdleaf(games::Tdleaf),
    Resume(games::Resume),
}

impl Tune {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match (&self.road, &self.texel) {
            (Some(Road::Texel(texel)), _) | (None, Some(texel)) => texel.run(out),
            (Some(Road::Genetic(genetic)), _) => genetic.run(out),
            (Some(Road::Spsa(spsa)), _) => spsa.run(out),
            (Some(Road::Tdleaf(tdleaf)), _) => tdleaf.run(out),
            (Some(Road::Resume(resume)), _) => resume.run(out),
            // Clap asks for one of them.
            (None, None) => anyhow::bail!("expected texel, genetic, spsa, tdleaf or resume"),
        }
    }
}

fn share(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|x| (0.0..=1.0).contains(x)).ok_or_else(|| "expected a number from 0 to 1".to_string())
}

fn positive(text: &str) -> Result<f32, String> {
    let good = |x: &f32| *x > 0.0 && x.is_finite();
    text.parse().ok().filter(good).ok_or_else(|| "expected a number above 0".to_string())
}
