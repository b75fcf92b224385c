//! One search, on the thread of the player: from the question to `bestmove`.

use super::telling;
use crate::mouth::Mouth;
use crate::worker::wait_for;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tabula_core::{Bound, Score, Stop};
use tabula_engine::{Choice, Clock, Info, Player, Question, Table};

/// Values that are only bounds are told from here on: before, the exact one follows too soon to be read.
const BOUNDS_FROM: Duration = Duration::from_secs(1);

/// What the reader of orders holds of a search.
#[derive(Clone, Default)]
pub(super) struct Running {
    /// The answer is wanted now.
    pub(super) stop: Stop,
    /// The expected move was played.
    pub(super) hit: Stop,
    over: Arc<AtomicBool>,
}

impl Running {
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    pub(super) fn end(&self) {
        self.over.store(true, Ordering::Release);
    }
}

/// A search to be done.
pub(super) struct Task<'s, 'm> {
    pub(super) mouth: &'s Mouth<'m>,
    pub(super) table: Box<dyn Table>,
    pub(super) clock: Clock,
    pub(super) only: Vec<String>,
    pub(super) ponder: bool,
    pub(super) infinite: bool,
    pub(super) mate: Option<u64>,
    pub(super) wdl: bool,
    pub(super) running: Running,
}

impl Task<'_, '_> {
    pub(super) fn run(mut self, player: &mut dyn Player) {
        let answer = if self.table.legal().is_empty() { self.nothing() } else { self.think(player) };
        let Running { stop, hit, .. } = &self.running;
        if self.infinite {
            wait_for(&[stop]);
        } else if self.ponder {
            wait_for(&[stop, hit]);
        }
        // First over, then said: whoever has read the answer may rely on it.
        self.running.end();
        self.mouth.say(&answer);
    }

    /// The answer where no move is legal.
    fn nothing(&self) -> String {
        let lost = self.table.outcome().is_some_and(|outcome| outcome.winner.is_some());
        let score = if lost { Score::loss_in(0) } else { Score::ZERO };
        self.mouth.say(&format!("info depth 0 score {}", telling::score(score)));
        "bestmove (none)".into()
    }

    fn think(&mut self, player: &mut dyn Player) -> String {
        let (record, mouth, stop) = (self.table.record(), self.mouth, &self.running.stop);
        let ponder = self.ponder.then_some(&self.running.hit);
        let question = Question { only: &self.only, ponder, ..Question::new(&record, &self.clock) };
        let mut best = Vec::new();
        let choice = player.choose(&question, stop, &mut |info: &Info| {
            if info.bound == Bound::Exact || info.time >= BOUNDS_FROM {
                mouth.say(&telling::line(info, self.wdl));
            }
            if info.rank <= 1 && info.bound != Bound::Upper {
                best.clone_from(&info.line);
                if self.mate.is_some_and(|moves| mates_within(info.score, moves)) {
                    stop.raise();
                }
            }
        });
        let code = match choice {
            Ok(Choice::Move(code)) => code,
            // The game may be drawn already; whoever asks nevertheless gets a move.
            Ok(Choice::Resign) | Err(_) => {
                if let Err(fault) = choice {
                    mouth.say(&format!("info string {fault}"));
                }
                let any = self.only.first().cloned().or_else(|| self.table.legal().into_iter().next());
                any.unwrap_or_default()
            }
        };
        match self.reply(&code, &best) {
            Some(reply) => format!("bestmove {code} ponder {reply}"),
            None => format!("bestmove {code}"),
        }
    }

    /// The move that is expected in return, if the best line tells one.
    fn reply(&mut self, code: &str, best: &[String]) -> Option<String> {
        let [first, second, ..] = best else { return None };
        if first != code || self.table.play(code).is_err() {
            return None;
        }
        self.table.read(second).ok().map(|played| played.code)
    }
}

fn mates_within(score: Score, moves: u64) -> bool {
    score.plies_to_end().is_some_and(|plies| plies > 0 && (plies as u64).div_ceil(2) <= moves)
}
