//! All tests of this crate from outside, as one program: it is linked once.

mod battery;
mod incremental;
mod oracle;
mod rules;
mod shapes;
mod solver;
