//! What a stone would make on all four lines of its point together.

use super::class::{Class, Flavour};
use super::grid::DIRECTIONS;
use std::sync::LazyLock;

/// What a stone on a point is good for; from [`Four`](Rank::Four) on it forces an answer, or may not be played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Rank {
    /// Nothing that would force an answer.
    Calm,
    /// An open three: the opponent has to stop it, or to make fours.
    Three,
    /// Two open threes at once, of which one move seldom stops both.
    TwoThrees,
    /// A four: there is one answer.
    Four,
    /// A four and an open three.
    FourThree,
    /// An open four, or two fours: there is no answer.
    OpenFour,
    /// Five: the end.
    Five,
    /// Two open threes by Black in renju: forbidden if both are real ones.
    Doubtful,
    /// Two fours or six in a row by Black in renju: forbidden.
    Forbidden,
}

impl Rank {
    /// How many ranks there are.
    pub const COUNT: usize = 9;
}

/// The rank of each four classes, of four bits each.
pub(super) struct Ranks(Box<[Rank]>);

/// The four classes of a point, the first direction in the lowest four bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Four(pub(super) u16);

impl Four {
    #[inline(always)]
    pub(super) const fn class(self, direction: usize) -> Class {
        // Only classes are ever put in.
        let number = (self.0 >> (4 * direction) & 0xF) as usize;
        Class::ALL[if number < Class::COUNT { number } else { 0 }]
    }

    #[inline(always)]
    pub(super) const fn with(self, direction: usize, class: Class) -> Self {
        Self(self.0 & !(0xF << (4 * direction)) | (class as u16) << (4 * direction))
    }

    pub(super) fn classes(self) -> [Class; DIRECTIONS] {
        std::array::from_fn(|direction| self.class(direction))
    }
}

impl Ranks {
    pub(super) fn of(flavour: Flavour) -> &'static Self {
        static PLAIN: LazyLock<Ranks> = LazyLock::new(|| Ranks::new(false));
        static RENJU: LazyLock<Ranks> = LazyLock::new(|| Ranks::new(true));
        if flavour == Flavour::Renju { &RENJU } else { &PLAIN }
    }

    fn new(renju: bool) -> Self {
        Self((0..=u16::MAX).map(|classes| define(Four(classes).classes(), renju)).collect())
    }

    #[inline(always)]
    pub(super) fn get(&self, classes: Four) -> Rank {
        self.0[classes.0 as usize]
    }
}

fn define(classes: [Class; DIRECTIONS], renju: bool) -> Rank {
    let count = |wanted: &[Class]| classes.iter().filter(|class| wanted.contains(class)).count();
    let twice = count(&[Class::TwoFours]);
    let fours = count(&[Class::Four, Class::OpenFour]) + 2 * twice;
    let open = count(&[Class::OpenFour]) + twice;
    let threes = count(&[Class::OpenThree]);
    if count(&[Class::Five]) > 0 {
        Rank::Five
    } else if renju && (fours > 1 || count(&[Class::Overline]) > 0) {
        Rank::Forbidden
    } else if renju && threes > 1 {
        Rank::Doubtful
    } else if open > 0 || fours > 1 {
        Rank::OpenFour
    } else if fours == 1 {
        if threes > 0 { Rank::FourThree } else { Rank::Four }
    } else {
        match threes {
            0 => Rank::Calm,
            1 => Rank::Three,
            _ => Rank::TwoThrees,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(classes: &[Class], flavour: Flavour) -> Rank {
        let four = classes.iter().enumerate().fold(Four::default(), |four, (place, &class)| four.with(place, class));
        Ranks::of(flavour).get(four)
    }

    #[test]
    fn two_threats_make_one_that_has_no_answer() {
        use Class::{Five, Four, OpenFour, OpenThree, Overline, TwoFours};
        for (classes, plain, renju) in [
            (&[OpenThree][..], Rank::Three, Rank::Three),
            (&[OpenThree, OpenThree], Rank::TwoThrees, Rank::Doubtful),
            (&[Four], Rank::Four, Rank::Four),
            (&[Four, OpenThree], Rank::FourThree, Rank::FourThree),
            (&[Four, Four], Rank::OpenFour, Rank::Forbidden),
            (&[TwoFours], Rank::OpenFour, Rank::Forbidden),
            (&[OpenFour], Rank::OpenFour, Rank::OpenFour),
            (&[Overline], Rank::Calm, Rank::Forbidden),
            (&[Overline, Five], Rank::Five, Rank::Five),
        ] {
            assert_eq!(rank(classes, Flavour::ExactlyFive), plain, "{classes:?}");
            assert_eq!(rank(classes, Flavour::Renju), renju, "{classes:?}");
        }
    }
}
