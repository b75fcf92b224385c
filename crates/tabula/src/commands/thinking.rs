//! Who thinks, and for how long: the arguments that commands of analysis share.

use crate::failure::BadArgument;
use clap::Args;
use std::sync::Arc;
use std::time::Duration;
use tabula_core::{Bound, Fault, Limits, Score, Stop};
use tabula_engine::{Clock, Player, Question, Record, Shelf, Spec};

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
    /// Who thinks: tabula:eval=classic, uci:/usr/games/stockfish
    #[arg(long, value_name = "SPEC", default_value = "tabula")]
    player: Spec,
    /// On how many threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Thinking {
    /// The player, seated.
    pub(crate) fn player(&self, shelf: &Arc<dyn Shelf>) -> Result<Box<dyn Player>, BadArgument> {
        let mut player = super::seat(shelf, "--player", &self.player)?;
        if let Some(threads) = self.threads {
            let set = set(&mut *player, &["threads"], usize::from(threads), 1);
            set.map_err(|fault| BadArgument::new("--threads", fault))?;
        }
        Ok(player)
    }

    /// How long it may think; where nothing is said, neither here nor in the spec, `usual`.
    pub(crate) fn clock(&self, usual: Duration) -> Clock {
        self.clock_or(Clock::move_time(usual))
    }

    /// The same with any usual limit.
    pub(crate) fn clock_or(&self, usual: Clock) -> Clock {
        let given = Clock {
            limits: Limits { depth: self.depth, nodes: self.nodes },
            move_time: self.movetime.map(Duration::from_millis),
            ..Clock::default()
        };
        let limited = matches!(&self.player, Spec::House(spec) if spec.is_limited());
        if given.is_endless() && !limited { usual } else { given }
    }

    /// Who thinks and for how long, in a few words.
    pub(crate) fn describe(&self, clock: &Clock) -> String {
        let Limits { depth, nodes } = clock.limits;
        let time = clock.move_time.map(|time| time.as_millis().to_string());
        let limits = [("depth", depth.map(|n| n.to_string())), ("nodes", nodes.map(|n| n.to_string())), ("ms", time)];
        let limits = limits.into_iter().filter_map(|(name, limit)| Some(format!(" {name} {}", limit?)));
        format!("{}{}", self.player, limits.collect::<String>())
    }
}

/// The value of the end of a record for the player to move.
pub(crate) fn value(player: &mut dyn Player, record: &Record, clock: &Clock) -> Result<Score, Fault> {
    let mut value = Score::ZERO;
    player.choose(&Question::new(record, clock), &Stop::default(), &mut |info| {
        if info.rank <= 1 && info.bound == Bound::Exact {
            value = info.score;
        }
    })?;
    Ok(value)
}

/// Sets what players know under one of several names, in whatever case. Who does not know it has the usual value.
pub(crate) fn set(player: &mut dyn Player, names: &[&str], value: usize, usual: usize) -> Result<(), Fault> {
    let known = |name: &String| names.iter().any(|wanted| wanted.eq_ignore_ascii_case(name));
    match player.card().options.iter().map(|card| card.name.clone()).find(known) {
        Some(name) => player.set(&name, &value.to_string()),
        None if value == usual => Ok(()),
        None => Err(Fault::new(format!("{} has no setting '{}'", player.card().name, names[0]))),
    }
}
