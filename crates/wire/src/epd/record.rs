//! A position with its operations, to and from one line.

use std::fmt;
use tabula_core::{Fault, Faults};

/// A position and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The four fields of the position: men, turn, castling, en passant.
    pub position: String,
    /// Quiet plies and move number, where the line was a FEN.
    pub counters: Option<(u32, u32)>,
    /// The operations in order, unknown and repeated ones too.
    pub operations: Vec<Operation>,
}

/// A code with its operands: `bm Nf3 Nc3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What is said: `bm`, `id`, `c0`.
    pub code: String,
    /// About what.
    pub operands: Vec<Operand>,
}

/// A word or a text in quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operand {
    /// Without quotes.
    pub text: String,
    /// Whether it was written in quotes.
    pub quoted: bool,
}

impl Record {
    /// The operands of the first operation with this code; none if there is no such operation.
    pub fn words(&self, code: &str) -> impl Iterator<Item = &str> {
        let operation = self.operations.iter().find(|operation| operation.code == code);
        operation.into_iter().flat_map(|operation| &operation.operands).map(|operand| operand.text.as_str())
    }

    /// The first operand of the first operation with this code.
    pub fn text(&self, code: &str) -> Option<&str> {
        self.words(code).next()
    }

    /// The position as FEN: its counters come from the line, else from `hmvc` and `fmvn`, else they are 0 and 1.
    pub fn fen(&self) -> String {
        let number = |code, usual| self.text(code).and_then(|text| text.parse().ok()).unwrap_or(usual);
        let (quiet, number) = self.counters.unwrap_or_else(|| (number("hmvc", 0), number("fmvn", 1)));
        format!("{} {quiet} {number}", self.position)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position)?;
        if let Some((quiet, number)) = self.counters {
            write!(f, " {quiet} {number}")?;
        }
        // An operation named by a number would be read as a counter.
        if self.counters.is_none() && self.operations.first().is_some_and(|first| first.code.parse::<u32>().is_ok()) {
            f.write_str(" ;")?;
        }
        for operation in &self.operations {
            write!(f, " {}", operation.code)?;
            for operand in &operation.operands {
                write!(f, " {operand}")?;
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = !self.text.is_empty() && !self.text.contains(|c: char| c.is_whitespace() || c == ';' || c == '"');
        if word && !self.quoted {
            return f.write_str(&self.text);
        }
        // The standard has no way to write a quote or a line end in a text; only a program can have put one there.
        write!(f, "\"{}\"", self.text.replace('"', "'").replace(['\n', '\r'], " "))
    }
}

/// Reads one line: what could be read, and everything wrong with it. `None` if it has no position.
///
/// ```
/// use tabula_wire::epd::parse;
/// let (record, faults) = parse("8/8/8/8/8/8/8/K1k5 w - - id \"open");
/// assert!(record.is_some());
/// assert_eq!(faults.to_string(), "column 29: the text that begins here has no closing quote");
/// ```
pub fn parse(line: &str) -> (Option<Record>, Faults) {
    let mut scan = Scan { line, at: 0, column: 1, faults: Vec::new() };
    let record = scan.record();
    (record, Faults(scan.faults))
}

struct Scan<'a> {
    line: &'a str,
    at: usize,
    column: usize,
    faults: Vec<Fault>,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        self.column += taken.chars().count();
        taken
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.take(rest.len() - rest.trim_start().len());
    }

    fn fault(&mut self, column: usize, what: impl Into<String>) {
        self.faults.push(Fault::at(column, what));
    }

    /// A run of characters up to a space, a semicolon or a quote.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        self.take(rest.find(|c: char| c.is_whitespace() || c == ';' || c == '"').unwrap_or(rest.len()))
    }

    fn record(&mut self) -> Option<Record> {
        let mut fields = Vec::new();
        for name in ["the men", "the turn", "the castling rights", "the en passant square"] {
            self.skip_space();
            let column = self.column;
            let field = self.word();
            if field.is_empty() {
                self.fault(column, format!("the position ends before {name}"));
                return None;
            }
            if name == "the turn" && field != "w" && field != "b" {
                self.fault(column, format!("the turn is '{field}', neither 'w' nor 'b'"));
                return None;
            }
            fields.push(field);
        }
        let counters = self.counters();
        self.skip_space();
        // Files of move counts put a semicolon before each operation instead of behind it.
        if self.rest().starts_with(';') {
            self.take(1);
        }
        let mut operations = Vec::new();
        loop {
            self.skip_space();
            if self.rest().is_empty() {
                break;
            }
            operations.extend(self.operation());
        }
        Some(Record { position: fields.join(" "), counters, operations })
    }

    /// The two numbers that a FEN has and an EPD has not.
    fn counters(&mut self) -> Option<(u32, u32)> {
        let (at, column) = (self.at, self.column);
        self.skip_space();
        let quiet = self.word().parse();
        self.skip_space();
        let number = self.word().parse();
        if let (Ok(quiet), Ok(number)) = (quiet, number) {
            return Some((quiet, number));
        }
        (self.at, self.column) = (at, column);
        None
    }

    fn operation(&mut self) -> Option<Operation> {
        let column = self.column;
        let mut operands = Vec::new();
        let mut code = None;
        let mut open_text = false;
        let closed = loop {
            self.skip_space();
            match self.rest().chars().next() {
                None => break open_text,
                Some(';') => {
                    self.take(1);
                    break true;
                }
                Some('"') => {
                    let (text, closed) = self.quoted();
                    operands.push(Operand { text, quoted: true });
                    open_text = !closed;
                }
                Some(_) if code.is_none() && operands.is_empty() => code = Some(self.word()),
                Some(_) => operands.push(Operand { text: self.word().to_owned(), quoted: false }),
            }
        };
        let Some(code) = code else {
            if operands.is_empty() {
                self.fault(column, "';' ends no operation");
                return None;
            }
            self.fault(column, "a text without an operation; it is kept as a comment");
            return Some(Operation { code: "c9".into(), operands });
        };
        if !code.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            self.fault(column, format!("'{code}' is no name of an operation: it must begin with a letter"));
        }
        if !closed {
            self.fault(self.column, format!("operation {code} is not closed by ';'"));
        }
        Some(Operation { code: code.to_owned(), operands })
    }

    /// A text in quotes, and whether its closing quote is there.
    fn quoted(&mut self) -> (String, bool) {
        let column = self.column;
        self.take(1);
        let rest = self.rest();
        let Some(end) = rest.find('"') else {
            self.fault(column, "the text that begins here has no closing quote");
            return (self.take(rest.len()).trim_end().trim_end_matches(';').to_owned(), false);
        };
        let text = self.take(end).to_owned();
        self.take(1);
        (text, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

    fn faults(operations: &str) -> String {
        let line = format!("{AT} {operations}");
        let (record, faults) = parse(&line);
        assert!(record.is_some(), "{line}");
        faults.to_string()
    }

    #[test]
    fn operations_have_words_and_texts() {
        let (record, faults) = parse(&format!("{AT} bm O-O Rh7; id \"a; b\"; c0 \"\"; acd 12; noop;"));
        let record = record.unwrap();
        assert_eq!(faults, Faults::default());
        assert_eq!(record.words("bm").collect::<Vec<_>>(), ["O-O", "Rh7"]);
        assert_eq!(record.text("id"), Some("a; b"));
        assert_eq!(record.text("c0"), Some(""));
        assert_eq!(record.text("noop"), None);
        assert_eq!(record.operations.len(), 5);
        assert_eq!(record.to_string(), format!("{AT} bm O-O Rh7; id \"a; b\"; c0 \"\"; acd 12; noop;"));
    }

    #[test]
    fn a_fen_is_a_record_with_counters() {
        let line = format!("{AT} 7 31");
        let (record, faults) = parse(&line);
        let record = record.unwrap();
        assert_eq!(faults, Faults::default());
        assert_eq!(record.counters, Some((7, 31)));
        assert_eq!(record.fen(), line);
        assert_eq!(record.to_string(), line);
        let (record, _) = parse(&format!("{AT} 7 31 bm Rh2;"));
        assert_eq!(record.unwrap().words("bm").count(), 1);
    }

    #[test]
    fn counters_come_from_operations_else_from_nowhere() {
        assert_eq!(parse(&format!("{AT} fmvn 9; hmvc 4;")).0.unwrap().fen(), format!("{AT} 4 9"));
        assert_eq!(parse(AT).0.unwrap().fen(), format!("{AT} 0 1"));
    }

    #[test]
    fn lines_of_move_counts_are_read() {
        let (record, faults) = parse(&format!("{AT} 0 1 ;D1 15 ;D2 66"));
        let record = record.unwrap();
        assert_eq!((record.text("D1"), record.text("D2")), (Some("15"), Some("66")));
        assert_eq!(faults.0.len(), 1, "only the last semicolon is missed: {faults}");
    }

    #[test]
    fn every_fault_has_its_column() {
        assert_eq!(faults("bm Rh2"), "column 34: operation bm is not closed by ';'");
        assert_eq!(faults("bm Rh2;;"), "column 35: ';' ends no operation");
        assert_eq!(faults("9x 1;"), "column 28: '9x' is no name of an operation: it must begin with a letter");
        assert_eq!(faults("\"lost\";"), "column 28: a text without an operation; it is kept as a comment");
        assert_eq!(faults("id \"lost;"), "column 31: the text that begins here has no closing quote");
    }

    #[test]
    fn half_a_position_is_none() {
        let (record, faults) = parse("8/8 w");
        assert_eq!(record, None);
        assert_eq!(faults.to_string(), "column 6: the position ends before the castling rights");
        assert_eq!(parse("8/8 x - -").1.to_string(), "column 5: the turn is 'x', neither 'w' nor 'b'");
    }
}
