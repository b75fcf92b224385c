//! Games of events.

use crate::rows::GameRow;
use crate::{Store, StoreError};
use rusqlite::{Row, params};

impl Store {
    /// Keeps a game; `false` if the event has one with this number already, which then stays.
    pub fn add(&mut self, event: i64, game: &GameRow) -> Result<bool, StoreError> {
        let insert = "INSERT INTO game
            (event, number, round, pair, opening, first, second, half_points, ending, fault, plies, text)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            ON CONFLICT (event, number) DO NOTHING";
        let GameRow { number, round, pair, opening, first, second, half_points, ending, fault, plies, text } = game;
        let added = self.connection.prepare_cached(insert).and_then(|mut insert| {
            insert.execute(params![
                event,
                number,
                round,
                pair,
                opening,
                first,
                second,
                half_points,
                ending,
                fault,
                plies,
                text
            ])
        });
        added.map(|count| count > 0).map_err(|error| self.wrong(&format!("keep game {number}"), &error))
    }

    /// The games of an event in the order of their numbers.
    pub fn games(&self, event: i64) -> Result<Vec<GameRow>, StoreError> {
        let query = "SELECT number, round, pair, opening, first, second, half_points, ending, fault, plies, text
                     FROM game WHERE event = ?1 ORDER BY number";
        let all = self
            .connection
            .prepare(query)
            .and_then(|mut query| query.query_map([event], game)?.collect::<Result<Vec<_>, _>>());
        all.map_err(|error| self.wrong("read the games", &error))
    }
}

fn game(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    Ok(GameRow {
        number: row.get(0)?,
        round: row.get(1)?,
        pair: row.get(2)?,
        opening: row.get(3)?,
        first: row.get(4)?,
        second: row.get(5)?,
        half_points: row.get(6)?,
        ending: row.get(7)?,
        fault: row.get(8)?,
        plies: row.get(9)?,
        text: row.get(10)?,
    })
}
