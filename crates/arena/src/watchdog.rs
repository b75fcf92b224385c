//! Ends the thinking of players who are over their time anyway, and of all when the event is stopped.
//!
//! It is never in the way of a player who keeps its time: nothing here is waited for, and that it looks only every few
//! milliseconds merely lets a lost player think a little longer.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tabula_core::Stop;

/// How often it looks.
const POLL: Duration = Duration::from_millis(5);

/// Watches over any number of players.
#[derive(Clone, Default)]
pub(crate) struct Watchdog(Arc<Mutex<Vec<Slot>>>);

/// What is known of a player who may be thinking.
struct Slot {
    stop: Stop,
    deadline: Option<Instant>,
}

/// A place at which one player at a time thinks.
pub(crate) struct Leash<'a> {
    dog: &'a Watchdog,
    place: usize,
    pub(crate) stop: Stop,
}

impl Watchdog {
    /// A place for a worker.
    pub(crate) fn leash(&self) -> Leash<'_> {
        let stop = Stop::default();
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots.push(Slot { stop: stop.clone(), deadline: None });
        Leash { dog: self, place: slots.len() - 1, stop }
    }

    /// Watches until `done` is raised; when `halt` is, everybody is stopped.
    pub(crate) fn watch(&self, halt: &Stop, done: &Stop) {
        while !done.is_raised() {
            {
                let slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                let now = Instant::now();
                let halted = halt.is_raised();
                for slot in &*slots {
                    if halted || slot.deadline.is_some_and(|deadline| now >= deadline) {
                        slot.stop.raise();
                    }
                }
            }
            std::thread::sleep(POLL);
        }
    }
}

impl Leash<'_> {
    /// A player begins to think, and has to be done by `deadline`.
    pub(crate) fn begin(&self, deadline: Option<Instant>) {
        self.stop.lower();
        self.set(deadline);
    }

    /// It is done.
    pub(crate) fn end(&self) {
        self.set(None);
    }

    fn set(&self, deadline: Option<Instant>) {
        let mut slots = self.dog.0.lock().unwrap_or_else(PoisonError::into_inner);
        slots[self.place].deadline = deadline;
    }
}
