//! From what a page asks for to an event of the arena.

use crate::api::PlayerAsk;
use crate::api::events::EventAsk;
use crate::config::Config;
use crate::problem::Problem;
use crate::{games, moment, seats};
use std::sync::Arc;
use std::time::Duration;
use tabula_arena::stats::{Model, Sprt};
use tabula_arena::{Adjudication, Conditions, Entrant, Event, Format, Openings, Patience, TimeControl};
use tabula_engine::Spec;
use tabula_engine::spec::Setting;

/// The most who may take part.
const MOST_ENTRANTS: usize = 64;
/// The most moves by lot before the players think.
const MOST_PLIES: usize = 40;
/// The longest title and name.
const MOST_LETTERS: usize = 80;
/// Lateness that is the machine's fault: others think here too, and a game lost by it would be a lie.
const MARGIN: Duration = Duration::from_millis(1_000);
/// How long each may think, unless somebody says otherwise.
const USUAL: TimeControl = TimeControl::Move(Duration::from_millis(100));

/// The event that was asked for.
pub(super) fn event(config: &Config, ask: &EventAsk) -> Result<Event, Problem> {
    let shelf = games::find(&ask.game)?;
    let control = match &ask.control {
        Some(text) => text.parse().map_err(|what: String| Problem::bad(what).at("control"))?,
        None => USUAL,
    };
    if !(2..=MOST_ENTRANTS).contains(&ask.players.len()) {
        let what = format!("expected 2 to {MOST_ENTRANTS} players, found {}", ask.players.len());
        return Err(Problem::bad(what).at("players"));
    }
    let mut entrants: Vec<Entrant> = Vec::new();
    for (i, player) in ask.players.iter().enumerate() {
        let chosen = seats::choose(config, &*shelf, player)?;
        let named = ask.names.as_ref().and_then(|names| names.get(i)).map(|name| plain(name));
        let mut name = named.filter(|name| !name.is_empty()).unwrap_or(chosen.name);
        let mut spec = chosen.spec.ok_or_else(|| Problem::bad("people do not play in events").at("players"))?;
        limit(&mut spec, player);
        while entrants.iter().any(|other| other.name == name) {
            name = format!("{name} ({})", i + 1);
        }
        entrants.push(Entrant { name, spec, control, log: None });
    }
    let format = match ask.format.as_str() {
        "round-robin" => Format::RoundRobin,
        "gauntlet" => Format::Gauntlet { challengers: 1 },
        "knockout" => Format::Knockout,
        "swiss" => Format::Swiss { rounds: ask.rounds.unwrap_or(5) },
        "sprt" if entrants.len() == 2 => Format::RoundRobin,
        "sprt" => return Err(Problem::bad("a test is between two players").at("players")),
        other => {
            let what = format!("expected round-robin, gauntlet, knockout, swiss or sprt, found '{other}'");
            return Err(Problem::bad(what).at("format"));
        }
    };
    let seed = ask.seed.unwrap_or(1);
    let plies = ask.random_plies.unwrap_or_else(|| Openings::usual_plies(&*shelf)).min(MOST_PLIES);
    let title = ask.title.as_deref().map(plain).filter(|title| !title.is_empty());
    let event = Event {
        openings: Openings::random(Arc::clone(&shelf), seed, plies),
        title: title.unwrap_or_else(|| format!("{} {}", shelf.card().name, ask.format)),
        shelf,
        entrants,
        format,
        games: ask.games,
        concurrency: ask.concurrency.unwrap_or(1).clamp(1, config.limits.thinkers),
        conditions: Conditions { margin: MARGIN, patience: Patience::default(), adjudication: Adjudication::default() },
        endgames: None,
        seed,
        date: moment::now(),
    };
    if let Some(what) = event.schedule().fault() {
        return Err(Problem::bad(what).at("games"));
    }
    let total = event.schedule().len();
    if !(1..=config.limits.event_games).contains(&total) {
        let what = format!("expected 1 to {} games, found {total}", config.limits.event_games);
        return Err(Problem::bad(what).at("games"));
    }
    test(ask)?;
    Ok(event)
}

/// The test that decides it, if there is one.
pub(super) fn test(ask: &EventAsk) -> Result<Option<Sprt>, Problem> {
    if ask.format != "sprt" {
        return Ok(None);
    }
    let wanted = ask.sprt.ok_or_else(|| Problem::bad("a test needs its hypotheses").at("sprt"))?;
    let test =
        Sprt { model: Model::Normalised, elo0: wanted.elo0, elo1: wanted.elo1, alpha: wanted.alpha, beta: wanted.beta };
    match test.fault() {
        Some(what) => Err(Problem::bad(what).at("sprt")),
        None => Ok(Some(test)),
    }
}

/// A title or a name without line breaks and the like.
fn plain(text: &str) -> String {
    text.trim().chars().filter(|letter| !letter.is_control()).take(MOST_LETTERS).collect()
}

/// What bounds a player besides the clock belongs to its spec here.
fn limit(spec: &mut Spec, ask: &PlayerAsk) {
    let (Spec::House(spec), PlayerAsk::Search { depth, nodes, .. }) = (spec, ask) else { return };
    let setting = |name: &str, value: String| Setting { name: name.into(), value, column: 1 };
    spec.settings.extend(depth.map(|depth| setting("depth", depth.to_string())));
    spec.settings.extend(nodes.map(|nodes| setting("nodes", nodes.to_string())));
}
