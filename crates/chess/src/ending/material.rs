//! Which men there are, as a word: `KR-KN`.

use crate::kind::owner;
use crate::{Chess, Kind, PAWN, Position, Rules, side_name};
use std::cmp::Reverse;
use tabula_board::Bits;
use tabula_core::{Fault, Man, Side};

/// The men of both sides: the two royal ones, then the others of the first side, then those of the second.
///
/// Where the rules are the same for both sides, the side with more is the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    count: u8,
    /// Men as numbers, padded with noughts.
    men: [u8; Self::MOST],
}

impl Material {
    /// More men than any table that fits into memory has.
    pub(crate) const MOST: usize = 6;

    /// The material of a list of men in any order; `None` where there are too many.
    fn new<B: Bits, R: Rules<B>>(game: &Chess<B, R>, men: &[(Kind, Side)]) -> Option<Self> {
        if men.len() > Self::MOST {
            return None;
        }
        let same = Self::sorted(game, men.iter().copied());
        if !game.manner().fair {
            return Some(same);
        }
        let turned = Self::sorted(game, men.iter().map(|&(kind, side)| (kind, !side)));
        Some(if turned.weight(game) > same.weight(game) { turned } else { same })
    }

    fn sorted<B: Bits, R: Rules<B>>(game: &Chess<B, R>, men: impl Iterator<Item = (Kind, Side)>) -> Self {
        let mut sorted = [(PAWN, Side::First); Self::MOST];
        let mut count = 0;
        for (place, man) in sorted.iter_mut().zip(men) {
            *place = man;
            count += 1;
        }
        let sorted = &mut sorted[..count];
        sorted.sort_unstable_by_key(|&(kind, side)| (!game.rules.is_royal(kind), side, Reverse(kind)));
        let mut men = [0; Self::MOST];
        for (place, &(kind, side)) in men.iter_mut().zip(sorted.iter()) {
            *place = kind.of(side).0;
        }
        Self { count: count as u8, men }
    }

    /// The material of a position; `None` where there are too many men.
    pub(crate) fn of<B: Bits, R: Rules<B>>(game: &Chess<B, R>, at: &Position<B, R::Sets>) -> Option<Self> {
        if at.occupied().count() as usize > Self::MOST {
            return None;
        }
        let mut men = [(PAWN, Side::First); Self::MOST];
        let mut count = 0;
        for (place, square) in men.iter_mut().zip(at.occupied().squares()) {
            *place = at.man_on(square)?;
            count += 1;
        }
        Self::new(game, &men[..count])
    }

    /// The men, in order.
    pub(crate) fn men(&self) -> impl ExactSizeIterator<Item = (Kind, Side)> {
        self.men[..usize::from(self.count)].iter().map(|&man| (Kind::from_man(Man(man)), owner(Man(man))))
    }

    /// Who has more comes first: more men, dearer men, and where these tell nothing, whichever.
    fn weight<B: Bits, R: Rules<B>>(&self, game: &Chess<B, R>) -> (usize, i32, [u8; Self::MOST]) {
        let own = || self.men().filter(|&(_, side)| side == Side::First);
        (own().count(), own().map(|(kind, _)| game.rules.value(kind)).sum(), self.men)
    }
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    pub(super) fn read_men(&self, text: &str) -> Result<Material, Fault> {
        if R::ROAMS {
            return Err(Fault::new("a game of chance has no tables"));
        }
        let Some((first, second)) = text.split_once('-') else {
            return Err(Fault::new(format!("expected the men of both sides, such as KR-KN, found '{text}'")));
        };
        let mut men = Vec::new();
        for (side, letters, from) in [(Side::First, first, 1), (Side::Second, second, first.chars().count() + 2)] {
            let before = men.len();
            for (i, letter) in letters.chars().enumerate() {
                let kind = self.kind_of_letter(letter);
                let kind = kind.ok_or_else(|| Fault::at(from + i, format!("no piece has the letter '{letter}'")))?;
                men.push((kind, side));
            }
            let royal = men[before..].iter().filter(|&&(kind, _)| kind == self.start_royal(side)).count();
            let all_royal = men[before..].iter().filter(|&&(kind, _)| self.rules.is_royal(kind)).count();
            if royal != 1 || all_royal != 1 {
                let letter = self.letter(self.start_royal(side), Side::First);
                let what = format!("{} needs one {letter}, found '{letters}'", side_name(side));
                return Err(Fault::at(from, what));
            }
        }
        let many = || Fault::new(format!("at most {} men, found {} in '{text}'", Material::MOST, men.len()));
        Material::new(self, &men).ok_or_else(many)
    }

    pub(super) fn write_men(&self, material: &Material) -> String {
        let letters = |wanted| {
            let own = material.men().filter(move |&(_, side)| side == wanted);
            own.map(|(kind, _)| self.letter(kind, Side::First)).collect::<String>()
        };
        format!("{}-{}", letters(Side::First), letters(Side::Second))
    }

    /// After a capture, a promotion, or both at once.
    pub(super) fn materials_below(&self, material: &Material) -> Vec<Material> {
        let men: Vec<_> = material.men().collect();
        let mut lists = Vec::new();
        for (i, &(kind, side)) in men.iter().enumerate().filter(|(_, (kind, _))| !self.rules.is_royal(*kind)) {
            let mut fewer = men.clone();
            fewer.remove(i);
            lists.push(fewer);
            if kind != PAWN {
                continue;
            }
            for &into in self.rules.promotions() {
                let there = men.iter().filter(|&&man| man == (into, side)).count() as u32;
                if self.rules.stock().is_some_and(|stock| there >= stock[into.index() % stock.len()]) {
                    continue;
                }
                let mut promoted = men.clone();
                promoted[i] = (into, side);
                for (j, &(victim, owner)) in men.iter().enumerate() {
                    // No pawn stands where another promotes.
                    if owner != side && victim != PAWN && !self.rules.is_royal(victim) {
                        let mut fewer = promoted.clone();
                        fewer.remove(j);
                        lists.push(fewer);
                    }
                }
                lists.push(promoted);
            }
        }
        let alive = lists.iter().filter(|men| !self.always_dead(men));
        let mut below: Vec<_> = alive.filter_map(|men| Material::new(self, men)).collect();
        below.sort_unstable();
        below.dedup();
        below
    }

    /// Whether nobody can win with these men, wherever they stand.
    fn always_dead(&self, men: &[(Kind, Side)]) -> bool {
        let mut rest = men.iter().map(|&(kind, _)| kind).filter(|&kind| !self.rules.is_royal(kind));
        let weak = |kind| kind != PAWN && (self.rules.is_minor(kind) || self.rules.is_colour_bound(kind));
        !self.rules.takes_royals()
            && self.rules.has_plain_king()
            && rest.next().is_none_or(weak)
            && rest.next().is_none()
    }
}
