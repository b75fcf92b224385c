//! Labels from players: each position is asked on its own, with everything before forgotten, so that its label does not depend on which
//! thread gave it, nor on what was labelled before.

use super::format::Entry;
use std::sync::Mutex;
use std::thread;
use tabula_core::{Bound, Fault, Mover, Side, Stop};
use tabula_engine::{Choice, Clock, Player, Question, Setup, Shelf};

/// What is asked of whom.
pub struct Labeller<'a> {
    /// The game.
    pub shelf: &'a dyn Shelf,
    /// How long a player may think about each position.
    pub clock: &'a Clock,
    /// Positions whose best move takes, promotes or checks get a label, too.
    pub noisy: bool,
}

/// What came of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked {
    /// It has a label.
    Labelled(Entry),
    /// The game is over there, or a die is to be thrown.
    Over,
    /// Its best move takes, promotes or checks: no evaluation should have to know its value.
    Noisy,
    /// The player told no score.
    Mute,
}

impl Labeller<'_> {
    /// Labels positions, by as many threads as there are players; the answers are in the order of the positions. `None` if it was stopped.
    ///
    /// # Errors
    /// If a position cannot be read, or a player fails.
    pub fn label(
        &self,
        players: &mut [Box<dyn Player>],
        positions: &[String],
        stop: &Stop,
    ) -> Result<Option<Vec<Asked>>, Fault> {
        let work = Mutex::new(positions.iter().enumerate());
        let answers = Mutex::new(vec![None; positions.len()]);
        let ask = |player: &mut dyn Player| {
            loop {
                let next = work.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
                let Some((index, position)) = next.filter(|_| !stop.is_raised()) else { return Ok(()) };
                let answer = self.ask(player, position, stop)?;
                answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[index] = Some(answer);
            }
        };
        let done: Vec<Result<(), Fault>> = thread::scope(|scope| {
            let ask = &ask;
            let hands: Vec<_> = players.iter_mut().map(|player| scope.spawn(move || ask(&mut **player))).collect();
            let ended = || Err(Fault::new("a thread ended early"));
            hands.into_iter().map(|hand| hand.join().unwrap_or_else(|_| ended())).collect()
        });
        done.into_iter().collect::<Result<Vec<()>, Fault>>()?;
        if stop.is_raised() {
            return Ok(None);
        }
        Ok(answers.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).into_iter().collect())
    }

    fn ask(&self, player: &mut dyn Player, position: &str, stop: &Stop) -> Result<Asked, Fault> {
        let setup = Setup { game: self.shelf.card().id.clone(), start: Some(position.to_string()) };
        let at = |what: String| Fault::new(format!("the position '{position}': {what}"));
        let table = self.shelf.table(&setup).map_err(|faults| at(faults.to_string()))?;
        let Mover::Player(side) = table.mover() else { return Ok(Asked::Over) };
        if table.outcome().is_some() {
            return Ok(Asked::Over);
        }
        player.ready(&setup)?;
        let record = table.record();
        let mut score = None;
        let choice = player.choose(&Question::new(&record, self.clock), stop, &mut |info| {
            if info.rank <= 1 && info.bound == Bound::Exact {
                score = Some(info.score.value());
            }
        })?;
        let (Some(score), Choice::Move(code)) = (score, choice) else { return Ok(Asked::Mute) };
        let best = table.read(&code).map_err(|fault| at(fault.to_string()))?;
        if !self.noisy && best.text.contains(['x', '=', '+', '#']) {
            return Ok(Asked::Noisy);
        }
        let score = if side == Side::Second { -score } else { score };
        let score = score.clamp(i32::from(i16::MIN + 1), i32::from(i16::MAX)) as i16;
        Ok(Asked::Labelled(Entry { position: table.position(), score }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue::find;

    fn label(players: usize, noisy: bool) -> Vec<Asked> {
        let shelf = find("chess").unwrap();
        let clock = Clock::depth(3);
        let mut seated: Vec<_> = (0..players).map(|_| shelf.player(&"tabula".parse().unwrap()).unwrap()).collect();
        let positions = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4KQQ1 b - - 0 1",
            "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        ];
        let labeller = Labeller { shelf: &*shelf, clock: &clock, noisy };
        labeller.label(&mut seated, &positions.map(String::from), &Stop::default()).unwrap().unwrap()
    }

    #[test]
    fn labels_are_for_the_first_player_whoever_moves_and_however_many_threads_there_are() {
        let one = label(1, true);
        assert_eq!(one, label(3, true));
        let score = |asked: &Asked| match asked {
            Asked::Labelled(entry) => entry.score,
            other => panic!("{other:?}"),
        };
        assert!(score(&one[0]).abs() < 100 && score(&one[1]) > 0 && score(&one[2]) > 1000);
        // Mated already.
        assert_eq!(one[3], Asked::Over);
        assert_eq!(label(2, false)[1], Asked::Noisy);
    }

    #[test]
    fn a_position_that_cannot_be_read_is_named() {
        let shelf = find("chess").unwrap();
        let clock = Clock::depth(1);
        let labeller = Labeller { shelf: &*shelf, clock: &clock, noisy: true };
        let mut player = [shelf.player(&"tabula".parse().unwrap()).unwrap()];
        let said = labeller.label(&mut player, &["8/8 w".to_string()], &Stop::default()).unwrap_err().to_string();
        assert!(said.starts_with("the position '8/8 w': "), "{said}");
    }
}
