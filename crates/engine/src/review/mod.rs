//! What a player thinks of a position, and of every move of a game: lines, losses, and what such moves are called.

mod judge;
mod look;

pub use judge::{Judgement, accuracy, chances};
pub use look::{Found, look, look_at, spell};

use crate::{Clock, Played, Player, Table};
use std::ops::ControlFlow;
use tabula_core::{Fault, Mover, Score, Side, Stop};

/// A game with a value before and after each move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// Every move, those of the die among them.
    pub steps: Vec<Step>,
}

/// A move of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The move.
    pub played: Played,
    /// What the analysis would have played, with the value for who moved; `None` where the die moved.
    pub best: Option<Found>,
    /// What the analysis would answer to the move; `None` where the game is over or the die moves.
    pub reply: Option<Found>,
    /// The value before the move, for the first player.
    pub before: Score,
    /// The value after it, for the first player.
    pub after: Score,
    /// The first player's winning chances before and after, from 0 to 100.
    pub chances: [f64; 2],
    /// What it cost, in points of winning chances.
    pub loss: f64,
    /// What such a move is called, if it cost anything worth a word.
    pub judgement: Option<Judgement>,
}

impl Step {
    /// The line that was better than the move, if the move cost anything worth a word.
    pub fn better(&self) -> Option<&[String]> {
        let best = self.best.as_ref().filter(|_| self.judgement.is_some())?;
        Some(&best.texts)
    }
}

/// What was seen in a position: its value and chances for the first player, and the best line, if anybody is to move.
#[derive(Clone)]
struct Sight {
    value: Score,
    chances: f64,
    best: Option<Found>,
}

impl Sight {
    fn new(score: Score, chances: f64, side: Side, best: Option<Found>) -> Self {
        match side {
            Side::First => Self { value: score, chances, best },
            Side::Second => Self { value: -score, chances: 100.0 - chances, best },
        }
    }
}

/// Looks at every position of the game on a table, and tells each move with what was found, until `hear` breaks or `stop`
/// is raised.
pub fn review(
    player: &mut dyn Player,
    end: &dyn Table,
    clock: &Clock,
    stop: &Stop,
    hear: &mut dyn FnMut(Step) -> ControlFlow<()>,
) -> Result<(), Fault> {
    let mut table = end.copy();
    while table.back() {}
    player.ready(&table.record().setup)?;
    let mut before = see(player, &*table, clock, stop)?;
    for played in end.played() {
        let here = table.copy();
        table.play(&played.code)?;
        let rolls = table.outcome().is_none() && table.mover() == Mover::Chance;
        let after = match played.by {
            // What the die will do is not known yet: the move is worth what it is worth on average.
            Some(side) if rolls => {
                let found = look_at(player, &*here, clock, std::slice::from_ref(&played.code), stop)?;
                let (score, chances) = found.map_or((Score::ZERO, 50.0), |found| (found.score, found.chances()));
                Sight::new(score, chances, side, None)
            }
            _ => see(player, &*table, clock, stop)?,
        };
        if stop.is_raised() || hear(step(played.clone(), before, &after)).is_break() {
            break;
        }
        before = after;
    }
    Ok(())
}

impl Review {
    fn moves_of(&self, side: Side) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.played.by == Some(side))
    }

    /// The mean accuracy of a player's moves; `None` without any.
    pub fn accuracy(&self, side: Side) -> Option<f64> {
        let count = self.moves_of(side).count();
        (count > 0).then(|| self.moves_of(side).map(|step| accuracy(step.loss)).sum::<f64>() / count as f64)
    }

    /// How many moves of a player are judged so.
    pub fn count(&self, side: Side, judgement: Judgement) -> usize {
        self.moves_of(side).filter(|step| step.judgement == Some(judgement)).count()
    }
}

