//! Ratings at the end of events.

use crate::rows::RatingRow;
use crate::{Store, StoreError};
use rusqlite::{Connection, Row, params};

impl Store {
    /// Keeps the ratings of an event, in the place of older ones.
    pub fn rate(&mut self, event: i64, ratings: &[RatingRow]) -> Result<(), StoreError> {
        replace(&mut self.connection, event, ratings).map_err(|error| self.wrong("keep the ratings", &error))
    }

    /// The ratings of an event, by scale and place.
    pub fn ratings(&self, event: i64) -> Result<Vec<RatingRow>, StoreError> {
        let query = "SELECT place, scale, value, error FROM rating WHERE event = ?1 ORDER BY scale, place";
        let rating = |row: &Row<'_>| {
            Ok(RatingRow { place: row.get(0)?, scale: row.get(1)?, value: row.get(2)?, error: row.get(3)? })
        };
        let all = self
            .connection
            .prepare(query)
            .and_then(|mut query| query.query_map([event], rating)?.collect::<Result<Vec<_>, _>>());
        all.map_err(|error| self.wrong("read the ratings", &error))
    }
}

fn replace(connection: &mut Connection, event: i64, ratings: &[RatingRow]) -> rusqlite::Result<()> {
    let work = connection.transaction()?;
    work.execute("DELETE FROM rating WHERE event = ?1", [event])?;
    // What is no number at all says nothing, and could not be kept.
    for RatingRow { place, scale, value, error } in ratings.iter().filter(|row| !row.value.is_nan()) {
        let error = if error.is_nan() { f64::INFINITY } else { *error };
        work.execute(
            "INSERT INTO rating (event, place, scale, value, error) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![event, place, scale, value, error],
        )?;
    }
    work.commit()
}
