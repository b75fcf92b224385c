//! Ending games that both players agree about, by the scores they tell.

use tabula_core::{Score, Side};

/// When a game is ended before the rules end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// A win, when both say so.
    pub win: Option<WinRule>,
    /// A draw, when both say so.
    pub draw: Option<DrawRule>,
    /// A draw after so many moves of each player, the moves of the opening not counted.
    pub length: Option<u32>,
}

/// A win for the side that is ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    /// By so many hundredths of a pawn at least.
    pub score: i32,
    /// For so many moves of each player in a row.
    pub moves: u32,
}

/// A draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this move.
    pub from: u32,
    /// Nobody is ahead by more than so many hundredths of a pawn.
    pub score: i32,
    /// For so many plies in a row.
    pub plies: u32,
}

/// What the rules say about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// This side has won.
    Win(Side),
    /// Nobody has, because the scores are even.
    Draw,
    /// Nobody has, because the game is too long.
    TooLong,
}

impl Call {
    /// Who has won.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw | Self::TooLong => None,
        }
    }
}

/// Follows the scores of one game.
#[derive(Debug)]
pub struct Judge {
    rules: Adjudication,
    plies: u32,
    ahead: Option<(Side, u32)>,
    even: u32,
}

impl Judge {
    /// At the start of a game.
    pub const fn new(rules: Adjudication) -> Self {
        Self { rules, plies: 0, ahead: None, even: 0 }
    }

    /// Takes in a move with the score its player told, and answers if the game is to end. A player who tells nothing
    /// agrees to nothing.
    pub fn hear(&mut self, mover: Side, score: Option<Score>) -> Option<Call> {
        self.plies += 1;
        let value = score.map(Score::value);
        if let Some(rule) = self.rules.win {
            let leader = match value {
                Some(value) if value >= rule.score => Some(mover),
                Some(value) if value <= -rule.score => Some(!mover),
                _ => None,
            };
            self.ahead = match (leader, self.ahead) {
                (Some(leader), Some((before, count))) if leader == before => Some((leader, count + 1)),
                (Some(leader), _) => Some((leader, 1)),
                (None, _) => None,
            };
            if let Some((leader, count)) = self.ahead
                && count >= 2 * rule.moves
            {
                return Some(Call::Win(leader));
            }
        }
        if let Some(rule) = self.rules.draw {
            let even = value.is_some_and(|value| value.abs() <= rule.score);
            self.even = if even && self.plies > 2 * rule.from.saturating_sub(1) { self.even + 1 } else { 0 };
            if self.even >= rule.plies {
                return Some(Call::Draw);
            }
        }
        match self.rules.length {
            Some(moves) if self.plies >= moves.saturating_mul(2) => Some(Call::TooLong),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Call)> {
        let mut judge = Judge::new(rules);
        let sides = Side::BOTH.iter().cycle();
        scores
            .iter()
            .zip(sides)
            .enumerate()
            .find_map(|(ply, (score, &side))| Some((ply + 1, judge.hear(side, score.map(Score::estimate))?)))
    }

    const WIN: Adjudication = Adjudication { win: Some(WinRule { score: 500, moves: 2 }), draw: None, length: None };

    #[test]
    fn a_win_needs_both_players_for_some_moves() {
        let both = [Some(600), Some(-600), Some(700), Some(-500), Some(900)];
        assert_eq!(calls(WIN, &both), Some((4, Call::Win(Side::First))));
        assert_eq!(calls(WIN, &[Some(600), Some(0), Some(700), Some(0), Some(900)]), None);
        assert_eq!(calls(WIN, &[Some(600), None, Some(700), Some(-700), Some(900)]), None);
        assert_eq!(calls(WIN, &[Some(-600), Some(600), Some(-700), Some(700)]), Some((4, Call::Win(Side::Second))));
        // Each believes in itself.
        assert_eq!(calls(WIN, &[Some(600), Some(600), Some(700), Some(700), Some(700), Some(700)]), None);
    }

    #[test]
    fn a_draw_waits_for_its_move() {
        let rules = Adjudication { draw: Some(DrawRule { from: 3, score: 10, plies: 2 }), ..Adjudication::default() };
        assert_eq!(calls(rules, &[Some(0); 9]), Some((6, Call::Draw)));
        let late = [Some(0), Some(0), Some(0), Some(0), Some(0), Some(11), Some(-10), Some(10)];
        assert_eq!(calls(rules, &late), Some((8, Call::Draw)));
    }

    #[test]
    fn a_long_game_is_a_draw() {
        let rules = Adjudication { length: Some(2), ..Adjudication::default() };
        assert_eq!(calls(rules, &[None; 9]), Some((4, Call::TooLong)));
        assert_eq!(calls(Adjudication::default(), &[Some(0); 99]), None);
    }
}
