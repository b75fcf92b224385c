//! Every code of draughts obeys the laws of every game.

use tabula_core::testkit::{Battery, battery};
use tabula_draughts::Draughts;
use tabula_draughts::code::CODES;

#[test]
fn every_code_obeys_the_laws_of_every_game() {
    for code in CODES {
        battery(&Draughts::new(code), Battery::default());
    }
}
