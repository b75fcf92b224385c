//! `edit`: men are put on squares one by one, until a full stop.

use crate::xboard::draft::Draft;
use crate::xboard::squares::from_xboard;

/// A position that is being told.
pub(super) struct Edit {
    draft: Draft,
    home: Draft,
    black: bool,
}

/// What a line meant.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Told {
    More,
    /// The position is complete.
    Position(String),
    /// It meant nothing.
    Nonsense,
}

impl Edit {
    /// Begins with the position that stands; `None` if it cannot be changed in this way.
    pub(super) fn begin(position: &str, usual: &str) -> Option<Self> {
        Some(Self { draft: Draft::read(position).ok()?, home: Draft::read(usual).ok()?, black: false })
    }

    /// Takes in a line: `#` clears the board, `c` changes the colour, `Ke1` puts a man, `xe1` removes one.
    pub(super) fn hear(&mut self, line: &str) -> Told {
        match line {
            "." => return Told::Position(self.draft.fen(&self.home)),
            "#" => self.draft.men.clear(),
            "c" => self.black = !self.black,
            "" => {}
            _ => return self.put(line).map_or(Told::Nonsense, |()| Told::More),
        }
        Told::More
    }

    fn put(&mut self, line: &str) -> Option<()> {
        let mut letters = line.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic)?;
        let square = from_xboard(letters.as_str(), self.draft.ranks);
        let mut rest = square.chars();
        let file = u8::try_from(rest.next()?).ok()?.checked_sub(b'a').filter(|file| *file < self.draft.files)?;
        let rank = rest.as_str().parse::<u8>().ok()?.checked_sub(1).filter(|rank| *rank < self.draft.ranks)?;
        self.draft.men.retain(|man| (man.0, man.1) != (file, rank));
        if letter != 'x' {
            let letter = if self.black { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() };
            self.draft.men.push((file, rank, letter));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn men_are_put_and_removed_on_either_side() {
        let mut edit = Edit::begin(START, START).unwrap();
        for line in ["#", "Ke1", "Ra1", "Pa2", "xa2", "Qd4", "c", "Ke8", "Pd4"] {
            assert_eq!(edit.hear(line), Told::More, "{line}");
        }
        assert_eq!(edit.hear("."), Told::Position("4k3/8/8/8/3p4/8/8/R3K3 w Q - 0 1".into()));
        for odd in ["K", "Ki1", "Ke9", "Ke0", "1e4", "Kee", "e2e4x"] {
            assert_eq!(edit.hear(odd), Told::Nonsense, "{odd}");
        }
    }

    #[test]
    fn ten_ranks_are_counted_from_nought() {
        let start = "r8r/4k5/10/10/10/10/10/10/4K5/R8R b - - 0 1";
        let mut edit = Edit::begin(start, start).unwrap();
        for line in ["#", "Ka0", "c", "Kj9"] {
            edit.hear(line);
        }
        assert_eq!(edit.hear("."), Told::Position("9k/10/10/10/10/10/10/10/10/K9 b - - 0 1".into()));
    }
}
