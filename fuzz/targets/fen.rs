//! Any text is a lawful position of chess and Chess960, or a list of faults with their places.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use tabula_chess::{Chess, Orthodox, chess, chess960};
use tabula_core::Notation;
use tabula_fuzz::{check, check_fault};

static GAMES: LazyLock<[Chess<u64, Orthodox>; 2]> = LazyLock::new(|| [chess(), chess960()]);

fuzz_target!(|text: &str| {
    for game in &*GAMES {
        match game.read_position(text) {
            Ok(position) => check(game, &position, text.len() as u64),
            Err(faults) => {
                assert!(!faults.0.is_empty(), "refused without a fault: {text:?}");
                faults.0.iter().for_each(|fault| check_fault(fault, text));
            }
        }
    }
});
