//! Any text is a tree that keeps the laws of a game, or a fault with its place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_core::testkit::{Battery, Tree, battery};

fuzz_target!(|text: &str| {
    match Tree::parse(text) {
        Ok(tree) => battery(&tree, Battery { games: 2, plies: 12, seed: text.len() as u64 }),
        Err(fault) => assert!(fault.column.is_some_and(|column| (1..=text.len() + 1).contains(&column)), "{fault}"),
    }
});
