//! Tabula in a browser: the page, its API and live events. The only crate that knows HTTP and browsers.
//!
//! | module | what it holds |
//! |---|---|
//! | [`config`] | what the operator decides |
//! | [`api`] | what is said and heard, as data |
//! | `handlers`, `router`, `told`, `problem`, `stream` | requests and answers |
//! | `guard` | who may ask |
//! | `play`, `bench`, `seats` | games of people, and their opponents |
//! | `analysis`, `known`, `pool` | thinking on demand, in turn |
//! | `events` | events of the arena, set up and watched |
//! | `runs` | runs of learning, begun and watched |
//! | `games`, `files` | the catalogue; games as text |
//! | `page` | the page itself, embedded |
//! | [`moment`] | moments as text |
//!
//! No rule of any game is known here: what may be done comes from tables, and goes to the page as data.

mod analysis;
pub mod api;
mod bench;
pub mod config;
mod events;
mod files;
mod games;
mod guard;
mod handlers;
mod house;
mod known;
pub mod moment;
mod page;
mod play;
mod pool;
mod problem;
mod router;
mod runs;
mod seats;
mod serving;
mod stream;
mod told;

pub use config::{Config, EngineConfig, Limits};
pub use problem::Problem;
pub use router::description;
pub use serving::{ServeError, serve};
