//! Programs from elsewhere as players: what is common to all protocols.
//!
//! Whatever a program does wrong (it ends, hangs, floods, says nonsense) is a [`Fault`] of the call at hand. Its
//! process is then ended, and started again for the next game. Whether a move is legal is for the referee to say.

mod announced;
mod process;
mod program;

pub(crate) use announced::{Accepted, Announced};
pub(crate) use program::{Heed, Program, Thought};

use crate::{gomocup, gtp, hub, uci, xboard};
use std::sync::Arc;
use std::time::Duration;
use tabula_core::Fault;
use tabula_engine::foreign::Protocol;
use tabula_engine::{ForeignSpec, Player, Shelf};

/// How long a program may take for what needs no thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From its start to the end of its introduction.
    pub start: Duration,
    /// Until it is ready for a new game.
    pub ready: Duration,
    /// From the order to move at once to the move.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { start: Duration::from_secs(10), ready: Duration::from_secs(10), stop: Duration::from_secs(1) }
    }
}

/// Starts a program and sets its options; it will play games of `shelf`.
pub fn seat(spec: &ForeignSpec, shelf: &Arc<dyn Shelf>, patience: Patience) -> Result<Box<dyn Player>, Fault> {
    Ok(match spec.protocol {
        Protocol::Uci => Box::new(uci::client::Engine::start(spec, shelf, patience)?),
        Protocol::Hub => Box::new(hub::client::Engine::start(spec, shelf, patience)?),
        Protocol::XBoard => Box::new(xboard::client::Engine::start(spec, shelf, patience)?),
        Protocol::Gomocup => Box::new(gomocup::client::Engine::start(spec, shelf, patience)?),
        Protocol::Gtp => Box::new(gtp::client::Engine::start(spec, shelf, patience)?),
    })
}
