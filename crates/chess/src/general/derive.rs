//! Weights for any game, derived from how its kinds move and how large its board is.
//!
//! The numbers are those of the tuned evaluation of orthodox chess, smoothed, and said in a way that has a meaning on other
//! boards: a share of the way from the edge to the centre, steps that a pawn has to go.

use super::field::Field;
use super::layout::{DANGER, DISTANCES, Layout, NEAR, ROOM, Row};
use super::nature::{Class, Nature, natures};
use crate::{Kind, PAWN, Rules};
use tabula_board::Bits;
use tabula_core::tuning::Pair;
use tabula_core::{Side, Square};

/// A weight before it is rounded.
type Fine = (f64, f64);

/// The derived weights of a game, in the order of its layout.
pub(super) fn derived<B: Bits, R: Rules<B>>(rules: &R, field: &Field<B>, layout: &Layout) -> Vec<Pair> {
    let mut weights = Weights { pairs: vec![(0, 0); layout.count] };
    let natures = natures(rules);
    for (kind, row) in layout.material.iter().enumerate() {
        if let Some(row) = row {
            weights.fill(*row, |_| material(natures[kind]));
        }
    }
    for (kind, row) in layout.place.iter().enumerate() {
        if let Some(row) = row {
            places(rules, field, Kind(kind as u8), natures[kind], *row, &mut weights);
        }
    }
    officers(layout, &mut weights);
    pawns(field, layout, &mut weights);
    passed(field, layout, &mut weights);
    king(field, layout, &mut weights);
    threats(layout, &natures, &mut weights);
    weights.pairs
}

struct Weights {
    pairs: Vec<Pair>,
}

impl Weights {
    /// Gives each weight of a term its value by its number.
    fn fill(&mut self, row: Row, value: impl Fn(usize) -> Fine) {
        for n in 0..row.count {
            let (middle, end) = value(n);
            self.pairs[row.start + n] = (middle.round() as i16, end.round() as i16);
        }
    }

    fn one(&mut self, row: Row, middle: i32, end: i32) {
        self.fill(row, |_| (middle.into(), end.into()));
    }
}

fn material(nature: Nature) -> Fine {
    if nature.class == Class::Pawn {
        return (72.0, 118.0);
    }
    let value = f64::from(nature.value);
    // Rooks come into play late.
    match (nature.straight, nature.diagonal || nature.leaps) {
        (true, false) => (value * 0.92, value * 1.35),
        (true, true) => (value * 1.06, value * 1.18),
        (false, _) => (value * 1.02, value * 1.18),
    }
}

/// From 0 at the edge to 1 in the middle.
fn inward(at: usize, size: usize) -> f64 {
    let steps = at.min(size - 1 - at) as f64;
    let most = ((size - 1) / 2).max(1) as f64;
    steps / most
}

fn places<B: Bits, R: Rules<B>>(
    rules: &R,
    field: &Field<B>,
    kind: Kind,
    nature: Nature,
    row: Row,
    weights: &mut Weights,
) {
    let (files, ranks, half) = (field.files, field.ranks, field.files.div_ceil(2));
    let home = field.half_of(Side::First).home;
    let sees = |from: Square| {
        let (slides, leaps) = (rules.slides(kind, from, B::EMPTY), rules.leaps(kind, from));
        (f64::from(slides.count()), f64::from((leaps & !slides).count()))
    };
    let size = (files * ranks) as f64;
    let mean = if kind == PAWN {
        (0.0, 0.0)
    } else {
        field.shape.squares().map(sees).fold((0.0, 0.0), |sum, x| (sum.0 + x.0 / size, sum.1 + x.1 / size))
    };
    weights.fill(row, |n| {
        let per_line = if nature.class == Class::Royal { half } else { files };
        let rank = ranks - 1 - n / per_line;
        let file = n % per_line + if nature.class == Class::Royal { files / 2 } else { 0 };
        let (across, along) = (inward(file, files), inward(rank, ranks));
        match nature.class {
            Class::Pawn => {
                // In the middle, and a step or two ahead of home.
                let ahead = rank.saturating_sub(home) as f64;
                let wanted = if (1.0..=3.0).contains(&ahead) { 1.0 } else { 0.0 };
                (22.0 * (across - 0.5) * wanted + 2.0 * ahead - 6.0, 3.0 * ahead - 8.0)
            }
            Class::Royal => {
                let out = rank as f64;
                let aside = 1.0 - across;
                let middle = 30.0 + 25.0 * aside - 26.0 * out.min(2.0) - 4.0 * out.min(5.0);
                (middle, 45.0 * (across + along) - 50.0)
            }
            _ => {
                let (slides, leaps) = sees(Square((rank * files + file) as u16));
                let (more, freer) = (slides - mean.0, leaps - mean.1);
                let calm = if nature.class == Class::Heavy { 0.4 } else { 1.0 };
                let undeveloped = if rank == 0 && !nature.straight { 9.0 } else { 0.0 };
                (
                    calm * (7.0 * freer + 3.0 * more + 6.0 * (across + along - 1.0)) - undeveloped,
                    calm * (5.0 * freer + 2.5 * more) + 8.0 * (across + along - 1.0),
                )
            }
        }
    });
}

