//! Windows of eight squares, and the number of what stands in them.
//!
//! A *tall* window is two neighbours in each of four rows, a *flat* one four neighbours in each of two rows. What stands there is a
//! number in base three: nothing, an own man, a man of the opponent. It is put together from the rows, whose contents index a
//! small table, so that no bit is looked at alone.
//!
//! Every window has a twin, where it comes to lie when the board is turned. Since positions are looked at from both sides, one of
//! each pair is enough.

use crate::board::Board;

/// Ways in which men can stand in a window.
pub(super) const WAYS: usize = 6561;

/// The most rows, neighbours and fours of a row on boards of up to ten.
const ROWS: usize = 10;
const PAIRS: usize = 4;
const FOURS: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Window {
    Tall { row: usize, pair: usize },
    Flat { row: usize, four: usize },
}

/// What stands in a row: each pair of neighbours as a number below 9, each four below 81.
#[derive(Clone, Copy, Default)]
struct Row {
    pairs: [u16; PAIRS],
    fours: [u16; FOURS],
}

/// The windows of a board.
pub(super) struct Windows {
    windows: Vec<Window>,
    /// By own men, then men of the opponent.
    contents: Vec<Row>,
    rows: usize,
    /// Squares of a row.
    half: u32,
}

impl Windows {
    pub(super) fn new(board: Board) -> Self {
        let (rows, half) = (board.size() as usize, board.size() / 2);
        let (pairs, fours) = (half as usize - 1, half as usize - 3);
        let tall = (0..=rows - 4).flat_map(|row| (0..pairs).map(move |pair| Window::Tall { row, pair }));
        let flat = (0..=rows - 2).flat_map(|row| (0..fours).map(move |four| Window::Flat { row, four }));
        let is_first = |window: &Window| match *window {
            Window::Tall { row, pair } => (row, pair) <= (rows - 4 - row, pairs - 1 - pair),
            Window::Flat { row, four } => (row, four) <= (rows - 2 - row, fours - 1 - four),
        };
        let contents = (0..1_u32 << (2 * half)).map(|sets| row(sets & ((1 << half) - 1), sets >> half, half)).collect();
        Self { windows: tall.chain(flat).filter(is_first).collect(), contents, rows, half }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.windows.len()
    }

    /// Tells for each window in order what stands there; sets as one side sees them who moves up.
    #[inline]
    pub(super) fn each(&self, own: u64, foe: u64, mut tell: impl FnMut(usize, usize)) {
        let mut rows = [Row::default(); ROWS];
        let mask = (1 << self.half) - 1;
        let mut shift = 0;
        for (n, row) in rows[..self.rows].iter_mut().enumerate() {
            let sets = (own >> shift & mask) | (foe >> shift & mask) << self.half;
            *row = self.contents[sets as usize];
            // A ghost stands behind every second row.
            shift += self.half + (n as u32 & 1);
        }
        for (n, &window) in self.windows.iter().enumerate() {
            let way = match window {
                Window::Tall { row, pair } => {
                    rows[row..row + 4].iter().fold(0, |sum, row| 9 * sum + usize::from(row.pairs[pair]))
                }
                Window::Flat { row, four } => {
                    81 * usize::from(rows[row].fours[four]) + usize::from(rows[row + 1].fours[four])
                }
            };
            tell(n, way);
        }
    }
}

/// What stands in a row of so many squares.
fn row(own: u32, foe: u32, half: u32) -> Row {
    let one = |square: u32| (own >> square & 1) as u16 + 2 * (foe >> square & 1) as u16;
    let several = |from: u32, count: u32| (from..from + count).fold(0, |sum, square| 3 * sum + one(square) % 3);
    let mut row = Row::default();
    (0..half - 1).for_each(|pair| row.pairs[pair as usize] = several(pair, 2));
    (0..half - 3).for_each(|four| row.fours[four as usize] = several(four, 4));
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::places;

    #[test]
    fn every_square_is_in_a_window_from_one_side_or_the_other_and_every_window_has_eight() {
        for board in [Board::new(8), Board::new(10)] {
            let windows = Windows::new(board);
            let seen_by = |set: u64| {
                let mut seen = Vec::new();
                windows.each(set, 0, |n, way| seen.extend((way > 0).then_some(n)));
                seen
            };
            let mut members = vec![0; windows.len()];
            for place in places(board.all()) {
                let (own, turned) = (seen_by(1 << place), seen_by(board.turned(1 << place)));
                assert!(!own.is_empty() || !turned.is_empty(), "{place}");
                own.into_iter().for_each(|n| members[n] += 1);
            }
            assert!(members.iter().all(|&count| count == 8), "{members:?}");
        }
    }

    #[test]
    fn different_men_are_different_ways_and_all_are_within_the_table() {
        let board = Board::new(8);
        let windows = Windows::new(board);
        let ways = |own, foe| {
            let mut ways = Vec::new();
            windows.each(own, foe, |_, way| ways.push(way));
            ways
        };
        assert!(ways(0, 0).iter().all(|&way| way == 0));
        assert!(ways(0, board.all()).iter().all(|&way| way == WAYS - 1));
        assert!(ways(board.all(), 0).iter().all(|&way| way == (WAYS - 1) / 2));
        assert_ne!(ways(0b11, 0), ways(0b01, 0b10));
    }
}
