//! Leaps: moves to a fixed distance, whatever stands between.

use crate::{Bits, PerSquare, Shape, bits};

/// Where each of `steps` (right, up) leads from every square.
///
/// ```
/// use tabula_board::{Bits, PerSquare, Shape, leaps};
/// use tabula_core::Square;
/// let knight = leaps::<u64>(Shape::CHESS, &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
/// assert_eq!(knight.at(Square(0)).count(), 2);
/// ```
pub fn leaps<B: Bits>(shape: Shape, steps: &[(i32, i32)]) -> Box<B::PerSquare<B>> {
    B::PerSquare::boxed(|from| {
        if from.index() >= shape.size() {
            return B::EMPTY;
        }
        bits::collect(steps.iter().filter_map(|&step| shape.step(from, step)))
    })
}
