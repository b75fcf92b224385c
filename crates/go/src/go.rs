//! The game: Go on a board of some size, by a set of rules.

use crate::board::{MOST_SIZE, NOWHERE, colour, owner, with_words};
use crate::eye::is_eye;
use crate::keys::TURN;
use crate::position::{Move, Position};
use crate::rules::{Counting, Ko, Rules, Suicide};
use crate::{count, handicap, status};
use std::ops::RangeInclusive;
use tabula_core::line::Threshold;
use tabula_core::{Cause, Fault, Game, Hint, HistoryRule, Key, Man, Mover, Outcome, Side, Square, Watch};

/// Go. Black is the first player.
///
/// ```
/// use tabula_core::{Game, perft::perft};
/// use tabula_go::{Go, Rules};
/// let game = Go::new(9, Rules::CHINESE).unwrap();
/// assert_eq!(perft(&game, &game.start(), 2), 6643);
/// ```
#[derive(Clone, Debug)]
pub struct Go {
    rules: Rules,
    pub(crate) start: Position,
}

/// Occurrences of a position that end a game without a winner, where nothing forbids them.
const REPETITIONS: u32 = 3;
/// Passes in a row that end the game.
pub(crate) const LAST_PASS: u8 = 2;
/// The name of a pass among moves: above every point.
const PASS_HINT: u32 = u16::MAX as u32;

impl Go {
    /// The sizes a board may have.
    pub const SIZES: RangeInclusive<usize> = 2..=MOST_SIZE;

    /// Go on a board of so many lines, with the usual komi; `None` if the size is not one of [`SIZES`](Self::SIZES).
    pub fn new(size: usize, rules: Rules) -> Option<Self> {
        Self::SIZES.contains(&size).then(|| {
            let mut game = Self { rules, start: Position::new(size, rules.usual_komi()) };
            let start = game.start.clone();
            game.start = game.remembering(start);
            game
        })
    }

    /// The same game with another komi at its start, in half points.
    #[must_use]
    pub fn with_komi(mut self, halves: i16) -> Self {
        self.start.komi = halves;
        self
    }

