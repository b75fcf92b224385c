//! How a piece moves, in Betza's letters: `N`, `B`, `RN`, `WFN`, `fmWfcF`, `B3`, `NN`, `mRcpR`.
//!
//! | letter | moves |
//! |---|---|
//! | W F D N A H C Z G | leaps of 1-0, 1-1, 2-0, 2-1, 2-2, 3-0, 3-1, 3-2, 3-3 squares, in all directions |
//! | R B Q K | WW, FF, both of these, W and F |
//! | a letter twice: NN | the leap repeated as long as nothing stands in the way |
//! | a number: W3, R3, N2 | at most so many steps; 0 for any number |
//! | m c | only to empty squares, only to take |
//! | f b l r s v | only forwards, backwards, left, right, sideways, up and down; for leaps that bend: f steep, fs flat, fh both |
//! | n | lame: the square on the way must be empty |
//! | p g | over exactly one man, then on (cannon); over exactly one man, to the square behind it (grasshopper) |

use crate::odd::{Hurdle, Ride};
use tabula_core::Fault;

/// How a piece moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Gait {
    /// Leaps, each also in the opposite direction.
    pub(crate) leaps: Vec<(i32, i32)>,
    /// Slides along ranks and files, in all four directions.
    pub(crate) straight: bool,
    /// Slides along diagonals, in all four directions.
    pub(crate) diagonal: bool,
    /// Everything else.
    pub(crate) rides: Vec<Ride>,
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

/// Longer than any board.
const ENDLESS: u8 = 16;

/// Reads a piece's moves; the fault names the column.
pub(crate) fn read(text: &str) -> Result<Gait, Fault> {
    let mut gait = Gait::default();
    let letters: Vec<char> = text.chars().collect();
    let mut i = 0;
    while i < letters.len() {
        let start = i;
        while letters.get(i).is_some_and(char::is_ascii_lowercase) {
            i += 1;
        }
        let modifiers = &letters[start..i];
        let Some(&letter) = letters.get(i) else {
            return Err(Fault::at(start + 1, "modifiers without a piece's letter behind them"));
        };
        let column = i + 1;
        i += 1;
        let atoms =
            atoms_of(letter).ok_or_else(|| Fault::at(column, format!("no way of moving has the letter '{letter}'")))?;
        let mut range = if matches!(letter, 'R' | 'B' | 'Q') { ENDLESS } else { 1 };
        if letters.get(i) == Some(&letter) && !matches!(letter, 'R' | 'B' | 'Q' | 'K') {
            range = ENDLESS;
            i += 1;
        }
        let digits: String = letters[i..].iter().take_while(|c| c.is_ascii_digit()).collect();
        if !digits.is_empty() {
            i += digits.len();
            range = match digits.parse::<u8>() {
                Ok(0) => ENDLESS,
                Ok(steps) if steps <= ENDLESS => steps,
                _ => return Err(Fault::at(column + 1, format!("a range of 0 to {ENDLESS} steps, found {digits}"))),
            };
        }
        let manner = Manner::read(modifiers, start)?;
        for atom in atoms {
            gait.add(*atom, range, &manner, start + 1)?;
        }
    }
    if text.is_empty() { Err(Fault::new("a piece needs moves, for example \"RN\"")) } else { Ok(gait) }
}

/// The leaps that a letter stands for.
fn atoms_of(letter: char) -> Option<&'static [(i32, i32)]> {
    match letter {
        'R' => Some(&[(1, 0)]),
        'B' => Some(&[(1, 1)]),
        'Q' | 'K' => Some(&[(1, 0), (1, 1)]),
        _ => ATOMS.iter().find(|(atom, _)| *atom == letter).map(|(_, leap)| std::slice::from_ref(leap)),
    }
}

/// What modifiers say.
struct Manner {
    goes: bool,
    takes: bool,
    lame: bool,
    hurdle: Hurdle,
    directions: Vec<char>,
}

impl Manner {
    fn read(modifiers: &[char], start: usize) -> Result<Self, Fault> {
        let has = |letter| modifiers.contains(&letter);
        let mut manner = Self {
            goes: has('m') || !has('c'),
            takes: has('c') || !has('m'),
            lame: has('n'),
            hurdle: Hurdle::None,
            directions: Vec::new(),
        };
        for (i, &letter) in modifiers.iter().enumerate() {
            match letter {
                'm' | 'c' | 'n' => {}
                'p' => manner.hurdle = Hurdle::Cannon,
                'g' => manner.hurdle = Hurdle::Grasshopper,
                'f' | 'b' | 'l' | 'r' | 's' | 'v' | 'h' => manner.directions.push(letter),
                _ => return Err(Fault::at(start + i + 1, format!("no modifier has the letter '{letter}'"))),
            }
        }
        Ok(manner)
    }

