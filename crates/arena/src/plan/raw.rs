//! What a file of plans says, before anything is known to make sense.
//!
//! Every entry is read by itself: one that cannot be read is a fault of its own and hides no other.

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// One `[[event]]`.
#[derive(Default)]
pub(super) struct Raw {
    /// Where it begins in the text.
    pub(super) at: usize,
    pub(super) title: Option<Spanned<String>>,
    pub(super) game: Option<Spanned<String>>,
    pub(super) format: Option<Spanned<String>>,
    pub(super) rounds: Option<Spanned<u32>>,
    pub(super) challengers: Option<Spanned<u32>>,
    pub(super) games: Option<Spanned<u32>>,
    pub(super) tc: Option<Spanned<String>>,
    pub(super) players: Vec<Spanned<RawPlayer>>,
    pub(super) openings: Option<Spanned<String>>,
    pub(super) order: Option<Spanned<String>>,
    pub(super) plies: Option<Spanned<u32>>,
    pub(super) seed: Option<Spanned<u64>>,
    pub(super) concurrency: Option<Spanned<u32>>,
    pub(super) margin: Option<Spanned<u32>>,
    pub(super) resign: Option<Spanned<[u32; 2]>>,
    pub(super) draw: Option<Spanned<[u32; 3]>>,
    pub(super) max_moves: Option<Spanned<u32>>,
    pub(super) tables: Option<Spanned<String>>,
    pub(super) anchors: Option<Spanned<std::collections::BTreeMap<String, f64>>>,
    pub(super) sprt: Option<Spanned<RawTest>>,
}

/// A player: a spec alone, or a spec with what the arena adds to it.
#[derive(Clone)]
pub(super) struct RawPlayer {
    pub(super) spec: String,
    pub(super) name: Option<String>,
    pub(super) tc: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FullPlayer {
    spec: String,
    name: Option<String>,
    tc: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTest {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    pub(super) model: Option<String>,
}

/// The keys of an event, for the message about an unknown one.
const KEYS: [&str; 20] = [
    "title",
    "game",
    "format",
    "rounds",
    "challengers",
    "games",
    "tc",
    "players",
    "openings",
    "order",
    "plies",
    "seed",
    "concurrency",
    "margin",
    "resign",
    "draw",
    "max-moves",
    "tables",
    "anchors",
    "sprt",
];

pub(super) type Hear<'a> = &'a mut dyn FnMut(Option<usize>, String);

/// Reads what can be read; `fault` hears of everything else, and where it begins.
pub(super) fn read(text: &str, fault: Hear<'_>) -> Vec<Raw> {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        fault(error.span().map(|span| span.start), error.message().to_owned());
    }
    let mut events = Vec::new();
    for (key, value) in table.into_inner() {
        let (at, name) = (key.span().start, key.get_ref().as_ref().to_owned());
        match (name.as_str(), value.into_inner()) {
            ("event", DeValue::Array(list)) => events.extend(list.into_iter().filter_map(|one| event(one, fault))),
            ("event", _) => fault(Some(at), "event: expected a list: [[event]]".to_owned()),
            (other, _) => fault(Some(at), format!("unknown key \"{other}\"; known: event, as in [[event]]")),
        }
    }
    events
}

fn event(value: Spanned<DeValue<'_>>, fault: Hear<'_>) -> Option<Raw> {
    let at = value.span().start;
    let DeValue::Table(table) = value.into_inner() else {
        fault(Some(at), "event: expected a table: [[event]]".to_owned());
        return None;
    };
    let mut raw = Raw { at, ..Raw::default() };
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "title" => raw.title = entry(value, "title", fault),
            "game" => raw.game = entry(value, "game", fault),
            "format" => raw.format = entry(value, "format", fault),
            "rounds" => raw.rounds = entry(value, "rounds", fault),
            "challengers" => raw.challengers = entry(value, "challengers", fault),
            "games" => raw.games = entry(value, "games", fault),
            "tc" => raw.tc = entry(value, "tc", fault),
            "players" => raw.players = players(value, fault),
            "openings" => raw.openings = entry(value, "openings", fault),
            "order" => raw.order = entry(value, "order", fault),
            "plies" => raw.plies = entry(value, "plies", fault),
            "seed" => raw.seed = entry(value, "seed", fault),
            "concurrency" => raw.concurrency = entry(value, "concurrency", fault),
            "margin" => raw.margin = entry(value, "margin", fault),
            "resign" => raw.resign = entry(value, "resign", fault),
            "draw" => raw.draw = entry(value, "draw", fault),
            "max-moves" => raw.max_moves = entry(value, "max-moves", fault),
            "tables" => raw.tables = entry(value, "tables", fault),
            "anchors" => raw.anchors = entry(value, "anchors", fault),
            "sprt" => raw.sprt = entry(value, "sprt", fault),
            other => fault(Some(key.span().start), tabula_engine::near::unknown("key", other, &KEYS)),
        }
    }
    Some(raw)
}

/// One entry; what is wrong with it is said of its key.
fn entry<'a, T: Deserialize<'a>>(value: Spanned<DeValue<'a>>, key: &str, fault: Hear<'_>) -> Option<T> {
    let start = value.span().start;
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(read) => Some(read),
        Err(error) => {
            fault(Some(error.span().map_or(start, |span| span.start)), format!("{key}: {}", error.message()));
            None
        }
    }
}

fn players(value: Spanned<DeValue<'_>>, fault: Hear<'_>) -> Vec<Spanned<RawPlayer>> {
    let start = value.span().start;
    let DeValue::Array(list) = value.into_inner() else {
        fault(Some(start), "players: expected a list, for example [\"tabula:depth=4\", \"random\"]".to_owned());
        return Vec::new();
    };
    let one = |player: Spanned<DeValue<'_>>| {
        let span = player.span();
        let read = match player.get_ref() {
            DeValue::String(spec) => Some(RawPlayer { spec: spec.to_string(), name: None, tc: None }),
            _ => entry::<FullPlayer>(player, "players", fault).map(|FullPlayer { spec, name, tc }| RawPlayer {
                spec,
                name,
                tc,
            }),
        };
        read.map(|read| Spanned::new(span, read))
    };
    list.into_iter().filter_map(one).collect()
}
