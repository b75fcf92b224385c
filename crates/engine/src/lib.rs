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
//! | [`catalogue`], [`methods`] | the lists: games with their evaluators; searches |
//! | [`spec`] | a player named in one word of a command line |
//! | [`foreign`] | the same for programs from elsewhere, which are only named here |
//! | [`book`] | opening books in the format of Polyglot |
//! | [`clock`] | how long a player may think |
//! | [`mod@bench`] | fixed positions to a fixed depth: the signature of a search |
//! | [`compare`] | the search laboratory: searches side by side on the same positions |
//! | [`endings`] | endgame tables of this house: made, checked, asked |
//! | [`level`] | how a strong player is made weaker |
//! | [`review`] | positions and whole games analysed: lines, losses, and what such moves are called |
//! | [`value`] | what a position is worth without looking ahead, and why |
//! | [`near`] | "did you mean ...?" |
//!
//! Inside, for any game: `Desk` is its table, `Searcher` its player with its `settings`, `Kit` its shelf;
//! `lore` is what it knows without thinking (`syzygy`: endgame tables from elsewhere); `defined` opens games from definition files, `nets` files of
//! networks, `weights` those of weights.

pub mod bench;
pub mod book;
pub mod card;
pub mod catalogue;
pub mod clock;
pub mod compare;
mod defined;
mod desk;
pub mod endings;
pub mod foreign;
mod go;
mod kit;
pub mod level;
mod lore;
pub mod methods;
pub mod near;
mod nets;
pub mod player;
pub mod record;
pub mod review;
mod searcher;
mod settings;
pub mod shelf;
pub mod spec;
mod syzygy;
pub mod table;
pub mod value;
mod weights;

pub use card::GameCard;
pub use clock::{Clock, Left};
pub use foreign::{ForeignSpec, Spec};
pub use methods::MethodCard;
pub use player::{Choice, Info, OptionCard, OptionKind, Player, PlayerCard, Question};
pub use record::{Played, Record, Setup};
pub use shelf::Shelf;
pub use spec::PlayerSpec;
pub use table::Table;
