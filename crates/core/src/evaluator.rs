//! Judging a position without looking ahead.

use crate::{Game, Oracle, Score, Watch};
use std::sync::Arc;

/// Follows the moves of a search, so that an evaluator may update instead of recompute.
///
/// It stands apart from [`Evaluator`] so that one evaluator type can serve several games.
pub trait Trace: Send {
    /// Hears of the men that move in one ply.
    type Watch: Watch;
    /// Opens a ply; the move is then played into the watch that is returned.
    fn push(&mut self) -> &mut Self::Watch;
    /// Closes the last ply.
    fn pop(&mut self);
}

/// Judges positions. One per thread; weights are shared behind an `Arc`.
pub trait Evaluator<G: Game>: Trace {
    /// Starts anew from `at`.
    fn reset(&mut self, game: &G, at: &G::Position);

    /// The value for the player who is to move.
    ///
    /// `at` is the position after all plies that are open.
    fn value(&mut self, game: &G, at: &G::Position) -> Score;

    /// What a tree search asks instead, where this evaluator has more to say than a value.
    fn oracle(&self) -> Option<Box<dyn Oracle<G>>> {
        None
    }
}

/// An evaluator that looks at the position alone: any function of game and position.
///
/// ```
/// use tabula_core::{Evaluator, Plain, Score, testkit::Tree};
/// let tree = Tree::parse("(1 2)").unwrap();
/// let mut blind = Plain::new(|_: &Tree, _: &_| Score::ZERO);
/// assert_eq!(blind.value(&tree, &tabula_core::Game::start(&tree)), Score::ZERO);
/// ```
#[derive(Clone, Debug)]
pub struct Plain<F> {
    judge: F,
    nobody: (),
}

impl<F> Plain<F> {
    /// Judges by `judge`.
    pub const fn new(judge: F) -> Self {
        Self { judge, nobody: () }
    }
}

impl<F: Send> Trace for Plain<F> {
    type Watch = ();

    #[inline]
    fn push(&mut self) -> &mut () {
        &mut self.nobody
    }

    #[inline]
    fn pop(&mut self) {}
}

impl<G: Game, F: FnMut(&G, &G::Position) -> Score + Send> Evaluator<G> for Plain<F> {
    fn reset(&mut self, _: &G, _: &G::Position) {}

    #[inline]
    fn value(&mut self, game: &G, at: &G::Position) -> Score {
        (self.judge)(game, at)
    }
}

type Judge<G> = dyn Fn(&G, &<G as Game>::Position) -> Score + Send + Sync;

/// An evaluator that is slow by nature, behind a pointer: all such evaluators of a game share one copy of every
/// search, which is worth more than the call it costs.
pub struct Opinion<G: Game> {
    judge: Arc<Judge<G>>,
    nobody: (),
}

impl<G: Game> Opinion<G> {
    /// Judges by `judge`.
    pub fn new(judge: impl Fn(&G, &G::Position) -> Score + Send + Sync + 'static) -> Self {
        Self { judge: Arc::new(judge), nobody: () }
    }
}

// By hand, since a derived implementation would ask the same of the game.
impl<G: Game> Clone for Opinion<G> {
    fn clone(&self) -> Self {
        Self { judge: Arc::clone(&self.judge), nobody: () }
    }
}

impl<G: Game> Trace for Opinion<G> {
    type Watch = ();

    fn push(&mut self) -> &mut () {
        &mut self.nobody
    }

    fn pop(&mut self) {}
}

impl<G: Game> Evaluator<G> for Opinion<G> {
    fn reset(&mut self, _: &G, _: &G::Position) {}

    fn value(&mut self, game: &G, at: &G::Position) -> Score {
        (self.judge)(game, at)
    }
}
