//! The game: any code of draughts.

use crate::board::{Colour, places};
use crate::code::{CODES, Code, Progress, Promotion};
use crate::limit;
use crate::position::{Move, Position, man};
use tabula_core::line::Threshold;
use tabula_core::{Cause, Game, Hint, HistoryRule, Key, Man, Mover, Outcome, Side, Square, Watch};

/// Draughts by one of its codes.
///
/// ```
/// use tabula_core::{Game, perft::perft};
/// use tabula_draughts::{Draughts, code};
/// let game = Draughts::new(code::INTERNATIONAL);
/// assert_eq!(perft(&game, &game.start(), 4), 4265);
/// ```
#[derive(Clone, Debug)]
pub struct Draughts {
    pub(crate) code: Code,
    /// The place among [`CODES`] of one with the same moves, if there is one: those have a generator of their own.
    pub(crate) number: Option<usize>,
    /// The cell of each place, as screens and evaluators count them: from the first player's left corner.
    pub(crate) cells: [u8; 64],
}

/// Occurrences of a position that make a draw, in every code.
const REPETITIONS: u32 = 3;

impl Draughts {
    /// By this code, which may be one of [`CODES`] or a mixture of one's own.
    pub fn new(code: Code) -> Self {
        let mut cells = [0; 64];
        for place in places(code.board.all()) {
            let (row, column) = code.board.row_and_column(place);
            let last = code.board.size() - 1;
            let (rank, file) = match code.first {
                Colour::White => (last - row, column),
                Colour::Black => (row, last - column),
            };
            cells[place as usize] = (rank * code.board.size() + file) as u8;
        }
        Self { code, number: CODES.iter().position(|known| known.moves_like(&code)), cells }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// The player of a colour.
    #[inline]
    pub fn side(&self, colour: Colour) -> Side {
        if colour == self.code.first { Side::First } else { Side::Second }
    }

    /// The colour of a player.
    #[inline]
    pub fn colour(&self, side: Side) -> Colour {
        match side {
            Side::First => self.code.first,
            Side::Second => !self.code.first,
        }
    }

    /// The cell of a place.
    #[inline]
    pub fn cell(&self, place: u32) -> Square {
        Square(u16::from(self.cells[place as usize & 63]))
    }

    /// Whether a man becomes a king by a move.
    ///
    /// Whoever goes on as a king has been on the last row, and a man gets there in a capture only by jumping a piece on the row
    /// before it: what was captured tells.
    #[inline(always)]
    pub(crate) fn crowns(&self, colour: Colour, m: Move) -> bool {
        let board = self.code.board;
        m.goal() & board.last_row(colour) != 0
            || (self.code.promotion == Promotion::GoesOnAsKing && m.captured & board.row_before_last(colour) != 0)
    }

    /// The limit that the ending on the board has, if any, and the plies that count towards it.
    pub fn limit(&self, at: &Position) -> Option<(&'static limit::Limit, u32)> {
        let number = limit::holding(self.code.limits, at)?;
        Some((&self.code.limits[number], u32::from(at.limited)))
    }

    fn count_limited(&self, before: Option<usize>, crowned: bool, at: &Position) -> u16 {
        let same = limit::holding(self.code.limits, at).filter(|&now| before == Some(now));
        match same {
            Some(now) if !(crowned && self.code.limits[now].crowning_counts) => at.limited.saturating_add(1),
            _ => 0,
        }
    }
}

impl Game for Draughts {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let board = self.code.board;
        let mut at = Position::empty(self.code.first);
        for row in 0..self.code.rows {
            places(board.row(row)).for_each(|place| at.toggle(Colour::Black, false, place));
            places(board.row(board.size() - 1 - row)).for_each(|place| at.toggle(Colour::White, false, place));
        }
        at
    }

    #[inline]
    fn mover(&self, at: &Position) -> Mover {
        self.side(at.turn()).into()
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        self.list(at, out);
    }

    #[inline]
    fn play<W: Watch>(&self, at: &mut Position, m: Move, watch: &mut W) {
        let turn = at.turn();
        let king = at.all_kings() & m.origin() != 0;
        let crowned = !king && self.crowns(turn, m);
        let limited =
            if self.code.limits.is_empty() || m.captured != 0 { None } else { limit::holding(self.code.limits, at) };
        // Captured pieces first: where each is removed at once, a king may end where one of them stood.
        for place in places(m.captured) {
            let was_king = at.all_kings() & 1 << place != 0;
            at.toggle(!turn, was_king, place);
            watch.lift(Man(man(!turn, was_king)), self.cell(place));
        }
        at.toggle(turn, king, u32::from(m.from));
        watch.lift(Man(man(turn, king)), self.cell(u32::from(m.from)));
        at.toggle(turn, king || crowned, u32::from(m.to));
        watch.put(Man(man(turn, king || crowned)), self.cell(u32::from(m.to)));
        at.hand_over();
        let progress = m.captured != 0 || (!king && self.code.progress == Progress::CaptureOrMan);
        at.quiet = if progress { 0 } else { at.quiet.saturating_add(1) };
        at.limited = if limited.is_some() { self.count_limited(limited, crowned, at) } else { 0 };
    }

    /// Whoever has nothing left has lost. Otherwise only a limited ending ends without moves running out; but whoever cannot move then
    /// has lost.
    #[inline]
    fn ended(&self, at: &Position) -> Option<Outcome> {
        if at.pieces(at.turn()) == 0 {
            return Some(self.stuck(at));
        }
        if at.limited == 0 {
            return None;
        }
        let (limit, plies) = self.limit(at)?;
        (plies >= limit.plies && self.tally(at) > 0).then(|| Outcome::draw(Cause::NoProgress))
    }

    /// Whoever cannot move has lost, in every code.
    fn stuck(&self, at: &Position) -> Outcome {
        Outcome::win(self.side(!at.turn()), Cause::Stalemate)
    }

    #[inline(always)]
    fn key(&self, at: &Position) -> Key {
        at.raw_key()
    }

    fn count(&self, at: &Position) -> u64 {
        self.tally(at)
    }

    /// Origin, goal, and which of the opponent's pieces are captured, counted in the order of their places: of at most twenty.
    fn hint(&self, at: &Position, m: Move) -> Hint {
        let prey = at.pieces(!at.turn());
        let ranks: u32 = places(m.captured).map(|place| 1 << ((prey & ((1 << place) - 1)).count_ones() & 31)).sum();
        Hint(u32::from(m.from) | u32::from(m.to) << 6 | ranks << 12)
    }

    fn history(&self) -> HistoryRule {
        let both = |count| Some(Threshold { claim: count, forced: count });
        HistoryRule { repetition: both(REPETITIONS), quiet: both(self.code.quiet) }
    }

    fn quiet_plies(&self, at: &Position) -> u32 {
        u32::from(at.quiet)
    }
}
