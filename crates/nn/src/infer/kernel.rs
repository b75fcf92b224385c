//! The product behind every layer of play: rows of numbers times packed weights. Each number of the result is summed in one
//! order, whatever the number of rows, so that a sample has the same result in any batch.

/// Results that are computed side by side.
const LANES: usize = 16;

/// Weights cut into panels of `LANES` results, each panel input after input; the last panel is filled up with 0.
#[derive(Clone, Debug)]
pub(super) struct Packed {
    ins: usize,
    outs: usize,
    panels: Vec<f32>,
}

impl Packed {
    /// From the weight of each result for each input.
    pub(super) fn new(ins: usize, outs: usize, weight: impl Fn(usize, usize) -> f32) -> Self {
        let mut panels = vec![0.0; outs.div_ceil(LANES) * LANES * ins];
        for out in 0..outs {
            for input in 0..ins {
                panels[(out / LANES * ins + input) * LANES + out % LANES] = weight(out, input);
            }
        }
        Self { ins, outs, panels }
    }

    /// `out = rows * weights`, for as many rows as `rows` has.
    pub(super) fn multiply(&self, rows: &[f32], out: &mut [f32]) {
        let (mut rows, mut out) = (rows, out);
        loop {
            let left = rows.len() / self.ins;
            let Some(count) = [1, 2, 4, 6].into_iter().rfind(|&count| count <= left) else { return };
            let (now, later) = rows.split_at(count * self.ins);
            let (out_now, out_later) = out.split_at_mut(count * self.outs);
            match count {
                1 => self.some::<1>(now, out_now),
                2 => self.some::<2>(now, out_now),
                4 => self.some::<4>(now, out_now),
                _ => self.some::<6>(now, out_now),
            }
            (rows, out) = (later, out_later);
        }
    }

    fn some<const ROWS: usize>(&self, rows: &[f32], out: &mut [f32]) {
        let rows: [&[f32]; ROWS] = std::array::from_fn(|row| &rows[row * self.ins..][..self.ins]);
        for (index, panel) in self.panels.chunks_exact(LANES * self.ins).enumerate() {
            let sums = sums::<ROWS>(rows, &panel.as_chunks().0[..self.ins]);
            for (out, sums) in out.chunks_exact_mut(self.outs).zip(&sums) {
                let out = &mut out[index * LANES..];
                // Whole lanes are one copy of known length.
                match out.first_chunk_mut::<LANES>() {
                    Some(whole) => *whole = *sums,
                    None => out.copy_from_slice(&sums[..out.len()]),
                }
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn sums<const ROWS: usize>(rows: [&[f32]; ROWS], panel: &[[f32; LANES]]) -> [[f32; LANES]; ROWS] {
    let mut sums = [[0.0; LANES]; ROWS];
    // Once for all, so that the loop need not ask.
    let rows = rows.map(|row| &row[..panel.len()]);
    // In this order of loops the compiler keeps all sums in registers at every level of optimisation.
    for input in 0..panel.len() {
        for lane in 0..LANES {
            for row in 0..ROWS {
                sums[row][lane] = fused(rows[row][input], panel[input][lane], sums[row][lane]);
            }
        }
    }
    sums
}

/// `a * b + c`, in one instruction where the machine has it; elsewhere `mul_add` would be a slow function.
#[inline(always)]
fn fused(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(any(target_feature = "fma", target_arch = "aarch64")) { a.mul_add(b, c) } else { a * b + c }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::matrix::{Matrix, multiply_plainly};

    #[test]
    fn the_packed_product_is_the_plain_one_and_no_row_minds_the_others() {
        let mut random = Random::new(3);
        for (rows, ins, outs) in [(1, 1, 1), (5, 7, 16), (13, 90, 33), (3, 300, 17)] {
            let left: Vec<f32> = (0..rows * ins).map(|_| random.normal()).collect();
            let weights: Vec<f32> = (0..outs * ins).map(|_| random.normal()).collect();
            let packed = Packed::new(ins, outs, |out, input| weights[out * ins + input]);
            let (mut fast, mut plain) = (vec![0.0; rows * outs], vec![0.0; rows * outs]);
            packed.multiply(&left, &mut fast);
            let weights = Matrix::new(&weights, outs, ins).turned();
            multiply_plainly(&mut plain, Matrix::new(&left, rows, ins), weights, false);
            assert!(fast.iter().zip(&plain).all(|(x, y)| (x - y).abs() < 1e-4));
            for (row, wanted) in left.chunks_exact(ins).zip(fast.chunks_exact(outs)) {
                let mut alone = vec![0.0; outs];
                packed.multiply(row, &mut alone);
                assert_eq!(alone, wanted);
            }
        }
    }
}
