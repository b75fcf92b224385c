//! Games in the notation of their family: PDN for draughts, PGN for all others.

use crate::pgn::{Bounds, Dialect, Game, Import, Open, Reader, Reading, Tag, Verdict};
use crate::{pdn, pgn};
use std::io::BufRead;
use tabula_engine::{GameCard, Table};

/// The notation in which games of this kind are written.
pub fn dialect(card: &GameCard) -> Dialect {
    if pdn::Kind::of_id(&card.id).is_some() { Dialect::Pdn } else { Dialect::Pgn }
}

/// Reads games from a stream; only one of them is in memory at a time.
pub fn reader<R: BufRead>(from: R, dialect: Dialect) -> Reader<R> {
    Reader::of_dialect(from, Bounds::default(), dialect)
}

/// Replays a game on a table that `open` opens.
pub fn import(reading: Reading, dialect: Dialect, open: Open<'_>) -> Import {
    match dialect {
        Dialect::Pgn => pgn::import(reading, open),
        Dialect::Pdn => pdn::import(reading, open),
    }
}

/// Makes a game of what was played on a table, in its own notation.
pub fn export(table: &dyn Table, tags: &[Tag], result: Option<Verdict>) -> Game {
    pdn::export(table, tags, result).unwrap_or_else(|| pgn::export(table, tags, result))
}

/// A game as text.
pub fn write(game: &Game, dialect: Dialect) -> String {
    match dialect {
        Dialect::Pgn => pgn::write(game),
        Dialect::Pdn => pdn::write(game),
    }
}

/// The tags that name the first and the second player: in some draughts Black begins.
pub fn seats(card: &GameCard) -> [&'static str; 2] {
    match pdn::Kind::of_id(&card.id) {
        Some(kind) if kind.black_begins() => ["Black", "White"],
        _ => ["White", "Black"],
    }
}
