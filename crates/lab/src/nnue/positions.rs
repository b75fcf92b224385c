//! Quiet positions of games as samples, a part of them held out.

use std::borrow::Cow;
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
    /// The share of later scores in a score: that of the next ply, and of those after it through that one.
    pub later: f32,
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

/// The game with scores that know what came of them: a short search errs, and the searches of the next plies err otherwise.
fn foreseen<'a>(game: &'a Played, lot: &Lot) -> Cow<'a, Played> {
    if lot.later == 0.0 {
        return Cow::Borrowed(game);
    }
    let mut game = game.clone();
    let unit = f32::from(lot.unit);
    // The chance of whoever moves at the ply after.
    let mut after = None;
    for ply in game.plies.iter_mut().rev() {
        let now = ply.score.map(|score| chance(f32::from(score) / unit));
        after = now.map(|now| after.map_or(now, |after: f32| (1.0 - lot.later) * now + lot.later * (1.0 - after)));
        // What is won or lost for certain keeps a score that is a number.
        ply.score = after.map(|mean| (unit * (mean / (1.0 - mean)).ln()).clamp(-SURE, SURE).round() as i16);
    }
    Cow::Owned(game)
}

/// No score is farther from even.
const SURE: f32 = 30_000.0;

fn heap(shelf: &dyn Shelf, sight: &dyn Sight, games: &[Played], lot: &Lot, at: u64) -> Result<Gathered, String> {
    let mut export = Export::new(shelf, lot.filter);
    let mut made = Gathered::default();
    for (number, game) in games.iter().enumerate().map(|(number, game)| (number as u64, game)) {
        if number % HEAPS != at {
            continue;
        }
        // Whole games are held out: their positions are alike.
        let held = (number / HEAPS).is_multiple_of(lot.held.max(2));
        for line in export.lines(&foreseen(game, lot))? {
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

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_arena::selfplay::format::{How, Ply};

    fn scores(scores: &[Option<i16>], later: f32) -> Vec<Option<i16>> {
        let filter = Filter { skip: 0, score: 3000, sample: None, seed: 1 };
        let lot = Lot { filter, results: 0.0, later, unit: 400, held: 40, strolls: 0 };
        let plies = scores.iter().map(|&score| Ply { code: "e2e4".into(), score }).collect();
        let game = Played { number: 0, start: None, half_points: 1, how: How::Draw, plies };
        foreseen(&game, &lot).plies.iter().map(|ply| ply.score).collect()
    }

    #[test]
    fn a_score_takes_its_share_of_later_ones_from_the_side_of_its_mover() {
        let told = [Some(0), Some(-400), Some(400)];
        assert_eq!(scores(&told, 0.0), told);
        // 400 for the mover is -400 for the next: all three agree but the first, which is drawn half way.
        let half = 0.5 * 0.5 + 0.5 * chance(1.0);
        let first = (400.0 * (half / (1.0 - half)).ln()).round() as i16;
        assert_eq!(scores(&told, 0.5), [Some(first), Some(-400), Some(400)]);
    }

    #[test]
    fn nothing_is_taken_across_a_ply_without_a_score_and_certain_scores_stay_numbers() {
        assert_eq!(scores(&[Some(0), None, Some(900)], 0.5), [Some(0), None, Some(900)]);
        let [Some(won), ..] = scores(&[Some(i16::MAX), Some(-i16::MAX)], 0.9)[..] else { panic!("two scores") };
        assert!(won > 3000, "{won}");
    }
}
