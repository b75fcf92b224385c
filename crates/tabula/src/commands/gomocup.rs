//! `tabula gomocup`: an engine for managers of five in a row.

use super::uci::identity;
use clap::Args;
use std::io::stdout;

/// Speaks the Gomocup protocol, for Piskvork and other managers of five in a row
///
/// Reads orders (START, TURN, BOARD, ...) from standard input. Boards of 15 and 19 lines; INFO rule chooses freestyle, standard or renju.
#[derive(Args)]
#[command(after_help = "Example:
  printf 'START 15\\nBEGIN\\nEND\\n' | tabula gomocup")]
pub(crate) struct Gomocup;

impl Gomocup {
    pub(crate) fn run() -> anyhow::Result<()> {
        Ok(tabula_wire::gomocup::server::serve(identity(), std::io::stdin().lock(), &mut stdout())?)
    }
}
