//! Who thinks, and for how long: the arguments that commands of analysis share.

use crate::failure::BadArgument;
use clap::Args;
use std::time::Duration;
use tabula_core::Limits;
use tabula_engine::{Clock, Player, PlayerSpec, Shelf};

/// Who thinks about each position, and for how long.
#[derive(Args, Clone)]
pub(crate) struct Thinking {
    /// Milliseconds for each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Plies for each position
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Who thinks
    #[arg(long, value_name = "SPEC", default_value = "tabula")]
    player: PlayerSpec,
    /// On how many threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Thinking {
    /// The player, seated.
    pub(crate) fn player(&self, shelf: &dyn Shelf) -> Result<Box<dyn Player>, BadArgument> {
        let mut player = shelf.player(&self.player).map_err(|fault| BadArgument::new("--player", fault))?;
        let one = self.threads.is_none_or(|threads| threads == 1);
        if let Some(threads) = self.threads
            && (!one || offers(&*player, "threads"))
        {
            let set = player.set("threads", &threads.to_string());
            set.map_err(|fault| BadArgument::new("--threads", fault))?;
        }
        Ok(player)
    }

    /// How long it may think; where nothing is said, neither here nor in the spec, `usual`.
    pub(crate) fn clock(&self, usual: Duration) -> Clock {
        let given = Clock {
            limits: Limits { depth: self.depth, nodes: self.nodes },
            move_time: self.movetime.map(Duration::from_millis),
            ..Clock::default()
        };
        if given.is_endless() && !self.player.is_limited() { Clock::move_time(usual) } else { given }
    }
}

/// Whether something can be set about a player.
pub(crate) fn offers(player: &dyn Player, option: &str) -> bool {
    player.card().options.iter().any(|card| card.name == option)
}
