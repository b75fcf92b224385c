//! Positions of a material as numbers.

use super::Material;
use super::manner::Turn;
use crate::{Chess, Kind, PAWN, Position, Rules};
use tabula_board::{Bits, Shape};
use tabula_core::{Side, Square};

/// Men that can be exchanged without a difference.
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) side: Side,
    pub(super) count: u8,
}

/// A material made ready for numbering.
pub struct Layout<B: Bits, S> {
    men: Vec<(Kind, Side)>,
    groups: Vec<Group>,
    turns: Vec<Turn>,
    /// For each square of the first man, the symmetries that bring it into the corner where it is counted.
    ways: Vec<Vec<u8>>,
    /// The squares of that corner, and the place of each among them.
    corner: Vec<Square>,
    place: Vec<u16>,
    size: usize,
    /// What a square of each man adds to a number; the first one's is not a square but a place.
    weights: [usize; Material::MOST],
    /// Where both sides have the same and can be exchanged, the place of each man's counterpart: it is always the first side's
    /// turn then.
    twins: Option<[u8; Material::MOST]>,
    shape: Shape,
    width: std::marker::PhantomData<fn() -> Position<B, S>>,
}

impl<B: Bits, S: crate::Sets<B>> Layout<B, S> {
    pub(super) fn new<R: Rules<B, Sets = S>>(game: &Chess<B, R>, material: Material) -> Self {
        let men: Vec<_> = material.men().collect();
        let mut groups: Vec<Group> = Vec::new();
        for &(kind, side) in &men {
            match groups.last_mut() {
                Some(last) if (last.kind, last.side) == (kind, side) => last.count += 1,
                _ => groups.push(Group { kind, side, count: 1 }),
            }
        }
        let manner = game.manner();
        let pawns = men.iter().any(|&(kind, _)| kind == PAWN);
        let turns = if pawns { manner.pawn_turns.clone() } else { manner.turns.clone() };
        let size = game.shape().size();
        // Of all squares that symmetries make alike, the lowest is counted.
        let lowest = |square: Square| turns.iter().map(|turn| turn[square.index()]).min();
        let corner: Vec<_> = game.shape().squares().filter(|&square| lowest(square) == Some(square)).collect();
        let mut place = vec![0; size];
        for (i, square) in corner.iter().enumerate() {
            place[square.index()] = i as u16;
        }
        let into_corner = |square: Square| {
            let all = turns.iter().enumerate();
            all.filter(|(_, turn)| lowest(square) == Some(turn[square.index()])).map(|(i, _)| i as u8).collect()
        };
        let ways = game.shape().squares().map(into_corner).collect();
        let own = |wanted: Side| men.iter().enumerate().filter(move |(_, (_, side))| *side == wanted);
        let kinds = |side| own(side).map(|(_, &(kind, _))| kind);
        let twins = (manner.fair && kinds(Side::First).eq(kinds(Side::Second))).then(|| {
            let mut twins = [0; Material::MOST];
            for ((i, _), (j, _)) in own(Side::First).zip(own(Side::Second)) {
                (twins[i], twins[j]) = (j as u8, i as u8);
            }
            twins
        });
        let mut weights = [1_usize; Material::MOST];
        for i in (1..men.len()).rev() {
            weights[i - 1] = weights[i].saturating_mul(size);
        }
        let (shape, width) = (game.shape(), std::marker::PhantomData);
        Self { men, groups, turns, ways, corner, place, size, weights, twins, shape, width }
    }

