//! What alpha-beta can exploit in a game beyond its rules.

use crate::{Game, Hint, Key, Score};

/// How many parts of a position [`Tactics::aspects`] tells apart.
pub const ASPECTS: usize = 3;

/// A chance of this much is certainty, see [`Tactics::peril`].
pub const CERTAIN: u32 = 1 << 12;

/// What later throws of a die may bring, by player and in [`CERTAIN`]ths, see [`Tactics::prospect`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Prospect {
    /// The chances of a turn that it ends the game to the loss of the first and of the second player.
    pub lost: [u32; 2],
    /// The chances of a throw that it lays them open.
    pub opened: [u32; 2],
}

/// Knowledge for searches. Every default is correct and merely slow or blind; a heuristic that asks
/// falls silent at a default answer.
pub trait Tactics: Game {
    /// Appends the moves that quiescence follows: captures, promotions.
    fn noisy(&self, _at: &Self::Position, _out: &mut Vec<Self::Move>) {}

    /// Appends the legal moves that [`noisy`](Tactics::noisy) leaves out; those that are not
    /// [worth a thought](Tactics::worthwhile) may be missing.
    fn quiet(&self, at: &Self::Position, out: &mut Vec<Self::Move>) {
        let mut loud = Vec::new();
        self.noisy(at, &mut loud);
        let first = out.len();
        self.moves(at, out);
        let mut kept = first;
        for i in first..out.len() {
            if !loud.contains(&out[i]) {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Whether a legal move is one of the [`noisy`](Tactics::noisy) ones.
    fn is_noisy(&self, at: &Self::Position, m: Self::Move) -> bool {
        let mut loud = Vec::new();
        self.noisy(at, &mut loud);
        loud.contains(&m)
    }

    /// Appends the legal moves that are worth a thought, at least one where there is a legal move. All of them by
    /// default; a game in which most moves are idle (a stone far from all others) may name fewer.
    fn worthwhile(&self, at: &Self::Position, out: &mut Vec<Self::Move>) {
        self.moves(at, out);
    }

    /// How good a quiet move looks before anything was learnt about it, in the units of histories (thousands): orders
    /// quiet moves.
    fn promise(&self, _at: &Self::Position, _m: Self::Move) -> i32 {
        0
    }

    /// Whether the mover has to react at once: check, a forced capture, an open four.
    fn urgent(&self, _at: &Self::Position) -> bool {
        false
    }

    /// Whether a move makes the position of the opponent [`urgent`](Tactics::urgent), without making it.
    fn forces(&self, _at: &Self::Position, _m: Self::Move) -> bool {
        false
    }

    /// Hands the move to the opponent, where that thought is allowed. Answers whether it did.
    fn pass(&self, _at: &mut Self::Position) -> bool {
        false
    }

    /// Skips the die, as if nothing had been thrown, where that thought is allowed. Answers whether it did; asked only
    /// where [`Mover::Chance`](crate::Mover::Chance) moves.
    fn still(&self, _at: &mut Self::Position) -> bool {
        false
    }

    /// The chances, in [`CERTAIN`]ths, that a throw of the die from here ends the game to the loss of the first and
    /// of the second player; `None` where that is found only by looking at every outcome.
    fn peril(&self, _at: &Self::Position) -> Option<[u32; 2]> {
        None
    }

    /// The chances, in [`CERTAIN`]ths, that a throw lays the first and the second player open to lose by the reply of the other:
    /// by the next throw for whoever has just moved, by the one after his move for whoever is about to.
    fn opening(&self, _at: &Self::Position) -> [u32; 2] {
        [0; 2]
    }

    /// The same some turns later, before which each player does for himself what he can. A turn is a move of each player and the
    /// throws after them.
    fn prospect(&self, _at: &Self::Position) -> Prospect {
        Prospect::default()
    }

    /// What the move wins at once, in the units of the evaluator: orders captures.
    fn gain(&self, _at: &Self::Position, _m: Self::Move) -> Score {
        Score::ZERO
    }

    /// Whether the exchange that `m` begins on its square wins at least `margin`, both sides taking with their least
    /// man while it pays (static exchange). The default believes in every move.
    fn holds(&self, _at: &Self::Position, _m: Self::Move, _margin: i32) -> bool {
        true
    }

    /// How many places [`slot`](Tactics::slot) may name. History tables have this size, some of them squared.
    fn slots(&self) -> usize {
        1
    }

    /// The place of a move in history tables: moves alike share one (the same man to the same square), in
    /// whatever position they are made. Less than [`slots`](Tactics::slots).
    fn slot(&self, _at: &Self::Position, _m: Self::Move) -> usize {
        0
    }

    /// How many kinds of prey [`prey`](Tactics::prey) may name.
    fn preys(&self) -> usize {
        1
    }

    /// What a move takes, as a number less than [`preys`](Tactics::preys); 0 for nothing.
    fn prey(&self, _at: &Self::Position, _m: Self::Move) -> usize {
        0
    }

    /// Fingerprints of parts of the position (the pawns, the officers of either side, ...): an evaluator that is wrong
    /// about a position is wrong in the same way about others that share such a part. 0 where there is none.
    fn aspects(&self, _at: &Self::Position) -> [u64; ASPECTS] {
        [0; ASPECTS]
    }

    /// A guess at the key of the position after a move, without making it: where tables will be asked next. It may be
    /// wrong for moves that are rare.
    fn key_after(&self, at: &Self::Position, _m: Self::Move) -> Key {
        self.key(at)
    }

    /// Whether the mover could reach an earlier position, whose key is given, by one move: a draw by repetition is then
    /// near, whatever else the position holds.
    fn returns(&self, _at: &Self::Position, _earlier: Key) -> bool {
        false
    }

    /// The legal move that `hint` names here, or `None` if it names none.
    fn recall(&self, at: &Self::Position, hint: Hint) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.into_iter().find(|&m| self.hint(at, m) == hint)
    }
}
