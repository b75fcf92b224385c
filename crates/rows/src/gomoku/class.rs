//! What a stone would make on one line: the class of an empty point in one of its four directions.
//!
//! A class depends on ten cells, the five on either side of the point: no row of five that runs through the point,
//! and no neighbour that would make it six, is further away. A cell is empty, one's own, or closed (the opponent's,
//! or beyond the edge), so that there are 3^10 = 59,049 windows and the class of each is looked up.
//!
//! The table is filled by the definitions themselves, from full windows to empty ones: a *four* is a row that one
//! more stone makes a five, an *open four* one that two different stones do, an *open three* one that a stone makes
//! an open four, and so on. There is a table for each meaning of five ([`Flavour`]).

use std::sync::LazyLock;

/// What a stone would make on one line, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Class {
    /// No five can ever be made here.
    Dead,
    /// A lone stone with little room.
    One,
    /// A lone stone with room on both sides.
    OpenOne,
    /// Two stones that can become a three.
    Two,
    /// Two stones that can become an open three.
    OpenTwo,
    /// Three stones that can become a four.
    Three,
    /// Three stones that can become an open four, so that they have to be stopped.
    OpenThree,
    /// Four stones that one stone makes a five.
    Four,
    /// Two fours on the same line, as in `x.xxx.x`.
    TwoFours,
    /// Four stones in a row that can become a five at either end.
    OpenFour,
    /// Five, as the game wants it.
    Five,
    /// Six or more where exactly five are wanted.
    Overline,
}

impl Class {
    /// How many classes there are.
    pub const COUNT: usize = 12;

    /// All of them, the weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::Three,
        Self::OpenThree,
        Self::Four,
        Self::TwoFours,
        Self::OpenFour,
        Self::Five,
        Self::Overline,
    ];
}

/// What a five is, for one of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flavour {
    /// Five or more in a row.
    AtLeastFive,
    /// Exactly five.
    ExactlyFive,
    /// Exactly five, and a three is only what becomes an open four proper: Black in renju.
    Renju,
}

/// Cells that are looked at on either side of a point.
pub(super) const REACH: usize = 5;
const CELLS: usize = 2 * REACH;
const WINDOWS: usize = 59_049;

/// The class of every window.
pub(super) struct Classes {
    flavour: Flavour,
    classes: Box<[Class]>,
}

/// The value of ten bits as ternary digits.
static TERNARY: [u16; 1 << CELLS] = ternary();

const fn ternary() -> [u16; 1 << CELLS] {
    let mut values = [0; 1 << CELLS];
    let mut bits = 0;
    while bits < values.len() {
        let (mut value, mut weight, mut place) = (0, 1, 0);
        while place < CELLS {
            if bits >> place & 1 == 1 {
                value += weight;
            }
            weight *= 3;
            place += 1;
        }
        values[bits] = value as u16;
        bits += 1;
    }
    values
}

/// Eleven cells of a line with the point in the middle as the ten around it.
#[inline(always)]
const fn around(eleven: u32) -> usize {
    ((eleven & 0x1F) | (eleven >> 1 & 0x3E0)) as usize
}

impl Classes {
    /// The table of a flavour, made when it is first wanted.
    pub(super) fn of(flavour: Flavour) -> &'static Self {
        static TABLES: [LazyLock<Classes>; 3] = [
            LazyLock::new(|| Classes::new(Flavour::AtLeastFive)),
            LazyLock::new(|| Classes::new(Flavour::ExactlyFive)),
            LazyLock::new(|| Classes::new(Flavour::Renju)),
        ];
        &TABLES[flavour as usize]
    }

    fn new(flavour: Flavour) -> Self {
        let mut known = vec![None; WINDOWS];
        for window in 0..WINDOWS {
            Self::define(flavour, window, &mut known);
        }
        Self { flavour, classes: known.into_iter().map(|class| class.unwrap_or(Class::Dead)).collect() }
    }

    pub(super) const fn flavour(&self) -> Flavour {
        self.flavour
    }

    /// The class of the point in the middle of eleven cells, of which `own` and `closed` are bits.
    #[inline(always)]
    pub(super) fn get(&self, own: u32, closed: u32) -> Class {
        let window = TERNARY[around(own)] as usize + 2 * TERNARY[around(closed)] as usize;
        self.classes[window]
    }

    /// Which of the eleven cells would, besides the middle, make an open four (as bits).
    pub(super) fn openers(&self, own: u32, closed: u32) -> u32 {
        let free = |&place: &usize| place != REACH && (own | closed) >> place & 1 == 0;
        (0..=CELLS)
            .filter(free)
            .filter(|place| self.get(own | 1 << place, closed) == Class::OpenFour)
            .fold(0, |set, place| set | 1 << place)
    }

    /// The class of a window, and of every fuller one on the way.
    fn define(flavour: Flavour, window: usize, known: &mut [Option<Class>]) -> Class {
        if let Some(class) = known[window] {
            return class;
        }
        let cells = spread(window);
        let class = match (run(&cells), flavour) {
            (5, _) | (6.., Flavour::AtLeastFive) => Class::Five,
            (6.., _) => Class::Overline,
            _ => {
                let mut weight = 1;
                let mut after = [None; CELLS];
                for (place, next) in after.iter_mut().enumerate() {
                    if (window / weight).is_multiple_of(3) {
                        *next = Some((place, Self::define(flavour, window + weight, known)));
                    }
                    weight *= 3;
                }
                let after: Vec<(usize, Class)> = after.into_iter().flatten().collect();
                from_next(flavour, &cells, &after)
            }
        };
        known[window] = Some(class);
        class
    }
}