fn officers(layout: &Layout, weights: &mut Weights) {
    let rows = &layout.rows;
    for officer in &layout.officers {
        let most = officer.nature.most.max(1) as f64;
        weights.fill(officer.mobility, |n| {
            let share = (n as f64 / most).sqrt();
            (-48.0 + 68.0 * share, -82.0 + 116.0 * share)
        });
        if let Some(minor) = officer.minor {
            weights.one(minor.outpost, 22, 16);
            weights.one(minor.outpost_near, 12, 8);
            weights.one(minor.behind_pawn, 3, 4);
            weights.one(minor.far_from_king, -4, -1);
        }
        if let Some(inside) = officer.inside {
            weights.one(inside, 12, 12);
        }
        // These are counted for the side that is attacked.
        let raid = officer.nature.raid;
        weights.one(officer.attacker, -4 - raid, 0);
        weights.fill(officer.check, |n| (-14.0 - 6.0 * n as f64, -18.0 - 4.0 * n as f64));
    }
    weights.one(rows.pair, 30, 49);
    weights.one(rows.bound_pawns, 0, -6);
    weights.one(rows.bound_closed, -7, -5);
    weights.one(rows.rook_open, 20, 12);
    weights.one(rows.rook_half_open, 9, 4);
    weights.one(rows.rook_closed, -4, -9);
    weights.one(rows.rook_seventh, 0, 18);
    weights.one(rows.rook_heavy_file, 2, 4);
    weights.fill(rows.rook_trapped, |n| if n == 0 { (-4.0, 0.0) } else { (-40.0, -8.0) });
}

fn pawns<B: Bits>(field: &Field<B>, layout: &Layout, weights: &mut Weights) {
    let rows = &layout.rows;
    let steps = steps(field);
    weights.fill(rows.isolated, |_| (-6.0, -12.0));
    weights.fill(rows.doubled, |_| (-3.0, -18.0));
    weights.fill(rows.backward, |n| if n == 0 { (-4.0, -10.0) } else { (-13.0, -9.0) });
    weights.fill(rows.phalanx, |rank| match steps(rank) {
        1 => (60.0, 60.0),
        2 => (36.0, 42.0),
        3 => (10.0, 30.0),
        4 => (5.0, 12.0),
        _ => (4.0, 3.0),
    });
    weights.fill(rows.supported, |rank| match steps(rank) {
        1 => (40.0, 40.0),
        2 => (14.0, 50.0),
        3 => (15.0, 16.0),
        4 => (12.0, 9.0),
        _ => (9.0, 5.0),
    });
    weights.fill(rows.candidate, |rank| match steps(rank) {
        1 | 2 => (16.0, 42.0),
        3 => (11.0, 24.0),
        4 => (4.0, 18.0),
        _ => (0.0, 8.0),
    });
    weights.one(rows.islands, -4, 2);
}

/// The steps that a pawn on a rank still has to go.
fn steps<B: Bits>(field: &Field<B>) -> impl Fn(usize) -> usize {
    let goal = field.half_of(Side::First).goal.unwrap_or(field.ranks - 1);
    move |rank| goal.saturating_sub(rank).max(1)
}

fn passed<B: Bits>(field: &Field<B>, layout: &Layout, weights: &mut Weights) {
    let rows = &layout.rows;
    let steps = steps(field);
    let by_steps = |values: [Fine; 5]| {
        let steps = &steps;
        move |rank: usize| values.get(steps(rank) - 1).copied().unwrap_or((0.0, 0.0))
    };
    weights.fill(rows.passed, by_steps([(120.0, 145.0), (54.0, 94.0), (26.0, 54.0), (4.0, 28.0), (4.0, 14.0)]));
    weights.fill(rows.passed_file, |_| (7.0, 4.0));
    weights.fill(
        rows.passed_blocked,
        by_steps([(-30.0, -85.0), (-18.0, -45.0), (-12.0, -28.0), (-12.0, -20.0), (0.0, 0.0)]),
    );
    weights.fill(rows.passed_free, by_steps([(30.0, 52.0), (-2.0, 30.0), (-6.0, 22.0), (-4.0, 16.0), (0.0, 0.0)]));
    weights.fill(rows.passed_safe, by_steps([(24.0, 74.0), (20.0, 58.0), (-4.0, 30.0), (-10.0, 22.0), (0.0, 0.0)]));
    weights.fill(rows.passed_step, by_steps([(12.0, 42.0), (4.0, 38.0), (-4.0, 30.0), (-6.0, 15.0), (0.0, 0.0)]));
    weights.fill(rows.passed_protected, by_steps([(18.0, 18.0), (6.0, 8.0), (5.0, 18.0), (0.0, 9.0), (0.0, 0.0)]));
    weights.fill(rows.passed_phalanx, by_steps([(38.0, 44.0), (28.0, 36.0), (24.0, 12.0), (16.0, 4.0), (0.0, 0.0)]));
    weights.fill(rows.passed_own_king, |n| {
        let (line, away) = ((n / DISTANCES + 1) as f64, (n % DISTANCES) as f64);
        (0.0, line * (14.0 - 7.0 * away.min(5.0)))
    });
    weights.fill(rows.passed_foe_king, |n| {
        let (line, away) = ((n / DISTANCES) as f64, (n % DISTANCES) as f64);
        (0.0, line * (12.0 * away.min(5.0) - 26.0))
    });
    debug_assert_eq!(rows.passed_own_king.count, NEAR * DISTANCES);
    weights.fill(rows.passed_rook, |n| if n == 0 { (4.0, 22.0) } else { (-20.0, -8.0) });
    weights.one(rows.passed_race, 0, 256);
}

