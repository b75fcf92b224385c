//! Products of matrices: one door to the crate `gemm`, with its plain twin. `unsafe` stands here and in `nnue/kernel.rs` only.

use gemm_common::Parallelism;
use gemm_f32::gemm::f32::get_gemm_fn;

/// A matrix inside a slice: any steps from row to row and from column to column, as long as all of it is inside.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    data: &'a [f32],
    rows: usize,
    columns: usize,
    down: usize,
    right: usize,
}

impl<'a> Matrix<'a> {
    /// Row after row, without gaps.
    pub(crate) fn new(data: &'a [f32], rows: usize, columns: usize) -> Self {
        Self::strided(data, rows, columns, columns)
    }

    /// Row after row, with `down` numbers from the start of one row to that of the next.
    pub(crate) fn strided(data: &'a [f32], rows: usize, columns: usize, down: usize) -> Self {
        assert!(
            rows == 0 || columns == 0 || (rows - 1) * down + columns <= data.len(),
            "the matrix is inside its slice"
        );
        Self { data, rows, columns, down, right: 1 }
    }

    /// Rows become columns; nothing is moved.
    pub(crate) fn turned(self) -> Self {
        Self { data: self.data, rows: self.columns, columns: self.rows, down: self.right, right: self.down }
    }
}

/// `out = left * right`, or `out += left * right`; `out` is row after row without gaps.
#[allow(unsafe_code)]
pub(crate) fn multiply(out: &mut [f32], left: Matrix<'_>, right: Matrix<'_>, add: bool) {
    let (rows, columns, inner) = (left.rows, right.columns, left.columns);
    assert!(inner == right.rows && out.len() == rows * columns, "the shapes fit");
    if rows == 0 || columns == 0 {
        return;
    }
    if inner == 0 {
        if !add {
            out.fill(0.0);
        }
        return;
    }
    // The kernels want columns without gaps, so they are given the whole product turned round.
    // SAFETY: `Matrix::strided` has checked that every element of both factors is inside its slice, the assertion above that
    // the product fills `out` exactly; `out` is borrowed alone, so it overlaps neither; all steps are at most the length of a
    // slice and therefore fit an isize.
    unsafe {
        get_gemm_fn()(
            columns,
            rows,
            inner,
            out.as_mut_ptr(),
            columns as isize,
            1,
            add,
            right.data.as_ptr(),
            right.down as isize,
            right.right as isize,
            left.data.as_ptr(),
            left.down as isize,
            left.right as isize,
            1.0,
            1.0,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}

/// What `multiply` does, in the plainest way.
#[cfg(test)]
pub(crate) fn multiply_plainly(out: &mut [f32], left: Matrix<'_>, right: Matrix<'_>, add: bool) {
    for row in 0..left.rows {
        for column in 0..right.columns {
            let mut sum = if add { out[row * right.columns + column] } else { 0.0 };
            for inner in 0..left.columns {
                sum += left.data[row * left.down + inner * left.right]
                    * right.data[inner * right.down + column * right.right];
            }
            out[row * right.columns + column] = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn the_fast_product_is_the_plain_one() {
        let mut random = Random::new(7);
        for (rows, columns, inner) in
            [(1, 1, 1), (1, 17, 5), (23, 1, 9), (7, 81, 90), (64, 33, 200), (5, 6, 0), (1, 40, 1)]
        {
            for turn in 0..8 {
                let numbers = |random: &mut Random, count| (0..count).map(|_| random.normal()).collect::<Vec<f32>>();
                let left = numbers(&mut random, rows * inner);
                let right = numbers(&mut random, inner * columns);
                let a = if turn & 1 == 0 {
                    Matrix::new(&left, rows, inner)
                } else {
                    Matrix::new(&left, inner, rows).turned()
                };
                let b = if turn & 2 == 0 {
                    Matrix::new(&right, inner, columns)
                } else {
                    Matrix::new(&right, columns, inner).turned()
                };
                let mut fast = numbers(&mut random, rows * columns);
                let mut plain = fast.clone();
                multiply(&mut fast, a, b, turn & 4 != 0);
                multiply_plainly(&mut plain, a, b, turn & 4 != 0);
                for (x, y) in fast.iter().zip(&plain) {
                    assert!((x - y).abs() < 1e-4, "{rows}x{inner}x{columns}, way {turn}: {x} and {y}");
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "inside its slice")]
    fn a_matrix_larger_than_its_slice_is_refused() {
        let _ = Matrix::new(&[0.0; 5], 2, 3);
    }
}
