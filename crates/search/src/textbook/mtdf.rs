//! MTD(f): the value is closed in on by questions of the form "is it at least this much?".
//!
//! Each question is an [alpha-beta](super::alphabeta) search with a minimal window. With `v` the value and
//! `low`, `high` what is known of it:
//!
//! - always `low <= v <= high`, beginning with the open ends,
//! - an answer below the question lowers `high` to it, any other raises `low` to it,
//! - when `low = high`, that is `v`.
//!
//! A transposition table keeps the many questions cheap. The first one is the value two plies ago: odd and even
//! depths differ by about the worth of a move, so the last iteration would be the worse guess.

use super::aids::{Aids, Memory};
use super::alphabeta;
use super::iterate::{Plan, deepen};
use super::order::Order;
use super::walk::{Halted, Walk};
use super::window::Window;
use tabula_core::{Evaluator, Job, Report, Score, Search, Tactics, Verdict};

/// MTD(f) to a fixed depth.
pub struct Mtdf<E> {
    eval: E,
    plan: Plan,
    aids: Aids,
}

impl<E> Mtdf<E> {
    /// Judges leaves by `eval`.
    pub fn new(eval: E, plan: Plan, order: Order) -> Self {
        Self { eval, plan, aids: Aids::new(order, Memory::Table) }
    }
}

impl<G: Tactics, E: Evaluator<G>> Search<G> for Mtdf<E> {
    fn think(&mut self, job: &Job<'_, G>, tell: &mut dyn FnMut(&Report<G>)) -> Verdict<G> {
        let Self { eval, plan, aids } = self;
        aids.forget();
        let (mut two_ago, mut one_ago) = (Score::ZERO, Score::ZERO);
        deepen(*plan, eval, job, tell, |walk, depth| {
            let value = close_in(aids, walk, depth, two_ago)?;
            (two_ago, one_ago) = (one_ago, value);
            Ok(value)
        })
    }
}

fn close_in<G: Tactics, E: Evaluator<G>>(
    aids: &mut Aids,
    walk: &mut Walk<'_, G, E>,
    depth: u32,
    guess: Score,
) -> Result<Score, Halted> {
    let (mut low, mut high) = (-Score::INFINITE, Score::INFINITE);
    let mut value = guess;
    let mut line = Vec::new();
    while low < high {
        let question = if value == low { value.just_above() } else { value };
        value = alphabeta::node(aids, walk, depth, Window::at_least(question))?;
        if value < question {
            high = value;
        } else {
            low = value;
            // Only here has a move been found that is as good as this; the last one of these is the best.
            line = walk.best_line().to_vec();
        }
    }
    walk.set_best_line(line);
    Ok(value)
}
