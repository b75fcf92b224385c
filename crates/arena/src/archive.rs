//! An event in a store: begun, kept game by game, gone on with.

use crate::ending::Finished;
use crate::entrant::Entrant;
use crate::event::Event;
use crate::ledger;
use crate::schedule::{Draw, Fixture};
use crate::standings::{Result, Standings, half_points};
use crate::stats::BayesElo;
use tabula_store::{EntrantRow, GameRow, NewEvent, RatingRow, Store, StoreError};
use tabula_wire::pgn::Verdict;

/// The place of an event in a store.
#[derive(Debug)]
pub struct Archive {
    store: Store,
    event: i64,
}

impl Archive {
    /// A new event.
    pub fn begin(mut store: Store, event: &Event) -> std::result::Result<Self, StoreError> {
        let entrant = |Entrant { name, spec, control, .. }: &Entrant| EntrantRow {
            name: name.clone(),
            spec: spec.to_string(),
            control: control.to_string(),
        };
        let new = NewEvent {
            title: event.title.clone(),
            game: event.shelf.card().id.clone(),
            description: event.description(),
            begun: event.date.clone(),
            entrants: event.entrants.iter().map(entrant).collect(),
        };
        let id = store.begin(&new)?;
        Ok(Self { store, event: id })
    }

    /// The latest event like this one, if there is any, and the games that it has.
    pub fn resume(store: Store, event: &Event) -> std::result::Result<(Option<Self>, Vec<Result>), StoreError> {
        let Some(found) = store.find(&event.description())? else { return Ok((None, Vec::new())) };
        let rows = store.games(found.id)?;
        let results = rows.iter().map(|row| (row.number, row.half_points)).collect();
        let draw = Draw::new(event.schedule(), results);
        // A game that is not where it would be played now cannot be gone on with; it is played again.
        let same = |row: &&GameRow| {
            draw.fixture(row.number).is_some_and(|f| (f.first, f.second, f.pair) == (row.first, row.second, row.pair))
        };
        let games = rows.iter().filter(same).filter_map(|row| {
            Some(Result {
                fixture: *draw.fixture(row.number)?,
                verdict: [Verdict::Second, Verdict::Draw, Verdict::First][row.half_points.min(2)],
                ending: row.ending.clone(),
                fault: row.fault,
            })
        });
        let games = games.collect();
        Ok((Some(Self { store, event: found.id }), games))
    }

    /// By which number the event is asked for.
    pub const fn id(&self) -> i64 {
        self.event
    }

    /// Keeps a game that is over; one that was abandoned is not kept.
    pub fn add(
        &mut self,
        event: &Event,
        fixture: &Fixture,
        finished: &Finished,
    ) -> std::result::Result<(), StoreError> {
        let Some(half_points) = half_points(finished.verdict()) else { return Ok(()) };
        let row = GameRow {
            number: fixture.number,
            round: fixture.round,
            pair: fixture.pair,
            opening: fixture.opening,
            first: fixture.first,
            second: fixture.second,
            half_points,
            ending: finished.ending.word().to_string(),
            fault: finished.ending.is_fault(),
            plies: finished.table.played().len(),
            text: ledger::write(event, fixture, finished),
        };
        self.store.add(self.event, &row).map(|_| ())
    }

    /// Ends the event and keeps its ratings.
    pub fn end(&mut self, standings: &Standings, when: &str) -> std::result::Result<(), StoreError> {
        let scales = [("elo", standings.ratings()), ("bayeselo", standings.bayesian(&BayesElo::default()).players)];
        let rows: Vec<_> = scales
            .into_iter()
            .flat_map(|(scale, all)| {
                all.into_iter().enumerate().map(move |(place, found)| RatingRow {
                    place,
                    scale: scale.to_string(),
                    value: found.value,
                    error: found.error,
                })
            })
            .collect();
        self.store.rate(self.event, &rows)?;
        self.store.end(self.event, Some(when))
    }

    /// All games as text, in the order of their numbers.
    pub fn text(&self) -> std::result::Result<String, StoreError> {
        Ok(self.store.games(self.event)?.into_iter().map(|row| row.text).collect())
    }
}
