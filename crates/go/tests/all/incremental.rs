//! A million random plies: what the board keeps along is what a flood fill finds, after every one of them.

use tabula_core::{Dice, Game, Square};
use tabula_go::{Go, Move, Position, Rules};

/// A legal move: mostly a stone, so that boards fill up and chains are taken.
fn choose(game: &Go, at: &Position, dice: &mut Dice) -> Move {
    for _ in 0..20 {
        let point = Square(dice.below(game.points()) as u16);
        if game.is_legal(at, point) {
            return Move::At(point);
        }
    }
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    let stones = moves.len() - usize::from(moves.len() > 1 && dice.below(50) > 0);
    *dice.pick(&moves[..stones]).unwrap_or(&Move::Pass)
}

/// Plays random games of so many plies in all, and compares after each ply.
fn plies(size: usize, rules: Rules, plies: u32, seed: u64) {
    let game = Go::new(size, rules).expect("a size that a board may have");
    let mut dice = Dice::new(seed);
    let mut at = game.start();
    let mut length = 0;
    for _ in 0..plies {
        if at.passes() == 2 || length > 5 * game.points() {
            (at, length) = (game.start(), 0);
        }
        let m = choose(&game, &at, &mut dice);
        game.play(&mut at, m, &mut ());
        length += 1;
        if let Err(fault) = at.verify() {
            panic!("{fault} after {m:?}: {at:?}");
        }
    }
}

#[test]
fn four_hundred_thousand_plies_on_5x5() {
    plies(5, Rules::GYMGO, 200_000, 5);
    plies(5, Rules::TROMP_TAYLOR, 200_000, 6);
}

#[test]
fn half_a_million_plies_on_9x9() {
    plies(9, Rules::CHINESE, 400_000, 9);
    plies(9, Rules::TROMP_TAYLOR, 100_000, 10);
}

#[test]
fn a_hundred_thousand_plies_on_19x19() {
    plies(19, Rules::GYMGO, 70_000, 19);
    plies(19, Rules::AGA, 30_000, 20);
}

#[test]
fn a_thousand_plies_on_every_size() {
    for size in Go::SIZES {
        plies(size, Rules::JAPANESE, 1_000, size as u64);
    }
}

/// Copying into another position, of any size, gives the same as a fresh copy.
#[test]
fn a_copy_into_an_old_position_is_as_good_as_a_new_one() {
    let mut old = Go::new(25, Rules::CHINESE).unwrap().start();
    for size in [9, 19, 2, 25] {
        let game = Go::new(size, Rules::TROMP_TAYLOR).unwrap();
        let mut at = game.start();
        let mut dice = Dice::new(1);
        for _ in 0..40 {
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, &mut ());
            old.clone_from(&at);
            assert_eq!(old, at);
            assert_eq!(old.last(), at.last());
            old.verify().unwrap();
            let mut again = Vec::new();
            game.moves(&old, &mut again);
            moves.clear();
            game.moves(&at, &mut moves);
            assert_eq!(again, moves);
            game.play(&mut old, Move::Pass, &mut ());
        }
    }
}
