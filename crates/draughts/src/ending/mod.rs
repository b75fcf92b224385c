//! Endings of draughts, numbered for tables.
//!
//! A material is written `KKM-KM`: the kings and men of both sides, the side with more first. That side is seen as White, whatever its
//! colour: the board is turned by half and colours are exchanged, which changes nothing in any code. The number of a position is made
//! of these digits, the highest first:
//!
//! | digit | what |
//! |---|---|
//! | turn | 0 if the first side moves; left out where both sides have the same, for then the mover is the first side |
//! | men | where those of the first side stand, then those of the second: never on their last row |
//! | kings | where those of the first side stand among the squares that are left, then those of the second |
//!
//! Counts of plies (without progress, in an ending with a limit) are no part of a table; `patience` says how many plies they leave.

mod layout;
mod material;
mod steps;
#[cfg(test)]
mod tests;

pub use layout::Layout;
pub use material::Material;

use crate::board::Colour;
use crate::position::{Move, Position};
use crate::rules::Draughts;
use layout::Stand;
use material::Force;
use tabula_core::{Endings, Fault, Game};

/// More pieces than any table that fits into memory has.
pub(crate) const MOST: u32 = 6;

impl Endings for Draughts {
    type Material = Material;
    type Layout = Layout;

    /// Every choice of the code that a table depends on: codes with the same moves share their tables.
    fn fingerprint(&self) -> u64 {
        let code = self.code();
        let choices = [
            code.board.size() as u8,
            code.men as u8,
            code.kings as u8,
            code.precedence as u8,
            code.promotion as u8,
            code.removal as u8,
            code.landing as u8,
        ];
        // FNV-1a, which stays the same for ever.
        let add = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        b"draughts".iter().chain(&choices).fold(0xCBF2_9CE4_8422_2325, add)
    }

    fn read_material(&self, text: &str) -> Result<Material, Fault> {
        material::read(text)
    }

    fn write_material(&self, material: &Material) -> String {
        material.to_string()
    }

    fn material(&self, at: &Position) -> Option<Material> {
        let [white, black] = Colour::BOTH.map(|colour| Force::of(at, colour));
        (at.occupied().count_ones() <= MOST && !white.is_none() && !black.is_none())
            .then(|| Material::new(white, black))
    }

    #[inline]
    fn men(&self, at: &Position) -> u32 {
        at.occupied().count_ones()
    }

    fn men_of(&self, material: &Material) -> u32 {
        material.pieces()
    }

    fn materials(&self, men: u32) -> Vec<Material> {
        if men <= MOST { material::all(men as u8) } else { Vec::new() }
    }

    fn below(&self, material: &Material) -> Vec<Material> {
        material.below()
    }

    fn layout(&self, material: &Material) -> Layout {
        Layout::new(self.code().board, *material)
    }

    fn span(&self, layout: &Layout) -> usize {
        layout.span()
    }

    #[inline]
    fn index(&self, layout: &Layout, at: &Position) -> usize {
        layout.pack(Stand::of(layout, at))
    }

    fn place(&self, layout: &Layout, index: usize) -> Option<Position> {
        layout.unpack(index).map(|stand| stand.position(self.code().board))
    }

    fn after(&self, layout: &Layout, at: &Position, moves: &[Move], found: &mut Vec<usize>, left: &mut Vec<Move>) {
        self.numbers_after(layout, at, moves, found, left);
    }

    fn goes_back(&self, _: &Layout) -> bool {
        true
    }

    fn before(&self, layout: &Layout, index: usize, out: &mut Vec<usize>) {
        self.numbers_before(layout, index, out);
    }

    /// Limits of other endings may begin to hold on the way, each from nought: no more is promised than the shortest leaves.
    fn patience(&self, at: &Position) -> Option<u32> {
        let quiet = self.history().quiet.map(|quiet| quiet.claim.saturating_sub(self.quiet_plies(at)));
        let now = self.limit(at).map(|(limit, plies)| limit.plies.saturating_sub(plies));
        let later = self.code().limits.iter().map(|limit| limit.plies).min();
        quiet.into_iter().chain(now).chain(later).min()
    }
}
