//! Positions and moves as text.

use crate::{Fault, Faults, Game};

/// Reads and writes positions and moves of a game.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot read or write its positions and moves",
    note = "implement `tabula_core::Notation`"
)]
pub trait Notation: Game {
    /// Reads a position; the error lists every fault that was found, each with its place.
    fn read_position(&self, text: &str) -> Result<Self::Position, Faults>;

    /// Writes a position so that [`read_position`](Notation::read_position) gives it back.
    fn write_position(&self, at: &Self::Position) -> String;

    /// Reads a legal move in any notation the game knows.
    fn read_move(&self, at: &Self::Position, text: &str) -> Result<Self::Move, Fault>;

    /// Writes a legal move as programs exchange it (UCI in chess).
    fn write_move(&self, at: &Self::Position, m: Self::Move) -> String;

    /// Writes a legal move as people read it (SAN in chess). The same as for programs by default.
    fn write_move_for_people(&self, at: &Self::Position, m: Self::Move) -> String {
        self.write_move(at, m)
    }
}
