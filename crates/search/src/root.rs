//! The moves that a job allows at the root.

use tabula_core::{Game, Job, Mover, Score, Tactics};

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

/// The same; those worth a thought unless some are asked for; and where the result is known, only the moves that keep it.
pub(crate) fn sound_choices<G: Tactics>(job: &Job<'_, G>) -> Vec<G::Move> {
    let mut moves = choices(job);
    if job.only.is_empty() && !moves.is_empty() {
        let mut worthwhile = Vec::new();
        job.game.worthwhile(job.line.now(), &mut worthwhile);
        restrict(&mut moves, &worthwhile);
    }
    // Who wants several lines wants to see the moves that throw a known result away, too.
    let known = job.known.filter(|_| job.lines == 1 && job.only.is_empty());
    if let Some((_, best)) = known.and_then(|known| known.choices(job.game, job.line)) {
        restrict(&mut moves, &best);
    }
    moves
}

/// A move among these that ends the game at once, won by the mover.
pub(crate) fn winning_at_once<G: Game>(job: &Job<'_, G>, moves: &[G::Move]) -> Option<G::Move> {
    let at = job.line.now();
    let Mover::Player(side) = job.game.mover(at) else { return None };
    moves.iter().copied().find(|&m| {
        let mut next = at.clone();
        job.game.play(&mut next, m, &mut ());
        job.game.ended(&next).is_some_and(|outcome| outcome.winner == Some(side))
    })
}

/// Keeps only the wanted moves; where none of them is legal, the wish is void.
pub(crate) fn restrict<M: Copy + PartialEq>(moves: &mut Vec<M>, only: &[M]) {
    if moves.iter().any(|m| only.contains(m)) {
        moves.retain(|m| only.contains(m));
    }
}

/// The value of a position in which the mover has nothing to choose.
pub(crate) fn verdict_here<G: Game>(job: &Job<'_, G>) -> Score {
    let (game, at) = (job.game, job.line.now());
    let outcome = game.ended(at).unwrap_or_else(|| game.stuck(at));
    match outcome.winner {
        None => Score::ZERO,
        Some(winner) if Mover::Player(winner) == game.mover(at) => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    }
}
