//! A position for engines that have no `setboard`.

use super::dialect::Letters;
use crate::xboard::draft::Draft;
use crate::xboard::squares::to_xboard;
use tabula_core::Fault;

/// The lines that set up `fen`, a position of a game whose usual start is `usual`. The turn is not among them.
///
/// The fault says where the position is none that can be told so.
pub(super) fn lines(fen: &str, usual: &str, letters: &Letters) -> Result<String, Fault> {
    let (draft, home) = (Draft::read(fen)?, Draft::read(usual)?);
    let cannot = |what: &str| Err(Fault::new(format!("without 'setboard' it cannot be told that {what}: {fen}")));
    if draft.passing != "-" {
        return cannot("a pawn can be taken in passing");
    }
    let assumed = draft.rights(&home);
    for white in [true, false] {
        let count = |text: &str| text.chars().filter(|c| c.is_alphabetic() && c.is_uppercase() == white).count();
        if count(&draft.castling) != count(&assumed) {
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
