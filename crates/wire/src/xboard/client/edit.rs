//! A position for engines that have no `setboard`: `edit`, the older order, which tells men and squares and no more.

use super::dialect::Letters;
use crate::xboard::squares::to_xboard;
use tabula_core::Fault;

/// The men of a position, and what else its text says.
struct Draft<'a> {
    /// File, rank and letter, in the case in which it is written.
    men: Vec<(u8, u8, char)>,
    ranks: u8,
    castling: &'a str,
    passing: &'a str,
}

/// The lines that set up `fen`, a position of a game whose usual start is `usual`. The turn is not among them.
///
/// Engines take it that a king and a rook at home may castle, and that no pawn can be taken in passing. The fault says
/// where the position is none that can be told so.
pub(super) fn lines(fen: &str, usual: &str, letters: &Letters) -> Result<String, Fault> {
    let (draft, home) = (read(fen)?, read(usual)?);
    let cannot = |what: &str| Err(Fault::new(format!("without 'setboard' it cannot be told that {what}: {fen}")));
    if draft.passing != "-" {
        return cannot("a pawn can be taken in passing");
    }
    for white in [true, false] {
        let told = draft.castling.chars().filter(|c| c.is_alphabetic() && c.is_uppercase() == white).count();
        if told != assumed(&draft, &home, white) {
            return cannot("a king and a rook at home may not castle");
        }
    }
    let mut text = "edit\n#".to_string();
    for white in [true, false] {
        for (file, rank, letter) in draft.men.iter().filter(|man| man.2.is_uppercase() == white) {
            let square = format!("{}{}", char::from(b'a' + file), rank + 1);
            let letter = letters.to_engine(*letter).to_ascii_uppercase();
            text += &format!("\n{letter}{}", to_xboard(&square, draft.ranks));
        }
        text += if white { "\nc" } else { "\n." };
    }
    Ok(text)
}

/// Whether Black moves first.
pub(super) fn black_begins(fen: &str) -> bool {
    fen.split_whitespace().nth(1) == Some("b")
}

/// How many castlings an engine takes for granted.
fn assumed(draft: &Draft<'_>, home: &Draft<'_>, white: bool) -> usize {
    let case = |letter: char| if white { letter.to_ascii_uppercase() } else { letter };
    let usual = home.castling.chars().any(|c| c.is_alphabetic() && c.is_uppercase() == white);
    let Some(king) = home.men.iter().find(|man| man.2 == case('k')).filter(|_| usual) else { return 0 };
    let rooks = || home.men.iter().filter(|man| man.2 == case('r') && man.1 == king.1);
    let corners = [rooks().min_by_key(|man| man.0), rooks().max_by_key(|man| man.0)];
    if draft.men.contains(king) { corners.iter().flatten().filter(|rook| draft.men.contains(rook)).count() } else { 0 }
}

fn read(fen: &str) -> Result<Draft<'_>, Fault> {
    let mut words = fen.split_whitespace();
    let board = words.next().unwrap_or_default();
    let mut next = || words.next().unwrap_or("-");
    let (_turn, castling, passing) = (next(), next(), next());
    let rows: Vec<_> = board.split('/').collect();
    let mut men = Vec::new();
    for (row, rank) in rows.iter().zip((0..rows.len()).rev()) {
        let mut file = 0_usize;
        let mut gap = 0_usize;
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                gap = (gap * 10 + digit as usize).min(usize::from(u8::MAX));
                continue;
            }
            file += std::mem::take(&mut gap);
            let place = (u8::try_from(file), u8::try_from(rank));
            match place {
                (Ok(file), Ok(rank)) if file < 26 && c.is_ascii_alphabetic() => men.push((file, rank, c)),
                _ => return Err(Fault::new(format!("'{c}' in {fen} cannot be told to an engine without 'setboard'"))),
            }
            file += 1;
        }
    }
    let ranks = u8::try_from(rows.len()).unwrap_or(u8::MAX);
    Ok(Draft { men, ranks, castling, passing })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const JANUS: &str = "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1";

    fn told(fen: &str, usual: &str) -> String {
        lines(fen, usual, &Letters::of("Fairy-Max", "janus")).unwrap_or_else(|fault| fault.to_string())
    }

    #[test]
    fn men_are_told_by_colour() {
        let fen = "4k4j/9p/10/10/10/10/10/R3K5 w Q - 0 1";
        assert_eq!(told(fen, JANUS), "edit\n#\nRa1\nKe1\nc\nKe8\nAj8\nPj7\n.");
        let grand = "r8r/4k5/10/10/10/10/10/10/4K5/R8R b - - 0 1";
        assert_eq!(told(grand, grand), "edit\n#\nKe1\nRa0\nRj0\nc\nRa9\nRj9\nKe8\n.");
        assert!(black_begins(grand) && !black_begins(fen));
    }

    #[test]
    fn what_edit_cannot_say_is_a_fault() {
        let castle = "without 'setboard' it cannot be told that a king and a rook at home may not castle: ";
        for fen in ["4k3/8/8/8/8/8/8/4K2R w - - 0 1", "r3k2r/8/8/8/8/8/8/4K3 b q - 0 1"] {
            assert_eq!(told(fen, CHESS), format!("{castle}{fen}"));
        }
        let passing = "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1";
        assert!(told(passing, CHESS).contains("taken in passing"), "{}", told(passing, CHESS));
        assert!(told("4k3/8/8/8/8/8/4*3/4K3 w - - 0 1", CHESS).starts_with("'*' in "));
        for fine in ["4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", "r2k3r/8/8/8/8/8/8/4K3 b - - 0 1", CHESS] {
            assert!(told(fine, CHESS).starts_with("edit\n"), "{fine}");
        }
    }
}
