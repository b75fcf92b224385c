//! Any bytes are games of draughts; what is written of them stays the same when it is read and written again, and as far as their
//! moves make sense, replaying them gives tables, which give the same position back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_core::Faults;
use tabula_engine::{Setup, Table, catalogue};
use tabula_wire::pdn;
use tabula_wire::pgn::Game;

fn open(setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    let shelf = catalogue::find(&setup.game)?;
    shelf.table(&Setup { game: shelf.card().id.clone(), start: setup.start.clone() })
}

fuzz_target!(|bytes: &[u8]| {
    let games: Vec<Game> = pdn::read_all(bytes).into_iter().map(|reading| reading.game).collect();
    let text = pdn::write_all(&games);
    let again: Vec<Game> = pdn::read_all(text.as_bytes()).into_iter().map(|reading| reading.game).collect();
    assert_eq!(again.len(), games.len(), "another number of games comes back from {text:?}");
    assert_eq!(pdn::write_all(&again), text, "the text changes when it is written again");
    for reading in pdn::read_all(bytes) {
        let import = pdn::import(reading, &open);
        let Some(table) = &import.table else { continue };
        let Some(exported) = pdn::export(&**table, &[], None) else { continue };
        let exported = pdn::write(&exported);
        let reread = pdn::read_all(exported.as_bytes()).into_iter().map(|reading| pdn::import(reading, &open)).next();
        let moves = reread.and_then(|import| import.table).map(|table| table.record().moves);
        assert_eq!(moves, Some(table.record().moves), "other moves come back from {exported:?}");
    }
});
