//! One line at a time from a stream.

use super::record::{Record, parse};
use crate::lines::{Line, Lines};
use crate::{ImportFault, Kind, Place};
use std::fmt;
use std::io::{self, BufRead};

/// The longest line: a megabyte. What exceeds it is not read.
const BOUND: usize = 1 << 20;

/// A line that is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number, counted from 1.
    pub line: usize,
    /// What it holds.
    pub body: Body,
    /// What is wrong with it.
    pub faults: Vec<ImportFault>,
}

impl Entry {
    /// The position and its operations, if the line holds them.
    pub fn record(&self) -> Option<&Record> {
        match &self.body {
            Body::Record(record) => Some(record),
            Body::Remark(_) | Body::Broken(_) => None,
        }
    }
}

/// What a line holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Body {
    /// A position with its operations.
    Record(Record),
    /// A line that begins with `#` or `%`: a remark, as written.
    Remark(String),
    /// A line without a position, as written.
    Broken(String),
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(record) => record.fmt(f),
            Self::Remark(text) | Self::Broken(text) => f.write_str(text),
        }
    }
}

/// Reads a stream line by line; empty lines are passed over.
pub struct Reader<R> {
    lines: Lines<R>,
}

impl<R: BufRead> Reader<R> {
    /// Reads from a stream.
    pub fn new(from: R) -> Self {
        Self { lines: Lines::new(from, BOUND) }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.lines.next().transpose()? {
                Ok(line) if line.text.trim_start_matches('\u{feff}').trim().is_empty() => {}
                Ok(line) => return Some(Ok(entry(&line))),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

fn entry(line: &Line) -> Entry {
    let text = line.text.trim_start_matches('\u{feff}').trim_end();
    let mut faults = Vec::new();
    let body = if text.trim_start().starts_with(['#', '%']) {
        Body::Remark(text.to_owned())
    } else {
        let (record, found) = parse(text);
        let place = |column: Option<usize>| Place { line: line.number, column: column.unwrap_or(1) };
        faults.extend(found.0.into_iter().map(|fault| ImportFault {
            game: None,
            place: place(fault.column),
            kind: Kind::Tag,
            what: fault.what,
        }));
        record.map_or_else(|| Body::Broken(text.to_owned()), Body::Record)
    };
    if line.cut {
        let place = Place { line: line.number, column: text.chars().count() };
        let what = format!("the line has more than {BOUND} bytes; its rest is not read");
        faults.push(ImportFault { game: None, place, kind: Kind::Bound, what });
    }
    Entry { line: line.number, body, faults }
}
