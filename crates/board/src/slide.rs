//! Where a slider gets to, given what stands in its way.

use crate::lines::ray;
use crate::{Bits, PerSquare, Shape, bits};
use tabula_core::Square;

/// Answers where rooks and bishops get to: up to and including the first man on each line.
pub trait Slide<B: Bits>: Send + Sync {
    /// Prepares the tables of a board.
    fn new(shape: Shape) -> Self;
    /// Along ranks and files.
    fn straight(&self, from: Square, occupied: B) -> B;
    /// Along diagonals.
    fn diagonal(&self, from: Square, occupied: B) -> B;
}

/// Sliders without large tables, for every width: on each line the nearest man below the square is a
/// highest bit and the nearest above it a lowest bit ("obstruction difference").
///
/// It is the plain twin of the table sliders, and the fastest we know for the widest boards.
pub struct Scan<B: Bits> {
    axes: Box<B::PerSquare<[Axis<B>; 4]>>,
}

/// One line through a square, cut in two at the square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Axis<B> {
    below: B,
    above: B,
}

impl<B: Bits> Axis<B> {
    fn new(shape: Shape, from: Square, (right, up): (i32, i32)) -> Self {
        Self {
            below: bits::collect(ray(shape, from, (-right, -up))),
            above: bits::collect(ray(shape, from, (right, up))),
        }
    }

    #[inline(always)]
    fn reach(self, occupied: B) -> B {
        let within = (self.above & occupied).up_to_first() & (self.below & occupied).last_and_up();
        (self.above | self.below) & within
    }
}

impl<B: Bits> Slide<B> for Scan<B> {
    fn new(shape: Shape) -> Self {
        // Each step leads to a higher square, so "above" is above.
        let axes = B::PerSquare::boxed(|from| {
            [(1, 0), (0, 1), (1, 1), (-1, 1)].map(|step| {
                if from.index() < shape.size() {
                    Axis::new(shape, from, step)
                } else {
                    Axis { below: B::EMPTY, above: B::EMPTY }
                }
            })
        });
        Self { axes }
    }

    #[inline(always)]
    fn straight(&self, from: Square, occupied: B) -> B {
        let [rank, file, _, _] = self.axes.at(from);
        rank.reach(occupied) | file.reach(occupied)
    }

    #[inline(always)]
    fn diagonal(&self, from: Square, occupied: B) -> B {
        let [_, _, rising, falling] = self.axes.at(from);
        rising.reach(occupied) | falling.reach(occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wide;
    use crate::lines::{DIAGONAL, STRAIGHT};
    use tabula_core::Dice;

    /// The definition itself: walk until something stands there.
    fn walk<B: Bits>(shape: Shape, from: Square, occupied: B, steps: [(i32, i32); 4]) -> B {
        let mut reached = B::EMPTY;
        for step in steps {
            for square in ray(shape, from, step) {
                reached |= B::one(square);
                if occupied.has(square) {
                    break;
                }
            }
        }
        reached
    }

    fn check<B: Bits, S: Slide<B>>(files: u8, ranks: u8) {
        let shape = Shape::new(files, ranks).unwrap();
        let sliders = S::new(shape);
        let mut dice = Dice::new(3);
        for _ in 0..60 {
            let crowd = 1 + dice.below(8);
            let occupied: B = bits::collect(shape.squares().filter(|_| dice.below(crowd) == 0));
            for from in shape.squares() {
                assert_eq!(sliders.straight(from, occupied), walk(shape, from, occupied, STRAIGHT));
                assert_eq!(sliders.diagonal(from, occupied), walk(shape, from, occupied, DIAGONAL));
            }
        }
    }

    #[test]
    fn sliders_stop_at_the_first_man_on_every_width_and_size() {
        for (files, ranks) in [(8, 8), (5, 5), (3, 3), (7, 9), (10, 6)] {
            check::<u64, <u64 as Bits>::Sliders>(files, ranks);
            check::<u64, Scan<u64>>(files, ranks);
        }
        for (files, ranks) in [(8, 8), (10, 8), (10, 10), (12, 10), (16, 8), (8, 16), (3, 9), (11, 4)] {
            check::<u128, <u128 as Bits>::Sliders>(files, ranks);
            check::<u128, Scan<u128>>(files, ranks);
            check::<Wide, Scan<Wide>>(files, ranks);
        }
        check::<Wide, Scan<Wide>>(16, 16);
    }
}
