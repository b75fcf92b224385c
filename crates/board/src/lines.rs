//! Straight and diagonal lines: what lies between two squares, and what lies on the line through them.

use crate::{Bits, PerSquare, Shape, bits};
use tabula_core::Square;

/// The steps along ranks and files.
pub const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
/// The steps along diagonals.
pub const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The squares passed from `from` in steps of `step`, up to the edge.
pub fn ray(shape: Shape, from: Square, step: (i32, i32)) -> impl Iterator<Item = Square> {
    std::iter::successors(shape.step(from, step), move |&at| shape.step(at, step))
}

/// For each pair of squares on a common line: the squares between, and the whole line.
pub struct Lines<B: Bits> {
    between: Box<B::PerSquare<B::PerSquare<B>>>,
    through: Box<B::PerSquare<B::PerSquare<B>>>,
    straight: Box<B::PerSquare<B>>,
    diagonal: Box<B::PerSquare<B>>,
}

impl<B: Bits> Lines<B> {
    /// The lines of a board.
    pub fn new(shape: Shape) -> Self {
        let rays = |from: Square, steps: [(i32, i32); 4]| -> B {
            if from.index() >= shape.size() {
                return B::EMPTY;
            }
            bits::collect(steps.into_iter().flat_map(|step| ray(shape, from, step)))
        };
        Self {
            between: pairs::<B>(shape, |from, to, step| -> B {
                bits::collect(ray(shape, from, step).take_while(move |&square| square != to))
            }),
            through: pairs::<B>(shape, |from, _, (right, up)| -> B {
                let both = ray(shape, from, (right, up)).chain(ray(shape, from, (-right, -up)));
                bits::collect::<B>(both) | B::one(from)
            }),
            straight: B::PerSquare::boxed(|from| rays(from, STRAIGHT)),
            diagonal: B::PerSquare::boxed(|from| rays(from, DIAGONAL)),
        }
    }

    /// The squares strictly between two squares on a common line; empty otherwise.
    #[inline(always)]
    pub fn between(&self, a: Square, b: Square) -> B {
        *self.between.at(a).at(b)
    }

    /// The whole line through two different squares, edge to edge; empty if there is none.
    #[inline(always)]
    pub fn through(&self, a: Square, b: Square) -> B {
        *self.through.at(a).at(b)
    }

    /// What a rook reaches on an empty board.
    #[inline(always)]
    pub fn straight(&self, from: Square) -> B {
        *self.straight.at(from)
    }

    /// What a bishop reaches on an empty board.
    #[inline(always)]
    pub fn diagonal(&self, from: Square) -> B {
        *self.diagonal.at(from)
    }
}

/// A table over all pairs; `value` is asked where the squares share a line, with the step from the first to the second.
fn pairs<B: Bits>(shape: Shape, value: impl Fn(Square, Square, (i32, i32)) -> B) -> Box<B::PerSquare<B::PerSquare<B>>> {
    B::PerSquare::boxed(|from| {
        let mut row = *<B::PerSquare<B> as PerSquare<B>>::boxed(|_| B::EMPTY);
        if from.index() < shape.size() {
            for step in STRAIGHT.into_iter().chain(DIAGONAL) {
                for to in ray(shape, from, step) {
                    *row.at_mut(to) = value(from, to, step);
                }
            }
        }
        row
    })
}
