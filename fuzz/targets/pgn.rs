//! Any bytes are games, and writing them and reading them again gives the same games.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_wire::pgn::{self, Game};

fuzz_target!(|bytes: &[u8]| {
    let games: Vec<Game> = pgn::read_all(bytes).into_iter().map(|reading| reading.game).collect();
    let text = pgn::write_all(&games);
    let again: Vec<Game> = pgn::read_all(text.as_bytes()).into_iter().map(|reading| reading.game).collect();
    assert_eq!(again, games, "other games come back from {text:?}");
    assert_eq!(pgn::write_all(&again), text, "the text changes when it is written again");
});
