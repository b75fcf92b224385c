//! The tables. A file says by its `user_version` which steps it has taken; the missing ones are taken when it is
//! opened, all or none.

use rusqlite::Connection;

/// Each step makes the next version of the tables. A step that was ever published is never changed.
const STEPS: [&str; 3] = [
    "
    CREATE TABLE player (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        spec TEXT NOT NULL,
        UNIQUE (name, spec)
    ) STRICT;
    CREATE TABLE event (
        id INTEGER PRIMARY KEY,
        title TEXT NOT NULL,
        game TEXT NOT NULL,
        description TEXT NOT NULL,
        begun TEXT NOT NULL,
        ended TEXT
    ) STRICT;
    CREATE TABLE entrant (
        event INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        player INTEGER NOT NULL REFERENCES player (id),
        control TEXT NOT NULL,
        PRIMARY KEY (event, place)
    ) STRICT, WITHOUT ROWID;
    -- The key is what makes it impossible to keep a game twice.
    CREATE TABLE game (
        event INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        round INTEGER NOT NULL,
        pair INTEGER NOT NULL,
        opening INTEGER NOT NULL,
        first INTEGER NOT NULL,
        second INTEGER NOT NULL,
        half_points INTEGER NOT NULL CHECK (half_points BETWEEN 0 AND 2),
        ending TEXT NOT NULL,
        fault INTEGER NOT NULL CHECK (fault IN (0, 1)),
        plies INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (event, number),
        FOREIGN KEY (event, first) REFERENCES entrant (event, place),
        FOREIGN KEY (event, second) REFERENCES entrant (event, place)
    ) STRICT;
    CREATE TABLE rating (
        event INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
        place INTEGER NOT NULL,
        scale TEXT NOT NULL,
        value REAL NOT NULL,
        error REAL NOT NULL,
        PRIMARY KEY (event, place, scale)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE run (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        arguments TEXT NOT NULL,
        begun TEXT NOT NULL,
        ended TEXT,
        summary TEXT
    ) STRICT;
    CREATE INDEX event_by_description ON event (description);
",
    "
    -- Games of people on the page: what stands on the board is text that whoever writes understands.
    CREATE TABLE play (
        id TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        game TEXT NOT NULL,
        first TEXT NOT NULL,
        second TEXT NOT NULL,
        result TEXT NOT NULL,
        plies INTEGER NOT NULL,
        begun TEXT NOT NULL,
        state TEXT NOT NULL
    ) STRICT;
    CREATE INDEX play_by_time ON play (begun);
    -- What was asked for when an event was begun on the page, so that it can be gone on with.
    CREATE TABLE wish (
        event INTEGER PRIMARY KEY REFERENCES event (id) ON DELETE CASCADE,
        ask TEXT NOT NULL,
        total INTEGER NOT NULL,
        stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1))
    ) STRICT;
",
    "
    -- Runs of learning are folders that any program reads; nothing was ever kept here.
    DROP TABLE run;
",
];

/// Brings a file up to date.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), String> {
    let said = |error: rusqlite::Error| error.to_string();
    // Two programs may open a new file at once: who comes second finds the steps taken.
    let work = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(said)?;
    let version: usize = work.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(said)?;
    if version > STEPS.len() {
        return Err(format!("it was written by a newer version of this program (tables {version})"));
    }
    for step in &STEPS[version..] {
        work.execute_batch(step).map_err(said)?;
    }
    work.pragma_update(None, "user_version", STEPS.len()).map_err(said)?;
    work.commit().map_err(said)
}
