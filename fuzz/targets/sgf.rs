//! Any bytes are trees of properties, and writing them and reading them again gives the same trees; as far as their
//! moves make sense, replaying them gives tables, and the tables give the same moves back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabula_core::Faults;
use tabula_engine::{Setup, Table, catalogue};
use tabula_wire::sgf::{self, Tree};

fn open(setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    let shelf = catalogue::find(&setup.game)?;
    shelf.table(&Setup { game: shelf.card().id.clone(), start: setup.start.clone() })
}

fuzz_target!(|bytes: &[u8]| {
    let readings = sgf::read_all(bytes);
    let trees: Vec<Tree> = readings.iter().map(|reading| reading.tree.clone()).collect();
    let text = sgf::write_all(&trees);
    let again: Vec<Tree> = sgf::read_all(text.as_bytes()).into_iter().map(|reading| reading.tree).collect();
    assert_eq!(sgf::write_all(&again), text, "the text changes when it is written again");
    for reading in &readings {
        let game = sgf::game(reading);
        // What was made of tags and moves stays the same.
        let tree = sgf::tree(&game.game);
        let once = sgf::write(&tree);
        let reread = sgf::read_all(once.as_bytes());
        assert_eq!(sgf::write(&sgf::tree(&sgf::game(&reread[0]).game)), once, "another game comes back");
        let import = sgf::import(game, &open);
        let Some(table) = &import.table else { continue };
        let Some(exported) = sgf::export(&**table, &[], None) else { continue };
        let exported = sgf::write(&sgf::tree(&exported));
        let moves = sgf::read_all(exported.as_bytes())
            .first()
            .and_then(|reading| sgf::import(sgf::game(reading), &open).table.map(|table| table.record().moves));
        assert_eq!(moves, Some(table.record().moves), "other moves come back from {exported:?}");
    }
});
