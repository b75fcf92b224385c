//! How likely the neutral man is to meet a royal one, or what stands between a royal man and an enemy slider: now, and some turns
//! later.
//!
//! Where it goes depends on nothing but where it stands, so all of it is a table. What a royal man can do about it is to stand
//! elsewhere: one that has nowhere to go is in danger at every throw, one in the open seldom.

use crate::roamer::{Roamer, Roll};
use crate::{Chess, Position, Rules};
use tabula_board::{Bits, Shape};
use tabula_core::{CERTAIN, Prospect, Side, Square};

/// How many rolls meet a square, from every lair.
pub struct Prowl {
    size: usize,
    rolls: u32,
    /// By the square that is met, then by the lair.
    meets: Vec<u8>,
    /// Of all pairs of rolls, one after the other, those in which either meets the square.
    meets_of_two: Vec<u16>,
    /// The chance that a roll meets a square, on average.
    mean: u32,
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
        let mut meets_of_two = vec![0; size * size];
        for lair in 0..size {
            for roll in &rolls {
                let way: Vec<_> = roll.way(shape, Square(lair as u16)).map(Square::index).collect();
                let next = way.last().copied().unwrap_or(lair);
                for on in (0..size).filter(|&on| on != lair) {
                    let met = if way.contains(&on) { rolls.len() as u16 } else { u16::from(meets[on * size + next]) };
                    meets_of_two[on * size + lair] += met;
                }
            }
        }
        let all: usize = meets.iter().map(|&meets| usize::from(meets)).sum();
        let mean = (all * CERTAIN as usize / (size * size * rolls.len())) as u32;
        Self { size, rolls: rolls.len() as u32, meets, meets_of_two, mean }
    }

    /// How many rolls from each lair meet the square.
    fn on(&self, square: Square) -> &[u8] {
        &self.meets[square.index() * self.size..][..self.size]
    }

    /// How many pairs of rolls from each lair meet the square.
    fn on_in_two(&self, square: Square) -> &[u16] {
        &self.meets_of_two[square.index() * self.size..][..self.size]
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

    /// See [`Tactics::opening`](tabula_core::Tactics::opening).
    pub(crate) fn opening_by_roll(&self, at: &Position<B, R::Sets>) -> [u32; 2] {
        let mut chances = [0; 2];
        let (Some(roamer), Some(lair)) = (self.rules.roamer(), self.lair(at)) else { return chances };
        let side = if at.rolling { !at.turn } else { at.turn };
        let Some(royal) = self.only_royal(at, side) else { return chances };
        let foe = at.side(!side) & !B::one(lair);
        // Who is attacked already has to do something about it anyway.
        let safe = self.attackers(at, royal, !side, foe, at.occupied()).is_empty();
        if !safe || self.snipers(at, side, royal).is_empty() {
            return chances;
        }
        let opens = |roll: &Roll| {
            let (mut way, mut goal) = (B::EMPTY, lair);
            for on in roll.way(self.shape(), lair) {
                way |= B::one(on);
                goal = on;
            }
            let left = at.occupied() & !way & !B::one(lair) | B::one(goal);
            !way.has(royal) && !self.attackers(at, royal, !side, foe & !way, left).is_empty()
        };
        let (mut rolls, mut open) = (0, 0);
        for roll in Roll::all(roamer.steps) {
            rolls += 1;
            open += u32::from(opens(&roll));
        }
        chances[side as usize] = open * CERTAIN / rolls.max(1);
        chances
    }

    /// See [`Tactics::prospect`](tabula_core::Tactics::prospect): the mean over all lairs of the safest square in reach that is not
    /// attacked, through the two rolls before the man can go on; and the lines to it that one man bars.
    pub(crate) fn prospect_of_rolls(&self, at: &Position<B, R::Sets>) -> Prospect {
        let mut prospect = Prospect::default();
        let Some(prowl) = self.rules.prowl() else { return prospect };
        for side in Side::BOTH {
            let Some(royal) = self.only_royal(at, side) else { continue };
            let Some((kind, _)) = at.man_on(royal) else { continue };
            let goals = self.attacks(kind, side, royal, at.occupied()) & !at.side(side) | B::one(royal);
            let left = at.occupied() & !B::one(royal);
            let mut least = [u16::MAX; 256];
            let least = &mut least[..prowl.size];
            let mut consider = |on: Square| {
                least.iter_mut().zip(prowl.on_in_two(on)).for_each(|(least, &meets)| *least = (*least).min(meets));
            };
            let mut nowhere = true;
            for on in goals.squares().filter(|&on| !self.attacked(at, on, !side, left)) {
                consider(on);
                nowhere = false;
            }
            if nowhere {
                consider(royal);
            }
            let sum: u32 = least.iter().map(|&meets| u32::from(meets)).sum();
            prospect.lost[side as usize] = sum / prowl.size as u32 * CERTAIN / (prowl.rolls * prowl.rolls);
            let lines = &self.rules.geometry().lines;
            let barred_by_one = |&on: &Square| (lines.between(royal, on) & at.occupied()).count() == 1;
            let count = self.snipers(at, side, royal).squares().filter(barred_by_one).count() as u32;
            prospect.opened[side as usize] = count * prowl.mean;
        }
        prospect
    }

    /// The enemy sliders that would attack a royal man on an empty board.
    fn snipers(&self, at: &Position<B, R::Sets>, side: Side, royal: Square) -> B {
        let lines = &self.rules.geometry().lines;
        let straight = lines.straight(royal) & self.rules.straight_sliders(at.kinds());
        let diagonal = lines.diagonal(royal) & self.rules.diagonal_sliders(at.kinds());
        (straight | diagonal) & at.side(!side) & !at.side(side)
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
    use tabula_core::{CERTAIN, Game, Notation, Side, Tactics};

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
        let [boxed, open] = game.prospect(&at).lost;
        // The two rolls of a turn meet a man that cannot move with a chance of some 7.4 %, one that steps aside with 2.3 %.
        assert!((295..315).contains(&boxed) && (85..105).contains(&open), "{boxed} and {open}");
    }

    #[test]
    fn a_square_that_is_attacked_is_no_refuge() {
        let game = Definition::read(TEXT).unwrap().build_roaming::<u64>().unwrap();
        let free = game.read_position("7k/8/8/8/3*4/8/8/K7 w - - 0 1").unwrap();
        let held = game.read_position("1r5k/8/8/8/3*4/8/8/K7 w - - 0 1").unwrap();
        let [free, held] = [free, held].map(|at| game.prospect(&at).lost[0]);
        assert!(held > free, "{held} and {free}");
    }

    #[test]
    fn the_opening_is_the_share_of_the_rolls_that_bare_the_king_to_a_slider() {
        let game = Definition::read(TEXT).unwrap().build_roaming::<u64>().unwrap();
        // Black moves next, then the die goes, then White's bishop may take on e8 if d7 is gone. The second pawn bars too much.
        for (text, side) in [
            ("4k3/3p4/8/1B6/6*1/8/8/4K3 b - - 0 1", 1),
            ("4k3/3p4/8/1B6/6*1/8/8/4K3 *w - - 0 1", 1),
            ("4k3/3p4/2p5/1B6/6*1/8/8/4K3 b - - 0 1", 1),
            ("4k3/3*4/8/1B6/8/8/8/4K3 b - - 0 1", 1),
            ("4k3/3p4/8/1B6/6*1/8/8/4K3 w - - 0 1", 0),
        ] {
            let at = game.read_position(text).unwrap();
            let mut thrown = at.clone();
            thrown.rolling = true;
            let mut rolls = Vec::new();
            game.chances(&thrown, &mut rolls);
            let bared = rolls.iter().filter(|&&(m, _)| {
                let mut next = thrown.clone();
                game.play(&mut next, m, &mut ());
                let royal = game.royal(&next, Side::Second);
                game.ended(&next).is_none() && game.attacked(&next, royal, Side::First, next.occupied())
            });
            let expected = if side == 1 { bared.count() as u32 * CERTAIN / 32 } else { 0 };
            assert_eq!(game.opening(&at), [0, expected], "{text}");
            assert_eq!(expected > 0, side == 1 && !text.contains("2p5"), "{text}");
        }
    }
}
