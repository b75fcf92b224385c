//! Jobs on several threads, such that the result does not depend on how many there are: the batch is cut into parts by its
//! size alone, each part has its own place for results, and whoever adds them up does so in order.

use std::sync::Mutex;
use std::thread;

/// A batch is cut into at most so many parts; more threads than this are of no use.
pub(crate) const PARTS: usize = 8;

/// Samples in each part of a batch but the last.
pub(crate) fn part(batch: usize) -> usize {
    batch.div_ceil(PARTS).max(1)
}

/// Does every job once, on so many threads.
pub(crate) fn each<T: Send>(threads: usize, jobs: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    if threads <= 1 {
        jobs.for_each(work);
        return;
    }
    let queue = Mutex::new(jobs);
    let worker = || {
        loop {
            // The lock is given back before the work begins.
            let next = queue.lock().expect("the iterators of this crate do not panic").next();
            match next {
                Some(job) => work(job),
                None => return,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
}
