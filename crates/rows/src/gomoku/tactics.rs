//! Which moves a search tries, and in which order.
//!
//! Most points of a board are never worth a thought, and often the threats leave no choice. What is listed here can
//! therefore be far less than what is legal, but never so little that something which matters is missing:
//!
//! | the position | moves |
//! |---|---|
//! | a five can be made | one that makes it |
//! | the opponent threatens a five | the stones that stop it |
//! | an open four can be made | one that makes it: it wins |
//! | the opponent threatens an open four | fours, and the stones that stop it: see `threes.rs` for why these are all |
//! | nothing of that | the points at most two steps from a stone |

use super::rank::{Four, Rank};
use super::{Board, Class, Gomoku};
use std::sync::LazyLock;
use tabula_core::{Hint, Key, Score, Side, Square, Tactics};

/// What the threats on the board ask for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    /// The game is over.
    Over,
    /// This stone wins.
    Win(Square),
    /// A five has to be stopped.
    StopFive,
    /// An open four has to be stopped.
    StopFour,
    /// Nothing.
    Free,
}

impl Gomoku {
    #[inline(always)]
    fn call(at: &Board) -> Call {
        let (own, foe) = (at.turn(), !at.turn());
        if at.winner.is_some() {
            Call::Over
        } else if let Some(five) = at.first_ranked(own, Rank::Five) {
            Call::Win(five)
        } else if at.count(foe, Rank::Five) > 0 {
            Call::StopFive
        } else if let Some(four) = at.first_ranked(own, Rank::OpenFour) {
            Call::Win(four)
        } else if at.count(foe, Rank::OpenFour) > 0 {
            Call::StopFour
        } else {
            Call::Free
        }
    }

    #[inline(always)]
    fn may(&self, at: &Board, point: Square) -> bool {
        !self.is_forbidden(at, at.turn(), point)
    }

    /// Some legal move, where no listed one is.
    fn any(&self, at: &Board) -> Option<Square> {
        let middle = Square(self.grid.middle() as u16);
        if self.is_legal(at, middle) { Some(middle) } else { self.empty(at).find(|&point| self.may(at, point)) }
    }
}

/// What a stone promises at first sight, by the classes of its four lines.
struct Promises(Box<[i16]>);

impl Promises {
    fn get() -> &'static Self {
        static TABLE: LazyLock<Promises> = LazyLock::new(|| {
            let promise = |class: Class| [0, 0, 10, 30, 110, 130, 420, 460, 900, 1500, 3000, 0][class as usize];
            let sum = |four| Four(four).classes().into_iter().map(promise).sum::<i32>();
            Promises((0..=u16::MAX).map(|four| sum(four).min(8_000) as i16).collect())
        });
        &TABLE
    }
}

impl Tactics for Gomoku {
    /// Stones that win, that stop a five, or that make a four and a three at once.
    fn noisy(&self, at: &Board, out: &mut Vec<Square>) {
        let own = at.turn();
        match Self::call(at) {
            Call::Over => {}
            Call::Win(point) => out.push(point),
            Call::StopFive => {
                out.extend(at.ranked(!own, |rank| rank == Rank::Five).filter(|&point| self.may(at, point)));
            }
            Call::StopFour | Call::Free => {
                if at.count(own, Rank::FourThree) > 0 {
                    out.extend(at.ranked(own, |rank| rank == Rank::FourThree));
                }
            }
        }
    }

    fn quiet(&self, at: &Board, out: &mut Vec<Square>) {
        let own = at.turn();
        let before = out.len();
        match Self::call(at) {
            Call::Over | Call::Win(_) => return,
            Call::StopFive => {
                if at.ranked(!own, |rank| rank == Rank::Five).any(|point| self.may(at, point)) {
                    return;
                }
            }
            Call::StopFour => {
                let fours = at.ranked(own, |rank| rank == Rank::Four || rank == Rank::Doubtful);
                out.extend(fours.filter(|&point| self.may(at, point)));
                let stops = at.ranked(!own, |rank| rank >= Rank::Four);
                let wanted = |&point: &Square| match at.rank(own, point) {
                    Rank::Four | Rank::Doubtful | Rank::FourThree => false,
                    _ => self.may(at, point),
                };
                out.extend(stops.filter(wanted));
            }
            Call::Free => {
                let wanted = |&point: &Square| at.rank(own, point) != Rank::FourThree && self.may(at, point);
                out.extend(at.neighbours().filter(wanted));
            }
        }
        if out.len() == before && at.count(own, Rank::FourThree) == 0 {
            out.extend(self.any(at));
        }
    }

