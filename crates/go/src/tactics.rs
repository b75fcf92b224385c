//! Questions about single chains: how a stone would breathe, whether a chain in atari gets away, whether a ladder works.

use crate::board::{Board, EMPTY, NOWHERE, Sides, members, other, owner};

/// Plies of a ladder that are read at most; by then it has crossed the board.
const LONGEST: usize = 60;
/// Boards that a ladder needs: one, and one for each time the attacker has a choice inside the other.
pub(crate) const BOARDS: usize = 4;

/// What a stone would make.
pub(crate) struct After<const W: usize> {
    /// The liberties of its chain that are seen at once; those that a capture brings elsewhere are not.
    pub(crate) liberties: [u64; W],
    pub(crate) stones: u16,
    pub(crate) takes: bool,
}

impl<const W: usize> After<W> {
    #[inline(always)]
    pub(crate) fn count(&self) -> u32 {
        self.liberties.iter().map(|word| word.count_ones()).sum()
    }
}

/// What a stone of a colour would make on an empty place.
#[inline(always)]
pub(crate) fn after<const W: usize>(board: &Board, place: usize, colour: u8) -> After<W> {
    let mut after = After { liberties: [0; W], stones: 1, takes: false };
    let (mut joined, mut count) = ([0; 4], 0);
    for near in board.beside(place) {
        let cell = board.cell(near);
        if cell.colour == EMPTY {
            let (word, bit) = board.bit(near);
            after.liberties[word] |= bit;
        } else if cell.colour == colour {
            if !joined[..count].contains(&cell.chain) {
                joined[count] = cell.chain;
                count += 1;
                after.stones += board.chain(cell.chain).stones;
                for (mine, theirs) in after.liberties.iter_mut().zip(board.liberties::<W>(cell.chain)) {
                    *mine |= theirs;
                }
            }
        } else if owner(cell.colour).is_some() && board.chain(cell.chain).liberties == 1 {
            after.takes = true;
            let (word, bit) = board.bit(near);
            after.liberties[word] |= bit;
        }
    }
    let (word, bit) = board.bit(place);
    after.liberties[word] &= !bit;
    after
}

/// Whether a stone would leave its chain with one liberty and take nothing for it. A stone by itself is a throw-in, and
/// not meant.
#[inline(always)]
pub(crate) fn is_self_atari<const W: usize>(board: &Board, place: usize, colour: u8) -> bool {
    let sides = Sides::of(board.cell(place).code, colour);
    if sides.empty.count_ones() >= 2 {
        return false;
    }
    // A chain with three liberties keeps two, and whoever takes something gains one.
    let near = board.beside(place);
    let liberties = |i: usize| board.chain(board.cell(near[i / 2]).chain).liberties;
    if members(&[sides.own]).any(|i| liberties(i) > 2) || members(&[sides.enemy]).any(|i| liberties(i) == 1) {
        return false;
    }
    let after = after::<W>(board, place, colour);
    after.stones > 1 && after.count() <= 1
}

/// Adds to `out` the last liberties of the opponent's chains in atari around a chain; says how many `out` then holds.
#[inline]
pub(crate) fn prey<const W: usize>(board: &Board, chain: u16, colour: u8, out: &mut [u16], mut count: usize) -> usize {
    let enemy = other(colour);
    for stone in board.stones(chain) {
        for near in board.beside(stone) {
            let cell = board.cell(near);
            if cell.colour == enemy && board.chain(cell.chain).liberties == 1 {
                let liberty = board.first_liberty::<W>(cell.chain) as u16;
                if count < out.len() && liberty != board.ko && !out[..count].contains(&liberty) {
                    out[count] = liberty;
                    count += 1;
                }
            }
        }
    }
    count
}

/// Whether a chain in atari gets away by a stone on its last liberty: it takes something, has three liberties, or has
/// two and is not caught in a ladder.
pub(crate) fn escapes<const W: usize>(board: &Board, liberty: usize, colour: u8, spare: &mut [Board]) -> bool {
    let after = after::<W>(board, liberty, colour);
    match after.count() {
        _ if after.takes => true,
        0 | 1 => false,
        2 => {
            let Some(first) = spare.first_mut() else { return true };
            first.clone_from(board);
            first.put::<W>(liberty, colour);
            !is_caught::<W>(spare, liberty)
        }
        _ => true,
    }
}

/// Whether a chain with two liberties can be caught in a ladder, the opponent to move; says where he begins, or
/// [`NOWHERE`].
pub(crate) fn ladder<const W: usize>(board: &Board, chain: u16, spare: &mut [Board]) -> usize {
    let Some(stone) = board.stones(chain).next() else { return NOWHERE };
    for [attack, flight] in ways::<W>(board, stone).into_iter().flatten() {
        let Some(first) = spare.first_mut() else { break };
        first.clone_from(board);
        if chase::<W>(first, stone, attack, flight) && is_caught::<W>(spare, stone) {
            return attack;
        }
    }
    NOWHERE
}