fn see(player: &mut dyn Player, table: &dyn Table, clock: &Clock, stop: &Stop) -> Result<Sight, Fault> {
    if let Some(outcome) = table.outcome() {
        return Ok(match outcome.winner {
            Some(side) => Sight::new(Score::WIN, 100.0, side, None),
            None => Sight { value: Score::ZERO, chances: 50.0, best: None },
        });
    }
    let Mover::Player(side) = table.mover() else {
        return Ok(Sight { value: Score::ZERO, chances: 50.0, best: None });
    };
    let best = look(player, table, clock, 1, stop, &mut |_| {})?.into_iter().next();
    let (score, chances) = best.as_ref().map_or((Score::ZERO, 50.0), |best| (best.score, best.chances()));
    Ok(Sight::new(score, chances, side, best))
}

fn step(played: Played, before: Sight, after: &Sight) -> Step {
    let best = before.best.filter(|_| played.by.is_some());
    let loss = match (played.by, &best) {
        // What the analysis would have played cannot be worse than itself, whatever is seen a move later.
        (Some(_), Some(best)) if best.codes[0] == played.code => 0.0,
        (Some(Side::First), Some(_)) => before.chances - after.chances,
        (Some(Side::Second), Some(_)) => after.chances - before.chances,
        _ => 0.0,
    };
    let loss = loss.max(0.0);
    Step {
        played,
        best,
        reply: after.best.clone(),
        before: before.value,
        after: after.value,
        chances: [before.chances, after.chances],
        loss,
        judgement: Judgement::of(loss),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, catalogue};

    #[test]
    fn a_move_is_judged_by_its_own_worth_and_not_by_what_the_die_made_of_it() {
        let shelf = catalogue::find("behemoth").unwrap();
        let mut table = shelf.table(&Setup { game: "behemoth".into(), start: None }).unwrap();
        table.play("e2e4").unwrap();
        let die = table.chances()[0].0.clone();
        table.play(&die).unwrap();
        let mut player = shelf.player(&"tabula".parse().unwrap()).unwrap();
        let mut steps = Vec::new();
        review(&mut *player, &*table, &Clock::depth(1), &Stop::default(), &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(steps.len(), 2);
        assert!(steps[0].loss < 15.0 && steps[0].after != Score::ZERO, "{:?}", steps[0]);
        assert_eq!(steps[0].reply, None, "nobody answers before the die");
        assert_eq!((steps[1].loss, steps[1].judgement), (0.0, None));
    }

    #[test]
    fn a_king_that_only_the_neutral_man_covers_is_not_told_as_won() {
        let start = Some("k2r3r/pp3p2/7p/8/3*4/2P1K3/5PP1/1NB4R w - - 1 14".to_string());
        let shelf = catalogue::find("behemoth").unwrap();
        let table = shelf.table(&Setup { game: "behemoth".into(), start }).unwrap();
        let mut player = shelf.player(&"tabula:search=star".parse().unwrap()).unwrap();
        let found = look(&mut *player, &*table, &Clock::nodes(5000), 1, &Stop::default(), &mut |_| {}).unwrap();
        assert!(found[0].score.value() < 10_000, "{:?}", found[0].score);
    }

    #[test]
    fn a_mate_that_was_missed_is_a_blunder_and_the_better_line_is_told() {
        let shelf = catalogue::find("chess").unwrap();
        let start = "6k1/5ppp/8/8/8/8/q4PPP/3R2K1 w - - 0 1".to_string();
        let mut table = shelf.table(&Setup { game: "chess".into(), start: Some(start) }).unwrap();
        table.play("d1c1").unwrap();
        let mut player = shelf.player(&"tabula".parse().unwrap()).unwrap();
        let mut steps = Vec::new();
        review(&mut *player, &*table, &Clock::depth(5), &Stop::default(), &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(steps[0].better().map(|line| line[0].as_str()), Some("Rd8#"));
        assert_eq!(steps[0].judgement, Some(Judgement::Blunder));
        assert!(steps[0].reply.is_some());
    }
}
