//! Which moves are legal.
//!
//! Moves are found as sets: the squares a man may go to are computed at once, already restricted by checks
//! and pins, and handed to a [`Sink`], which lists them, counts them, or looks for one of them. Only king
//! steps, castling and captures in passing are tried one by one.

use crate::geometry::{ahead_by, shifted};
use crate::kind::MAX_KINDS;
use crate::trying::Trying;
use crate::{Chess, Kind, Move, PAWN, Position, Rules, What, Wing};
use tabula_board::{Bits, Slide};
use tabula_core::Square;

/// Takes what the generator finds.
pub(crate) trait Sink<B: Bits> {
    /// A man goes from a square to any of several.
    fn walk(&mut self, from: Square, to: B);
    /// Pawns arrive on these squares, each from `by` lower.
    fn pawns(&mut self, to: B, by: i32, what: What);
    /// Pawns arrive on these squares, each from `by` lower, and become any of `kinds`.
    fn promote(&mut self, to: B, by: i32, kinds: &[Kind]);
    /// A single move.
    fn one(&mut self, m: Move);
}

/// Which moves are wanted.
#[derive(Clone, Copy)]
pub(crate) struct Scope<B> {
    /// Only these men.
    pub(crate) movers: B,
    /// Only to these squares.
    pub(crate) targets: B,
    /// Pawns that stay pawns only to these.
    pub(crate) pawn_targets: B,
    /// Promotions only on these.
    pub(crate) promotions: B,
    /// Castling too.
    pub(crate) castling: bool,
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// Every legal move.
    #[inline(always)]
    pub(crate) fn everything(&self) -> Scope<B> {
        let all = !B::EMPTY;
        Scope { movers: all, targets: all, pawn_targets: all, promotions: all, castling: true }
    }

    /// Hands the legal moves within `scope` to `sink`.
    #[inline(always)]
    pub(crate) fn generate(&self, at: &Position<B, R::Sets>, scope: Scope<B>, sink: &mut impl Sink<B>) {
        if R::ROAMS && at.rolling {
            return;
        }
        if self.rules.takes_royals() || self.rules.odd().is_some() {
            return self.generate_by_trying(at, scope, sink);
        }
        let own = at.side(at.turn);
        let royal = self.royal(at, at.turn);
        if scope.movers.has(royal) {
            self.royal_steps(at, royal, scope.targets, sink);
        }
        // What resolves a check: taking the one who gives it, or stepping between.
        let mut answers = !own;
        if !at.checkers.is_empty() {
            if at.checkers.is_several() {
                return;
            }
            answers = self.ways_between(at, royal) | at.checkers;
        } else if scope.castling && at.castles.meets(own) {
            self.castlings(at, royal, sink);
        }
        let officers = own & scope.movers & !B::one(royal);
        self.officer_moves(at, officers & !at.pinned, answers & scope.targets, sink);
        let pawns = at.kind(PAWN) & own & scope.movers;
        self.pawn_moves(at, pawns & !at.pinned, answers, scope, sink);
        for from in (at.pinned & scope.movers).squares() {
            let line = self.pin_line(at, royal, from) & answers;
            self.officer_moves(at, B::one(from), line & scope.targets, sink);
            self.pawn_moves(at, pawns & B::one(from), line, scope, sink);
        }
        if let Some(passed) = at.passed()
            && scope.pawn_targets.has(passed)
        {
            self.captures_in_passing(at, passed, scope.movers, sink);
        }
    }

    /// The legal moves of games whose checks and pins are no masks: every move that the men can make, tried one by one.
    /// Where royal men are taken nothing has to be tried.
    #[inline(never)]
    fn generate_by_trying(&self, at: &Position<B, R::Sets>, scope: Scope<B>, sink: &mut impl Sink<B>) {
        if self.rules.takes_royals() {
            if self.royal_is_lost(at) {
                return;
            }
            self.generate_unsafe_too(at, scope, sink);
        } else {
            self.generate_unsafe_too(at, scope, &mut Trying { game: self, at, sink });
        }
    }

    /// Every move that the men can make, whatever becomes of the royal man.
    #[inline(always)]
    fn generate_unsafe_too(&self, at: &Position<B, R::Sets>, scope: Scope<B>, sink: &mut impl Sink<B>) {
        let own = at.side(at.turn);
        let free = !own;
        if scope.castling && at.checkers.is_empty() && at.castles.meets(own) {
            self.castlings(at, self.royal(at, at.turn), sink);
        }
        self.officer_moves(at, own & scope.movers, free & scope.targets, sink);
        if let Some(odd) = self.rules.odd() {
            for &kind in odd.kinds() {
                for from in (at.men(kind, at.turn) & scope.movers).squares() {
                    // What it also reaches by leaps and whole slides is found above.
                    let known = self.rules.reach(kind, from, at.occupied());
                    sink.walk(from, odd.moves(at, kind, at.turn, from) & free & !known & scope.targets);
                }
            }
        }
        self.pawn_moves(at, at.kind(PAWN) & own & scope.movers, free, scope, sink);
        if let Some(passed) = at.passed()
            && scope.pawn_targets.has(passed)
        {
            self.captures_in_passing(at, passed, scope.movers, sink);
        }
    }

