//! Portable draughts notation, version 3.0: games of draughts, written like PGN.
//!
//! Reading, the tree of moves and replaying are those of [`pgn`](crate::pgn); here stands what draughts have of their own: the tag
//! `GameType`, results of two points, and a `*` between games.
//!
//! Not read: moves without anything between their numbers (`3228`, which looks like the number of a move) and with blanks in them
//! (`32 - 28`); commands between slashes are kept as comments. In a result the points of whoever begins come first.
//!
//! ```
//! use tabula_wire::{pdn, pgn::Verdict};
//! let games = pdn::read_all(b"[GameType \"20\"]\n[Result \"2-0\"]\n1. 32-28(!) 19-23 2. 28x19* *");
//! assert!(games[0].faults.is_empty());
//! assert_eq!(games[0].game.result, Verdict::First);
//! let text = "[GameType \"20\"]\n[Result \"2-0\"]\n\n1. 32-28 $1 19-23 2. 28x19 $7 *\n";
//! assert_eq!(pdn::write(&games[0].game), text);
//! ```

mod export;
mod kind;
mod write;

pub use export::export;
pub use kind::{Kind, Points};
pub use write::{write, write_all};

use crate::pgn::{Bounds, Dialect, Game, Import, Numbering, Open, Reader, Reading, replay};
use std::io::BufRead;
use tabula_engine::catalogue;

/// Reads games from a stream; only one of them is in memory at a time.
pub fn reader<R: BufRead>(from: R) -> Reader<R> {
    Reader::of_dialect(from, Bounds::default(), Dialect::Pdn)
}

/// Every game of a file that is in memory. Never fails, never panics: what is wrong stands beside each game.
pub fn read_all(bytes: &[u8]) -> Vec<Reading> {
    // Reading from memory cannot fail, so the filter drops nothing.
    reader(bytes).filter_map(Result::ok).collect()
}

/// Replays a game on a table that `open` opens.
pub fn import(reading: Reading, open: Open<'_>) -> Import {
    let (id, first) = (game_id(&reading.game), numbering(&reading.game));
    replay(reading, id, "GameType", first, open)
}

/// The id of the game that a file holds: by its `Variant` where the house knows it, by its `GameType`, or by its first move.
pub fn game_id(game: &Game) -> String {
    if let Some(shelf) = game.tag("Variant").and_then(|variant| catalogue::find(variant).ok()) {
        return shelf.card().id.clone();
    }
    match (game.tag("GameType"), Kind::of_game(game)) {
        (_, Some(kind)) => kind.id.into(),
        (Some(other), None) => format!("GameType {other}"),
        (None, None) => Kind::guess(game).id.into(),
    }
}

/// The first move of a game. From a position of its own Black's move is the second of its number, whoever begins in this kind of
/// draughts: three dots stand before a move of Black.
fn numbering(game: &Game) -> Numbering {
    let Some(fen) = game.tag("FEN") else { return Numbering::default() };
    let second = fen.trim_start_matches(|c: char| c.is_whitespace() || c == '"').starts_with(['B', 'b']);
    let number = fen.split(':').find_map(|field| field.trim().strip_prefix('F')?.parse().ok());
    Numbering { number: number.unwrap_or(1).max(1), second }
}
