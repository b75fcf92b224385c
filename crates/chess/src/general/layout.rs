//! Which weights a game has: its terms, listed once, with their names and what they count.
//!
//! How many there are follows from the kinds of the game and the size of its board. Kinds are named, so that a file of
//! weights can be read by a person.

use super::field::Field;
use super::nature::{Class, Nature, natures};
use crate::terms::Slot;
use crate::{Kind, Rules};
use tabula_board::Bits;
use tabula_core::tuning::Heading;

/// Buckets of the distance to a king.
pub(super) const DISTANCES: usize = 8;
/// Steps to go from which on kings matter to a passed pawn.
pub(super) const NEAR: usize = 4;
/// Units of attack that are told apart.
pub(super) const DANGER: usize = 64;
/// Own men that are told apart where room counts.
pub(super) const CROWD: usize = 24;
/// Safe squares of a royal man that are told apart.
pub(super) const ROOM: usize = 24;

/// The weights of one term.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Row {
    pub(super) start: usize,
    pub(super) count: usize,
}

impl Row {
    /// The place of its `n`th weight, from 0; the last one stands for all behind it.
    #[inline(always)]
    pub(super) fn at(self, n: usize) -> Slot {
        Slot(self.start + n.min(self.count - 1))
    }

    /// The place of its only weight.
    #[inline(always)]
    pub(super) const fn only(self) -> Slot {
        Slot(self.start)
    }
}

/// A term as people read it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Term {
    name: String,
    about: &'static str,
    per_line: usize,
    row: Row,
}

/// The terms of one kind of officer.
#[derive(Clone, Debug)]
pub(super) struct Officer {
    pub(super) kind: Kind,
    pub(super) nature: Nature,
    pub(super) mobility: Row,
    /// For minor officers: outposts held and near, a pawn ahead, steps to the own king.
    pub(super) minor: Option<MinorRows>,
    /// For heavy officers: in the enemy half, where no pawn drives it away.
    pub(super) inside: Option<Row>,
    pub(super) attacker: Row,
    pub(super) check: Row,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct MinorRows {
    pub(super) outpost: Row,
    pub(super) outpost_near: Row,
    pub(super) behind_pawn: Row,
    pub(super) far_from_king: Row,
}

/// Where the weights of a game are.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    terms: Vec<Term>,
    /// How many weights there are.
    pub(super) count: usize,
    pub(super) officers: Vec<Officer>,
    /// By kind; nothing for royal men, which are never traded, and for nobody's.
    pub(super) material: Vec<Option<Row>>,
    /// By kind; nothing for nobody's men.
    pub(super) place: Vec<Option<Row>>,
    /// By kind: what it counts in the phase of the game.
    pub(super) phase: Vec<i32>,
    pub(super) rows: Rows,
}

/// The terms that every game has. Ranks are counted from the owner's side, files from the edge.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) isolated: Row,
    pub(super) doubled: Row,
    pub(super) backward: Row,
    pub(super) phalanx: Row,
    pub(super) supported: Row,
    pub(super) candidate: Row,
    pub(super) islands: Row,

    pub(super) passed: Row,
    pub(super) passed_file: Row,
    pub(super) passed_blocked: Row,
    pub(super) passed_free: Row,
    pub(super) passed_safe: Row,
    pub(super) passed_step: Row,
    pub(super) passed_protected: Row,
    pub(super) passed_phalanx: Row,
    pub(super) passed_own_king: Row,
    pub(super) passed_foe_king: Row,
    pub(super) passed_rook: Row,
    pub(super) passed_race: Row,

    pub(super) pair: Row,
    pub(super) bound_pawns: Row,
    pub(super) bound_closed: Row,
    pub(super) rook_open: Row,
    pub(super) rook_half_open: Row,
    pub(super) rook_closed: Row,
    pub(super) rook_seventh: Row,
    pub(super) rook_heavy_file: Row,
    pub(super) rook_trapped: Row,

    pub(super) king_danger: Row,
    pub(super) king_hit: Row,
    pub(super) king_weak: Row,
    pub(super) king_unsafe_check: Row,
    pub(super) king_flank_hit: Row,
    pub(super) king_flank_guard: Row,
    pub(super) king_pawnless: Row,
    pub(super) shelter: Row,
    pub(super) storm: Row,
    pub(super) storm_blocked: Row,
    pub(super) king_open: Row,
    pub(super) royal_room: Row,

    pub(super) by_pawn: Row,
    pub(super) by_minor: Row,
    pub(super) by_rook: Row,
    pub(super) by_king: Row,
    pub(super) by_push: Row,
    pub(super) hanging: Row,
    pub(super) heavy_guard: Row,
    pub(super) restricted: Row,

    pub(super) space: Row,
    pub(super) tempo: Row,
}

