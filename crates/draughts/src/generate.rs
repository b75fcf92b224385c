//! Legal moves, listed or counted, by the generator of the code.

use crate::board::{Board, Colour, Way};
use crate::capture::{Fixed, Law, List, Loose, Tally, captures, kings_that_capture, men_that_capture};
use crate::code::Kings;
use crate::position::{Move, Position};
use crate::rules::Draughts;

/// Calls `$function` with the law of the game as its first argument: a constant for the codes of the catalogue.
macro_rules! by_code {
    ($game:expr, $function:ident $(, $argument:expr)*) => {
        match $game.number {
            Some(0) => $function(Fixed::<0>, $($argument),*),
            Some(1) => $function(Fixed::<1>, $($argument),*),
            Some(2) => $function(Fixed::<2>, $($argument),*),
            Some(3) => $function(Fixed::<3>, $($argument),*),
            Some(4) => $function(Fixed::<4>, $($argument),*),
            Some(5) => $function(Fixed::<5>, $($argument),*),
            _ => $function(Loose(&$game.code), $($argument),*),
        }
    };
}

/// Which steps are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Steps {
    All,
    /// Those that make a king.
    Crowning,
    /// Those that do not.
    Other,
}

impl Draughts {
    /// All legal moves.
    pub(crate) fn list(&self, at: &Position, out: &mut Vec<Move>) {
        by_code!(self, list, at, Some(Steps::All), out);
    }

    /// The captures if there is one, otherwise the steps that make a king.
    pub(crate) fn list_noisy(&self, at: &Position, out: &mut Vec<Move>) {
        by_code!(self, list, at, Some(Steps::Crowning), out);
    }

    /// The other moves: none if there is a capture.
    pub(crate) fn list_quiet(&self, at: &Position, out: &mut Vec<Move>) {
        if !self.must_capture(at, at.turn()) {
            steps_into(&self.code, at, Steps::Other, out);
        }
    }

    /// The captures, if any.
    pub(crate) fn list_captures(&self, at: &Position, out: &mut Vec<Move>) {
        by_code!(self, list, at, None, out);
    }

    /// How many legal moves there are.
    pub(crate) fn tally(&self, at: &Position) -> u64 {
        by_code!(self, tally, at)
    }

    /// Whether a colour could capture if it were its turn.
    #[inline]
    pub fn must_capture(&self, at: &Position, colour: Colour) -> bool {
        by_code!(self, must_capture, at, colour)
    }
}

fn list<L: Law>(law: L, at: &Position, steps: Option<Steps>, out: &mut Vec<Move>) {
    if !captures(law, at, &mut List::new(out))
        && let Some(steps) = steps
    {
        steps_into(law.code(), at, steps, out);
    }
}

fn tally<L: Law>(law: L, at: &Position) -> u64 {
    let mut tally = Tally::default();
    if captures(law, at, &mut tally) {
        return tally.count;
    }
    let board = law.code().board;
    let empty = board.all() & !at.occupied();
    let men = at.men(at.turn());
    let mut count: u64 =
        at.turn().forward().iter().map(|&way| u64::from((board.step(men, way) & empty).count_ones())).sum();
    let kings = at.kings(at.turn());
    if kings != 0 {
        for way in Way::ALL {
            let mut reached = board.step(kings, way) & empty;
            count += u64::from(reached.count_ones());
            while law.code().kings == Kings::Flying && reached != 0 {
                reached = board.step(reached, way) & empty;
                count += u64::from(reached.count_ones());
            }
        }
    }
    count
}

#[inline(always)]
fn must_capture<L: Law>(law: L, at: &Position, colour: Colour) -> bool {
    men_that_capture(law, at, colour) != 0 || kings_that_capture(law, at, colour) != 0
}

#[inline(always)]
fn steps_into(code: &crate::Code, at: &Position, steps: Steps, out: &mut Vec<Move>) {
    let board = code.board;
    let empty = board.all() & !at.occupied();
    let last = board.last_row(at.turn());
    let wanted = match steps {
        Steps::All => empty,
        Steps::Crowning => empty & last,
        Steps::Other => empty & !last,
    };
    let men = at.men(at.turn());
    for way in at.turn().forward() {
        let mut reached = board.step(men, way) & wanted;
        while reached != 0 {
            let to = reached & reached.wrapping_neg();
            out.push(Move::new(board.step(to, way.back()), to, 0));
            reached ^= to;
        }
    }
    if steps != Steps::Crowning {
        let mut kings = at.kings(at.turn());
        while kings != 0 {
            let king = kings & kings.wrapping_neg();
            king_steps(board, code.kings, king, empty, out);
            kings ^= king;
        }
    }
}

#[inline(always)]
fn king_steps(board: Board, kings: Kings, king: u64, empty: u64, out: &mut Vec<Move>) {
    for way in Way::ALL {
        let mut to = board.step(king, way) & empty;
        while to != 0 {
            out.push(Move::new(king, to, 0));
            to = if kings == Kings::Flying { board.step(to, way) & empty } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::CODES;
    use tabula_core::{Dice, Game};

    #[test]
    fn the_compiled_and_the_loose_generator_agree() {
        for code in CODES {
            let (fixed, loose) = (Draughts::new(code), Draughts { number: None, ..Draughts::new(code) });
            let mut dice = Dice::new(5);
            for _ in 0..200 {
                let mut at = fixed.start();
                for _ in 0..100 {
                    let (mut a, mut b) = (Vec::new(), Vec::new());
                    fixed.list(&at, &mut a);
                    loose.list(&at, &mut b);
                    assert_eq!(a, b, "{}", code.id);
                    assert_eq!(loose.tally(&at), a.len() as u64);
                    let Some(&m) = dice.pick(&a) else { break };
                    fixed.play(&mut at, m, &mut ());
                }
            }
        }
    }
}