    pub(super) fn men(&self) -> &[(Kind, Side)] {
        &self.men
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// Whether both sides have pawns, so that one can take the other in passing.
    #[inline]
    pub(super) fn has_passing(&self) -> bool {
        let has = |wanted| self.groups.iter().any(|group| group.kind == PAWN && group.side == wanted);
        has(Side::First) && has(Side::Second)
    }

    /// Whether White has the men of the second side.
    #[inline]
    pub(super) fn is_turned(&self, at: &Position<B, S>) -> bool {
        let is_there = |group: &Group| at.men(group.kind, group.side).count() == u32::from(group.count);
        self.twins.is_none() && !self.groups.iter().all(is_there)
    }

    /// The turns, the corner, and the board for each man but the first; as much as a number can say where that is too much.
    pub(super) fn span(&self) -> usize {
        let turns = if self.twins.is_some() { 1 } else { 2 };
        (1..self.men.len()).fold(turns * self.corner.len(), |span, _| span.saturating_mul(self.size))
    }

    /// The number of a position: the least among those that symmetries give. The squares are those of the layout's men.
    #[inline]
    pub(super) fn pack(&self, squares: &[Square; Material::MOST], turn: Side) -> usize {
        if let (Some(twins), Side::Second) = (self.twins, turn) {
            return self.least(&twins.map(|twin| self.shape.mirrored(squares[usize::from(twin)])), Side::First);
        }
        self.least(squares, turn)
    }

    #[inline]
    fn least(&self, squares: &[Square; Material::MOST], turn: Side) -> usize {
        let way = |way: u8| self.pack_by(&self.turns[usize::from(way)], squares, turn as usize);
        match &self.ways[squares[0].index()][..] {
            &[only] => way(only),
            ways => ways.iter().map(|&one| way(one)).min().unwrap_or(0),
        }
    }

    #[inline]
    fn pack_by(&self, way: &Turn, squares: &[Square; Material::MOST], turn: usize) -> usize {
        let mut turned = squares.map(|square| way[square.index()]);
        let mut begin = 0;
        for group in &self.groups {
            let end = begin + usize::from(group.count);
            if group.count > 1 {
                turned[begin..end].sort_unstable();
            }
            begin = end;
        }
        let first = turn * self.corner.len() + usize::from(self.place[turned[0].index()]);
        turned[1..self.men.len()].iter().fold(first, |number, square| number * self.size + square.index())
    }

    /// Makes ready for the numbers of positions in which one man stands elsewhere.
    #[inline]
    pub(super) fn steps(&self, squares: [Square; Material::MOST], turn: Side) -> Steps<'_, B, S> {
        // A single way to turn the board, which no other man changes, and no men to be put into order.
        let way = match (&self.ways[squares[0].index()][..], &self.twins) {
            (&[way], None) if self.groups.len() == self.men.len() => Some(&self.turns[usize::from(way)]),
            _ => None,
        };
        let base = way.map_or(0, |way| self.pack_by(way, &squares, turn as usize));
        Steps { layout: self, squares, turn, way, base }
    }

    /// Whose turn it is and where the men stand; `None` where another number means the same.
    pub(super) fn unpack(&self, index: usize) -> Option<(Side, [Square; Material::MOST])> {
        let mut squares = [Square(0); Material::MOST];
        let mut rest = index;
        for place in squares[1..self.men.len()].iter_mut().rev() {
            *place = Square((rest % self.size) as u16);
            rest /= self.size;
        }
        squares[0] = *self.corner.get(rest % self.corner.len())?;
        let turn = match rest / self.corner.len() {
            0 => Side::First,
            1 => Side::Second,
            _ => return None,
        };
        let mut begin = 0;
        for group in &self.groups {
            let end = begin + usize::from(group.count);
            if !squares[begin..end].is_sorted() {
                return None;
            }
            begin = end;
        }
        let single = self.ways[squares[0].index()].len() == 1;
        (single || self.least(&squares, turn) == index).then_some((turn, squares))
    }
}

/// A position of which one man is going to stand elsewhere.
pub(super) struct Steps<'a, B: Bits, S> {
    layout: &'a Layout<B, S>,
    squares: [Square; Material::MOST],
    turn: Side,
    /// How the board is turned, whichever man but the first moves.
    way: Option<&'a Turn>,
    base: usize,
}

impl<B: Bits, S: crate::Sets<B>> Steps<'_, B, S> {
    /// The number of the position in which a man stands on another square.
    #[inline]
    pub(super) fn moved(&self, man: usize, to: Square) -> usize {
        let layout = self.layout;
        let from = self.squares[man];
        if let (Some(way), 1..) = (self.way, man) {
            let weight = layout.weights[man];
            return self.base + way[to.index()].index() * weight - way[from.index()].index() * weight;
        }
        let mut squares = self.squares;
        squares[man] = to;
        layout.pack(&squares, self.turn)
    }
}
