//! Sliders by table for boards of up to 64 squares, where the processor can gather bits (BMI2).
//!
//! The men that can stand in the way of a slider are gathered into the lowest bits, which index a table
//! of answers: 800 kB for 8x8, of which a game touches a small part. Elsewhere [`Scan`](crate::Scan) serves.

#![expect(unsafe_code, reason = "gathering bits is an intrinsic; it makes chess perft 1.3 to 1.5 times as fast")]

use crate::lines::{DIAGONAL, STRAIGHT, ray};
use crate::{Shape, Slide, bits};
use std::arch::x86_64::{_pdep_u64, _pext_u64};
use tabula_core::Square;

/// The bits of `word` that stand where `mask` has ones, moved together.
#[inline(always)]
pub(crate) fn gather(word: u64, mask: u64) -> u64 {
    // SAFETY: this module exists only where the build has BMI2, which is all the intrinsic asks for.
    unsafe { _pext_u64(word, mask) }
}

/// The lowest bits of `word`, spread out to where `mask` has ones.
#[inline(always)]
pub(crate) fn spread(word: u64, mask: u64) -> u64 {
    // SAFETY: as above.
    unsafe { _pdep_u64(word, mask) }
}

/// Table sliders.
pub struct Pext {
    straight: [Window; 64],
    diagonal: [Window; 64],
    answers: Box<[u64]>,
}

/// A square's part of the table.
#[derive(Clone, Copy, Default)]
struct Window {
    /// The squares whose occupation matters: the rays without their last squares.
    relevant: u64,
    /// Where the answers begin.
    start: u32,
}

impl Window {
    #[inline(always)]
    fn look_up(self, answers: &[u64], occupied: u64) -> u64 {
        answers[self.start as usize + gather(occupied, self.relevant) as usize]
    }

    fn fill(shape: Shape, from: Square, steps: [(i32, i32); 4], answers: &mut Vec<u64>) -> Self {
        let rays = steps.map(|step| ray(shape, from, step).collect::<Vec<_>>());
        let relevant: u64 =
            bits::collect(rays.iter().filter_map(|ray| ray.split_last()).flat_map(|(_, ray)| ray).copied());
        let start = answers.len() as u32;
        for index in 0..1_u64 << relevant.count_ones() {
            let occupied = spread(index, relevant);
            let seen = rays.iter().flat_map(|ray| {
                let stop = ray.iter().position(|s| occupied >> s.0 & 1 == 1).map_or(ray.len(), |i| i + 1);
                ray[..stop].iter().copied()
            });
            answers.push(bits::collect(seen));
        }
        Self { relevant, start }
    }
}

impl Slide<u64> for Pext {
    fn new(shape: Shape) -> Self {
        let mut answers = Vec::new();
        let mut sliders =
            Self { straight: [Window::default(); 64], diagonal: [Window::default(); 64], answers: Box::new([]) };
        for from in shape.squares() {
            sliders.straight[from.index()] = Window::fill(shape, from, STRAIGHT, &mut answers);
            sliders.diagonal[from.index()] = Window::fill(shape, from, DIAGONAL, &mut answers);
        }
        sliders.answers = answers.into();
        sliders
    }

    #[inline(always)]
    fn straight(&self, from: Square, occupied: u64) -> u64 {
        self.straight[from.index() % 64].look_up(&self.answers, occupied)
    }

    #[inline(always)]
    fn diagonal(&self, from: Square, occupied: u64) -> u64 {
        self.diagonal[from.index() % 64].look_up(&self.answers, occupied)
    }
}
