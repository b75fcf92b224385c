//! How files begin that are only appended to: what they hold, of which game, and how that was made.
//!
//! Files of games begin so, and files of labelled positions. A run goes on with a file only if the header is the one
//! that it would write itself; what follows the header is for each kind of file to say.

use std::io::{self, Read};
use tabula_core::checksum::crc32;

/// A kind of file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileKind {
    /// The first bytes of every such file.
    pub magic: [u8; 8],
    /// The version that is written, and the only one that is read.
    pub version: u16,
    /// What it is a file of, for faults: `self-play games`.
    pub holds: &'static str,
}

/// The beginning of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The id of the game.
    pub game: String,
    /// How the rest was made, in words: by whom, from what, within which limits. Another making wants another file.
    pub made: String,
}

impl Header {
    /// As bytes.
    pub fn write(&self, kind: &FileKind) -> Vec<u8> {
        let mut bytes = kind.magic.to_vec();
        bytes.extend(kind.version.to_le_bytes());
        text(&mut bytes, &self.game);
        text(&mut bytes, &self.made);
        bytes.extend(crc32(&bytes).to_le_bytes());
        bytes
    }

    /// Reads it; the error says what is wrong.
    pub fn read(from: &mut impl Read, kind: &FileKind) -> Result<Self, String> {
        let mut bytes = vec![0; kind.magic.len() + 2];
        fill(from, &mut bytes)?;
        if !bytes.starts_with(&kind.magic) {
            return Err(format!("it is no file of {}", kind.holds));
        }
        let (version, known) = (u16::from_le_bytes([bytes[8], bytes[9]]), kind.version);
        if version != known {
            return Err(format!("it has version {version} of the format, this program reads version {known}"));
        }
        let mut word = || {
            let mut length = [0; 2];
            fill(from, &mut length)?;
            let mut text = vec![0; usize::from(u16::from_le_bytes(length))];
            fill(from, &mut text)?;
            bytes.extend(length);
            bytes.extend(&text);
            String::from_utf8(text).map_err(|_| "its header is spoilt".to_string())
        };
        let (game, made) = (word()?, word()?);
        let mut sum = [0; 4];
        fill(from, &mut sum)?;
        if u32::from_le_bytes(sum) == crc32(&bytes) {
            Ok(Self { game, made })
        } else {
            Err("its header is spoilt".into())
        }
    }

    /// How many bytes it takes.
    pub fn len(&self, kind: &FileKind) -> u64 {
        self.write(kind).len() as u64
    }
}

fn fill(from: &mut impl Read, bytes: &mut [u8]) -> Result<(), String> {
    from.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => "it ends in the middle of its header".into(),
        _ => error.to_string(),
    })
}

/// Adds a text with its length before it.
pub(super) fn text(bytes: &mut Vec<u8>, text: &str) {
    let length = text.len().min(usize::from(u16::MAX));
    bytes.extend((length as u16).to_le_bytes());
    bytes.extend(&text.as_bytes()[..length]);
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIND: FileKind = FileKind { magic: *b"TABULA-X", version: 3, holds: "tests" };

    fn read(mut bytes: &[u8]) -> Result<Header, String> {
        Header::read(&mut bytes, &KIND)
    }

    #[test]
    fn a_header_comes_back_as_it_was_written() {
        let header = Header { game: "chess".into(), made: "by hand".into() };
        let bytes = header.write(&KIND);
        assert_eq!(header.len(&KIND), bytes.len() as u64);
        assert_eq!(read(&bytes), Ok(header));
    }

    #[test]
    fn what_is_no_such_file_is_said_to_be_none() {
        for (bytes, said) in [
            (&b"[Event \"x\"]\n\n1. e4"[..], "it is no file of tests"),
            (b"TABULA-X\x09\x00", "it has version 9 of the format, this program reads version 3"),
            (b"TABULA-X\x03\x00\x05\x00che", "it ends in the middle of its header"),
            (b"", "it ends in the middle of its header"),
        ] {
            assert_eq!(read(bytes).unwrap_err(), said);
        }
        let mut spoilt = Header { game: "chess".into(), made: String::new() }.write(&KIND);
        spoilt[13] ^= 1;
        assert_eq!(read(&spoilt).unwrap_err(), "its header is spoilt");
    }
}
