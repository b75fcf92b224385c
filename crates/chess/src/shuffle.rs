//! Moves that can be taken back, by how they change the fingerprint of a position.
//!
//! Two positions that differ by the going of one man differ in their keys by two numbers, and by whose turn it is. From the
//! difference of two keys the move is looked up, without trying any.

use crate::keys::Keys;
use crate::{Kind, PAWN, Rules};
use tabula_board::Bits;
use tabula_core::{Side, Square};

/// Every going of an officer between two squares, by the change of key.
pub struct Shuffles {
    /// A power of two, less than half full: a place that is taken is followed by the next.
    places: Box<[(u64, Square, Square)]>,
}

const EMPTY: (u64, Square, Square) = (0, Square(0), Square(0));

impl Shuffles {
    pub(crate) fn new<B: Bits, R: Rules<B>>(rules: &R) -> Self {
        let geometry = rules.geometry();
        let mut all = Vec::new();
        for kind in (0..rules.kinds().len() as u8).map(Kind).filter(|&kind| kind != PAWN) {
            for side in Side::BOTH {
                for from in geometry.shape.squares() {
                    for to in rules.reach(kind, from, B::EMPTY).squares().filter(|&to| to > from) {
                        all.push((change(&geometry.keys, kind, side, from, to), from, to));
                    }
                }
            }
        }
        let mut places = vec![EMPTY; (2 * all.len() + 1).next_power_of_two()].into_boxed_slice();
        for one in all {
            let mut place = one.0 as usize & (places.len() - 1);
            while places[place].0 != 0 {
                place = (place + 1) & (places.len() - 1);
            }
            places[place] = one;
        }
        Self { places }
    }

    /// The two squares between which a man went, if one did.
    #[inline(always)]
    pub(crate) fn find(&self, change: u64) -> Option<(Square, Square)> {
        let mut place = change as usize & (self.places.len() - 1);
        loop {
            let (known, from, to) = self.places[place];
            if known == change && known != 0 {
                return Some((from, to));
            }
            if known == 0 {
                return None;
            }
            place = (place + 1) & (self.places.len() - 1);
        }
    }
}

fn change<B: Bits>(keys: &Keys<B>, kind: Kind, side: Side, from: Square, to: Square) -> u64 {
    keys.man(kind.of(side), from) ^ keys.man(kind.of(side), to) ^ keys.turn
}
