//! Equations with several unknowns.

/// The inverse of a positive definite matrix, by elimination.
///
/// ```
/// use tabula_arena::stats::matrix::invert;
/// assert_eq!(invert(vec![vec![2.0, 0.0], vec![0.0, 4.0]]), [[0.5, 0.0], [0.0, 0.25]]);
/// ```
pub fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for k in 0..n {
        let pivot = matrix[k][k];
        for j in 0..n {
            matrix[k][j] /= pivot;
            inverse[k][j] /= pivot;
        }
        for i in (0..n).filter(|&i| i != k) {
            let factor = matrix[i][k];
            for j in 0..n {
                matrix[i][j] -= factor * matrix[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
    inverse
}

/// A matrix times a vector.
pub fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_changes_nothing() {
        let matrix = vec![vec![4.0, 1.0, -0.5], vec![1.0, 3.0, 0.25], vec![-0.5, 0.25, 2.0]];
        let inverse = invert(matrix.clone());
        for i in 0..3 {
            let column: Vec<f64> = inverse.iter().map(|row| row[i]).collect();
            for (j, value) in times(&matrix, &column).into_iter().enumerate() {
                assert!((value - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
    }
}
