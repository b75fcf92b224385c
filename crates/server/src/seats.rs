//! From what a page asks for to a player: a search of this house within bounds, or a program that the operator configured.

use crate::api::PlayerAsk;
use crate::config::{Config, EngineConfig};
use crate::problem::Problem;
use crate::runs;
use std::sync::Arc;
use std::time::Duration;
use tabula_core::{Fault, Limits};
use tabula_engine::spec::{Kind, PlayerSpec, Setting};
use tabula_engine::{Clock, Player, Shelf, Spec};
use tabula_wire::foreign::{self, Patience};

/// How long an opponent thinks about a move, unless it has a clock or was told otherwise.
const USUAL: Duration = Duration::from_millis(1_000);
/// The longest name that a person may have.
const MOST_NAME: usize = 40;

/// A player that can be seated.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// Its name.
    pub(crate) name: String,
    /// Whom to seat; nobody, where a person sits.
    pub(crate) spec: Option<Spec>,
    /// What bounds its thinking besides the clock of the game.
    pub(crate) clock: Clock,
}

/// Judges what was asked for.
pub(crate) fn choose(config: &Config, shelf: &dyn Shelf, ask: &PlayerAsk) -> Result<Chosen, Problem> {
    let most = config.limits.thinking;
    let time = |millis: &Option<u64>| millis.map_or(USUAL, Duration::from_millis).clamp(Duration::from_millis(1), most);
    let house = |settings: Vec<(&str, String)>| {
        let hash = ("hash", config.limits.hash.to_string());
        let settings =
            settings.into_iter().chain([hash]).map(|(name, value)| Setting { name: name.into(), value, column: 1 });
        Some(Spec::House(PlayerSpec { kind: Kind::Tabula, settings: settings.collect() }))
    };
    let chosen = match ask {
        PlayerAsk::Human { name } => {
            let name = name.as_deref().unwrap_or("").trim().chars().filter(|letter| !letter.is_control());
            Chosen { name: name.take(MOST_NAME).collect(), spec: None, clock: Clock::default() }
        }
        PlayerAsk::Level { level } => Chosen {
            name: format!("level {level}"),
            spec: house(vec![("level", level.to_string())]),
            clock: Clock::move_time(USUAL),
        },
        PlayerAsk::Random => Chosen {
            name: "random".into(),
            spec: Some(Spec::House(PlayerSpec { kind: Kind::Random, settings: Vec::new() })),
            clock: Clock::move_time(USUAL),
        },
        PlayerAsk::Search { search, eval, depth, nodes, millis } => {
            let mut settings = Vec::new();
            settings.extend(search.as_ref().map(|search| ("search", search.clone())));
            settings.extend(eval.as_ref().map(|eval| ("eval", eval.clone())));
            let limits = Limits { depth: *depth, nodes: *nodes };
            // A depth alone would be no bound for those who do not deepen.
            let time =
                if depth.is_none() && nodes.is_none() { time(millis) } else { millis.map_or(most, |_| time(millis)) };
            let words = [search.as_deref(), eval.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
            let name = if words.is_empty() { "tabula".to_string() } else { words };
            Chosen {
                name: depth.map_or(name.clone(), |depth| format!("{name}, depth {depth}")),
                spec: house(settings),
                clock: Clock { limits, move_time: Some(time), left: None },
            }
        }
        PlayerAsk::Run { id, millis } => {
            let runs::Learnt { title, file, settings } = runs::judge(config, shelf, id)?;
            let spec = house(settings);
            if let Some(Spec::House(spec)) = &spec {
                // Where the file lies is nobody's business.
                let told = |fault: Fault| fault.what.replace(&file, &format!("run '{id}'"));
                shelf.player(spec).map_err(|fault| Problem::conflict(told(fault)).at("players"))?;
            }
            return Ok(Chosen { name: title, spec, clock: Clock::move_time(time(millis)) });
        }
        PlayerAsk::Engine { id, millis } => {
            let engine = config.engines.iter().find(|engine| engine.id == *id);
            let engine = engine.filter(|engine| engine.plays(shelf)).ok_or_else(|| {
                Problem::bad(format!("no engine '{id}' was configured for {}", shelf.card().name)).at("players")
            })?;
            Chosen {
                name: engine.name.clone(),
                spec: Some(Spec::Foreign(engine.spec.clone())),
                clock: Clock::move_time(time(millis)),
            }
        }
    };
    // Settings that the game does not know are refused now, and not at the first move.
    if let Some(Spec::House(spec)) = &chosen.spec {
        shelf.player(spec).map_err(|fault| Problem::bad(fault.what).at("players"))?;
    }
    Ok(chosen)
}

impl EngineConfig {
    /// Whether it plays a game.
    pub(crate) fn plays(&self, shelf: &dyn Shelf) -> bool {
        let card = shelf.card();
        self.games.iter().any(|word| *word == card.id || *word == card.family)
    }
}

/// Seats a player; a program is started.
pub(crate) fn seat(shelf: &Arc<dyn Shelf>, spec: &Spec) -> Result<Box<dyn Player>, Problem> {
    match spec {
        Spec::House(spec) => Ok(shelf.player(spec)?),
        Spec::Foreign(spec) => {
            foreign::seat(spec, shelf, Patience::default()).map_err(|fault| Problem::failed(fault.to_string()))
        }
    }
}

/// Our best player, with so many megabytes of memory.
pub(crate) fn best(shelf: &dyn Shelf, hash: usize) -> Result<Box<dyn Player>, Problem> {
    let spec = format!("tabula:hash={hash}").parse().map_err(Problem::from)?;
    Ok(shelf.player(&spec)?)
}
