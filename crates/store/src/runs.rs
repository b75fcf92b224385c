//! Runs: whatever else took long and is worth knowing about later.

use crate::rows::RunRow;
use crate::{Store, StoreError};
use rusqlite::{Row, params};

impl Store {
    /// Begins a run; answers the number by which it is asked for.
    pub fn start(&mut self, kind: &str, arguments: &str, when: &str) -> Result<i64, StoreError> {
        let insert = "INSERT INTO run (kind, arguments, begun) VALUES (?1, ?2, ?3)";
        let done = self.connection.execute(insert, params![kind, arguments, when]);
        done.map(|_| self.connection.last_insert_rowid()).map_err(|error| self.wrong("begin a run", &error))
    }

    /// Ends a run with what came of it.
    pub fn conclude(&mut self, run: i64, summary: &str, when: &str) -> Result<(), StoreError> {
        let update = "UPDATE run SET summary = ?2, ended = ?3 WHERE id = ?1";
        let done = self.connection.execute(update, params![run, summary, when]);
        done.map(|_| ()).map_err(|error| self.wrong("end a run", &error))
    }

    /// All runs, the latest first.
    pub fn runs(&self) -> Result<Vec<RunRow>, StoreError> {
        let query = "SELECT id, kind, arguments, begun, ended, summary FROM run ORDER BY id DESC";
        let run = |row: &Row<'_>| {
            Ok(RunRow {
                id: row.get(0)?,
                kind: row.get(1)?,
                arguments: row.get(2)?,
                begun: row.get(3)?,
                ended: row.get(4)?,
                summary: row.get(5)?,
            })
        };
        let all = self
            .connection
            .prepare(query)
            .and_then(|mut query| query.query_map([], run)?.collect::<Result<Vec<_>, _>>());
        all.map_err(|error| self.wrong("list the runs", &error))
    }
}
