//! Starts that are drawn by lot: every arrangement of the first rank that obeys the definition, by number.
//!
//! Black's men mirror White's. Arrangements are numbered in alphabetical order, first those that are dealt, then those that
//! obey only the looser rules and are reached by their number alone.

use std::sync::{Arc, OnceLock};

/// More arrangements than these are not listed.
const MOST: u64 = 2_000_000;

/// On so many files an array has to differ from the one it is unlike.
const DIFFERENT_FILES: usize = 3;

/// Which arrangements are allowed. Letters are in upper case.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Constraints {
    /// These letters stand in this order.
    pub(crate) order: Vec<u8>,
    /// The men of each of these letters stand on both colours.
    pub(crate) both_colours: Vec<u8>,
    /// These two stand on different colours.
    pub(crate) opposite_colours: Vec<(u8, u8)>,
    /// Every pawn is guarded: how far aside each letter guards squares on the next rank.
    pub(crate) guards: Option<Vec<(u8, Vec<i32>)>>,
    /// Only for what is dealt: the men of each of these letters are no neighbours.
    pub(crate) apart: Vec<u8>,
    /// Only for what is dealt: it differs from this array on several files.
    pub(crate) unlike: Vec<u8>,
}

/// The starts of a game.
#[derive(Clone, Debug)]
pub struct Lots {
    /// A start position, of which only the first ranks change.
    template: String,
    constraints: Constraints,
    /// Listed when first asked for.
    found: Arc<OnceLock<Found>>,
}

#[derive(Debug)]
struct Found {
    arrays: Vec<Box<[u8]>>,
    dealt: u32,
}

impl Constraints {
    /// Every letter that is named.
    pub(crate) fn letters(&self) -> impl Iterator<Item = u8> {
        let pairs = self.opposite_colours.iter().flat_map(|&(a, b)| [a, b]);
        let lists = [&self.order, &self.both_colours, &self.apart, &self.unlike];
        lists.into_iter().flatten().copied().chain(pairs)
    }

    fn allow(&self, array: &[u8]) -> bool {
        let place = |letter| array.iter().position(|&other| other == letter).unwrap_or(0);
        let both = |letter: &u8| {
            let colours = |colour| array.iter().skip(colour).step_by(2).any(|other| other == letter);
            colours(0) && colours(1)
        };
        array.iter().filter(|letter| self.order.contains(letter)).eq(self.order.iter())
            && self.both_colours.iter().all(both)
            && self.opposite_colours.iter().all(|&(a, b)| (place(a) + place(b)) % 2 == 1)
            && self.guards.as_ref().is_none_or(|guards| all_guarded(array, guards))
    }

    /// Whether an allowed array is dealt.
    fn deal(&self, array: &[u8]) -> bool {
        let neighbours = |letter: &u8| array.windows(2).any(|pair| pair[0] == *letter && pair[1] == *letter);
        let different = array.iter().zip(&self.unlike).filter(|(a, b)| a != b).count();
        !self.apart.iter().any(neighbours) && (self.unlike.is_empty() || different >= DIFFERENT_FILES)
    }
}

fn all_guarded(array: &[u8], guards: &[(u8, Vec<i32>)]) -> bool {
    let mut guarded = vec![false; array.len()];
    for (file, letter) in array.iter().enumerate() {
        let asides = guards.iter().find(|(other, _)| other == letter).map_or(&[][..], |(_, asides)| asides);
        for aside in asides {
            if let Some(guarded) = usize::try_from(file as i32 + aside).ok().and_then(|file| guarded.get_mut(file)) {
                *guarded = true;
            }
        }
    }
    guarded.iter().all(|&guarded| guarded)
}

impl Lots {
    /// The starts that are made from `template`; the error says why there are none.
    pub(crate) fn new(template: &str, constraints: Constraints) -> Result<Self, String> {
        let lots = Self { template: template.to_owned(), constraints, found: Arc::default() };
        let array = lots.array();
        if array.is_empty() || !array.iter().all(u8::is_ascii_uppercase) {
            return Err("White's first rank has to be full of men in the start position".to_owned());
        }
        if !lots.constraints.unlike.is_empty() && lots.constraints.unlike.len() != array.len() {
            return Err(format!("unlike: expected an array of {} letters", array.len()));
        }
        let count = arrangements(&array);
        if count > MOST {
            return Err(format!("{count} arrangements, more than the {MOST} that can be listed"));
        }
        if !lots.is_possible() {
            return Err("no arrangement of the first rank obeys these rules".to_owned());
        }
        Ok(lots)
    }

    /// The letters of White's first rank, in order of the alphabet.
    fn array(&self) -> Vec<u8> {
        let board = self.template.split(' ').next().unwrap_or_default();
        let mut array = board.rsplit('/').next().unwrap_or_default().as_bytes().to_vec();
        array.sort_unstable();
        array
    }

    /// Whether any start is dealt. The first one ends the search: listing them all waits until somebody asks.
    fn is_possible(&self) -> bool {
        let mut array = self.array();
        loop {
            if self.constraints.allow(&array) && self.constraints.deal(&array) {
                return true;
            }
            if !next_arrangement(&mut array) {
                return false;
            }
        }
    }

    fn found(&self) -> &Found {
        self.found.get_or_init(|| {
            let mut array = self.array();
            let (mut dealt, mut others) = (Vec::new(), Vec::new());
            loop {
                if self.constraints.allow(&array) {
                    let list = if self.constraints.deal(&array) { &mut dealt } else { &mut others };
                    list.push(array.clone().into_boxed_slice());
                }
                if !next_arrangement(&mut array) {
                    break;
                }
            }
            let count = dealt.len() as u32;
            dealt.append(&mut others);
            Found { arrays: dealt, dealt: count }
        })
    }

    /// How many starts there are.
    pub fn count(&self) -> u32 {
        self.found().arrays.len() as u32
    }

    /// How many of them are dealt: those with the lowest numbers.
    pub fn dealt(&self) -> u32 {
        self.found().dealt
    }

    /// A start as text.
    pub fn start(&self, number: u32) -> Option<String> {
        let array: String =
            self.found().arrays.get(number as usize)?.iter().map(|&letter| char::from(letter)).collect();
        let (board, rest) = self.template.split_once(' ')?;
        let mut ranks: Vec<&str> = board.split('/').collect();
        let black = array.to_ascii_lowercase();
        *ranks.first_mut()? = &black;
        *ranks.last_mut()? = &array;
        Some(format!("{} {rest}", ranks.join("/")))
    }
}

/// How many different arrangements of sorted letters there are; too many count as no more than very many.
fn arrangements(sorted: &[u8]) -> u64 {
    let mut count: u64 = 1;
    let mut same = 0;
    for (i, letter) in sorted.iter().enumerate() {
        same = if i > 0 && sorted[i - 1] == *letter { same + 1 } else { 1 };
        count = count.saturating_mul(i as u64 + 1) / same;
        if count > MOST * 1_000 {
            return count;
        }
    }
    count
}

/// The next arrangement in alphabetical order; `false` after the last.
fn next_arrangement(array: &mut [u8]) -> bool {
    let Some(pivot) = array.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let Some(next) = array.iter().rposition(|&letter| letter > array[pivot]) else { return false };
    array.swap(pivot, next);
    array[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_counted_and_listed_in_order() {
        let mut array = *b"AABC";
        let mut seen = vec![array];
        while next_arrangement(&mut array) {
            seen.push(array);
        }
        assert_eq!(seen.len() as u64, arrangements(b"AABC"));
        assert!(seen.is_sorted() && seen.last() == Some(b"CBAA"));
    }
}
