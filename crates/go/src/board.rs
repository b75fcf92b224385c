//! The board: stones, chains and their liberties, kept up to date stone by stone.
//!
//! A *chain* is a set of connected stones, and holds its liberties as a set of bits, so that their number is exact,
//! that joining two chains is an `or`, and that nothing is ever filled by flood. The number of words of such a set
//! depends on the size of the board; what is called in play-outs is compiled for each of four numbers (`with_words!`).
//!
//! Places are counted with an edge: a row has one place more than it has points, and the edge right of one row is the
//! edge left of the next. Each place also knows its eight neighbours as a code of 16 bits, for patterns and eyes.
//!
//! Whose turn it is, and what was before, is not known here: see `position.rs`. A slow twin that fills by flood, to
//! compare with, is in `plain.rs`; how stones are put and taken is in `board/put.rs`.

mod put;

use tabula_core::{Side, Square};

/// What stands on a place: nothing, a black stone (1), a white one, or the edge.
pub(crate) const EMPTY: u8 = 0;
pub(crate) const WHITE: u8 = 2;
pub(crate) const EDGE: u8 = 3;

/// The largest board.
pub(crate) const MOST_SIZE: usize = 25;
/// The places of the largest board.
pub(crate) const MOST_PLACES: usize = (MOST_SIZE + 1) * (MOST_SIZE + 2) + 1;

/// No place: the first corner of the edge.
pub(crate) const NOWHERE: usize = 0;

/// The colour of a player's stones.
#[inline(always)]
pub(crate) const fn colour(side: Side) -> u8 {
    side as u8 + 1
}

/// Whose stones have a colour.
#[inline(always)]
pub(crate) const fn owner(colour: u8) -> Option<Side> {
    match colour {
        1 => Some(Side::First),
        2 => Some(Side::Second),
        _ => None,
    }
}

/// The other player's colour.
#[inline(always)]
pub(crate) const fn other(colour: u8) -> u8 {
    colour ^ 3
}

/// A place: 8 bytes, so that what is asked together lies together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) colour: u8,
    /// The eight neighbours, two bits each: the four beside it (up, right, down, left), then the four at its corners.
    pub(crate) code: u16,
    /// The number of its chain; without meaning where there is no stone.
    pub(crate) chain: u16,
    /// The next stone of its chain, in a ring.
    next: u16,
}

/// A place of the edge.
const OUTSIDE: Cell = Cell { colour: EDGE, code: 0, chain: 0, next: 0 };

/// The four sides of a place by what is there: every second bit is a side, in the order of the code.
pub(crate) struct Sides {
    pub(crate) empty: u64,
    pub(crate) own: u64,
    pub(crate) enemy: u64,
}

impl Sides {
    #[inline(always)]
    pub(crate) const fn of(code: u16, colour: u8) -> Self {
        let (low, high) = ((code & 0x55) as u64, (code >> 1 & 0x55) as u64);
        let (black, white) = (low & !high, high & !low);
        let (own, enemy) = if colour == WHITE { (white, black) } else { (black, white) };
        Self { empty: !(low | high) & 0x55, own, enemy }
    }
}

/// What is known of a chain. Numbers of chains that are gone are given again, so that the chains of a board lie close
/// together, and few bytes are copied with it.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Chain {
    pub(crate) liberties: u16,
    pub(crate) stones: u16,
    /// One of its stones.
    first: u16,
}

