//! Events that are set up and watched on the page. They are the arena's own events, in the same store: what runs here can be
//! gone on with in a terminal, and the other way round.
//!
//! | file | piece |
//! |---|---|
//! | `plan.rs` | from what a page asks for to an event |
//! | `running.rs` | an event that is being played, with its watchers |
//! | `summary.rs` | how an event stands: table, crosstable, test |

mod plan;
mod running;
mod summary;

use crate::api::events::{EventAsk, EventCard, EventState};
use crate::api::files::Tree;
use crate::house::House;
use crate::problem::Problem;
use crate::{files, moment};
use running::Running;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use summary::Summary;
use tabula_arena::archive::Archive;
use tabula_store::{Store, WishRow};

/// The events that are being played.
#[derive(Default)]
pub(crate) struct Events(Mutex<BTreeMap<i64, Arc<Running>>>);

impl Events {
    fn running(&self, id: i64) -> Option<Arc<Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Begins an event.
    pub(crate) fn begin(house: &Arc<House>, mut ask: EventAsk) -> Result<i64, Problem> {
        house.events.room(house)?;
        // Two events that are asked for alike are two events.
        ask.seed = Some(ask.seed.unwrap_or_else(|| moment::lot() >> 12));
        let event = plan::event(&house.config, &ask)?;
        let archive = Archive::begin(Store::open(&house.config.data)?, &event)?;
        let wish = WishRow {
            event: archive.id(),
            ask: serde_json::to_string(&ask).expect("plain data can be written"),
            total: event.schedule().len(),
            stopped: false,
        };
        house.store().wish(&wish)?;
        let id = archive.id();
        Running::start(house, event, plan::test(&ask)?, archive, Vec::new());
        Ok(id)
    }

    /// Refuses more events than may run.
    fn room(&self, house: &House) -> Result<(), Problem> {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner).len();
        if running >= house.config.limits.events {
            return Err(Problem::busy(format!("{running} events are running already: please try again later")));
        }
        Ok(())
    }

    /// Goes on with an event that was stopped or broken off.
    pub(crate) fn resume(house: &Arc<House>, id: i64) -> Result<(), Problem> {
        if house.events.running(id).is_some() {
            return Err(Problem::conflict("the event is running"));
        }
        house.events.room(house)?;
        let wish = wish(house, id)?.ok_or_else(|| Problem::conflict("this event was not begun on the page"))?;
        let ask: EventAsk = serde_json::from_str(&wish.ask)
            .map_err(|error| Problem::failed(format!("event {id} cannot be read from the store: {error}")))?;
        let row = house.store().event(id)?.ok_or_else(|| missing(id))?;
        if row.ended.is_some() {
            return Err(Problem::conflict("the event is over"));
        }
        let event = plan::event(&house.config, &ask)?;
        let (archive, games) = Archive::resume(Store::open(&house.config.data)?, &event)?;
        let archive = archive.ok_or_else(|| Problem::conflict("the event has changed since it began"))?;
        house.store().stop_wish(id, false)?;
        Running::start(house, event, plan::test(&ask)?, archive, games);
        Ok(())
    }

    /// Stops an event; its games in progress are abandoned, those that are over are kept.
    pub(crate) fn stop(house: &Arc<House>, id: i64) -> Result<(), Problem> {
        let running = house.events.running(id).ok_or_else(|| Problem::conflict("the event is not running"))?;
        house.store().stop_wish(id, true)?;
        running.halt.raise();
        Ok(())
    }

    /// Goes on with everything that ran when the server ended.
    pub(crate) fn wake(house: &Arc<House>) {
        let wishes = house.store().wishes().unwrap_or_default();
        let open = |id: i64| matches!(house.store().event(id), Ok(Some(row)) if row.ended.is_none());
        for wish in wishes.into_iter().rev().filter(|wish| !wish.stopped) {
            if open(wish.event) {
                // What cannot go on (an engine is gone, too many run) is listed as stopped.
                let _ = Self::resume(house, wish.event);
            }
        }
    }

    /// Ends all of them in good order: they go on when the server does.
    pub(crate) fn halt(&self) {
        let running: Vec<_> = self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        running.iter().for_each(|running| running.halt.raise());
        running.iter().for_each(|running| running.join());
    }

    /// All events, the latest first.
    pub(crate) fn list(house: &House) -> Result<Vec<EventCard>, Problem> {
        let rows = house.store().events()?;
        rows.into_iter().map(|row| card(house, row)).collect()
    }

    /// How an event stands.
    pub(crate) fn state(house: &House, id: i64) -> Result<EventState, Problem> {
        if let Some(running) = house.events.running(id) {
            return Ok((*running.state()).clone());
        }
        let row = house.store().event(id)?.ok_or_else(|| missing(id))?;
        let entrants = house.store().entrants(id)?;
        let games = house.store().games(id)?;
        let ask = wish(house, id)?.and_then(|wish| serde_json::from_str::<EventAsk>(&wish.ask).ok());
        let mut summary = Summary::new(
            entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            ask.as_ref().and_then(|ask| plan::test(ask).ok().flatten()),
        );
        summary.format = ask.map_or(String::new(), |ask| ask.format);
        summary.control = entrants.first().map_or(String::new(), |entrant| entrant.control.clone());
        games.iter().for_each(|game| summary.add_row(game));
        Ok(summary.state(card(house, row)?))
    }

    /// An event that is being played.
    pub(crate) fn live(house: &House, id: i64) -> Result<Option<Arc<Running>>, Problem> {
        match house.events.running(id) {
            Some(running) => Ok(Some(running)),
            None => house.store().event(id)?.map(|_| None).ok_or_else(|| missing(id)),
        }
    }

    /// All games of an event as text.
    pub(crate) fn text(house: &House, id: i64) -> Result<String, Problem> {
        house.store().event(id)?.ok_or_else(|| missing(id))?;
        Ok(house.store().games(id)?.into_iter().map(|row| row.text).collect())
    }

    /// A game of an event; the first is 1.
    pub(crate) fn game(house: &House, id: i64, number: usize) -> Result<Tree, Problem> {
        let row = house.store().event(id)?.ok_or_else(|| missing(id))?;
        let games = house.store().games(id)?;
        let game = games.into_iter().find(|game| game.number + 1 == number);
        let game = game.ok_or_else(|| Problem::missing(format!("event {id} has no game {number}")))?;
        let read = files::read(&crate::api::files::ReadAsk { text: game.text, game: Some(row.game) })?;
        read.games.into_iter().next().ok_or_else(|| Problem::failed(format!("game {number} cannot be read")))
    }
}

fn missing(id: i64) -> Problem {
    Problem::missing(format!("there is no event {id}"))
}

fn wish(house: &House, id: i64) -> Result<Option<WishRow>, Problem> {
    Ok(house.store().wishes()?.into_iter().find(|wish| wish.event == id))
}

fn card(house: &House, row: tabula_store::EventRow) -> Result<EventCard, Problem> {
    let entrants = house.store().entrants(row.id)?.into_iter().map(|entrant| entrant.name).collect();
    let running = house.events.running(row.id).is_some();
    let total = wish(house, row.id)?.map_or(row.games, |wish| wish.total as u64);
    Ok(EventCard {
        id: row.id,
        title: row.title,
        game: row.game,
        begun: row.begun,
        state: match (&row.ended, running) {
            (_, true) => "running",
            (Some(_), false) => "over",
            (None, false) => "stopped",
        },
        ended: row.ended,
        games: row.games,
        total,
        entrants,
    })
}
