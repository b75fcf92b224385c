//! States and actions as GymGo has them (huangeddie/GymGo), for learning code.

use crate::go::Go;
use crate::position::{Move, Position};
use tabula_core::{Side, Square};

/// How many planes a state has.
pub const PLANES: usize = 6;

/// The number of a move: points row by row from the upper left corner, then the pass.
///
/// ```
/// use tabula_core::{Game, Notation};
/// use tabula_go::{Go, Rules, gym};
/// let game = Go::new(9, Rules::GYMGO).unwrap();
/// let at = game.start();
/// assert_eq!(gym::action(&game, game.read_move(&at, "a9").unwrap()), 0);
/// assert_eq!(gym::action(&game, game.read_move(&at, "pass").unwrap()), 81);
/// ```
pub fn action(game: &Go, m: Move) -> usize {
    match m {
        Move::At(point) => flip(game.size(), point.index()),
        Move::Pass => game.points(),
    }
}

/// The move of a number; `None` if there is none. Whether it is legal is not asked.
pub fn from_action(game: &Go, action: usize) -> Option<Move> {
    match action.cmp(&game.points()) {
        std::cmp::Ordering::Less => Some(Move::At(Square(flip(game.size(), action) as u16))),
        std::cmp::Ordering::Equal => Some(Move::Pass),
        std::cmp::Ordering::Greater => None,
    }
}

/// A point counted from above instead of from below, or back.
const fn flip(size: usize, point: usize) -> usize {
    (size - 1 - point / size) * size + point % size
}

/// The six planes, one after the other, each row by row from above: black stones; white stones; turn (all 1 for
/// White); points that the mover may not take; the last move was a pass; the game is over.
///
/// The fourth plane goes on being computed after the end, as GymGo's does.
pub fn planes(game: &Go, at: &Position) -> Vec<u8> {
    let points = game.points();
    let mut planes = vec![0; PLANES * points];
    for point in 0..points {
        match at.stone(Square(point as u16)) {
            Some(Side::First) => planes[flip(game.size(), point)] = 1,
            Some(Side::Second) => planes[points + flip(game.size(), point)] = 1,
            None => continue,
        }
        planes[3 * points + flip(game.size(), point)] = 1;
    }
    for point in game.forbidden(at) {
        planes[3 * points + flip(game.size(), point.index())] = 1;
    }
    let everywhere = [(2, at.turn() == Side::Second), (4, at.passes() > 0), (5, at.passes() >= crate::go::LAST_PASS)];
    for (plane, on) in everywhere {
        planes[plane * points..(plane + 1) * points].fill(u8::from(on));
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use tabula_core::{Line, Notation};

    #[test]
    fn the_planes_say_stones_turn_forbidden_points_pass_and_end() {
        let game = Go::new(3, Rules::GYMGO).unwrap();
        let mut line = Line::new(&game);
        for text in ["a2", "c1", "b3", "pass"] {
            let m = game.read_move(line.now(), text).unwrap();
            line.play(&game, m);
        }
        let rows = |at: &Position| -> Vec<String> {
            planes(&game, at).chunks(9).map(|plane| plane.iter().map(ToString::to_string).collect()).collect()
        };
        let black = "010100000";
        let white = "000000001";
        let zeros = "000000000";
        let ones = "111111111";
        assert_eq!(rows(line.now()), [black, white, zeros, "010100001", ones, zeros]);
        line.play(&game, Move::Pass);
        // White may not play in the corner that Black's two stones enclose.
        assert_eq!(rows(line.now()), [black, white, ones, "110100001", ones, ones]);
    }

    #[test]
    fn actions_and_moves_are_the_same_thing() {
        let game = Go::new(7, Rules::GYMGO).unwrap();
        for number in 0..=49 {
            assert_eq!(action(&game, from_action(&game, number).unwrap()), number);
        }
        assert_eq!(from_action(&game, 50), None);
    }
}
