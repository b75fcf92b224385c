//! Judges: games between any players, of any game, with one referee.
//!
//! | module | what it holds |
//! |---|---|
//! | [`event`] | who plays, how much, from where; runs the games |
//! | [`plan`] | events as text: drafts that are judged whole, with every fault and its place |
//! | [`schedule`], [`openings`], [`entrant`], [`control`] | the parts of that: games, start positions, players, time |
//! | [`game`], [`adjudicate`] | the referee: legality, clocks, results; games ended early by their scores |
//! | [`ending`] | how games end, and what is kept of them |
//! | [`ledger`], [`archive`] | games as text, and in a store; both are read back when an event is resumed |
//! | [`hall`] | what can be seen while an event goes on |
//! | [`selfplay`] | games of a player against itself, kept whole: the fuel for learning |
//! | [`standings`], [`stats`] | who scored what, and what that says |
//!
//! Nothing here prints or opens files: games are handed to whoever runs the event, and a store comes in open.

pub mod adjudicate;
pub mod archive;
pub mod control;
pub mod ending;
pub mod entrant;
pub mod event;
pub mod game;
pub mod hall;
pub mod ledger;
pub mod openings;
pub mod plan;
pub mod schedule;
pub mod selfplay;
pub mod standings;
pub mod stats;
mod watchdog;

pub use adjudicate::{Adjudication, DrawRule, WinRule};
pub use control::TimeControl;
pub use ending::{Ending, Finished};
pub use entrant::Entrant;
pub use event::Event;
pub use game::Conditions;
pub use hall::Hall;
pub use openings::Openings;
pub use plan::Plan;
pub use schedule::{Draw, Format};
pub use standings::Standings;
pub use tabula_wire::foreign::Patience;
