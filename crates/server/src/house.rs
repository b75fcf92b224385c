//! Everything that the handlers share.

use crate::bench::Bench;
use crate::config::Config;
use crate::events::Events;
use crate::play::Rooms;
use crate::pool::Pool;
use crate::runs::Runs;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tabula_store::{Store, StoreError};
use tokio::runtime::Handle;

/// The server's memory.
pub(crate) struct House {
    pub(crate) config: Config,
    store: Mutex<Store>,
    pub(crate) rooms: Rooms,
    pub(crate) pool: Pool,
    pub(crate) bench: Bench,
    pub(crate) events: Events,
    pub(crate) runs: Runs,
    pub(crate) runtime: Handle,
}

impl House {
    pub(crate) fn open(config: Config, runtime: Handle) -> Result<Self, StoreError> {
        Ok(Self {
            store: Mutex::new(Store::open(&config.data)?),
            rooms: Rooms::default(),
            pool: Pool::new(config.limits),
            bench: Bench::new(config.limits.seated),
            events: Events::default(),
            runs: Runs::default(),
            runtime,
            config,
        })
    }

    pub(crate) fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
