//! Opening books in the format of Polyglot: which moves were played in a position, and how well they did.
//!
//! A book is a file of entries of 16 bytes (all numbers with the highest byte first), in the order of their keys:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the key of the position |
//! | 2 | the move: from and to, three bits each for file and rank, and what a pawn becomes |
//! | 2 | its weight |
//! | 4 | for learning; kept, not used |
//!
//! Castling is written as the king taking its own rook. The keys are the Zobrist keys of `shakmaty`, which are
//! those of Polyglot. A book belongs to orthodox chess or Chess960.

mod build;
mod position;

pub use build::{Builder, Made};

use crate::Record;
use position::{Placed, decode};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tabula_core::Fault;

/// The bytes of an entry.
const SIZE: usize = 16;
/// Larger files are no books that anybody reads whole.
const MOST_BYTES: u64 = 1 << 30;

/// A book, in memory as it is in its file.
pub struct Book {
    bytes: Vec<u8>,
}

/// A move that a book knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// As programs exchange it.
    pub code: String,
    /// How much it is to be preferred; what that means is for the maker of the book.
    pub weight: u16,
    /// What was learnt about it.
    pub learn: u32,
}

/// An entry as it stands in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    code: u16,
    weight: u16,
    learn: u32,
}

impl Entry {
    fn read(bytes: &[u8]) -> Self {
        let number = |from: usize, to: usize| bytes[from..to].iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
        Self {
            key: number(0, 8),
            code: number(8, 10) as u16,
            weight: number(10, 12) as u16,
            learn: number(12, SIZE) as u32,
        }
    }

    fn write(self, out: &mut Vec<u8>) {
        out.extend(self.key.to_be_bytes());
        out.extend(self.code.to_be_bytes());
        out.extend(self.weight.to_be_bytes());
        out.extend(self.learn.to_be_bytes());
    }
}

impl Book {
    /// Reads a file; the fault names it.
    pub fn open(file: &Path) -> Result<Self, Fault> {
        let cannot = |what: String| Fault::new(format!("cannot read the book '{}': {what}", file.display()));
        let mut bytes = Vec::new();
        let read = File::open(file).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
        read.map_err(|error| cannot(error.to_string()))?;
        Self::new(bytes).map_err(|fault| cannot(fault.what))
    }

    /// A book from its bytes; the fault says what is wrong with them.
    pub fn new(bytes: Vec<u8>) -> Result<Self, Fault> {
        if bytes.len() as u64 > MOST_BYTES {
            return Err(Fault::new("it has more than 1 GiB"));
        }
        if bytes.is_empty() {
            return Err(Fault::new("it is empty"));
        }
        if !bytes.len().is_multiple_of(SIZE) {
            let what = format!("a book is a row of entries of {SIZE} bytes, but {} are left over", bytes.len() % SIZE);
            return Err(Fault::new(what));
        }
        let book = Self { bytes };
        let mut last = 0;
        for i in 0..book.len() {
            let key = book.entry(i).key;
            if key < last {
                return Err(Fault::new(format!("entry {} is out of order: this is no Polyglot book", i + 1)));
            }
            last = key;
        }
        Ok(book)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / SIZE
    }

    /// Never: a book without entries is refused.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn entry(&self, i: usize) -> Entry {
        Entry::read(&self.bytes[i * SIZE..(i + 1) * SIZE])
    }

    /// The entries of a key, in the order of the file.
    fn entries(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.entry(middle).key < key { low = middle + 1 } else { high = middle }
        }
        (low..self.len()).map(|i| self.entry(i)).take_while(move |entry| entry.key == key)
    }

    /// The moves for the position at the end of a record, the heaviest first.
    ///
    /// Only legal moves: an entry that is none here (of a broken book, or of another position with the same key) is
    /// passed over.
    pub fn moves(&self, record: &Record) -> Result<Vec<BookMove>, Fault> {
        let at = Placed::replay(record)?;
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries(at.key()) {
            let Some(m) = decode(entry.code, at.position()) else { continue };
            let known = BookMove { code: at.write(m), weight: entry.weight, learn: entry.learn };
            // The same move twice is the work of careless merging.
            if moves.iter().all(|earlier| earlier.code != known.code) {
                moves.push(known);
            }
        }
        moves.sort_by_key(|m| std::cmp::Reverse(m.weight));
        Ok(moves)
    }

    /// The key of the position at the end of a record.
    pub fn key(record: &Record) -> Result<u64, Fault> {
        Placed::replay(record).map(|at| at.key())
    }
}

#[cfg(test)]
mod tests;
