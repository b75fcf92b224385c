//! `tabula xboard`: an engine for XBoard and WinBoard.

use super::uci::identity;
use clap::Args;
use std::io::stdout;

/// Speaks XBoard's protocol, for XBoard and WinBoard
///
/// Reads orders from standard input; 'help' lists them.
#[derive(Args)]
#[command(after_help = "Example:
  xboard -fcp 'tabula xboard'")]
pub(crate) struct Xboard;

impl Xboard {
    pub(crate) fn run() -> anyhow::Result<()> {
        Ok(tabula_wire::xboard::server::serve(identity(), std::io::stdin().lock(), &mut stdout())?)
    }
}
