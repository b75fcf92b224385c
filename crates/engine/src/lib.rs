//! The border of the house: below it everything is generic and monomorphised, above it nothing has a
//! type parameter. It is crossed once per move, never per node.
//!
//! | module | what it holds |
//! |---|---|
//! | [`card`] | facts about a game, as data for menus and help |
//! | [`record`] | a game as text: which, from where, what was played |
//! | [`table`] | a game in progress: legal moves, take back, view, outcome |
//! | [`player`] | whoever chooses moves: an engine here, a foreign program, a person |
//! | [`shelf`] | a game in the catalogue: opens tables, seats players |

pub mod card;
pub mod player;
pub mod record;
pub mod shelf;
pub mod table;

pub use card::GameCard;
pub use player::{Choice, Clock, Info, OptionCard, OptionKind, Player, PlayerCard};
pub use record::{Played, Record, Setup};
pub use shelf::Shelf;
pub use table::Table;
