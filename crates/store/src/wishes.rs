//! What was asked for when events were begun on the page.

use crate::rows::WishRow;
use crate::{Store, StoreError};
use rusqlite::{Row, params};

impl Store {
    /// Keeps the wish of an event.
    pub fn wish(&mut self, wish: &WishRow) -> Result<(), StoreError> {
        let insert = "INSERT INTO wish (event, ask, total, stopped) VALUES (?1, ?2, ?3, ?4)";
        let values = params![wish.event, wish.ask, wish.total, wish.stopped];
        self.connection.execute(insert, values).map(|_| ()).map_err(|error| self.wrong("keep a wish", &error))
    }

    /// Says whether an event goes on by itself.
    pub fn stop_wish(&mut self, event: i64, stopped: bool) -> Result<(), StoreError> {
        let update = "UPDATE wish SET stopped = ?2 WHERE event = ?1";
        let done = self.connection.execute(update, params![event, stopped]);
        done.map(|_| ()).map_err(|error| self.wrong("stop an event", &error))
    }

    /// All wishes, the latest first.
    pub fn wishes(&self) -> Result<Vec<WishRow>, StoreError> {
        let wish = |row: &Row<'_>| {
            Ok(WishRow { event: row.get(0)?, ask: row.get(1)?, total: row.get(2)?, stopped: row.get(3)? })
        };
        let all = self
            .connection
            .prepare("SELECT event, ask, total, stopped FROM wish ORDER BY event DESC")
            .and_then(|mut query| query.query_map([], wish)?.collect());
        all.map_err(|error| self.wrong("list the wishes", &error))
    }
}
