//! Lines of any stream: every kind of line end, any encoding met in old files, and never more than a bound in memory.

use std::io::{self, BufRead};

/// One line, without its end.
pub(crate) struct Line {
    /// The text; invalid UTF-8 is read as Windows-1252.
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) number: usize,
    /// How many bytes it had in the file.
    pub(crate) bytes: usize,
    /// Whether text beyond the bound was left out.
    pub(crate) cut: bool,
}

/// The lines of a stream, one at a time.
pub(crate) struct Lines<R> {
    from: R,
    bound: usize,
    number: usize,
    after_return: bool,
    ahead: Option<Line>,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most `bound` bytes; longer ones are cut.
    pub(crate) fn new(from: R, bound: usize) -> Self {
        Self { from, bound, number: 0, after_return: false, ahead: None }
    }

    /// The next line, without taking it.
    pub(crate) fn peek(&mut self) -> io::Result<Option<&Line>> {
        if self.ahead.is_none() {
            self.ahead = self.read()?;
        }
        Ok(self.ahead.as_ref())
    }

    /// The next line.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        match self.ahead.take() {
            Some(line) => Ok(Some(line)),
            None => self.read(),
        }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut kept = Vec::new();
        let mut bytes = 0;
        let mut ended = false;
        while !ended {
            let chunk = match self.from.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            // The second half of a line end whose first half closed the line before.
            if std::mem::take(&mut self.after_return) && chunk[0] == b'\n' {
                self.from.consume(1);
                continue;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let text = &chunk[..end.unwrap_or(chunk.len())];
            kept.extend_from_slice(&text[..text.len().min(self.bound - kept.len())]);
            bytes += text.len();
            let mut used = text.len();
            if let Some(end) = end {
                self.after_return = chunk[end] == b'\r';
                used += 1;
                ended = true;
            }
            self.from.consume(used);
        }
        if !ended && bytes == 0 {
            return Ok(None);
        }
        self.number += 1;
        let text = if self.number == 1 { kept.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&kept) } else { &kept };
        Ok(Some(Line { text: decode(text), number: self.number, bytes: bytes + 1, cut: bytes > kept.len() }))
    }
}

/// Text of unknown encoding. Accented names in Windows-1252 are next to never valid UTF-8, so a line tells by itself.
pub(crate) fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => latin(bytes),
    }
}

/// Text in Latin-1 or Windows-1252.
pub(crate) fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| windows_1252(byte)).collect()
}

fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn all(bytes: &[u8], buffer: usize, bound: usize) -> Vec<(String, usize, bool)> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, bytes), bound);
        std::iter::from_fn(|| lines.next().unwrap().map(|line| (line.text, line.number, line.cut))).collect()
    }

    #[test]
    fn every_kind_of_line_end_is_one_line_end_whatever_the_buffer() {
        for buffer in 1..6 {
            let texts: Vec<_> = all(b"a\nb\r\nc\rd\r\r\ne", buffer, 99).into_iter().map(|line| line.0).collect();
            assert_eq!(texts, ["a", "b", "c", "d", "", "e"], "buffer of {buffer}");
        }
    }

    #[test]
    fn a_byte_order_mark_is_dropped_and_latin_letters_are_read() {
        assert_eq!(all(b"\xEF\xBB\xBFx", 8, 99)[0].0, "x");
        assert_eq!(all(b"M\xfcller \x96 \xd6st", 8, 99)[0].0, "Müller – Öst");
        assert_eq!(all("Müller".as_bytes(), 8, 99)[0].0, "Müller");
    }

    #[test]
    fn a_line_beyond_the_bound_is_cut_and_the_next_one_is_whole() {
        assert_eq!(all(b"123456789\nab", 4, 5), [("12345".into(), 1, true), ("ab".into(), 2, false)]);
    }
}
