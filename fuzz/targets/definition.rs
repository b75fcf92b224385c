//! Any text is a definition of a variant that keeps the laws of a game, or a list of faults.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_board::Wide;
use tabula_chess::Definition;
use tabula_core::Game;
use tabula_fuzz::check;

fuzz_target!(|text: &str| {
    match Definition::read(text) {
        Ok(definition) => {
            let game = definition.build::<Wide>().expect("the widest sets hold every board");
            check(&game, &game.start(), text.len() as u64);
        }
        Err(faults) => assert!(!faults.0.is_empty(), "refused without a fault: {text:?}"),
    }
});
