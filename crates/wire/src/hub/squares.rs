//! Positions and moves as the protocol writes them: a letter for whoever moves and one for each square; captures with everything
//! that is captured instead of the way (`28x19x23`).

use std::fmt::Write;
use tabula_core::Fault;
use tabula_engine::Table;

/// What the letters of squares stand for: empty, white man and king, black man and king.
const LETTERS: [char; 5] = ['e', 'w', 'W', 'b', 'B'];

/// A position of the protocol as draughts FEN, for a board with so many dark squares.
pub(super) fn to_fen(text: &str, squares: usize) -> Result<String, String> {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() != squares + 1 {
        return Err(format!("a position has {} letters, found {}", squares + 1, letters.len()));
    }
    if !['W', 'B'].contains(&letters[0]) {
        return Err(format!("a position begins with W or B, found '{}'", letters[0]));
    }
    if let Some(at) = letters[1..].iter().position(|letter| !LETTERS.contains(letter)) {
        return Err(format!("square {} is one of e, w, W, b, B, found '{}'", at + 1, letters[at + 1]));
    }
    let camp = |man: char, king: char| {
        let on = letters.iter().enumerate().skip(1).filter(|(_, letter)| [man, king].contains(letter));
        on.map(|(number, &letter)| format!("{}{number}", if letter == king { "K" } else { "" }))
            .collect::<Vec<_>>()
            .join(",")
    };
    Ok(format!("{}:W{}:B{}", letters[0], camp('w', 'W'), camp('b', 'B')))
}

/// A position as our tables write it, in the letters of the protocol.
pub(super) fn from_fen(fen: &str, squares: usize) -> Option<String> {
    let mut parts = fen.split(':');
    let turn = parts.next()?;
    let mut letters = vec!['e'; squares];
    for camp in parts {
        let (man, king) = match camp.chars().next()? {
            'W' => ('w', 'W'),
            'B' => ('b', 'B'),
            // Counters.
            _ => continue,
        };
        for item in camp[1..].split(',').filter(|item| !item.is_empty()) {
            let (letter, range) = item.strip_prefix('K').map_or((man, item), |range| (king, range));
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let last = last.trim_start_matches('K');
            for number in first.parse::<usize>().ok()?..=last.parse().ok()? {
                *letters.get_mut(number.checked_sub(1)?)? = letter;
            }
        }
    }
    Some(turn.chars().chain(letters).collect())
}

/// How many dark squares the board of a table has.
pub(super) fn squares(table: &dyn Table) -> usize {
    let (files, ranks) = table.card().size;
    usize::from(files) * usize::from(ranks) / 2
}

/// The first and the last square of a move, as our tables write it.
fn ends(code: &str) -> Option<(usize, usize)> {
    let mut numbers = code.split(['-', 'x']).map(str::parse::<usize>);
    let first = numbers.next()?.ok()?;
    Some((first, numbers.next_back()?.ok()?))
}

/// A legal move in the notation of the protocol; the table is left as it was.
pub(super) fn write_move(table: &mut dyn Table, code: &str) -> Option<String> {
    let (from, to) = ends(code)?;
    if !code.contains('x') {
        return Some(format!("{from}-{to}"));
    }
    let count = squares(table);
    let before = from_fen(&table.position(), count)?;
    table.play(code).ok()?;
    let after = from_fen(&table.position(), count);
    table.back();
    let (before, after): (Vec<char>, Vec<char>) = (before.chars().collect(), after?.chars().collect());
    let foe = if before[0] == 'W' { 'b' } else { 'w' };
    let mut text = format!("{from}x{to}");
    for number in 1..=count {
        // A king may end where it took a piece.
        if before[number].eq_ignore_ascii_case(&foe) && !after[number].eq_ignore_ascii_case(&foe) {
            let _ = write!(text, "x{number}");
        }
    }
    Some(text)
}

/// The legal move that a text of the protocol names; captured pieces may be left out where nothing is ambiguous.
pub(super) fn read_move(table: &mut dyn Table, text: &str) -> Result<String, Fault> {
    let cannot = || Fault::new(format!("'{text}' is not a legal move here"));
    let numbers: Vec<usize> =
        text.split(['-', 'x']).map(|part| part.parse().map_err(|_| cannot())).collect::<Result<_, _>>()?;
    let [from, to, captured @ ..] = &numbers[..] else { return Err(cannot()) };
    let alike: Vec<String> = table
        .legal()
        .into_iter()
        .filter(|code| ends(code) == Some((*from, *to)) && code.contains('x') == text.contains('x'))
        .collect();
    let mut wanted = captured.to_vec();
    wanted.sort_unstable();
    let mut fits = Vec::new();
    for code in alike {
        let Some(written) = write_move(table, &code) else { continue };
        let takes: Vec<usize> = written.split(['-', 'x']).skip(2).filter_map(|part| part.parse().ok()).collect();
        if takes == wanted {
            return Ok(code);
        }
        if wanted.is_empty() {
            fits.push(code);
        }
    }
    if fits.len() == 1 { Ok(fits.remove(0)) } else { Err(cannot()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Dice;
    use tabula_engine::{Setup, catalogue};

    const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

    fn table(game: &str, start: Option<&str>) -> Box<dyn Table> {
        let setup = Setup { game: game.into(), start: start.map(Into::into) };
        catalogue::find(game).unwrap().table(&setup).unwrap()
    }

    #[test]
    fn the_start_is_written_as_the_protocol_has_it() {
        let start = table("international", None).position();
        assert_eq!(from_fen(&start, 50).as_deref(), Some(START));
        let back = table("international", Some(&to_fen(START, 50).unwrap()));
        assert_eq!(back.position(), start);
    }

    #[test]
    fn positions_and_moves_of_random_games_are_read_back() {
        for game in ["international", "czech", "russian", "english"] {
            let mut dice = Dice::new(4);
            for _ in 0..6 {
                let mut table = table(game, None);
                let count = squares(&*table);
                while table.outcome().is_none() && table.played().len() < 120 {
                    let text = from_fen(&table.position(), count).unwrap();
                    let fen = to_fen(&text, count).unwrap();
                    assert_eq!(from_fen(&fen, count), Some(text));
                    let legal = table.legal();
                    for code in &legal {
                        let written = write_move(&mut *table, code).unwrap();
                        assert_eq!(&read_move(&mut *table, &written).unwrap(), code, "{game}: {}", table.position());
                    }
                    table.play(dice.pick(&legal).unwrap()).unwrap();
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_position_is_told() {
        for (text, what) in [
            ("W", "a position has 51 letters, found 1"),
            (&START.replacen('W', "X", 1), "a position begins with W or B, found 'X'"),
            (&START.replacen('b', "q", 1), "square 1 is one of e, w, W, b, B, found 'q'"),
        ] {
            assert_eq!(to_fen(text, 50).unwrap_err(), what);
        }
        let mut table = table("international", None);
        for text in ["", "1", "32-29", "x", "32x28", "99-1"] {
            assert!(read_move(&mut *table, text).is_err(), "{text}");
        }
    }
}