/// The class by what each further stone would make.
fn from_next(flavour: Flavour, cells: &[u8; CELLS + 1], after: &[(usize, Class)]) -> Class {
    let any = |wanted: &[Class]| after.iter().any(|(_, class)| wanted.contains(class));
    match after.iter().filter(|(_, class)| *class == Class::Five).count() {
        0 => {}
        1 => return Class::Four,
        _ if run(cells) == 4 => return Class::OpenFour,
        _ => return Class::TwoFours,
    }
    if any(&[Class::OpenFour]) || (flavour != Flavour::Renju && any(&[Class::TwoFours])) {
        Class::OpenThree
    } else if any(&[Class::Four, Class::TwoFours]) {
        Class::Three
    } else if any(&[Class::OpenThree]) {
        Class::OpenTwo
    } else if any(&[Class::Three]) {
        Class::Two
    } else if any(&[Class::OpenTwo]) {
        Class::OpenOne
    } else if any(&[Class::Two]) {
        Class::One
    } else {
        Class::Dead
    }
}

/// The eleven cells of a window with an own stone in the middle: 0 empty, 1 own, 2 closed.
fn spread(mut window: usize) -> [u8; CELLS + 1] {
    let mut cells = [1; CELLS + 1];
    for (place, cell) in cells.iter_mut().enumerate() {
        if place != REACH {
            *cell = (window % 3) as u8;
            window /= 3;
        }
    }
    cells
}

/// How many own stones stand in a row through the middle.
fn run(cells: &[u8; CELLS + 1]) -> usize {
    let right = cells[REACH..].iter().take_while(|&&cell| cell == 1).count();
    let left = cells[..REACH].iter().rev().take_while(|&&cell| cell == 1).count();
    left + right
}

#[cfg(test)]
mod tests {
    use super::*;
    use Flavour::{AtLeastFive, ExactlyFive, Renju};

    /// The class of the point `*` on a line such as `..xx*..o`; beyond its ends the board ends.
    fn class(flavour: Flavour, line: &str) -> Class {
        let middle = line.find('*').unwrap();
        let (mut own, mut closed) = (0, 0);
        for place in 0..=CELLS {
            match (middle + place).checked_sub(REACH).and_then(|at| line.as_bytes().get(at)) {
                Some(b'x') => own |= 1 << place,
                Some(b'.' | b'*') => {}
                _ => closed |= 1 << place,
            }
        }
        Classes::of(flavour).get(own, closed)
    }

    #[test]
    fn the_classes_are_those_of_the_books() {
        for (line, expected) in [
            ("...xx*xx...", Class::Five),
            ("oxx*xxo", Class::Five),
            ("..x*xx..", Class::OpenFour),
            ("o.xxx*.o", Class::OpenFour),
            ("oxxx*.", Class::Four),
            ("..xx*.x..", Class::Four),
            ("x.x*x.x", Class::TwoFours),
            ("..xx*..", Class::OpenThree),
            (".x.x*..", Class::OpenThree),
            ("o.xx*.o", Class::Three),
            ("oxx*..", Class::Three),
            ("..x*...", Class::OpenTwo),
            ("ox*...", Class::Two),
            (".....*.....", Class::OpenOne),
            ("o*....", Class::One),
            ("oxx*.o", Class::Dead),
            ("o.*.xo", Class::Dead),
        ] {
            for flavour in [AtLeastFive, ExactlyFive, Renju] {
                assert_eq!(class(flavour, line), expected, "{line} {flavour:?}");
            }
        }
    }

    #[test]
    fn six_are_five_or_more_but_not_exactly_five() {
        assert_eq!(class(AtLeastFive, "..xxx*xx.."), Class::Five);
        assert_eq!(class(ExactlyFive, "..xxx*xx.."), Class::Overline);
        assert_eq!(class(Renju, "..xxx*xx.."), Class::Overline);
        // The stone at the end would make a five into six.
        assert_eq!(class(AtLeastFive, "o.xx*x.xo"), Class::OpenFour);
        assert_eq!(class(ExactlyFive, "o.xx*x.xo"), Class::Four);
        assert_eq!(class(ExactlyFive, "ox.xx*.xo"), Class::TwoFours);
    }

    #[test]
    fn a_three_that_becomes_two_fours_has_to_be_stopped_but_is_none_in_renju() {
        assert_eq!(class(AtLeastFive, "x.x*..x"), Class::OpenThree);
        assert_eq!(class(Renju, "ox.x*..xo"), Class::Three);
    }

    #[test]
    fn what_opens_a_three_is_found() {
        let bits = |places: &[usize]| places.iter().fold(0, |set, place| set | 1 << place);
        // ..x x * . . with stones on the third and fourth of the five cells to the left.
        let openers = Classes::of(ExactlyFive).openers(bits(&[3, 4]), 0);
        assert_eq!(openers, bits(&[2, 6]));
    }
}
