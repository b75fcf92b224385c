//! Books made of games.

use super::position::Placed;
use super::{Entry, SIZE};
use crate::Record;
use std::collections::HashMap;
use tabula_core::{Fault, Outcome, Side};

/// Gathers games, and makes a book of the moves that were played often enough.
///
/// A move weighs two for each game that its side won and one for each draw; a game without a result counts as a
/// draw. A move that never scored is left out.
#[derive(Clone, Debug)]
pub struct Builder {
    plies: usize,
    games: usize,
    moves: HashMap<(u64, u16), Tally>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Tally {
    games: u32,
    points: u32,
}

/// A book that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    /// The file.
    pub bytes: Vec<u8>,
    /// How many positions it knows.
    pub positions: usize,
    /// How many moves, of all positions.
    pub moves: usize,
    /// Of how many games.
    pub games: usize,
}

impl Builder {
    /// Looks at this many plies of each game.
    pub fn new(plies: usize) -> Self {
        Self { plies, games: 0, moves: HashMap::new() }
    }

    /// Adds a game; nothing of it if it cannot be replayed.
    pub fn add(&mut self, record: &Record, result: Option<Outcome>) -> Result<(), Fault> {
        let mut at = Placed::start(&record.setup.game, record.setup.start.as_deref())?;
        let mut played = Vec::new();
        for text in record.moves.iter().take(self.plies) {
            let side = at.side();
            let key = at.key();
            played.push((key, at.play(text)?, side));
        }
        for (key, code, side) in played {
            let tally = self.moves.entry((key, code)).or_default();
            tally.games += 1;
            tally.points += points(result, side);
        }
        self.games += 1;
        Ok(())
    }

    /// The book of all moves that were played in at least `least` games.
    pub fn finish(self, least: u32) -> Made {
        let kept = self.moves.into_iter().filter(|(_, tally)| tally.games >= least && tally.points > 0);
        let mut moves: Vec<_> = kept.map(|((key, code), tally)| (key, tally.points, code)).collect();
        moves.sort_by_key(|&(key, points, code)| (key, std::cmp::Reverse(points), code));
        let mut made =
            Made { bytes: Vec::with_capacity(moves.len() * SIZE), positions: 0, moves: 0, games: self.games };
        for same in moves.chunk_by(|a, b| a.0 == b.0) {
            // The heaviest comes first; the others keep their share of it where it does not fit.
            let most = same[0].1.max(u32::from(u16::MAX));
            for &(key, points, code) in same {
                let weight = (u64::from(points) * u64::from(u16::MAX) / u64::from(most)).max(1) as u16;
                Entry { key, code, weight, learn: 0 }.write(&mut made.bytes);
            }
            made.positions += 1;
            made.moves += same.len();
        }
        made
    }
}

fn points(result: Option<Outcome>, side: Side) -> u32 {
    match result.map(|outcome| outcome.winner) {
        Some(Some(winner)) => 2 * u32::from(winner == side),
        Some(None) | None => 1,
    }
}
