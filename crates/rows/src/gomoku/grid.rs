//! The lines of a square board: every point lies on four of them, and each line is a word of bits.

use super::class::REACH;
use tabula_core::Square;

/// The largest board.
pub(super) const MOST_SIZE: usize = 19;
/// The most points there are.
pub(super) const MOST_POINTS: usize = MOST_SIZE * MOST_SIZE;
/// The most lines: files, ranks, and both kinds of diagonals.
pub(super) const MOST_LINES: usize = 6 * MOST_SIZE - 2;
/// Words of a set of points.
pub(super) const WORDS: usize = MOST_POINTS.div_ceil(64);

/// A set of points.
pub(super) type Points = [u64; WORDS];

/// The four directions: along the rank, along the file, up to the right, up to the left.
pub(super) const DIRECTIONS: usize = 4;

/// A board of some size, and where its points lie on its lines.
///
/// On its line a point is the bit that is as high as its rank (its file, along a rank), and [`REACH`] more, so that a
/// window around any point is a shift away.
pub(super) struct Grid {
    size: usize,
    /// What is beyond the edge, by line.
    edges: [u32; MOST_LINES],
    /// The points at most two steps away, by point.
    near: Vec<Points>,
    /// Where each point lies on its four lines.
    places: Vec<[Place; DIRECTIONS]>,
    /// Random numbers for the key of a position, by player and point.
    keys: [[u64; MOST_POINTS]; 2],
}

/// Where a point lies on a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    line: u8,
    bit: u8,
    stride: u8,
}

impl Place {
    /// Which line it is.
    #[inline(always)]
    pub(super) const fn line(self) -> usize {
        self.line as usize
    }

    /// The bit of the point, [`REACH`] included.
    #[inline(always)]
    pub(super) const fn bit(self) -> usize {
        self.bit as usize
    }

    /// How far the next point of the line is, in numbers of points.
    #[inline(always)]
    pub(super) const fn stride(self) -> usize {
        self.stride as usize
    }
}

impl Grid {
    pub(super) fn new(size: usize) -> Self {
        assert!((5..=MOST_SIZE).contains(&size), "boards have 5 to {MOST_SIZE} lines");
        let places = (0..size * size).map(|point| std::array::from_fn(|direction| locate(size, point, direction)));
        let mut grid = Self {
            size,
            edges: [u32::MAX; MOST_LINES],
            near: Vec::new(),
            places: places.collect(),
            keys: [[0; MOST_POINTS]; 2],
        };
        let mut dice = tabula_core::Dice::new(0x60_40_C0);
        for keys in &mut grid.keys {
            keys.fill_with(|| dice.next_u64());
        }
        for point in 0..size * size {
            for direction in 0..DIRECTIONS {
                let place = grid.place(point, direction);
                grid.edges[place.line()] &= !(1 << place.bit());
            }
            let (file, rank) = (point % size, point / size);
            let mut near = [0; WORDS];
            for other in 0..size * size {
                if file.abs_diff(other % size).max(rank.abs_diff(other / size)) <= 2 {
                    near[other / 64] |= 1 << (other % 64);
                }
            }
            grid.near.push(near);
        }
        grid
    }

    #[inline(always)]
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    #[inline(always)]
    pub(super) const fn points(&self) -> usize {
        self.size * self.size
    }

    /// How many lines there are.
    pub(super) const fn lines(&self) -> usize {
        6 * self.size - 2
    }

    /// The point in the middle.
    pub(super) const fn middle(&self) -> usize {
        self.points() / 2
    }

    #[inline(always)]
    pub(super) fn place(&self, point: usize, direction: usize) -> Place {
        self.places[point][direction]
    }

    #[inline(always)]
    pub(super) fn edge(&self, line: usize) -> u32 {
        self.edges[line]
    }

    #[inline(always)]
    pub(super) fn near(&self, point: usize) -> &Points {
        &self.near[point]
    }

    #[inline(always)]
    pub(super) fn key(&self, side: usize, point: usize) -> u64 {
        self.keys[side][point]
    }

    /// The name of a point: a letter for the file, none left out, and a number for the rank.
    pub(super) fn name(&self, point: Square) -> String {
        let (file, rank) = (point.index() % self.size, point.index() / self.size);
        format!("{}{}", char::from(b'a' + file as u8), rank + 1)
    }

    /// The point of a name, in whatever case it is written.
    pub(super) fn read(&self, name: &str) -> Option<Square> {
        let file = name.as_bytes().first()?.to_ascii_lowercase().checked_sub(b'a')?;
        let digits = name.get(1..)?;
        let plain = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
        let rank = digits.parse::<usize>().ok().filter(|_| plain)?.checked_sub(1)?;
        let inside = usize::from(file) < self.size && rank < self.size;
        inside.then(|| Square((rank * self.size + usize::from(file)) as u16))
    }
}

fn locate(size: usize, point: usize, direction: usize) -> Place {
    let (file, rank) = (point % size, point / size);
    let (line, along, stride) = match direction {
        0 => (rank, file, 1),
        1 => (size + file, rank, size),
        2 => (3 * size - 1 + file - rank, rank, size + 1),
        _ => (4 * size - 1 + file + rank, rank, size - 1),
    };
    Place { line: line as u8, bit: (along + REACH) as u8, stride: stride as u8 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_line_has_its_points_and_no_bit_twice() {
        for size in [5, 15, 19] {
            let grid = Grid::new(size);
            let mut seen = HashSet::new();
            for direction in 0..DIRECTIONS {
                for point in 0..grid.points() {
                    let place = grid.place(point, direction);
                    assert!(place.line() < grid.lines() && seen.insert((place.line, place.bit)));
                    assert_eq!(grid.edge(place.line()) >> place.bit & 1, 0);
                    let next = point + place.stride();
                    let goes_on = grid.edge(place.line()) >> (place.bit + 1) & 1 == 0;
                    if goes_on {
                        let after = grid.place(next, direction);
                        assert_eq!((after.line, after.bit), (place.line, place.bit + 1));
                    }
                }
            }
            assert_eq!(seen.len(), 4 * grid.points());
        }
    }

    #[test]
    fn points_have_names_and_names_points() {
        let grid = Grid::new(19);
        for point in (0..361).map(Square) {
            assert_eq!(grid.read(&grid.name(point)), Some(point));
        }
        assert_eq!(grid.name(Square(360)), "s19");
        for name in ["", "a", "a0", "a01", "t1", "a20", "1a", "a+1", "ä1", "a99999999999999999999999"] {
            assert_eq!(grid.read(name), None, "{name}");
        }
    }
}
