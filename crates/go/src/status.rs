//! Who owns what, and which stones are dead, as play-outs see it.

use crate::go::Go;
use crate::playout::{Playout, Policy};
use crate::position::Position;
use tabula_core::{Dice, Side, Square};

/// Play-outs by which dead stones are judged where nobody says how many.
const PLAYOUTS: u32 = 200;
/// A chain of which the opponent owns the place more often than this is dead.
const DEAD: f32 = 0.7;

/// How much of each point is Black's: from 1, always, to -1, White's always.
pub fn owners(go: &Go, at: &Position, playouts: u32, seed: u64) -> Vec<f32> {
    let mut playout = Playout::new(go, Policy::Knowing);
    let mut dice = Dice::new(seed);
    let mut sums = vec![0_i32; go.points()];
    for _ in 0..playouts {
        playout.run(go, at, &mut dice);
        for (sum, &owner) in sums.iter_mut().zip(playout.owners()) {
            *sum += i32::from(owner);
        }
    }
    sums.into_iter().map(|sum| sum as f32 / playouts.max(1) as f32).collect()
}

/// The stones that are dead, in order, by who owns each point (see [`owners`]). Chains die and live as a whole.
pub fn dead_by(at: &Position, owners: &[f32]) -> Vec<Square> {
    let mut dead = Vec::new();
    for (point, _) in (0..).map(Square).zip(owners) {
        let Some(side) = at.stone(point) else { continue };
        let chain = at.chain(point);
        let sum: f32 = chain.iter().filter_map(|stone| owners.get(stone.index())).sum();
        let black = sum / chain.len() as f32;
        let lost = if side == Side::First { -black } else { black };
        if lost > 2.0 * DEAD - 1.0 {
            dead.push(point);
        }
    }
    dead
}

/// The stones that are dead, in order: even if their owner were to move. The same for the same position whenever it is asked.
pub fn dead(go: &Go, at: &Position) -> Vec<Square> {
    let mut dead: Vec<Square> = Side::BOTH
        .into_iter()
        .flat_map(|side| {
            let mut open = at.clone();
            (open.passes, open.turn) = (0, side);
            let mut dead = dead_by(at, &owners(go, &open, PLAYOUTS, at.board.key));
            dead.retain(|&stone| at.stone(stone) == Some(side));
            dead
        })
        .collect();
    dead.sort_unstable();
    dead
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use tabula_core::Notation;

    #[test]
    fn a_lone_stone_in_the_opponents_land_is_dead_and_two_eyes_live() {
        let game = Go::new(9, Rules::JAPANESE).unwrap();
        let rows = "2X1XO3/2XXXO3/XXXOOO3/OOOO1O2X/4O1O2/4O4/4OO3/O2O5/1O7";
        let at = game.read_position(&format!("{rows} b")).unwrap();
        assert_eq!(dead(&game, &at), [Square(5 * 9 + 8)]);
    }

    #[test]
    fn what_lives_if_it_moves_is_not_dead() {
        let game = Go::new(5, Rules::CHINESE).unwrap();
        // White has three points in a row: whoever moves there first decides.
        let at = game.read_position("1XXOO/2XO1/2XO1/2XO1/OXXOO b").unwrap();
        assert_eq!(dead(&game, &at), [Square(0)]);
    }

    #[test]
    fn the_judgement_is_the_same_every_time() {
        let game = Go::new(9, Rules::JAPANESE).unwrap();
        let at = game.read_position("9/2X3O2/3X1O3/9/3XO4/3XO4/2XO5/2XO5/9 w").unwrap();
        assert_eq!(owners(&game, &at, 50, 3), owners(&game, &at, 50, 3));
        assert_eq!(dead(&game, &at), dead(&game, &at));
    }
}
