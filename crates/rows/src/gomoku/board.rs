//! A position of five in a row, with what a stone on each empty point would make, kept up to date.
//!
//! A stone changes the windows of at most five points on either side in each of four directions; `Gomoku::put` looks
//! those up again and nothing else. Copying a board is copying three kilobytes, which is less than listing its moves
//! would be.

use super::Gomoku;
use super::class::{Class, REACH};
use super::grid::{DIRECTIONS, MOST_LINES, MOST_POINTS, Points, WORDS};
use super::rank::{Four, Rank};
use std::fmt;
use tabula_core::{Side, Square};

/// A position. Whose turn it is follows from the number of stones: X begins, and the players alternate.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    pub(super) key: u64,
    pub(super) stones: u16,
    pub(super) winner: Option<Side>,
    /// The stones of either player as bits of each line.
    lines: [[u32; 2]; MOST_LINES],
    /// What a stone of either player would make on each empty point.
    classes: [[Four; MOST_POINTS]; 2],
    ranks: [[Rank; MOST_POINTS]; 2],
    /// How many empty points have a rank, by player.
    with_rank: [[u16; Rank::COUNT]; 2],
    /// How many empty points have a class in some direction, each direction counted, by player.
    with_class: [[u16; Class::COUNT]; 2],
    /// The points at most two steps from a stone, stones included.
    near: Points,
    taken: Points,
}

impl Board {
    /// A board without stones; the classes are filled in by the rules.
    pub(super) fn blank() -> Self {
        Self {
            key: 0,
            stones: 0,
            winner: None,
            lines: [[0; 2]; MOST_LINES],
            classes: [[Four(0); MOST_POINTS]; 2],
            ranks: [[Rank::Calm; MOST_POINTS]; 2],
            with_rank: [[0; Rank::COUNT]; 2],
            with_class: [[0; Class::COUNT]; 2],
            near: [0; WORDS],
            taken: [0; WORDS],
        }
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn turn(&self) -> Side {
        if self.stones.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    /// How many stones there are.
    pub const fn stones(&self) -> usize {
        self.stones as usize
    }

    /// How many empty points have a rank for a player.
    #[inline(always)]
    pub const fn count(&self, side: Side, rank: Rank) -> usize {
        self.with_rank[side as usize][rank as usize] as usize
    }

    /// How often an empty point has a class in some direction for a player.
    #[inline(always)]
    pub const fn count_class(&self, side: Side, class: Class) -> i32 {
        self.with_class[side as usize][class as usize] as i32
    }

    /// What a stone would make on an empty point; [`Rank::Calm`] where there is a stone.
    #[inline(always)]
    pub fn rank(&self, side: Side, point: Square) -> Rank {
        self.ranks[side as usize][point.index() % MOST_POINTS]
    }

    /// What a stone would make on an empty point, by direction; dead where there is a stone.
    pub fn classes(&self, side: Side, point: Square) -> [Class; 4] {
        self.classes[side as usize][point.index() % MOST_POINTS].classes()
    }

    /// The four classes as one number.
    #[inline(always)]
    pub(super) fn packed(&self, side: Side, point: usize) -> Four {
        self.classes[side as usize][point]
    }

    /// The points that some test of their rank wants.
    #[inline(always)]
    pub(super) fn ranked(&self, side: Side, wanted: impl Fn(Rank) -> bool) -> impl Iterator<Item = Square> {
        let ranks = &self.ranks[side as usize];
        ranks.iter().enumerate().filter(move |&(_, &rank)| wanted(rank)).map(|(point, _)| Square(point as u16))
    }

    /// A point of some rank, if a player has one.
    #[inline(always)]
    pub(super) fn first_ranked(&self, side: Side, rank: Rank) -> Option<Square> {
        if self.count(side, rank) == 0 { None } else { self.ranked(side, |one| one == rank).next() }
    }

    /// The empty points at most two steps from a stone.
    #[inline(always)]
    pub(super) fn neighbours(&self) -> impl Iterator<Item = Square> {
        let mut words = self.near;
        for (word, taken) in words.iter_mut().zip(&self.taken) {
            *word &= !taken;
        }
        words.into_iter().enumerate().flat_map(|(place, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros();
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(Square((place * 64) as u16 + bit as u16))
            })
        })
    }
}

impl Gomoku {
    /// Who has a stone on a point.
    #[inline(always)]
    pub(super) fn owner(&self, at: &Board, point: usize) -> Option<Side> {
        let place = self.grid.place(point, 0);
        let [x, o] = at.lines[place.line()].map(|bits| bits >> place.bit() & 1 == 1);
        match (x, o) {
            (true, _) => Some(Side::First),
            (_, true) => Some(Side::Second),
            _ => None,
        }
    }

