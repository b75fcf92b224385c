//! Thinking, on the thread of the player: the engine's own move, what it thinks in the opponent's time, analysis.

use super::game::{Game, Mode, Running};
use crate::mouth::Mouth;
use crate::worker::wait_for;
use crate::xboard::squares::to_xboard;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tabula_core::{Bound, Score};
use tabula_engine::{Choice, Clock, Info, Player, Question, Record};

/// Something to think about.
pub(super) struct Thought {
    pub(super) record: Record,
    pub(super) clock: Clock,
    pub(super) running: Running,
}

/// The game, whoever used it last.
pub(super) fn lock(game: &Mutex<Game>) -> MutexGuard<'_, Game> {
    game.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Thinks, moves, and thinks on in the opponent's time where that is wanted.
pub(super) fn run(mouth: &Mouth<'_>, game: &Mutex<Game>, player: &mut dyn Player, thought: Thought) {
    let mut next = Some(thought);
    while let Some(thought) = next.take() {
        let Running { stop, hit, ponders, .. } = &thought.running;
        let begun = Instant::now();
        let ponder = ponders.is_some().then_some(hit);
        let question = Question { ponder, ..Question::new(&thought.record, &thought.clock) };
        let mut line = Vec::new();
        let choice = player.choose(&question, stop, &mut |info| {
            let mut game = lock(game);
            if !game.holds(&thought.running) {
                return;
            }
            if game.post && info.bound != Bound::Upper {
                mouth.say(&told(info, game.ranks()));
            }
            if info.rank <= 1 {
                line.clone_from(&info.line);
                game.last = Some(info.clone());
            }
        });
        if ponder.is_some() {
            wait_for(&[stop, hit]);
        }
        let mut game = lock(game);
        if !game.holds(&thought.running) {
            return;
        }
        match (choice, game.mode) {
            // Analysis never moves; it has seen all there is to see.
            (_, Mode::Analyse) => return,
            (Ok(Choice::Move(code)), _) => {
                let spent = if ponder.is_none() { begun.elapsed() } else { Default::default() };
                next = game.moved(mouth, &code, &line, spent);
            }
            (Ok(Choice::Resign), _) => mouth.say("resign"),
            (Err(fault), _) => mouth.say(&format!("telluser {fault}")),
        }
    }
}

/// `ply score time nodes pv`.
pub(super) fn told(info: &Info, ranks: u8) -> String {
    let centis = info.time.as_millis() / 10;
    format!("{} {} {centis} {} {}", info.depth, score(info.score), info.nodes, to_xboard(&info.line.join(" "), ranks))
        .trim_end()
        .to_string()
}

/// Hundredths of a pawn; a mate in n moves is 100000 + n.
pub(super) fn score(score: Score) -> i32 {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => 100_000 + (plies + 1) / 2,
        Some(plies) => -100_000 + (plies - 1) / 2,
        None => score.value(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_far_beyond_any_estimate() {
        assert_eq!(score(Score::win_in(3)), 100_002);
        assert_eq!(score(Score::loss_in(4)), -100_002);
        assert_eq!(score(Score::estimate(-35)), -35);
    }
}
