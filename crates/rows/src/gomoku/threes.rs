//! Wins by fours and threes.
//!
//! An open three threatens an open four, so that it has to be answered at once: by a stone that takes the open four
//! away, or by fours of the defender's own. All of these are tried, and a win is called a win only if none of them
//! helps. Where no open four is threatened, nothing is forced, and the line is given up.
//!
//! Whoever wants to take an open four away has to put a stone on its point or on one of those where it becomes a
//! five; a stone of the attacker on any of them would make a four. The points where the attacker could make fours are
//! therefore all the answers there are, besides the defender's fours.

use super::fours::Fours;
use super::rank::Rank;
use super::{Board, Gomoku};
use tabula_core::{Side, Square};

/// Looks for wins by fours and threes. Keeps what it has learnt from one question to the next, of the same rules.
pub struct Threes<'g> {
    game: &'g Gomoku,
    fours: Fours<'g>,
    left: u64,
    asked: u64,
    /// Keys of positions from which so many moves do not win.
    failed: Vec<(u64, u32)>,
    best: Option<Square>,
}

/// No line has more attacking moves.
const DEEPEST: u32 = 16;
/// Positions that the search for fours may look at inside.
const FOURS: u64 = 200;
/// More answers, or more threats, than any position that matters has.
const MOST_POINTS: usize = 64;

/// A list of points without memory of its own.
struct List {
    points: [Square; MOST_POINTS],
    count: usize,
}

impl List {
    const EMPTY: Self = Self { points: [Square(0); MOST_POINTS], count: 0 };

    /// Adds points that are not there yet. Answers whether there was room.
    fn add(&mut self, points: impl Iterator<Item = Square>) -> bool {
        for point in points {
            if self.as_slice().contains(&point) {
                continue;
            }
            if self.count == MOST_POINTS {
                return false;
            }
            self.points[self.count] = point;
            self.count += 1;
        }
        true
    }

    fn as_slice(&self) -> &[Square] {
        &self.points[..self.count]
    }
}

impl<'g> Threes<'g> {
    /// A solver.
    pub fn new(game: &'g Gomoku) -> Self {
        Self { game, fours: Fours::new(game), left: 0, asked: 0, failed: vec![(0, 0); 1 << 14], best: None }
    }

    /// The move by which the player whose turn it is wins, as far as `nodes` positions tell; the shortest lines are
    /// tried first.
    pub fn wins(&mut self, at: &Board, nodes: u64) -> Option<Square> {
        (self.left, self.asked) = (nodes, nodes);
        self.failed.fill((0, 0));
        if at.winner.is_some() {
            return None;
        }
        for depth in 1..=DEEPEST {
            self.best = None;
            if self.attack(at, at.turn(), depth) {
                return self.best;
            }
            if self.left == 0 {
                return None;
            }
        }
        None
    }

    /// Positions looked at for the last question, fours not counted.
    pub const fn nodes(&self) -> u64 {
        self.asked - self.left
    }

    /// Whether the attacker, whose turn it is, wins with at most so many moves that are not forced; `best` is then
    /// the first.
    fn attack(&mut self, at: &Board, side: Side, depth: u32) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if let Some(five) = at.first_ranked(side, Rank::Five) {
            self.best = Some(five);
            return true;
        }
        match at.count(!side, Rank::Five) {
            0 => {}
            1 => {
                // The defender's four has to be answered; a three that stands from before may still be a threat.
                let forced = at.first_ranked(!side, Rank::Five);
                return forced.is_some_and(|point| self.try_threat(at, side, point, depth));
            }
            _ => return false,
        }
        if let Some(point) = at.first_ranked(side, Rank::OpenFour) {
            self.best = Some(point);
            return true;
        }
        if self.fours.wins(at, FOURS) {
            self.best = self.fours.line().first().copied();
            return true;
        }
        let (key, tried) = self.failed[self.place(at)];
        if depth == 0 || key == at.key && tried >= depth {
            return false;
        }
        let mut threats = List::EMPTY;
        for wanted in [Rank::TwoThrees, Rank::FourThree, Rank::Doubtful, Rank::Three, Rank::Four] {
            if at.count(side, wanted) > 0 {
                threats.add(at.ranked(side, |rank| rank == wanted));
            }
        }
        for &point in threats.as_slice() {
            if self.try_threat(at, side, point, depth - 1) {
                return true;
            }
        }
        if self.left > 0 {
            let place = self.place(at);
            self.failed[place] = (at.key, depth);
        }
        false
    }

    fn place(&self, at: &Board) -> usize {
        at.key as usize % self.failed.len()
    }

    fn try_threat(&mut self, at: &Board, side: Side, point: Square, depth: u32) -> bool {
        if self.game.is_forbidden(at, side, point) {
            return false;
        }
        let mut next = at.clone();
        self.game.put(&mut next, side, point.index());
        let won = self.defend(&next, side, depth);
        if won {
            self.best = Some(point);
        }
        won
    }

    /// Whether every answer of the defender, whose turn it is, loses.
    fn defend(&mut self, at: &Board, side: Side, depth: u32) -> bool {
        let foe = !side;
        if self.left == 0 || at.count(foe, Rank::Five) > 0 {
            return false;
        }
        match at.count(side, Rank::Five) {
            0 => {}
            1 => {
                let Some(answer) = at.first_ranked(side, Rank::Five) else { return false };
                return self.game.is_forbidden(at, foe, answer) || self.loses(at, side, answer, depth);
            }
            _ => return true,
        }
        if at.count(side, Rank::OpenFour) == 0 {
            return false;
        }
        let mut answers = List::EMPTY;
        // The points that take the threat away first: they are the likeliest to help.
        let complete = answers.add(at.ranked(side, |rank| rank == Rank::OpenFour))
            && answers.add(at.ranked(side, |rank| rank >= Rank::Four))
            && answers.add(at.ranked(foe, |rank| rank >= Rank::Four));
        complete
            && answers
                .as_slice()
                .iter()
                .all(|&answer| self.game.is_forbidden(at, foe, answer) || self.loses(at, side, answer, depth))
    }

    /// Whether an answer loses.
    fn loses(&mut self, at: &Board, side: Side, answer: Square, depth: u32) -> bool {
        let mut next = at.clone();
        self.game.put(&mut next, !side, answer.index());
        next.winner.is_none() && self.attack(&next, side, depth)
    }
}
