//! Counting the paths of legal moves: the proof of the rules, and a measure of their speed.
//!
//! Outcomes of the die count as moves. The last ply is counted, not played.

use crate::{Game, Mover, Outcome, Side};

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

/// How the paths of one length ended, by the board alone: repetition is the business of a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// Won by the first player.
    pub first: u64,
    /// Won by the second player.
    pub second: u64,
    /// Drawn.
    pub draws: u64,
}

impl Ends {
    /// All of them.
    pub const fn games(&self) -> u64 {
        self.first + self.second + self.draws
    }

    fn add(&mut self, outcome: Outcome) {
        *match outcome.winner {
            Some(Side::First) => &mut self.first,
            Some(Side::Second) => &mut self.second,
            None => &mut self.draws,
        } += 1;
    }
}

/// The games that end after 0, 1, ... `depth` moves.
///
/// ```
/// use tabula_core::{Game, perft::ends, testkit::Tree};
/// let tree = Tree::parse("((W D) L)").unwrap();
/// let games: Vec<u64> = ends(&tree, &tree.start(), 2).iter().map(|ends| ends.games()).collect();
/// assert_eq!(games, [0, 1, 2]);
/// ```
pub fn ends<G: Game>(game: &G, at: &G::Position, depth: u32) -> Vec<Ends> {
    let mut counts = vec![Ends::default(); depth as usize + 1];
    finish(game, at, &mut vec![Vec::new(); depth as usize + 1], &mut counts);
    counts
}

/// One list and one count for this ply and each that remains.
fn finish<G: Game>(game: &G, at: &G::Position, lists: &mut [Vec<G::Move>], counts: &mut [Ends]) {
    let (Some((moves, deeper)), Some((here, later))) = (lists.split_first_mut(), counts.split_first_mut()) else {
        return;
    };
    if let Some(outcome) = game.ended(at) {
        return here.add(outcome);
    }
    moves.clear();
    list(game, at, moves);
    if moves.is_empty() {
        return here.add(game.stuck(at));
    }
    if later.is_empty() {
        return;
    }
    for &m in moves.iter() {
        let mut next = at.clone();
        game.play(&mut next, m, &mut ());
        finish(game, &next, deeper, later);
    }
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
