//! How a piece moves, in Betza's letters: `N`, `B`, `RN`, `WFN`.
//!
//! | letter | moves |
//! |---|---|
//! | W F D N A H C Z G | leaps of 1-0, 1-1, 2-0, 2-1, 2-2, 3-0, 3-1, 3-2, 3-3 squares, in all directions |
//! | R B Q | slides along ranks and files, along diagonals, along both |
//! | K | W and F |

use tabula_core::Fault;

/// How a piece moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gait {
    pub(crate) leaps: Vec<(i32, i32)>,
    pub(crate) straight: bool,
    pub(crate) diagonal: bool,
}

/// The leaps: letter, and the squares passed along either axis.
const ATOMS: [(char, (i32, i32)); 9] = [
    ('W', (1, 0)),
    ('F', (1, 1)),
    ('D', (2, 0)),
    ('N', (2, 1)),
    ('A', (2, 2)),
    ('H', (3, 0)),
    ('C', (3, 1)),
    ('Z', (3, 2)),
    ('G', (3, 3)),
];

/// Reads a piece's moves; the fault names the column.
pub(crate) fn read(text: &str) -> Result<Gait, Fault> {
    let mut gait = Gait::default();
    for (i, letter) in text.chars().enumerate() {
        match letter {
            'R' => gait.straight = true,
            'B' => gait.diagonal = true,
            'Q' => (gait.straight, gait.diagonal) = (true, true),
            'K' => {
                gait.add((1, 0));
                gait.add((1, 1));
            }
            _ => match ATOMS.iter().find(|(atom, _)| *atom == letter) {
                Some(&(_, leap)) => gait.add(leap),
                None => return Err(Fault::at(i + 1, format!("no way of moving has the letter '{letter}'"))),
            },
        }
    }
    if text.is_empty() { Err(Fault::new("a piece needs moves, for example \"RN\"")) } else { Ok(gait) }
}

impl Gait {
    /// Adds a leap in all its directions.
    fn add(&mut self, (long, short): (i32, i32)) {
        for (x, y) in [(long, short), (short, long)] {
            for step in [(x, y), (-x, y), (x, -y), (-x, -y)] {
                if !self.leaps.contains(&step) {
                    self.leaps.push(step);
                }
            }
        }
    }

    /// Whether it never changes the colour of its square.
    pub(crate) fn is_colour_bound(&self) -> bool {
        !self.straight && self.leaps.iter().all(|(right, up)| (right + up) % 2 == 0)
    }

    /// Whether it steps to every neighbouring square, and no further.
    pub(crate) fn is_plain_king(&self) -> bool {
        let near = |&(right, up): &(i32, i32)| right.abs() <= 1 && up.abs() <= 1;
        !self.straight && !self.diagonal && self.leaps.len() == 8 && self.leaps.iter().all(near)
    }

    /// Whether it moves as a knight or as a bishop, and no more: too little to mate with a king.
    pub(crate) fn is_minor(&self) -> bool {
        let knight = || read("N").is_ok_and(|knight| *self == knight);
        let bishop = || read("B").is_ok_and(|bishop| *self == bishop);
        knight() || bishop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_leap_in_all_directions_once() {
        assert_eq!(read("N").unwrap().leaps.len(), 8);
        assert_eq!(read("W").unwrap().leaps.len(), 4);
        assert_eq!(read("K").unwrap().leaps.len(), 8);
        assert_eq!(read("KW").unwrap(), read("K").unwrap());
    }

    #[test]
    fn an_unknown_letter_is_named_with_its_column() {
        assert_eq!(read("RNx").unwrap_err(), Fault::at(3, "no way of moving has the letter 'x'"));
    }
}