/// Whether the chain on a place of the first board is caught, the opponent to move. The boards are played on.
fn is_caught<const W: usize>(boards: &mut [Board], stone: usize) -> bool {
    let Some((board, rest)) = boards.split_first_mut() else { return false };
    for _ in 0..LONGEST / 2 {
        match board.chain(board.cell(stone).chain).liberties {
            0 | 1 => return true,
            2 => {}
            _ => return false,
        }
        match ways::<W>(board, stone) {
            [None, None] => return false,
            [Some([attack, flight]), None] | [None, Some([attack, flight])] => {
                if !chase::<W>(board, stone, attack, flight) {
                    return false;
                }
            }
            [Some([attack, flight]), Some(other)] => {
                if let Some(next) = rest.first_mut() {
                    next.clone_from(board);
                    if chase::<W>(next, stone, attack, flight) && is_caught::<W>(rest, stone) {
                        return true;
                    }
                }
                if !chase::<W>(board, stone, other[0], other[1]) {
                    return false;
                }
            }
        }
    }
    false
}

/// The ways to attack a chain with two liberties: where the attacker plays, and where the chain then flees to. Those
/// that leave it with three liberties are left out.
#[inline]
fn ways<const W: usize>(board: &Board, stone: usize) -> [Option<[usize; 2]>; 2] {
    let cell = board.cell(stone);
    let mut liberties = members(board.liberties::<W>(cell.chain)).map(|number| number + board.stride() + 1);
    let (Some(one), Some(two)) = (liberties.next(), liberties.next()) else { return [None; 2] };
    [[one, two], [two, one]].map(|[attack, flight]| {
        let mut after = after::<W>(board, flight, cell.colour);
        let (word, bit) = board.bit(attack);
        after.liberties[word] &= !bit;
        let works = attack != board.ko as usize
            && !after.takes
            && after.count() < 3
            && board.can_breathe(attack, other(cell.colour));
        works.then_some([attack, flight])
    })
}

/// Attacks, and lets the chain flee. False if it could take something instead.
#[inline]
fn chase<const W: usize>(board: &mut Board, stone: usize, attack: usize, flight: usize) -> bool {
    let colour = board.colour(stone);
    board.put::<W>(attack, other(colour));
    let mut found = [0];
    if prey::<W>(board, board.cell(stone).chain, colour, &mut found, 0) > 0 {
        return false;
    }
    // Where it cannot flee, it stays in atari, and is caught.
    if board.colour(flight) == EMPTY && board.can_breathe(flight, colour) {
        board.put::<W>(flight, colour);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::with_words;
    use crate::{Go, Position, Rules};
    use tabula_core::{Notation, Square};

    fn read(rows: &str) -> Position {
        let size = rows.split('/').count();
        Go::new(size, Rules::CHINESE).unwrap().read_position(&format!("{rows} b")).unwrap()
    }

    fn place(at: &Position, name: &str) -> usize {
        let game = Go::new(at.size(), Rules::CHINESE).unwrap();
        let point = (0..at.size() * at.size()).map(|n| Square(n as u16)).find(|&p| game.point_name(p) == name);
        at.board.place(point.unwrap())
    }

    fn spare(at: &Position) -> Vec<Board> {
        vec![at.board.clone(); BOARDS]
    }

    fn flees(rows: &str, liberty: &str, colour: u8) -> bool {
        let at = read(rows);
        with_words!(at.board, W => escapes::<W>(&at.board, place(&at, liberty), colour, &mut spare(&at)))
    }

    /// White in a ladder towards the lower right; Black's next move is at its lower side.
    const LADDER: &str = "9/2X6/1XO6/2X6/9/9/9/9/9";

    #[test]
    fn a_ladder_works_unless_something_stands_in_its_way() {
        let broken = "9/2X6/1XO6/2X6/9/9/9/6O2/9";
        // White flees to the right, upwards is closed.
        let (ladder, broken) = (LADDER.replace("2X6/1XO6", "2XX5/1XO6"), broken.replace("2X6/1XO6", "2XX5/1XO6"));
        assert!(!flees(&ladder, "d7", 2));
        assert!(flees(&broken, "d7", 2));
    }

    #[test]
    fn the_attacker_finds_the_side_to_begin_on() {
        let at = read("9/2XX5/1XO6/2X6/9/9/9/9/9");
        let chain = at.board.cell(place(&at, "c7")).chain;
        assert_eq!(at.board.chain(chain).liberties, 1);
        let at = read("9/2XX5/1XOO5/2X6/9/9/9/9/9");
        let chain = at.board.cell(place(&at, "c7")).chain;
        let found = with_words!(at.board, W => ladder::<W>(&at.board, chain, &mut spare(&at)));
        assert_eq!(found, place(&at, "e7"));
    }

    #[test]
    fn whoever_takes_an_attacker_gets_away() {
        // The black stone on c6 is in atari itself.
        assert!(flees("9/2XX5/1XO6/1OX6/2O6/9/9/9/9", "d7", 2));
    }

    #[test]
    fn self_atari_is_seen_and_throw_ins_are_not_meant() {
        let is_bad = |rows: &str, name: &str, colour: u8| {
            let at = read(rows);
            with_words!(at.board, W => is_self_atari::<W>(&at.board, place(&at, name), colour))
        };
        assert!(is_bad("X2O1/OOOO1/5/5/5", "b5", 1));
        // It takes two stones.
        assert!(!is_bad("XX1O1/OOOO1/5/5/5", "c5", 2));
        // One stone by itself.
        assert!(!is_bad("2OO1/OO3/5/5/5", "a5", 1));
        // The chain it joins has air.
        assert!(!is_bad("X1X2/OOX2/5/5/5", "b5", 1));
    }
}
