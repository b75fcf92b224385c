//! The board as a side sees it: arithmetic on sets of squares for any size, without turning anything over.
//!
//! What depends on the direction of play has the side as a constant `W` (true for the first player, who plays up the
//! board): the terms are written once, and compiled for either side.

use crate::Rules;
use tabula_board::{Bits, PerSquare, Shape, bits};
use tabula_core::{Side, Square};

/// The most files, or ranks, of a board.
const MOST: usize = 16;

/// The side that a constant names.
#[inline(always)]
pub(super) const fn side<const W: bool>() -> Side {
    if W { Side::First } else { Side::Second }
}

/// Sets of squares that follow from the size of the board and the ways of pawns.
#[derive(Debug)]
pub(super) struct Field<B: Bits> {
    pub(super) shape: Shape,
    stride: u32,
    pub(super) files: usize,
    pub(super) ranks: usize,
    board: B,
    not_left: B,
    not_right: B,
    /// By file.
    columns: [B; MOST],
    /// By the king's file: the files of its wing.
    wings: [B; MOST],
    /// By rank of the first player, and all above it.
    upwards: [B; MOST],
    /// a1, and all squares of its colour.
    pub(super) dark: B,
    /// The files of the left half.
    pub(super) left: B,
    /// The files in the middle, about half of them.
    pub(super) middle: B,
    /// File and rank of each square.
    spots: Box<B::PerSquare<(u8, u8)>>,
    /// The neighbours of each square.
    around: Box<B::PerSquare<B>>,
    /// A square and its neighbours, moved off the edge so that there are always as many.
    ring: Box<B::PerSquare<B>>,
    /// By side.
    halves: [Half<B>; 2],
}

/// What a side calls its own parts of the board. Ranks are counted from its own side, from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half<B> {
    /// The rank on which pawns start.
    pub(super) home: usize,
    /// The rank from which pawns promote; `None` if they never do.
    pub(super) goal: Option<usize>,
    /// Where pawns may make a double step, one step on.
    pub(super) stepped: B,
    /// The own half, and the rank beyond it.
    pub(super) camp: B,
    /// The ranks of outposts.
    pub(super) outposts: B,
    /// Where room counts.
    pub(super) room: B,
    /// The ranks where pawns start, and one ahead of them.
    pub(super) low: B,
    /// The enemy half.
    pub(super) beyond: B,
    /// The rank on which enemy pawns start, and what lies behind it.
    pub(super) seventh: B,
    pub(super) behind_seventh: B,
}

impl<B: Bits> Field<B> {
    pub(super) fn new<R: Rules<B>>(rules: &R) -> Self {
        let shape = rules.geometry().shape;
        let (files, ranks) = (usize::from(shape.files()), usize::from(shape.ranks()));
        let set = |test: &dyn Fn(usize, usize) -> bool| -> B {
            bits::collect(shape.squares().filter(|&s| test(shape.file(s).into(), shape.rank(s).into())))
        };
        let squares = |from: (usize, usize)| set(&|f, r| f.abs_diff(from.0) <= 1 && r.abs_diff(from.1) <= 1);
        let spot = |s: Square| (usize::from(shape.file(s)), usize::from(shape.rank(s)));
        let on_board = |s: Square| s.index() < shape.size();
        let inside = |x: usize, size: usize| x.clamp(1, (size - 2).max(1));
        let wing = |king: usize| {
            // Five files around the king, on small boards no more than half.
            let reach = if files > 8 { 2 } else { 1 };
            let centre = king.clamp(reach, (files - 1).saturating_sub(reach).max(reach));
            set(&|f, _| f.abs_diff(centre) <= reach)
        };
        Self {
            shape,
            stride: rules.stride(),
            files,
            ranks,
            board: shape.all(),
            not_left: !shape.file_set::<B>(0),
            not_right: !shape.file_set::<B>(shape.files() - 1),
            columns: std::array::from_fn(|file| set(&|f, _| f == file)),
            wings: std::array::from_fn(wing),
            upwards: std::array::from_fn(|rank| set(&|_, r| r >= rank)),
            dark: set(&|f, r| (f + r) % 2 == 0),
            left: set(&|f, _| f < files / 2),
            middle: set(&|f, _| f >= files / 4 && f < files - files / 4),
            spots: B::PerSquare::boxed(|s| if on_board(s) { (shape.file(s), shape.rank(s)) } else { (0, 0) }),
            around: B::PerSquare::boxed(|s| if on_board(s) { squares(spot(s)) & !B::one(s) } else { B::EMPTY }),
            ring: B::PerSquare::boxed(|s| {
                let (file, rank) = spot(s);
                if on_board(s) { squares((inside(file, files), inside(rank, ranks))) } else { B::EMPTY }
            }),
            halves: Side::BOTH.map(|side| Half::new(rules, side, &set)),
        }
    }

