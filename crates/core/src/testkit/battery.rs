//! The laws that hold for every game.

use crate::{Claims, Dice, Game, Line, Man, Mover, Notation, Show, Square, Tactics, Watch};
use std::collections::HashMap;

/// How hard to test.
#[derive(Clone, Copy, Debug)]
pub struct Battery {
    /// Random games to play.
    pub games: u32,
    /// Moves after which a random game is left.
    pub plies: u32,
    /// Where the random games begin.
    pub seed: u64,
}

impl Default for Battery {
    fn default() -> Self {
        Self { games: 50, plies: 200, seed: 1 }
    }
}

/// Plays random games and checks every law at every position; panics with the law that is broken.
///
/// ```
/// use tabula_core::testkit::{Battery, Tree, battery};
/// battery(&Tree::parse("((3 5) (2 W))").unwrap(), Battery::default());
/// ```
///
/// # Panics
/// If the game breaks a law; the message names the law and the position.
pub fn battery<G: Tactics + Notation + Show>(game: &G, how: Battery) {
    let mut dice = Dice::new(how.seed);
    for _ in 0..how.games {
        let mut line = Line::new(game);
        let mut board = Ledger::default();
        for _ in 0..how.plies {
            let moves = lawful_moves(game, &line);
            check_texts(game, line.now(), &moves);
            check_tactics(game, line.now(), &moves);
            if line.outcome(game, Claims::Taken).is_some() {
                break;
            }
            let Some(&m) = dice.pick(&moves) else { break };
            line.play_watched(game, m, &mut board);
            assert_eq!(
                game.key(line.now()),
                game.key(&reread(game, line.now())),
                "the incremental key differs from the recomputed one at {}",
                game.write_position(line.now())
            );
        }
        check_take_back(game, line);
    }
}

/// The moves or outcomes at the end of the line, checked to be distinct and consistent with the verdicts.
fn lawful_moves<G: Game + Notation>(game: &G, line: &Line<G>) -> Vec<G::Move> {
    let at = line.now();
    let name = game.write_position(at);
    let mut moves = Vec::new();
    if game.mover(at) == Mover::Chance {
        let mut chances = Vec::new();
        game.chances(at, &mut chances);
        assert!(chances.iter().all(|&(_, weight)| weight > 0), "an outcome without weight at {name}");
        assert!(!chances.is_empty() || game.ended(at).is_some(), "the die has no outcome at {name}");
        moves.extend(chances.into_iter().map(|(m, _)| m));
    } else {
        game.moves(at, &mut moves);
        assert_eq!(moves.len() as u64, game.count(at), "count differs from the list at {name}");
        if game.ended(at).is_some_and(|outcome| outcome.winner.is_some()) {
            assert!(moves.is_empty(), "moves after the game was won at {name}");
        }
    }
    let mut hints: Vec<_> = moves.iter().map(|&m| game.hint(at, m).0).collect();
    hints.sort_unstable();
    hints.dedup();
    if game.mover(at) != Mover::Chance {
        assert_eq!(hints.len(), moves.len(), "two moves share a hint at {name}");
    }
    for (i, m) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(m), "{m:?} is listed twice at {name}");
    }
    moves
}

fn reread<G: Notation>(game: &G, at: &G::Position) -> G::Position {
    let text = game.write_position(at);
    match game.read_position(&text) {
        Ok(position) => position,
        Err(faults) => panic!("cannot read back {text}: {faults}"),
    }
}

fn check_texts<G: Notation + Show>(game: &G, at: &G::Position, moves: &[G::Move]) {
    let name = game.write_position(at);
    assert_eq!(&reread(game, at), at, "the text of a position gives another position back: {name}");
    for &m in moves {
        for text in [game.write_move(at, m), game.write_move_for_people(at, m)] {
            assert_eq!(game.read_move(at, &text).as_ref(), Ok(&m), "'{text}' reads as another move at {name}");
        }
    }
    let view = game.view(at);
    let cells = usize::from(view.files) * usize::from(view.ranks);
    assert!(view.men.iter().all(|man| man.on.index() < cells), "a man stands beside the board at {name}");
    assert!(view.men.is_sorted_by_key(|man| man.on), "the men are not in order at {name}");
}

fn check_tactics<G: Tactics + Notation>(game: &G, at: &G::Position, moves: &[G::Move]) {
    let name = game.write_position(at);
    if game.mover(at) == Mover::Chance {
        return;
    }
    for &m in moves {
        assert_eq!(game.recall(at, game.hint(at, m)), Some(m), "a hint is not recalled at {name}");
    }
    let mut noisy = Vec::new();
    game.noisy(at, &mut noisy);
    assert!(noisy.iter().all(|m| moves.contains(m)), "a noisy move is not legal at {name}");
    let mut passed = at.clone();
    if game.pass(&mut passed) {
        assert_ne!(game.mover(&passed), game.mover(at), "a pass that does not change the turn at {name}");
        assert_eq!(game.key(&passed), game.key(&reread(game, &passed)), "a pass spoils the key at {name}");
    }
}

fn check_take_back<G: Game>(game: &G, mut line: Line<G>) {
    let start = line.start().clone();
    while let Some(m) = line.back() {
        let mut again = line.now().clone();
        game.play(&mut again, m, &mut ());
    }
    assert_eq!(line.now(), &start, "taking everything back does not lead to the start");
}

/// A board kept from what [`Watch`] tells: a man is lifted only from where it was put.
///
/// The start position is not told, so a man may be lifted that was never put; but no square may hold two.
#[derive(Default)]
struct Ledger(HashMap<Square, Man>);

impl Watch for Ledger {
    fn put(&mut self, man: Man, on: Square) {
        let before = self.0.insert(on, man);
        assert_eq!(before, None, "a man is put on {on:?}, which is taken");
    }

    fn lift(&mut self, man: Man, from: Square) {
        let before = self.0.remove(&from);
        assert!(before.is_none_or(|there| there == man), "another man is lifted from {from:?}");
    }
}
