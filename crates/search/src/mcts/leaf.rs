//! What a leaf is worth to the first player, from -1 to 1.

use super::descend::Climber;
use super::style::Leaf;
use crate::alphabeta::LONGEST;
use crate::alphabeta::path::Path;
use tabula_core::{Evaluator, Line, Mover, Outcome, Score, Side, Tactics};

/// Captures are followed no further than this.
const DEEPEST: u32 = 16;
/// Random moves before the evaluator is asked ...
const SHORT: u32 = 8;
/// ... and where nobody has won by then, in a game that is played out.
const LONG: u32 = 200;

/// The position that stands, and so many before it as there are.
pub(super) fn recent<'a, G: Tactics>(path: &'a Path<G>, line: &'a Line<G>, memory: usize) -> Vec<&'a G::Position> {
    let before = line.positions().iter().rev().skip(1);
    path.positions().iter().rev().chain(before).take(1 + memory).collect()
}

impl<G: Tactics, E: Evaluator<G>> Climber<'_, G, E> {
    /// The value of the position that stands; it is left as it was.
    pub(super) fn leaf(&mut self) -> f64 {
        if let Some(oracle) = &mut self.oracle {
            let recent = recent(&self.path, self.job.line, self.memory);
            return oracle.value(self.game, &recent, &mut self.dice, &mut self.out);
        }
        match self.shared.style.leaf {
            Leaf::Judged => self.scaled(Self::sight),
            Leaf::Settled => self.scaled(Self::settled),
            Leaf::Short => self.play_out(SHORT),
            Leaf::Random => self.play_out(LONG),
        }
    }

    fn scaled(&mut self, judge: impl FnOnce(&mut Self) -> Score) -> f64 {
        let score = judge(self);
        f64::from(self.shared.scale.value(score)) / f64::from(Score::WIN.value())
    }

    fn result(outcome: Outcome) -> Score {
        match outcome.winner {
            None => Score::ZERO,
            Some(Side::First) => Score::MAX_ESTIMATE,
            Some(Side::Second) => -Score::MAX_ESTIMATE,
        }
    }

    /// The evaluator's opinion, told for the first player; where the die moves, after what it does not throw or throws first.
    fn sight(&mut self) -> Score {
        if let Some(outcome) = self.game.ended(self.path.now()) {
            return Self::result(outcome);
        }
        match self.game.mover(self.path.now()) {
            Mover::Player(side) => {
                let score = self.eval.value(self.game, self.path.now());
                if side == Side::First { score } else { -score }
            }
            Mover::Chance => self.past_the_die(Self::sight),
        }
    }

    /// Asks after the die: skipped where the game allows that thought, else thrown for its first outcome.
    fn past_the_die(&mut self, ask: impl FnOnce(&mut Self) -> Score) -> Score {
        if self.path.still(self.game) {
            self.eval.push();
        } else {
            let mut outcomes = Vec::new();
            self.game.chances(self.path.now(), &mut outcomes);
            let Some(&(m, _)) = outcomes.first() else { return Score::ZERO };
            self.play(m);
        }
        let score = ask(self);
        self.back();
        score
    }

    /// The same once nothing hangs; at the die, with what its noisy outcomes change at first sight.
    fn settled(&mut self) -> Score {
        match self.game.mover(self.path.now()) {
            Mover::Player(Side::First) => self.settle(-Score::INFINITE, Score::INFINITE, 0),
            Mover::Player(Side::Second) => -self.settle(-Score::INFINITE, Score::INFINITE, 0),
            Mover::Chance => {
                let before = self.sight();
                let settled = self.past_the_die(Self::settled);
                let mut outcomes = Vec::new();
                self.game.chances(self.path.now(), &mut outcomes);
                let game = self.game;
                let change = Score::mean(outcomes.into_iter().map(|(m, weight)| {
                    if !game.is_noisy(self.path.now(), m) {
                        return (Score::ZERO, weight);
                    }
                    self.play(m);
                    let after = self.sight();
                    self.back();
                    (after - before.value(), weight)
                }));
                Score::estimate(settled.value() + change.value())
            }
        }
    }

    /// Quiescence, for the mover: captures that pay, the die skipped.
    fn settle(&mut self, mut alpha: Score, beta: Score, deep: u32) -> Score {
        let game = self.game;
        let viewer = game.mover(self.path.now());
        if let Some(outcome) = game.ended(self.path.now()) {
            let score = Self::result(outcome);
            return if viewer == Mover::Player(Side::Second) { -score } else { score };
        }
        let mut best = self.eval.value(game, self.path.now());
        if deep >= DEEPEST || best >= beta || self.path.ply() + 4 >= LONGEST || self.count() {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = Vec::new();
        game.noisy(self.path.now(), &mut moves);
        moves.sort_by_cached_key(|&m| std::cmp::Reverse(game.gain(self.path.now(), m)));
        for m in moves {
            if !game.holds(self.path.now(), m, 0) {
                continue;
            }
            self.play(m);
            let value = self.answered(viewer, alpha, beta, deep);
            self.back();
            best = best.max(value);
            alpha = alpha.max(best);
            if best >= beta {
                break;
            }
        }
        best
    }

    /// The value for `viewer` of the position after a capture.
    fn answered(&mut self, viewer: Mover, alpha: Score, beta: Score, deep: u32) -> Score {
        match self.game.mover(self.path.now()) {
            Mover::Chance if self.game.ended(self.path.now()).is_none() => {
                self.past_the_die(|climber| climber.answered(viewer, alpha, beta, deep))
            }
            mover if mover == viewer => self.settle(alpha, beta, deep + 1),
            Mover::Chance => {
                let score = self.sight();
                if viewer == Mover::Player(Side::First) { score } else { -score }
            }
            Mover::Player(_) => -self.settle(-beta, -alpha, deep + 1),
        }
    }

    /// The value after so many random moves, or when the game is over.
    fn play_out(&mut self, plies: u32) -> f64 {
        let game = self.game;
        let mut played = 0;
        let mut moves = Vec::new();
        let mut outcomes = Vec::new();
        while played < plies && self.path.ply() + 4 < LONGEST && game.ended(self.path.now()).is_none() && !self.count()
        {
            let drawn = if game.mover(self.path.now()) == Mover::Chance {
                outcomes.clear();
                game.chances(self.path.now(), &mut outcomes);
                self.dice.pick_weighted(&outcomes)
            } else {
                moves.clear();
                game.moves(self.path.now(), &mut moves);
                self.dice.pick(&moves).copied()
            };
            let Some(m) = drawn else { break };
            self.play(m);
            played += 1;
        }
        let value = self.scaled(Self::sight);
        (0..played).for_each(|_| self.back());
        value
    }
}
