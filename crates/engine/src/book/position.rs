//! The position at the end of a record, as Polyglot sees it: its key, and the moves in its spelling.
//!
//! Games are replayed rather than converted: the key counts a square that was passed whenever a pawn stands beside it,
//! even if taking is not legal, which our positions do not remember.

use crate::Record;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, File, Move, Position, PositionError, Rank, Role, Square};
use tabula_core::{Fault, Side};

/// What a pawn becomes, by the number in a move.
const BECOMES: [Option<Role>; 5] = [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];

/// A position and how its game writes castling.
pub(super) struct Placed {
    position: Chess,
    mode: CastlingMode,
}

impl Placed {
    /// The start of a game.
    pub(super) fn start(game: &str, start: Option<&str>) -> Result<Self, Fault> {
        let mode = match game {
            "chess" => CastlingMode::Standard,
            "chess960" => CastlingMode::Chess960,
            other => return Err(Fault::new(format!("a Polyglot book knows chess and chess960, not {other}"))),
        };
        let Some(text) = start else { return Ok(Self { position: Chess::default(), mode }) };
        let no_position = || Fault::new(format!("'{text}' is no position of {game}"));
        let fen: Fen = match text.trim().parse().ok().and_then(tabula_chess::fischer_start) {
            Some(numbered) if mode == CastlingMode::Chess960 => numbered.parse(),
            _ => text.parse(),
        }
        .map_err(|_| no_position())?;
        // Rights to castle may be those of Chess960 in a game of chess, as in X-FEN.
        let position = fen
            .into_position(CastlingMode::Chess960)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_err(|_| no_position())?;
        Ok(Self { position, mode })
    }

    /// The end of a game.
    pub(super) fn replay(record: &Record) -> Result<Self, Fault> {
        let mut at = Self::start(&record.setup.game, record.setup.start.as_deref())?;
        for text in &record.moves {
            at.play(text)?;
        }
        Ok(at)
    }

    /// Plays a move as programs exchange it, and answers how it is written in a book.
    pub(super) fn play(&mut self, text: &str) -> Result<u16, Fault> {
        let parsed = text.parse::<UciMove>().ok().and_then(|m| m.to_move(&self.position).ok());
        let m = parsed.ok_or_else(|| Fault::new(format!("'{text}' is no legal move")))?;
        let code = code(m);
        self.position.play_unchecked(m);
        Ok(code)
    }

    pub(super) fn position(&self) -> &Chess {
        &self.position
    }

    /// Who moves.
    pub(super) fn side(&self) -> Side {
        if self.position.turn().is_white() { Side::First } else { Side::Second }
    }

    /// The key of the book.
    pub(super) fn key(&self) -> u64 {
        self.position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
    }

    /// A move as programs exchange it.
    pub(super) fn write(&self, m: Move) -> String {
        m.to_uci(self.mode).to_string()
    }
}

/// The 16 bits of a move.
pub(super) fn code(m: Move) -> u16 {
    // Castling takes the own rook, here as there.
    let (from, to) = (m.from().unwrap_or(m.to()), m.to());
    let place = |square: Square| square.rank() as u16 * 8 + square.file() as u16;
    let becomes = BECOMES.iter().position(|&role| role == m.promotion()).unwrap_or(0) as u16;
    becomes << 12 | place(from) << 6 | place(to)
}

/// The legal move of 16 bits; `None` if there is none.
pub(super) fn decode(bits: u16, at: &Chess) -> Option<Move> {
    let three = |shift: u16| u32::from(bits >> shift & 7);
    let square = |shift: u16| Square::from_coords(File::new(three(shift)), Rank::new(three(shift + 3)));
    let promotion = *BECOMES.get(three(12) as usize)?;
    // It knows castling as the king's goal too, which some books write.
    UciMove::Normal { from: square(6), to: square(0), promotion }.to_move(at).ok()
}
