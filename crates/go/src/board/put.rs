//! Putting and taking stones: everything that is kept along changes here and nowhere else.

use super::{Board, Chain, EMPTY, NOWHERE, Sides, WHITE, members};
use crate::keys::stone_key;

/// No chain.
const NONE: u16 = u16::MAX;

/// Where the code of a place notes its neighbours.
const UP: u32 = 0;
const RIGHT: u32 = 2;
const DOWN: u32 = 4;
const LEFT: u32 = 6;
const UP_RIGHT: u32 = 8;
const DOWN_RIGHT: u32 = 10;
const DOWN_LEFT: u32 = 12;
const UP_LEFT: u32 = 14;

impl Board {
    /// Notes a place's new colour, there and with its neighbours.
    #[inline(always)]
    fn paint(&mut self, place: usize, colour: u8) {
        let change = u16::from(self.cells[place].colour ^ colour);
        // Three rows of three, so that the bounds are checked three times and not eight.
        let stride = self.stride();
        if let Some([left, middle, right]) = self.cells[place - stride - 1..].first_chunk_mut() {
            left.code ^= change << UP_RIGHT;
            middle.code ^= change << UP;
            right.code ^= change << UP_LEFT;
        }
        if let Some([left, middle, right]) = self.cells[place - 1..].first_chunk_mut() {
            left.code ^= change << RIGHT;
            middle.colour = colour;
            right.code ^= change << LEFT;
        }
        if let Some([left, middle, right]) = self.cells[place + stride - 1..].first_chunk_mut() {
            left.code ^= change << DOWN_RIGHT;
            middle.code ^= change << DOWN;
            right.code ^= change << DOWN_LEFT;
        }
    }

    /// Puts a stone on an empty place, takes what has no liberty left, and notes a ko. A stone without any liberty is
    /// taken itself, with its chain.
    #[inline]
    pub(crate) fn put<const W: usize>(&mut self, place: usize, colour: u8) {
        let slot = self.slots[place] as usize;
        self.free.swap_remove(slot);
        if let Some(&moved) = self.free.get(slot) {
            self.slots[moved as usize] = slot as u16;
        }
        self.key ^= stone_key(colour, place);
        self.paint(place, colour);

        let mut chain = NONE;
        let mut own = [0; W];
        let (mut dying, mut deaths) = ([0; 4], 0);
        let (word, bit) = self.bit(place);
        let near = self.beside(place);
        let sides = Sides::of(self.cells[place].code, colour);
        for i in members(&[sides.empty]) {
            let (word, bit) = self.bit(near[i / 2]);
            own[word] |= bit;
        }
        for i in members(&[sides.own]) {
            let joined = self.cells[near[i / 2]].chain;
            if joined != chain {
                self.ataris -= u16::from(self.chains[joined as usize].liberties == 1);
                for (own, theirs) in own.iter_mut().zip(self.liberties::<W>(joined)) {
                    *own |= theirs;
                }
                chain = if chain == NONE { self.add(place, joined) } else { self.join(chain, joined) };
            }
        }
        for i in members(&[sides.enemy]) {
            let met = self.cells[near[i / 2]].chain;
            let bits = &mut self.bits.as_chunks_mut::<W>().0[met as usize];
            if bits[word] & bit != 0 {
                bits[word] &= !bit;
                let prey = &mut self.chains[met as usize];
                prey.liberties -= 1;
                self.ataris += u16::from(prey.liberties == 1);
                if prey.liberties == 0 {
                    self.ataris -= 1;
                    dying[deaths] = met;
                    deaths += 1;
                }
            }
        }
        if chain == NONE {
            chain = self.found(place);
        }
        own[word] &= !bit;
        self.bits.as_chunks_mut::<W>().0[chain as usize] = own;
        let liberties = own.iter().map(|word| word.count_ones() as u16).sum();
        self.chains[chain as usize].liberties = liberties;
        self.ataris += u16::from(liberties == 1);

        self.ko = NOWHERE as u16;
        if deaths > 0 {
            let prey = self.chains[dying[0] as usize].first;
            let taken: u16 = dying[..deaths].iter().map(|&prey| self.take::<W>(prey)).sum();
            let Chain { liberties, stones, .. } = self.chains[chain as usize];
            if taken == 1 && stones == 1 && liberties == 1 {
                self.ko = prey;
            }
        } else if self.chains[chain as usize].liberties == 0 {
            self.take::<W>(chain);
        }
    }

