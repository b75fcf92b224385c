//! Any text is lines of positions, and writing them and reading them again gives the same lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_wire::epd::{self, Body};

fuzz_target!(|text: &str| {
    let entries = epd::read(text);
    let written = epd::write(&entries);
    let again = epd::read(&written);
    let bodies = |entries: &[epd::Entry]| -> Vec<Body> { entries.iter().map(|entry| entry.body.clone()).collect() };
    assert_eq!(bodies(&again), bodies(&entries), "other lines come back from {written:?}");
    assert_eq!(epd::write(&again), written, "the text changes when it is written again");
});
