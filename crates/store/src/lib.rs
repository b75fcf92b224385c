//! Keeps: what happened in events, in one SQLite file.
//!
//! | module | what it holds |
//! |---|---|
//! | [`rows`] | what is kept, as plain data |
//! | [`schema`] | the tables, and how older files become newer ones |
//! | [`events`], [`games`], [`ratings`], [`plays`], [`wishes`] | reading and writing them |
//!
//! A game is written in one transaction as soon as it is over, so that a program that is killed at any moment loses only
//! what was still being played. Nothing here knows what a game or a player is; whoever writes decides what the texts
//! mean. No queries are told to others: whoever needs another one adds a function here.

pub mod events;
pub mod games;
pub mod plays;
pub mod ratings;
pub mod rows;
pub mod schema;
pub mod wishes;

pub use rows::{EntrantRow, EventRow, GameRow, NewEvent, PlayRow, RatingRow, WishRow};

use rusqlite::Connection;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the file in its folder.
pub const FILE: &str = "tabula.sqlite";

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open store.
pub struct Store {
    connection: Connection,
    place: PathBuf,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("place", &self.place).finish_non_exhaustive()
    }
}

/// Why something could not be kept or read, in one sentence with its place.
#[derive(Debug)]
pub struct StoreError(String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl Store {
    /// Opens the store of a folder; both are made if they are not there.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let place = folder.join(FILE);
        let wrong = |what: String| StoreError(format!("cannot open {}: {what}", place.display()));
        std::fs::create_dir_all(folder).map_err(|error| wrong(error.to_string()))?;
        let connection = Connection::open(&place).map_err(|error| wrong(error.to_string()))?;
        Self::ready(connection, &place).map_err(wrong)
    }

    /// A store that is gone when it is dropped.
    pub fn in_memory() -> Result<Self, StoreError> {
        let connection = Connection::open_in_memory().map_err(|error| StoreError(error.to_string()))?;
        Self::ready(connection, Path::new("a store in memory")).map_err(StoreError)
    }

    fn ready(mut connection: Connection, place: &Path) -> Result<Self, String> {
        let said = |error: rusqlite::Error| error.to_string();
        connection.busy_timeout(PATIENCE).map_err(said)?;
        // Readers do not wait for writers. What a killed program had committed is in the log, which the system keeps; only
        // the failure of the machine itself may cost the last games, and never the file.
        connection.pragma_update(None, "journal_mode", "WAL").map_err(said)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(said)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(said)?;
        schema::migrate(&mut connection)?;
        Ok(Self { connection, place: place.to_path_buf() })
    }

    /// Where it is.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// An error, with the place where it happened.
    fn wrong(&self, what: &str, error: &rusqlite::Error) -> StoreError {
        StoreError(format!("{}: cannot {what}: {error}", self.place.display()))
    }
}

#[cfg(test)]
mod tests;
