//! Files of self-play games, as `docs/data-format.md` describes them: a header, then records that are only appended.
//!
//! A record stands or falls as a whole. What was half-written when a machine went down is dropped by the next reader,
//! and the next writer writes over it.

pub use super::header::Header;
use super::header::{FileKind, text};
use std::io::{self, BufRead};
use tabula_core::checksum::crc32;

/// How such a file begins.
pub const GAMES: FileKind = FileKind { magic: *b"TABULA-G", version: 1, holds: "self-play games" };
/// No record is longer; a length beyond it is a spoilt one.
const LONGEST: usize = 1 << 20;
/// What stands for the score of a move that was drawn by lot.
const NO_SCORE: i16 = i16::MIN;

/// How a game came to its result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum How {
    /// By the rules.
    Rules = 0,
    /// The scores said who wins.
    Win = 1,
    /// The scores said that nobody does.
    Draw = 2,
    /// It became too long, and counts as a draw.
    Length = 3,
}

/// A move, and what its player thought of its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// As programs exchange it.
    pub code: String,
    /// For the mover, in hundredths of a pawn, as [`Score`](tabula_core::Score) counts; `None` if it was drawn by lot.
    pub score: Option<i16>,
}

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number in the run: with the seed, it decides the opening.
    pub number: u64,
    /// The start position; `None` is the usual one.
    pub start: Option<String>,
    /// What the first player scored, in half-points.
    pub half_points: u8,
    /// How that came.
    pub how: How,
    /// The moves, those of the opening included.
    pub plies: Vec<Ply>,
}

impl Played {
    /// A record: its length, its checksum, the game.
    pub fn write(&self) -> Vec<u8> {
        let mut game = Vec::with_capacity(32 + 8 * self.plies.len());
        game.extend(self.number.to_le_bytes());
        game.push(self.half_points);
        game.push(self.how as u8);
        text(&mut game, self.start.as_deref().unwrap_or_default());
        game.extend((self.plies.len() as u16).to_le_bytes());
        for ply in self.plies.iter().take(usize::from(u16::MAX)) {
            game.push(ply.code.len() as u8);
            game.extend(ply.code.as_bytes());
            game.extend(ply.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        let mut bytes = (game.len() as u32).to_le_bytes().to_vec();
        bytes.extend(crc32(&game).to_le_bytes());
        bytes.extend(game);
        bytes
    }

    /// The game of a record; `None` if the bytes are none.
    fn parse(mut bytes: &[u8]) -> Option<Self> {
        fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
            let (taken, rest) = bytes.split_at_checked(count)?;
            *bytes = rest;
            Some(taken)
        }
        fn word(bytes: &mut &[u8]) -> Option<u16> {
            take(bytes, 2).and_then(|two| two.try_into().ok()).map(u16::from_le_bytes)
        }
        fn letters(bytes: &mut &[u8], count: usize) -> Option<String> {
            take(bytes, count).and_then(|text| String::from_utf8(text.to_vec()).ok())
        }
        let number = u64::from_le_bytes(take(&mut bytes, 8)?.try_into().ok()?);
        let (half_points, how) = match take(&mut bytes, 2)? {
            [points @ 0..=2, how] => (*points, *how),
            _ => return None,
        };
        let how = [How::Rules, How::Win, How::Draw, How::Length].into_iter().find(|known| *known as u8 == how)?;
        let length = usize::from(word(&mut bytes)?);
        let start = Some(letters(&mut bytes, length)?).filter(|text| !text.is_empty());
        let count = word(&mut bytes)?;
        let mut plies = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            let length = usize::from(*take(&mut bytes, 1)?.first()?);
            let code = letters(&mut bytes, length)?;
            let score = i16::from_le_bytes(take(&mut bytes, 2)?.try_into().ok()?);
            plies.push(Ply { code, score: (score != NO_SCORE).then_some(score) });
        }
        bytes.is_empty().then_some(Self { number, start, half_points, how, plies })
    }
}

/// Reads the records of a file, up to its end or to the first that is not whole.
pub struct Records<R> {
    from: R,
    /// Where the last whole record ended, from the end of the header.
    good: u64,
}

impl<R: BufRead> Records<R> {
    /// Reads from a stream behind its header.
    pub const fn new(from: R) -> Self {
        Self { from, good: 0 }
    }

    /// How many bytes of whole records were read.
    pub const fn good(&self) -> u64 {
        self.good
    }

    fn record(&mut self) -> io::Result<Option<Played>> {
        let mut head = [0; 8];
        let whole = |read: io::Result<()>| match read {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        };
        if !whole(self.from.read_exact(&mut head))? {
            return Ok(None);
        }
        let [a, b, c, d, e, f, g, h] = head;
        let (length, sum) = (u32::from_le_bytes([a, b, c, d]) as usize, u32::from_le_bytes([e, f, g, h]));
        let mut game = vec![0; length.min(LONGEST)];
        if length > LONGEST || !whole(self.from.read_exact(&mut game))? || crc32(&game) != sum {
            return Ok(None);
        }
        let played = Played::parse(&game);
        if played.is_some() {
            self.good += 8 + length as u64;
        }
        Ok(played)
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = io::Result<Played>;

    fn next(&mut self) -> Option<Self::Item> {
        self.record().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> Played {
        let ply = |code: &str, score| Ply { code: code.into(), score };
        let plies = vec![ply("e2e4", None), ply("e7e5", Some(-31)), ply("e1g1", Some(32_000)), ply("a7a8q", Some(0))];
        let start = (number % 2 == 1).then(|| "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_string());
        Played { number, start, half_points: (number % 3) as u8, how: How::Win, plies }
    }

    fn file(games: u64) -> Vec<u8> {
        let header = Header { game: "chess".into(), made: "by hand".into() };
        (0..games).fold(header.write(&GAMES), |bytes, number| [bytes, game(number).write()].concat())
    }

    fn read(bytes: &[u8]) -> Result<(Header, Vec<Played>, u64), String> {
        let mut from = bytes;
        let header = Header::read(&mut from, &GAMES)?;
        let mut records = Records::new(from);
        let games = records.by_ref().collect::<io::Result<_>>().unwrap();
        Ok((header.clone(), games, header.len(&GAMES) + records.good()))
    }

    #[test]
    fn games_come_back_as_they_were_written() {
        let bytes = file(5);
        let (header, games, good) = read(&bytes).unwrap();
        assert_eq!((header.game.as_str(), games), ("chess", (0..5).map(game).collect()));
        assert_eq!(good, bytes.len() as u64);
    }

    #[test]
    fn a_torn_tail_is_dropped_wherever_it_is_torn() {
        let (bytes, two) = (file(3), file(2).len());
        for end in two..bytes.len() {
            let (_, games, good) = read(&bytes[..end]).unwrap();
            assert_eq!((games.len(), good), (2, two as u64), "torn at {end}");
        }
    }

    #[test]
    fn a_spoilt_byte_ends_the_file_before_its_record() {
        let (bytes, one, two) = (file(3), file(1).len(), file(2).len());
        for at in one..two {
            let mut spoilt = bytes.clone();
            spoilt[at] ^= 0x10;
            assert_eq!(read(&spoilt).unwrap().1.len(), 1, "spoilt at {at}");
        }
    }
}
