//! Endings of the chess family, numbered for tables.
//!
//! A material is a list of men, written `KJ-K` or `KR-KN`, the side with more first. The number of a position is made of digits: whose
//! turn it is, where the first royal man stands (only where a symmetry of the board cannot bring it nearer to the corner), and where
//! the others stand, the board's size being the base. Men of one kind and side are interchangeable.
//!
//! | symmetry | holds |
//! |---|---|
//! | sides exchanged, the board turned over | where the rules are the same for both |
//! | left and right exchanged | always, unless a piece moves otherwise to the left than to the right |
//! | the other six | without pawns; those that exchange ranks and files on square boards only |
//!
//! A pawn that can be taken in passing is written on its own back rank, where no pawn stands. Positions with a right to castle
//! are in no table.

mod layout;
mod manner;
mod material;
mod steps;

pub use layout::Layout;
pub(crate) use manner::Manner;
pub use material::Material;

use crate::{Chess, Kind, Move, PAWN, Position, Rules};
use tabula_board::Bits;
use tabula_core::{Dice, Endings, Fault, Game, Notation, Side, Square};

impl<B: Bits, R: Rules<B>> Endings for Chess<B, R> {
    type Material = Material;
    type Layout = Layout<B, R::Sets>;

    /// What the rules do with a few men, rather than how they are written: two texts of one game share their tables.
    fn fingerprint(&self) -> u64 {
        let shape = self.shape();
        let mut sum = Sum::new();
        sum.add(&[shape.files(), shape.ranks()]);
        let mut dice = Dice::new(0);
        let mut moves = Vec::new();
        let royal_of = |side| self.start_royal(side);
        for kind in (0..self.rules.kinds().len() as u8).map(Kind).filter(|&kind| !self.rules.is_royal(kind)) {
            for side in Side::BOTH {
                for on in shape.squares() {
                    let mut lot = || Square(dice.below(shape.size()) as u16);
                    let men = [
                        (kind, side, on),
                        (royal_of(Side::First), Side::First, lot()),
                        (royal_of(Side::Second), Side::Second, lot()),
                        (kind, !side, lot()),
                    ];
                    let Some(at) = self.stand(&men, side, None) else { continue };
                    moves.clear();
                    self.moves(&at, &mut moves);
                    let mut texts: Vec<_> = moves.iter().map(|&m| self.write_move(&at, m)).collect();
                    texts.sort_unstable();
                    sum.add(self.write_position(&at).as_bytes());
                    sum.add(texts.join(" ").as_bytes());
                    sum.add(&[u8::from(self.ended(&at).is_some())]);
                }
            }
        }
        sum.0
    }

    fn read_material(&self, text: &str) -> Result<Material, Fault> {
        self.read_men(text)
    }

    fn write_material(&self, material: &Material) -> String {
        self.write_men(material)
    }

    fn material(&self, at: &Position<B, R::Sets>) -> Option<Material> {
        if Self::CHANCE || !at.castles().is_empty() || (at.passed().is_some() && !self.manner().passing) {
            return None;
        }
        Material::of(self, at)
    }

    #[inline]
    fn men(&self, at: &Position<B, R::Sets>) -> u32 {
        at.occupied().count()
    }

    fn men_of(&self, material: &Material) -> u32 {
        material.men().len() as u32
    }

    fn below(&self, material: &Material) -> Vec<Material> {
        self.materials_below(material)
    }

    fn layout(&self, material: &Material) -> Layout<B, R::Sets> {
        Layout::new(self, *material)
    }

    fn span(&self, layout: &Layout<B, R::Sets>) -> usize {
        layout.span()
    }

    #[inline]
    fn index(&self, layout: &Layout<B, R::Sets>, at: &Position<B, R::Sets>) -> usize {
        let turned = layout.is_turned(at);
        let turn = if turned { !at.turn } else { at.turn };
        layout.pack(&self.digits(layout, at, turned), turn)
    }

    fn place(&self, layout: &Layout<B, R::Sets>, index: usize) -> Option<Position<B, R::Sets>> {
        let (turn, squares) = layout.unpack(index)?;
        let men = layout.men();
        let mut passed = None;
        let mut stand = [(PAWN, Side::First, Square(0)); Material::MOST];
        for (i, &(kind, side)) in men.iter().enumerate() {
            let mut on = squares[i];
            if kind == PAWN && self.home_rank(side) == self.shape().rank(on) {
                // Only the pawn that has just moved can be taken in passing.
                let (over, to) = self.manner().double_step(side, self.shape().file(on))?;
                if passed.replace(over).is_some() || side == turn {
                    return None;
                }
                on = to;
            }
            stand[i] = (kind, side, on);
        }
        self.stand(&stand[..men.len()], turn, passed)
    }

