//! The weights of the evaluation: what there is, and what it is worth.
//!
//! A weight is a pair: what it counts with all men on the board, and what it counts when all officers are gone. [`TERMS`]
//! lists every term once; the code names them by the constants made from the same list, the file `weights.txt` holds
//! their values, and the tuner writes that file back.

use crate::terms::{Packed, Slot, Worth};
use std::sync::{Arc, LazyLock};
use tabula_core::Faults;
use tabula_core::tuning::{Heading, Pair, text};

/// The values that are built in.
const SHIPPED: &str = include_str!("weights.txt");

/// A term: a name for one weight, or for a row of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// Its name in files and tables: `rook.open`.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
    /// How many weights it has.
    pub count: usize,
    /// How many of them a line of the file holds.
    per_line: usize,
    /// The place of its first weight.
    pub start: usize,
}

impl Term {
    /// The place of its `n`th weight, from 0.
    #[inline(always)]
    pub(super) const fn at(self, n: usize) -> Slot {
        debug_assert!(n < self.count);
        Slot(self.start + n)
    }

    /// The place of its only weight.
    #[inline(always)]
    pub(super) const fn only(self) -> Slot {
        self.at(0)
    }
}

/// Makes [`TERMS`], and a constant of the same content for each.
macro_rules! terms {
    ($($constant:ident $name:literal [$count:literal / $line:literal] $about:literal;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "it only numbers the constants")]
        enum Order { $($constant),* }

        const COUNTS: &[usize] = &[$($count),*];

        $(
            #[doc = $about]
            pub(super) const $constant: Term = Term {
                name: $name,
                about: $about,
                count: $count,
                per_line: $line,
                start: sum_before(Order::$constant as usize),
            };
        )*

        /// Every term, in the order of the file.
        pub const TERMS: &[Term] = &[$($constant),*];
    };
}

const fn sum_before(term: usize) -> usize {
    let (mut sum, mut i) = (0, 0);
    while i < term {
        sum += COUNTS[i];
        i += 1;
    }
    sum
}