fn king<B: Bits>(field: &Field<B>, layout: &Layout, weights: &mut Weights) {
    let rows = &layout.rows;
    let (ranks, home) = (field.ranks, field.half_of(Side::First).home);
    weights.fill(rows.king_danger, |units| {
        let much = units.saturating_sub(8) as f64;
        (-(much * much / 7.0 + 4.0 * much), -(much.min(16.0)))
    });
    debug_assert_eq!(rows.king_danger.count, DANGER);
    weights.one(rows.king_hit, 0, 0);
    weights.one(rows.king_weak, -1, 0);
    weights.one(rows.king_unsafe_check, -4, -6);
    weights.one(rows.king_flank_hit, -1, 1);
    weights.one(rows.king_flank_guard, 1, 0);
    weights.one(rows.king_pawnless, -8, -50);
    weights.fill(rows.shelter, |n| {
        let (edge, rank) = (n / ranks, n % ranks);
        let near_edge = edge < 3;
        match rank {
            0 => (-20.0, 14.0),
            _ if rank <= home => (if near_edge { 28.0 } else { 4.0 }, -8.0),
            _ if rank == home + 1 => (if near_edge { 15.0 } else { -8.0 }, -4.0),
            _ => (-6.0, 0.0),
        }
    });
    weights.fill(rows.storm, |n| match n % ranks {
        0 => (-8.0, 2.0),
        rank if rank <= home => (12.0, 10.0),
        rank if rank == home + 1 => (-22.0, 6.0),
        rank if rank == home + 2 => (-10.0, -4.0),
        rank if rank == home + 3 => (-14.0, -2.0),
        _ => (-5.0, 0.0),
    });
    weights.fill(rows.storm_blocked, |rank| match rank {
        0 | 1 => (0.0, 0.0),
        _ if rank <= home + 1 => (-14.0, -20.0),
        _ => (0.0, -8.0),
    });
    weights.fill(rows.king_open, |n| [(-12.0, -12.0), (-28.0, -10.0), (-6.0, 4.0)][n.min(2)]);
    weights.fill(rows.royal_room, |n| {
        let free = (n as f64 / (ROOM - 1) as f64).sqrt();
        (-600.0 + 640.0 * free, -600.0 + 640.0 * free)
    });
}

fn threats(layout: &Layout, natures: &[Nature], weights: &mut Weights) {
    let rows = &layout.rows;
    let by_class = |minor: Fine, middle: Fine, heavy: Fine, pawn: Fine| {
        move |kind: usize| match natures[kind].class {
            Class::Pawn => pawn,
            Class::Minor => minor,
            Class::Middle => middle,
            Class::Heavy => heavy,
            Class::Royal | Class::Neutral => (0.0, 0.0),
        }
    };
    weights.fill(rows.by_pawn, by_class((68.0, 32.0), (64.0, 32.0), (60.0, 30.0), (0.0, 0.0)));
    weights.fill(rows.by_minor, by_class((22.0, 32.0), (58.0, 42.0), (55.0, 50.0), (3.0, 15.0)));
    weights.fill(rows.by_rook, by_class((20.0, 28.0), (-6.0, 14.0), (62.0, 26.0), (6.0, 18.0)));
    weights.fill(rows.hanging, by_class((16.0, 24.0), (14.0, 2.0), (10.0, 12.0), (13.0, 33.0)));
    weights.one(rows.by_king, 12, 25);
    weights.one(rows.by_push, 13, 19);
    weights.one(rows.heavy_guard, 6, 10);
    weights.one(rows.restricted, 4, 2);
    weights.fill(rows.space, |men| (if men < 8 { 0.0 } else { 1.0 }, 0.0));
    weights.one(rows.tempo, 21, 11);
}
