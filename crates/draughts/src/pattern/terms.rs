//! The terms: what counts in a position, and where its weight is.

use super::windows::{WAYS, Windows};
use crate::board::{Board, Colour, Way, places};
use crate::code::Kings;
use crate::position::Position;
use crate::rules::Draughts;
use tabula_core::tuning::{FULL_PHASE, FULL_SCALE, Heading};

/// Hears what counts, and how often.
pub(super) trait Ledger {
    fn add(&mut self, place: usize, count: i32);
}

/// More kings than these count as these.
const MANY_KINGS: u32 = 4;

const TURN: usize = 0;
const MAN: usize = 1;
/// The first king, the second, ...
const KINGS: usize = 2;
const ALONE: usize = KINGS + MANY_KINGS as usize;
const REACH: usize = ALONE + 1;
const KING_ON: usize = REACH + 1;

/// The terms of a board.
pub(super) struct Terms {
    board: Board,
    windows: Windows,
    names: Vec<String>,
    first_window: usize,
}

impl Terms {
    pub(super) fn new(board: Board) -> Self {
        let windows = Windows::new(board);
        let names = (0..windows.len()).map(|n| format!("window.{n}")).collect();
        Self { board, windows, names, first_window: KING_ON + board.squares() as usize }
    }

    /// How many weights there are.
    pub(super) fn len(&self) -> usize {
        self.first_window + self.windows.len() * WAYS
    }

    /// The terms with their names, in the order of their places.
    pub(super) fn headings(&self) -> Vec<Heading<'_>> {
        let squares = self.board.squares() as usize;
        let per_line = self.board.size() as usize / 2;
        let mut all = vec![
            Heading { name: "turn", about: "having the move", count: 1, per_line: 1, start: TURN },
            Heading { name: "man", about: "a man", count: 1, per_line: 1, start: MAN },
            Heading { name: "king", about: "the first king, the second, ...", count: 4, per_line: 4, start: KINGS },
            Heading { name: "king.alone", about: "only this side has kings", count: 1, per_line: 1, start: ALONE },
            Heading {
                name: "king.reach",
                about: "a square that a king can go to",
                count: 1,
                per_line: 1,
                start: REACH,
            },
            Heading {
                name: "king.on",
                about: "a king on a square, far side first",
                count: squares,
                per_line,
                start: KING_ON,
            },
        ];
        let about = "men in a window: 3 to the 8th ways";
        all.extend(self.names.iter().enumerate().map(|(n, name)| Heading {
            name,
            about,
            count: WAYS,
            per_line: 24,
            start: self.first_window + n * WAYS,
        }));
        all
    }

    /// Whose turn it is.
    #[inline]
    pub(super) fn count_turn(&self, ledger: &mut impl Ledger) {
        ledger.add(TURN, 1);
    }

    /// What counts for a colour.
    #[inline]
    pub(super) fn count(&self, game: &Draughts, at: &Position, colour: Colour, ledger: &mut impl Ledger) {
        let board = self.board;
        ledger.add(MAN, at.men(colour).count_ones() as i32);
        let kings = at.kings(colour);
        if kings != 0 {
            let count = kings.count_ones();
            (0..count.min(MANY_KINGS)).for_each(|n| ledger.add(KINGS + n as usize, 1));
            if at.kings(!colour) == 0 {
                ledger.add(ALONE, 1);
            }
            let flies = game.code().kings == Kings::Flying;
            ledger.add(REACH, reach(board, kings, board.all() & !at.occupied(), flies));
            let seen = if colour == Colour::White { kings } else { board.turned(kings) };
            places(seen).for_each(|place| ledger.add(KING_ON + board.number(place) as usize - 1, 1));
        }
        let (own, foe) = (at.men(colour), at.men(!colour));
        let (own, foe) = if colour == Colour::White { (own, foe) } else { (board.turned(own), board.turned(foe)) };
        self.windows.each(own, foe, |n, way| {
            if way > 0 {
                ledger.add(self.first_window + n * WAYS + way, 1);
            }
        });
    }
}

/// How many squares the kings can step to, each counted once.
fn reach(board: Board, kings: u64, empty: u64, flies: bool) -> i32 {
    let mut all = 0;
    for way in Way::ALL {
        let mut front = board.step(kings, way) & empty;
        while front != 0 {
            all |= front;
            front = if flies { board.step(front, way) & empty } else { 0 };
        }
    }
    all.count_ones() as i32
}

/// How far the game is from its end: by the pieces that are left.
pub(super) fn phase(game: &Draughts, at: &Position) -> i32 {
    let full = 2 * game.code().most_pieces() as i32;
    (at.occupied().count_ones() as i32 * FULL_PHASE / full).min(FULL_PHASE)
}

/// How much of an advantage in the ending counts: a flying king on the other side holds much.
pub(super) fn scale(game: &Draughts, at: &Position, ahead: Colour) -> i32 {
    let holds = game.code().kings == Kings::Flying && at.kings(!ahead) != 0;
    if holds { FULL_SCALE * 3 / 8 } else { FULL_SCALE }
}
