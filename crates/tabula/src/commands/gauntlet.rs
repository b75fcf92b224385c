//! `tabula gauntlet`: a few players against all others.

use super::contest::Contest;
use super::running::Job;
use crate::interrupt;
use clap::Args;
use std::io::Write;
use tabula_arena::Format;

/// Plays one player, or several, against all others
#[derive(Args)]
#[command(after_help = "Examples:
  tabula gauntlet tabula:depth=4 tabula:depth=1 tabula:depth=2 tabula:depth=3 --games 10
  tabula gauntlet --challengers 2 tabula:level=5 tabula:level=6 uci:gnuchess uci:toga2 --tc 5+0.05 --data kept

The first word may be the game instead (default: chess). Challengers do not meet each other.")]
pub(crate) struct Gauntlet {
    /// The game, unless it is chess; then the players, the challengers first
    #[arg(required = true, num_args = 2.., value_name = "[GAME] PLAYER")]
    players: Vec<String>,
    /// How many of the players meet all others
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    challengers: u32,
    /// Games of each challenger with each other
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    contest: Contest,
}

impl Gauntlet {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        // Before any thread is started.
        let halt = interrupt::halt_on_signals();
        let format = Format::Gauntlet { challengers: self.challengers as usize };
        let event = self.contest.event(&self.players, format, self.games as usize)?;
        Job { event: &event, test: None, anchors: &[], keeping: &self.contest.keeping }.run(&halt, out).map(|_| ())
    }
}
