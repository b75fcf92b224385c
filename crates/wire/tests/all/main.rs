//! All tests of this crate from outside, as one program: it is linked once.

mod chess;
mod foreign;
mod pdn;
mod properties;
mod sgf;
mod stream;
mod variants;