/// A board. Equal are boards with the same stones, ko and prisoners.
#[derive(Debug)]
pub(crate) struct Board {
    size: u16,
    stride: u16,
    words: u16,
    /// The place that may not be taken because of a ko, or [`NOWHERE`].
    pub(crate) ko: u16,
    /// How many chains are in atari: have one liberty.
    pub(crate) ataris: u16,
    /// The stones each player has taken.
    pub(crate) prisoners: [u16; 2],
    pub(crate) key: u64,
    cells: Vec<Cell>,
    chains: Vec<Chain>,
    /// The liberties of each chain.
    bits: Vec<u64>,
    /// How many numbers of chains were ever given; beyond them `chains` and `bits` hold nothing.
    given: u16,
    /// Those of them that are free again.
    spare: Vec<u16>,
    /// The empty points, in no order.
    free: Vec<u16>,
    /// Where each empty point stands in `free`.
    slots: Vec<u16>,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self {
            cells: self.cells.clone(),
            chains: self.chains.clone(),
            bits: self.bits.clone(),
            spare: self.spare.clone(),
            free: self.free.clone(),
            slots: self.slots.clone(),
            ..*self
        }
    }

    /// Copies into what `self` has already; allocates nothing where the sizes are equal.
    #[inline]
    fn clone_from(&mut self, from: &Self) {
        (self.size, self.stride, self.words) = (from.size, from.stride, from.words);
        (self.ko, self.ataris) = (from.ko, from.ataris);
        (self.prisoners, self.key) = (from.prisoners, from.key);
        self.cells.clone_from(&from.cells);
        self.given = from.given;
        if self.bits.len() == from.bits.len() {
            let given = from.given as usize;
            self.chains[..given].copy_from_slice(&from.chains[..given]);
            self.bits[..given * from.words()].copy_from_slice(&from.bits[..given * from.words()]);
        } else {
            self.chains.clone_from(&from.chains);
            self.bits.clone_from(&from.bits);
        }
        self.spare.clone_from(&from.spare);
        self.free.clone_from(&from.free);
        self.slots.clone_from(&from.slots);
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.ko == other.ko
            && self.prisoners == other.prisoners
            && self.cells.iter().zip(&other.cells).all(|(a, b)| a.colour == b.colour)
    }
}

impl Eq for Board {}

/// Runs `$body` with `$words` as a constant: the words of a set of points on a board.
macro_rules! with_words {
    ($board:expr, $words:ident => $body:expr) => {
        match $board.words() {
            2 => {
                const $words: usize = 2;
                $body
            }
            3 => {
                const $words: usize = 3;
                $body
            }
            6 => {
                const $words: usize = 6;
                $body
            }
            _ => {
                const $words: usize = 11;
                $body
            }
        }
    };
}
pub(crate) use with_words;

/// Words of a set of points.
const fn words(size: usize) -> usize {
    match size {
        ..11 => 2,
        11..14 => 3,
        14..20 => 6,
        _ => 11,
    }
}

impl Board {
    /// A board without stones.
    pub(crate) fn new(size: usize) -> Self {
        let stride = size + 1;
        let places = stride * (size + 2) + 1;
        let mut board = Self {
            size: size as u16,
            stride: stride as u16,
            words: words(size) as u16,
            ko: NOWHERE as u16,
            ataris: 0,
            prisoners: [0; 2],
            key: 0,
            cells: vec![OUTSIDE; places],
            chains: vec![Chain::default(); places],
            bits: vec![0; places * words(size)],
            given: 0,
            spare: Vec::with_capacity(size * size),
            free: Vec::with_capacity(size * size),
            slots: vec![0; places],
        };
        for square in 0..size * size {
            let place = board.place(Square(square as u16));
            board.cells[place].colour = EMPTY;
            board.slots[place] = square as u16;
            board.free.push(place as u16);
        }
        for square in 0..size * size {
            let place = board.place(Square(square as u16));
            let code = (0..8).map(|i| u16::from(board.cells[board.around(place)[i]].colour) << (2 * i)).sum();
            board.cells[place].code = code;
        }
        board
    }

    #[inline(always)]
    pub(crate) const fn size(&self) -> usize {
        self.size as usize
    }

    #[inline(always)]
    pub(crate) const fn stride(&self) -> usize {
        self.stride as usize
    }

    #[inline(always)]
    pub(crate) const fn words(&self) -> usize {
        self.words as usize
    }

    /// How many places there are, the edge included.
    pub(crate) const fn places(&self) -> usize {
        self.stride() * (self.size() + 2) + 1
    }

    /// The place of a point, counted row by row from the lower left corner.
    #[inline]
    pub(crate) const fn place(&self, point: Square) -> usize {
        (point.index() / self.size() + 1) * self.stride() + point.index() % self.size() + 1
    }

    /// The point of a place that is not on the edge.
    #[inline]
    pub(crate) const fn point(&self, place: usize) -> Square {
        Square(((place / self.stride() - 1) * self.size() + place % self.stride() - 1) as u16)
    }

    /// The places of all points, in order.
    pub(crate) fn all(&self) -> impl Iterator<Item = usize> + use<> {
        let (size, stride) = (self.size(), self.stride());
        (1..=size).flat_map(move |row| row * stride + 1..=row * stride + size)
    }

