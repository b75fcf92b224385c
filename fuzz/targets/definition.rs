//! Any text is a definition of a variant, or a list of faults.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_chess::Definition;

fuzz_target!(|text: &str| {
    if let Err(faults) = Definition::read(text) {
        assert!(!faults.0.is_empty(), "refused without a fault: {text:?}");
    }
});
