//! `tabula gtp`: an engine for Go programs with boards.

use super::uci::identity;
use crate::failure::BadArgument;
use clap::Args;
use std::io::stdout;
use std::time::Duration;
use tabula_engine::PlayerSpec;
use tabula_engine::spec::Setting;
use tabula_wire::gtp::server::{House, serve};

/// Speaks the Go Text Protocol (version 2), for Go GUIs
///
/// Reads orders (boardsize, play, genmove, lz-analyze, ...) from standard input; list_commands lists them.
#[derive(Args)]
#[command(after_help = "Examples:
  printf 'boardsize 9\\ngenmove b\\nshowboard\\n' | tabula gtp
  tabula gtp --movetime 2000 --player tabula:threads=2")]
pub(crate) struct Gtp {
    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "tabula")]
    player: String,
    /// Milliseconds for a move, where no clock is set
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    movetime: u32,
}

impl Gtp {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut spec: PlayerSpec = self.player.parse().map_err(|fault| BadArgument::new("--player", fault))?;
        let identity = identity();
        // Another seed each time keeps a person from meeting the same game again.
        if !spec.settings.iter().any(|setting| setting.name == "seed") {
            spec.settings.push(Setting { name: "seed".into(), value: identity.seed.to_string(), column: 1 });
        }
        let house = House { spec, move_time: Duration::from_millis(u64::from(self.movetime)) };
        house.check().map_err(|fault| BadArgument::new("--player", fault))?;
        Ok(serve(identity, &house, std::io::stdin().lock(), &mut stdout())?)
    }
}
