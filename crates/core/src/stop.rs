//! The one thing shared with a running search: the wish that it ends.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A flag that any thread may raise; a search that sees it returns the best move so far.
///
/// ```
/// use tabula_core::Stop;
/// let stop = Stop::default();
/// let same = stop.clone();
/// same.raise();
/// assert!(stop.is_raised());
/// ```
#[derive(Clone, Default)]
pub struct Stop(Arc<Flag>);

/// What is done when a flag is raised.
pub type Hearer = dyn Fn() + Send + Sync;

#[derive(Default)]
struct Flag {
    raised: AtomicBool,
    hearers: Mutex<Vec<Weak<Hearer>>>,
}

impl Stop {
    /// Asks the search to end.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Relaxed);
        // Called without the lock, for a hearer may raise other flags, or this one again.
        let hearers: Vec<_> = self.hearers().iter().filter_map(Weak::upgrade).collect();
        for hearer in hearers {
            hearer();
        }
    }

    /// Makes the flag ready for the next search.
    pub fn lower(&self) {
        self.0.raised.store(false, Ordering::Relaxed);
    }

    /// Whether somebody wants the search to end.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed)
    }

    /// Calls `hearer` whenever the flag is raised, and now if it is, for as long as `hearer` lives.
    ///
    /// For whoever waits for something else as well, and must not look at the flag again and again.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tabula_core::{Stop, stop::Hearer};
    /// let (outer, inner) = (Stop::default(), Stop::default());
    /// let passed_on = inner.clone();
    /// let hearer: Arc<Hearer> = Arc::new(move || passed_on.raise());
    /// outer.when_raised(&hearer);
    /// outer.raise();
    /// assert!(inner.is_raised());
    /// ```
    pub fn when_raised(&self, hearer: &Arc<Hearer>) {
        {
            let mut hearers = self.hearers();
            hearers.retain(|other| other.strong_count() > 0);
            hearers.push(Arc::downgrade(hearer));
        }
        // Whoever raised it before the lock was taken did not know of the new hearer.
        if self.is_raised() {
            hearer();
        }
    }

    fn hearers(&self) -> std::sync::MutexGuard<'_, Vec<Weak<Hearer>>> {
        self.0.hearers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({})", self.is_raised())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn a_hearer_hears_of_what_was_and_of_what_comes_while_it_lives() {
        let (stop, heard) = (Stop::default(), Arc::new(AtomicU32::new(0)));
        let count = Arc::clone(&heard);
        let hearer: Arc<Hearer> = Arc::new(move || {
            count.fetch_add(1, Ordering::Relaxed);
        });
        stop.raise();
        stop.when_raised(&hearer);
        assert_eq!(heard.load(Ordering::Relaxed), 1);
        stop.lower();
        stop.raise();
        assert_eq!(heard.load(Ordering::Relaxed), 2);
        drop(hearer);
        stop.raise();
        assert_eq!(heard.load(Ordering::Relaxed), 2);
    }
}
