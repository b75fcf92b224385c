//! How much less deep late moves are searched.

use super::margins::Margins;

/// Plies, in 1024ths.
pub(super) const PLY: i32 = 1024;
const SIZE: usize = 64;

/// Reductions by depth and by the number of the move, for noisy and for quiet ones.
pub(super) struct Late(Box<[[[i32; SIZE]; SIZE]; 2]>);

impl Late {
    pub(super) fn new(margins: &Margins) -> Self {
        let mut table = Box::new([[[0; SIZE]; SIZE]; 2]);
        let shapes = [(margins.late_noisy, margins.late_noisy_slope), (margins.late_quiet, margins.late_quiet_slope)];
        for (rows, (base, slope)) in table.iter_mut().zip(shapes) {
            for (depth, row) in rows.iter_mut().enumerate().skip(1) {
                for (number, late) in row.iter_mut().enumerate().skip(1) {
                    let product = (depth as f64).ln() * (number as f64).ln() * 100.0 / f64::from(slope);
                    *late = base + (product * f64::from(PLY)) as i32;
                }
            }
        }
        Self(table)
    }

    #[inline(always)]
    pub(super) fn plies(&self, quiet: bool, depth: i32, number: i32) -> i32 {
        self.0[usize::from(quiet)][(depth as usize).min(SIZE - 1)][(number as usize).min(SIZE - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_are_reduced_more() {
        let late = Late::new(&Margins::default());
        for quiet in [false, true] {
            for n in 2..60 {
                assert!(late.plies(quiet, 10, n) <= late.plies(quiet, 10, n + 1));
                assert!(late.plies(quiet, n, 10) <= late.plies(quiet, n + 1, 10));
            }
        }
        assert!(late.plies(true, 10, 10) > late.plies(false, 10, 10));
        assert_eq!(late.plies(true, 500, 500), late.plies(true, 63, 63));
    }
}