    #[inline(always)]
    pub(super) fn half<const W: bool>(&self) -> &Half<B> {
        &self.halves[side::<W>() as usize]
    }

    /// What a side calls its own, where the side is not known before.
    pub(super) fn half_of(&self, side: Side) -> &Half<B> {
        &self.halves[side as usize]
    }

    #[inline(always)]
    pub(super) fn up<const W: bool>(&self, set: B) -> B {
        if W { (set << self.stride) & self.board } else { set >> self.stride }
    }

    #[inline(always)]
    pub(super) fn down<const W: bool>(&self, set: B) -> B {
        if W { set >> self.stride } else { (set << self.stride) & self.board }
    }

    /// One step to either side.
    #[inline(always)]
    pub(super) fn beside(&self, set: B) -> B {
        (set & self.not_left) >> 1 | (set & self.not_right) << 1
    }

    /// What pawns attack.
    #[inline(always)]
    pub(super) fn pawns_attack<const W: bool>(&self, pawns: B) -> B {
        self.up::<W>(self.beside(pawns))
    }

    /// What two pawns attack.
    #[inline(always)]
    pub(super) fn twice_by_pawns<const W: bool>(&self, pawns: B) -> B {
        self.up::<W>((pawns & self.not_left) >> 1) & self.up::<W>((pawns & self.not_right) << 1)
    }

    /// The set, and all squares ahead of it.
    #[inline(always)]
    pub(super) fn fill_up<const W: bool>(&self, set: B) -> B {
        if W { self.fill_north(set) } else { self.fill_south(set) }
    }

    /// The set, and all squares behind it.
    #[inline(always)]
    pub(super) fn fill_down<const W: bool>(&self, set: B) -> B {
        if W { self.fill_south(set) } else { self.fill_north(set) }
    }

    #[inline(always)]
    fn fill_north(&self, mut set: B) -> B {
        let mut by = self.stride;
        // Never as far as the width of the set.
        while by < self.stride * self.ranks as u32 {
            set |= set << by;
            by *= 2;
        }
        set & self.board
    }

    #[inline(always)]
    fn fill_south(&self, mut set: B) -> B {
        let mut by = self.stride;
        while by < self.stride * self.ranks as u32 {
            set |= set >> by;
            by *= 2;
        }
        set
    }

    /// The files on which the set has squares.
    #[inline(always)]
    pub(super) fn columns_of(&self, set: B) -> B {
        self.fill_north(self.fill_south(set))
    }

    #[inline(always)]
    pub(super) fn column(&self, file: usize) -> B {
        self.columns[file % MOST]
    }

    /// The files of a king's wing.
    #[inline(always)]
    pub(super) fn wing(&self, file: usize) -> B {
        self.wings[file % MOST]
    }

    #[inline(always)]
    pub(super) fn around(&self, square: Square) -> B {
        *self.around.at(square)
    }

    #[inline(always)]
    pub(super) fn ring(&self, square: Square) -> B {
        *self.ring.at(square)
    }

