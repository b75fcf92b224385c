//! A neutral man that goes by lot after every move, and destroys what it meets (the Behemoth).
//!
//! It stands in everyone's way and cannot be taken. It goes in one of eight directions, one step or several, all equally
//! likely; leaving the board it comes in on the opposite side. A royal man that it meets is lost.

use crate::{Chess, Kind, Move, Position, Rules, What};
use tabula_board::{Bits, Shape};
use tabula_core::{Cause, Fault, Outcome, Side, Square, Watch};

/// The neutral man of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Roamer {
    /// Its kind, which never moves otherwise.
    pub kind: Kind,
    /// How far it goes at most.
    pub steps: u8,
}

/// Names and steps of the directions, clockwise.
const DIRECTIONS: [(&str, (i32, i32)); 8] = [
    ("N", (0, 1)),
    ("NE", (1, 1)),
    ("E", (1, 0)),
    ("SE", (1, -1)),
    ("S", (0, -1)),
    ("SW", (-1, -1)),
    ("W", (-1, 0)),
    ("NW", (-1, 1)),
];

/// What the lot says: a direction and a number of steps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll(pub(crate) u8);

impl Roll {
    fn new(direction: usize, steps: u8) -> Self {
        Self((direction % DIRECTIONS.len()) as u8 | steps << 3)
    }

    /// Every one of at most so many steps.
    pub(crate) fn all(steps: u8) -> impl Iterator<Item = Self> {
        (0..DIRECTIONS.len()).flat_map(move |direction| (1..=steps).map(move |steps| Self::new(direction, steps)))
    }

    fn direction(self) -> (&'static str, (i32, i32)) {
        DIRECTIONS[usize::from(self.0) % DIRECTIONS.len()]
    }

    /// How many squares it goes.
    pub const fn steps(self) -> u8 {
        self.0 >> 3
    }

    /// As it is written: `NE2`.
    pub(crate) fn name(self) -> String {
        format!("{}{}", self.direction().0, self.steps())
    }

    /// Reads what [`name`](Roll::name) writes.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let direction = DIRECTIONS.iter().position(|(name, _)| name.eq_ignore_ascii_case(&text[..digits]))?;
        let steps: u8 = text[digits..].parse().ok()?;
        // Boards have at most 16 files and ranks.
        (1..=16).contains(&steps).then(|| Self::new(direction, steps))
    }

    /// The squares it enters, in order.
    pub(crate) fn way(self, shape: Shape, from: Square) -> impl Iterator<Item = Square> {
        let (files, ranks) = (i32::from(shape.files()), i32::from(shape.ranks()));
        let (right, up) = self.direction().1;
        let (file, rank) = (i32::from(shape.file(from)), i32::from(shape.rank(from)));
        (1..=i32::from(self.steps())).filter_map(move |step| {
            shape.square((file + right * step).rem_euclid(files), (rank + up * step).rem_euclid(ranks))
        })
    }
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// Where the neutral man stands.
    pub(crate) fn lair(&self, at: &Position<B, R::Sets>) -> Option<Square> {
        let on = at.kind(self.rules.roamer()?.kind);
        (!on.is_empty()).then(|| on.first())
    }

    /// Every roll, all alike.
    pub(crate) fn rolls(&self, at: &Position<B, R::Sets>, out: &mut Vec<(Move, u32)>) {
        let (Some(roamer), Some(from)) = (self.rules.roamer(), self.lair(at)) else { return };
        out.extend(Roll::all(roamer.steps).map(|roll| {
            let to = roll.way(self.shape(), from).last().unwrap_or(from);
            (Move::new(from, to, What::Roam(roll)), 1)
        }));
    }

    /// The roll that a text names.
    pub(crate) fn read_roll(&self, at: &Position<B, R::Sets>, text: &str) -> Result<Move, Fault> {
        let wanted = Roll::read(text);
        let mut rolls = Vec::new();
        self.rolls(at, &mut rolls);
        let found =
            rolls.into_iter().map(|(m, _)| m).find(|m| matches!(m.what, What::Roam(roll) if Some(roll) == wanted));
        let steps = self.rules.roamer().map_or(0, |roamer| roamer.steps);
        found.ok_or_else(|| {
            Fault::new(format!(
                "'{text}' is no roll: expected a direction (N, NE, ... NW) and 1 to {steps} steps, for example NE2"
            ))
        })
    }

    /// Whether a roll destroys anything.
    pub(crate) fn roll_destroys(&self, at: &Position<B, R::Sets>, roll: Roll) -> bool {
        let Some(lair) = self.lair(at) else { return false };
        roll.way(self.shape(), lair).any(|square| square != lair && at.occupied().has(square))
    }

    /// Lets the neutral man go.
    pub(crate) fn roam<W: Watch>(&self, at: &mut Position<B, R::Sets>, roll: Roll, watch: &mut W) {
        let keys = &self.rules.geometry().keys;
        let (Some(roamer), Some(lair)) = (self.rules.roamer(), self.lair(at)) else { return };
        at.toggle_neutral(roamer.kind, lair, keys, watch);
        let mut goal = lair;
        for square in roll.way(self.shape(), lair) {
            if let Some((kind, side)) = at.man_on(square) {
                at.lift(kind, side, square, keys, watch);
                let royal = if self.rules.is_royal(kind) { at.side(side) } else { B::EMPTY };
                at.drop_castles(royal | B::one(square), keys);
            }
            goal = square;
        }
        at.toggle_neutral(roamer.kind, goal, keys, watch);
        at.set_rolling(false, keys);
        if let Some(passed) = at.passed() {
            let victim = at.man_on(self.en_passant_victim(at.turn, passed));
            let lives = victim == Some((crate::PAWN, !at.turn)) && goal != passed;
            at.set_en_passant(None, keys);
            if lives {
                self.pass_by(at, passed);
            }
        }
    }

    /// Whether a side has lost its royal man.
    pub(crate) fn royal_is_lost(&self, at: &Position<B, R::Sets>) -> bool {
        let royals = self.rules.royals(at.kinds());
        Side::BOTH.into_iter().any(|side| !royals.meets(at.side(side)))
    }

    /// Who has won where royal men are taken.
    pub(crate) fn verdict_by_loss(&self, at: &Position<B, R::Sets>) -> Option<Outcome> {
        let royals = self.rules.royals(at.kinds());
        match Side::BOTH.map(|side| royals.meets(at.side(side))) {
            [true, true] => None,
            [true, false] => Some(Outcome::win(Side::First, Cause::RoyalLost)),
            [false, true] => Some(Outcome::win(Side::Second, Cause::RoyalLost)),
            [false, false] => Some(Outcome::draw(Cause::RoyalLost)),
        }
    }
}