    const fn is_plain(&self) -> bool {
        self.goes && self.takes && !self.lame && matches!(self.hurdle, Hurdle::None) && self.directions.is_empty()
    }

    /// Whether it may go this way.
    ///
    /// For steps along ranks and files each letter allows its own direction. A leap that bends is steep or flat: `f` and `ff`
    /// allow the steep ones ahead, `fs` the flat ones ahead, `fh` both, `fl` the steep one ahead to the left and `lf` the flat
    /// one. Diagonals are both.
    fn allows(&self, (right, up): (i32, i32)) -> bool {
        let (steep, flat) = (up.abs() >= right.abs(), right.abs() >= up.abs());
        let heads = |letter: char| match letter {
            'f' => up > 0,
            'b' => up < 0,
            'l' => right < 0,
            'r' => right > 0,
            's' => flat,
            _ => steep,
        };
        let along = |letter: char| if matches!(letter, 'f' | 'b' | 'v') { steep } else { flat };
        if self.directions.is_empty() {
            return true;
        }
        if right == 0 || up == 0 {
            return self.directions.iter().any(|&letter| heads(letter));
        }
        let mut rest = &self.directions[..];
        while let Some((&first, others)) = rest.split_first() {
            let second = others.first().copied().filter(|&second| match (first, second) {
                ('f' | 'b', 'l' | 'r' | 's') | ('l' | 'r', 'f' | 'b' | 'v') => true,
                (_, 'h') => true,
                _ => second == first,
            });
            let fits = heads(first)
                && match second {
                    Some('h') => true,
                    Some('s') => flat,
                    Some('v') => steep,
                    Some(second) => heads(second) && along(first),
                    None => along(first),
                };
            if fits {
                return true;
            }
            rest = &others[usize::from(second.is_some())..];
        }
        false
    }
}

impl Gait {
    /// Adds an atom in all its directions, or in those that are wanted.
    fn add(&mut self, atom: (i32, i32), range: u8, manner: &Manner, column: usize) -> Result<(), Fault> {
        if manner.is_plain() && range == 1 {
            for step in directions(atom) {
                if !self.leaps.contains(&step) {
                    self.leaps.push(step);
                }
            }
            return Ok(());
        }
        match atom {
            (1, 0) if manner.is_plain() && range == ENDLESS => self.straight = true,
            (1, 1) if manner.is_plain() && range == ENDLESS => self.diagonal = true,
            _ => {
                let before = self.rides.len();
                for step in directions(atom).into_iter().filter(|&step| manner.allows(step)) {
                    let ride = Ride {
                        step,
                        // A hurdle is no step of its own for those that land behind it.
                        range: if manner.hurdle == Hurdle::None { range } else { ENDLESS },
                        goes: manner.goes,
                        takes: manner.takes,
                        hurdle: manner.hurdle,
                        leg: manner.lame.then(|| leg(step)),
                    };
                    if !self.rides.contains(&ride) {
                        self.rides.push(ride);
                    }
                }
                if self.rides.len() == before {
                    return Err(Fault::at(column, "no move goes in these directions"));
                }
            }
        }
        Ok(())
    }

    /// Whether it never changes the colour of its square.
    pub(crate) fn is_colour_bound(&self) -> bool {
        let even = |(right, up): (i32, i32)| (right + up) % 2 == 0;
        !self.straight && self.leaps.iter().copied().all(even) && self.rides.iter().all(|ride| even(ride.step))
    }

    /// Whether it steps to every neighbouring square, and no further.
    pub(crate) fn is_plain_king(&self) -> bool {
        let near = |&(right, up): &(i32, i32)| right.abs() <= 1 && up.abs() <= 1;
        self.is_leaper() && self.leaps.len() == 8 && self.leaps.iter().all(near)
    }

    /// Whether it moves as a knight or as a bishop, and no more: too little to mate with a king.
    pub(crate) fn is_minor(&self) -> bool {
        let knight = self.is_leaper() && self.leaps.len() == 8 && self.leaps.contains(&(2, 1));
        let bishop = self.diagonal && !self.straight && self.leaps.is_empty() && self.rides.is_empty();
        knight || bishop
    }