    #[inline(always)]
    pub(super) fn file(&self, square: Square) -> usize {
        self.spots.at(square).0.into()
    }

    /// The rank, as the side counts it.
    #[inline(always)]
    pub(super) fn rank<const W: bool>(&self, square: Square) -> usize {
        let rank = usize::from(self.spots.at(square).1);
        if W { rank } else { self.ranks - 1 - rank }
    }

    /// The rank of a square and all ranks ahead.
    #[inline(always)]
    pub(super) fn ranks_from<const W: bool>(&self, square: Square) -> B {
        let rank = usize::from(self.spots.at(square).1);
        if W {
            self.upwards[rank % MOST]
        } else {
            self.board & !self.upwards.get(rank + 1).copied().unwrap_or(B::EMPTY)
        }
    }

    /// The first square of a set, counted from the side's own rank: its rank.
    #[inline(always)]
    pub(super) fn nearest<const W: bool>(&self, set: B) -> usize {
        if set.is_empty() {
            return 0;
        }
        let square = if W { set.first() } else { self.last(set) };
        self.rank::<W>(square)
    }

    /// The highest square of a set that is not empty.
    #[inline(always)]
    fn last(&self, set: B) -> Square {
        set.last_and_up().first()
    }

    /// Steps from the nearest edge file.
    #[inline(always)]
    pub(super) fn edge_distance(&self, file: usize) -> usize {
        file.min((self.files - 1).saturating_sub(file))
    }

    /// The steps of a king between two squares.
    #[inline(always)]
    pub(super) fn distance(&self, a: Square, b: Square) -> usize {
        let ((a_file, a_rank), (b_file, b_rank)) = (*self.spots.at(a), *self.spots.at(b));
        a_file.abs_diff(b_file).max(a_rank.abs_diff(b_rank)).into()
    }

    /// The square on a file and a rank that the side counts.
    #[inline(always)]
    pub(super) fn square<const W: bool>(&self, file: usize, rank: usize) -> Square {
        let rank = if W { rank } else { (self.ranks - 1).saturating_sub(rank) };
        Square((rank * self.files + file) as u16)
    }
}

/// Makes the set of the squares whose file and rank pass a test.
type Gather<'a, B> = &'a dyn Fn(&dyn Fn(usize, usize) -> bool) -> B;

impl<B: Bits> Half<B> {
    fn new<R: Rules<B>>(rules: &R, side: Side, set: Gather<'_, B>) -> Self {
        let shape = rules.geometry().shape;
        let ranks = usize::from(shape.ranks());
        let seen = |rank: usize| if side == Side::First { rank } else { ranks - 1 - rank };
        let lowest = |squares: B| squares.squares().map(|s| seen(shape.rank(s).into())).min();
        let within = |test: &dyn Fn(usize) -> bool| set(&|_, rank| test(seen(rank)));
        let home = lowest(rules.double_from(side)).unwrap_or(1);
        let goal = lowest(rules.promotion_zone(side)).filter(|_| !rules.promotions().is_empty());
        // The enemy starts as far from the other edge.
        let seventh = ranks - 1 - home.min(ranks - 1);
        Self {
            home,
            goal,
            stepped: if rules.double_from(side).is_empty() { B::EMPTY } else { within(&|rank| rank == home + 1) },
            camp: within(&|rank| rank <= ranks / 2),
            outposts: within(&|rank| rank + 1 >= ranks / 2 && rank + 3 <= ranks),
            room: set(&|file, rank| {
                let files = usize::from(shape.files());
                let middle = file >= files / 4 && file < files - files / 4;
                middle && (home..home + 3).contains(&seen(rank))
            }),
            low: within(&|rank| rank == home || rank == home + 1),
            beyond: within(&|rank| rank >= ranks / 2),
            seventh: within(&|rank| rank == seventh),
            behind_seventh: within(&|rank| rank > seventh),
        }
    }
}
