//! Chess: one rule engine for the orthodox game and for variants, on boards up to 16x16.
//!
//! A kind of piece is data (leaps, straight slides, diagonal slides), so checks, pins and legality are
//! computed alike for a queen, a cardinal and an amazon. Where the data comes from is a type:
//!
//! - [`Orthodox`] answers with constants; the compiler folds six kinds and a stride of eight.
//! - [`Loaded`] answers from tables built from a [`Definition`].
//!
//! Both are [`Rules`], and [`Chess`] is the only engine above them. A test loads orthodox chess from text
//! and plays it against [`Orthodox`], on all three widths of bits.
//!
//! | to read about | see |
//! |---|---|
//! | which moves are legal | `generate.rs`, with `attack.rs` (checks and pins) |
//! | making a move | `play.rs`, with the only two changes of the board in `position.rs` |
//! | texts | `fen.rs`, `san.rs`, `coordinates.rs` |
//! | variants | `definition.rs`, `betza.rs`, `loaded.rs` |
//! | positions with few men as numbers | `ending/` |
//! | positions as planes, for networks | `encode.rs` |
//! | evaluation | `nnue/`, a network that is updated move by move; `general/`, for orthodox chess `tapered/`; the selectable ones in `beast.rs`, `laboratory.rs`, `flat.rs`, `evaluate.rs` |

mod attack;
mod beast;
mod betza;
mod chess;
mod coordinates;
mod dead;
mod definition;
mod encode;
mod ending;
mod evaluate;
mod exchange;
mod fen;
mod fischer;
mod flat;
pub mod general;
mod generate;
mod geometry;
mod keys;
mod kind;
mod laboratory;
mod loaded;
mod lots;
mod mv;
pub mod nnue;
mod odd;
mod orthodox;
mod play;
mod position;
mod prowl;
mod roamer;
mod rules;
mod san;
mod shuffle;
mod tactics;
pub mod tapered;
mod terms;
mod trying;
mod view;

pub use beast::classic;
pub use chess::{Chess, Variety};
pub use definition::{CHESS_DEFINITION, Definition};
pub use ending::{Layout, Material};
pub use evaluate::{Tables, Terms};
pub use fischer::{STARTS, fischer_start};
pub use flat::{Flat, FlatLesson, GENES};
pub use general::General;
pub use geometry::Geometry;
pub use kind::{Kind, KindCard, PAWN, side_name};
pub use laboratory::Laboratory;
pub use loaded::Loaded;
pub use lots::Lots;
pub use mv::{Move, What};
pub use odd::Odd;
pub use orthodox::{Orthodox, chess, chess960};
pub use position::Position;
pub use roamer::{Roamer, Roll};
pub use rules::{CastleGoal, Rules, Sets, Stock, Wing};
pub use shuffle::Shuffles;
pub use tapered::Tapered;
pub use terms::{Credit, Explanation};
