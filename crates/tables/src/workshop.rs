//! The making and checking of tables as pointers: what takes a compiler long, so that it can be done in one place for all who use it.

use crate::{Crew, Survey, Table, Tables, build, survey, verify};
use tabula_core::{Endings, Fault, Notation};

/// See [`build`](fn@build).
type Build<G> = fn(&G, &<G as Endings>::Material, &Tables<G>, &Crew<'_>) -> Result<Table<G>, Fault>;
/// See [`verify`](fn@verify).
type Verify<G> = fn(&G, &Table<G>, &Tables<G>, &Crew<'_>) -> Result<usize, Fault>;
/// See [`survey`](fn@survey).
type Count<G> = fn(&G, &Table<G>, &Crew<'_>) -> Result<Survey, Fault>;

/// What makes and checks the tables of a game.
pub struct Workshop<G: Endings> {
    /// Makes a table.
    pub build: Build<G>,
    /// Checks one.
    pub verify: Verify<G>,
    /// Counts the positions of one.
    pub survey: Count<G>,
}

impl<G: Endings> Clone for Workshop<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Endings> Copy for Workshop<G> {}

impl<G: Endings + Notation> Workshop<G> {
    /// Compiled where this is called.
    #[expect(clippy::new_without_default, reason = "where it is made is the point of it")]
    pub const fn new() -> Self {
        Self { build, verify, survey }
    }
}
