//! Games in the notation of their family: PDN for draughts, SGF for Go, PGN for all others.

use crate::pgn::{Bounds, Dialect, Game, Import, Open, Reading, Tag, Verdict};
use crate::{pdn, pgn, sgf};
use std::io::{self, BufRead};
use tabula_engine::{GameCard, Table};

/// The family whose games are written as SGF. Five in a row can be, but is kept as PGN like all that are not Go.
const GO: &str = "go";

/// The notation in which games of this kind are written.
pub fn dialect(card: &GameCard) -> Dialect {
    if pdn::Kind::of_id(&card.id).is_some() {
        Dialect::Pdn
    } else if card.family == GO {
        Dialect::Sgf
    } else {
        Dialect::Pgn
    }
}

/// Games of a stream, in whatever notation.
pub enum Reader<R> {
    /// Tags and moves.
    Text(pgn::Reader<R>),
    /// Trees of properties.
    Tree(sgf::Reader<R>),
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Reading>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Text(reader) => reader.next(),
            Self::Tree(reader) => reader.next().map(|reading| reading.map(|reading| sgf::game(&reading))),
        }
    }
}

/// Reads games from a stream; only one of them is in memory at a time.
pub fn reader<R: BufRead>(from: R, dialect: Dialect) -> Reader<R> {
    match dialect {
        Dialect::Sgf => Reader::Tree(sgf::Reader::new(from)),
        _ => Reader::Text(pgn::Reader::of_dialect(from, Bounds::default(), dialect)),
    }
}

/// Replays a game on a table that `open` opens.
pub fn import(reading: Reading, dialect: Dialect, open: Open<'_>) -> Import {
    match dialect {
        Dialect::Pgn => pgn::import(reading, open),
        Dialect::Pdn => pdn::import(reading, open),
        Dialect::Sgf => sgf::import(reading, open),
    }
}

/// Makes a game of what was played on a table, in its own notation.
pub fn export(table: &dyn Table, tags: &[Tag], result: Option<Verdict>) -> Game {
    let own = match dialect(table.card()) {
        Dialect::Pgn => None,
        Dialect::Pdn => pdn::export(table, tags, result),
        Dialect::Sgf => sgf::export(table, tags, result),
    };
    own.unwrap_or_else(|| pgn::export(table, tags, result))
}

/// A game as text.
pub fn write(game: &Game, dialect: Dialect) -> String {
    match dialect {
        Dialect::Pgn => pgn::write(game),
        Dialect::Pdn => pdn::write(game),
        Dialect::Sgf => sgf::write(&sgf::tree(game)),
    }
}

/// The tags that name the first and the second player: in some draughts, and in Go, Black begins.
pub fn seats(card: &GameCard) -> [&'static str; 2] {
    match pdn::Kind::of_id(&card.id) {
        _ if card.family == GO => ["Black", "White"],
        Some(kind) if kind.black_begins() => ["Black", "White"],
        _ => ["White", "Black"],
    }
}