    /// The window of a point in a direction: the own stones and what is closed, as the classes want them.
    #[inline(always)]
    pub(super) fn window(&self, at: &Board, side: Side, point: usize, direction: usize) -> (u32, u32) {
        let place = self.grid.place(point, direction);
        let [own, foe] = [side, !side].map(|side| at.lines[place.line()][side as usize]);
        let shift = place.bit() - REACH;
        (own >> shift, (foe | self.grid.edge(place.line())) >> shift)
    }

    /// Looks up every class of an empty board.
    pub(super) fn fill(&self, at: &mut Board) {
        for side in Side::BOTH {
            at.with_rank[side as usize][Rank::Calm as usize] = self.grid.points() as u16;
            at.with_class[side as usize][Class::Dead as usize] = (DIRECTIONS * self.grid.points()) as u16;
            for point in 0..self.grid.points() {
                for direction in 0..DIRECTIONS {
                    self.look(at, side, point, direction);
                }
            }
        }
    }

    /// Looks a class up again.
    #[inline(always)]
    fn look(&self, at: &mut Board, side: Side, point: usize, direction: usize) {
        let (own, closed) = self.window(at, side, point, direction);
        let class = self.classes[side].get(own, closed);
        let before = at.classes[side as usize][point];
        let old = before.class(direction);
        if class != old {
            let after = before.with(direction, class);
            at.classes[side as usize][point] = after;
            let counts = &mut at.with_class[side as usize];
            counts[old as usize] -= 1;
            counts[class as usize] += 1;
            let (old, rank) = (at.ranks[side as usize][point], self.ranks[side].get(after));
            if rank != old {
                at.ranks[side as usize][point] = rank;
                let counts = &mut at.with_rank[side as usize];
                counts[old as usize] -= 1;
                counts[rank as usize] += 1;
            }
        }
    }

    /// Puts a stone on an empty point, whoever's turn it is and whether or not it is allowed; the number of stones,
    /// and so the turn, changes with it.
    #[inline]
    pub(super) fn put(&self, at: &mut Board, side: Side, point: usize) {
        if at.ranks[side as usize][point] == Rank::Five {
            at.winner = Some(side);
        }
        at.key ^= self.grid.key(side as usize, point);
        at.stones += 1;
        for (word, near) in at.near.iter_mut().zip(self.grid.near(point)) {
            *word |= near;
        }
        at.taken[point / 64] |= 1 << (point % 64);
        for side in [0, 1] {
            for class in at.classes[side][point].classes() {
                at.with_class[side][class as usize] -= 1;
            }
            at.with_rank[side][at.ranks[side][point] as usize] -= 1;
            at.classes[side][point] = Four(0);
            at.ranks[side][point] = Rank::Calm;
        }
        for direction in 0..DIRECTIONS {
            let place = self.grid.place(point, direction);
            at.lines[place.line()][side as usize] |= 1 << place.bit();
            let [x, o] = at.lines[place.line()];
            let (edge, taken) = (self.grid.edge(place.line()), x | o | self.grid.edge(place.line()));
            for steps in 1..=self.reach {
                let bit = place.bit() + steps;
                if edge >> bit & 1 == 1 {
                    break;
                }
                if taken >> bit & 1 == 0 {
                    self.look(at, Side::First, point + steps * place.stride(), direction);
                    self.look(at, Side::Second, point + steps * place.stride(), direction);
                }
            }
            for steps in 1..=self.reach {
                let bit = place.bit() - steps;
                if edge >> bit & 1 == 1 {
                    break;
                }
                if taken >> bit & 1 == 0 {
                    self.look(at, Side::First, point - steps * place.stride(), direction);
                    self.look(at, Side::Second, point - steps * place.stride(), direction);
                }
            }
        }
    }

    /// Whether a player has five in a row as the rules want it, and whether more than that.
    pub(super) fn rows(&self, at: &Board, side: Side) -> (bool, bool) {
        let (mut five, mut more) = (false, false);
        for line in &at.lines[..self.grid.lines()] {
            let bits = line[side as usize];
            let whole = bits & bits >> 1 & bits >> 2 & bits >> 3 & bits >> 4;
            // A run of n stones leaves n - 4 bits.
            more |= whole & whole >> 1 != 0;
            five |= whole & !(whole << 1) & !(whole >> 1) != 0;
        }
        (five, more)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a board with {} stones, key {:016x}", self.stones, self.key)
    }
}
