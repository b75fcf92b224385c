//! Positions of a material as numbers.

use super::Material;
use super::manner::Turn;
use crate::{Chess, Kind, PAWN, Position, Rules};
use tabula_board::Bits;
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
    /// Whether both sides have the same and can be exchanged: then it is always the first side's turn.
    even: bool,
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
        let own = |wanted: Side| men.iter().filter(move |&&(_, side)| side == wanted).map(|&(kind, _)| kind);
        let even = manner.fair && own(Side::First).eq(own(Side::Second));
        Self { men, groups, turns, ways, corner, place, size, even, width: std::marker::PhantomData }
    }

    pub(super) fn men(&self) -> &[(Kind, Side)] {
        &self.men
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    #[inline]
    pub(super) const fn is_even(&self) -> bool {
        self.even
    }

    /// The turns, the corner, and the board for each man but the first; as much as a number can say where that is too much.
    pub(super) fn span(&self) -> usize {
        let turns = if self.even { 1 } else { 2 };
        (1..self.men.len()).fold(turns * self.corner.len(), |span, _| span.saturating_mul(self.size))
    }

    /// The least number among those that symmetries give.
    #[inline]
    pub(super) fn pack(&self, squares: &[Square; Material::MOST], turn: usize) -> usize {
        let ways = &self.ways[squares[0].index()];
        ways.iter().map(|&way| self.pack_by(&self.turns[usize::from(way)], squares, turn)).min().unwrap_or(0)
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

    /// Whose turn it is and where the men stand; `None` where another number means the same.
    pub(super) fn unpack(&self, index: usize) -> Option<(Side, [Square; Material::MOST])> {
        let mut squares = [Square(0); Material::MOST];
        let mut rest = index;
        for place in squares[1..self.men.len()].iter_mut().rev() {
            *place = Square((rest % self.size) as u8);
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
        (single || self.pack(&squares, turn as usize) == index).then_some((turn, squares))
    }
}
