//! Matches between the searches that are compared.

use crate::failure::BadArgument;
use crate::kept;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use tabula_arena::standings::{Result, Standings};
use tabula_arena::{Adjudication, Conditions, Draw, Entrant, Event, Format, Hall, Openings, Patience, TimeControl};
use tabula_core::Stop;
use tabula_engine::compare::{Plan, spec};
use tabula_engine::{Shelf, Spec};

/// Longer games are drawn: searches without a plan may shuffle for ever where the rules let them.
const LONGEST: u32 = 200;

/// A search at a depth: `negamax/6`; without a depth, the greatest that is compared.
fn read(text: &str, plan: &Plan) -> std::result::Result<(String, u32), BadArgument> {
    let deepest = plan.depths.last().copied().unwrap_or(1);
    match text.split_once('/') {
        None => Ok((text.to_string(), deepest)),
        Some((search, depth)) => match depth.parse().ok().filter(|depth| (1..=30).contains(depth)) {
            Some(depth) => Ok((search.to_string(), depth)),
            None => {
                Err(BadArgument::new("--players", format!("expected SEARCH/DEPTH (as in negamax/6), found '{text}'")))
            }
        },
    }
}

/// An event in which each two of the players meet; without any named, every search at its greatest depth.
pub(super) fn event(
    shelf: &Arc<dyn Shelf>,
    plan: &Plan,
    players: &[String],
    games: usize,
) -> std::result::Result<Event, BadArgument> {
    let named = if players.is_empty() { &plan.searches } else { players };
    let mut entrants = Vec::new();
    for text in named {
        let (search, depth) = read(text, plan)?;
        let entrant = Entrant {
            name: format!("{search}/{depth}"),
            spec: Spec::House(spec(&search, &plan.settings)),
            control: TimeControl::Depth(depth),
            log: None,
        };
        entrant.try_out(shelf, Patience::default()).map_err(|fault| BadArgument::new("--players", fault))?;
        entrants.push(entrant);
    }
    if entrants.len() < 2 {
        return Err(BadArgument::new("--match", "it needs two searches or more"));
    }
    Ok(Event {
        openings: Openings::random(Arc::clone(shelf), plan.seed, Openings::usual_plies(&**shelf)),
        shelf: Arc::clone(shelf),
        entrants,
        format: Format::RoundRobin,
        games,
        concurrency: 1,
        conditions: Conditions {
            margin: Duration::ZERO,
            patience: Patience::default(),
            adjudication: Adjudication { length: Some(LONGEST), ..Adjudication::default() },
        },
        endgames: None,
        seed: plan.seed,
        title: format!("Searches of {}", shelf.card().name),
        date: kept::today(),
    })
}

/// Plays the event; `tell` hears after each game.
pub(super) fn play(event: &Event, tell: &dyn Fn(u64)) -> (Standings, Vec<Result>) {
    let mut standings = Standings::new(event.entrants.len());
    let mut results = Vec::new();
    let draw = Draw::new(event.schedule(), HashMap::new());
    event.run(draw, &Stop::default(), &Hall::default(), &mut |fixture, finished| {
        let result = Result {
            fixture: *fixture,
            verdict: finished.verdict(),
            ending: finished.ending.word().to_string(),
            fault: finished.ending.is_fault(),
        };
        standings.add(&result);
        results.push(result);
        tell(standings.played());
        ControlFlow::Continue(())
    });
    results.sort_by_key(|result| result.fixture.number);
    (standings, results)
}
