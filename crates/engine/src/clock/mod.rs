//! Time: how long a player may think, and the watch that ends its search.
//!
//! This is the only place of the house's lower half that knows the time; searches see a flag and a pace.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tabula_core::{Limits, Pace, Progress, Stop};

/// How long a player may think. Without any limit it thinks until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Depth or nodes.
    pub limits: Limits,
    /// A fixed time for this move.
    pub move_time: Option<Duration>,
    /// What the player has left of its time for the game.
    pub left: Option<Left>,
}

/// The time that a player has for the rest of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Left {
    /// On its clock now.
    pub time: Duration,
    /// Added after each of its moves.
    pub increment: Duration,
    /// Its moves until more time is added; `None` if none will be.
    pub moves: Option<u32>,
}

impl Clock {
    /// A fixed depth.
    pub const fn depth(plies: u32) -> Self {
        Self { limits: Limits::depth(plies), move_time: None, left: None }
    }

    /// A fixed time.
    pub const fn move_time(time: Duration) -> Self {
        Self { limits: Limits { depth: None, nodes: None }, move_time: Some(time), left: None }
    }

    /// Whether nothing but a stop ends the thinking.
    pub const fn is_endless(&self) -> bool {
        self.limits.depth.is_none() && self.limits.nodes.is_none() && self.move_time.is_none() && self.left.is_none()
    }

    /// The tighter of both, limit by limit.
    ///
    /// ```
    /// use tabula_engine::Clock;
    /// use std::time::Duration;
    /// let both = Clock::depth(4).and(&Clock { move_time: Some(Duration::from_secs(1)), ..Clock::depth(6) });
    /// assert_eq!((both.limits.depth, both.move_time), (Some(4), Some(Duration::from_secs(1))));
    /// ```
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Self {
            limits: Limits {
                depth: least(self.limits.depth, other.limits.depth),
                nodes: least(self.limits.nodes, other.limits.nodes),
            },
            move_time: least(self.move_time, other.move_time),
            left: self.left.or(other.left),
        }
    }
}

/// Runs `think` with a flag that is raised when `stop` is, or when `time` is over.
///
/// The caller's flag is only read: a search that ran out of time leaves it as it was.
pub(crate) fn timed<T>(time: Option<Duration>, stop: &Stop, think: impl FnOnce(&Stop) -> T) -> T {
    /// How late a raised flag may be passed on.
    const POLL: Duration = Duration::from_millis(2);

    let Some(time) = time else { return think(stop) };
    let begun = Instant::now();
    let inner = Stop::default();
    let (done, waits) = channel::<()>();
    std::thread::scope(|scope| {
        let flag = inner.clone();
        scope.spawn(move || {
            while let Some(left) = time.checked_sub(begun.elapsed()).filter(|left| !left.is_zero()) {
                if stop.is_raised() || waits.recv_timeout(left.min(POLL)) != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            flag.raise();
        });
        let answer = think(&inner);
        drop(done);
        answer
    })
}

/// Begins no iteration after half of the time: the next one takes longer than all before, and would be thrown away.
pub(crate) struct Budget {
    begun: Instant,
    time: Option<Duration>,
}

impl Budget {
    pub(crate) fn new(begun: Instant, time: Option<Duration>) -> Self {
        Self { begun, time }
    }
}

impl Pace for Budget {
    fn go_on(&self, _: &Progress) -> bool {
        self.time.is_none_or(|time| self.begun.elapsed() < time / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Score;

    fn until_raised(stop: &Stop) -> Duration {
        let begun = Instant::now();
        while !stop.is_raised() && begun.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(1));
        }
        begun.elapsed()
    }

    #[test]
    fn time_raises_the_inner_flag_and_not_the_callers() {
        let stop = Stop::default();
        let took = timed(Some(Duration::from_millis(30)), &stop, until_raised);
        assert!(took >= Duration::from_millis(25) && took < Duration::from_secs(10), "{took:?}");
        assert!(!stop.is_raised());
    }

    #[test]
    fn the_callers_flag_ends_a_timed_search() {
        let stop = Stop::default();
        stop.raise();
        assert!(timed(Some(Duration::from_secs(60)), &stop, until_raised) < Duration::from_secs(10));
        assert!(timed(None, &stop, until_raised) < Duration::from_secs(10));
    }

    #[test]
    fn a_search_that_ends_early_is_not_waited_for() {
        let begun = Instant::now();
        timed(Some(Duration::from_secs(60)), &Stop::default(), |_| ());
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn no_iteration_begins_after_half_of_the_time() {
        let begun = Instant::now();
        let deep = Progress::new(9, 1_000_000, Score::ZERO);
        assert!(Budget::new(begun, Some(Duration::from_secs(600))).go_on(&deep));
        assert!(!Budget::new(begun, Some(Duration::ZERO)).go_on(&Progress::new(1, 1, Score::ZERO)));
        assert!(Budget::new(begun, None).go_on(&deep));
    }
}
