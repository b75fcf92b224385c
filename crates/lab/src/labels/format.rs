//! Files of labelled positions: a header, then blocks that are only appended.
//!
//! A block stands or falls as a whole, and says how many positions were looked at up to its end: a run that was killed goes on
//! behind its last whole block.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use std::io::{self, BufRead};
use tabula_arena::selfplay::header::FileKind;
pub use tabula_arena::selfplay::header::Header;
use tabula_core::checksum::crc32;

/// How such a file begins.
pub const LABELS: FileKind = FileKind { magic: *b"TABULA-L", version: 1, holds: "labelled positions" };
/// No block is longer, packed or not; a length beyond it is a spoilt one.
const LONGEST: usize = 1 << 26;
/// How hard blocks are packed: more takes much longer and saves little.
const LEVEL: u8 = 6;

/// A position and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position as text.
    pub position: String,
    /// Its value for the first player, in hundredths of a pawn, as [`Score`](tabula_core::Score) counts.
    pub score: i16,
}

/// Some entries, and how many positions were looked at up to their end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Positions that were looked at since the beginning of the file, those that got no label included.
    pub through: u64,
    /// What was labelled.
    pub entries: Vec<Entry>,
}

impl Block {
    /// As bytes: length and checksum of what follows, how many were looked at, then lines `POSITION;SCORE`, deflated.
    pub fn write(&self) -> Vec<u8> {
        let lines: String = self.entries.iter().map(|entry| format!("{};{}\n", entry.position, entry.score)).collect();
        let mut body = self.through.to_le_bytes().to_vec();
        body.extend(compress_to_vec(lines.as_bytes(), LEVEL));
        let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
        bytes.extend(crc32(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The block of a body; `None` if the bytes are none.
    fn parse(body: &[u8]) -> Option<Self> {
        let (through, packed) = body.split_at_checked(8)?;
        let through = u64::from_le_bytes(through.try_into().ok()?);
        let lines = String::from_utf8(decompress_to_vec_with_limit(packed, LONGEST).ok()?).ok()?;
        let entry = |line: &str| {
            let (position, score) = line.rsplit_once(';')?;
            Some(Entry { position: position.to_string(), score: score.parse().ok()? })
        };
        Some(Self { through, entries: lines.lines().map(entry).collect::<Option<_>>()? })
    }
}

/// Reads the blocks of a file, up to its end or to the first that is not whole.
pub struct Blocks<R> {
    from: R,
    good: u64,
}

impl<R: BufRead> Blocks<R> {
    /// Reads from a stream behind its header.
    pub const fn new(from: R) -> Self {
        Self { from, good: 0 }
    }

    /// How many bytes of whole blocks were read.
    pub const fn good(&self) -> u64 {
        self.good
    }

    fn block(&mut self) -> io::Result<Option<Block>> {
        let whole = |read: io::Result<()>| match read {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(error) => Err(error),
        };
        let mut head = [0; 8];
        if !whole(self.from.read_exact(&mut head))? {
            return Ok(None);
        }
        let [a, b, c, d, e, f, g, h] = head;
        let (length, sum) = (u32::from_le_bytes([a, b, c, d]) as usize, u32::from_le_bytes([e, f, g, h]));
        if length > LONGEST {
            return Ok(None);
        }
        let mut body = vec![0; length];
        if !whole(self.from.read_exact(&mut body))? || crc32(&body) != sum {
            return Ok(None);
        }
        let block = Block::parse(&body);
        if block.is_some() {
            self.good += 8 + length as u64;
        }
        Ok(block)
    }
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = io::Result<Block>;

    fn next(&mut self) -> Option<Self::Item> {
        self.block().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(number: u64) -> Block {
        let entry = |n: i16| Entry { position: format!("8/8/8/8/8/8/8/K1k5 w - - {n} 1"), score: -20 * n };
        Block { through: 7 * (number + 1), entries: (0..5).map(entry).collect() }
    }

    fn file(blocks: u64) -> Vec<u8> {
        let header = Header { game: "chess".into(), made: "by hand".into() };
        (0..blocks).fold(header.write(&LABELS), |bytes, number| [bytes, block(number).write()].concat())
    }

    fn read(bytes: &[u8]) -> Result<(Vec<Block>, u64), String> {
        let mut from = bytes;
        Header::read(&mut from, &LABELS)?;
        let mut blocks = Blocks::new(from);
        let found = blocks.by_ref().collect::<io::Result<_>>().unwrap();
        Ok((found, file(0).len() as u64 + blocks.good()))
    }

    #[test]
    fn blocks_come_back_as_they_were_written() {
        let bytes = file(3);
        assert_eq!(read(&bytes).unwrap(), ((0..3).map(block).collect(), bytes.len() as u64));
    }

    #[test]
    fn a_torn_or_spoilt_tail_is_dropped() {
        let (bytes, two) = (file(3), file(2).len());
        for end in two..bytes.len() {
            let (blocks, good) = read(&bytes[..end]).unwrap();
            assert_eq!((blocks.len(), good), (2, two as u64), "torn at {end}");
        }
        for at in two..bytes.len() {
            let mut spoilt = bytes.clone();
            spoilt[at] ^= 0x10;
            assert_eq!(read(&spoilt).unwrap().0.len(), 2, "spoilt at {at}");
        }
    }

    #[test]
    fn a_file_of_games_is_said_to_be_none() {
        let said = read(b"TABULA-G\x01\x00\x05\x00chess").unwrap_err();
        assert_eq!(said, "it is no file of labelled positions");
    }
}
