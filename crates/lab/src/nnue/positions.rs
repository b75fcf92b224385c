//! Quiet positions of games as samples, a part of them held out.

use std::thread;
use tabula_arena::selfplay::export::{Export, Filter};
use tabula_arena::selfplay::format::Played;
use tabula_core::{Side, Sight};
use tabula_engine::Shelf;
use tabula_nn::nnue::{Samples, chance};

/// How samples are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lot {
    /// Which positions are left out.
    pub filter: Filter,
    /// The share of the result in what is predicted; the rest is the score.
    pub results: f32,
    /// So many hundredths of a pawn are a value of one: the exponent of a chance.
    pub unit: u16,
    /// One game of so many is held out.
    pub held: u64,
}

/// Games are dealt to so many heaps, whatever the number of threads, so that the samples are always the same. Repeated positions are
/// found within a heap.
const HEAPS: u64 = 8;

/// The samples of games, and those held out. Fails if a game cannot be replayed or seen.
pub fn gather(
    shelf: &dyn Shelf,
    sight: &dyn Sight,
    games: &[Played],
    lot: &Lot,
    threads: usize,
) -> Result<[Samples; 2], String> {
    let heaps: Vec<u64> = (0..HEAPS).collect();
    let mut made: Vec<Result<[Samples; 2], String>> = Vec::new();
    for heaps in heaps.chunks(threads.max(1)) {
        thread::scope(|scope| {
            let hands: Vec<_> =
                heaps.iter().map(|&at| scope.spawn(move || heap(shelf, sight, games, lot, at))).collect();
            let heaps =
                hands.into_iter().map(|hand| hand.join().unwrap_or_else(|_| Err("a thread ended early".into())));
            made.extend(heaps);
        });
    }
    let mut all = [Samples::default(), Samples::default()];
    for heap in made {
        all.iter_mut().zip(&heap?).for_each(|(all, part)| all.append(part));
    }
    Ok(all)
}

fn heap(shelf: &dyn Shelf, sight: &dyn Sight, games: &[Played], lot: &Lot, at: u64) -> Result<[Samples; 2], String> {
    let mut export = Export::new(shelf, lot.filter);
    let mut made = [Samples::default(), Samples::default()];
    for (number, game) in games.iter().enumerate().map(|(number, game)| (number as u64, game)) {
        if number % HEAPS != at {
            continue;
        }
        // Whole games are held out: their positions are alike.
        let part = usize::from((number / HEAPS).is_multiple_of(lot.held.max(2)));
        for line in export.lines(game)? {
            let wrong = || format!("the line '{line}' is none of a position, a score and a result");
            let mut words = line.rsplitn(3, ';');
            let (result, score, position) = (words.next(), words.next(), words.next());
            let result: f32 = result.and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
            let score: f32 = score.and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
            let seen = sight.see(position.ok_or_else(wrong)?).map_err(|faults| faults.to_string())?;
            let first = (1.0 - lot.results) * chance(score / f32::from(lot.unit)) + lot.results * result;
            let target = if seen.mover == Side::First { first } else { 1.0 - first };
            made[part].push(&seen.own, &seen.foe, seen.bucket, target);
        }
    }
    Ok(made)
}
