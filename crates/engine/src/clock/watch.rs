//! The thread that raises a search's flag in time. It sleeps until something happens: the time is over, somebody
//! wants the answer, the opponent has played the expected move, or the search has ended by itself.
//!
//! Searches look at the clock themselves every now and then. The thread is for what takes long between two looks; where there is
//! next to no time, waiting for it to start and to end would cost more than it saves.

use super::Timekeeper;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tabula_core::{Stop, stop::Hearer};

/// Below this a search is left to its own looks at the clock. On a machine whose cores are all at work, a thread may be woken
/// ten milliseconds late, and the answer waits for its end.
const BRIEF: Duration = Duration::from_millis(100);

/// Runs `think` with a flag that is raised when `stop` is, or when the time of `keeper` is over; that time begins
/// when `ponder` is raised, where there is such a flag.
///
/// The caller's flags are only read: a search that ran out of time leaves them as they were.
pub(crate) fn watched<T>(keeper: &Timekeeper, stop: &Stop, ponder: Option<&Stop>, think: impl FnOnce(&Stop) -> T) -> T {
    let Some(time) = keeper.hard() else { return think(stop) };
    if time < BRIEF && ponder.is_none() {
        return think(stop);
    }
    let inner = Stop::default();
    let (wake, woken) = channel::<()>();
    let hearer = |flag: Option<Stop>| -> Arc<Hearer> {
        let wake = wake.clone();
        Arc::new(move || {
            if let Some(flag) = &flag {
                flag.raise();
            }
            // The watch may be over already.
            let _ = wake.send(());
        })
    };
    let (stopped, hit) = (hearer(Some(inner.clone())), hearer(None));
    stop.when_raised(&stopped);
    if let Some(ponder) = ponder {
        ponder.when_raised(&hit);
    }
    std::thread::scope(|scope| {
        let flag = inner.clone();
        scope.spawn(move || {
            if let Some(ponder) = ponder {
                while !ponder.is_raised() && !flag.is_raised() && woken.recv().is_ok() {}
            }
            if ponder.is_none() || !keeper.has_enough() {
                sleep(time, &flag, &woken);
            }
            flag.raise();
        });
        let answer = think(&inner);
        inner.raise();
        // Sends the watch home.
        let _ = wake.send(());
        answer
    })
}

/// Waits until the time is over or the flag is raised.
fn sleep(time: Duration, flag: &Stop, woken: &Receiver<()>) {
    let begun = Instant::now();
    while !flag.is_raised() {
        let Some(left) = time.checked_sub(begun.elapsed()).filter(|left| !left.is_zero()) else { return };
        if woken.recv_timeout(left) == Err(RecvTimeoutError::Disconnected) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Budget;
    use tabula_core::{Pace, Progress, Score};

    const LONG: Duration = Duration::from_secs(60);

    fn keeper(hard: Option<Duration>, ponder: Option<&Stop>) -> Timekeeper {
        Timekeeper::new(Instant::now(), Budget { soft: Some(Duration::ZERO), hard }, ponder)
    }

    fn until_raised(stop: &Stop) -> Duration {
        let begun = Instant::now();
        while !stop.is_raised() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_micros(100));
        }
        begun.elapsed()
    }

    /// Raises a flag a little later.
    fn later(stop: &Stop) {
        let stop = stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            stop.raise();
        });
    }

    #[test]
    fn time_raises_the_inner_flag_and_not_the_callers() {
        let stop = Stop::default();
        let took = watched(&keeper(Some(Duration::from_millis(130)), None), &stop, None, until_raised);
        assert!(took >= Duration::from_millis(125) && took < Duration::from_secs(10), "{took:?}");
        assert!(!stop.is_raised());
    }

    #[test]
    fn the_callers_flag_ends_a_timed_search_raised_before_or_after() {
        let stop = Stop::default();
        later(&stop);
        let took = watched(&keeper(Some(LONG), None), &stop, None, until_raised);
        assert!(took >= Duration::from_millis(25) && took < Duration::from_secs(10), "{took:?}");
        assert!(watched(&keeper(Some(LONG), None), &stop, None, until_raised) < Duration::from_secs(10));
        assert!(watched(&keeper(None, None), &stop, None, until_raised) < Duration::from_secs(10));
    }

    #[test]
    fn a_search_that_ends_early_is_not_waited_for() {
        let begun = Instant::now();
        watched(&keeper(Some(LONG), None), &Stop::default(), None, |_| ());
        watched(&keeper(Some(LONG), None), &Stop::default(), Some(&Stop::default()), |_| ());
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn the_time_begins_when_the_expected_move_was_played() {
        let (stop, hit) = (Stop::default(), Stop::default());
        later(&hit);
        let keeper = keeper(Some(Duration::from_millis(30)), Some(&hit));
        let took = watched(&keeper, &stop, Some(&hit), until_raised);
        assert!(took >= Duration::from_millis(50) && took < Duration::from_secs(10), "{took:?}");
    }

    #[test]
    fn what_was_thought_in_the_opponents_time_counts() {
        let (stop, hit) = (Stop::default(), Stop::default());
        let keeper = keeper(Some(LONG), Some(&hit));
        assert!(keeper.go_on(&Progress::new(9, 1, Score::ZERO)));
        later(&hit);
        assert!(watched(&keeper, &stop, Some(&hit), until_raised) < Duration::from_secs(10));
    }

    #[test]
    fn a_stop_ends_a_search_in_the_opponents_time() {
        let (stop, hit) = (Stop::default(), Stop::default());
        later(&stop);
        let keeper = keeper(Some(Duration::ZERO), Some(&hit));
        let took = watched(&keeper, &stop, Some(&hit), until_raised);
        assert!(took >= Duration::from_millis(25) && took < Duration::from_secs(10), "{took:?}");
    }
}
