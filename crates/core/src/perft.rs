//! Counting the paths of legal moves: the proof of the rules, and a measure of their speed.
//!
//! Outcomes of the die count as moves. The last ply is counted, not played.

use crate::{Game, Mover};

/// The number of paths of exactly `depth` moves from `at`.
///
/// ```
/// use tabula_core::{Game, perft::perft, testkit::Tree};
/// let tree = Tree::parse("((1 2) (3 4 5))").unwrap();
/// assert_eq!(perft(&tree, &tree.start(), 2), 5);
/// ```
pub fn perft<G: Game>(game: &G, at: &G::Position, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    descend(game, at, &mut lists)
}

/// The count below each legal move: finds the move whose subtree is wrong.
pub fn divide<G: Game>(game: &G, at: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut moves = Vec::new();
    list(game, at, &mut moves);
    let mut lists = vec![Vec::new(); depth as usize - 1];
    moves
        .into_iter()
        .map(|m| {
            let mut next = at.clone();
            game.play(&mut next, m, &mut ());
            (m, descend(game, &next, &mut lists))
        })
        .collect()
}

/// One list of moves per remaining ply; none left means a leaf.
fn descend<G: Game>(game: &G, at: &G::Position, lists: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    if deeper.is_empty() && !(G::CHANCE && game.mover(at) == Mover::Chance) {
        return game.count(at);
    }
    moves.clear();
    list(game, at, moves);
    let mut nodes = 0;
    for &m in moves.iter() {
        let mut next = at.clone();
        game.play(&mut next, m, &mut ());
        nodes += descend(game, &next, deeper);
    }
    nodes
}

fn list<G: Game>(game: &G, at: &G::Position, out: &mut Vec<G::Move>) {
    if G::CHANCE && game.mover(at) == Mover::Chance {
        let mut chances = Vec::new();
        game.chances(at, &mut chances);
        out.extend(chances.into_iter().map(|(m, _)| m));
    } else {
        game.moves(at, out);
    }
}
