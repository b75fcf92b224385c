//! All tests of this crate from outside, as one program: it is linked once.

mod battery;
mod counts;
mod forced;
mod gomoku;
mod oracle;
