//! What a search can exploit: captures are forced, and nothing else is.
//!
//! A position is *urgent* where the mover must capture; quiescence then follows every capture and never stands pat, so shots that begin
//! with a sacrifice are seen to their end once the sacrifice has been made. A threat that the opponent only could carry out is left to
//! the search itself: an urgent answer would cost all pruning, and would look at a single defence.

use crate::board::places;
use crate::code::Kings;
use crate::position::{KEY_OF_TURN, Move, Position, key_of};
use crate::rules::Draughts;
use tabula_core::{ASPECTS, Game, Hint, Key, Score, Tactics};

/// The worth of a man, for the order of captures.
const MAN: i32 = 100;
/// A side with fewer men does not pass: a move is often a burden in endings.
const LEAST_MEN_TO_PASS: u32 = 5;
/// What is captured, told apart for history: nothing, or pieces with kings counted double, up to this less one.
const PREYS: usize = 8;

impl Draughts {
    /// What a king is worth, for the order of captures.
    fn king_worth(&self) -> i32 {
        match self.code().kings {
            Kings::Short => 150,
            Kings::Flying => 300,
        }
    }

    fn is_king(at: &Position, m: Move) -> bool {
        at.all_kings() & m.origin() != 0
    }

    fn makes_king(&self, at: &Position, m: Move) -> bool {
        !Self::is_king(at, m) && self.crowns(at.turn(), m)
    }

    /// The step that goes from one place to another, if it is one; whether a capture is due is asked elsewhere.
    fn step_between(&self, at: &Position, from: u64, to: u64) -> Option<Move> {
        let board = self.code().board;
        let empty = board.all() & !at.occupied();
        if at.pieces(at.turn()) & from == 0 || empty & to == 0 {
            return None;
        }
        let king = at.all_kings() & from != 0;
        let flies = king && self.code().kings == Kings::Flying;
        let ways = crate::board::Way::ALL.into_iter().filter(|way| king || at.turn().forward().contains(way));
        for way in ways {
            let mut reached = board.step(from, way) & empty;
            while flies && reached & !to != 0 {
                reached = board.step(reached, way) & empty;
            }
            if reached == to {
                return Some(Move::new(from, to, 0));
            }
        }
        None
    }
}

impl Tactics for Draughts {
    /// Captures, which are then all there is; otherwise steps that make a king.
    fn noisy(&self, at: &Position, out: &mut Vec<Move>) {
        self.list_noisy(at, out);
    }

    fn quiet(&self, at: &Position, out: &mut Vec<Move>) {
        self.list_quiet(at, out);
    }

    #[inline]
    fn is_noisy(&self, at: &Position, m: Move) -> bool {
        m.captured != 0 || self.makes_king(at, m)
    }

    /// The mover must capture.
    #[inline]
    fn urgent(&self, at: &Position) -> bool {
        self.must_capture(at, at.turn())
    }

    /// The opponent must capture then: an exchange, a sacrifice, a shot.
    fn forces(&self, at: &Position, m: Move) -> bool {
        let mut after = *at;
        self.play(&mut after, m, &mut ());
        self.urgent(&after)
    }

    /// Not where either side can capture, nor in endings, where having to move is what loses.
    fn pass(&self, at: &mut Position) -> bool {
        let few = at.men(at.turn()).count_ones().min(at.men(!at.turn()).count_ones()) < LEAST_MEN_TO_PASS;
        if few || self.must_capture(at, at.turn()) || self.must_capture(at, !at.turn()) {
            return false;
        }
        at.hand_over();
        true
    }

    fn gain(&self, at: &Position, m: Move) -> Score {
        let kings = (m.captured & at.all_kings()).count_ones() as i32;
        let men = m.captured.count_ones() as i32 - kings;
        let crown = if self.makes_king(at, m) { self.king_worth() - MAN } else { 0 };
        Score::estimate(men * MAN + kings * self.king_worth() + crown)
    }

    fn slots(&self) -> usize {
        16 * 64
    }

    /// Whose man, which kind, from which of the four directions, to which square.
    #[inline]
    fn slot(&self, at: &Position, m: Move) -> usize {
        let board = self.code().board;
        let ((from_row, from_column), (row, column)) =
            (board.row_and_column(u32::from(m.from)), board.row_and_column(u32::from(m.to)));
        let kind = usize::from(crate::position::man(at.turn(), Self::is_king(at, m)));
        let way = 2 * usize::from(row > from_row) + usize::from(column > from_column);
        (kind * 4 + way) * 64 + usize::from(m.to)
    }

