//! Random numbers that make up the key of a position.

use crate::board::MOST_PLACES;
use tabula_core::Dice;

/// By place and colour.
static STONES: [[u64; 2]; MOST_PLACES] = stones();
/// Whose turn it is, and whether one or two passes were made just now.
const OTHERS: [u64; 3] = others();

const fn stones() -> [[u64; 2]; MOST_PLACES] {
    let mut dice = Dice::new(0x60_60);
    let mut keys = [[0; 2]; MOST_PLACES];
    let mut place = 0;
    while place < MOST_PLACES {
        keys[place] = [dice.next_u64(), dice.next_u64()];
        place += 1;
    }
    keys
}

const fn others() -> [u64; 3] {
    let mut dice = Dice::new(0x0060_6061);
    [dice.next_u64(), dice.next_u64(), dice.next_u64()]
}

#[inline(always)]
pub(crate) fn stone_key(colour: u8, place: usize) -> u64 {
    STONES[place][(colour & 1) as usize]
}

/// The second player is to move.
pub(crate) const TURN: u64 = OTHERS[0];

/// The number of passes in a row.
pub(crate) const fn pass_key(passes: u8) -> u64 {
    match passes {
        0 => 0,
        1 => OTHERS[1],
        _ => OTHERS[2],
    }
}

/// The place of a ko: not a stone's key, so that a ko is not taken for a stone.
pub(crate) fn ko_key(place: u16) -> u64 {
    if place == 0 { 0 } else { STONES[place as usize][0].rotate_left(32) ^ STONES[place as usize][1] }
}
