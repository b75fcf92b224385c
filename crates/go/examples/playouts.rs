//! Play-outs per CPU second from the empty board, on one thread:
//! `cargo run --release -p tabula-go --example playouts`.
//!
//! CPU time is what Linux says in `/proc/thread-self/schedstat`, so that a busy machine does not spoil the figures.

#![expect(clippy::print_stdout, reason = "figures are all it is for")]

use tabula_core::{Dice, Game};
use tabula_go::{Go, Playout, Policy, Rules};

/// Nanoseconds that this thread has run; `None` where the system does not say.
fn cpu_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

fn main() {
    println!("size  policy   play-outs  per CPU second  plies each  Black ahead by");
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![9, 13, 19] } else { sizes };
    for size in sizes {
        for policy in Policy::ALL {
            measure(size, policy);
        }
    }
}

fn measure(size: usize, policy: Policy) {
    let Some(game) = Go::new(size, Rules::CHINESE) else { return };
    let at = game.start();
    let mut playout = Playout::new(&game, policy);
    let mut dice = Dice::new(1);
    let count = 12_000_000 / (size * size * size * size) as u64 * 30;
    let mut lead = 0_i64;
    let mut plies = 0;
    let start = cpu_nanoseconds();
    for _ in 0..count {
        lead += i64::from(playout.run(&game, &at, &mut dice) + i32::from(at.komi()));
        plies += playout.moves().len() as u64;
    }
    let speed = match (start, cpu_nanoseconds()) {
        (Some(from), Some(to)) if to > from => format!("{:.0}", count as f64 * 1e9 / (to - from) as f64),
        _ => "unknown".to_string(),
    };
    let mean = lead as f64 / 2.0 / count as f64;
    let name = format!("{policy:?}");
    println!("{size:4}  {name:7}  {count:9}  {speed:>14}  {:10.1}  {mean:14.2}", plies as f64 / count as f64);
}
