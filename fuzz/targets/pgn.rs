//! Any bytes are games, and writing them and reading them again gives the same games; as far as their moves
//! make sense, replaying them gives tables, and the tables give the same moves back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_core::Faults;
use tabula_engine::{Setup, Table, catalogue};
use tabula_wire::pgn::{self, Game};

fn open(setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    let shelf = catalogue::find(&setup.game)?;
    shelf.table(&Setup { game: shelf.card().id.clone(), start: setup.start.clone() })
}

fuzz_target!(|bytes: &[u8]| {
    let games: Vec<Game> = pgn::read_all(bytes).into_iter().map(|reading| reading.game).collect();
    let text = pgn::write_all(&games);
    let again: Vec<Game> = pgn::read_all(text.as_bytes()).into_iter().map(|reading| reading.game).collect();
    assert_eq!(again, games, "other games come back from {text:?}");
    assert_eq!(pgn::write_all(&again), text, "the text changes when it is written again");
    for reading in pgn::read_all(bytes) {
        let import = pgn::import(reading, &open);
        let Some(table) = &import.table else { continue };
        let exported = pgn::write(&pgn::export(&**table, &[], None));
        let reread = pgn::read_all(exported.as_bytes()).into_iter().map(|reading| pgn::import(reading, &open)).next();
        let position = reread.and_then(|import| import.table).map(|table| table.position());
        assert_eq!(position, Some(table.position()), "another position comes back from {exported:?}");
    }
});
