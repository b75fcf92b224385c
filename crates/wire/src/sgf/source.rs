//! Bytes of a stream with their places. Every kind of line end is one line feed here.

use crate::Place;
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// A stream of bytes that can be looked into a little ahead.
pub(super) struct Source<R> {
    from: R,
    /// Read, but not taken yet.
    ahead: VecDeque<u8>,
    /// Whether the last byte was a carriage return, whose line feed is not counted again.
    after_return: bool,
    /// Where the next byte stands.
    place: Place,
    /// How many bytes were taken.
    taken: usize,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(from: R) -> Self {
        let (ahead, place) = (VecDeque::new(), Place { line: 1, column: 1 });
        Self { from, ahead, after_return: false, place, taken: 0 }
    }

    /// Where the next byte stands. Columns count characters of UTF-8; letters above ASCII in other encodings may not
    /// count.
    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// How many bytes were taken so far.
    pub(super) const fn taken(&self) -> usize {
        self.taken
    }

    /// The byte after `skipped` others, which stays; `None` at the end.
    pub(super) fn look(&mut self, skipped: usize) -> io::Result<Option<u8>> {
        while self.ahead.len() <= skipped {
            match self.pull()? {
                Some(byte) => self.ahead.push_back(byte),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(skipped).copied())
    }

    /// Takes the next byte.
    pub(super) fn take(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.look(0)? else { return Ok(None) };
        self.ahead.pop_front();
        self.taken += 1;
        match byte {
            b'\n' => self.place = Place { line: self.place.line + 1, column: 1 },
            // The later bytes of a character in UTF-8.
            0x80..=0xbf => {}
            _ => self.place.column += 1,
        }
        Ok(Some(byte))
    }

    /// Takes blanks; answers with the byte behind them, which stays.
    pub(super) fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        while let Some(byte) = self.look(0)? {
            if !blank(byte) {
                return Ok(Some(byte));
            }
            self.take()?;
        }
        Ok(None)
    }

    /// One byte from the stream, whatever ends its lines.
    fn pull(&mut self) -> io::Result<Option<u8>> {
        loop {
            let chunk = match self.from.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            let Some(&byte) = chunk.first() else { return Ok(None) };
            self.from.consume(1);
            let follows = std::mem::replace(&mut self.after_return, byte == b'\r');
            match byte {
                b'\n' if follows => {}
                b'\r' => return Ok(Some(b'\n')),
                _ => return Ok(Some(byte)),
            }
        }
    }
}

/// What separates words: spaces, line ends and other control characters.
pub(super) const fn blank(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_of_every_kind_and_characters() {
        let mut source = Source::new("a\r\n\rb\nü(".as_bytes());
        let mut seen = Vec::new();
        while let Some(byte) = source.look(0).unwrap() {
            let Place { line, column } = source.place();
            seen.push((byte, line, column));
            source.take().unwrap();
        }
        let text: Vec<_> = seen.iter().filter(|(byte, ..)| byte.is_ascii_graphic()).collect();
        assert_eq!(text, [&(b'a', 1, 1), &(b'b', 3, 1), &(b'(', 4, 2)]);
        assert_eq!(source.taken(), 8);
    }
}
