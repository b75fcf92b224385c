//! Boards as sets of bits: what chess, draughts and Go have in common, without knowing any of them.
//!
//! A set of squares is a [`Bits`]: `u64` up to 8x8, `u128` up to 128 squares, [`Wide`] up to 16x16. A
//! board of another size uses the narrowest that holds it, since width costs speed. [`Shape`] turns
//! squares into files and ranks, [`leaps()`] and [`Lines`] precompute geometry, and [`Slide`] answers
//! where a rook or a bishop gets to.

pub mod bits;
pub mod leaps;
pub mod lines;
#[cfg(target_feature = "bmi2")]
mod pdep;
#[cfg(target_feature = "bmi2")]
mod pext;
pub mod shape;
pub mod slide;
mod wide;

pub use bits::{Bits, Cell, PerSquare, Squares};
pub use leaps::leaps;
pub use lines::Lines;
pub use shape::Shape;
pub use slide::{Scan, Slide};
pub use wide::Wide;
