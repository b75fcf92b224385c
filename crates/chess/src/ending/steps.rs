//! A step ahead or back, on numbers: most moves shift one man, and one digit with it.
//!
//! Captures and promotions leave the material and are not here, nor are double steps ahead, which are played. Kinds that move in odd
//! ways are not taken back.

use super::layout::Steps;
use super::{Layout, Material};
use crate::geometry::{ahead_by, shifted};
use crate::{Chess, Move, PAWN, Position, Rules, What};
use tabula_board::{Bits, bits};
use tabula_core::{Endings, Side, Square};

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// The numbers after a man has gone to an empty square. The position is one of the layout, sides not exchanged.
    pub(super) fn numbers_after(
        &self,
        layout: &Layout<B, R::Sets>,
        at: &Position<B, R::Sets>,
        moves: &[Move],
        found: &mut Vec<usize>,
        left: &mut Vec<Move>,
    ) {
        if at.passed().is_some() {
            // The right to take in passing ends, whoever moves.
            left.extend_from_slice(moves);
            return;
        }
        let (squares, occupied) = (self.digits(layout, at, false), at.occupied());
        let steps = layout.steps(squares, !at.turn);
        for &m in moves {
            let man = squares[..layout.men().len()].iter().position(|&on| on == m.from());
            match man.filter(|_| m.what == What::Step && !occupied.has(m.to())) {
                Some(man) => found.push(steps.moved(man, m.to())),
                None => left.push(m),
            }
        }
    }

    /// The numbers from which a man has gone to an empty square.
    pub(super) fn numbers_before(&self, layout: &Layout<B, R::Sets>, index: usize, out: &mut Vec<usize>) {
        let Some((turn, squares)) = layout.unpack(index) else { return };
        let mover = !turn;
        let (mut stand, mut passed) = (squares, None);
        for (i, &(kind, side)) in layout.men().iter().enumerate() {
            if kind == PAWN && self.shape().rank(squares[i]) == self.home_rank(side) {
                let Some((over, to)) = self.manner().double_step(side, self.shape().file(squares[i])) else { return };
                stand[i] = to;
                passed = Some((i, over));
            }
        }
        let steps = layout.steps(stand, mover);
        let mut back = Back { game: self, layout, steps, stand, mover, out };
        let ahead = ahead_by(mover, self.rules.stride());
        if let Some((i, over)) = passed {
            back.push(i, shifted(over, -ahead));
            return;
        }
        let men = layout.men();
        let occupied: B = bits::collect(stand[..men.len()].iter().copied());
        for (i, &(kind, _)) in men.iter().enumerate().filter(|(_, (_, side))| *side == mover) {
            let on = stand[i];
            if kind != PAWN {
                for from in (self.rules.reach(kind, on, occupied) & !occupied).squares() {
                    back.push(i, from);
                }
                continue;
            }
            // No pawn stands on its own back rank, so that there always is a rank behind.
            let behind = shifted(on, -ahead);
            if occupied.has(behind) || self.shape().rank(behind) == self.home_rank(mover) {
                continue;
            }
            back.push(i, behind);
            let origin = shifted(behind, -ahead);
            if self.rules.double_from(mover).has(origin)
                && !occupied.has(origin)
                && self.place(layout, index).is_some_and(|at| !self.can_take_in_passing(&at, behind))
            {
                back.push(i, origin);
            }
        }
    }

    fn can_take_in_passing(&self, at: &Position<B, R::Sets>, passed: Square) -> bool {
        let takers = self.rules.geometry().pawn_attacks(!at.turn, passed) & at.men(PAWN, at.turn);
        takers.squares().any(|from| self.en_passant_is_safe(at, from, passed))
    }
}

/// Gathers the numbers before a position.
struct Back<'a, B: Bits, R: Rules<B>> {
    game: &'a Chess<B, R>,
    layout: &'a Layout<B, R::Sets>,
    steps: Steps<'a, B, R::Sets>,
    stand: [Square; Material::MOST],
    mover: Side,
    out: &'a mut Vec<usize>,
}

impl<B: Bits, R: Rules<B>> Back<'_, B, R> {
    /// The position in which a man stood elsewhere. The mover may have had the right to take in passing, and not used it.
    fn push(&mut self, man: usize, from: Square) {
        let (game, layout) = (self.game, self.layout);
        self.out.push(self.steps.moved(man, from));
        if !layout.has_passing() {
            return;
        }
        let mut squares = self.stand;
        squares[man] = from;
        for (i, &(kind, side)) in layout.men().iter().enumerate().filter(|(_, (_, side))| *side != self.mover) {
            let file = game.shape().file(squares[i]);
            let arrived = game.manner().double_step(side, file).is_some_and(|(_, to)| to == squares[i]);
            let home = game.shape().square(file.into(), game.home_rank(side).into());
            if let (true, Some(home)) = (kind == PAWN && arrived, home) {
                let stood = std::mem::replace(&mut squares[i], home);
                self.out.push(layout.pack(&squares, self.mover));
                squares[i] = stood;
            }
        }
    }
}
