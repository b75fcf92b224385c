//! Captures: every way of jumping, followed to its end, as one move each.
//!
//! The code asked for is either a constant, and the compiler makes a generator of it, or any other; both are the same source.

use crate::board::{Colour, Way};
use crate::code::{CODES, Code, Kings, Landing, Precedence, Promotion, Reach, Removal};
use crate::position::{Move, Position};

/// Where a generator finds its code.
pub(crate) trait Law: Copy {
    fn code(&self) -> &Code;
}

/// A code of the catalogue, known when this is compiled.
#[derive(Clone, Copy)]
pub(crate) struct Fixed<const NUMBER: usize>;

impl<const NUMBER: usize> Law for Fixed<NUMBER> {
    #[inline(always)]
    fn code(&self) -> &Code {
        const { &CODES[NUMBER] }
    }
}

/// Any code: the plain twin of the above.
#[derive(Clone, Copy)]
pub(crate) struct Loose<'a>(pub(crate) &'a Code);

impl Law for Loose<'_> {
    #[inline(always)]
    fn code(&self) -> &Code {
        self.0
    }
}

/// Takes captures, and keeps those that come first.
pub(crate) trait Sink {
    /// A capture with its precedence. `doubtful` if it may have been found already, by other jumps.
    fn take(&mut self, m: Move, precedence: u32, doubtful: bool);
}

/// Captures listed.
pub(crate) struct List<'a> {
    pub(crate) out: &'a mut Vec<Move>,
    first: usize,
    best: u32,
}

impl<'a> List<'a> {
    pub(crate) fn new(out: &'a mut Vec<Move>) -> Self {
        Self { first: out.len(), out, best: 0 }
    }
}

impl Sink for List<'_> {
    #[inline]
    fn take(&mut self, m: Move, precedence: u32, doubtful: bool) {
        if precedence < self.best {
            return;
        }
        if precedence > self.best {
            self.best = precedence;
            self.out.truncate(self.first);
        }
        if !(doubtful && self.out[self.first..].contains(&m)) {
            self.out.push(m);
        }
    }
}

/// Captures counted; only doubtful ones are remembered.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) count: u64,
    doubtful: Vec<Move>,
    best: u32,
}

impl Sink for Tally {
    #[inline]
    fn take(&mut self, m: Move, precedence: u32, doubtful: bool) {
        if precedence < self.best {
            return;
        }
        if precedence > self.best {
            self.best = precedence;
            self.count = 0;
            self.doubtful.clear();
        }
        if doubtful {
            if self.doubtful.contains(&m) {
                return;
            }
            self.doubtful.push(m);
        }
        self.count += 1;
    }
}

/// The board as a capturing piece sees it.
pub(crate) struct Chase<'a, L, S> {
    law: L,
    sink: &'a mut S,
    turn: Colour,
    /// Where it started; free while it is under way.
    from: u64,
    started_as_king: bool,
    /// The free squares, `from` among them.
    empty: u64,
    prey: u64,
}

/// Men that can capture.
#[inline(always)]
pub(crate) fn men_that_capture<L: Law>(law: L, at: &Position, colour: Colour) -> u64 {
    let board = law.code().board;
    let (men, prey) = (at.men(colour), at.pieces(!colour));
    let empty = board.all() & !at.occupied();
    let towards = |way: Way| men & board.step(prey & board.step(empty, way.back()), way.back());
    let [right, left] = colour.forward();
    let forward = towards(right) | towards(left);
    match law.code().men {
        Reach::Forward => forward,
        Reach::Both => forward | towards(right.back()) | towards(left.back()),
    }
}

/// Kings that can capture.
#[inline]
pub(crate) fn kings_that_capture<L: Law>(law: L, at: &Position, colour: Colour) -> u64 {
    let board = law.code().board;
    let (kings, prey) = (at.kings(colour), at.pieces(!colour));
    if kings == 0 {
        return 0;
    }
    let empty = board.all() & !at.occupied();
    let mut found = 0;
    for way in Way::ALL {
        // From the squares before a piece that can be jumped, back over free squares to a king.
        let mut before = board.step(prey & board.step(empty, way.back()), way.back());
        found |= kings & before;
        if law.code().kings == Kings::Flying {
            before &= empty;
            while before != 0 {
                before = board.step(before, way.back());
                found |= kings & before;
                before &= empty;
            }
        }
    }
    found
}

/// Every capture of the mover into the sink; answers whether there is one.
#[inline(always)]
pub(crate) fn captures<L: Law, S: Sink>(law: L, at: &Position, sink: &mut S) -> bool {
    let turn = at.turn();
    let kings = kings_that_capture(law, at, turn);
    let men = match law.code().precedence {
        Precedence::KingFirst if kings != 0 => 0,
        _ => men_that_capture(law, at, turn),
    };
    if kings | men == 0 {
        return false;
    }
    chase_all(law, at, kings, men, sink);
    true
}

