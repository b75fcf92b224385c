//! A game, move by move.

use super::judge::{Judgement, accuracy, chances};
use super::look::{Found, look};
use tabula_core::{Fault, Mover, Score, Side};
use tabula_engine::{Clock, Played, Player, Table};

/// A game with a value before and after each move.
pub(super) struct Review {
    pub(super) steps: Vec<Step>,
}

/// A move of the game.
pub(super) struct Step {
    pub(super) played: Played,
    /// What the analysis would have played, with the value for who moved; `None` where the die moved.
    pub(super) best: Option<Found>,
    /// The value after the move, for the first player.
    pub(super) after: Score,
    /// What it cost, in points of winning chances.
    pub(super) loss: f64,
    pub(super) judgement: Option<Judgement>,
}

impl Step {
    /// The line that was better than the move, if the move cost anything worth a word.
    pub(super) fn better(&self) -> Option<&[String]> {
        let best = self.best.as_ref().filter(|_| self.judgement.is_some())?;
        Some(&best.texts)
    }
}

/// What was seen in a position: its value for the first player, and the best line, if anybody is to move.
struct Sight {
    value: Score,
    best: Option<Found>,
}

impl Review {
    /// Looks at every position of the game on a table, and tells which one comes.
    pub(super) fn of(
        player: &mut dyn Player,
        end: &dyn Table,
        clock: &Clock,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Self, Fault> {
        let mut table = end.copy();
        while table.back() {}
        player.ready(&table.record().setup)?;
        tell(0);
        let mut before = see(player, &*table, clock)?;
        let mut steps = Vec::new();
        for (i, played) in end.played().iter().enumerate() {
            table.play(&played.code)?;
            tell(i + 1);
            let after = see(player, &*table, clock)?;
            steps.push(step(played.clone(), before, &after));
            before = after;
        }
        Ok(Self { steps })
    }

    fn moves_of(&self, side: Side) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.played.by == Some(side))
    }

    /// The mean accuracy of a player's moves; `None` without any.
    pub(super) fn accuracy(&self, side: Side) -> Option<f64> {
        let count = self.moves_of(side).count();
        (count > 0).then(|| self.moves_of(side).map(|step| accuracy(step.loss)).sum::<f64>() / count as f64)
    }

    /// How many moves of a player are judged so.
    pub(super) fn count(&self, side: Side, judgement: Judgement) -> usize {
        self.moves_of(side).filter(|step| step.judgement == Some(judgement)).count()
    }
}

fn see(player: &mut dyn Player, table: &dyn Table, clock: &Clock) -> Result<Sight, Fault> {
    if let Some(outcome) = table.outcome() {
        let value = match outcome.winner {
            Some(Side::First) => Score::WIN,
            Some(Side::Second) => -Score::WIN,
            None => Score::ZERO,
        };
        return Ok(Sight { value, best: None });
    }
    let Mover::Player(side) = table.mover() else { return Ok(Sight { value: Score::ZERO, best: None }) };
    let best = look(player, table, clock, 1, &mut |_| {})?.into_iter().next();
    let score = best.as_ref().map_or(Score::ZERO, |best| best.score);
    Ok(Sight { value: if side == Side::First { score } else { -score }, best })
}

fn step(played: Played, before: Sight, after: &Sight) -> Step {
    let (Some(side), Some(best)) = (played.by, &before.best) else {
        return Step { played, best: None, after: after.value, loss: 0.0, judgement: None };
    };
    let seen = |value: Score| chances(if side == Side::First { value } else { -value });
    // What the analysis would have played cannot be worse than itself, whatever is seen a move later.
    let loss = if best.codes[0] == played.code { 0.0 } else { (seen(before.value) - seen(after.value)).max(0.0) };
    Step { played, best: before.best, after: after.value, loss, judgement: Judgement::of(loss) }
}