    /// What it may be worth, in hundredths of a pawn: by directions of leaps and slides, compounds more than their parts.
    pub(crate) fn worth(&self) -> i32 {
        let ride = |ride: &Ride| {
            let length = f64::from(ride.range.min(4)) / 4.0;
            let whole = match ride.hurdle {
                Hurdle::None => {
                    (185.0 * length).max(55.0) * f64::from(u8::from(ride.takes))
                        + (55.0 * length).max(30.0) * f64::from(u8::from(ride.goes))
                }
                Hurdle::Cannon | Hurdle::Grasshopper => {
                    100.0 * f64::from(u8::from(ride.takes)) + 40.0 * f64::from(u8::from(ride.goes))
                }
            };
            if ride.leg.is_some() { 0.7 * whole } else { whole }
        };
        let slides = f64::from(u8::from(self.straight)) * 1_000.0 + f64::from(u8::from(self.diagonal)) * 880.0;
        let sum = self.leaps.len() as f64 * 85.0 + slides + self.rides.iter().map(ride).sum::<f64>();
        // A knight is worth what it is worth in chess.
        (sum * (sum / 10_000.0).exp() * 0.385).min(9_999.0) as i32
    }

    /// How far aside the squares stand that it guards on the next rank of a crowded board.
    pub(crate) fn guards_ahead(&self) -> Vec<i32> {
        let leaps = self.leaps.iter().filter(|(_, up)| *up == 1).map(|(right, _)| *right);
        let rides = self.rides.iter().filter(|ride| ride.takes && ride.step.1 == 1 && ride.hurdle == Hurdle::None);
        let mut guards: Vec<i32> = leaps.chain(rides.map(|ride| ride.step.0)).collect();
        if self.straight {
            guards.push(0);
        }
        if self.diagonal {
            guards.extend([-1, 1]);
        }
        guards
    }

    fn is_leaper(&self) -> bool {
        !self.straight && !self.diagonal && self.rides.is_empty()
    }
}

/// A leap in all its directions, each once.
fn directions((long, short): (i32, i32)) -> Vec<(i32, i32)> {
    let mut steps = Vec::new();
    for (x, y) in [(long, short), (short, long)] {
        for step in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !steps.contains(&step) {
                steps.push(step);
            }
        }
    }
    steps
}

/// The square on which a lame leap can be blocked: one step along the longer axis, or along the diagonal.
const fn leg((right, up): (i32, i32)) -> (i32, i32) {
    let (r, u) = (right.abs(), up.abs());
    (if r >= u { right.signum() } else { 0 }, if u >= r { up.signum() } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<(i32, i32)> {
        let mut steps: Vec<_> = read(text).unwrap().rides.iter().map(|ride| ride.step).collect();
        steps.sort_unstable();
        steps
    }

    #[test]
    fn atoms_leap_in_all_directions_once() {
        assert_eq!(read("N").unwrap().leaps.len(), 8);
        assert_eq!(read("W").unwrap().leaps.len(), 4);
        assert_eq!(read("K").unwrap().leaps.len(), 8);
        assert_eq!(read("KW").unwrap().leaps, read("K").unwrap().leaps);
        assert!(read("WWFF").unwrap().straight && read("WWFF").unwrap().diagonal);
    }

    #[test]
    fn directions_narrow_a_piece_down() {
        assert_eq!(steps("fW"), [(0, 1)]);
        assert_eq!(steps("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("flF"), [(-1, 1)]);
        assert_eq!(steps("fhN").len(), 4);
        assert_eq!(steps("fN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("flN"), [(-1, 2)]);
        assert_eq!(steps("lfN"), [(-2, 1)]);
        assert_eq!(steps("sN").len(), 4);
        assert_eq!(steps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("fsN"), [(-2, 1), (2, 1)]);
        assert_eq!(steps("ffbbN").len(), 4);
        assert_eq!(steps("vR"), [(0, -1), (0, 1)]);
    }

    #[test]
    fn ranges_riders_and_hurdles_are_rides() {
        assert!(read("R3").unwrap().rides.iter().all(|ride| ride.range == 3));
        assert_eq!(read("NN").unwrap().rides.len(), 8);
        let cannon = read("mRcpR").unwrap();
        assert_eq!(cannon.rides.iter().filter(|ride| ride.takes && ride.hurdle == Hurdle::Cannon).count(), 4);
        assert_eq!(read("nN").unwrap().rides[0].leg, Some((1, 0)));
        assert_eq!(read("nA").unwrap().rides[0].leg, Some((1, 1)));
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_column() {
        assert_eq!(read("RNx").unwrap_err(), Fault::at(3, "modifiers without a piece's letter behind them"));
        assert_eq!(read("RX").unwrap_err(), Fault::at(2, "no way of moving has the letter 'X'"));
        assert_eq!(read("RzN").unwrap_err(), Fault::at(2, "no modifier has the letter 'z'"));
        assert_eq!(read("R99").unwrap_err(), Fault::at(2, "a range of 0 to 16 steps, found 99"));
    }
}
