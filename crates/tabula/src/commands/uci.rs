//! `tabula uci`: an engine for chess programs with boards.

use clap::Args;
use std::io::stdout;
use std::time::SystemTime;
use tabula_wire::Identity;
use tabula_wire::uci::server::serve;

/// Speaks UCI, for chess GUIs
///
/// Reads orders from standard input; 'help' lists them.
#[derive(Args)]
#[command(after_help = "Example:
  printf 'position startpos\\ngo movetime 1000\\n' | (cat; sleep 2) | tabula uci")]
pub(crate) struct Uci;

/// How we introduce ourselves to GUIs. The time of day is the seed, so that weak levels and the book vary.
pub(crate) fn identity() -> Identity<'static> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Identity {
        name: concat!("Tabula ", env!("CARGO_PKG_VERSION")),
        author: "the Tabula authors",
        seed: now.as_millis() as u64,
    }
}

impl Uci {
    pub(crate) fn run() -> anyhow::Result<()> {
        Ok(serve(identity(), std::io::stdin().lock(), &mut stdout())?)
    }
}
