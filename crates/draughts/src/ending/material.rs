//! Which pieces there are, as a word: `KKM-KM`.

use super::MOST;
use crate::board::Colour;
use crate::position::Position;
use std::fmt;
use tabula_core::Fault;

/// What one side has. More pieces are more, and of as many pieces those with more kings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Force {
    pieces: u8,
    kings: u8,
}

impl Force {
    const fn new(kings: u8, men: u8) -> Self {
        Self { pieces: kings + men, kings }
    }

    pub(super) const fn of(at: &Position, colour: Colour) -> Self {
        Self { pieces: at.pieces(colour).count_ones() as u8, kings: at.kings(colour).count_ones() as u8 }
    }

    pub(super) const fn is_none(self) -> bool {
        self.pieces == 0
    }

    pub(super) const fn kings(self) -> usize {
        self.kings as usize
    }

    pub(super) const fn men(self) -> usize {
        (self.pieces - self.kings) as usize
    }

    /// Whatever is left after a capture; nothing is no force.
    fn robbed(self) -> impl Iterator<Item = Self> {
        let all = (0..=self.kings).flat_map(move |kings| (0..=self.men() as u8).map(move |men| Self::new(kings, men)));
        all.filter(move |&left| !left.is_none() && left != self)
    }

    /// With a man crowned, if there is one.
    fn crowned(self) -> Option<Self> {
        (self.kings < self.pieces).then_some(Self { kings: self.kings + 1, ..self })
    }
}

impl fmt::Display for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", "K".repeat(self.kings()), "M".repeat(self.men()))
    }
}

/// The pieces of both sides, that with more first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    first: Force,
    second: Force,
}

impl Material {
    pub(super) fn new(one: Force, other: Force) -> Self {
        Self { first: one.max(other), second: one.min(other) }
    }

    pub(super) const fn forces(&self) -> [Force; 2] {
        [self.first, self.second]
    }

    /// How many pieces both sides have.
    pub(super) const fn pieces(&self) -> u32 {
        self.first.pieces as u32 + self.second.pieces as u32
    }

    /// Whether both sides have the same.
    pub(super) fn is_even(&self) -> bool {
        self.first == self.second
    }

    /// What a capture, a crowning or both may leave.
    pub(super) fn below(&self) -> Vec<Self> {
        let mut below = Vec::new();
        for (mover, other) in [(self.first, self.second), (self.second, self.first)] {
            below.extend(other.robbed().map(|left| Self::new(mover, left)));
            if let Some(crowned) = mover.crowned() {
                below.push(Self::new(crowned, other));
                below.extend(other.robbed().map(|left| Self::new(crowned, left)));
            }
        }
        below.sort_unstable();
        below.dedup();
        below
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.second)
    }
}

/// Every material of so many pieces.
pub(super) fn all(pieces: u8) -> Vec<Material> {
    let forces = |pieces: u8| (0..=pieces).map(move |kings| Force { pieces, kings });
    let mut all: Vec<_> = (1..pieces)
        .flat_map(|first| forces(first).flat_map(move |one| forces(pieces - first).map(move |two| (one, two))))
        .map(|(one, two)| Material::new(one, two))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Reads a material: letters in any order and case, sides in any order.
pub(super) fn read(text: &str) -> Result<Material, Fault> {
    let Some((one, other)) = text.split_once('-') else {
        return Err(Fault::new(format!("expected the pieces of both sides, such as KKM-KM, found '{text}'")));
    };
    let count = one.chars().count() + other.chars().count();
    if count > MOST as usize {
        return Err(Fault::new(format!("at most {MOST} pieces, found {count} in '{text}'")));
    }
    let force = |letters: &str, from: usize| {
        let (mut kings, mut men) = (0, 0);
        for (i, letter) in letters.chars().enumerate() {
            match letter {
                'K' | 'k' => kings += 1,
                'M' | 'm' => men += 1,
                _ => return Err(Fault::at(from + i, format!("expected K or M, found '{letter}'"))),
            }
        }
        let force = Force::new(kings, men);
        if force.is_none() { Err(Fault::at(from, "a side without pieces has lost")) } else { Ok(force) }
    };
    Ok(Material::new(force(one, 1)?, force(other, one.chars().count() + 2)?))
}
