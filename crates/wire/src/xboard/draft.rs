//! A board as a list of men, between FEN and `edit`, XBoard's older way to tell a position: men and squares, no more.
//!
//! Castling is taken for granted with `edit` wherever a king and a rook stand at home, and no pawn can be taken in
//! passing.

use tabula_core::Fault;

/// Men on squares, and what else a position says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Draft {
    /// File, rank and letter, in capitals for White.
    pub(super) men: Vec<(u8, u8, char)>,
    pub(super) files: u8,
    pub(super) ranks: u8,
    /// `w` or `b`.
    pub(super) turn: String,
    pub(super) castling: String,
    pub(super) passing: String,
}

impl Draft {
    /// Reads as much of a FEN as can be told by men and squares.
    pub(super) fn read(fen: &str) -> Result<Self, Fault> {
        let mut words = fen.split_whitespace();
        let board = words.next().unwrap_or_default();
        let mut next = || words.next().unwrap_or("-").to_string();
        let (turn, castling, passing) = (next(), next(), next());
        let rows: Vec<_> = board.split('/').collect();
        let mut draft = Self { turn, castling, passing, ..Self::default() };
        draft.ranks = u8::try_from(rows.len()).unwrap_or(u8::MAX);
        for (row, rank) in rows.iter().zip((0..rows.len()).rev()) {
            let (mut file, mut gap) = (0_usize, 0_usize);
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    gap = (gap * 10 + digit as usize).min(usize::from(u8::MAX));
                    continue;
                }
                file += std::mem::take(&mut gap);
                match (u8::try_from(file), u8::try_from(rank)) {
                    (Ok(file), Ok(rank)) if file < 26 && c.is_ascii_alphabetic() => draft.men.push((file, rank, c)),
                    _ => return Err(Fault::new(format!("'{c}' in {fen} cannot be told by 'edit'"))),
                }
                file += 1;
            }
            draft.files = draft.files.max(u8::try_from(file + gap).unwrap_or(u8::MAX));
        }
        Ok(draft)
    }

    /// The castlings that are taken for granted in a game that begins from `home`.
    pub(super) fn rights(&self, home: &Self) -> String {
        let mut rights = String::new();
        for letter in ['K', 'Q', 'k', 'q'].into_iter().filter(|&letter| home.castling.contains(letter)) {
            let case = |man: char| if letter.is_uppercase() { man.to_ascii_uppercase() } else { man };
            let Some(king) = home.men.iter().find(|man| man.2 == case('k')) else { continue };
            let rooks = home.men.iter().filter(|man| man.2 == case('r') && man.1 == king.1);
            let rook = if letter.eq_ignore_ascii_case(&'k') {
                rooks.max_by_key(|man| man.0)
            } else {
                rooks.min_by_key(|man| man.0)
            };
            if self.men.contains(king) && rook.is_some_and(|rook| self.men.contains(rook)) {
                rights.push(letter);
            }
        }
        if rights.is_empty() { "-".to_string() } else { rights }
    }

    /// The position as FEN, with the castlings that are taken for granted.
    pub(super) fn fen(&self, home: &Self) -> String {
        let row = |rank: u8| {
            let mut text = String::new();
            let mut gap = 0_u32;
            for file in 0..self.files {
                match self.men.iter().find(|man| (man.0, man.1) == (file, rank)) {
                    Some((_, _, letter)) => {
                        if gap > 0 {
                            text += &gap.to_string();
                        }
                        text.push(*letter);
                        gap = 0;
                    }
                    None => gap += 1,
                }
            }
            if gap > 0 { text + &gap.to_string() } else { text }
        };
        let rows: Vec<_> = (0..self.ranks).rev().map(row).collect();
        format!("{} {} {} - 0 1", rows.join("/"), self.turn, self.rights(home))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_comes_back_as_it_was_and_rights_follow_from_kings_and_rooks_at_home() {
        let home = Draft::read("rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1").unwrap();
        for fen in [
            "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1",
            "4k4j/9p/10/10/10/10/10/R3K5 b Q - 0 1",
            "r9/4k5/10/10/10/10/10/R3K4R w KQ - 0 1",
        ] {
            assert_eq!(Draft::read(fen).unwrap().fen(&home), fen);
        }
        assert_eq!(Draft::read("4k3/8/8/8/8/8/4*3/4K3 w - - 0 1").unwrap_err().what.find("'*' in "), Some(0));
    }
}
