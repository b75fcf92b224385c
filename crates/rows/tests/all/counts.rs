//! The published numbers of tic-tac-toe.

use std::collections::{HashMap, HashSet};
use tabula_core::perft::perft;
use tabula_core::{Game, Outcome, Show, Side};
use tabula_rows::TicTacToe;
use tabula_rows::tictactoe::Board;

/// The nine cells as a list, the same for two positions exactly if they are equal.
type Picture = [Option<Side>; 9];

fn picture(at: &Board) -> Picture {
    let view = TicTacToe.view(at);
    let mut cells = [None; 9];
    for man in view.men {
        cells[man.on.index()] = man.side;
    }
    cells
}

/// The same name for all positions that a turn or a mirror maps on each other.
fn class(at: &Board) -> Picture {
    let turn = |p: Picture| -> Picture { std::array::from_fn(|i| p[(2 - i % 3) * 3 + i / 3]) };
    let mirror = |p: Picture| -> Picture { std::array::from_fn(|i| p[i / 3 * 3 + 2 - i % 3]) };
    let mut images = vec![picture(at)];
    for _ in 0..3 {
        images.push(turn(images[images.len() - 1]));
    }
    for i in 0..4 {
        images.push(mirror(images[i]));
    }
    images.into_iter().min().expect("eight images")
}

fn children(at: &Board) -> Vec<Board> {
    let mut moves = Vec::new();
    TicTacToe.moves(at, &mut moves);
    moves
        .into_iter()
        .map(|cell| {
            let mut next = *at;
            TicTacToe.play(&mut next, cell, &mut ());
            next
        })
        .collect()
}

/// Every position with the number of ways to reach it, ply by ply.
fn plies() -> Vec<HashMap<Board, u64>> {
    let mut plies = vec![HashMap::from([(TicTacToe.start(), 1)])];
    loop {
        let mut next = HashMap::new();
        for (at, ways) in &plies[plies.len() - 1] {
            for child in children(at) {
                *next.entry(child).or_insert(0) += ways;
            }
        }
        if next.is_empty() {
            return plies;
        }
        plies.push(next);
    }
}

fn result(at: &Board) -> Option<Outcome> {
    TicTacToe.ended(at).or_else(|| children(at).is_empty().then(|| TicTacToe.stuck(at)))
}

#[test]
fn the_paths_by_ply_are_the_published_ones() {
    let counts: Vec<u64> = (0..=10).map(|depth| perft(&TicTacToe, &TicTacToe.start(), depth)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872, 0]);
}

#[test]
fn there_are_255168_games_of_which_x_wins_131184_and_o_77904() {
    let mut games = HashMap::new();
    for (at, ways) in plies().iter().flatten() {
        if let Some(outcome) = result(at) {
            *games.entry(outcome.winner).or_insert(0) += ways;
        }
    }
    assert_eq!(games[&Some(Side::First)], 131_184);
    assert_eq!(games[&Some(Side::Second)], 77_904);
    assert_eq!(games[&None], 46_080);
    assert_eq!(games.values().sum::<u64>(), 255_168);
}

#[test]
fn there_are_5478_positions_and_765_up_to_symmetry() {
    let plies = plies();
    assert_eq!(plies.iter().map(HashMap::len).sum::<usize>(), 5478);
    let classes: HashSet<Picture> = plies.iter().flat_map(HashMap::keys).map(class).collect();
    assert_eq!(classes.len(), 765);
}

#[test]
fn there_are_26830_games_when_symmetric_positions_are_merged_after_each_move() {
    fn games(at: &Board) -> u64 {
        let mut seen = HashSet::new();
        let merged: Vec<Board> = children(at).into_iter().filter(|child| seen.insert(class(child))).collect();
        if merged.is_empty() { 1 } else { merged.iter().map(games).sum() }
    }
    assert_eq!(games(&TicTacToe.start()), 26_830);
}
