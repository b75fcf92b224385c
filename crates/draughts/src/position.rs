//! What stands where, and the moves that change it.
//!
//! Men are put and lifted by `Position::toggle` and nowhere else, so that the key cannot go astray.

use crate::board::Colour;
use tabula_core::{Dice, Key};

/// The pieces, whose turn it is, and the counts that draws depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// By colour.
    pieces: [u64; 2],
    kings: u64,
    key: u64,
    pub(crate) turn: Colour,
    /// Plies since the last progress, as the code defines it.
    pub(crate) quiet: u16,
    /// Plies in an ending that has a limit.
    pub(crate) limited: u16,
}

/// A whole turn: a step, or a capture with all its jumps. Places are bits of the padded board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The pieces that are captured.
    pub captured: u64,
    /// The place it leaves.
    pub from: u8,
    /// The place where it ends.
    pub to: u8,
}

impl Move {
    /// From one square to another, each given as a set of one.
    #[inline(always)]
    pub(crate) const fn new(from: u64, to: u64, captured: u64) -> Self {
        Self { captured, from: from.trailing_zeros() as u8, to: to.trailing_zeros() as u8 }
    }

    /// Where it comes from, as a set.
    #[inline(always)]
    pub const fn origin(self) -> u64 {
        1 << self.from
    }

    /// Where it goes to, as a set.
    #[inline(always)]
    pub const fn goal(self) -> u64 {
        1 << self.to
    }
}

/// Random numbers for each man on each place: white men, white kings, black men, black kings.
const KEYS: [[u64; 64]; 4] = {
    let mut dice = Dice::new(0xD7A0);
    let mut keys = [[0; 64]; 4];
    let mut man = 0;
    while man < 4 {
        let mut place = 0;
        while place < 64 {
            keys[man][place] = dice.next_u64();
            place += 1;
        }
        man += 1;
    }
    keys
};

/// Black is to move.
const BLACK_TO_MOVE: u64 = 0x9D39_247E_3377_6D41;

/// The number of a man, for keys, evaluators and views.
#[inline(always)]
pub(crate) const fn man(colour: Colour, king: bool) -> u8 {
    2 * colour as u8 + king as u8
}

/// What a man on a place adds to the key.
#[inline(always)]
pub(crate) const fn key_of(colour: Colour, king: bool, place: u32) -> u64 {
    KEYS[man(colour, king) as usize][place as usize & 63]
}

/// What a change of the turn adds to the key.
pub(crate) const KEY_OF_TURN: u64 = BLACK_TO_MOVE;

impl Position {
    /// An empty board.
    pub(crate) const fn empty(turn: Colour) -> Self {
        let key = match turn {
            Colour::White => 0,
            Colour::Black => BLACK_TO_MOVE,
        };
        Self { pieces: [0; 2], kings: 0, key, turn, quiet: 0, limited: 0 }
    }

    /// Who is to move.
    #[inline(always)]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// Men and kings of a colour.
    #[inline(always)]
    pub const fn pieces(&self, colour: Colour) -> u64 {
        self.pieces[colour as usize]
    }

    /// The men of a colour.
    #[inline(always)]
    pub const fn men(&self, colour: Colour) -> u64 {
        self.pieces(colour) & !self.kings
    }

    /// The kings of a colour.
    #[inline(always)]
    pub const fn kings(&self, colour: Colour) -> u64 {
        self.pieces(colour) & self.kings
    }

    /// The kings of both.
    #[inline(always)]
    pub const fn all_kings(&self) -> u64 {
        self.kings
    }

    /// Everything that stands.
    #[inline(always)]
    pub const fn occupied(&self) -> u64 {
        self.pieces[0] | self.pieces[1]
    }

    #[inline(always)]
    pub(crate) const fn raw_key(&self) -> Key {
        Key(self.key)
    }

    /// Puts a man where none stands, or lifts it.
    #[inline(always)]
    pub(crate) const fn toggle(&mut self, colour: Colour, king: bool, place: u32) {
        let bit = 1 << place;
        self.pieces[colour as usize] ^= bit;
        if king {
            self.kings ^= bit;
        }
        self.key ^= key_of(colour, king, place);
    }

    #[inline(always)]
    pub(crate) fn hand_over(&mut self) {
        self.turn = !self.turn;
        self.key ^= BLACK_TO_MOVE;
    }
}
