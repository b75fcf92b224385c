//! What a kind is like, from how it moves: how strong, and of which class. No value of a definition is asked.

use crate::{Kind, PAWN, Rules};
use tabula_board::{Bits, bits};
use tabula_core::tuning::FULL_PHASE;
use tabula_core::{Dice, Side};

/// What is expected of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Pawns.
    Pawn,
    /// As strong as a knight or a bishop, or less.
    Minor,
    /// As strong as a rook, more or less.
    Middle,
    /// As strong as a queen, more or less.
    Heavy,
    /// Not to be lost.
    Royal,
    /// Nobody's.
    Neutral,
}

/// What a kind is like.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Nature {
    pub(super) class: Class,
    pub(super) straight: bool,
    pub(super) diagonal: bool,
    pub(super) leaps: bool,
    /// Moves in other ways too.
    pub(super) odd: bool,
    /// Stays on squares of one colour.
    pub(super) bound: bool,
    /// Mates a bare king with the help of its own.
    pub(super) mates: bool,
    /// The most squares it reaches on the empty board.
    pub(super) most: usize,
    /// About its worth in hundredths of a pawn.
    pub(super) value: i32,
    /// Units of attack near the king.
    pub(super) raid: i32,
    /// Units of a safe check.
    pub(super) check: i32,
    /// What it counts in the phase of the game.
    pub(super) phase: i32,
}

/// The greatest worth of a kind, however it moves.
const MOST_VALUE: f64 = 2_500.0;
/// From this worth on a kind is no minor one.
const MIDDLE: i32 = 400;
/// From this worth on it is heavy.
const HEAVY: i32 = 700;

/// By kind.
pub(super) fn natures<B: Bits, R: Rules<B>>(rules: &R) -> Vec<Nature> {
    (0..rules.kinds().len() as u8).map(|kind| nature(rules, Kind(kind))).collect()
}

fn nature<B: Bits, R: Rules<B>>(rules: &R, kind: Kind) -> Nature {
    let geometry = rules.geometry();
    let shape = geometry.shape;
    let slides = |from| if kind == PAWN { B::EMPTY } else { rules.slides(kind, from, B::EMPTY) };
    let leaps = |from| if kind == PAWN { B::EMPTY } else { rules.leaps(kind, from) };
    let straight = shape.squares().any(|s| slides(s).meets(geometry.lines.straight(s)));
    let diagonal = shape.squares().any(|s| slides(s).meets(geometry.lines.diagonal(s)));
    let steps = shape.squares().map(|s| (leaps(s) & !slides(s)).count()).max().unwrap_or(0);
    let most = shape.squares().map(|s| (leaps(s) | slides(s)).count() as usize).max().unwrap_or(0);
    let oddly = oddly(rules, kind);
    let bound = kind != PAWN && rules.is_colour_bound(kind);
    // Sliders are the better the farther they see; they were measured on 10x8.
    let seen = (5.0 + f64::from(shape.files() + shape.ranks() - 2) / 2.0) / 13.0;
    let value = worth(f64::from(steps) + oddly, straight, diagonal, seen) as i32;
    let class = match value {
        _ if kind == PAWN => Class::Pawn,
        _ if rules.roamer().is_some_and(|roamer| roamer.kind == kind) => Class::Neutral,
        _ if rules.is_royal(kind) => Class::Royal,
        ..MIDDLE => Class::Minor,
        MIDDLE..HEAVY => Class::Middle,
        _ => Class::Heavy,
    };
    Nature {
        class,
        straight,
        diagonal,
        leaps: steps > 0,
        odd: oddly > 0.0,
        bound,
        mates: kind != PAWN && !bound && (straight || value >= MIDDLE),
        most: most + (2.0 * oddly) as usize,
        value: if kind == PAWN { 100 } else { value },
        raid: ((value + 95) / 190).clamp(1, 7),
        check: if straight || steps > 0 { 6 } else { 4 },
        phase: match class {
            Class::Pawn | Class::Royal | Class::Neutral => 0,
            Class::Minor => 1,
            Class::Middle => 2,
            Class::Heavy => 4,
        },
    }
}

/// To how many leaps the odd ways of a kind amount: what they attack on crowded boards, and a third more, since a leaper too
/// leaps off the board from every third square.
fn oddly<B: Bits, R: Rules<B>>(rules: &R, kind: Kind) -> f64 {
    const BOARDS: usize = 20;
    let Some(odd) = rules.odd().filter(|odd| odd.kinds().contains(&kind)) else { return 0.0 };
    let shape = rules.geometry().shape;
    let mut dice = Dice::new(1);
    let mut seen = 0;
    for _ in 0..BOARDS {
        let crowd: B = bits::collect(shape.squares().filter(|_| dice.below(3) == 0));
        for from in shape.squares() {
            let plain = if kind == PAWN { B::EMPTY } else { rules.reach(kind, from, crowd) };
            seen += (odd.attacks(kind, Side::First, from, crowd) & !plain).count();
        }
    }
    f64::from(seen) / (BOARDS * shape.size()) as f64 * 4.0 / 3.0
}

/// About what a kind is worth. H. G. Muller measured on 10x8 that a leaper with n leaps is worth 1.1 (30 + 5/8 n) n hundredths
/// of a pawn; a rook then counts as 11.65 leaps and a bishop as 8.96, and the formula gives queen and marshal what he
/// measured for them. The cardinal is worth more than that: its leaps free it from its colour.
fn worth(steps: f64, straight: bool, diagonal: bool, seen: f64) -> f64 {
    let n = steps + if straight { 11.65 * seen } else { 0.0 } + if diagonal { 8.96 * seen } else { 0.0 };
    let freed = if diagonal && !straight && steps > 0.0 { 80.0 } else { 0.0 };
    (1.1 * (30.0 + 0.625 * n) * n + freed).min(MOST_VALUE)
}

/// How much of the game is left, from 24 to 0: `units` of `full` at the start.
#[inline(always)]
pub(super) fn phase(units: i32, full: i32) -> i32 {
    (units * FULL_PHASE / full.max(1)).clamp(0, FULL_PHASE)
}
