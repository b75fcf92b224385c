//! What the targets have in common: laws that any position must keep, however odd the text it came from.

use tabula_core::{Dice, Fault, Key, Notation};

/// Plies of random play from a position that was read.
const PLIES: usize = 6;

/// The text of a position gives the position back; lists and counts agree; moves read as they are written;
/// and after each of a few random moves the incremental key equals the recomputed one.
///
/// # Panics
/// If a law is broken; the message names it and the position.
pub fn check<G: Notation>(game: &G, start: &G::Position, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut at = start.clone();
    let mut moves = Vec::new();
    for _ in 0..PLIES {
        let name = game.write_position(&at);
        let again = reread(game, &name);
        assert_eq!(again, at, "another position comes back from {name}");
        assert_eq!(game.write_position(&again), name, "the text changes when it is written again");
        let keys: [Key; 2] = [game.key(&at), game.key(&again)];
        assert_eq!(keys[0], keys[1], "the incremental key differs from the recomputed one at {name}");
        moves.clear();
        game.moves(&at, &mut moves);
        assert_eq!(moves.len() as u64, game.count(&at), "count differs from the list at {name}");
        for &m in &moves {
            for text in [game.write_move(&at, m), game.write_move_for_people(&at, m)] {
                assert_eq!(game.read_move(&at, &text).as_ref(), Ok(&m), "'{text}' reads as another move at {name}");
            }
        }
        let Some(&m) = dice.pick(&moves) else { break };
        game.play(&mut at, m, &mut ());
    }
}

fn reread<G: Notation>(game: &G, text: &str) -> G::Position {
    match game.read_position(text) {
        Ok(position) => position,
        Err(faults) => panic!("cannot read back {text}: {faults}"),
    }
}

/// A fault says something, and its column, if it has one, lies in the text or just behind it.
///
/// # Panics
/// If it does not.
pub fn check_fault(fault: &Fault, text: &str) {
    assert!(!fault.what.is_empty(), "a fault without words for {text:?}");
    let behind = text.chars().count() + 1;
    assert!(fault.column.is_none_or(|column| (1..=behind).contains(&column)), "{fault} lies outside {text:?}");
}
