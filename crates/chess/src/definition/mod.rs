//! Variants as text: TOML in, rules out, or a list of everything that is wrong, each with its line.
//!
//! Text becomes a [`Raw`](raw::Raw) (what was written), then a [`Plan`] (what it means, checked), then tables. A
//! definition may begin with `from = "chess"` and then says only what differs. `docs/variants.md` teaches writing one.

mod raw;
mod reader;
#[cfg(test)]
mod tests;

use crate::loaded::{Loaded, Plan};
use crate::lots::Lots;
use crate::{Chess, KindCard, Variety};
use reader::Reader;
use tabula_board::{Bits, Shape};
use tabula_core::{Fault, Faults};

/// Orthodox chess as text, from which other definitions inherit.
pub const CHESS_DEFINITION: &str = include_str!("../../../../definitions/chess.toml");

/// A chess-like game that was read from text and checked.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What people call it.
    pub name: String,
    /// One sentence on how it is played.
    pub about: String,
    start: String,
    plan: Plan,
    lots: Option<Lots>,
}

impl Definition {
    /// Reads a definition; the error lists every fault with its line.
    pub fn read(text: &str) -> Result<Self, Faults> {
        let mut reader = Reader::new(text);
        let raw = reader.inherit();
        let definition = reader.plan(&raw);
        match definition {
            Some(definition) if reader.faults.is_empty() => {
                // The start position is checked by the rules that it starts.
                match definition.check() {
                    Ok(()) => Ok(definition),
                    Err(faults) => {
                        Err(Faults(faults.0.into_iter().map(|fault| reader.place(raw.start.as_ref(), fault)).collect()))
                    }
                }
            }
            _ => {
                reader.faults.sort_by_key(|fault| fault.line.unwrap_or(usize::MAX));
                Err(Faults(reader.faults))
            }
        }
    }

    /// The size of the board, from which the width of its sets follows.
    pub const fn shape(&self) -> Shape {
        self.plan.shape
    }

    /// The kinds of men, the pawn first.
    pub fn kinds(&self) -> impl Iterator<Item = &KindCard> {
        self.plan.kinds.iter().map(|(card, _)| card)
    }

    /// Whether a kind must not be lost.
    pub fn is_royal(&self, card: &KindCard) -> bool {
        self.plan.royals.iter().any(|royal| self.plan.kinds.get(royal.index()).is_some_and(|(other, _)| other == card))
    }

    /// Whether a neutral man roams the board.
    pub const fn roams(&self) -> bool {
        self.plan.roamer.is_some()
    }

    /// The game, on sets of a width that holds its board; not for games with a roamer.
    pub fn build<B: Bits>(&self) -> Result<Chess<B, Loaded<B>>, Faults> {
        self.with_die()
    }

    /// The game with its roamer, on sets of a width that holds its board.
    pub fn build_roaming<B: Bits>(&self) -> Result<Chess<B, Loaded<B, true>>, Faults> {
        self.with_die()
    }

    fn with_die<B: Bits, const ROAMS: bool>(&self) -> Result<Chess<B, Loaded<B, ROAMS>>, Faults> {
        if self.plan.shape.size() > B::WIDTH {
            let what = format!("{} squares do not fit into {} bits", self.plan.shape.size(), B::WIDTH);
            return Err(Fault::new(what).into());
        }
        if self.roams() != ROAMS {
            let what = if ROAMS { "no roamer is in this game" } else { "this game has a roamer, which moves by lot" };
            return Err(Fault::new(what).into());
        }
        let variety = self.lots.clone().map_or(Variety::Fixed, Variety::Dealt);
        Chess::new(Loaded::new(&self.plan), &self.start, variety)
    }

    fn check(&self) -> Result<(), Faults> {
        if self.roams() {
            self.build_roaming::<u64>().map(|_| ())
        } else {
            self.build::<tabula_board::Wide>().map(|_| ())
        }
    }
}
