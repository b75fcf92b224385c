//! The slow twin of the board: chains and liberties by flood fill, to compare with what is kept along.

use crate::board::{Board, EMPTY, NOWHERE, owner, with_words};
use crate::keys::stone_key;

/// Every chain with its liberties, one after the other.
struct Found {
    stones: Vec<u16>,
    liberties: Vec<u16>,
    /// Where the stones and the liberties of each chain end; the first of all begin at 0.
    ends: Vec<(usize, usize)>,
    /// By place, the number of its chain from 1; 0 where there is no stone.
    numbers: Vec<u16>,
}

impl Found {
    /// The stones and the liberties of a chain, by its number.
    fn chain(&self, number: u16) -> (&[u16], &[u16]) {
        let (from, to) = (self.ends[number as usize - 1], self.ends[number as usize]);
        (&self.stones[from.0..to.0], &self.liberties[from.1..to.1])
    }
}

fn flood(board: &Board) -> Found {
    let mut found =
        Found { stones: Vec::new(), liberties: Vec::new(), ends: vec![(0, 0)], numbers: vec![0; board.places()] };
    // The last chain that was seen beside a place, so that each liberty is noted once.
    let mut beside = vec![0; board.places()];
    for place in board.all() {
        let mine = board.colour(place);
        if owner(mine).is_none() || found.numbers[place] != 0 {
            continue;
        }
        let number = found.ends.len() as u16;
        let mut next = found.stones.len();
        found.stones.push(place as u16);
        found.numbers[place] = number;
        while let Some(&stone) = found.stones.get(next) {
            next += 1;
            for near in board.beside(stone as usize) {
                if board.colour(near) == EMPTY && beside[near] != number {
                    beside[near] = number;
                    found.liberties.push(near as u16);
                } else if board.colour(near) == mine && found.numbers[near] == 0 {
                    found.numbers[near] = number;
                    found.stones.push(near as u16);
                }
            }
        }
        found.ends.push((found.stones.len(), found.liberties.len()));
    }
    found
}

/// Compares everything that is kept along with what the stones alone say.
pub(crate) fn compare(board: &Board) -> Result<(), String> {
    let fail = |what: &str, place: usize| Err(format!("the {what} of point {} is wrong", board.point(place).0));
    let found = flood(board);
    for number in 1..found.ends.len() as u16 {
        let (stones, liberties) = found.chain(number);
        let place = stones[0] as usize;
        let kept_as = board.cell(place).chain;
        let kept = board.chain(kept_as);
        if stones.iter().any(|&stone| board.cell(stone as usize).chain != kept_as) {
            return fail("name of the chain", place);
        }
        if usize::from(kept.stones) != stones.len() || board.stones(kept_as).count() != stones.len() {
            return fail("number of stones", place);
        }
        if board.stones(kept_as).any(|stone| found.numbers[stone] != number) {
            return fail("ring of stones", place);
        }
        if usize::from(kept.liberties) != liberties.len() || liberties.is_empty() {
            return fail("number of liberties", place);
        }
        let same = with_words!(board, W => {
            let set = board.liberties::<W>(kept_as);
            let count: u32 = set.iter().map(|word| word.count_ones()).sum();
            let has = |place: usize| set[board.bit(place).0] & board.bit(place).1 != 0;
            count as usize == liberties.len() && liberties.iter().all(|&liberty| has(liberty as usize))
        });
        if !same {
            return fail("set of liberties", place);
        }
    }
    let ataris = (1..found.ends.len() as u16).filter(|&number| found.chain(number).1.len() == 1).count();
    if ataris != usize::from(board.ataris) {
        return Err("the number of chains in atari is wrong".into());
    }
    let (mut key, mut free) = (0, 0);
    for place in board.all() {
        let cell = board.cell(place);
        let code: u16 = (0..8).map(|i| u16::from(board.colour(board.around(place)[i])) << (2 * i)).sum();
        if code != cell.code {
            return fail("neighbourhood", place);
        }
        if owner(cell.colour).is_some() {
            key ^= stone_key(cell.colour, place);
            continue;
        }
        free += 1;
        for colour in [1, 2] {
            let breathes = board.beside(place).into_iter().any(|near| match found.numbers[near] {
                0 => board.colour(near) == EMPTY,
                number => (board.colour(near) == colour) == (found.chain(number).1.len() > 1),
            });
            if board.can_breathe(place, colour) != breathes {
                return fail("air", place);
            }
        }
    }
    let mut listed = board.free().iter().enumerate();
    if board.free().len() != free || listed.any(|(slot, &place)| !board.stands_at(place, slot)) {
        return Err("the list of empty points is wrong".into());
    }
    if key != board.key {
        return Err("the key is wrong".into());
    }
    if board.ko as usize != NOWHERE && board.colour(board.ko as usize) != EMPTY {
        return Err("the ko is on a stone".into());
    }
    Ok(())
}