    /// The squares on which a man can step between the royal man and its only checker: none if that leaps.
    #[inline(always)]
    fn ways_between(&self, at: &Position<B, R::Sets>, royal: Square) -> B {
        let checker = at.checkers.first();
        let leaps = at.man_on(checker).is_some_and(|(kind, _)| self.rules.leaps(kind, royal).has(checker));
        if leaps { B::EMPTY } else { self.rules.geometry().lines.between(royal, checker) }
    }

    /// Where a pinned man may still go: along the line to its king. One that could leap along it, over the
    /// king or over the pinner, is held between the two.
    #[inline(always)]
    fn pin_line(&self, at: &Position<B, R::Sets>, royal: Square, from: Square) -> B {
        let geometry = self.rules.geometry();
        let line = geometry.lines.through(royal, from);
        let leaps = at.man_on(from).is_some_and(|(kind, _)| self.rules.leaps(kind, from).meets(line));
        if !leaps {
            return line;
        }
        let occupied = at.occupied();
        line & (geometry.sliders.straight(from, occupied) | geometry.sliders.diagonal(from, occupied))
    }

    #[inline(always)]
    fn royal_steps(&self, at: &Position<B, R::Sets>, royal: Square, targets: B, sink: &mut impl Sink<B>) {
        let Some((kind, side)) = at.man_on(royal) else { return };
        let occupied = at.occupied();
        // The king itself must not hide the squares behind it.
        let without = occupied ^ B::one(royal);
        let mut safe = B::EMPTY;
        for to in (self.rules.reach(kind, royal, occupied) & !at.side(side) & targets).squares() {
            if !self.attacked(at, to, !side, without) {
                safe |= B::one(to);
            }
        }
        sink.walk(royal, safe);
    }

    /// By ways of moving rather than by kinds: a queen's straight and diagonal moves are found apart, together
    /// with those of rooks and bishops. There are fewer ways than kinds, and fewer loops to end.
    #[inline(always)]
    fn officer_moves(&self, at: &Position<B, R::Sets>, men: B, targets: B, sink: &mut impl Sink<B>) {
        let occupied = at.occupied();
        let sliders = &self.rules.geometry().sliders;
        for &kind in self.rules.leapers() {
            for from in (at.kind(kind) & men).squares() {
                // A leap that is also a slide is found below.
                let leaps = self.rules.leaps(kind, from) & !self.rules.slides(kind, from, occupied);
                sink.walk(from, leaps & targets);
            }
        }
        for from in (self.rules.diagonal_sliders(at.kinds()) & men).squares() {
            sink.walk(from, sliders.diagonal(from, occupied) & targets);
        }
        for from in (self.rules.straight_sliders(at.kinds()) & men).squares() {
            sink.walk(from, sliders.straight(from, occupied) & targets);
        }
    }

    #[inline(always)]
    fn pawn_moves(&self, at: &Position<B, R::Sets>, pawns: B, answers: B, scope: Scope<B>, sink: &mut impl Sink<B>) {
        let (side, stride) = (at.turn, self.rules.stride());
        let geometry = self.rules.geometry();
        let (empty, foe) = (!at.occupied(), at.side(!side));
        let zone = self.rules.promotion_zone(side) & answers & scope.promotions;
        let targets = answers & scope.pawn_targets & !self.rules.last_stop(side);
        let ahead = ahead_by(side, stride);
        let single = geometry.ahead(side, pawns, stride) & empty;
        let first = geometry.ahead(side, pawns & self.rules.double_from(side), stride) & empty;
        let double = geometry.ahead(side, first, stride) & empty;
        let left = geometry.ahead_left(side, pawns, stride) & foe;
        let right = geometry.ahead_right(side, pawns, stride) & foe;
        sink.pawns(double & targets, 2 * ahead, What::Double);
        for (to, by) in [(single, ahead), (left, ahead - 1), (right, ahead + 1)] {
            sink.pawns(to & targets, by, What::Step);
            if to.meets(zone) {
                self.promote(at, to & zone, by, sink);
            }
        }
    }