    /// Makes a chain of one stone.
    #[inline(always)]
    fn found(&mut self, place: usize) -> u16 {
        let chain = self.spare.pop().unwrap_or_else(|| {
            self.given += 1;
            self.given - 1
        });
        self.chains[chain as usize] = Chain { liberties: 0, stones: 1, first: place as u16 };
        self.cells[place].chain = chain;
        self.cells[place].next = place as u16;
        chain
    }

    /// Adds a stone to a chain.
    #[inline(always)]
    fn add(&mut self, place: usize, chain: u16) -> u16 {
        let record = &mut self.chains[chain as usize];
        record.stones += 1;
        let first = record.first as usize;
        self.cells[place].chain = chain;
        self.cells[place].next = self.cells[first].next;
        self.cells[first].next = place as u16;
        chain
    }

    /// Makes one chain of two; the smaller is renamed.
    #[inline(always)]
    fn join(&mut self, one: u16, two: u16) -> u16 {
        let (one_record, two_record) = (self.chains[one as usize], self.chains[two as usize]);
        let ((small, from), (large, into)) = if one_record.stones < two_record.stones {
            ((one, one_record), (two, two_record))
        } else {
            ((two, two_record), (one, one_record))
        };
        let mut stone = from.first;
        loop {
            let cell = &mut self.cells[stone as usize];
            cell.chain = large;
            stone = cell.next;
            if stone == from.first {
                break;
            }
        }
        let after = self.cells[into.first as usize].next;
        self.cells[into.first as usize].next = self.cells[from.first as usize].next;
        self.cells[from.first as usize].next = after;
        self.chains[large as usize].stones += from.stones;
        self.spare.push(small);
        large
    }

    /// Lifts a chain; says how many stones it had.
    fn take<const W: usize>(&mut self, chain: u16) -> u16 {
        let Chain { first, stones, .. } = self.chains[chain as usize];
        let mine = self.cells[first as usize].colour;
        let mut stone = first;
        loop {
            let place = stone as usize;
            stone = self.cells[place].next;
            self.paint(place, EMPTY);
            self.key ^= stone_key(mine, place);
            self.slots[place] = self.free.len() as u16;
            self.free.push(place as u16);
            let (word, bit) = self.bit(place);
            let near = self.beside(place);
            for i in members(&[Sides::of(self.cells[place].code, mine).enemy]) {
                let freed = self.cells[near[i / 2]].chain as usize;
                let word = &mut self.bits.as_chunks_mut::<W>().0[freed][word];
                if *word & bit == 0 {
                    *word |= bit;
                    let liberties = &mut self.chains[freed].liberties;
                    *liberties += 1;
                    // From none or one: a stone that has just taken has none at first.
                    self.ataris = self.ataris.wrapping_add_signed(match *liberties {
                        1 => 1,
                        2 => -1,
                        _ => 0,
                    });
                }
            }
            if stone == first {
                break;
            }
        }
        self.spare.push(chain);
        self.prisoners[usize::from(mine != WHITE)] += stones;
        stones
    }

    /// The key after a stone was put, without putting it.
    pub(crate) fn key_after(&self, place: usize, colour: u8) -> u64 {
        let mut key = self.key ^ stone_key(colour, place);
        let (mut seen, mut count) = ([0; 4], 0);
        let mut lives = self.has_air(place);
        for near in self.beside(place) {
            let cell = self.cells[near];
            if !matches!(cell.colour, 1 | 2) || seen[..count].contains(&cell.chain) {
                continue;
            }
            seen[count] = cell.chain;
            count += 1;
            let liberties = self.chains[cell.chain as usize].liberties;
            if cell.colour == colour {
                lives |= liberties > 1;
            } else if liberties == 1 {
                lives = true;
                key = self.stones(cell.chain).fold(key, |key, stone| key ^ stone_key(cell.colour, stone));
            }
        }
        if !lives {
            // The stone is taken at once, with all it joins.
            let first = |chain: u16| self.chains[chain as usize].first as usize;
            let joined = seen[..count].iter().filter(|&&chain| self.colour(first(chain)) == colour);
            key = self.key;
            for &chain in joined {
                key = self.stones(chain).fold(key, |key, stone| key ^ stone_key(colour, stone));
            }
        }
        key
    }
}
