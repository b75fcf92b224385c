//! From where each position is reached, noted while looking forwards: what any game can be asked, at the price of memory (four bytes
//! for each move of each position).

use crate::follow::{Ahead, Follow};
use crate::{Crew, Stage, Tables};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use tabula_core::{Endings, Fault};

/// For each number, the numbers from which one move leads to it.
pub(crate) struct Lists {
    /// Where the list of each number begins; one more at the end.
    starts: Vec<usize>,
    numbers: Vec<u32>,
}

impl Lists {
    /// Looks forwards twice: to learn how long the lists are, and to fill them.
    pub(crate) fn new<G: Endings>(
        game: &G,
        material: &G::Material,
        layout: &G::Layout,
        below: &Tables<G>,
        crew: &Crew<'_>,
    ) -> Result<Self, Fault> {
        let span = game.span(layout);
        let each = |hear: &(dyn Fn(usize, usize) + Sync)| {
            crew.sweep(
                Stage::Links,
                span,
                || Follow::new(game, material, layout, below),
                |follow, piece| {
                    for index in piece {
                        let Some(at) = game.place(layout, index) else { continue };
                        if let Ahead::On(_) = follow.look(&at)? {
                            follow.inside.iter().for_each(|&next| hear(index, next));
                        }
                    }
                    Ok(())
                },
            )
        };
        let counts: Vec<AtomicU32> = (0..span).map(|_| AtomicU32::new(0)).collect();
        each(&|_, next| {
            counts[next].fetch_add(1, Ordering::Relaxed);
        })?;
        let mut starts = Vec::with_capacity(span + 1);
        let mut sum = 0;
        for count in counts {
            starts.push(sum);
            sum += count.into_inner() as usize;
        }
        starts.push(sum);
        let ends: Vec<AtomicUsize> = starts.iter().map(|&start| AtomicUsize::new(start)).collect();
        let numbers: Vec<AtomicU32> = (0..sum).map(|_| AtomicU32::new(0)).collect();
        each(&|index, next| {
            let place = ends[next].fetch_add(1, Ordering::Relaxed);
            numbers[place].store(index as u32, Ordering::Relaxed);
        })?;
        Ok(Self { starts, numbers: numbers.into_iter().map(AtomicU32::into_inner).collect() })
    }

    /// The numbers from which one move leads to `index`.
    pub(crate) fn before(&self, index: usize) -> impl Iterator<Item = usize> {
        self.numbers[self.starts[index]..self.starts[index + 1]].iter().map(|&number| number as usize)
    }
}
