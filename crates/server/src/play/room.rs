//! A game with its key and its watchers.

use super::state::State;
use crate::api::Play;
use crate::moment::is_same;
use crate::problem::Problem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tabula_engine::Shelf;
use tabula_store::PlayRow;
use tokio::sync::watch;

/// A game that somebody plays or watches.
pub(crate) struct Room {
    pub(crate) id: String,
    key: String,
    begun: String,
    pub(crate) shelf: Arc<dyn Shelf>,
    state: Mutex<State>,
    said: watch::Sender<Arc<Play>>,
    /// When somebody last wanted something of it.
    used: Mutex<Instant>,
}

impl Room {
    pub(crate) fn new(id: String, key: String, begun: String, shelf: Arc<dyn Shelf>, state: State) -> Self {
        let said = watch::Sender::new(Arc::new(state.play(&id, &begun)));
        Self { id, key, begun, shelf, state: Mutex::new(state), said, used: Mutex::new(Instant::now()) }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses whoever does not know the key.
    pub(crate) fn check(&self, key: Option<&str>) -> Result<(), Problem> {
        match key {
            Some(given) if is_same(given, &self.key) => Ok(()),
            Some(_) => Err(Problem::forbidden("this is not your game").at("X-Tabula-Key")),
            None => Err(Problem::forbidden("only who began the game may do that").at("X-Tabula-Key")),
        }
    }

    /// How it stands.
    pub(crate) fn play(&self) -> Play {
        self.touch();
        self.state().play(&self.id, &self.begun)
    }

    /// Hears of every change.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<Play>> {
        self.touch();
        self.said.subscribe()
    }

    /// Tells the watchers how it stands.
    pub(crate) fn tell(&self, state: &State) {
        self.said.send_replace(Arc::new(state.play(&self.id, &self.begun)));
    }

    /// What is kept of it.
    pub(crate) fn row(&self, state: &State) -> PlayRow {
        PlayRow {
            id: self.id.clone(),
            key: self.key.clone(),
            game: self.shelf.card().id.clone(),
            players: state.names(),
            result: state.result().into(),
            plies: state.table.played().len(),
            begun: self.begun.clone(),
            state: serde_json::to_string(&state.kept()).expect("plain data can be written"),
        }
    }

    fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// When somebody last wanted something of it; `None` while somebody watches or an engine thinks.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let busy = self.said.receiver_count() > 0 || self.state().thinking.is_some();
        (!busy).then(|| *self.used.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
