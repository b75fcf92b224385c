//! The policy that knows something: it answers the last moves (takes, flees, plays shapes) and elsewhere plays at
//! random, without filling its eyes or, mostly, its last liberties.
//!
//! The order and the chances are those of Michi (Baudis, 2015), with nakade before them.

use crate::board::{Board, EMPTY, NOWHERE, WHITE, other};
use crate::eye::is_eye;
use crate::patterns::Patterns;
use crate::tactics::{escapes, is_self_atari, prey};
use tabula_core::Dice;

/// How often each kind of knowledge is used, in 256ths.
const NAKADE: u64 = 240;
const CAPTURE: u64 = 230;
const PATTERN: u64 = 243;
/// How often a self-atari is refused: where knowledge proposes it, and where chance does.
const REFUSED: u64 = 230;
const REFUSED_AT_RANDOM: u64 = 128;

/// The most points that are looked at in an eye.
const LARGEST_EYE: usize = 6;
/// The most moves that are proposed at once.
const MOST: usize = 40;

/// The coins of one turn: 256ths, taken from one random number.
struct Coins(u64);

impl Coins {
    #[inline(always)]
    const fn falls(&mut self, chance: u64) -> bool {
        let coin = self.0 & 0xFF;
        self.0 >>= 8;
        coin < chance
    }
}

/// Moves that are proposed.
struct Found {
    places: [u16; MOST],
    count: usize,
}

