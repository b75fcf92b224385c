//! Endings in which the number of moves is limited, whatever is moved: a few kings against a lone one.
//!
//! A position counts the plies since such an ending arose, and the game is drawn when they reach the limit. The count begins anew with
//! a capture and when another limit begins to hold. Where several limits cover an ending, the first in the list holds.

use crate::board::Colour;
use crate::position::Position;

/// A kind of ending, and how long it may last.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The article.
    pub article: &'static str,
    /// Plies of both sides after which the game is drawn.
    pub plies: u32,
    /// Whether a man that becomes a king begins the count anew.
    pub crowning_counts: bool,
    /// Which endings.
    covers: fn(&Forces) -> bool,
}

/// What stands on the board, in numbers, the stronger side (by pieces, then by kings) first.
struct Forces {
    strong: Camp,
    weak: Camp,
    /// The weaker side's pieces are all on the main road, a1-h8.
    on_main_road: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Camp {
    pieces: u32,
    kings: u32,
}

const LONE_KING: Camp = Camp { pieces: 1, kings: 1 };

/// No limit covers more pieces than this: a cheap question before all others.
pub(crate) const MOST_PIECES: u32 = 7;

/// The diagonal a1-h8, by rows of the padded board of eight: squares 4, 8, 11, 15, 18, 22, 25, 29.
const MAIN_ROAD: u64 = 1 << 3 | 1 << 7 | 1 << 11 | 1 << 15 | 1 << 19 | 1 << 23 | 1 << 27 | 1 << 31;

/// FMJD section 64, art. 7.2.
pub(crate) const RUSSIAN: &[Limit] = &[
    Limit {
        article: "FMJD-64 7.2: three pieces against a lone king on the main road, 5 moves",
        plies: 10,
        crowning_counts: false,
        covers: |forces| forces.weak == LONE_KING && forces.on_main_road && forces.strong.pieces == 3,
    },
    Limit {
        article: "FMJD-64 7.2: three or more kings against a lone king, 15 moves",
        plies: 30,
        crowning_counts: false,
        covers: |forces| {
            forces.weak == LONE_KING && forces.strong.kings >= 3 && forces.strong.kings == forces.strong.pieces
        },
    },
    Limit {
        article: "FMJD-64 7.2.6: kings on both sides, two or three pieces, 5 moves",
        plies: 10,
        crowning_counts: true,
        covers: |forces| forces.both_have_kings() && forces.pieces() <= 3,
    },
    Limit {
        article: "FMJD-64 7.2.6: kings on both sides, four or five pieces, 30 moves",
        plies: 60,
        crowning_counts: true,
        covers: |forces| forces.both_have_kings() && forces.pieces() <= 5,
    },
    Limit {
        article: "FMJD-64 7.2.6: kings on both sides, six or seven pieces, 60 moves",
        plies: 120,
        crowning_counts: true,
        covers: |forces| forces.both_have_kings() && forces.pieces() <= 7,
    },
];

/// CBD, on drawn endings.
pub(crate) const BRAZILIAN: &[Limit] = &[Limit {
    article: "CBD: one or two kings against at most two pieces of which one is a king, 5 moves",
    plies: 10,
    crowning_counts: false,
    covers: |forces| forces.both_have_kings() && forces.strong.pieces <= 2 && !forces.two_men(),
}];

/// FMJD annex 1, art. 6.
pub(crate) const INTERNATIONAL: &[Limit] = &[
    Limit {
        article: "FMJD 6.3: three kings, two and a man, or one and two men against a lone king, 16 moves",
        plies: 32,
        crowning_counts: false,
        covers: |forces| forces.weak == LONE_KING && forces.strong.pieces == 3 && forces.strong.kings >= 1,
    },
    Limit {
        article: "FMJD 6.4: two kings, a king and a man, or a king against a lone king, 5 moves",
        plies: 10,
        crowning_counts: false,
        covers: |forces| forces.weak == LONE_KING && forces.strong.pieces <= 2 && forces.strong.kings >= 1,
    },
];

impl Forces {
    fn of(at: &Position) -> Self {
        let camp = |colour| Camp { pieces: at.pieces(colour).count_ones(), kings: at.kings(colour).count_ones() };
        let (white, black) = (camp(Colour::White), camp(Colour::Black));
        let weaker = if white < black { Colour::White } else { Colour::Black };
        Self { strong: camp(!weaker), weak: camp(weaker), on_main_road: at.pieces(weaker) & !MAIN_ROAD == 0 }
    }

    const fn pieces(&self) -> u32 {
        self.strong.pieces + self.weak.pieces
    }

    const fn both_have_kings(&self) -> bool {
        self.strong.kings > 0 && self.weak.kings > 0
    }

    /// Each side has a king and a man: the list of the CBD leaves that out.
    const fn two_men(&self) -> bool {
        self.pieces() - self.strong.kings - self.weak.kings == 2
    }
}

/// Which of the limits holds, as its place in the list.
pub(crate) fn holding(limits: &[Limit], at: &Position) -> Option<usize> {
    if at.occupied().count_ones() > MOST_PIECES {
        return None;
    }
    let forces = Forces::of(at);
    limits.iter().position(|limit| (limit.covers)(&forces))
}
