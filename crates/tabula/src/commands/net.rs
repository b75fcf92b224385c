//! `tabula net`: what the file of a network says of itself, and the same network in half the space.

use crate::columns::grouped;
use crate::failure::BadArgument;
use crate::files::Draft;
use anyhow::Context;
use clap::{Args, Subcommand};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use tabula_nn::nnue::{self, Sparse, Whole};
use tabula_nn::{Fault, Origin};

/// Shows the file of a network, or makes it smaller
#[derive(Args)]
#[command(after_help = "Examples:
  tabula net show runs/go9/net.safetensors
  tabula net shrink runs/model2/net.safetensors --out model2.safetensors
  tabula match tabula:net=model2.safetensors tabula:eval=classic --tc nodes=1000")]
pub(crate) struct Net {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Show(Show),
    Shrink(Shrink),
}

/// Tells the game, the run, the layers and the number of weights; a broken file is refused with what is wrong
#[derive(Args)]
struct Show {
    /// The file of a network
    file: PathBuf,
    /// For machines
    #[arg(long)]
    json: bool,
}

/// Writes the same network with 16 bits for each number
///
/// A number keeps 11 bits of it, which play does not feel. Networks that are updated move by move (NNUE) are as small already.
#[derive(Args)]
struct Shrink {
    /// The file of a network
    file: PathBuf,
    /// Where the smaller one goes
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
}

impl Net {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.what {
            What::Show(show) => show.run(out),
            What::Shrink(shrink) => shrink.run(out),
        }
    }
}

impl Show {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let bytes = read(&self.file)?;
        let About { origin, layers, weights } = about(&bytes).map_err(|fault| refused(&self.file, &fault))?;
        let Origin { game, run, planes } = &origin;
        if self.json {
            let size = bytes.len();
            let json = json!({ "game": game, "run": run, "planes": planes, "layers": layers, "weights": weights, "bytes": size });
            writeln!(out, "{json:#}")?;
            return Ok(());
        }
        let [weights, size] = [weights, bytes.len()].map(|number| grouped(number as u64));
        for (name, value) in [("game", game), ("run", run), ("planes", planes), ("weights", &weights), ("bytes", &size)]
        {
            if !value.is_empty() {
                writeln!(out, "{name:<8}{value}")?;
            }
        }
        writeln!(out, "layers  {layers}")?;
        Ok(())
    }
}

impl Shrink {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let bytes = read(&self.file)?;
        let small = tabula_nn::load(&bytes).and_then(|(net, origin)| tabula_nn::save_half(&net, &origin));
        let small = small.map_err(|fault| refused(&self.file, &fault))?;
        // Numbers beyond what 16 bits hold would be refused by every reader: better now than there.
        tabula_nn::load(&small).map_err(|fault| refused(&self.file, &fault))?;
        let mut draft = Draft::new(&self.out)?;
        draft.write_all(&small)?;
        draft.finish()?;
        let [before, after] = [bytes.len(), small.len()].map(|size| grouped(size as u64));
        writeln!(out, "{before} bytes, now {after}: {}", self.out.display())?;
        Ok(())
    }
}

/// What there is to tell of a file.
struct About {
    origin: Origin,
    layers: String,
    weights: usize,
}

/// Reads a file of any kind, whole: a header alone may belong to a torn one.
fn about(bytes: &[u8]) -> Result<About, Fault> {
    let (origin, layers) = tabula_nn::about(bytes)?;
    let weights = if layers.split(' ').next() == Some(nnue::KIND) {
        let span = Whole::load(bytes).map(|(net, _)| net.span());
        // What a run learns with has the same layers and other numbers.
        span.or_else(|fault| Sparse::load(bytes).map(|(net, _, _)| net.span()).map_err(|_| fault))?.size()
    } else {
        tabula_nn::load(bytes)?.0.weights().len()
    };
    Ok(About { origin, layers, weights })
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

fn refused(file: &Path, fault: &Fault) -> BadArgument {
    BadArgument::new(&file.display().to_string(), fault)
}
