//! Draughts: one rule engine for Czech, English, Russian, Brazilian and International draughts.
//!
//! A [`Code`] is data: the choices in which the rule books differ, each with its article. [`Draughts`] plays by any code, and a whole
//! multiple capture is one [`Move`]. PDN files and the Hub protocol are not here.
//!
//! | module | what it holds |
//! |---|---|
//! | [`code`] | the codes, rule by rule |
//! | [`limit`] | endings in which the number of moves is limited |
//! | [`board`] | squares as bits, so that a step is a shift |
//! | [`position`] | what stands where; keys |
//! | `capture`, `generate` | moves |
//! | [`rules`] | the game |
//! | `tactics` | what a search can exploit |
//! | `fen`, `text`, `path` | positions and moves as text |
//! | `view`, `encode` | the board for any screen, and for a network |
//! | [`ending`] | positions with few pieces as numbers, for endgame tables |
//! | [`judge`] | evaluations by hand: material, and that of the thesis |
//! | [`pattern`] | the learnt evaluation |
//!
//! ```
//! use tabula_core::{Game, Line, Notation};
//! use tabula_draughts::{Draughts, code};
//!
//! let game = Draughts::new(code::CZECH);
//! let mut line = Line::new(&game);
//! for text in ["22-18", "b6-a5", "23-19"] {
//!     let m = game.read_move(line.now(), text).unwrap();
//!     line.play(&game, m);
//! }
//! assert_eq!(game.write_position(line.now()), "B:W18,19,21,24-32:B1-8,10-13");
//! ```

pub mod board;
mod capture;
pub mod code;
mod encode;
pub mod ending;
mod fen;
mod generate;
pub mod judge;
pub mod limit;
mod path;
pub mod pattern;
pub mod position;
pub mod rules;
mod tactics;
mod text;
mod view;

pub use board::Colour;
pub use code::Code;
pub use pattern::Pattern;
pub use position::{Move, Position};
pub use rules::Draughts;
