//! Games that people play: against engines or each other, watched by anybody who knows the address.
//!
//! | file | piece |
//! |---|---|
//! | `state.rs` | a game in progress: whose turn, clocks, offers, counting; knows no network and no thread |
//! | `room.rs` | a state with its key and its watchers |
//! | `rooms.rs` | all of them: in memory while they are needed, in the store always |
//! | `opponent.rs` | engines that think for their side |

mod opponent;
mod room;
mod rooms;
mod state;

pub(crate) use opponent::hint;
pub(crate) use room::Room;
pub(crate) use rooms::Rooms;
