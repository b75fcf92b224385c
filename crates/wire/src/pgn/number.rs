//! Move numbers: they follow from the start position and the order of play.

use super::Game;
use tabula_core::{Mover, Side};
use tabula_engine::{Played, Table};

/// What stands before the outcome of a die, which is written behind the move that it follows: `1. e4 @NE2 e5 @W1`.
const DIE: char = '@';

/// Whether a word of the moves is the outcome of a die.
pub(super) fn is_roll(word: &str) -> bool {
    word.strip_prefix(DIE).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// A move as it is written into a game.
pub(super) fn spelled(played: &Played) -> String {
    match played.by {
        Some(_) => played.text.clone(),
        None => format!("{DIE}{}", played.text),
    }
}

/// A word without the mark of the die, where it has one.
pub(super) fn unmarked(word: &str) -> &str {
    if is_roll(word) { &word[DIE.len_utf8()..] } else { word }
}

/// The number of the next move, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    /// The number.
    pub number: u32,
    /// Whether the second player is to move.
    pub second: bool,
}

impl Default for Numbering {
    fn default() -> Self {
        Self { number: 1, second: false }
    }
}

impl Numbering {
    /// The first move from a position. A text that is no FEN begins with move 1 of the first player.
    ///
    /// ```
    /// use tabula_wire::pgn::Numbering;
    /// let numbering = Numbering::of_position("8/8/8/4k3/8/4K3/8/8 b - - 5 41");
    /// assert_eq!(numbering, Numbering { number: 41, second: true });
    /// ```
    pub fn of_position(fen: &str) -> Self {
        let mut fields = fen.split_whitespace().skip(1);
        let second = match fields.next() {
            Some("b") => true,
            Some("w") => false,
            _ => return Self::default(),
        };
        // Variants put fields of their own between or behind the two counters, never a bare number.
        let number = fields.skip(2).filter_map(|field| field.parse::<u32>().ok()).nth(1);
        Self { number: number.unwrap_or(1).max(1), second }
    }

    /// The next move at a table. Whose it is, the table knows: `b` moves first in Go.
    pub fn of_table(table: &dyn Table) -> Self {
        Self { second: table.mover() == Mover::Player(Side::Second), ..Self::of_position(&table.position()) }
    }

    /// The first move of a game.
    pub fn of_game(game: &Game) -> Self {
        game.tag("FEN").map_or(Self::default(), Self::of_position)
    }

    /// The move after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self { number: self.number.saturating_add(u32::from(self.second)), second: !self.second }
    }

    /// The move after this word: what the die says takes no turn.
    #[must_use]
    pub fn after(self, word: &str) -> Self {
        if is_roll(word) { self } else { self.next() }
    }

    /// The move before this one.
    #[must_use]
    pub fn previous(self) -> Self {
        Self { number: self.number.saturating_sub(u32::from(!self.second)), second: !self.second }
    }

    /// The number as it stands before a move: `12.` or `12...`.
    pub fn text(self) -> String {
        format!("{}{}", self.number, if self.second { "..." } else { "." })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_is_found_in_every_dialect_of_fen() {
        let number = |fen| Numbering::of_position(fen).number;
        assert_eq!(number("8/8/8/8/8/8/8/8 w - - 3 17"), 17);
        assert_eq!(number("8/8/8/8/8/8/8/8 w - - 3+3 3 17"), 17);
        assert_eq!(number("8/8/8/8/8/8/8/8 w - - 3 17 +0+2"), 17);
        assert_eq!(number("8/8/8/8/8/8/8/8 w - - 3 0"), 1);
        assert_eq!(number("8/8/8/8/8/8/8/8 w - -"), 1);
        assert_eq!(number("x b 9"), 1);
        assert_eq!(number(""), 1);
    }

    #[test]
    fn the_die_takes_no_turn() {
        let at = Numbering { number: 7, second: true };
        assert_eq!((at.after("@NE2"), at.after("e5"), at.after("@@@@")), (at, at.next(), at.next()));
        assert_eq!((unmarked("@NE2"), unmarked("N@e5"), unmarked("@")), ("NE2", "N@e5", "@"));
    }

    #[test]
    fn the_number_rises_after_the_second_player() {
        let at = Numbering { number: 7, second: false };
        assert_eq!(at.next().text(), "7...");
        assert_eq!(at.next().next().text(), "8.");
    }
}
