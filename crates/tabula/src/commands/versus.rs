//! `tabula match`: two players, or everybody against everybody.

use super::contest::Contest;
use super::running::Job;
use crate::interrupt;
use clap::Args;
use std::io::Write;
use tabula_arena::Format;

/// Plays a match of two players, or a round robin of more
#[derive(Args)]
#[command(after_help = "Examples:
  tabula match tabula:depth=4 tabula:depth=3 --games 20
  tabula match tabula 'uci:/usr/games/toga2?OwnBook=false' --games 400 --tc 3+0.03 --openings o.epd --concurrency 2 --pgn m.pgn
  tabula match tabula:level=1 tabula:level=2 tabula:level=3 --games 50 --tc 1+0.01
  tabula match ./janus.toml tabula xboard:/usr/games/fairymax --games 20 --tc 10+0.1
  tabula match tabula:depth=4 tabula:depth=3 --games 200 --data kept --html match.html; it goes on with --resume

Players are specs: tabula, tabula:NAME=VALUE,..., random, uci:PROGRAM ARGUMENTS?OPTION=VALUE&..., xboard:PROGRAM ...
The first word may be the game instead (default: chess). Without --openings, games begin with a few random moves.
In any of them, name=... is the name in tables and tc=... a time control of its own.")]
pub(crate) struct Match {
    /// The game, unless it is chess; then the players, as specs
    #[arg(required = true, num_args = 2.., value_name = "[GAME] PLAYER")]
    players: Vec<String>,
    /// Games of each two players
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    contest: Contest,
}

impl Match {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        // Before any thread is started.
        let halt = interrupt::halt_on_signals();
        let event = self.contest.event(&self.players, Format::RoundRobin, self.games as usize)?;
        Job { event: &event, test: None, anchors: &[], keeping: &self.contest.keeping }.run(&halt, out).map(|_| ())
    }
}
