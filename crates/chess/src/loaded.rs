//! Rules from a definition: the same questions as [`Orthodox`](crate::Orthodox), answered from tables.

use crate::betza::Gait;
use crate::geometry::Geometry;
use crate::kind::MAX_KINDS;
use crate::odd::Odd;
use crate::prowl::Prowl;
use crate::roamer::Roamer;
use crate::rules::{CastleGoal, Rules, Sets, Stock, Wing};
use crate::{Kind, KindCard};
use tabula_board::{Bits, PerSquare, Shape, Slide, leaps};
use tabula_core::{BySide, Side, Square};

/// Everything a definition says, already checked.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) shape: Shape,
    /// The pawn first; its gait is not used.
    pub(crate) kinds: Vec<(KindCard, Gait)>,
    pub(crate) royals: Vec<Kind>,
    pub(crate) partner: Kind,
    /// The rank, from 0, from which White's pawns may step twice.
    pub(crate) double_rank: u8,
    /// The first rank, from 0, on which White's pawns may promote.
    pub(crate) promotion_rank: u8,
    pub(crate) promotions: Vec<Kind>,
    /// Where pawns become only what was lost: what a side begins with.
    pub(crate) stock: Option<Stock>,
    /// White's, left and right.
    pub(crate) castles: [Option<CastleGoal>; 2],
    pub(crate) takes_royals: bool,
    pub(crate) roamer: Option<Roamer>,
}

/// Rules from a definition; with `ROAMS` a neutral man may roam the board.
pub struct Loaded<B: Bits, const ROAMS: bool = false> {
    geometry: Geometry<B>,
    kinds: Vec<KindCard>,
    movements: [Movement<B>; MAX_KINDS],
    leapers: Vec<Kind>,
    straight: Vec<Kind>,
    diagonal: Vec<Kind>,
    royals: Vec<Kind>,
    odd: Option<Odd<B>>,
    takes_royals: bool,
    roamer: Option<Roamer>,
    prowl: Option<Prowl>,
    partner: Kind,
    plain_king: bool,
    double_from: BySide<B>,
    zone: BySide<B>,
    last_stop: BySide<B>,
    promotions: Vec<Kind>,
    stock: Option<Stock>,
    castles: BySide<[Option<CastleGoal>; 2]>,
}

/// How a kind moves.
struct Movement<B: Bits> {
    leaps: Box<B::PerSquare<B>>,
    straight: bool,
    diagonal: bool,
    minor: bool,
    colour_bound: bool,
}

impl<B: Bits, const ROAMS: bool> Loaded<B, ROAMS> {
    /// Builds the tables of a plan.
    pub(crate) fn new(plan: &Plan) -> Self {
        let shape = plan.shape;
        let last = shape.ranks() - 1;
        let blank = Gait::default();
        let movements = std::array::from_fn(|i| {
            // Pawns have their own ways, and kinds that are not in the game have none.
            let gait = plan.kinds.get(i).filter(|_| i > 0).map_or(&blank, |(_, gait)| gait);
            Movement {
                leaps: leaps::<B>(shape, &gait.leaps),
                straight: gait.straight,
                diagonal: gait.diagonal,
                minor: gait.is_minor(),
                colour_bound: i > 0 && gait.is_colour_bound(),
            }
        });
        let officers = || (1..plan.kinds.len()).map(|i| Kind(i as u8));
        let with = |test: &dyn Fn(&Gait) -> bool| officers().filter(|k| test(&plan.kinds[k.index()].1)).collect();
        let mirror = |goal: CastleGoal| CastleGoal { king: shape.mirrored(goal.king), rook: shape.mirrored(goal.rook) };
        let ranks =
            |ranks: std::ops::RangeInclusive<u8>| ranks.fold(B::EMPTY, |all, rank| all | shape.rank_set::<B>(rank));
        // Pawns that become nothing stay pawns wherever they get to.
        let (zone, last_stop) = if plan.promotions.is_empty() {
            (BySide::new(B::EMPTY, B::EMPTY), BySide::new(B::EMPTY, B::EMPTY))
        } else {
            let first = plan.promotion_rank;
            (
                BySide::new(ranks(first..=last), ranks(0..=last - first)),
                BySide::new(shape.rank_set(last), shape.rank_set(0)),
            )
        };
        let plain_king = |kind: &Kind| plan.kinds.get(kind.index()).is_some_and(|(_, gait)| gait.is_plain_king());
        Self {
            geometry: Geometry::new(shape),
            kinds: plan.kinds.iter().map(|(card, _)| card.clone()).collect(),
            movements,
            leapers: with(&|gait| !gait.leaps.is_empty()),
            straight: with(&|gait| gait.straight),
            diagonal: with(&|gait| gait.diagonal),
            odd: Odd::new(shape, plan.kinds.iter().map(|(_, gait)| &gait.rides[..])),
            takes_royals: plan.takes_royals,
            roamer: plan.roamer,
            prowl: plan.roamer.map(|roamer| Prowl::new(shape, roamer)),
            partner: plan.partner,
            plain_king: plan.royals.iter().all(plain_king),
            royals: plan.royals.clone(),
            // A double step to the last rank would leave a pawn there that never promotes.
            double_from: if plan.double_rank + 2 < last {
                BySide::new(shape.rank_set(plan.double_rank), shape.rank_set(last - plan.double_rank))
            } else {
                BySide::new(B::EMPTY, B::EMPTY)
            },
            zone,
            last_stop,
            promotions: plan.promotions.clone(),
            stock: plan.stock,
            castles: BySide::new(plan.castles, plan.castles.map(|goal| goal.map(mirror))),
        }
    }

