//! Games of everything in the catalogue, written and read again.

use tabula_core::{Dice, Faults};
use tabula_engine::{Setup, Shelf, Table, catalogue};
use tabula_wire::pgn;

fn open(setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    catalogue::find(&setup.game)?.table(setup)
}

/// A game of random moves from a start of its own.
fn random_game(shelf: &dyn Shelf, dice: &mut Dice, plies: usize) -> Box<dyn Table> {
    let setup = Setup { game: shelf.card().id.clone(), start: shelf.deal(dice.next_u64()) };
    let mut table = shelf.table(&setup).expect("a start of the house");
    while table.played().len() < plies && table.outcome().is_none() {
        if table.roll(dice).is_none() {
            let legal = table.legal();
            let code = dice.pick(&legal).expect("a game that is not over has moves");
            table.play(code).expect("a legal move");
        }
    }
    table
}

#[test]
fn a_game_of_every_kind_is_written_read_and_replayed_to_the_same_end() {
    let mut dice = Dice::new(11);
    for shelf in catalogue::shelves() {
        for _ in 0..6 {
            let table = random_game(&**shelf, &mut dice, 240);
            let text = pgn::write(&pgn::export(&*table, &[], None));
            let mut readings = pgn::read_all(text.as_bytes());
            assert_eq!(readings.len(), 1, "{text}");
            let import = pgn::import(readings.remove(0), &open);
            assert!(import.faults.is_empty(), "{:#?}\n{text}", import.faults);
            let again = import.table.as_ref().unwrap();
            assert_eq!(again.record(), table.record(), "{text}");
            assert_eq!(again.position(), table.position(), "{text}");
            assert_eq!(pgn::write(&import.standard()), text);
        }
    }
}

#[test]
fn a_position_of_every_kind_begins_a_game() {
    let mut dice = Dice::new(12);
    for shelf in catalogue::shelves() {
        let table = random_game(&**shelf, &mut dice, 20);
        let setup = Setup { game: shelf.card().id.clone(), start: Some(table.position()) };
        let Ok(mut begun) = shelf.table(&setup) else { panic!("{}", table.position()) };
        if begun.outcome().is_none() && begun.roll(&mut dice).is_none() {
            let code = begun.legal().swap_remove(0);
            begun.play(&code).unwrap();
        }
        let text = pgn::write(&pgn::export(&*begun, &[], None));
        let import = pgn::import(pgn::read_all(text.as_bytes()).remove(0), &open);
        assert!(import.faults.is_empty(), "{:#?}\n{text}", import.faults);
        assert_eq!(import.table.unwrap().record(), begun.record(), "{text}");
    }
}

#[test]
fn the_die_is_written_behind_the_move_and_takes_no_number() {
    let Ok(shelf) = catalogue::find("behemoth") else { return };
    let mut table = shelf.table(&Setup { game: "behemoth".into(), start: None }).unwrap();
    for code in ["e2e4", "N1", "e7e5", "SW2", "g1f3"] {
        table.play(code).unwrap();
    }
    let text = pgn::write(&pgn::export(&*table, &[], None));
    assert!(text.contains("1. e4 @N1 e5 @SW2 2. Nf3 *"), "{text}");
}
