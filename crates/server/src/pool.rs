//! Who may think, and when: a fair queue before few seats, so that many who ask share the machine and none starves.

use crate::config::Limits;
use crate::problem::Problem;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tabula_core::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Whoever waits hears at least this often how things stand.
const PATIENCE: Duration = Duration::from_secs(2);

/// The seats of those who think.
#[derive(Debug)]
pub(crate) struct Pool {
    /// For opponents in games.
    play: Arc<Semaphore>,
    /// For analyses; whoever came first comes first.
    analysis: Arc<Semaphore>,
    queue: Arc<Mutex<Queue>>,
    limits: Limits,
}

/// The numbers of those who wait for an analysis.
#[derive(Debug, Default)]
struct Queue {
    next: u64,
    waiting: BTreeSet<u64>,
}

/// A place in the queue, given back when it is dropped.
pub(crate) struct Ticket {
    number: u64,
    queue: Arc<Mutex<Queue>>,
    analysis: Arc<Semaphore>,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        locked(&self.queue).waiting.remove(&self.number);
    }
}

impl Ticket {
    /// How many wait before this one.
    pub(crate) fn before(&self) -> usize {
        locked(&self.queue).waiting.range(..self.number).count()
    }

    /// Waits for a seat; now and then `tell` hears how many are still before it.
    pub(crate) async fn seat<F: Future<Output = ()>>(self, tell: impl Fn(usize) -> F) -> OwnedSemaphorePermit {
        let turn = Arc::clone(&self.analysis).acquire_owned();
        tokio::pin!(turn);
        loop {
            tokio::select! {
                seat = &mut turn => return seat.expect("the pool is never closed"),
                () = tokio::time::sleep(PATIENCE) => tell(self.before()).await,
            }
        }
    }
}

fn locked(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            play: Arc::new(Semaphore::new(limits.thinkers)),
            analysis: Arc::new(Semaphore::new(limits.thinkers)),
            queue: Arc::default(),
            limits,
        }
    }

    /// A seat for an opponent.
    pub(crate) async fn opponent(&self) -> OwnedSemaphorePermit {
        Arc::clone(&self.play).acquire_owned().await.expect("the pool is never closed")
    }

    /// A place in the queue for analyses, unless it is too long.
    pub(crate) fn queue(&self) -> Result<Ticket, Problem> {
        let mut queue = locked(&self.queue);
        let before = queue.waiting.len();
        if before >= self.limits.waiting {
            return Err(Problem::busy(format!("{before} analyses are waiting already: please try again later")));
        }
        let number = queue.next;
        queue.next += 1;
        queue.waiting.insert(number);
        Ok(Ticket { number, queue: Arc::clone(&self.queue), analysis: Arc::clone(&self.analysis) })
    }

    /// Ends an analysis in time: after `most`, or after its turn when others wait, or when nobody listens any more. Tells why.
    pub(crate) async fn watch(&self, most: Duration, stop: &Stop, gone: impl Future<Output = ()>) -> &'static str {
        let turn = async {
            tokio::time::sleep(self.limits.turn.min(most)).await;
            while locked(&self.queue).waiting.is_empty() {
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
        let seated = pool.queue().unwrap().seat(|_| async {}).await;
        let (one, _two) = (pool.queue().unwrap(), pool.queue().unwrap());
        assert_eq!(pool.queue().map(|_| ()).unwrap_err().status, 503);
        drop((one, seated));
        assert!(pool.queue().is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_waits_hears_how_many_are_still_before_him() {
        let pool = pool(9);
        let seated = pool.queue().unwrap().seat(|_| async {}).await;
        let (first, second) = (pool.queue().unwrap(), pool.queue().unwrap());
        assert_eq!((first.before(), second.before()), (0, 1));
        let (hear, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let waits = second.seat(|before| {
            hear.send(before).unwrap();
            async {}
        });
        tokio::pin!(waits);
        assert!(tokio::time::timeout(3 * PATIENCE / 2, &mut waits).await.is_err());
        drop(first);
        assert!(tokio::time::timeout(PATIENCE, &mut waits).await.is_err());
        drop(seated);
        drop(waits.await);
        assert_eq!((heard.recv().await, heard.recv().await), (Some(1), Some(0)));
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
