//! The thread on which a player thinks, while whoever reads the protocol stays ready to answer.
//!
//! Tasks are done in the order in which they were given: what is set during a search holds from the next one on.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::Scope;
use tabula_core::{Stop, stop::Hearer};
use tabula_engine::Player;

/// Something to be done by, or to, the player.
type Task<'s> = Box<dyn FnOnce(&mut Box<dyn Player>) + Send + 's>;

/// A player on a thread of its own. It ends when this is dropped and all tasks are done.
pub(crate) struct Worker<'s> {
    tasks: Sender<Task<'s>>,
}

impl<'s> Worker<'s> {
    /// Starts the thread.
    pub(crate) fn start<'e>(scope: &'s Scope<'s, 'e>, mut player: Box<dyn Player>) -> Self {
        let (tasks, given) = channel::<Task<'s>>();
        scope.spawn(move || {
            for task in given {
                task(&mut player);
            }
        });
        Self { tasks }
    }

    /// Lets a task be done after all others.
    pub(crate) fn give(&self, task: impl FnOnce(&mut Box<dyn Player>) + Send + 's) {
        // It fails only if the thread has died of a panic, which the end of the scope will tell.
        let _ = self.tasks.send(Box::new(task));
    }
}

/// Waits until one of the flags is raised.
pub(crate) fn wait_for(flags: &[&Stop]) {
    let (wake, woken) = channel();
    let hearer: Arc<Hearer> = Arc::new(move || {
        let _ = wake.send(());
    });
    for flag in flags {
        flag.when_raised(&hearer);
    }
    while !flags.iter().any(|flag| flag.is_raised()) {
        if woken.recv().is_err() {
            return;
        }
    }
}