    fn movement(&self, kind: Kind) -> &Movement<B> {
        &self.movements[kind.index() % MAX_KINDS]
    }
}

impl<B: Bits, const ROAMS: bool> Rules<B> for Loaded<B, ROAMS> {
    const ROAMS: bool = ROAMS;
    type Sets = [B; MAX_KINDS];

    #[inline(always)]
    fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    #[inline(always)]
    fn stride(&self) -> u32 {
        u32::from(self.geometry.shape.files())
    }

    fn kinds(&self) -> &[KindCard] {
        &self.kinds
    }

    #[inline(always)]
    fn leapers(&self) -> &[Kind] {
        &self.leapers
    }

    #[inline(always)]
    fn leaps(&self, kind: Kind, to: Square) -> B {
        *self.movement(kind).leaps.at(to)
    }

    #[inline(always)]
    fn slides(&self, kind: Kind, from: Square, occupied: B) -> B {
        let movement = self.movement(kind);
        let mut to = B::EMPTY;
        if movement.straight {
            to |= self.geometry.sliders.straight(from, occupied);
        }
        if movement.diagonal {
            to |= self.geometry.sliders.diagonal(from, occupied);
        }
        to
    }

    #[inline(always)]
    fn straight_sliders(&self, sets: &Self::Sets) -> B {
        self.straight.iter().fold(B::EMPTY, |all, &kind| all | sets.of(kind))
    }

    #[inline(always)]
    fn diagonal_sliders(&self, sets: &Self::Sets) -> B {
        self.diagonal.iter().fold(B::EMPTY, |all, &kind| all | sets.of(kind))
    }

    #[inline(always)]
    fn royals(&self, sets: &Self::Sets) -> B {
        self.royals.iter().fold(B::EMPTY, |all, &kind| all | sets.of(kind))
    }

    #[inline(always)]
    fn is_royal(&self, kind: Kind) -> bool {
        self.royals.contains(&kind)
    }

    #[inline(always)]
    fn double_from(&self, side: Side) -> B {
        self.double_from[side]
    }

    #[inline(always)]
    fn promotion_zone(&self, side: Side) -> B {
        self.zone[side]
    }

    #[inline(always)]
    fn last_stop(&self, side: Side) -> B {
        self.last_stop[side]
    }

    #[inline(always)]
    fn stock(&self) -> Option<&Stock> {
        self.stock.as_ref()
    }

    #[inline(always)]
    fn odd(&self) -> Option<&Odd<B>> {
        self.odd.as_ref()
    }

    #[inline(always)]
    fn roamer(&self) -> Option<Roamer> {
        if ROAMS { self.roamer } else { None }
    }

    #[inline(always)]
    fn prowl(&self) -> Option<&Prowl> {
        if ROAMS { self.prowl.as_ref() } else { None }
    }

    #[inline(always)]
    fn takes_royals(&self) -> bool {
        self.takes_royals
    }

    #[inline(always)]
    fn promotions(&self) -> &[Kind] {
        &self.promotions
    }

    #[inline(always)]
    fn castle_goal(&self, side: Side, wing: Wing) -> Option<CastleGoal> {
        self.castles[side][wing as usize]
    }

    fn castling_partner(&self) -> Kind {
        self.partner
    }

    fn has_plain_king(&self) -> bool {
        self.plain_king
    }

    fn is_minor(&self, kind: Kind) -> bool {
        self.movement(kind).minor
    }

    fn is_colour_bound(&self, kind: Kind) -> bool {
        self.movement(kind).colour_bound
    }
}
