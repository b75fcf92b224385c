//! The bench: fixed positions, fixed depth, one thread.
//!
//! The number of nodes is the signature of a search: it is the same on every machine and every run, and changes exactly
//! when the search or the evaluation does. Its time is a speed.

use crate::compare::{self, Plan};
use crate::{Clock, Player, Question, Record, Setup, Shelf};
use std::time::{Duration, Instant};
use tabula_core::{Faults, Stop};

/// Positions from our own games, openings to endings.
const CHESS: &str = include_str!("bench/chess.fen");
/// How many positions other games get, by random play.
const POSITIONS: usize = 20;

/// How deep the bench of a game looks: some seconds in all.
pub fn depth(game: &str) -> u32 {
    match game {
        "chess" | "chess960" => 18,
        _ => 9,
    }
}

/// The positions of a game's bench.
pub fn positions(shelf: &dyn Shelf) -> Result<Vec<Record>, Faults> {
    let game = shelf.card().id.clone();
    if matches!(game.as_str(), "chess" | "chess960") {
        let record = |fen: &str| Record { setup: Setup { game: game.clone(), start: Some(fen.into()) }, moves: vec![] };
        return Ok(CHESS.lines().map(record).collect());
    }
    let plan = Plan {
        searches: Vec::new(),
        settings: Vec::new(),
        depths: Vec::new(),
        positions: POSITIONS,
        start: None,
        seed: 1,
    };
    compare::positions(shelf, &plan)
}

/// What a bench counted, by the clock on the wall: a foreign program is measured as our own players are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Positions visited.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

impl Count {
    /// Both together.
    pub fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }

    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// Asks a player about one position, as if nothing had been before.
pub fn ask(player: &mut dyn Player, record: &Record, clock: &Clock, stop: &Stop) -> Result<Count, Faults> {
    player.ready(&record.setup)?;
    let mut nodes = 0;
    let begun = Instant::now();
    player.choose(&Question::new(record, clock), stop, &mut |info| nodes = nodes.max(info.nodes))?;
    Ok(Count { nodes, time: begun.elapsed() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn every_position_of_every_bench_can_be_set_up_and_is_not_over() {
        for shelf in catalogue::shelves() {
            let records = positions(&**shelf).unwrap();
            assert!(records.len() >= POSITIONS);
            for record in records {
                let mut table = shelf.table(&record.setup).unwrap();
                for code in &record.moves {
                    table.play(code).unwrap();
                }
                assert_eq!(table.outcome(), None, "{record:?}");
            }
        }
    }

    #[test]
    fn the_count_is_the_same_on_every_run() {
        let shelf = catalogue::find("chess").unwrap();
        let records = positions(&*shelf).unwrap();
        let nodes = || -> Vec<u64> {
            let mut player = shelf.player(&"tabula".parse().unwrap()).unwrap();
            let ask = |record| ask(&mut *player, record, &Clock::depth(6), &Stop::default()).unwrap().nodes;
            records[..8].iter().map(ask).collect()
        };
        let first = nodes();
        assert!(first.iter().all(|&nodes| nodes > 100), "{first:?}");
        assert_eq!(first, nodes());
    }
}