    /// Hands over promotions: to any kind, or only to those that the side has lost.
    #[inline(always)]
    fn promote(&self, at: &Position<B, R::Sets>, to: B, by: i32, sink: &mut impl Sink<B>) {
        let all = self.rules.promotions();
        let Some(stock) = self.rules.stock() else { return sink.promote(to, by, all) };
        let mut lost = [PAWN; MAX_KINDS];
        let mut count = 0;
        for &kind in all {
            if at.men(kind, at.turn).count() < stock[kind.index() % MAX_KINDS] {
                lost[count % MAX_KINDS] = kind;
                count += 1;
            }
        }
        sink.promote(to, by, &lost[..count.min(MAX_KINDS)]);
    }

    fn captures_in_passing(&self, at: &Position<B, R::Sets>, passed: Square, movers: B, sink: &mut impl Sink<B>) {
        let pawns = self.rules.geometry().pawn_attacks(!at.turn, passed) & at.men(PAWN, at.turn) & movers;
        for from in pawns.squares() {
            if self.en_passant_is_safe(at, from, passed) {
                sink.one(Move::new(from, passed, What::EnPassant));
            }
        }
    }

    /// Castling is allowed when all squares that king and rook pass or reach are free of other men, and
    /// the king neither passes nor reaches an attacked one.
    #[inline(always)]
    fn castlings(&self, at: &Position<B, R::Sets>, royal: Square, sink: &mut impl Sink<B>) {
        let lines = &self.rules.geometry().lines;
        let side = at.turn;
        for rook in (at.castles & at.side(side)).squares() {
            let wing = if rook < royal { Wing::Left } else { Wing::Right };
            let Some(goal) = self.rules.castle_goal(side, wing) else { continue };
            let king_way = lines.between(royal, goal.king) | B::one(goal.king);
            let rook_way = lines.between(rook, goal.rook) | B::one(goal.rook);
            let others = at.occupied() ^ B::one(royal) ^ B::one(rook);
            if (king_way | rook_way).meets(others) {
                continue;
            }
            // In shuffled games the rook may have been the king's shield: it is looked for where it ends.
            let after = others | B::one(goal.rook);
            let unguarded = |square| !self.attacked(at, square, !side, after);
            if self.rules.takes_royals() || king_way.squares().all(unguarded) {
                sink.one(Move::new(royal, rook, What::Castle));
            }
        }
    }
}

/// Lists moves.
impl<B: Bits> Sink<B> for Vec<Move> {
    #[inline(always)]
    fn walk(&mut self, from: Square, to: B) {
        for to in to.squares() {
            self.push(Move::step(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: B, by: i32, what: What) {
        for to in to.squares() {
            self.push(Move::new(shifted(to, -by), to, what));
        }
    }

    #[inline(always)]
    fn promote(&mut self, to: B, by: i32, kinds: &[Kind]) {
        for to in to.squares() {
            for &kind in kinds {
                self.push(Move::new(shifted(to, -by), to, What::Promote(kind)));
            }
        }
    }

    #[inline(always)]
    fn one(&mut self, m: Move) {
        self.push(m);
    }
}

/// Counts moves.
#[derive(Default)]
pub(crate) struct Tally(pub(crate) u64);

impl<B: Bits> Sink<B> for Tally {
    #[inline(always)]
    fn walk(&mut self, _: Square, to: B) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn pawns(&mut self, to: B, _: i32, _: What) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn promote(&mut self, to: B, _: i32, kinds: &[Kind]) {
        self.0 += u64::from(to.count()) * kinds.len() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Looks for one move.
pub(crate) struct Quest {
    wanted: Move,
    pub(crate) found: bool,
}

impl Quest {
    pub(crate) const fn new(wanted: Move) -> Self {
        Self { wanted, found: false }
    }
}

impl<B: Bits> Sink<B> for Quest {
    fn walk(&mut self, from: Square, to: B) {
        self.found |= self.wanted.what == What::Step && self.wanted.from() == from && to.has(self.wanted.to());
    }

    fn pawns(&mut self, to: B, by: i32, what: What) {
        let (from, wanted) = (self.wanted.from(), self.wanted.to());
        self.found |= self.wanted.what == what && to.has(wanted) && shifted(wanted, -by) == from;
    }

    fn promote(&mut self, to: B, by: i32, kinds: &[Kind]) {
        let (from, wanted, what) = (self.wanted.from(), self.wanted.to(), self.wanted.what);
        let among = matches!(what, What::Promote(kind) if kinds.contains(&kind));
        self.found |= among && to.has(wanted) && shifted(wanted, -by) == from;
    }

    fn one(&mut self, m: Move) {
        self.found |= self.wanted == m;
    }
}
