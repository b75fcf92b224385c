//! Numbers of positions, and back.

use super::{MOST, Material};
use crate::board::{Board, Colour, places};
use crate::position::Position;

/// A material made ready: how many ways there are to place each group of pieces.
pub struct Layout {
    material: Material,
    board: Board,
    /// Where the first side's men can stand, the second's, the first side's kings, the second's; each as its way says, in the order
    /// of numbers.
    ways: [Box<[u64]>; 4],
    span: usize,
}

/// Pieces in the order of squares, without the ghosts of the board, as the first side sees them: its men go to lower numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stand {
    /// By side.
    men: [u64; 2],
    kings: [u64; 2],
    /// Who moves: 0 is the first side.
    turn: usize,
}

/// In how many ways a few squares are chosen of some.
const CHOICES: [[u32; MOST as usize]; 51] = {
    let mut choices = [[0; MOST as usize]; 51];
    let mut of = 0;
    while of < 51 {
        choices[of][0] = 1;
        let mut few = 1;
        while few < MOST as usize && of > 0 {
            choices[of][few] = choices[of - 1][few] + choices[of - 1][few - 1];
            few += 1;
        }
        of += 1;
    }
    choices
};

impl Layout {
    pub(super) fn new(board: Board, material: Material) -> Self {
        let [first, second] = material.forces();
        let squares = board.squares() as usize;
        // A row has half as many squares as columns.
        let below_last_row = squares - board.size() as usize / 2;
        let men = first.men() + second.men();
        let ways = [
            subsets(below_last_row, first.men()),
            subsets(below_last_row, second.men()),
            subsets(squares - men, first.kings()),
            subsets(squares - men - first.kings(), second.kings()),
        ];
        let turns = if material.is_even() { 1 } else { 2 };
        let span = ways.iter().fold(turns, |span, ways| span * ways.len());
        Self { material, board, ways, span }
    }

    pub(super) const fn span(&self) -> usize {
        self.span
    }

    pub(super) fn pack(&self, stand: Stand) -> usize {
        let stand = if self.material.is_even() && stand.turn == 1 { stand.turned(self.board) } else { stand };
        let Stand { men: [white, black], kings: [first, second], turn } = stand;
        let men = white | black;
        let digits = [
            rank(white >> (self.board.size() / 2)),
            rank(black),
            rank(squeezed(first, men)),
            rank(squeezed(second, men | first)),
        ];
        digits.iter().zip(&self.ways).fold(turn, |number, (digit, ways)| number * ways.len() + digit)
    }

    /// Who stands where; `None` where two men share a square.
    pub(super) fn unpack(&self, index: usize) -> Option<Stand> {
        let mut rest = index;
        let mut sets = [0; 4];
        for (set, ways) in sets.iter_mut().zip(&self.ways).rev() {
            *set = ways[rest % ways.len()];
            rest /= ways.len();
        }
        let [white, black, first, second] = sets;
        let white = white << (self.board.size() / 2);
        if white & black != 0 {
            return None;
        }
        let first = widened(first, white | black);
        let second = widened(second, white | black | first);
        Some(Stand { men: [white, black], kings: [first, second], turn: rest })
    }
}

impl Stand {
    /// The pieces of a position, which has to be of the layout's material.
    #[inline]
    pub(super) fn of(layout: &Layout, at: &Position) -> Self {
        let board = layout.board;
        let sets = |colour: Colour| [at.men(colour), at.kings(colour)].map(|set| closed(board, set));
        let [[white, white_kings], [black, black_kings]] = Colour::BOTH.map(sets);
        let (men, kings) = ([white, black], [white_kings, black_kings]);
        let turn = usize::from(at.turn() == Colour::Black);
        let stand = Self { men, kings, turn };
        let [first, _] = layout.material.forces();
        let white_is_first =
            men[0].count_ones() as usize == first.men() && kings[0].count_ones() as usize == first.kings();
        if white_is_first { stand } else { stand.turned(board) }
    }

    /// The first side is White.
    pub(super) fn position(self, board: Board) -> Position {
        let mut at = Position::empty(if self.turn == 0 { Colour::White } else { Colour::Black });
        for (colour, side) in Colour::BOTH.into_iter().zip(0..) {
            places(opened(board, self.men[side])).for_each(|place| at.toggle(colour, false, place));
            places(opened(board, self.kings[side])).for_each(|place| at.toggle(colour, true, place));
        }
        at
    }

