//! The tag `GameType`: which draughts a file holds.

use crate::pgn::{Game, Verdict};

/// What a win is worth in the results of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// `1-0`, `1/2-1/2`.
    One,
    /// `2-0`, `1-1`.
    Two,
}

impl Points {
    /// A result as games of this kind write it.
    pub const fn text(self, verdict: Verdict) -> &'static str {
        match (self, verdict) {
            (Self::Two, Verdict::First) => "2-0",
            (Self::Two, Verdict::Second) => "0-2",
            (Self::Two, Verdict::Draw) => "1-1",
            _ => verdict.text(),
        }
    }
}

/// A kind of draughts that the standard numbers and the house plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Its number in the standard.
    pub number: u32,
    /// Its id in the catalogue.
    pub id: &'static str,
    /// Who begins, `W` or `B`.
    pub starts: char,
    /// Whether squares have names rather than numbers.
    pub letters: bool,
    /// The tag in full: number, who begins, columns, rows, notation with the corner of the first square, invert flag.
    pub details: &'static str,
    /// How results are written.
    pub points: Points,
}

const KINDS: [Kind; 5] = [
    Kind {
        number: 20,
        id: "international",
        starts: 'W',
        letters: false,
        details: "20,W,10,10,N2,0",
        points: Points::Two,
    },
    Kind { number: 21, id: "english", starts: 'B', letters: false, details: "21,B,8,8,N1,0", points: Points::One },
    Kind { number: 25, id: "russian", starts: 'W', letters: true, details: "25,W,8,8,A0,0", points: Points::One },
    Kind { number: 26, id: "brazilian", starts: 'W', letters: true, details: "26,W,8,8,A0,0", points: Points::One },
    Kind { number: 29, id: "czech", starts: 'W', letters: true, details: "29,W,8,8,A0,0", points: Points::One },
];
const INTERNATIONAL: Kind = KINDS[0];
const ENGLISH: Kind = KINDS[1];
const RUSSIAN: Kind = KINDS[2];

/// Squares from which Black makes the first move in English draughts; no game of the other kinds begins there.
const ENGLISH_FIRST_SQUARES: std::ops::RangeInclusive<u32> = 9..=12;

impl Kind {
    /// The kind of a game of the catalogue: one that has a rule of its own beside the standard counts as the nearest.
    pub fn of_id(id: &str) -> Option<Self> {
        let standard = id.split('-').next().unwrap_or(id);
        KINDS.into_iter().find(|kind| kind.id == standard)
    }

    /// Whether Black moves first.
    pub fn black_begins(&self) -> bool {
        self.details.split(',').nth(1) == Some("B")
    }

    /// The kind that the tag `GameType` says, if the house plays it.
    pub fn of_game(game: &Game) -> Option<Self> {
        let number: u32 = game.tag("GameType")?.split(',').next()?.trim().parse().ok()?;
        KINDS.into_iter().find(|kind| kind.number == number)
    }

    /// What a game without the tag is likely to be: old files of English draughts leave it out, and so do international ones.
    pub(super) fn guess(game: &Game) -> Self {
        let first = game.tree.main().next().map_or("", |node| node.text.as_str());
        let digits = &first[..first.find(|c: char| !c.is_ascii_digit()).unwrap_or(first.len())];
        match digits.parse::<u32>() {
            Ok(square) if ENGLISH_FIRST_SQUARES.contains(&square) => ENGLISH,
            Err(_) if first.starts_with(|c: char| c.is_ascii_lowercase()) => RUSSIAN,
            _ => INTERNATIONAL,
        }
    }
}

impl Kind {
    /// A position as all programs read it: turn and pieces, without counters and ranges, squares as in the moves.
    pub(super) fn position(self, fen: &str) -> String {
        let fields: Vec<_> = fen.split(':').take(3).map(|field| self.pieces(field)).collect();
        fields.join(":")
    }

    /// `W21-23,K30` as `W21,22,23,K30` or `Wa3,c3,e3,Kc1`.
    fn pieces(self, field: &str) -> String {
        let items = field.split(',').map(|item| {
            let (mark, squares) = item.split_at(item.find(|c: char| c.is_ascii_digit()).unwrap_or(item.len()));
            let (from, to) = squares.split_once('-').unwrap_or((squares, squares));
            let Ok(range) = from.parse::<u8>().and_then(|from| Ok(from..=to.parse()?)) else { return item.to_owned() };
            mark.to_owned() + &range.map(|square| self.square(square)).collect::<Vec<_>>().join(",")
        });
        items.collect::<Vec<_>>().join(",")
    }

    /// The name of a square that our positions number, from the top left of a board of eight if it has letters.
    fn square(self, number: u8) -> String {
        if !self.letters {
            return number.to_string();
        }
        let (row, place) = (number.saturating_sub(1) / 4, number.saturating_sub(1) % 4);
        format!("{}{}", char::from(b'a' + 2 * place + 1 - row % 2), 8_u8.saturating_sub(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pdn::{game_id, read_all};

    fn id(text: &str) -> String {
        game_id(&read_all(text.as_bytes())[0].game)
    }

    #[test]
    fn positions_are_written_square_by_square_as_moves_are() {
        let fen = "W:W21-24,K30:B1,5-7:H12";
        assert_eq!(ENGLISH.position(fen), "W:W21,22,23,24,K30:B1,5,6,7");
        assert_eq!(RUSSIAN.position(fen), "W:Wa3,c3,e3,g3,Kc1:Bb8,a7,c7,e7");
        assert_eq!(RUSSIAN.position("B:W:BK3"), "B:W:BKf8");
    }

    #[test]
    fn the_kind_is_told_by_its_number_or_guessed_by_the_first_move() {
        for kind in KINDS {
            assert!(kind.details.starts_with(&format!("{},{},", kind.number, kind.starts)));
            assert_eq!(id(&format!("[GameType \"{}\"]\n1. 1-5 *", kind.number)), kind.id);
            assert_eq!(id(&format!("[GameType \"{}\"]\n1. 1-5 *", kind.details)), kind.id);
            assert_eq!(Kind::of_id(kind.id), Some(kind));
        }
        assert_eq!(Kind::of_id("czech-thesis").map(|kind| kind.number), Some(29));
        assert_eq!(id("[GameType \"30\"]\n1. 1-5 *"), "GameType 30");
        assert_eq!(id("1. 11-15 23-19 *"), "english");
        assert_eq!(id("1. c3-d4 *"), "russian");
        assert_eq!(id("1. 32-28 *"), "international");
        assert_eq!(id("[Event \"?\"]\n*"), "international");
    }
}