    fn after(
        &self,
        layout: &Layout<B, R::Sets>,
        at: &Position<B, R::Sets>,
        moves: &[Move],
        found: &mut Vec<usize>,
        left: &mut Vec<Move>,
    ) {
        self.numbers_after(layout, at, moves, found, left);
    }

    fn goes_back(&self, layout: &Layout<B, R::Sets>) -> bool {
        let odd = |kind| self.rules.odd().is_some_and(|odd| odd.kinds().contains(&kind));
        !layout.men().iter().any(|&(kind, _)| odd(kind))
    }

    fn before(&self, layout: &Layout<B, R::Sets>, index: usize, out: &mut Vec<usize>) {
        self.numbers_before(layout, index, out);
    }
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// What does not change from material to material.
    #[inline]
    pub(crate) fn manner(&self) -> &Manner<B, R::Sets> {
        self.manner.get_or_init(|| Manner::new(self))
    }

    /// The rank behind which nothing of a side begins.
    fn home_rank(&self, side: Side) -> u8 {
        if side == Side::First { 0 } else { self.shape().ranks() - 1 }
    }

    /// The royal kind of a side.
    fn start_royal(&self, side: Side) -> Kind {
        let start = Game::start(self);
        start.man_on(self.royal(&start, side)).map_or(PAWN, |(kind, _)| kind)
    }

    /// The position in which these men stand; `None` if two share a square, a pawn stands where none can, the side that waits is in
    /// check, or nobody can take on the square that was passed.
    fn stand(&self, men: &[(Kind, Side, Square)], turn: Side, passed: Option<Square>) -> Option<Position<B, R::Sets>> {
        let keys = &self.rules.geometry().keys;
        let mut at = self.manner().blank.clone();
        for &(kind, side, on) in men {
            let misplaced =
                kind == PAWN && (self.rules.last_stop(side).has(on) || self.shape().rank(on) == self.home_rank(side));
            if misplaced || at.occupied().has(on) {
                return None;
            }
            at.put(kind, side, on, keys, &mut ());
        }
        if turn != at.turn {
            at.flip_turn(keys);
        }
        let waiting = self.royal(&at, !turn);
        if !self.rules.takes_royals() && self.attacked(&at, waiting, turn, at.occupied()) {
            return None;
        }
        self.refresh(&mut at);
        if let Some(passed) = passed {
            // It has to have come from where it came.
            let origin = crate::geometry::shifted(passed, -crate::geometry::ahead_by(!turn, self.rules.stride()));
            if at.occupied().has(passed) || at.occupied().has(origin) {
                return None;
            }
            self.pass_by(&mut at, passed);
            at.passed()?;
        }
        Some(at)
    }

    /// Where the men of a layout stand, before any symmetry of the board.
    #[inline]
    fn digits(&self, layout: &Layout<B, R::Sets>, at: &Position<B, R::Sets>, turned: bool) -> [Square; Material::MOST] {
        let mut squares = [Square(0); Material::MOST];
        let mut places = squares.iter_mut();
        for group in layout.groups() {
            let owner = if turned { !group.side } else { group.side };
            for (on, place) in at.men(group.kind, owner).squares().zip(&mut places) {
                *place = if turned { self.shape().mirrored(on) } else { on };
            }
        }
        if let Some(passed) = at.passed() {
            let side = !at.turn;
            let stands = crate::geometry::shifted(passed, crate::geometry::ahead_by(side, self.rules.stride()));
            let home = self.shape().square(self.shape().file(passed).into(), self.home_rank(side).into());
            let seen = |square| if turned { self.shape().mirrored(square) } else { square };
            if let Some(home) = home
                && let Some(place) = squares[..layout.men().len()].iter_mut().find(|on| **on == seen(stands))
            {
                *place = seen(home);
            }
        }
        squares
    }
}

/// FNV-1a: a fingerprint that stays the same for ever.
struct Sum(u64);

impl Sum {
    const fn new() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes.iter().chain(&[0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests;
