//! Five in a row: gomoku, freestyle and standard, and renju, on boards of 15 and of 19 lines.
//!
//! One type holds the rules of all of them, for every search is compiled once per type; which game it is stands in a
//! [`Law`]:
//!
//! | law | X, who begins (Black) | O (White) |
//! |---|---|---|
//! | [`Law::Freestyle`] | five or more in a row win | the same |
//! | [`Law::Standard`] | exactly five win; six or more are nothing | the same |
//! | [`Law::Renju`] | exactly five win; six or more, two fours or two threes at once are forbidden | five or more win |
//!
//! There is no opening rule: those are agreements of tournaments, and need no other board.
//!
//! # Threats
//! Whoever plays these games thinks in fours and threes, so a position knows them. For each empty point, player and
//! direction it holds a [`Class`]: what a stone there would make on that line. The classes of the four lines together
//! give the point its [`Rank`]: whether a stone there wins, forces, or is forbidden; and how many points of each
//! class and rank there are is counted along. `play` looks up again what a stone has changed, at most forty points
//! for either player (see `board.rs`), so that the questions of a search are answered by reading: is a five
//! threatened, can I make an open four, how do both stand?
//!
//! | file | what it holds |
//! |---|---|
//! | `class.rs`, `rank.rs` | what a stone makes on one line and on four; the tables |
//! | `grid.rs` | lines as words of bits |
//! | `board.rs` | the position |
//! | `renju.rs` | what Black may not play |
//! | `fours.rs`, `threes.rs` | wins by fours, and by fours and threes |
//! | `forced.rs` | forced wins for a search, as if they were endgame tables |
//! | `tactics.rs`, `judge.rs` | which moves a search tries, and how a position looks |
//! | `text.rs`, `view.rs`, `encode.rs` | notation, picture, and what a network sees |

mod board;
mod class;
mod encode;
mod forced;
mod fours;
mod grid;
mod judge;
mod rank;
mod renju;
mod tactics;
mod text;
mod threes;
mod view;

pub use board::Board;
pub use class::{Class, Flavour};
pub use forced::Forced;
pub use fours::Fours;
pub use judge::{greedy, threats};
pub use rank::Rank;
pub use threes::Threes;

use class::{Classes, REACH};
use grid::Grid;
use rank::Ranks;
use tabula_core::{BySide, Cause, Game, Hint, Key, Man, Mover, Outcome, Side, Square, Watch};

/// Which of the games it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Law {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Exactly five win for Black, who has forbidden moves besides; five or more win for White.
    Renju,
}

impl Law {
    const fn flavours(self) -> [Flavour; 2] {
        match self {
            Self::Freestyle => [Flavour::AtLeastFive, Flavour::AtLeastFive],
            Self::Standard => [Flavour::ExactlyFive, Flavour::ExactlyFive],
            Self::Renju => [Flavour::Renju, Flavour::AtLeastFive],
        }
    }
}

/// The rules.
///
/// ```
/// use tabula_core::{Game, Line, Notation, Outcome, Side, Cause};
/// use tabula_rows::{Gomoku, gomoku::Law};
///
/// let game = Gomoku::new(Law::Freestyle, 15);
/// let mut line = Line::new(&game);
/// for text in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"] {
///     let point = game.read_move(line.now(), text).unwrap();
///     line.play(&game, point);
/// }
/// assert_eq!(game.ended(line.now()), Some(Outcome::win(Side::First, Cause::Row)));
/// ```
pub struct Gomoku {
    law: Law,
    grid: Box<Grid>,
    classes: BySide<&'static Classes>,
    ranks: BySide<&'static Ranks>,
    /// How far a stone changes classes.
    reach: usize,
    start: Box<Board>,
}

impl Gomoku {
    /// The rules of a law on a square board.
    ///
    /// # Panics
    /// If the board has fewer than 5 lines or more than 19.
    pub fn new(law: Law, size: usize) -> Self {
        let [x, o] = law.flavours();
        let reach = if law == Law::Freestyle { REACH - 1 } else { REACH };
        let mut game = Self {
            law,
            grid: Box::new(Grid::new(size)),
            classes: BySide::new(Classes::of(x), Classes::of(o)),
            ranks: BySide::new(Ranks::of(x), Ranks::of(o)),
            reach,
            start: Box::new(Board::blank()),
        };
        let mut start = Board::blank();
        game.fill(&mut start);
        *game.start = start;
        game
    }

    /// Which of the games it is.
    pub const fn law(&self) -> Law {
        self.law
    }

    /// How many lines the board has in either direction.
    pub const fn size(&self) -> usize {
        self.grid.size()
    }

    /// The points without a stone.
    fn empty<'a>(&'a self, at: &'a Board) -> impl Iterator<Item = Square> {
        (0..self.grid.points()).filter(|&point| self.owner(at, point).is_none()).map(|point| Square(point as u16))
    }

    /// Whether a point is on the board, free, and allowed to the player whose turn it is.
    fn is_legal(&self, at: &Board, point: Square) -> bool {
        at.winner.is_none()
            && point.index() < self.grid.points()
            && self.owner(at, point.index()).is_none()
            && !self.is_forbidden(at, at.turn(), point)
    }

    /// Whether the player has points that may be forbidden.
    fn has_doubts(at: &Board, side: Side) -> bool {
        at.count(side, Rank::Forbidden) + at.count(side, Rank::Doubtful) > 0
    }
}

impl Game for Gomoku {
    type Position = Board;
    /// A move is the point that is taken.
    type Move = Square;

    fn start(&self) -> Board {
        (*self.start).clone()
    }

    #[inline]
    fn mover(&self, at: &Board) -> Mover {
        at.turn().into()
    }

    fn moves(&self, at: &Board, out: &mut Vec<Square>) {
        if at.winner.is_some() {
            return;
        }
        if Self::has_doubts(at, at.turn()) {
            out.extend(self.empty(at).filter(|&point| !self.is_forbidden(at, at.turn(), point)));
        } else {
            out.extend(self.empty(at));
        }
    }

    #[inline]
    fn play<W: Watch>(&self, at: &mut Board, point: Square, watch: &mut W) {
        let side = at.turn();
        self.put(at, side, point.index() % self.grid.points());
        watch.put(Man(side as u8), point);
    }

    /// A complete row wins. A full board is not seen here but in [`stuck`](Game::stuck): it is where moves run out.
    #[inline]
    fn ended(&self, at: &Board) -> Option<Outcome> {
        at.winner.map(|side| Outcome::win(side, Cause::Row))
    }

    fn stuck(&self, _: &Board) -> Outcome {
        Outcome::draw(Cause::BoardFull)
    }

    #[inline]
    fn key(&self, at: &Board) -> Key {
        Key(at.key)
    }

    fn count(&self, at: &Board) -> u64 {
        if at.winner.is_some() {
            return 0;
        }
        let turn = at.turn();
        let free = self.grid.points() - at.stones();
        let forbidden = if Self::has_doubts(at, turn) {
            let doubtful = at.ranked(turn, |rank| rank == Rank::Doubtful);
            at.count(turn, Rank::Forbidden) + doubtful.filter(|&point| self.is_forbidden(at, turn, point)).count()
        } else {
            0
        };
        (free - forbidden) as u64
    }

    #[inline]
    fn hint(&self, _: &Board, point: Square) -> Hint {
        Hint(u32::from(point.0))
    }
}