    fn preys(&self) -> usize {
        PREYS
    }

    #[inline]
    fn prey(&self, at: &Position, m: Move) -> usize {
        let pieces = m.captured.count_ones() + (m.captured & at.all_kings()).count_ones();
        (pieces as usize).min(PREYS - 1)
    }

    /// All men; the pieces of either colour.
    fn aspects(&self, at: &Position) -> [u64; ASPECTS] {
        let men = [at.men(at.turn()), at.men(!at.turn())];
        let all = [at.pieces(at.turn()), at.pieces(!at.turn())];
        [mix(men[0], men[1]), mix(all[0], at.kings(at.turn())), mix(all[1], at.kings(!at.turn()) ^ 1 << 63)]
    }

    #[inline]
    fn key_after(&self, at: &Position, m: Move) -> Key {
        let (turn, king) = (at.turn(), Self::is_king(at, m));
        let mut key = at.raw_key().0 ^ KEY_OF_TURN ^ key_of(turn, king, u32::from(m.from));
        key ^= key_of(turn, king || self.crowns(turn, m), u32::from(m.to));
        for place in places(m.captured) {
            key ^= key_of(!turn, at.all_kings() & 1 << place != 0, place);
        }
        Key(key)
    }

    fn recall(&self, at: &Position, hint: Hint) -> Option<Move> {
        let (from, to, ranks) = (1 << (hint.0 & 63), 1 << (hint.0 >> 6 & 63), hint.0 >> 12);
        if ranks == 0 {
            let step = self.step_between(at, from, to)?;
            return (!self.must_capture(at, at.turn())).then_some(step);
        }
        if at.pieces(at.turn()) & from == 0 {
            return None;
        }
        let mut captures = Vec::new();
        self.list_captures(at, &mut captures);
        captures.into_iter().find(|&m| self.hint(at, m) == hint)
    }
}

/// Two sets as one fingerprint.
#[inline(always)]
const fn mix(a: u64, b: u64) -> u64 {
    let mixed = (a ^ b.rotate_left(29).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::{self, CODES};
    use tabula_core::{Dice, Notation};

    #[test]
    fn the_key_after_a_move_is_foretold() {
        for code in CODES {
            let game = Draughts::new(code);
            let mut dice = Dice::new(3);
            for _ in 0..50 {
                let mut at = game.start();
                for _ in 0..100 {
                    let mut moves = Vec::new();
                    game.moves(&at, &mut moves);
                    let Some(&m) = dice.pick(&moves) else { break };
                    assert!(game.slot(&at, m) < game.slots() && game.prey(&at, m) < game.preys());
                    let foretold = game.key_after(&at, m);
                    game.play(&mut at, m, &mut ());
                    assert_eq!(game.key(&at), foretold, "{}", code.id);
                }
            }
        }
    }

    #[test]
    fn noisy_and_quiet_moves_together_are_the_legal_ones() {
        let game = Draughts::new(code::CZECH);
        for (text, noisy, all) in [("W:W6,22:B27,K29", 2, 4), ("W:W22,26:B18,K29", 1, 1), ("W:W21:B1", 0, 1)] {
            let at = game.read_position(text).unwrap();
            let (mut loud, mut calm) = (Vec::new(), Vec::new());
            game.noisy(&at, &mut loud);
            game.quiet(&at, &mut calm);
            assert_eq!((loud.len(), loud.len() + calm.len()), (noisy, all), "{text}");
        }
    }

    #[test]
    fn a_sacrifice_forces_and_nobody_passes_while_something_hangs() {
        let game = Draughts::new(code::RUSSIAN);
        let mut at = game.read_position("W:W21-32:B1-12").unwrap();
        assert!(game.pass(&mut at), "nothing hangs at the start");
        let mut at = game.read_position("W:W18,21-23,25-31:B1-9,11,12").unwrap();
        let give = game.read_move(&at, "18-15").unwrap();
        assert!(game.forces(&at, give));
        game.play(&mut at, give, &mut ());
        assert!(game.urgent(&at));
        assert!(!game.pass(&mut at));
    }
}
