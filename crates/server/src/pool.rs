//! Who may think, and when: a fair queue before few seats, so that many who ask share the machine and none starves.

use crate::config::Limits;
use crate::problem::Problem;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tabula_core::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The seats of those who think.
#[derive(Debug)]
pub(crate) struct Pool {
    /// For opponents in games.
    play: Arc<Semaphore>,
    /// For analyses; whoever came first comes first.
    analysis: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    limits: Limits,
}

/// A place in the queue, given back when it is dropped.
pub(crate) struct Ticket {
    waiting: Arc<AtomicUsize>,
    analysis: Arc<Semaphore>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Ticket {
    /// How many wait, this one among them.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Waits for a seat.
    pub(crate) async fn seat(self) -> OwnedSemaphorePermit {
        let analysis = Arc::clone(&self.analysis);
        analysis.acquire_owned().await.expect("the pool is never closed")
    }
}

impl Pool {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            play: Arc::new(Semaphore::new(limits.thinkers)),
            analysis: Arc::new(Semaphore::new(limits.thinkers)),
            waiting: Arc::new(AtomicUsize::new(0)),
            limits,
        }
    }

    /// A seat for an opponent.
    pub(crate) async fn opponent(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.play).acquire_owned().await.expect("the pool is never closed")
    }

    /// A place in the queue for analyses, unless it is too long.
    pub(crate) fn queue(&self) -> Result<Ticket, Problem> {
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let ticket = Ticket { waiting: Arc::clone(&self.waiting), analysis: Arc::clone(&self.analysis) };
        if before >= self.limits.waiting {
            return Err(Problem::busy(format!("{before} analyses are waiting already: please try again later")));
        }
        Ok(ticket)
    }

    /// Ends an analysis in time: after `most`, or after its turn when others wait, or when nobody listens any more. Tells why.
    pub(crate) async fn watch(&self, most: Duration, stop: &Stop, gone: impl Future<Output = ()>) -> &'static str {
        let turn = async {
            tokio::time::sleep(self.limits.turn.min(most)).await;
            while self.waiting.load(Ordering::Relaxed) == 0 {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let why = tokio::select! {
            () = gone => "gone",
            () = tokio::time::sleep(most) => "time",
            () = turn => "turn",
        };
        stop.raise();
        why
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(waiting: usize) -> Pool {
        Pool::new(Limits { thinkers: 1, waiting, turn: Duration::from_millis(50), ..Limits::default() })
    }

    #[tokio::test]
    async fn whoever_comes_to_a_full_queue_is_refused_and_may_come_again() {
        let pool = pool(2);
        let seated = pool.queue().unwrap().seat().await;
        let (one, _two) = (pool.queue().unwrap(), pool.queue().unwrap());
        assert_eq!(pool.queue().map(|_| ()).unwrap_err().status, 503);
        drop((one, seated));
        assert!(pool.queue().is_ok());
    }

    #[tokio::test]
    async fn who_thinks_alone_may_go_on_and_who_is_waited_for_ends_after_a_turn() {
        let pool = pool(2);
        let stop = Stop::default();
        assert_eq!(pool.watch(Duration::from_millis(200), &stop, std::future::pending()).await, "time");
        assert!(stop.is_raised());
        let _waits = pool.queue().unwrap();
        let why = pool.watch(Duration::from_secs(20), &Stop::default(), std::future::pending()).await;
        assert_eq!(why, "turn");
        assert_eq!(pool.watch(Duration::from_secs(20), &Stop::default(), std::future::ready(())).await, "gone");
    }
}
