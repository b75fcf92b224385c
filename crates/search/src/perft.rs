//! Counting move paths over several threads: the same numbers as [`tabula_core::perft`], sooner.
//!
//! The work is cut into one piece per position after two plies (400 in chess), which the threads take from a
//! common list: large enough to cost nothing, small enough that no thread is left with a long last piece.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tabula_core::{Game, perft as one_thread};

/// Plies that are played before the work is handed out.
const SPLIT: u32 = 2;

/// The number of paths of exactly `depth` moves from `at`, counted by `threads` threads.
///
/// ```
/// use tabula_core::{Game, testkit::Tree};
/// use tabula_search::perft::perft;
/// let tree = Tree::parse("(((1 2) 3) ((4 5 6) (7 8)))").unwrap();
/// assert_eq!(perft(&tree, &tree.start(), 3, 2), 8);
/// ```
pub fn perft<G: Game>(game: &G, at: &G::Position, depth: u32, threads: usize) -> u64 {
    if depth == 0 { 1 } else { divide(game, at, depth, threads).iter().map(|(_, nodes)| nodes).sum() }
}

/// The count below each legal move, in the order of the moves.
pub fn divide<G: Game>(game: &G, at: &G::Position, depth: u32, threads: usize) -> Vec<(G::Move, u64)> {
    if threads <= 1 || depth <= SPLIT {
        return one_thread::divide(game, at, depth);
    }
    let roots = children(game, at);
    let pieces: Vec<(usize, G::Position)> = roots
        .iter()
        .enumerate()
        .flat_map(|(root, (_, next))| children(game, next).into_iter().map(move |(_, piece)| (root, piece)))
        .collect();
    let counts: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
    let taken = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(pieces.len()) {
            scope.spawn(|| {
                while let Some((root, piece)) = pieces.get(taken.fetch_add(1, Ordering::Relaxed)) {
                    counts[*root].fetch_add(one_thread::perft(game, piece, depth - SPLIT), Ordering::Relaxed);
                }
            });
        }
    });
    roots.into_iter().zip(counts).map(|((m, _), count)| (m, count.into_inner())).collect()
}

/// Every move (or outcome of the die) with the position after it.
fn children<G: Game>(game: &G, at: &G::Position) -> Vec<(G::Move, G::Position)> {
    let moves = one_thread::divide(game, at, 1);
    moves
        .into_iter()
        .map(|(m, _)| {
            let mut next = at.clone();
            game.play(&mut next, m, &mut ());
            (m, next)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Dice;
    use tabula_core::testkit::Tree;

    #[test]
    fn threads_count_what_one_thread_counts() {
        let mut dice = Dice::new(3);
        for _ in 0..50 {
            let tree = Tree::random(&mut dice, 6, 4, true);
            for depth in 0..=6 {
                let alone = one_thread::divide(&tree, &tree.start(), depth);
                for threads in [0, 1, 2, 5] {
                    assert_eq!(divide(&tree, &tree.start(), depth, threads), alone, "depth {depth}, {threads} threads");
                    let total = one_thread::perft(&tree, &tree.start(), depth);
                    assert_eq!(perft(&tree, &tree.start(), depth, threads), total);
                }
            }
        }
    }
}
