//! Every search, compiled for every game, and the making of endgame tables for those that have them.
//!
//! Searches are generic, and a copy of all of them for one game takes the compiler many seconds. The copies are made here and nowhere
//! else: whoever stands above only links them, however often it is compiled (for tests, for documentation, for a small change).
//! A line of the table below is a [`Method::build`] with its types written out.
//!
//! A game has a copy for evaluators of any type, and perhaps another for the evaluator that is worth a strong search of its own.

use tabula_board::Wide;
use tabula_chess::nnue::Learnt;
use tabula_chess::{Chess, General, Loaded, Orthodox, Tapered};
use tabula_core::{AnyEvaluator, Search};
use tabula_draughts::{Draughts, Pattern};
use tabula_go::Go;
use tabula_rows::{Gomoku, TicTacToe};
use tabula_search::{Method, Params};
use tabula_tables::Workshop;

/// Makes a search of a game `G` that judges by an evaluator `E`.
pub type Arm<G, E = AnyEvaluator<G>> = fn(Method, E, Params) -> Box<dyn Search<G>>;

macro_rules! arms {
    ($($(#[$about:meta])* $name:ident: $game:ty, $eval:ty;)*) => {$(
        $(#[$about])*
        pub fn $name(method: Method, eval: $eval, params: Params) -> Box<dyn Search<$game>> {
            method.build(eval, params)
        }
    )*};
}

arms! {
    /// Chess and Chess960.
    chess: Chess<u64, Orthodox>, AnyEvaluator<Chess<u64, Orthodox>>;
    /// The same with the evaluation of the house.
    chess_tapered: Chess<u64, Orthodox>, Tapered;
    /// The same with a network.
    chess_learnt: Chess<u64, Orthodox>, Learnt;
    /// Variants of chess on at most 64 squares.
    narrow: Chess<u64, Loaded<u64>>, AnyEvaluator<Chess<u64, Loaded<u64>>>;
    /// The same with the general evaluation.
    narrow_general: Chess<u64, Loaded<u64>>, General<u64>;
    /// Variants on at most 128 squares.
    broad: Chess<u128, Loaded<u128>>, AnyEvaluator<Chess<u128, Loaded<u128>>>;
    /// The same with the general evaluation.
    broad_general: Chess<u128, Loaded<u128>>, General<u128>;
    /// Variants on larger boards.
    wide: Chess<Wide, Loaded<Wide>>, AnyEvaluator<Chess<Wide, Loaded<Wide>>>;
    /// Variants in which a neutral man roams.
    roaming: Chess<u64, Loaded<u64, true>>, AnyEvaluator<Chess<u64, Loaded<u64, true>>>;
    /// Draughts of every code.
    draughts: Draughts, AnyEvaluator<Draughts>;
    /// The same with the learnt evaluation.
    draughts_pattern: Draughts, Pattern;
    /// Go of every size, by every set of rules.
    go: Go, AnyEvaluator<Go>;
    /// Five in a row by every law.
    gomoku: Gomoku, AnyEvaluator<Gomoku>;
    /// Tic-tac-toe.
    tictactoe: TicTacToe, AnyEvaluator<TicTacToe>;
}

macro_rules! workshops {
    ($($(#[$about:meta])* $name:ident: $game:ty;)*) => {$(
        $(#[$about])*
        // A caller that took it in would compile all of it.
        #[inline(never)]
        pub fn $name() -> Workshop<$game> {
            Workshop::new()
        }
    )*};
}

workshops! {
    /// Tables of chess and Chess960.
    chess_tables: Chess<u64, Orthodox>;
    /// Of variants on at most 64 squares.
    narrow_tables: Chess<u64, Loaded<u64>>;
    /// Of variants on at most 128 squares.
    broad_tables: Chess<u128, Loaded<u128>>;
    /// Of variants on larger boards.
    wide_tables: Chess<Wide, Loaded<Wide>>;
    /// Of variants in which a neutral man roams: there are none, but it takes a workshop to say so.
    roaming_tables: Chess<u64, Loaded<u64, true>>;
    /// Of draughts.
    draughts_tables: Draughts;
}
