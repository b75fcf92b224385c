//! All tests of this crate from outside, as one program: it is linked once.

mod battery;
mod behemoth;
mod differential;
mod odd;
mod oddities;
mod oracle;
mod perft;
mod starts;
mod texts;
