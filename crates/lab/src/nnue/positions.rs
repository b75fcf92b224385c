//! Quiet positions of games as samples, a part of them held out.

use std::thread;
use tabula_arena::selfplay::export::{Export, Filter};
use tabula_arena::selfplay::format::Played;
use tabula_core::{Dice, Score, Seen, Side, Sight};
use tabula_engine::Shelf;
use tabula_nn::nnue::{Samples, chance};

/// How samples are made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Lot {
    /// Which positions are left out.
    pub filter: Filter,
    /// The share of the result in what is predicted; the rest is the score.
    pub results: f32,
    /// So many hundredths of a pawn are a value of one: the exponent of a chance.
    pub unit: u16,
    /// One game of so many is held out.
    pub held: u64,
    /// Positions beside each one of a game, from random moves, judged by hand.
    pub strolls: usize,
}

/// What games are to learning.
#[derive(Clone, Debug, Default)]
pub(super) struct Gathered {
    /// To be learnt from.
    pub learnt: Samples,
    /// To be judged by.
    pub held: Samples,
    /// Positions to stroll from, where strolls are wanted.
    texts: Vec<Box<str>>,
}

/// Random moves beside a game, at most.
const ASIDE: usize = 4;

impl Gathered {
    /// Positions beside those of the games, other ones for every seed.
    pub(super) fn strolls(&self, sight: &dyn Sight, lot: &Lot, seed: u64, threads: usize) -> Result<Samples, String> {
        let size = self.texts.len().div_ceil(HEAPS as usize).max(1);
        let parts: Vec<_> = self.texts.chunks(size).enumerate().collect();
        let made = each(threads, &parts, |(part, texts)| {
            let mut dice = Dice::new(seed ^ (*part as u64 + 1) << 40);
            let (mut made, mut stroller) = (Samples::default(), sight.stroller());
            for text in *texts {
                let mut tell = |seen: &Seen, value: Score| {
                    if value.value().unsigned_abs() <= u32::from(lot.filter.score.unsigned_abs()) {
                        made.push(
                            &seen.own,
                            &seen.foe,
                            seen.bucket,
                            chance(value.value() as f32 / f32::from(lot.unit)),
                        );
                    }
                };
                let told = stroller.stroll(text, ASIDE, lot.strolls, &mut dice, &mut tell);
                told.map_err(|faults| faults.to_string())?;
            }
            Ok(made)
        })?;
        let mut all = Samples::default();
        made.iter().for_each(|part| all.append(part));
        Ok(all)
    }
}

/// Does the work of each part on so many threads; the results in the order of the parts.
fn each<P: Sync, T: Send>(
    threads: usize,
    parts: &[P],
    work: impl Fn(&P) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let mut made = Vec::with_capacity(parts.len());
    for parts in parts.chunks(threads.max(1)) {
        thread::scope(|scope| {
            let hands: Vec<_> = parts.iter().map(|part| scope.spawn(|| work(part))).collect();
            made.extend(
                hands.into_iter().map(|hand| hand.join().unwrap_or_else(|_| Err("a thread ended early".into()))),
            );
        });
    }
    made.into_iter().collect()
}

/// Games are dealt to so many heaps, whatever the number of threads, so that the samples are always the same. Repeated positions are
/// found within a heap.
const HEAPS: u64 = 8;

/// The samples of games. Fails if a game cannot be replayed or seen.
pub(super) fn gather(
    shelf: &dyn Shelf,
    sight: &dyn Sight,
    games: &[Played],
    lot: &Lot,
    threads: usize,
) -> Result<Gathered, String> {
    let heaps: Vec<u64> = (0..HEAPS).collect();
    let mut all = Gathered::default();
    for heap in each(threads, &heaps, |&at| heap(shelf, sight, games, lot, at))? {
        all.learnt.append(&heap.learnt);
        all.held.append(&heap.held);
        all.texts.extend(heap.texts);
    }
    Ok(all)
}

fn heap(shelf: &dyn Shelf, sight: &dyn Sight, games: &[Played], lot: &Lot, at: u64) -> Result<Gathered, String> {
    let mut export = Export::new(shelf, lot.filter);
    let mut made = Gathered::default();
    for (number, game) in games.iter().enumerate().map(|(number, game)| (number as u64, game)) {
        if number % HEAPS != at {
            continue;
        }
        // Whole games are held out: their positions are alike.
        let held = (number / HEAPS).is_multiple_of(lot.held.max(2));
        for line in export.lines(game)? {
            let wrong = || format!("the line '{line}' is none of a position, a score and a result");
            let mut words = line.rsplitn(3, ';');
            let (result, score, position) = (words.next(), words.next(), words.next());
            let result: f32 = result.and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
            let score: f32 = score.and_then(|word| word.parse().ok()).ok_or_else(wrong)?;
            let position = position.ok_or_else(wrong)?;
            let seen = sight.see(position).map_err(|faults| faults.to_string())?;
            let first = (1.0 - lot.results) * chance(score / f32::from(lot.unit)) + lot.results * result;
            let target = if seen.mover == Side::First { first } else { 1.0 - first };
            let part = if held { &mut made.held } else { &mut made.learnt };
            part.push(&seen.own, &seen.foe, seen.bucket, target);
            if lot.strolls > 0 && !held {
                made.texts.push(position.into());
            }
        }
    }
    Ok(made)
}