    /// The same game with stones for Black on the fixed points of GTP, and White to move; the error says how many
    /// there may be.
    pub fn with_handicap(mut self, stones: usize) -> Result<Self, Fault> {
        let komi = self.start.komi;
        let points = handicap::points(self.size(), stones)?;
        self.start = self.arrange(&points, &[], Side::Second)?;
        self.start.komi = komi;
        Ok(self)
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many lines the board has in either direction.
    pub const fn size(&self) -> usize {
        self.start.board.size()
    }

    /// How many points the board has.
    pub const fn points(&self) -> usize {
        self.size() * self.size()
    }

    /// A position with these stones and nothing before it; the komi is that of the start. Faults are stones beside
    /// the board, on one another, and chains without liberties.
    pub fn arrange(&self, black: &[Square], white: &[Square], turn: Side) -> Result<Position, Fault> {
        let mut at = Position::new(self.size(), self.start.komi);
        at.turn = turn;
        for (side, stones) in [(Side::First, black), (Side::Second, white)] {
            for &point in stones {
                if !at.holds(point) {
                    return Err(Fault::new(format!("there is no point {} on this board", point.0)));
                }
                if at.stone(point).is_some() {
                    return Err(Fault::new(format!("two stones on {}", self.point_name(point))));
                }
                let place = at.board.place(point);
                let before = at.board.prisoners;
                with_words!(at.board, W => at.board.put::<W>(place, colour(side)));
                if at.board.prisoners != before {
                    return Err(Fault::new(format!("a chain beside {} has no liberty", self.point_name(point))));
                }
            }
        }
        at.board.ko = NOWHERE as u16;
        Ok(self.remembering(at))
    }

    /// Notes a position as the first of a game, if the rules ask for that.
    pub(crate) fn remembering(&self, mut at: Position) -> Position {
        at.past = crate::past::Past::default();
        if let Some(key) = self.superko_key(&at) {
            at.past.push(key);
        }
        at
    }

    /// What may not be made again, where superko forbids it.
    fn superko_key(&self, at: &Position) -> Option<u64> {
        match self.rules.ko {
            Ko::Simple => None,
            Ko::Positional => Some(at.board.key),
            Ko::Situational => Some(at.board.key ^ at.turn_key()),
        }
    }

    /// Whether the mover may put a stone on a point.
    pub fn is_legal(&self, at: &Position, point: Square) -> bool {
        at.passes < LAST_PASS && at.holds(point) && self.may_take(at, at.board.place(point))
    }

    /// The same of a place on the board, in a game that goes on.
    #[inline]
    fn may_take(&self, at: &Position, place: usize) -> bool {
        let colour = at.colour();
        at.board.colour(place) == crate::board::EMPTY
            && place != at.board.ko as usize
            && (self.rules.suicide == Suicide::Allowed || at.board.can_breathe(place, colour))
            && !self.repeats(at, place)
    }

    /// Whether a stone would make a position again that superko forbids.
    #[inline]
    fn repeats(&self, at: &Position, place: usize) -> bool {
        // Without a capture there is always one stone more than before, and nothing repeats. Suicide captures too.
        let first = self.rules.suicide == Suicide::Forbidden && at.board.prisoners == [0; 2];
        match self.rules.ko {
            Ko::Simple => false,
            _ if first => false,
            Ko::Positional => at.past.contains(at.board.key_after(place, at.colour())),
            Ko::Situational => at.past.contains(at.board.key_after(place, at.colour()) ^ TURN ^ at.turn_key()),
        }
    }

    /// The points the mover may not take although they are empty, in order.
    pub fn forbidden(&self, at: &Position) -> Vec<Square> {
        let places = at.board.all().filter(|&place| at.board.colour(place) == crate::board::EMPTY);
        places.filter(|&place| !self.may_take(at, place)).map(|place| at.board.point(place)).collect()
    }

    /// The margin as the board stands, in half points for Black, komi included: by area as it is, by territory
    /// without the stones that play-outs find dead.
    pub fn margin(&self, at: &Position) -> i32 {
        match self.rules.counting {
            Counting::Area => count::area(at, &[]).margin(at),
            Counting::Territory => self.margin_without(at, &status::dead(self, at)),
        }
    }

    /// The margin once these stones are taken off as dead, in half points for Black, komi included.
    pub fn margin_without(&self, at: &Position, dead: &[Square]) -> i32 {
        match self.rules.counting {
            Counting::Area => count::area(at, dead).margin(at),
            Counting::Territory => count::territory(at, dead).margin(at),
        }
    }

    /// The result of a margin in half points for Black.
    pub fn outcome(margin: i32) -> Outcome {
        let cause = Cause::Count(margin.unsigned_abs() as u16);
        match margin {
            0 => Outcome::draw(cause),
            1.. => Outcome::win(Side::First, cause),
            _ => Outcome::win(Side::Second, cause),
        }
    }
}

impl Game for Go {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start.clone()
    }

    #[inline]
    fn mover(&self, at: &Position) -> Mover {
        at.turn.into()
    }

    fn moves(&self, at: &Position, out: &mut Vec<Move>) {
        if at.passes >= LAST_PASS {
            return;
        }
        let legal = at.board.all().filter(|&place| self.may_take(at, place));
        out.extend(legal.map(|place| Move::At(at.board.point(place))));
        out.push(Move::Pass);
    }

