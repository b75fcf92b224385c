//! Pooling of windows and of whole planes, sample by sample. The way back finds the greatest again instead of keeping it.

use crate::layer::{Global, Pool};

/// The planes that go in, and the side of the window.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    pub(super) height: usize,
    pub(super) width: usize,
    pub(super) size: usize,
}

impl Grid {
    fn out(self) -> (usize, usize) {
        (self.height / self.size, self.width / self.size)
    }

    /// The places of a window in its plane, for the point with this index.
    fn places(self, point: usize) -> impl Iterator<Item = usize> {
        let (_, columns) = self.out();
        let (y, x) = (point / columns * self.size, point % columns * self.size);
        (0..self.size * self.size).map(move |i| (y + i / self.size) * self.width + x + i % self.size)
    }
}

pub(super) fn forward(kind: Pool, grid: Grid, input: &[f32], output: &mut [f32]) {
    let (rows, columns) = grid.out();
    let planes = input.chunks_exact(grid.height * grid.width).zip(output.chunks_exact_mut(rows * columns));
    for (plane, out) in planes {
        for (point, out) in out.iter_mut().enumerate() {
            let numbers = grid.places(point).map(|place| plane[place]);
            *out = match kind {
                Pool::Max => numbers.fold(f32::NEG_INFINITY, f32::max),
                Pool::Average => numbers.sum::<f32>() / (grid.size * grid.size) as f32,
            };
        }
    }
}

pub(super) fn backward(kind: Pool, grid: Grid, input: &[f32], up: &[f32], down: &mut [f32]) {
    let (rows, columns) = grid.out();
    let planes = input.chunks_exact(grid.height * grid.width).zip(down.chunks_exact_mut(grid.height * grid.width));
    for ((plane, down), up) in planes.zip(up.chunks_exact(rows * columns)) {
        for (point, up) in up.iter().enumerate() {
            match kind {
                Pool::Max => down[greatest(grid.places(point).map(|place| (place, plane[place])))] += up,
                Pool::Average => {
                    let share = up / (grid.size * grid.size) as f32;
                    grid.places(point).for_each(|place| down[place] += share);
                }
            }
        }
    }
}

pub(super) fn forward_global(kind: Global, plane: usize, input: &[f32], output: &mut [f32]) {
    let (means, maxima) = match kind {
        Global::Average => (output, &mut [][..]),
        Global::Max => (&mut [][..], output),
        Global::Both => output.split_at_mut(input.len() / plane),
    };
    for (mean, numbers) in means.iter_mut().zip(input.chunks_exact(plane)) {
        *mean = numbers.iter().sum::<f32>() / plane as f32;
    }
    for (greatest, numbers) in maxima.iter_mut().zip(input.chunks_exact(plane)) {
        *greatest = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    }
}

pub(super) fn backward_global(kind: Global, plane: usize, input: &[f32], up: &[f32], down: &mut [f32]) {
    let (means, maxima) = match kind {
        Global::Average => (up, &[][..]),
        Global::Max => (&[][..], up),
        Global::Both => up.split_at(input.len() / plane),
    };
    for (up, down) in means.iter().zip(down.chunks_exact_mut(plane)) {
        down.iter_mut().for_each(|down| *down += up / plane as f32);
    }
    for ((up, down), numbers) in maxima.iter().zip(down.chunks_exact_mut(plane)).zip(input.chunks_exact(plane)) {
        down[greatest(numbers.iter().copied().enumerate())] += up;
    }
}

/// The place of the greatest number, the first of equals.
fn greatest(numbers: impl Iterator<Item = (usize, f32)>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, number) in numbers {
        if number > best.1 || (best.1 == f32::NEG_INFINITY && number == best.1) {
            best = (place, number);
        }
    }
    best.0
}