    #[inline]
    fn is_noisy(&self, at: &Board, point: Square) -> bool {
        let own = at.turn();
        match Self::call(at) {
            Call::Over => false,
            Call::Win(best) => point == best,
            Call::StopFive => at.rank(!own, point) == Rank::Five,
            Call::StopFour | Call::Free => at.rank(own, point) == Rank::FourThree,
        }
    }

    fn worthwhile(&self, at: &Board, out: &mut Vec<Square>) {
        self.noisy(at, out);
        self.quiet(at, out);
    }

    /// The opponent threatens five.
    #[inline]
    fn urgent(&self, at: &Board) -> bool {
        at.count(!at.turn(), Rank::Five) > 0
    }

    /// A four has to be answered.
    #[inline]
    fn forces(&self, at: &Board, point: Square) -> bool {
        matches!(at.rank(at.turn(), point), Rank::Four | Rank::FourThree | Rank::OpenFour)
    }

    fn gain(&self, at: &Board, point: Square) -> Score {
        match at.rank(at.turn(), point) {
            Rank::Five => Score::MAX_ESTIMATE,
            Rank::OpenFour => Score::estimate(10_000),
            Rank::FourThree => Score::estimate(2_000),
            _ => Score::ZERO,
        }
    }

    /// A stone is worth what it makes, and nearly what it takes from the opponent.
    #[inline]
    fn promise(&self, at: &Board, point: Square) -> i32 {
        let table = &Promises::get().0;
        let worth = |side: Side| i32::from(table[at.packed(side, point.index()).0 as usize]);
        8 * worth(at.turn()) + 7 * worth(!at.turn())
    }

    fn slots(&self) -> usize {
        2 * self.grid.points()
    }

    #[inline]
    fn slot(&self, at: &Board, point: Square) -> usize {
        at.turn() as usize * self.grid.points() + point.index()
    }

    #[inline]
    fn key_after(&self, at: &Board, point: Square) -> Key {
        Key(at.key ^ self.grid.key(at.turn() as usize, point.index()))
    }

    #[inline]
    fn recall(&self, at: &Board, hint: Hint) -> Option<Square> {
        let point = Square(u16::try_from(hint.0).ok()?);
        self.is_legal(at, point).then_some(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::Law;
    use tabula_core::{Dice, Game, Notation};

    fn listed(game: &Gomoku, text: &str) -> Vec<String> {
        let at = game.read_position(text).unwrap();
        let mut moves = Vec::new();
        game.worthwhile(&at, &mut moves);
        let mut names: Vec<_> = moves.iter().map(|&point| game.write_move(&at, point)).collect();
        names.sort();
        names
    }

    #[test]
    fn threats_leave_few_moves() {
        let game = Gomoku::new(Law::Freestyle, 9);
        assert_eq!(listed(&game, "9/9/9/9/9/9/9/9/9 x"), ["e5"], "the middle of an empty board");
        assert_eq!(listed(&game, "9/9/9/9/oxxxx4/9/9/9/oo1o5 x"), ["f5"], "a five");
        assert_eq!(listed(&game, "9/9/9/9/oxxxx4/9/9/9/oo7 o"), ["f5"], "a five to be stopped");
        assert_eq!(listed(&game, "9/9/9/9/2xxx4/9/9/9/oo1o5 x").len(), 1, "an open four");
        assert_eq!(listed(&game, "9/9/9/9/2xxx4/9/9/9/oo7 o"), ["a5", "b5", "f5", "g5"], "a three to be stopped");
        assert_eq!(
            listed(&game, "9/9/9/9/2xxx4/6x2/9/9/oo1o5 o"),
            ["a5", "b5", "c1", "e1", "f5", "g5"],
            "or to be answered by a four"
        );
    }

    #[test]
    fn what_is_listed_is_legal_has_no_move_twice_and_is_never_empty() {
        let mut dice = Dice::new(4);
        for law in [Law::Freestyle, Law::Standard, Law::Renju] {
            let game = Gomoku::new(law, 9);
            for _ in 0..40 {
                let mut at = game.start();
                loop {
                    let (mut all, mut listed) = (Vec::new(), Vec::new());
                    game.moves(&at, &mut all);
                    game.worthwhile(&at, &mut listed);
                    let text = game.write_position(&at);
                    assert_eq!(all.is_empty(), listed.is_empty(), "{text}");
                    assert!(listed.iter().all(|point| all.contains(point)), "{text}");
                    assert!((1..listed.len()).all(|i| !listed[..i].contains(&listed[i])), "{text}");
                    let mut noisy = Vec::new();
                    game.noisy(&at, &mut noisy);
                    assert!(listed.iter().all(|&point| noisy.contains(&point) == game.is_noisy(&at, point)), "{text}");
                    let Some(&point) = dice.pick(&listed) else { break };
                    game.play(&mut at, point, &mut ());
                }
            }
        }
    }
}
