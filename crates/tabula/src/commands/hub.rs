//! `tabula hub`: an engine for draughts programs with boards.

use super::uci::identity;
use clap::Args;
use std::io::stdout;

/// Speaks the Hub protocol (version 2), for draughts GUIs
///
/// Reads orders (hub, init, pos, level, go, ...) from standard input. The parameter `variant` chooses the code; `normal` is International.
#[derive(Args)]
#[command(after_help = "Example:
  printf 'hub\\ninit\\nlevel depth=10\\ngo think\\n' | (cat; sleep 1) | tabula hub")]
pub(crate) struct Hub;

impl Hub {
    pub(crate) fn run() -> anyhow::Result<()> {
        Ok(tabula_wire::hub::server::serve(identity(), std::io::stdin().lock(), &mut stdout())?)
    }
}
