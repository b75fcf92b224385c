//! Players that stay seated between their moves, so that they remember what they thought and programs need not start again.
//! There are only so many seats: whoever waited longest for a question gives way.

use std::sync::{Mutex, PoisonError};
use tabula_engine::Player;

/// A room, and the spec of who plays there.
pub(crate) type Place = (String, String);

/// Players between their moves, the latest last.
pub(crate) struct Bench {
    seats: Mutex<Vec<(Place, Box<dyn Player>)>>,
    most: usize,
}

impl Bench {
    pub(crate) const fn new(most: usize) -> Self {
        Self { seats: Mutex::new(Vec::new()), most }
    }

    /// The player of a place, if it still sits there.
    pub(crate) fn take(&self, place: &Place) -> Option<Box<dyn Player>> {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let found = seats.iter().position(|(other, _)| other == place)?;
        Some(seats.remove(found).1)
    }

    /// Seats a player until its next move.
    pub(crate) fn put(&self, place: Place, player: Box<dyn Player>) {
        let mut gone = Vec::new();
        {
            let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
            seats.retain_mut(|(other, _)| *other != place);
            seats.push((place, player));
            while seats.len() > self.most {
                gone.push(seats.remove(0));
            }
        }
        // Programs may take a moment to end: nobody else waits for that.
        drop(gone);
    }
}