// Ranks are counted from the owner's side, files from the edge. "Tables by square" are seen from the owner's side, eighth
// rank first, with the own king on the right half: a king on the files a to d mirrors them.
terms! {
    MATERIAL "material" [5/5] "pawn, knight, bishop, rook, queen";

    PAWN_PLACE "place.pawn" [48/8] "table by square, seventh rank first";
    KNIGHT_PLACE "place.knight" [64/8] "table by square";
    BISHOP_PLACE "place.bishop" [64/8] "table by square";
    ROOK_PLACE "place.rook" [64/8] "table by square";
    QUEEN_PLACE "place.queen" [64/8] "table by square";
    KING_PLACE "place.king" [32/4] "table by square, files e to h";

    KNIGHT_MOBILITY "mobility.knight" [9/9] "by safe squares it reaches, 0 to 8";
    BISHOP_MOBILITY "mobility.bishop" [14/14] "by safe squares it reaches, 0 to 13";
    ROOK_MOBILITY "mobility.rook" [15/15] "by safe squares it reaches, 0 to 14";
    QUEEN_MOBILITY "mobility.queen" [28/14] "by safe squares it reaches, 0 to 27";

    ISOLATED "pawns.isolated" [4/4] "no own pawn on a neighbouring file, by file";
    DOUBLED "pawns.doubled" [4/4] "an own pawn ahead on the file, by file";
    BACKWARD "pawns.backward" [2/2] "cannot be supported and cannot advance: file closed, file half open";
    PHALANX "pawns.phalanx" [8/8] "a neighbour on the same rank, by rank";
    SUPPORTED "pawns.supported" [8/8] "guarded by a pawn, by rank";
    CANDIDATE "pawns.candidate" [8/8] "may become passed: as many helpers as enemies, by rank";
    ISLANDS "pawns.islands" [1/1] "each group of neighbouring files with pawns";

    PASSED "passed.rank" [8/8] "passed pawn, by rank";
    PASSED_FILE "passed.file" [4/4] "passed pawn, by file";
    PASSED_BLOCKED "passed.blocked" [8/8] "an enemy stands before it, by rank";
    PASSED_FREE "passed.free" [8/8] "nothing stands on its way, by rank";
    PASSED_SAFE "passed.safe" [8/8] "the enemy attacks no square of its way, by rank";
    PASSED_STEP "passed.step" [8/8] "the enemy does not attack the next square, by rank";
    PASSED_PROTECTED "passed.protected" [8/8] "guarded by a pawn, by rank";
    PASSED_PHALANX "passed.phalanx" [8/8] "a neighbour on the same rank, by rank";
    PASSED_OWN_KING "passed.own-king" [32/8] "distance of the own king to the next square, 0 to 7; a line each for the ranks 4 to 7";
    PASSED_FOE_KING "passed.foe-king" [32/8] "distance of the enemy king to the next square, likewise";
    PASSED_ROOK "passed.rook" [2/2] "a rook behind it: own, enemy";
    PASSED_RACE "passed.race" [1/1] "outruns the king of an enemy without officers";

    PAIR "bishop.pair" [1/1] "bishops on both colours";
    BISHOP_PAWNS "bishop.pawns" [1/1] "each own pawn on its colour";
    BISHOP_CLOSED "bishop.closed" [1/1] "each own pawn on its colour that is blocked on the files c to f";
    BISHOP_RAYS "bishop.rays" [1/1] "each enemy pawn on its lines";
    LONG_DIAGONAL "bishop.long" [1/1] "sees both centre squares of a long diagonal, past officers";
    OUTPOST "minor.outpost" [2/2] "on a square guarded by a pawn and beyond enemy pawns: knight, bishop";
    OUTPOST_NEAR "minor.outpost-near" [2/2] "can step to such a square: knight, bishop";
    BEHIND_PAWN "minor.behind-pawn" [2/2] "behind a pawn: knight, bishop";
    FAR_FROM_KING "minor.far-from-king" [2/2] "each step to the own king: knight, bishop";
    ROOK_OPEN "rook.open" [1/1] "on a file without pawns";
    ROOK_HALF_OPEN "rook.half-open" [1/1] "on a file without own pawns";
    ROOK_CLOSED "rook.closed" [1/1] "behind an own pawn that is blocked";
    ROOK_SEVENTH "rook.seventh" [1/1] "on the seventh rank, with pawns there or the king behind";
    ROOK_QUEEN_FILE "rook.queen-file" [1/1] "on the file of a queen";
    ROOK_TRAPPED "rook.trapped" [2/2] "shut in by its king: castling possible, no longer possible";
    QUEEN_INSIDE "queen.inside" [1/1] "in the enemy half where no pawn can drive it away";

    KING_DANGER "king.danger" [48/12] "by units of attack, which king.rs counts";
    KING_ATTACKER "king.attacker" [4/4] "each enemy near the king: knight, bishop, rook, queen";
    KING_HIT "king.hit" [1/1] "each attack on a square beside the king";
    KING_WEAK "king.weak" [1/1] "each attacked square near the king that only king or queen guard";
    KING_CHECK "king.check" [8/8] "a safe check, several: knight, bishop, rook, queen";
    KING_UNSAFE_CHECK "king.unsafe-check" [1/1] "each square from which a check could be taken";
    KING_FLANK_HIT "king.flank-hit" [1/1] "each square of the king's wing in the own half that the enemy attacks";
    KING_FLANK_GUARD "king.flank-guard" [1/1] "each such square that is guarded";
    KING_PAWNLESS "king.pawnless" [1/1] "no pawn on the king's wing";
    SHELTER "king.shelter" [32/8] "nearest own pawn on the king's three files, by rank (0: none); a line for each file from the edge";
    STORM "king.storm" [32/8] "nearest enemy pawn likewise, free to come";
    STORM_BLOCKED "king.storm-blocked" [8/8] "nearest enemy pawn that stands before an own one, by rank";
    KING_OPEN "king.open-file" [3/3] "no pawn at all: on a file beside the king, on its own; no own pawn on its own";

    BY_PAWN "threat.by-pawn" [4/4] "a pawn that stands safely attacks: knight, bishop, rook, queen";
    BY_MINOR "threat.by-minor" [5/5] "a knight or bishop attacks: pawn, knight, bishop, rook, queen";
    BY_ROOK "threat.by-rook" [5/5] "a rook attacks, weakly guarded: pawn, knight, bishop, rook, queen";
    BY_KING "threat.by-king" [1/1] "the king attacks a man that is weakly guarded";
    BY_PUSH "threat.by-push" [1/1] "each officer that a safe step of a pawn would attack";
    HANGING "threat.hanging" [5/5] "attacked and not guarded: pawn, knight, bishop, rook, queen";
    QUEEN_GUARD "threat.queen-guard" [1/1] "attacked and weakly guarded, by the queen too";
    RESTRICTED "threat.restricted" [1/1] "each contested square that the enemy guards only once";

    SPACE "space" [17/17] "each safe square behind the own pawns in the centre, by own men on the board";
    TEMPO "tempo" [1/1] "the right to move";
}

