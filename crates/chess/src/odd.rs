//! Ways of moving that are neither whole slides nor leaps in all directions: rides of limited length, moves that only take
//! or only go, directions that depend on the side, hurdles to be jumped, legs that can be blocked.
//!
//! They are walked square by square. That is slower than looking sets up, and only games that have such kinds pay for it.

use crate::kind::MAX_KINDS;
use crate::{Kind, Position, Sets};
use tabula_board::{Bits, Shape};
use tabula_core::{Side, Square};

/// A line along which a man moves, seen by the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ride {
    /// Files and ranks passed by each step.
    pub(crate) step: (i32, i32),
    /// How many steps at most.
    pub(crate) range: u8,
    /// Whether it goes to empty squares.
    pub(crate) goes: bool,
    /// Whether it takes.
    pub(crate) takes: bool,
    /// What it needs on its way.
    pub(crate) hurdle: Hurdle,
    /// A square that has to be empty for the first step, relative to where the man stands: the leg of a lame leaper.
    pub(crate) leg: Option<(i32, i32)>,
}

/// What a ride needs on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hurdle {
    /// Nothing may stand there.
    None,
    /// Exactly one man, beyond which it goes on (the cannon).
    Cannon,
    /// Exactly one man, directly behind which it stops (the grasshopper).
    Grasshopper,
}

/// The odd ways of a game's kinds.
#[derive(Debug)]
pub struct Odd<B> {
    shape: Shape,
    kinds: Vec<Kind>,
    /// By kind and side.
    rides: [[Vec<Ride>; 2]; MAX_KINDS],
    width: std::marker::PhantomData<B>,
}

impl<B: Bits> Odd<B> {
    /// From the rides of each kind, seen by the first player; `None` if there are none.
    pub(crate) fn new<'a>(shape: Shape, rides: impl Iterator<Item = &'a [Ride]>) -> Option<Self> {
        let mut odd = Self {
            shape,
            kinds: Vec::new(),
            rides: std::array::from_fn(|_| [Vec::new(), Vec::new()]),
            width: std::marker::PhantomData,
        };
        for (i, rides) in rides.take(MAX_KINDS).enumerate().filter(|(_, rides)| !rides.is_empty()) {
            let turned = |(right, up): (i32, i32)| (right, -up);
            let other = rides.iter().map(|ride| Ride { step: turned(ride.step), leg: ride.leg.map(turned), ..*ride });
            odd.rides[i] = [rides.to_vec(), other.collect()];
            odd.kinds.push(Kind(i as u8));
        }
        (!odd.kinds.is_empty()).then_some(odd)
    }

    /// The kinds that have odd ways.
    pub(crate) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Whether every kind has the same ways when all directions are turned by `turn`.
    pub(crate) fn is_alike(&self, turn: impl Fn((i32, i32)) -> (i32, i32)) -> bool {
        self.rides.iter().flatten().all(|rides| {
            let turned = |ride: &Ride| Ride { step: turn(ride.step), leg: ride.leg.map(&turn), ..*ride };
            rides.iter().all(|ride| rides.contains(&turned(ride)))
        })
    }

    /// Where a man may go or take; own men are not excluded.
    pub(crate) fn moves<S: Sets<B>>(&self, at: &Position<B, S>, kind: Kind, side: Side, from: Square) -> B {
        let occupied = at.occupied();
        let mut to = B::EMPTY;
        for ride in self.rides(kind, side) {
            let (empty, taken) = self.walk(*ride, from, occupied);
            if ride.goes {
                to |= empty;
            }
            if ride.takes {
                to |= taken & occupied;
            }
        }
        to
    }

    /// Where a man could take, if an enemy stood there.
    pub(crate) fn attacks(&self, kind: Kind, side: Side, from: Square, occupied: B) -> B {
        let takers = self.rides(kind, side).iter().filter(|ride| ride.takes);
        takers.fold(B::EMPTY, |all, ride| all | self.walk(*ride, from, occupied).1)
    }

    /// The men of `side` that attack a square by odd ways, if `occupied` were the board.
    pub(crate) fn attackers<S: Sets<B>>(&self, at: &Position<B, S>, to: Square, side: Side, occupied: B) -> B {
        let mut men = B::EMPTY;
        for &kind in &self.kinds {
            for from in (at.men(kind, side) & occupied).squares() {
                if from != to && self.attacks(kind, side, from, occupied).has(to) {
                    men |= B::one(from);
                }
            }
        }
        men
    }

    fn rides(&self, kind: Kind, side: Side) -> &[Ride] {
        &self.rides[kind.index() % MAX_KINDS][side as usize]
    }

    /// The empty squares a ride gets to, and those on which it could take an enemy, whether one stands there or not.
    fn walk(&self, ride: Ride, from: Square, occupied: B) -> (B, B) {
        let (mut empty, mut taken) = (B::EMPTY, B::EMPTY);
        let blocked = |leg| self.shape.step(from, leg).is_some_and(|square| occupied.has(square));
        if ride.leg.is_some_and(blocked) {
            return (empty, taken);
        }
        let mut jumped = ride.hurdle == Hurdle::None;
        let mut square = from;
        for _ in 0..ride.range {
            let Some(next) = self.shape.step(square, ride.step) else { break };
            square = next;
            let full = occupied.has(square);
            if !jumped {
                jumped = full;
                continue;
            }
            taken |= B::one(square);
            if full {
                break;
            }
            empty |= B::one(square);
            if ride.hurdle == Hurdle::Grasshopper {
                break;
            }
        }
        (empty, taken)
    }
}