impl Found {
    #[inline(always)]
    const fn new() -> Self {
        Self { places: [0; MOST], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, place: usize) {
        if self.count < MOST && !self.places[..self.count].contains(&(place as u16)) {
            self.places[self.count] = place as u16;
            self.count += 1;
        }
    }

    /// One of them that `good` accepts, each as likely as the next; [`NOWHERE`] if there is none.
    #[inline(always)]
    fn pick(&mut self, dice: &mut Dice, good: impl Fn(usize) -> bool) -> usize {
        while self.count > 0 {
            let chosen = if self.count == 1 { 0 } else { dice.below(self.count) };
            let place = self.places[chosen] as usize;
            if good(place) {
                return place;
            }
            self.count -= 1;
            self.places[chosen] = self.places[self.count];
        }
        NOWHERE
    }
}

/// A move for the player of a colour after the last two moves; [`NOWHERE`] for a pass.
#[inline]
pub(crate) fn choose<const W: usize>(
    board: &Board,
    colour: u8,
    last: [usize; 2],
    patterns: &Patterns,
    spare: &mut [Board],
    dice: &mut Dice,
) -> usize {
    let mut coins = Coins(dice.next_u64());
    if last[0] != NOWHERE {
        if coins.falls(NAKADE) {
            let place = nakade(board, colour, last[0]);
            if place != NOWHERE && place != board.ko as usize && board.can_breathe(place, colour) {
                return place;
            }
        }
        let refuse = coins.falls(REFUSED);
        let good = |place: usize| {
            place != board.ko as usize
                && board.can_breathe(place, colour)
                && !(refuse && is_self_atari::<W>(board, place, colour))
        };
        if coins.falls(CAPTURE) {
            let mut found = Found::new();
            rescues::<W>(board, colour, last, spare, &mut found);
            let place = found.pick(dice, good);
            if place != NOWHERE {
                return place;
            }
        }
        if coins.falls(PATTERN) {
            let mut found = Found::new();
            for centre in last {
                if centre != NOWHERE {
                    let ring = board.ring(centre);
                    // Gathered without branching: whether a pattern holds is anybody's guess.
                    let mut matching = 0_u32;
                    for (i, (_, cell)) in ring.iter().enumerate() {
                        matching |= u32::from((cell.colour == EMPTY) & patterns.holds(cell.code)) << i;
                    }
                    while matching != 0 {
                        found.push(ring[matching.trailing_zeros() as usize % 8].0);
                        matching &= matching - 1;
                    }
                }
            }
            let place = found.pick(dice, good);
            if place != NOWHERE {
                return place;
            }
        }
    }
    let refuse = coins.falls(REFUSED_AT_RANDOM);
    any::<W>(board, colour, refuse, dice)
}

/// Any legal point that is not an own eye, from a random one on; [`NOWHERE`] if there is none.
#[inline(always)]
pub(crate) fn any<const W: usize>(board: &Board, colour: u8, refuse: bool, dice: &mut Dice) -> usize {
    let free = board.free();
    let first = dice.below(free.len());
    let (before, after) = free.split_at(first);
    let good = |&&place: &&u16| {
        let place = place as usize;
        place != board.ko as usize
            && !is_eye(board.cell(place).code, colour)
            && board.can_breathe(place, colour)
            && !(refuse && is_self_atari::<W>(board, place, colour))
    };
    after.iter().chain(before).find(good).map_or(NOWHERE, |&place| place as usize)
}

/// Takes chains in atari around the last moves, and saves one's own.
#[inline]
fn rescues<const W: usize>(board: &Board, colour: u8, last: [usize; 2], spare: &mut [Board], found: &mut Found) {
    if board.ataris == 0 {
        return;
    }
    let (mut seen, mut count) = ([u16::MAX; 10], 0);
    for centre in last {
        if centre == NOWHERE {
            continue;
        }
        let [up, right, down, left] = board.beside(centre);
        let cells = [centre, up, right, down, left].map(|near| board.cell(near));
        let mut threatened = 0_u32;
        for (i, cell) in cells.iter().enumerate() {
            // Where there is no stone, the number of the chain is that of some other: it is not used.
            let in_atari = board.chain(cell.chain).liberties == 1;
            threatened |= u32::from((cell.colour == 1 || cell.colour == WHITE) & in_atari) << i;
        }
        while threatened != 0 {
            let cell = cells[threatened.trailing_zeros() as usize % 5];
            threatened &= threatened - 1;
            if seen[..count].contains(&cell.chain) {
                continue;
            }
            seen[count] = cell.chain;
            count += 1;
            let liberty = board.first_liberty::<W>(cell.chain);
            if cell.colour != colour {
                found.push(liberty);
                continue;
            }
            let before = found.count;
            found.count = prey::<W>(board, cell.chain, colour, &mut found.places, before);
            // A ladder need not be read where something can be taken instead.
            if found.count > before || escapes::<W>(board, liberty, colour, spare) {
                found.push(liberty);
            }
        }
    }
}

/// The vital point of a small eye of the opponent beside his last stone; [`NOWHERE`] if there is none.
#[inline]
fn nakade(board: &Board, colour: u8, last: usize) -> usize {
    if !board.has_air(last) {
        return NOWHERE;
    }
    // One region is enough: two small eyes beside one stone are rare.
    let mut start = NOWHERE;
    for near in board.beside(last) {
        let cell = board.cell(near);
        let fits = (cell.colour == EMPTY) & may_be_eye(cell.code, other(colour));
        start = if fits { near } else { start };
    }
    if start == NOWHERE { NOWHERE } else { vital_point(board, other(colour), start) }
}

/// Whether an empty place could lie in an eye of three points or more: nothing but a colour's stones beside it, and one
/// or two points open. It spares most of the searching.
#[inline(always)]
const fn may_be_eye(code: u16, holder: u8) -> bool {
    let (own, enemy) = if holder == 1 { (code, code >> 1) } else { (code >> 1, code) };
    let sides = (own & 0x55).count_ones();
    ((sides == 2) | (sides == 3)) & (enemy & !own & 0x55 == 0)
}

/// The vital point of the empty region around a place, if it has three to six points, nothing but stones of a colour
/// around it, and a shape in which one stone decides between one eye and two.
#[inline]
pub(crate) fn vital_point(board: &Board, holder: u8, start: usize) -> usize {
    let mut region = [start; LARGEST_EYE];
    let mut degrees = [0_u8; LARGEST_EYE];
    let (mut size, mut next) = (1, 0);
    while next < size {
        for near in board.beside(region[next]) {
            let there = board.colour(near);
            if there == EMPTY {
                degrees[next] += 1;
                if !region[..size].contains(&near) {
                    if size == LARGEST_EYE {
                        return NOWHERE;
                    }
                    region[size] = near;
                    size += 1;
                }
            } else if there == other(holder) {
                return NOWHERE;
            }
        }
        next += 1;
    }
    // Three in a row, the pyramid of four, the bulky five and the cross, the rabbity six.
    let ends = degrees[..size].iter().filter(|&&degree| degree == 1).count();
    let wanted = match (size, ends) {
        (3, _) => 2,
        (4, 3) => 3,
        (5, 1) => 3,
        (5, 4) => 4,
        (6, 2) => 4,
        _ => return NOWHERE,
    };
    let vital = degrees[..size].iter().position(|&degree| degree == wanted);
    vital.map_or(NOWHERE, |i| region[i])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Go, Rules};
    use tabula_core::{Notation, Square};

    /// The vital point of the region of a5 on a board of 6 lines, by its name.
    fn vital(rows: &str) -> Option<String> {
        let game = Go::new(6, Rules::CHINESE).unwrap();
        let at = game.read_position(&format!("{rows} b")).unwrap();
        let place = vital_point(&at.board, 1, at.board.place(Square(30)));
        (place != NOWHERE).then(|| game.point_name(at.board.point(place)))
    }

    #[test]
    fn eyes_have_the_vital_points_of_the_books() {
        for (rows, point) in [
            ("3X2/XXXX2/6/6/6/6", Some("b6")),
            ("2X3/1XX3/XX4/6/6/6", Some("a6")),
            ("3X2/X1X3/XXX3/6/6/6", Some("b6")),
            ("2X3/2X3/XX4/6/6/6", None),
            ("4X1/XXXXX1/6/6/6/6", None),
            ("3X2/2XX2/XX4/6/6/6", Some("b6")),
            ("3X2/3X2/XXX3/6/6/6", None),
            ("3X2/2OX2/XX4/6/6/6", None),
        ] {
            assert_eq!(vital(rows).as_deref(), point, "{rows}");
        }
    }
}
