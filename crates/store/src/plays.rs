//! Games of people on the page: written at every move, so that a server that is killed loses none.

use crate::rows::PlayRow;
use crate::{Store, StoreError};
use rusqlite::{OptionalExtension, Row, params};

const COLUMNS: &str = "id, key, game, first, second, result, plies, begun, state";

impl Store {
    /// Keeps a game as it stands; the one of the same id gives way.
    pub fn keep_play(&mut self, play: &PlayRow) -> Result<(), StoreError> {
        let insert = "INSERT INTO play (id, key, game, first, second, result, plies, begun, state)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (id) DO UPDATE SET first = ?4, second = ?5, result = ?6, plies = ?7, state = ?9";
        let PlayRow { id, key, game, players: [first, second], result, plies, begun, state } = play;
        let values = params![id, key, game, first, second, result, plies, begun, state];
        self.connection.execute(insert, values).map(|_| ()).map_err(|error| self.wrong("keep a game", &error))
    }

    /// A game by its id.
    pub fn play(&self, id: &str) -> Result<Option<PlayRow>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM play WHERE id = ?1");
        let found = self.connection.query_row(&query, [id], row).optional();
        found.map_err(|error| self.wrong("read a game", &error))
    }

    /// Games, the latest first: at most `most`, of a game (all if empty), begun before a moment (any if empty), with a player
    /// whose name contains a word.
    pub fn plays(&self, game: &str, word: &str, before: &str, most: usize) -> Result<Vec<PlayRow>, StoreError> {
        let query = format!(
            "SELECT {COLUMNS} FROM play WHERE (?1 = '' OR game = ?1) AND (?2 = '' OR begun < ?2)
            AND (instr(lower(first), lower(?3)) > 0 OR instr(lower(second), lower(?3)) > 0 OR instr(game, lower(?3)) > 0)
            ORDER BY begun DESC, id LIMIT ?4"
        );
        let all = self
            .connection
            .prepare(&query)
            .and_then(|mut query| query.query_map(params![game, before, word, most], row)?.collect());
        all.map_err(|error| self.wrong("list the games", &error))
    }
}

fn row(row: &Row<'_>) -> rusqlite::Result<PlayRow> {
    Ok(PlayRow {
        id: row.get(0)?,
        key: row.get(1)?,
        game: row.get(2)?,
        players: [row.get(3)?, row.get(4)?],
        result: row.get(5)?,
        plies: row.get(6)?,
        begun: row.get(7)?,
        state: row.get(8)?,
    })
}
