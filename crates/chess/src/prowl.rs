//! How likely the neutral man is to meet a royal one: now, and some turns later.
//!
//! Where it goes depends on nothing but where it stands, so all of it is a table. What a royal man can do about it is to stand
//! elsewhere: one that has nowhere to go is in danger at every throw, one in the open seldom.

use crate::roamer::{Roamer, Roll};
use crate::{Chess, Position, Rules};
use tabula_board::{Bits, Shape};
use tabula_core::{CERTAIN, Side, Square};

/// How many rolls meet a square, from every lair.
pub struct Prowl {
    size: usize,
    rolls: u32,
    /// By the square that is met, then by the lair.
    meets: Vec<u8>,
}

impl Prowl {
    pub(crate) fn new(shape: Shape, roamer: Roamer) -> Self {
        let size = shape.size();
        let mut meets = vec![0; size * size];
        let rolls: Vec<_> = Roll::all(roamer.steps).collect();
        for lair in 0..size {
            for roll in &rolls {
                let mut met: Vec<_> = roll.way(shape, Square(lair as u16)).map(Square::index).collect();
                met.sort_unstable();
                met.dedup();
                met.into_iter().filter(|&on| on != lair).for_each(|on| meets[on * size + lair] += 1);
            }
        }
        Self { size, rolls: rolls.len() as u32, meets }
    }

    /// How many rolls from each lair meet the square.
    fn on(&self, square: Square) -> &[u8] {
        &self.meets[square.index() * self.size..][..self.size]
    }
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    /// See [`Tactics::peril`](tabula_core::Tactics::peril).
    pub(crate) fn peril_of_roll(&self, at: &Position<B, R::Sets>) -> Option<[u32; 2]> {
        let (prowl, lair) = (self.rules.prowl()?, self.lair(at)?);
        Some(Side::BOTH.map(|side| {
            let royal = self.only_royal(at, side);
            royal.map_or(0, |on| u32::from(prowl.on(on)[lair.index()]) * CERTAIN / prowl.rolls)
        }))
    }

    /// See [`Tactics::prospect`](tabula_core::Tactics::prospect): the mean over all lairs of the safest square in reach.
    pub(crate) fn prospect_of_rolls(&self, at: &Position<B, R::Sets>) -> [u32; 2] {
        let Some(prowl) = self.rules.prowl() else { return [0; 2] };
        Side::BOTH.map(|side| {
            let Some(royal) = self.only_royal(at, side) else { return 0 };
            let Some((kind, _)) = at.man_on(royal) else { return 0 };
            let goals = self.attacks(kind, side, royal, at.occupied()) & !at.side(side);
            let mut least = [u8::MAX; 256];
            let least = &mut least[..prowl.size];
            for on in goals.squares().chain([royal]) {
                least.iter_mut().zip(prowl.on(on)).for_each(|(least, &meets)| *least = (*least).min(meets));
            }
            let sum: u32 = least.iter().map(|&meets| u32::from(meets)).sum();
            sum * CERTAIN / (prowl.rolls * prowl.size as u32)
        })
    }

    /// The royal man of a side, if it has a single one: who has several can lose one.
    fn only_royal(&self, at: &Position<B, R::Sets>, side: Side) -> Option<Square> {
        let royals = self.rules.royals(at.kinds()) & at.side(side);
        (royals.count() == 1).then(|| royals.first())
    }
}

#[cfg(test)]
mod tests {
    use crate::Definition;
    use tabula_core::{CERTAIN, Game, Notation, Tactics};

    const TEXT: &str = include_str!("../../../definitions/behemoth.toml");

    #[test]
    fn the_peril_is_the_share_of_the_rolls_that_lose_a_king() {
        let game = Definition::read(TEXT).unwrap().build_roaming::<u64>().unwrap();
        for text in
            ["3k4/8/8/8/3*4/8/8/4K3 *w - - 0 1", "8/8/4k3/8/3*4/8/3K4/8 *w - - 0 1", "8/8/8/8/3*4/4K3/8/7k *w - - 0 1"]
        {
            let at = game.read_position(text).unwrap();
            let mut rolls = Vec::new();
            game.chances(&at, &mut rolls);
            let mut lost = [0; 2];
            for &(m, weight) in &rolls {
                let mut next = at.clone();
                game.play(&mut next, m, &mut ());
                if let Some(winner) = game.ended(&next).and_then(|outcome| outcome.winner) {
                    lost[!winner as usize] += weight;
                }
            }
            assert!(lost[0] + lost[1] > 0, "{text}");
            assert_eq!(game.peril(&at), Some(lost.map(|lost| lost * CERTAIN / 32)), "{text}");
        }
    }

    #[test]
    fn a_king_in_a_box_has_worse_prospects_than_one_in_the_open() {
        let game = Definition::read(TEXT).unwrap().build_roaming::<u64>().unwrap();
        let at = game.read_position("8/8/3k4/8/3*4/8/3PPP2/3RKR2 w - - 0 1").unwrap();
        let [boxed, open] = game.prospect(&at);
        assert!(boxed > 8 * open, "{boxed} and {open}");
    }
}
