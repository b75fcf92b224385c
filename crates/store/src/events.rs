//! Events and who takes part in them.

use crate::rows::{EntrantRow, EventRow, NewEvent};
use crate::{Store, StoreError};
use rusqlite::{OptionalExtension, Row, Transaction, params};

const COLUMNS: &str = "id, title, game, begun, ended, (SELECT count(*) FROM game WHERE game.event = event.id)";

impl Store {
    /// Begins an event; answers the number by which it is asked for.
    pub fn begin(&mut self, event: &NewEvent) -> Result<i64, StoreError> {
        let begun = self.connection.transaction().and_then(|work| {
            let id = insert(&work, event)?;
            work.commit().map(|()| id)
        });
        begun.map_err(|error| self.wrong("begin an event", &error))
    }

    /// The latest event with this description.
    pub fn find(&self, description: &str) -> Result<Option<EventRow>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM event WHERE description = ?1 ORDER BY id DESC LIMIT 1");
        let found = self.connection.query_row(&query, [description], event).optional();
        found.map_err(|error| self.wrong("look for an event", &error))
    }

    /// All events, the latest first.
    pub fn events(&self) -> Result<Vec<EventRow>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM event ORDER BY id DESC");
        let all = self
            .connection
            .prepare(&query)
            .and_then(|mut query| query.query_map([], event)?.collect::<Result<Vec<_>, _>>());
        all.map_err(|error| self.wrong("list the events", &error))
    }

    /// An event by its number.
    pub fn event(&self, id: i64) -> Result<Option<EventRow>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM event WHERE id = ?1");
        let found = self.connection.query_row(&query, [id], event).optional();
        found.map_err(|error| self.wrong("read an event", &error))
    }

    /// Who takes part in an event, in their order.
    pub fn entrants(&self, event: i64) -> Result<Vec<EntrantRow>, StoreError> {
        let query = "SELECT name, spec, control FROM entrant JOIN player ON player.id = entrant.player
                     WHERE event = ?1 ORDER BY place";
        let entrant = |row: &Row<'_>| Ok(EntrantRow { name: row.get(0)?, spec: row.get(1)?, control: row.get(2)? });
        let all = self
            .connection
            .prepare(query)
            .and_then(|mut query| query.query_map([event], entrant)?.collect::<Result<Vec<_>, _>>());
        all.map_err(|error| self.wrong("list the entrants", &error))
    }

    /// Says that an event has ended, or that it goes on after all.
    pub fn end(&mut self, event: i64, when: Option<&str>) -> Result<(), StoreError> {
        let done = self.connection.execute("UPDATE event SET ended = ?2 WHERE id = ?1", params![event, when]);
        done.map(|_| ()).map_err(|error| self.wrong("end an event", &error))
    }
}

fn insert(work: &Transaction<'_>, event: &NewEvent) -> rusqlite::Result<i64> {
    work.execute(
        "INSERT INTO event (title, game, description, begun) VALUES (?1, ?2, ?3, ?4)",
        params![event.title, event.game, event.description, event.begun],
    )?;
    let id = work.last_insert_rowid();
    for (place, entrant) in event.entrants.iter().enumerate() {
        work.execute("INSERT OR IGNORE INTO player (name, spec) VALUES (?1, ?2)", params![entrant.name, entrant.spec])?;
        work.execute(
            "INSERT INTO entrant (event, place, player, control)
             SELECT ?1, ?2, id, ?3 FROM player WHERE name = ?4 AND spec = ?5",
            params![id, place, entrant.control, entrant.name, entrant.spec],
        )?;
    }
    Ok(id)
}

fn event(row: &Row<'_>) -> rusqlite::Result<EventRow> {
    Ok(EventRow {
        id: row.get(0)?,
        title: row.get(1)?,
        game: row.get(2)?,
        begun: row.get(3)?,
        ended: row.get(4)?,
        games: row.get(5)?,
    })
}
