//! The laws of every game, for both sources of rules and all three widths.

use tabula_board::Wide;
use tabula_chess::{CHESS_DEFINITION, Definition, chess, chess960};
use tabula_core::testkit::{Battery, battery};

#[test]
fn orthodox_chess_keeps_the_laws_of_every_game() {
    battery(&chess(), Battery { games: 60, ..Battery::default() });
}

#[test]
fn chess960_keeps_the_laws_of_every_game() {
    battery(&chess960(), Battery { games: 20, seed: 2, ..Battery::default() });
}

#[test]
fn chess_loaded_from_text_keeps_the_laws_on_every_width() {
    let definition = Definition::read(CHESS_DEFINITION).unwrap();
    battery(&definition.build::<u64>().unwrap(), Battery { games: 10, ..Battery::default() });
    battery(&definition.build::<u128>().unwrap(), Battery { games: 10, ..Battery::default() });
    battery(&definition.build::<Wide>().unwrap(), Battery { games: 10, ..Battery::default() });
}
