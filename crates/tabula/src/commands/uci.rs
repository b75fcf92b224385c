//! `tabula uci`: an engine for chess programs with boards.

use clap::Args;
use std::io::stdout;
use tabula_wire::uci::server::{Identity, serve};

/// Speaks UCI, for chess GUIs
///
/// Reads orders from standard input; 'help' lists them.
#[derive(Args)]
#[command(after_help = "Example:
  printf 'position startpos\\ngo movetime 1000\\n' | (cat; sleep 2) | tabula uci")]
pub(crate) struct Uci;

/// Name and version, as GUIs show them.
pub(crate) const NAME: &str = concat!("Tabula ", env!("CARGO_PKG_VERSION"));
/// Who wrote it.
pub(crate) const AUTHOR: &str = "the Tabula authors";

impl Uci {
    pub(crate) fn run() -> anyhow::Result<()> {
        Ok(serve(Identity { name: NAME, author: AUTHOR }, std::io::stdin().lock(), &mut stdout())?)
    }
}