    /// The four neighbours: up, right, down, left.
    #[inline(always)]
    pub(crate) const fn beside(&self, place: usize) -> [usize; 4] {
        [place + self.stride(), place + 1, place - self.stride(), place - 1]
    }

    /// The eight neighbours, in the order of the code.
    #[inline(always)]
    pub(crate) const fn around(&self, place: usize) -> [usize; 8] {
        let stride = self.stride();
        [
            place + stride,
            place + 1,
            place - stride,
            place - 1,
            place + stride + 1,
            place - stride + 1,
            place - stride - 1,
            place + stride - 1,
        ]
    }

    /// The eight places around a point, row by row, with what is there.
    #[inline(always)]
    pub(crate) fn ring(&self, place: usize) -> [(usize, Cell); 8] {
        let (low, high) = (place - self.stride(), place + self.stride());
        // Three rows of three: the bounds are checked three times and not eight.
        let row = |middle: usize| match self.cells[middle - 1..].first_chunk::<3>() {
            Some(&cells) => cells,
            None => [OUTSIDE; 3],
        };
        let ([a, b, c], [d, _, e], [f, g, h]) = (row(low), row(place), row(high));
        [(low - 1, a), (low, b), (low + 1, c), (place - 1, d), (place + 1, e), (high - 1, f), (high, g), (high + 1, h)]
    }

    #[inline(always)]
    pub(crate) fn colour(&self, place: usize) -> u8 {
        self.cells[place].colour
    }

    #[inline(always)]
    pub(crate) fn cell(&self, place: usize) -> Cell {
        self.cells[place]
    }

    /// The chain with a number.
    #[inline(always)]
    pub(crate) fn chain(&self, number: u16) -> Chain {
        self.chains[number as usize]
    }

    /// The empty points, in no order.
    #[inline(always)]
    pub(crate) fn free(&self) -> &[u16] {
        &self.free
    }

    /// Whether an empty point is where it should be in the list of them.
    pub(crate) fn stands_at(&self, place: u16, slot: usize) -> bool {
        self.cells[place as usize].colour == EMPTY && self.slots[place as usize] as usize == slot
    }

    /// The stones of a chain.
    #[inline]
    pub(crate) fn stones(&self, chain: u16) -> impl Iterator<Item = usize> + '_ {
        let first = self.chains[chain as usize].first;
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let stone = next?;
            let following = self.cells[stone as usize].next;
            next = (following != first).then_some(following);
            Some(stone as usize)
        })
    }

    /// Where a place is noted in a set.
    #[inline(always)]
    pub(crate) const fn bit(&self, place: usize) -> (usize, u64) {
        let number = place - self.stride() - 1;
        (number / 64, 1 << (number % 64))
    }

    /// The liberties of a chain as a set.
    #[inline(always)]
    pub(crate) fn liberties<const W: usize>(&self, chain: u16) -> &[u64; W] {
        &self.bits.as_chunks::<W>().0[chain as usize]
    }

    /// The liberty with the lowest number; [`NOWHERE`] if there is none.
    #[inline(always)]
    pub(crate) fn first_liberty<const W: usize>(&self, chain: u16) -> usize {
        members(self.liberties::<W>(chain)).next().map_or(NOWHERE, |number| number + self.stride() + 1)
    }

    /// Whether a place beside this one is empty.
    #[inline(always)]
    pub(crate) fn has_air(&self, place: usize) -> bool {
        let code = self.cells[place].code;
        !(code | code >> 1) & 0x55 != 0
    }

    /// Whether a stone of a colour on an empty place would live: it finds air, joins a chain that has some, or takes.
    #[inline(always)]
    pub(crate) fn can_breathe(&self, place: usize, colour: u8) -> bool {
        self.has_air(place)
            || self.beside(place).into_iter().any(|near| {
                let cell = self.cells[near];
                let liberties = self.chains[cell.chain as usize].liberties;
                (cell.colour != EDGE) & ((cell.colour == colour) == (liberties > 1))
            })
    }
}

/// The numbers in a set.
#[inline(always)]
pub(crate) fn members<const W: usize>(set: &[u64; W]) -> impl Iterator<Item = usize> {
    let set = *set;
    (0..W).flat_map(move |word| {
        let mut rest = set[word];
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (bit < 64).then_some(word * 64 + bit)
        })
    })
}
