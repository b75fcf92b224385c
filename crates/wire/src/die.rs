//! Moves that carry what the die said after them: `e2e4@NE2`. Tables know the two as moves of their own.
//!
//! Whoever owns the die may also tell where the man that it moves came from and went to: `e2e4@d4f6`.

use tabula_core::{Fault, Mover};
use tabula_engine::Table;

/// What joins a move and the outcome.
const MARK: char = '@';

/// Moves and outcomes one by one, as a table wants them.
pub(crate) fn parts<'a>(texts: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    texts.into_iter().flat_map(|text| text.split(MARK)).collect()
}

/// Moves of a table, each with the outcome that followed it. Outcomes are in capitals, squares are not.
pub(crate) fn joined(codes: &[String]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for code in codes {
        match texts.last_mut() {
            Some(last) if code.starts_with(|c: char| c.is_ascii_uppercase()) => {
                last.push(MARK);
                last.push_str(code);
            }
            _ => texts.push(code.clone()),
        }
    }
    texts
}

/// Plays a move or an outcome, whoever's turn it is; an outcome also by the squares of the man that it moves.
pub(crate) fn play(table: &mut dyn Table, text: &str) -> Result<(), Fault> {
    let played = table.play(text).map(|_| ());
    if played.is_ok() || table.mover() != Mover::Chance {
        return played;
    }
    let from = lair(table);
    for (code, _) in table.chances() {
        let mut then = table.copy();
        if then.play(&code).is_ok() && format!("{from}{}", lair(&*then)) == text {
            return table.play(&code).map(|_| ());
        }
    }
    played
}

/// Where the man stands that belongs to nobody.
fn lair(table: &dyn Table) -> String {
    let view = table.view();
    view.men.iter().find(|man| man.side.is_none()).map_or(String::new(), |man| view.square_name(man.on))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::{Setup, catalogue};

    #[test]
    fn a_move_and_what_the_die_said_are_one_word() {
        let codes = ["e2e4", "NE2", "e7e5", "W1", "g1f3"].map(String::from);
        let texts = joined(&codes);
        assert_eq!(texts, ["e2e4@NE2", "e7e5@W1", "g1f3"]);
        assert_eq!(parts(&texts), codes);
    }

    #[test]
    fn an_outcome_is_known_by_its_squares_too() {
        let shelf = catalogue::find("behemoth").unwrap();
        let mut table = shelf.table(&Setup { game: "behemoth".into(), start: None }).unwrap();
        for text in ["e2e4", "d4f6", "e7e5", "S2"] {
            play(&mut *table, text).unwrap();
        }
        assert_eq!(table.record().moves, ["e2e4", "NE2", "e7e5", "S2"]);
        play(&mut *table, "d2d4").unwrap();
        // No direction leads from f4 to a2, round the edges or not; and it is not a player's turn.
        assert!(play(&mut *table, "f4a2").is_err() && play(&mut *table, "d2d4").is_err());
    }
}
