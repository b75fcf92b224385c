//! The game itself: rules, start, and the traits of `core`.

use crate::ending::Manner;
use crate::generate::{Quest, Scope, Tally};
use crate::lots::Lots;
use crate::{Move, Position, Rules, STARTS, What, fischer_start};
use std::sync::OnceLock;
use tabula_board::{Bits, Shape};
use tabula_core::line::Threshold;
use tabula_core::{Cause, Faults, Game, Hint, HistoryRule, Key, Mover, Notation, Outcome, Square, Watch};

/// A game of chess: the one rule engine, over rules from either source.
pub struct Chess<B: Bits, R: Rules<B>> {
    pub(crate) rules: R,
    pub(crate) variety: Variety,
    start: Position<B, R::Sets>,
    /// Prepared when an ending is first asked about.
    pub(crate) manner: OnceLock<Manner<B, R::Sets>>,
}

/// Whether the game starts always alike.
///
/// Where starts are shuffled, castling is written as the king taking its rook, and a number names a start.
#[derive(Clone, Debug)]
pub enum Variety {
    /// One start; castling is written by where the king goes.
    Fixed,
    /// The 960 starts of Chess960.
    Fischer,
    /// The starts that a definition allows.
    Dealt(Lots),
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// A game by these rules, from a start position given as text.
    pub fn new(rules: R, start: &str, variety: Variety) -> Result<Self, Faults> {
        let mut game = Self { rules, variety, start: Position::empty(), manner: OnceLock::new() };
        game.start = game.read_position(start)?;
        Ok(game)
    }

    /// The rules it is played by.
    pub const fn rules(&self) -> &R {
        &self.rules
    }

    /// The size of the board.
    pub fn shape(&self) -> Shape {
        self.rules.geometry().shape
    }

    /// The start with this number, as text; `None` beyond the last, and where every game begins alike.
    pub fn numbered(&self, number: u32) -> Option<String> {
        match &self.variety {
            Variety::Fixed => None,
            Variety::Fischer => fischer_start(number),
            Variety::Dealt(lots) => lots.start(number),
        }
    }

    /// How many starts have a number.
    pub fn starts(&self) -> u32 {
        match &self.variety {
            Variety::Fixed => 0,
            Variety::Fischer => STARTS,
            Variety::Dealt(lots) => lots.count(),
        }
    }

    /// The start of a new game, where it is drawn by lot.
    pub fn deal(&self, lot: u64) -> Option<String> {
        let count = match &self.variety {
            Variety::Fixed => return None,
            Variety::Fischer => STARTS,
            Variety::Dealt(lots) => lots.dealt(),
        };
        self.numbered((lot % u64::from(count.max(1))) as u32)
    }

    /// Whether games begin differently.
    pub(crate) const fn is_shuffled(&self) -> bool {
        !matches!(self.variety, Variety::Fixed)
    }

    /// Whether the mover's king is attacked.
    pub fn in_check(&self, at: &Position<B, R::Sets>) -> bool {
        !at.checkers.is_empty()
    }

    /// Whether a move is legal, without listing the others.
    pub fn is_legal(&self, at: &Position<B, R::Sets>, m: Move) -> bool {
        // Squares wrap round in sets, where one beside the board would pass for another on it.
        if m.from().index().max(m.to().index()) >= self.shape().size() {
            return false;
        }
        let mut quest = Quest::new(m);
        let scope = Scope {
            movers: B::one(m.from()),
            targets: B::one(m.to()),
            pawn_targets: B::one(m.to()),
            promotions: B::one(m.to()),
            castling: m.what == What::Castle,
        };
        self.generate(at, scope, &mut quest);
        quest.found
    }

    /// Where the man ends that a move is about: the king's goal when castling.
    pub(crate) fn goal(&self, at: &Position<B, R::Sets>, m: Move) -> Square {
        let wing = if m.to() < m.from() { crate::Wing::Left } else { crate::Wing::Right };
        match (m.what, self.rules.castle_goal(at.turn, wing)) {
            (What::Castle, Some(goal)) => goal.king,
            _ => m.to(),
        }
    }
}

impl<B: Bits, R: Rules<B>> Game for Chess<B, R> {
    type Position = Position<B, R::Sets>;
    type Move = Move;
    const CHANCE: bool = R::ROAMS;

    fn start(&self) -> Self::Position {
        self.start.clone()
    }

    #[inline(always)]
    fn mover(&self, at: &Self::Position) -> Mover {
        if R::ROAMS && at.rolling { Mover::Chance } else { at.turn.into() }
    }

    fn moves(&self, at: &Self::Position, out: &mut Vec<Move>) {
        self.generate(at, self.everything(), out);
    }

    fn play<W: Watch>(&self, at: &mut Self::Position, m: Move, watch: &mut W) {
        self.make(at, m, watch);
    }

    #[inline]
    fn ended(&self, at: &Self::Position) -> Option<Outcome> {
        if self.rules.takes_royals() {
            return self.verdict_by_loss(at);
        }
        // FIDE 5.2.2, as far as material alone tells.
        self.is_dead(at).then_some(Outcome::draw(Cause::DeadMaterial))
    }

    fn stuck(&self, at: &Self::Position) -> Outcome {
        // FIDE 5.1.1 and 5.2.1.
        if self.in_check(at) { Outcome::win(!at.turn, Cause::Mate) } else { Outcome::draw(Cause::Stalemate) }
    }

    #[inline(always)]
    fn key(&self, at: &Self::Position) -> Key {
        Key(at.key)
    }

    fn chances(&self, at: &Self::Position, out: &mut Vec<(Move, u32)>) {
        self.rolls(at, out);
    }

    fn count(&self, at: &Self::Position) -> u64 {
        let mut tally = Tally::default();
        self.generate(at, self.everything(), &mut tally);
        tally.0
    }

    #[inline(always)]
    fn hint(&self, _: &Self::Position, m: Move) -> Hint {
        m.hint()
    }

    fn history(&self) -> HistoryRule {
        // FIDE 9.2 and 9.6.1: three times on claim, five without; 9.3 and 9.6.2: 50 moves, 75 without.
        HistoryRule {
            repetition: Some(Threshold { claim: 3, forced: 5 }),
            quiet: Some(Threshold { claim: 100, forced: 150 }),
        }
    }

    #[inline(always)]
    fn quiet_plies(&self, at: &Self::Position) -> u32 {
        at.quiet_plies()
    }
}