/// How many weights there are.
pub const COUNT: usize = sum_before(COUNTS.len());

/// A value for every weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights(Box<[Packed; COUNT]>);

impl Weights {
    /// The values that are built in; read once.
    pub fn shipped() -> Arc<Self> {
        static WEIGHTS: LazyLock<Arc<Weights>> =
            LazyLock::new(|| Arc::new(Weights::read(SHIPPED).expect("a test reads the file that is built in")));
        Arc::clone(&WEIGHTS)
    }

    /// The pair (middlegame, endgame) at a place below [`COUNT`].
    pub fn get(&self, place: usize) -> (i16, i16) {
        let packed = self.0[place];
        (packed.middle() as i16, packed.end() as i16)
    }

    /// Changes the pair at a place below [`COUNT`].
    pub fn set(&mut self, place: usize, (middle, end): (i16, i16)) {
        self.0[place] = Packed::new(middle.into(), end.into());
    }

    /// Moves the mean of every table by place and by mobility into the material, so that a piece is worth on the whole what
    /// its material says. No value changes: each man counts once in each of them. (Kings cancel each other.)
    pub fn settle(&mut self) {
        let tables = [
            (Some(0), PAWN_PLACE),
            (Some(1), KNIGHT_PLACE),
            (Some(2), BISHOP_PLACE),
            (Some(3), ROOK_PLACE),
            (Some(4), QUEEN_PLACE),
            (None, KING_PLACE),
            (Some(1), KNIGHT_MOBILITY),
            (Some(2), BISHOP_MOBILITY),
            (Some(3), ROOK_MOBILITY),
            (Some(4), QUEEN_MOBILITY),
        ];
        for (kind, table) in tables {
            let places = table.start..table.start + table.count;
            let sum = places
                .clone()
                .map(|place| self.0[place])
                .fold((0, 0), |(middle, end), pair| (middle + pair.middle(), end + pair.end()));
            let count = table.count as i32;
            let mean = Packed::new(sum.0 / count, sum.1 / count);
            for place in places {
                self.0[place] = self.0[place] - mean;
            }
            if let Some(kind) = kind {
                self.0[MATERIAL.start + kind] += mean;
            }
        }
    }

    /// All pairs, in the order of their places.
    pub fn pairs(&self) -> Vec<Pair> {
        (0..COUNT).map(|place| self.get(place)).collect()
    }

    /// Weights with these pairs; what is missing is nothing.
    pub fn from_pairs(pairs: &[Pair]) -> Self {
        let mut weights = Self(Box::new([Packed::ZERO; COUNT]));
        for (place, &pair) in pairs.iter().enumerate().take(COUNT) {
            weights.set(place, pair);
        }
        weights
    }

    /// Reads the text that [`write`](Self::write) makes. Every term must be there, with as many pairs as it has weights.
    pub fn read(text: &str) -> Result<Self, Faults> {
        text::read(&headings(), text).map(|pairs| Self::from_pairs(&pairs))
    }

    /// The weights as text: each term with its name, what it counts, and its pairs middlegame/endgame.
    pub fn write(&self) -> String {
        text::write("the tapered evaluation", &headings(), &self.pairs())
    }
}

impl Worth for Weights {
    #[inline(always)]
    fn packed(&self, slot: Slot) -> Packed {
        self.0[slot.0]
    }
}

/// The terms as others list them.
pub(super) fn headings() -> Vec<Heading<'static>> {
    let heading = |term: &Term| Heading {
        name: term.name,
        about: term.about,
        count: term.count,
        per_line: term.per_line,
        start: term.start,
    };
    TERMS.iter().map(heading).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_file_is_whole_and_written_back_as_it_was() {
        let weights = Weights::read(SHIPPED).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(weights.write(), SHIPPED, "write the file with `tabula tune`, or as it does");
    }

    #[test]
    fn every_fault_of_a_file_is_told_with_its_place() {
        let text = SHIPPED.replace("rook.open ", "rook.opened ").replace("\ntempo", "\ntempo 1/2 x/3");
        let said = Weights::read(&text).unwrap_err().to_string();
        for part in ["unknown term 'rook.opened'", "'rook.open' has 1 weights, found 0", "found 'x/3'", "'tempo' has 1"]
        {
            assert!(said.contains(part), "{part}: {said}");
        }
    }

    #[test]
    fn names_are_distinct() {
        for (i, term) in TERMS.iter().enumerate() {
            assert!(TERMS[..i].iter().all(|other| other.name != term.name), "{}", term.name);
        }
    }
}
