//! Wins by fours: a four has one answer, so a line of fours can be followed to its end.
//!
//! The search is exact where it says yes: the attacker wins against every defence. It says no when there is no such
//! win, or when it has looked at as many positions as it may; [`Fours::is_exhaustive`] tells which.

use super::rank::Rank;
use super::{Board, Class, Gomoku};
use tabula_core::{Side, Square};

/// Looks for wins by fours. Keeps what it has learnt from one question to the next, of the same rules.
pub struct Fours<'g> {
    game: &'g Gomoku,
    /// Positions that may still be looked at.
    left: u64,
    asked: u64,
    /// Keys of positions from which no fours win.
    failed: Vec<u64>,
    /// The winning line, from its end.
    line: Vec<Square>,
}

/// More points where a four can be made than any position that matters has; what is beyond is not tried.
const MOST_FOURS: usize = 48;

impl<'g> Fours<'g> {
    /// A solver that remembers nothing, for short questions.
    pub const fn forgetful(game: &'g Gomoku) -> Self {
        Self { game, left: 0, asked: 0, failed: Vec::new(), line: Vec::new() }
    }

    /// A solver that remembers where it has failed.
    pub fn new(game: &'g Gomoku) -> Self {
        Self { failed: vec![0; 1 << 16], ..Self::forgetful(game) }
    }

    /// Whether the player whose turn it is wins by fours, as far as `nodes` positions tell.
    pub fn wins(&mut self, at: &Board, nodes: u64) -> bool {
        self.line.clear();
        (self.left, self.asked) = (nodes, nodes);
        at.winner.is_none() && self.attack(at, at.turn())
    }

    /// The first moves of the last win that was found, from the position that was asked about: fours and answers, up
    /// to a four without an answer, or a five.
    pub fn line(&self) -> Vec<Square> {
        self.line.iter().rev().copied().collect()
    }

    /// Positions looked at for the last question.
    pub const fn nodes(&self) -> u64 {
        self.asked - self.left
    }

    /// Whether the last question was answered for certain.
    pub const fn is_exhaustive(&self) -> bool {
        self.left > 0
    }

    fn attack(&mut self, at: &Board, side: Side) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if let Some(five) = at.first_ranked(side, Rank::Five) {
            self.line.push(five);
            return true;
        }
        let forced = match at.count(!side, Rank::Five) {
            0 => None,
            1 => at.first_ranked(!side, Rank::Five),
            _ => return false,
        };
        if let Some(point) = forced {
            // A four that was answered by a four.
            return at.rank(side, point) >= Rank::Four && self.try_four(at, side, point);
        }
        if let Some(point) = at.first_ranked(side, Rank::OpenFour) {
            self.line.push(point);
            return true;
        }
        if at.count(side, Rank::Four) + at.count(side, Rank::FourThree) + at.count(side, Rank::Doubtful) == 0
            || self.has_failed(at)
        {
            return false;
        }
        let mut points = [Square(0); MOST_FOURS];
        let count = list_fours(at, side, &mut points);
        for &point in &points[..count] {
            if self.try_four(at, side, point) {
                return true;
            }
        }
        if self.left > 0 && !self.failed.is_empty() {
            let place = at.key as usize % self.failed.len();
            self.failed[place] = at.key;
        }
        false
    }

    fn has_failed(&self, at: &Board) -> bool {
        !self.failed.is_empty() && self.failed[at.key as usize % self.failed.len()] == at.key
    }

    /// Whether a stone makes a four that leads to a win.
    fn try_four(&mut self, at: &Board, side: Side, point: Square) -> bool {
        if self.game.is_forbidden(at, side, point) {
            return false;
        }
        let mut next = at.clone();
        self.game.put(&mut next, side, point.index());
        let Some(answer) = next.first_ranked(side, Rank::Five) else { return false };
        let won = next.count(side, Rank::Five) > 1 || self.game.is_forbidden(&next, !side, answer) || {
            self.game.put(&mut next, !side, answer.index());
            let won = self.attack(&next, side);
            if won {
                self.line.push(answer);
            }
            won
        };
        if won {
            self.line.push(point);
        }
        won
    }
}

/// The points where a four can be made, those that make a three as well first.
fn list_fours(at: &Board, side: Side, out: &mut [Square; MOST_FOURS]) -> usize {
    let mut count = 0;
    let is_four = |rank, point: Square| match rank {
        Rank::FourThree | Rank::Four => true,
        Rank::Doubtful => at.classes(side, point).contains(&Class::Four),
        _ => false,
    };
    for wanted in [Rank::FourThree, Rank::Doubtful, Rank::Four] {
        if at.count(side, wanted) == 0 {
            continue;
        }
        let points = at.ranked(side, |rank| rank == wanted).filter(|&point| is_four(wanted, point));
        for (place, point) in out[count..].iter_mut().zip(points) {
            *place = point;
            count += 1;
        }
    }
    count
}