impl Layout {
    /// The terms of a game.
    pub(super) fn new<B: Bits, R: Rules<B>>(rules: &R, field: &Field<B>) -> Self {
        let (files, ranks, half) = (field.files, field.ranks, field.files.div_ceil(2));
        let natures = natures(rules);
        let kinds = rules.kinds();
        let mut list = List::default();
        let royal = |kind: usize| natures[kind].class == Class::Royal;
        let traded = |kind: usize| !matches!(natures[kind].class, Class::Royal | Class::Neutral);
        let name = |term: &str, kind: usize| format!("{term}.{}", kinds[kind].name);

        let material = (0..kinds.len())
            .map(|kind| traded(kind).then(|| list.one(name("material", kind), "each of them")))
            .collect();
        let place = (0..kinds.len())
            .map(|kind| {
                if royal(kind) {
                    let about = "table by square, last rank first, the right half of the files";
                    Some(list.add(name("place", kind), ranks * half, half, about))
                } else {
                    let about = "table by square, last rank first, the own king on the right half";
                    traded(kind).then(|| list.add(name("place", kind), ranks * files, files, about))
                }
            })
            .collect();
        let officers = (1..kinds.len())
            .filter(|&kind| traded(kind))
            .map(|kind| {
                let nature = natures[kind];
                let minor = nature.class == Class::Minor;
                Officer {
                    kind: Kind(kind as u8),
                    nature,
                    mobility: list.add(
                        name("mobility", kind),
                        nature.most + 1,
                        (nature.most + 1).min(14),
                        "by safe squares it reaches, from 0",
                    ),
                    minor: minor.then(|| MinorRows {
                        outpost: list
                            .one(name("outpost", kind), "on a square guarded by a pawn and beyond enemy pawns"),
                        outpost_near: list.one(name("outpost-near", kind), "can step to such a square"),
                        behind_pawn: list.one(name("behind-pawn", kind), "behind a pawn"),
                        far_from_king: list.one(name("far-from-king", kind), "each step to the own king"),
                    }),
                    inside: (nature.class == Class::Heavy)
                        .then(|| list.one(name("inside", kind), "in the enemy half where no pawn can drive it away")),
                    attacker: list.one(name("king.attacker", kind), "each near the enemy king"),
                    check: list.add(name("king.check", kind), 2, 2, "a safe check, several"),
                }
            })
            .collect();
        let rows = list.rows(files, ranks, kinds.len());
        let count = list.count;
        let phase = natures.iter().map(|nature| nature.phase).collect();
        Self { terms: list.terms, count, officers, material, place, phase, rows }
    }

    /// The terms as others list them.
    pub(super) fn headings(&self) -> Vec<Heading<'_>> {
        let terms = self.terms.iter();
        terms
            .map(|Term { name, about, per_line, row }| Heading {
                name,
                about,
                count: row.count,
                per_line: *per_line,
                start: row.start,
            })
            .collect()
    }
}

/// The terms so far.
#[derive(Default)]
struct List {
    terms: Vec<Term>,
    count: usize,
}

impl List {
    fn add(&mut self, name: impl Into<String>, count: usize, per_line: usize, about: &'static str) -> Row {
        let row = Row { start: self.count, count };
        self.terms.push(Term { name: name.into(), about, per_line, row });
        self.count += count;
        row
    }

    fn one(&mut self, name: impl Into<String>, about: &'static str) -> Row {
        self.add(name, 1, 1, about)
    }

