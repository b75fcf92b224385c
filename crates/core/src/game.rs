//! The rules of a game.

use crate::line::HistoryRule;
use crate::{Mover, Outcome, Side};
use std::fmt::Debug;

/// A cell of a board, numbered row by row from the first player's left corner. Boards have at most 65,536.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Square(pub u16);

impl Square {
    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece of some player, as a number that the game gives it; evaluators index their tables with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man(pub u8);

/// A fingerprint of a position, equal where the repetition rule says the positions are equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Key(pub u64);

/// Thirty-two bits that name a move among the legal moves of one position.
///
/// Transposition tables store hints rather than moves: a collision can then never yield an illegal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hint(pub u32);

/// The rules. `&self` is all that stays fixed during a game; a position is plain state without any
/// pointer back to its rules.
///
/// The first six questions are required. The smallest complete example is tic-tac-toe in `crates/rows`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not know the rules of a game",
    note = "implement `tabula_core::Game`; `crates/rows/src/tictactoe.rs` is the smallest example"
)]
pub trait Game: Send + Sync + 'static {
    /// The state of the board, and whatever else decides which moves are legal.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A whole turn: a multiple capture is one move.
    type Move: Copy + Eq + Debug + Send + Sync;
    /// Whether chance ever moves; `false` compiles every chance branch away.
    const CHANCE: bool = false;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

    /// Who moves next.
    fn mover(&self, at: &Self::Position) -> Mover;

    /// Appends exactly the legal moves to `out`. None where a player has already won.
    ///
    /// Where a draw is declared by the board alone (dead material), moves are still listed: counting
    /// them is nobody's loss, and perft tables are made that way.
    fn moves(&self, at: &Self::Position, out: &mut Vec<Self::Move>);

    /// Makes a move, which must come from [`moves`](Game::moves) or [`chances`](Game::chances) of the
    /// same position; any other move leaves an unspecified position, never undefined behaviour.
    fn play<W: Watch>(&self, at: &mut Self::Position, m: Self::Move, watch: &mut W);

    /// The verdict seen without listing moves: a row is complete, a king is taken, material is dead.
    fn ended(&self, at: &Self::Position) -> Option<Outcome>;

    /// The verdict where [`moves`](Game::moves) is empty and [`ended`](Game::ended) is silent.
    fn stuck(&self, at: &Self::Position) -> Outcome;

    /// The fingerprint, equal where the repetition rule says the positions are equal.
    fn key(&self, at: &Self::Position) -> Key;

    /// Appends each outcome of the die with its weight; asked only where [`Mover::Chance`] moves.
    fn chances(&self, _at: &Self::Position, _out: &mut Vec<(Self::Move, u32)>) {}

    /// How many legal moves there are. Overridden where counting is cheaper than listing.
    fn count(&self, at: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.len() as u64
    }

    /// A name for `m`, distinct among the legal moves of `at`. The default is its place in the list.
    fn hint(&self, at: &Self::Position, m: Self::Move) -> Hint {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        Hint(moves.iter().position(|&x| x == m).map_or(u32::MAX, |i| i as u32))
    }

    /// Which repetitions and long quiet stretches end the game.
    fn history(&self) -> HistoryRule {
        HistoryRule::NONE
    }

    /// Men that stand on the board and yet are lost, as the game proposes it to the players when they stop; none where the
    /// board alone decides.
    fn lost(&self, _at: &Self::Position) -> Vec<Square> {
        Vec::new()
    }

    /// The result if the players stopped now and agreed that these men are lost; `None` where games do not end so.
    fn counted(&self, _at: &Self::Position, _lost: &[Square]) -> Option<Outcome> {
        None
    }

    /// The men that are lost or saved together with the one on a square.
    fn together(&self, _at: &Self::Position, on: Square) -> Vec<Square> {
        vec![on]
    }

    /// To whom each square belongs if the players stopped now and agreed that these men are lost; empty where games do not
    /// end so.
    fn holders(&self, _at: &Self::Position, _lost: &[Square]) -> Vec<Option<Side>> {
        Vec::new()
    }

    /// Plies since the last move that cannot be taken back (a capture, a pawn move): earlier positions
    /// cannot recur. The default looks back to the start of the game, which is right and slow; a game
    /// whose [`HistoryRule`] limits quiet plies has to answer.
    fn quiet_plies(&self, _at: &Self::Position) -> u32 {
        u32::MAX
    }
}

/// Hears of every man that is put on the board or lifted from it; accumulators hang on it.
pub trait Watch {
    /// `man` now stands on `on`.
    fn put(&mut self, man: Man, on: Square);
    /// `man` no longer stands on `from`.
    fn lift(&mut self, man: Man, from: Square);
}

/// Nobody listens; the calls compile away.
impl Watch for () {
    #[inline]
    fn put(&mut self, _: Man, _: Square) {}
    #[inline]
    fn lift(&mut self, _: Man, _: Square) {}
}
