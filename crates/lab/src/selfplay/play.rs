//! Many games at once. The positions of all games of a thread go through the net together; each game draws its own lots, so that
//! it is the same game whoever plays beside it, on however many threads.

use super::config::Play;
use super::record::Record;
use super::seat::{Manner, Need, Seat};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tabula_core::{Dice, Encode, Stop, Tactics};
use tabula_nets::Mind;
use tabula_nn::Desk;

/// A game that is to be played.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub number: u64,
    pub seed: u64,
    pub manner: Manner,
    pub opening: u32,
}

/// A seed of its own for each game of a run.
pub(super) const fn seed_of(run: u64, number: u64) -> u64 {
    let mut dice = Dice::new(run ^ number.wrapping_mul(0x2545_F491_4F6C_DD1D));
    dice.next_u64()
}

/// Plays all these games; `done` hears of each as it ends, in no certain order. Answers whether it came to the end.
pub(super) fn play_all<G: Encode + Tactics>(
    game: &G,
    minds: &[&Mind],
    play: &Play,
    orders: &[Order],
    threads: usize,
    stop: &Stop,
    done: &mut (dyn FnMut(Record) + Send),
) -> bool {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(done);
    let work = || {
        let mut seats: Vec<Seat<'_, G>> = Vec::new();
        let mut desks: Vec<Desk> = minds.iter().map(|_| Desk::new(1)).collect();
        let mut batches: Vec<(Vec<f32>, Vec<usize>)> = minds.iter().map(|_| (Vec::new(), Vec::new())).collect();
        while !stop.is_raised() {
            while seats.len() < play.parallel
                && let Some(order) = orders.get(next.fetch_add(1, Relaxed))
            {
                seats.push(Seat::new(game, play, order.manner, order.number, order.seed, order.opening));
            }
            let mut index = 0;
            while index < seats.len() {
                match seats[index].advance() {
                    Need::Opinion => index += 1,
                    Need::Nothing => {
                        let record = seats.swap_remove(index).record();
                        // Who hears of games does not panic while it holds the lock, or all is lost anyway.
                        let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        done(record);
                    }
                }
            }
            if seats.is_empty() {
                if next.load(Relaxed) >= orders.len() {
                    return;
                }
                continue;
            }
            for (index, seat) in seats.iter().enumerate() {
                let mind = seat.mind();
                seat.show(minds[mind], &mut batches[mind].0);
                batches[mind].1.push(index);
            }
            for ((mind, desk), (batch, asking)) in minds.iter().zip(&mut desks).zip(&mut batches) {
                mind.think(desk, batch);
                for (sample, &index) in asking.iter().enumerate() {
                    seats[index].hear(mind, (desk, sample));
                }
                batch.clear();
                asking.clear();
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    !stop.is_raised()
}
