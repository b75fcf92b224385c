//! Where engines write otherwise than XBoard does: letters of men, castling.

use tabula_core::Fault;

/// Engines that misread `O-O-O` (release 11.1) but understand the king's going to its rook, by how their name begins.
const KING_TO_ROOK: [&str; 1] = ["Fairy-Stockfish"];

/// Whether an engine is told of castling by the king's going to its rook, in games whose start is drawn by lot.
pub(super) fn castles_by_rook(engine: &str) -> bool {
    KING_TO_ROOK.iter().any(|name| engine.starts_with(name))
}

/// Which letters an engine has instead of ours, in pairs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Letters(Vec<(char, char)>);

/// Engines that are known to have letters of their own: how the name begins, the game, our letter and theirs.
const KNOWN: [(&str, &str, &str); 1] = [
    // XBoard and everybody else write J.
    ("Fairy-Max", "janus", "ja"),
];

impl Letters {
    /// Those of an engine that is known for them; usually none.
    pub(super) fn of(engine: &str, game: &str) -> Self {
        let known = KNOWN.iter().find(|(name, id, _)| engine.starts_with(name) && *id == game);
        known.and_then(|(_, _, pairs)| Self::read(pairs).ok()).unwrap_or_default()
    }

    /// `ja`, `ja,mc`: our letter, then theirs.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let pair = |word: &str| {
            let mut letters = word.trim().chars().map(|c| c.to_ascii_lowercase());
            match (letters.next(), letters.next(), letters.next()) {
                (Some(ours), Some(theirs), None) if ours.is_alphabetic() && theirs.is_alphabetic() => {
                    Ok((ours, theirs))
                }
                _ => Err(Fault::new(format!("letters are pairs of ours and theirs (as in ja,mc), found '{text}'"))),
            }
        };
        text.split(',').map(pair).collect::<Result<_, _>>().map(Self)
    }

    /// One of our letters as the engine writes it, in the same case.
    pub(super) fn to_engine(&self, letter: char) -> char {
        self.swap(letter, |&(ours, theirs)| (ours, theirs))
    }

    /// The board of a FEN as the engine writes it; the rest stays as it is.
    pub(super) fn board_to_engine(&self, fen: &str) -> String {
        let end = fen.find(' ').unwrap_or(fen.len());
        fen[..end].chars().map(|c| self.to_engine(c)).chain(fen[end..].chars()).collect()
    }

    /// A move with our letter for what a pawn becomes, as the engine writes it.
    pub(super) fn move_to_engine(&self, code: &str) -> String {
        Self::promotion(code, |c| self.to_engine(c))
    }

    /// A move of the engine as we write it.
    pub(super) fn move_from_engine(&self, code: &str) -> String {
        Self::promotion(code, |c| self.swap(c, |&(ours, theirs)| (theirs, ours)))
    }

    fn promotion(code: &str, change: impl Fn(char) -> char) -> String {
        let after = code.rfind(|c: char| c.is_ascii_digit()).map_or(code.len(), |at| at + 1);
        code[..after].chars().chain(code[after..].chars().map(change)).collect()
    }

    fn swap(&self, letter: char, way: impl Fn(&(char, char)) -> (char, char)) -> char {
        let small = letter.to_ascii_lowercase();
        let found = self.0.iter().map(way).find(|(from, _)| *from == small).map_or(small, |(_, to)| to);
        if letter.is_ascii_uppercase() { found.to_ascii_uppercase() } else { found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_exchanged_where_men_are_named_and_nowhere_else() {
        let letters = Letters::of("Fairy-Max 5.0b", "janus");
        assert_eq!(letters.move_to_engine("a7a8j"), "a7a8a");
        assert_eq!(letters.move_to_engine("j7j8"), "j7j8");
        assert_eq!(letters.move_from_engine("a7a8a"), "a7a8j");
        assert_eq!(letters.board_to_engine("rj8/J9 w Jj - 0 1"), "ra8/A9 w Jj - 0 1");
        assert_eq!(Letters::of("Fairy-Max 5.0b", "gothic"), Letters::default());
    }

    #[test]
    fn pairs_are_pairs() {
        assert_eq!(Letters::read("ja, MC").unwrap().to_engine('M'), 'C');
        for bad in ["", "j", "jax", "j1", "ja,"] {
            assert!(Letters::read(bad).is_err(), "{bad}");
        }
    }
}