    fn play<W: Watch>(&self, at: &mut Position, m: Move, watch: &mut W) {
        match m {
            Move::At(point) if at.holds(point) && at.stone(point).is_none() => {
                let place = at.board.place(point);
                watch.put(Man(at.turn as u8), point);
                let before = at.board.free().len();
                with_words!(at.board, N => at.board.put::<N>(place, at.colour()));
                if at.board.free().len() >= before {
                    // What was taken stands at the end of the empty points.
                    for &place in &at.board.free()[before - 1..] {
                        let mine = at.board.colour(at.board.place(point)) == crate::board::EMPTY;
                        let taken = if mine { at.turn } else { !at.turn };
                        watch.lift(Man(taken as u8), at.board.point(place as usize));
                    }
                }
                at.passes = 0;
                at.last = [place as u16, at.last[0]];
            }
            _ => {
                at.board.ko = NOWHERE as u16;
                at.passes = (at.passes + 1).min(LAST_PASS);
                at.last = [NOWHERE as u16, at.last[0]];
            }
        }
        at.turn = !at.turn;
        if let Some(key) = self.superko_key(at) {
            at.past.push(key);
        }
    }

    /// Two passes in a row end the game, and the board is counted.
    #[inline]
    fn ended(&self, at: &Position) -> Option<Outcome> {
        (at.passes >= LAST_PASS).then(|| Self::outcome(self.margin(at)))
    }

    /// Never asked for: a player may always pass.
    fn stuck(&self, at: &Position) -> Outcome {
        Self::outcome(self.margin(at))
    }

    #[inline]
    fn key(&self, at: &Position) -> Key {
        Key(at.key())
    }

    fn count(&self, at: &Position) -> u64 {
        if at.passes >= LAST_PASS {
            return 0;
        }
        1 + at.board.free().iter().filter(|&&place| self.may_take(at, place as usize)).count() as u64
    }

    #[inline]
    fn hint(&self, _: &Position, m: Move) -> Hint {
        Hint(match m {
            Move::At(point) => u32::from(point.0),
            Move::Pass => PASS_HINT,
        })
    }

    fn lost(&self, at: &Position) -> Vec<Square> {
        status::dead(self, at)
    }

    fn counted(&self, at: &Position, lost: &[Square]) -> Option<Outcome> {
        Some(Self::outcome(self.margin_without(at, lost)))
    }

    fn together(&self, at: &Position, on: Square) -> Vec<Square> {
        at.chain(on)
    }

    fn holders(&self, at: &Position, lost: &[Square]) -> Vec<Option<Side>> {
        count::holders(at, lost)
    }

    /// Where nothing forbids a repetition, it ends the game without a winner.
    fn history(&self) -> HistoryRule {
        let third = Threshold { claim: REPETITIONS, forced: REPETITIONS };
        HistoryRule { repetition: (self.rules.ko == Ko::Simple).then_some(third), quiet: None }
    }
}

impl tabula_core::Tactics for Go {
    /// All but own eyes, which nobody fills who has another move.
    fn worthwhile(&self, at: &Position, out: &mut Vec<Move>) {
        if at.passes >= LAST_PASS {
            return;
        }
        let eye = |place: usize| is_eye(at.board.cell(place).code, at.colour());
        let good = at.board.all().filter(|&place| self.may_take(at, place) && !eye(place));
        out.extend(good.map(|place| Move::At(at.board.point(place))));
        out.push(Move::Pass);
    }

    fn slots(&self) -> usize {
        self.points() + 1
    }

    fn slot(&self, _: &Position, m: Move) -> usize {
        match m {
            Move::At(point) => point.index().min(self.points()),
            Move::Pass => self.points(),
        }
    }

    fn recall(&self, at: &Position, hint: Hint) -> Option<Move> {
        match u16::try_from(hint.0) {
            Ok(u16::MAX) if at.passes < LAST_PASS => Some(Move::Pass),
            Ok(point) if self.is_legal(at, Square(point)) => Some(Move::At(Square(point))),
            _ => None,
        }
    }
}

impl Position {
    /// The stones of a player, in order.
    pub fn stones(&self, side: Side) -> Vec<Square> {
        let places = self.board.all().filter(|&place| owner(self.board.colour(place)) == Some(side));
        places.map(|place| self.board.point(place)).collect()
    }
}
