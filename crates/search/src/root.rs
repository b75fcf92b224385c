//! The moves that a job allows at the root.

use tabula_core::{Game, Job, Mover};

/// The moves to choose among; none if the game is over or the die moves.
pub(crate) fn choices<G: Game>(job: &Job<'_, G>) -> Vec<G::Move> {
    let at = job.line.now();
    let mut moves = Vec::new();
    if job.game.ended(at).is_none() && job.game.mover(at) != Mover::Chance {
        job.game.moves(at, &mut moves);
        restrict(&mut moves, job.only);
    }
    moves
}

/// Keeps only the wanted moves; where none of them is legal, the wish is void.
pub(crate) fn restrict<M: Copy + PartialEq>(moves: &mut Vec<M>, only: &[M]) {
    if moves.iter().any(|m| only.contains(m)) {
        moves.retain(|m| only.contains(m));
    }
}
