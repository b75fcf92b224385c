//! A small game of dice.
//!
//! Two players take turns to advance on a track of twenty fields, by one or two steps; after each the die moves a storm by one to
//! three fields, and whoever stands where it lands is set back to the start. First at the end wins. The storm may be thought away.

use tabula_core::{Cause, Game, Key, Mover, Outcome, Score, Side, Tactics, Watch};

pub(crate) const END: u8 = 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct At {
    pub(crate) runners: [u8; 2],
    pub(crate) storm: u8,
    pub(crate) turn: Side,
    pub(crate) die: bool,
}

pub(crate) struct Race;

impl Game for Race {
    type Position = At;
    type Move = u8;
    const CHANCE: bool = true;

    fn start(&self) -> At {
        At { runners: [0, 0], storm: 5, turn: Side::First, die: false }
    }

    fn mover(&self, at: &At) -> Mover {
        if at.die { Mover::Chance } else { at.turn.into() }
    }

    fn moves(&self, at: &At, out: &mut Vec<u8>) {
        if !at.die && self.ended(at).is_none() {
            out.extend([1, 2]);
        }
    }

    fn play<W: Watch>(&self, at: &mut At, m: u8, _: &mut W) {
        if at.die {
            at.storm = (at.storm + m) % END;
            at.runners.iter_mut().filter(|runner| **runner == at.storm).for_each(|runner| *runner = 0);
            at.die = false;
        } else {
            at.runners[at.turn as usize] += m;
            at.turn = !at.turn;
            at.die = true;
        }
    }

    fn ended(&self, at: &At) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|&side| at.runners[side as usize] >= END)?;
        Some(Outcome::win(winner, Cause::Row))
    }

    fn stuck(&self, _: &At) -> Outcome {
        Outcome::draw(Cause::Row)
    }

    fn key(&self, at: &At) -> Key {
        let bytes = [at.runners[0], at.runners[1], at.storm, at.turn as u8, u8::from(at.die), 1, 1, 1];
        Key(tabula_core::Dice::new(u64::from_le_bytes(bytes)).next_u64())
    }

    fn chances(&self, _: &At, out: &mut Vec<(u8, u32)>) {
        out.extend([(1, 2), (2, 1), (3, 1)]);
    }
}

impl Tactics for Race {
    fn is_noisy(&self, at: &At, m: u8) -> bool {
        at.die && at.runners.contains(&((at.storm + m) % END))
    }

    fn still(&self, at: &mut At) -> bool {
        at.die = false;
        true
    }
}

/// How far the mover is ahead.
pub(crate) fn ahead(_: &Race, at: &At) -> Score {
    let lead = i32::from(at.runners[0]) - i32::from(at.runners[1]);
    Score::estimate(if at.turn == Side::First { 20 * lead } else { -20 * lead })
}
