//! What the operator decides: where to listen, where to keep things, which programs may be started, and how much of the
//! machine strangers may use.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;
use tabula_core::{Fault, Faults};
use tabula_engine::{ForeignSpec, Spec};

/// Everything that the operator decides.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub host: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// The folder of the store.
    pub data: PathBuf,
    /// What whoever asks has to know; needed where others than this machine can ask.
    pub token: Option<String>,
    /// Names under which browsers may call this server, besides its address.
    pub names: Vec<String>,
    /// Programs from elsewhere.
    pub engines: Vec<EngineConfig>,
    /// How much is too much.
    pub limits: Limits,
}

/// A program from elsewhere that may be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineConfig {
    /// By which word pages ask for it.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it is started.
    pub spec: ForeignSpec,
    /// The ids or families of what it plays.
    pub games: Vec<String>,
}

/// How much is too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Connections at a time.
    pub connections: usize,
    /// Bytes of a request.
    pub body: usize,
    /// Time for a request to arrive.
    pub arrival: Duration,
    /// Analyses that think at a time, and likewise opponents.
    pub thinkers: usize,
    /// Analyses that wait for their turn.
    pub waiting: usize,
    /// How long anybody may think about one position.
    pub thinking: Duration,
    /// How long an analysis may think while others wait.
    pub turn: Duration,
    /// Lines of an analysis.
    pub lines: usize,
    /// Megabytes that a player may remember.
    pub hash: usize,
    /// Games of people in memory; others are in the store.
    pub rooms: usize,
    /// Players that stay seated between their moves.
    pub seated: usize,
    /// Events that run at a time.
    pub events: usize,
    /// Games of an event.
    pub event_games: usize,
    /// Runs of learning that are kept; one of them is worked on at a time.
    pub runs: usize,
    /// Moves that a game may have when it is sent.
    pub moves: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            connections: 512,
            body: 2 << 20,
            arrival: Duration::from_secs(10),
            thinkers: cores,
            waiting: 64,
            thinking: Duration::from_secs(60),
            turn: Duration::from_secs(3),
            lines: 10,
            hash: 32,
            rooms: 1_000,
            seated: 8 * cores,
            events: 4,
            event_games: 100_000,
            runs: 200,
            moves: 4_000,
        }
    }
}

impl Config {
    /// A server for this machine alone.
    pub fn local(data: PathBuf) -> Self {
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 8080,
            data,
            token: None,
            names: Vec::new(),
            engines: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Whether only this machine can ask.
    pub const fn is_local(&self) -> bool {
        match self.host {
            IpAddr::V4(address) => address.is_loopback(),
            IpAddr::V6(address) => address.is_loopback(),
        }
    }
}

/// Reads the programs that may be started.
///
/// ```
/// let engines = tabula_server::config::engines("
/// [[engine]]
/// id = \"gnugo\"
/// name = \"GNU Go, level 10\"
/// spec = \"gtp:gnugo --mode gtp --level 10\"
/// games = [\"go\"]
/// ").unwrap();
/// assert_eq!((engines[0].id.as_str(), engines[0].spec.command.len()), ("gnugo", 5));
/// ```
pub fn engines(text: &str) -> Result<Vec<EngineConfig>, Faults> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let fault = Fault::new(error.message());
        Faults::from(line.map_or(fault.clone(), |line| fault.in_line(line)))
    })?;
    let mut faults = Vec::new();
    for name in table.keys().filter(|name| *name != "engine") {
        faults.push(Fault::new(format!("unknown key '{name}'; expected tables [[engine]]")));
    }
    let mut engines: Vec<EngineConfig> = Vec::new();
    let entries = table.get("engine").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    for (number, entry) in (1..).zip(&entries) {
        match engine(entry) {
            Ok(engine) if engines.iter().any(|other| other.id == engine.id) => {
                faults.push(Fault::new(format!("engine {number}: the id '{}' is taken", engine.id)));
            }
            Ok(engine) => engines.push(engine),
            Err(fault) => faults.push(Fault::new(format!("engine {number}: {fault}"))),
        }
    }
    if faults.is_empty() { Ok(engines) } else { Err(Faults(faults)) }
}

fn engine(entry: &toml::Value) -> Result<EngineConfig, Fault> {
    let table = entry.as_table().ok_or_else(|| Fault::new("expected a table [[engine]]"))?;
    if let Some(name) = table.keys().find(|name| !["id", "name", "spec", "games"].contains(&name.as_str())) {
        return Err(Fault::new(format!("unknown key '{name}'; known: id, name, spec, games")));
    }
    let text = |name: &str| -> Result<String, Fault> {
        let found = table.get(name).and_then(toml::Value::as_str).map(str::to_owned);
        found.filter(|text| !text.trim().is_empty()).ok_or_else(|| Fault::new(format!("expected a text for '{name}'")))
    };
    let spec = match text("spec")?.parse::<Spec>()? {
        Spec::Foreign(spec) => spec,
        Spec::House(_) => return Err(Fault::new("expected a program (as in uci:/usr/games/stockfish) for 'spec'")),
    };
    let games = match table.get("games").and_then(toml::Value::as_array) {
        Some(games) => games.iter().filter_map(toml::Value::as_str).map(str::to_owned).collect(),
        None => vec!["chess".to_string()],
    };
    let id = text("id")?;
    let name = text("name").unwrap_or_else(|_| id.clone());
    Ok(EngineConfig { id, name, spec, games })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_the_list_of_programs_is_told() {
        let text = "colour = 1\n[[engine]]\nid = \"a\"\nspec = \"tabula\"\n[[engine]]\nid = \"b\"\n\
            [[engine]]\nid = \"c\"\nspec = \"uci:c\"\npath = \"x\"\n";
        let said = engines(text).unwrap_err().to_string();
        for part in [
            "unknown key 'colour'",
            "engine 1: expected a program",
            "engine 2: expected a text for 'spec'",
            "engine 3: unknown key 'path'",
        ] {
            assert!(said.contains(part), "{said}");
        }
        assert!(engines("[[engine").unwrap_err().to_string().starts_with("line 1"));
    }

    #[test]
    fn ids_are_taken_once_and_games_default_to_chess() {
        let twice = "[[engine]]\nid = \"a\"\nspec = \"uci:a\"\n[[engine]]\nid = \"a\"\nspec = \"uci:b\"\n";
        assert_eq!(engines(twice).unwrap_err().to_string(), "engine 2: the id 'a' is taken");
        let once = engines("[[engine]]\nid = \"a\"\nspec = \"uci:a\"\n").unwrap();
        assert_eq!((once[0].name.as_str(), once[0].games.clone()), ("a", vec!["chess".to_string()]));
    }
}