    /// After a step of the mover; squares are sets of one.
    #[inline]
    pub(super) fn stepped(mut self, from: u64, to: u64) -> Self {
        let pieces =
            if self.men[self.turn] & from != 0 { &mut self.men[self.turn] } else { &mut self.kings[self.turn] };
        *pieces ^= from | to;
        self.turn ^= 1;
        self
    }

    /// Sides exchanged, and the board turned by half.
    fn turned(self, board: Board) -> Self {
        let turn = |set: u64| set.reverse_bits() >> (64 - board.squares());
        let [white, black] = self.men.map(turn);
        let [first, second] = self.kings.map(turn);
        Self { men: [black, white], kings: [second, first], turn: self.turn ^ 1 }
    }
}

/// A set without the ghosts between its squares.
#[inline]
pub(super) const fn closed(board: Board, set: u64) -> u64 {
    let (size, mut closed, mut pair) = (board.size(), 0, 0);
    while pair < size / 2 {
        closed |= (set >> (pair * (size + 1)) & ((1 << size) - 1)) << (pair * size);
        pair += 1;
    }
    closed
}

/// A set with the ghosts between its squares.
#[inline]
const fn opened(board: Board, set: u64) -> u64 {
    let (size, mut opened, mut pair) = (board.size(), 0, 0);
    while pair < size / 2 {
        opened |= (set >> (pair * size) & ((1 << size) - 1)) << (pair * (size + 1));
        pair += 1;
    }
    opened
}

/// A set with the squares that are gone taken out, those above each moving down.
#[inline]
const fn squeezed(mut set: u64, mut gone: u64) -> u64 {
    while gone != 0 {
        let below = (1 << gone.ilog2()) - 1;
        set = set & below | set >> 1 & !below;
        gone &= below;
    }
    set
}

/// The opposite of [`squeezed`].
#[inline]
const fn widened(mut set: u64, mut gone: u64) -> u64 {
    while gone != 0 {
        let below = (gone & gone.wrapping_neg()) - 1;
        set = set & below | (set & !below) << 1;
        gone &= gone - 1;
    }
    set
}

/// The number of a set among those of its size: sets with a higher highest member come later.
#[inline]
fn rank(set: u64) -> usize {
    places(set).zip(1..).map(|(square, nth): (u32, usize)| CHOICES[square as usize][nth] as usize).sum()
}

/// All sets of so many of the first squares, in the order of their numbers.
fn subsets(squares: usize, size: usize) -> Box<[u64]> {
    let count = CHOICES[squares][size] as usize;
    // The next higher number with as many bits.
    let next = |&set: &u64| {
        let low = set & set.wrapping_neg();
        let carried = set + low;
        Some(carried | ((set ^ carried) >> 2).checked_div(low).unwrap_or(0))
    };
    std::iter::successors(Some((1 << size) - 1), next).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_their_order() {
        for size in 0..=4 {
            for (number, &set) in subsets(12, size).iter().enumerate() {
                assert_eq!((rank(set), set.count_ones() as usize), (number, size));
                assert!(set < 1 << 12);
            }
        }
        assert_eq!((subsets(12, 4).len(), subsets(12, 0).len()), (495, 1));
    }

    #[test]
    fn squeezing_and_widening_undo_each_other() {
        assert_eq!(squeezed(0b1010_0001, 0b0100_0110), 0b1_1001);
        for gone in [0, 1, 0b1000_0010, 0b111] {
            for set in 0..256 {
                assert_eq!(squeezed(widened(set, gone), gone), set);
                assert_eq!(widened(set, gone) & gone, 0);
            }
        }
    }

    #[test]
    fn ghosts_are_taken_out_and_put_back() {
        for board in [Board::new(8), Board::new(10)] {
            assert_eq!(closed(board, board.all()), (1 << board.squares()) - 1);
            for place in places(board.all()) {
                assert_eq!(closed(board, 1 << place), 1 << (board.number(place) - 1));
                assert_eq!(opened(board, closed(board, 1 << place)), 1 << place);
            }
        }
    }
}
