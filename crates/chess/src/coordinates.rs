//! Moves as programs exchange them: `e2e4`, `e7e8q`, castling by the king's goal or its rook.

use crate::{Chess, Kind, Move, Position, Rules, What};
use tabula_board::Bits;
use tabula_core::{Game, Side, Square};

/// Squares and promotion as written, legal or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Coordinates {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) into: Option<Kind>,
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    pub(crate) fn write_coordinates(&self, at: &Position<B, R::Sets>, m: Move) -> String {
        if let What::Roam(roll) = m.what {
            return roll.name();
        }
        let shape = self.shape();
        let to = if m.what == What::Castle && self.castles_by_goal(at, m) { self.goal(at, m) } else { m.to() };
        let mut text = shape.name(m.from()) + &shape.name(to);
        if let What::Promote(kind) = m.what {
            text.push(self.letter(kind, Side::Second));
        }
        text
    }

    /// Whether castling can be written by the king's goal: not in shuffled games, and not where the goal
    /// is a step or no step away, or a leap of this game's king, which would mean another move.
    fn castles_by_goal(&self, at: &Position<B, R::Sets>, m: Move) -> bool {
        let goal = self.goal(at, m);
        let by_goal = Coordinates { from: m.from(), to: goal, into: None };
        !self.is_shuffled() && goal.0.abs_diff(m.from().0) > 1 && self.find_coordinates(at, by_goal) == Some(m)
    }

    /// Reads the form alone: two squares and perhaps a letter, with `-`, `x` or `=` between.
    pub(crate) fn read_coordinates(&self, text: &str) -> Option<Coordinates> {
        let shape = self.shape();
        let (from, rest) = shape.read_square(text)?;
        let (to, rest) = shape.read_square(rest.strip_prefix(['-', 'x']).unwrap_or(rest))?;
        let mut letters = rest.strip_prefix('=').unwrap_or(rest).chars();
        let into = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) => Some(self.kind_of_letter(letter)?),
            _ => return None,
        };
        Some(Coordinates { from, to, into })
    }

    /// The legal move that coordinates mean.
    pub(crate) fn find_coordinates(&self, at: &Position<B, R::Sets>, wanted: Coordinates) -> Option<Move> {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.retain(|m| m.from() == wanted.from);
        let into = |m: &Move| if let What::Promote(kind) = m.what { Some(kind) } else { None };
        let exact = moves.iter().find(|m| m.to() == wanted.to && into(m) == wanted.into);
        let by_goal = || moves.iter().find(|&&m| m.what == What::Castle && self.goal(at, m) == wanted.to);
        exact.or_else(by_goal).copied()
    }
}