    fn rows(&mut self, files: usize, ranks: usize, kinds: usize) -> Rows {
        let half = files.div_ceil(2);
        let mut by_file = |name: &str, about| self.add(name, half, half, about);
        let isolated = by_file("pawns.isolated", "no own pawn on a neighbouring file, by file");
        let doubled = by_file("pawns.doubled", "an own pawn ahead on the file, by file");
        let passed_file = by_file("passed.file", "passed pawn, by file");
        let mut by_rank = |name: &str, about| self.add(name, ranks, ranks, about);
        let phalanx = by_rank("pawns.phalanx", "a neighbour on the same rank, by rank");
        let supported = by_rank("pawns.supported", "guarded by a pawn, by rank");
        let candidate = by_rank("pawns.candidate", "may become passed: as many helpers as enemies, by rank");
        let passed = by_rank("passed.rank", "passed pawn, by rank");
        let passed_blocked = by_rank("passed.blocked", "an enemy stands before it, by rank");
        let passed_free = by_rank("passed.free", "nothing stands on its way, by rank");
        let passed_safe = by_rank("passed.safe", "the enemy attacks no square of its way, by rank");
        let passed_step = by_rank("passed.step", "the enemy does not attack the next square, by rank");
        let passed_protected = by_rank("passed.protected", "guarded by a pawn, by rank");
        let passed_phalanx = by_rank("passed.phalanx", "a neighbour on the same rank, by rank");
        let storm_blocked = by_rank("king.storm-blocked", "nearest enemy pawn that stands before an own one, by rank");
        let mut by_kind = |name: &str, about| self.add(name, kinds, kinds, about);
        let by_pawn = by_kind("threat.by-pawn", "a pawn that stands safely attacks, by kind");
        let by_minor = by_kind("threat.by-minor", "a minor officer attacks, by kind");
        let by_rook = by_kind("threat.by-rook", "a rook attacks, weakly guarded, by kind");
        let hanging = by_kind("threat.hanging", "attacked and not guarded, by kind");
        Rows {
            isolated,
            doubled,
            passed_file,
            phalanx,
            supported,
            candidate,
            passed,
            passed_blocked,
            passed_free,
            passed_safe,
            passed_step,
            passed_protected,
            passed_phalanx,
            storm_blocked,
            by_pawn,
            by_minor,
            by_rook,
            hanging,
            backward: self.add(
                "pawns.backward",
                2,
                2,
                "cannot be supported and cannot advance: file closed, file half open",
            ),
            islands: self.one("pawns.islands", "each group of neighbouring files with pawns"),
            passed_own_king: self.add(
                "passed.own-king",
                NEAR * DISTANCES,
                DISTANCES,
                "distance of the own king to the next square, 0 to 7; a line each for 4 to 1 steps to go",
            ),
            passed_foe_king: self.add(
                "passed.foe-king",
                NEAR * DISTANCES,
                DISTANCES,
                "distance of the enemy king to the next square, likewise",
            ),
            passed_rook: self.add("passed.rook", 2, 2, "a straight slider behind it: own, enemy"),
            passed_race: self.one("passed.race", "outruns the king of an enemy without officers"),
            pair: self.one("pair", "men that are bound to a colour on both colours"),
            bound_pawns: self.one("bound.pawns", "each own pawn on the colour of such a man"),
            bound_closed: self
                .one("bound.closed", "each own pawn on its colour that is blocked on the files of the middle"),
            rook_open: self.one("rook.open", "on a file without pawns"),
            rook_half_open: self.one("rook.half-open", "on a file without own pawns"),
            rook_closed: self.one("rook.closed", "behind an own pawn that is blocked"),
            rook_seventh: self
                .one("rook.seventh", "on the rank where enemy pawns start, with pawns there or the king behind"),
            rook_heavy_file: self.one("rook.heavy-file", "on the file of a heavy officer"),
            rook_trapped: self.add("rook.trapped", 2, 2, "shut in by its king: castling possible, no longer possible"),
            king_danger: self.add("king.danger", DANGER, 16, "by units of attack, which king.rs counts"),
            king_hit: self.one("king.hit", "each attack on a square beside the king"),
            king_weak: self
                .one("king.weak", "each attacked square near the king that only king or heavy officers guard"),
            king_unsafe_check: self.one("king.unsafe-check", "each square from which a check could be taken"),
            king_flank_hit: self
                .one("king.flank-hit", "each square of the king's wing in the own half that the enemy attacks"),
            king_flank_guard: self.one("king.flank-guard", "each such square that is guarded"),
            king_pawnless: self.one("king.pawnless", "no pawn on the king's wing"),
            shelter: self.add(
                "king.shelter",
                half * ranks,
                ranks,
                "nearest own pawn on the king's three files, by rank (0: none); a line for each file from the edge",
            ),
            storm: self.add("king.storm", half * ranks, ranks, "nearest enemy pawn likewise, free to come"),
            king_open: self.add(
                "king.open-file",
                3,
                3,
                "no pawn at all: on a file beside the king, on its own; no own pawn on its own",
            ),
            royal_room: self.add("royal.room", ROOM, 12, "safe squares of a royal man that is no plain king, from 0"),
            by_king: self.one("threat.by-king", "the king attacks a man that is weakly guarded"),
            by_push: self.one("threat.by-push", "each officer that a safe step of a pawn would attack"),
            heavy_guard: self.one("threat.heavy-guard", "attacked and weakly guarded, by a heavy officer too"),
            restricted: self.one("threat.restricted", "each contested square that the enemy guards only once"),
            space: self.add(
                "space",
                CROWD + 1,
                CROWD + 1,
                "each safe square behind the own pawns in the centre, by own men on the board",
            ),
            tempo: self.one("tempo", "the right to move"),
        }
    }
}
