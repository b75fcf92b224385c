//! Weights, packed for play: both halves of a pair side by side, so that a term costs one load.

use super::terms::{Ledger, Terms};
use crate::code::{CZECH, Code};
use tabula_core::tuning::{Pair, text};

/// The weights of each code that has some, as `tabula tune` wrote them.
const BUILT_IN: &[(&str, &str)] = &[("czech", include_str!("weights/czech.txt"))];

/// The weights of an evaluation.
pub(super) struct Weights(Vec<[i16; 2]>);

impl Weights {
    pub(super) fn from_pairs(pairs: &[Pair]) -> Self {
        Self(pairs.iter().map(|&(middle, end)| [middle, end]).collect())
    }

    /// These, as many as there are terms for.
    pub(super) fn given(pairs: &[Pair], terms: &Terms) -> Self {
        let mut weights = Self::from_pairs(pairs);
        weights.0.resize(terms.len(), [0; 2]);
        weights
    }

    /// Those that are built in for a code.
    pub(super) fn built_in(code: &Code, terms: &Terms) -> Self {
        Self::from_pairs(&pairs(code, terms))
    }
}

/// The weights that are built in for a code.
pub(super) fn pairs(code: &Code, terms: &Terms) -> Vec<Pair> {
    let of = |id: &str| BUILT_IN.iter().find(|(known, _)| *known == id).map(|(_, weights)| *weights);
    // Whatever is played on eight rows is more like Czech draughts than like nothing.
    let like = if code.board == CZECH.board { of(CZECH.id) } else { None };
    let Some(weights) = of(code.id).or(like) else { return by_hand(terms) };
    text::read(&terms.headings(), weights).unwrap_or_else(|faults| unreachable!("{}: {faults}", code.id))
}

/// What a beginner knows: where learning starts.
fn by_hand(terms: &Terms) -> Vec<Pair> {
    let mut weights = vec![(0, 0); terms.len()];
    for term in terms.headings() {
        let value = match term.name {
            "turn" => (3, 3),
            "man" => (100, 100),
            "king" => (250, 250),
            "king.reach" => (2, 2),
            _ => continue,
        };
        weights[term.start..term.start + term.count].fill(value);
    }
    weights
}

/// A sum in play.
pub(super) struct Sum<'a> {
    weights: &'a [[i16; 2]],
    total: [i32; 2],
}

impl<'a> Sum<'a> {
    pub(super) fn new(weights: &'a Weights) -> Self {
        Self { weights: &weights.0, total: [0; 2] }
    }

    /// Of the middlegame, or of the endgame.
    pub(super) fn total(&self, half: usize) -> i32 {
        self.total[half]
    }
}

impl Ledger for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, place: usize, count: i32) {
        let [middle, end] = self.weights[place];
        self.total[0] += count * i32::from(middle);
        self.total[1] += count * i32::from(end);
    }
}
