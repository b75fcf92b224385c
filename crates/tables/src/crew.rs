//! The threads that share the work on a table.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tabula_core::{Fault, Stop};

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Looking one move ahead from every position.
    Forwards,
    /// Noting from where each position is reached.
    Links,
    /// Going back from positions that are decided after so many plies.
    Backwards(u32),
    /// Comparing every position with those that follow it.
    Check,
}

/// How far it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What.
    pub stage: Stage,
    /// Positions done in this stage.
    pub done: usize,
    /// Of so many.
    pub span: usize,
}

/// Who works, who may end it, and who wants to hear of it.
#[derive(Clone, Copy)]
pub struct Crew<'a> {
    /// How many threads.
    pub threads: usize,
    /// Raised by whoever has waited enough.
    pub stop: &'a Stop,
    /// Hears now and then, from any thread.
    pub tell: &'a (dyn Fn(Progress) + Sync),
}

/// Numbers that a thread takes at once: enough to cost nothing, few enough that no thread is left with a long last piece.
const PIECE: usize = 1 << 14;

impl Crew<'_> {
    /// Goes over all numbers below `span` in pieces. Each thread has its own `fresh` state, all of which are answered; the first
    /// fault ends the work.
    pub(crate) fn sweep<S: Send>(
        &self,
        stage: Stage,
        span: usize,
        fresh: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<usize>) -> Result<(), Fault> + Sync,
    ) -> Result<Vec<S>, Fault> {
        let (taken, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let fault = Mutex::new(None);
        let states = Mutex::new(Vec::new());
        let share = || {
            let mut state = fresh();
            loop {
                let from = taken.fetch_add(PIECE, Ordering::Relaxed);
                if from >= span {
                    break;
                }
                let piece = from..span.min(from + PIECE);
                let length = piece.len();
                let worked = if self.stop.is_raised() { Err(interrupted()) } else { work(&mut state, piece) };
                if let Err(what) = worked {
                    taken.store(span, Ordering::Relaxed);
                    fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(what);
                    break;
                }
                let done = done.fetch_add(length, Ordering::Relaxed) + length;
                (self.tell)(Progress { stage, done, span });
            }
            states.lock().unwrap_or_else(PoisonError::into_inner).push(state);
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(span.div_ceil(PIECE)) {
                scope.spawn(share);
            }
            share();
        });
        match fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(fault) => Err(fault),
            None => Ok(states.into_inner().unwrap_or_else(PoisonError::into_inner)),
        }
    }
}

fn interrupted() -> Fault {
    Fault::new("it was interrupted")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_visited_once_and_a_fault_ends_it() {
        let stop = Stop::default();
        let crew = Crew { threads: 3, stop: &stop, tell: &|_| {} };
        let sweep = |bad: usize| {
            crew.sweep(
                Stage::Check,
                100_000,
                || 0,
                |sum, piece| {
                    *sum += piece.clone().sum::<usize>();
                    if piece.contains(&bad) { Err(Fault::new("bad")) } else { Ok(()) }
                },
            )
        };
        assert_eq!(sweep(usize::MAX).unwrap().iter().sum::<usize>(), 100_000 * 99_999 / 2);
        assert_eq!(sweep(70_000).unwrap_err().what, "bad");
        stop.raise();
        assert_eq!(sweep(usize::MAX).unwrap_err().what, "it was interrupted");
    }
}
