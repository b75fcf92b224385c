//! What can be seen of an event while it goes on: the games that are being played.

use crate::ending::Remark;
use crate::schedule::Fixture;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use tabula_core::{Score, Side, Square};
use tabula_engine::Table;

/// The boards of an event. Whoever runs it may look at any moment, from any thread.
#[derive(Debug, Default)]
pub struct Hall(Mutex<Vec<Option<Board>>>);

/// A game that is being played.
#[derive(Clone, Debug)]
pub struct Board {
    /// Which.
    pub fixture: Fixture,
    /// When it began.
    pub begun: Instant,
    /// How many plies were played, those of the opening among them.
    pub plies: usize,
    /// The last move, as people read it.
    pub last: String,
    /// Who made it; `None` for the die.
    pub by: Option<Side>,
    /// Where it went.
    pub trail: Vec<Square>,
    /// What its player said of it, for itself.
    pub score: Option<Score>,
    /// The position.
    pub position: String,
}

impl Hall {
    /// The games that are being played, by board.
    pub fn boards(&self) -> Vec<Board> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().flatten().cloned().collect()
    }

    /// A board for a worker.
    pub(crate) fn place(&self) -> usize {
        let mut boards = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        boards.push(None);
        boards.len() - 1
    }

    pub(crate) fn begin(&self, place: usize, fixture: &Fixture) {
        let board = Board {
            fixture: *fixture,
            begun: Instant::now(),
            plies: 0,
            last: String::new(),
            by: None,
            trail: Vec::new(),
            score: None,
            position: String::new(),
        };
        self.set(place, Some(board));
    }

    pub(crate) fn look(&self, place: usize, table: &dyn Table, remark: &Remark) {
        let mut boards = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Some(board)) = boards.get_mut(place) {
            board.plies = table.played().len();
            if let Some(played) = table.played().last() {
                (board.last, board.by) = (played.text.clone(), played.by);
            }
            let deed = table.done(board.plies.saturating_sub(1)).unwrap_or_default();
            board.trail = deed.ways.into_iter().next().unwrap_or_default();
            board.score = remark.score;
            board.position = table.position();
        }
    }

    pub(crate) fn end(&self, place: usize) {
        self.set(place, None);
    }

    fn set(&self, place: usize, board: Option<Board>) {
        let mut boards = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = boards.get_mut(place) {
            *slot = board;
        }
    }
}