fn chase_all<L: Law, S: Sink>(law: L, at: &Position, mut kings: u64, mut men: u64, sink: &mut S) {
    let turn = at.turn();
    let empty = law.code().board.all() & !at.occupied();
    let mut chase = Chase { law, sink, turn, from: 0, started_as_king: true, empty, prey: at.pieces(!turn) };
    while kings != 0 {
        chase.from = kings & kings.wrapping_neg();
        chase.empty = empty | chase.from;
        chase.king(chase.from, 0);
        kings ^= chase.from;
    }
    chase.started_as_king = false;
    while men != 0 {
        chase.from = men & men.wrapping_neg();
        chase.empty = empty | chase.from;
        chase.man(chase.from, 0);
        men ^= chase.from;
    }
}

impl<L: Law, S: Sink> Chase<'_, L, S> {
    /// The free squares once `captured` has been jumped.
    #[inline(always)]
    fn empty(&self, captured: u64) -> u64 {
        match self.law.code().removal {
            Removal::AfterMove => self.empty,
            Removal::AtOnce => self.empty | captured,
        }
    }

    /// Follows the captures of a man; answers whether there was one.
    fn man(&mut self, at: u64, captured: u64) -> bool {
        let [right, left] = self.turn.forward();
        let forward = self.man_towards(at, captured, right) | self.man_towards(at, captured, left);
        match self.law.code().men {
            Reach::Forward => forward,
            Reach::Both => {
                forward | self.man_towards(at, captured, right.back()) | self.man_towards(at, captured, left.back())
            }
        }
    }

    #[inline(always)]
    fn man_towards(&mut self, at: u64, captured: u64, way: Way) -> bool {
        let board = self.law.code().board;
        let jumped = board.step(at, way) & self.prey & !captured;
        let land = board.step(jumped, way) & self.empty(captured);
        if land == 0 {
            return false;
        }
        let captured = captured | jumped;
        let crowned = land & board.last_row(self.turn) != 0;
        let goes_on = match self.law.code().promotion {
            Promotion::EndsMove if crowned => false,
            Promotion::GoesOnAsKing if crowned => self.king(land, captured),
            _ => self.man(land, captured),
        };
        if !goes_on {
            self.finish(land, captured);
        }
        true
    }

    /// Follows the captures of a king; answers whether there was one.
    fn king(&mut self, at: u64, captured: u64) -> bool {
        let mut any = false;
        for way in Way::ALL {
            any |= match self.law.code().kings {
                Kings::Short => self.short_king_towards(at, captured, way),
                Kings::Flying => self.flying_king_towards(at, captured, way),
            };
        }
        any
    }

    fn short_king_towards(&mut self, at: u64, captured: u64, way: Way) -> bool {
        let board = self.law.code().board;
        let jumped = board.step(at, way) & self.prey & !captured;
        let land = board.step(jumped, way) & self.empty(captured);
        if land == 0 {
            return false;
        }
        if !self.king(land, captured | jumped) {
            self.finish(land, captured | jumped);
        }
        true
    }

    fn flying_king_towards(&mut self, at: u64, captured: u64, way: Way) -> bool {
        let board = self.law.code().board;
        let empty = self.empty(captured);
        let mut jumped = board.step(at, way);
        while jumped & empty != 0 {
            jumped = board.step(jumped, way);
        }
        jumped &= self.prey & !captured;
        let mut land = board.step(jumped, way) & empty;
        if land == 0 {
            return false;
        }
        let captured = captured | jumped;
        let mut ends = 0;
        let mut goes_on = false;
        while land != 0 {
            if self.king(land, captured) {
                goes_on = true;
            } else {
                ends |= land;
            }
            land = board.step(land, way) & empty;
        }
        if !goes_on || self.law.code().landing == Landing::Any {
            while ends != 0 {
                self.finish(ends & ends.wrapping_neg(), captured);
                ends &= ends - 1;
            }
        }
        true
    }

    #[inline]
    fn finish(&mut self, land: u64, captured: u64) {
        let precedence = match self.law.code().precedence {
            Precedence::Free => 0,
            Precedence::KingFirst => u32::from(self.started_as_king),
            Precedence::Majority => captured.count_ones(),
        };
        // The same pieces can be jumped in another order only round a ring, which has four at least; but a flying king may also
        // pause on different squares between the same two.
        let flies = self.law.code().kings == Kings::Flying
            && (self.started_as_king || self.law.code().promotion == Promotion::GoesOnAsKing);
        let least = if flies { 2 } else { 4 };
        let doubtful = captured.count_ones() >= least;
        self.sink.take(Move::new(self.from, land, captured), precedence, doubtful);
    }
}
