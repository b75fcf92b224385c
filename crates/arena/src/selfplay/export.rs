//! Quiet positions from self-play games, as lines `POSITION;SCORE;RESULT`, both for the first player.
//!
//! An evaluation can only learn from positions that it can judge without searching. Left out are: the opening, where
//! games are alike; positions in check; those whose best move takes, promotes or checks (by its text: `x`, `=`, `+`);
//! scores that are won anyway; and what was there before. In games whose moves are not written like that, nothing is
//! noisy.

use super::format::Played;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use tabula_core::{Dice, Mover, Side};
use tabula_engine::{Setup, Shelf};

/// What is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filter {
    /// Plies from the start of the game.
    pub skip: usize,
    /// Scores farther from even.
    pub score: i16,
    /// More positions of one game than these, drawn by lot; `None` keeps all.
    pub sample: Option<usize>,
    /// What those lots are drawn from.
    pub seed: u64,
}

/// What became of the positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games read.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// In the opening, or without a score.
    pub early: u64,
    /// Won anyway.
    pub decided: u64,
    /// In check, or the best move is noisy.
    pub noisy: u64,
    /// Seen before.
    pub repeated: u64,
    /// Drawn by nobody.
    pub unsampled: u64,
    /// Written.
    pub kept: u64,
}

/// Makes lines of games.
pub struct Export<'a> {
    shelf: &'a dyn Shelf,
    filter: Filter,
    seen: HashSet<u64>,
    counts: Counts,
}

impl<'a> Export<'a> {
    /// At the beginning.
    pub fn new(shelf: &'a dyn Shelf, filter: Filter) -> Self {
        Self { shelf, filter, seen: HashSet::new(), counts: Counts::default() }
    }

    /// What became of the positions so far.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The lines of a game. Fails if it cannot be replayed: it was played by other rules.
    pub fn lines(&mut self, game: &Played) -> Result<Vec<String>, String> {
        let setup = Setup { game: self.shelf.card().id.clone(), start: game.start.clone() };
        let cannot = |what: String| format!("game {} cannot be replayed: {what}", game.number);
        let mut table = self.shelf.table(&setup).map_err(|faults| cannot(faults.to_string()))?;
        let result = ["0", "0.5", "1"][usize::from(game.half_points.min(2))];
        let mut lines = Vec::new();
        let mut in_check = false;
        self.counts.games += 1;
        for (at, ply) in game.plies.iter().enumerate() {
            self.counts.positions += 1;
            let score = ply.score.filter(|_| at >= self.filter.skip);
            let fits = score.is_some_and(|score| score.unsigned_abs() <= self.filter.score.unsigned_abs());
            let (before, mover) = (fits.then(|| table.position()), table.mover());
            let played = table.play(&ply.code).map_err(|fault| cannot(fault.to_string()))?;
            let noisy = in_check || played.text.contains(['x', '=', '+', '#']);
            in_check = played.text.ends_with(['+', '#']);
            match (score, before) {
                (None, _) => self.counts.early += 1,
                (_, None) => self.counts.decided += 1,
                _ if noisy => self.counts.noisy += 1,
                (_, Some(position)) if !self.seen.insert(fingerprint(&position)) => self.counts.repeated += 1,
                (Some(score), Some(position)) => {
                    let sign = if mover == Mover::Player(Side::Second) { -1 } else { 1 };
                    lines.push(format!("{position};{};{result}", sign * i32::from(score)));
                }
            }
        }
        if let Some(most) = self.filter.sample
            && lines.len() > most
        {
            self.counts.unsampled += (lines.len() - most) as u64;
            Dice::new(self.filter.seed ^ game.number).shuffle(&mut lines);
            lines.truncate(most);
        }
        self.counts.kept += lines.len() as u64;
        Ok(lines)
    }
}

/// Equal for positions that differ in their counters alone, which are the last two words of a FEN.
pub fn fingerprint(position: &str) -> u64 {
    let words: Vec<_> = position.split_ascii_whitespace().collect();
    let counters = words.len() > 2 && words[words.len() - 2..].iter().all(|word| word.parse::<u32>().is_ok());
    let mut hasher = DefaultHasher::new();
    words[..words.len() - if counters { 2 } else { 0 }].hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::format::{How, Ply};
    use tabula_engine::catalogue::find;

    fn game(moves: &str, scores: &[Option<i16>]) -> Played {
        let plies = moves.split(' ').zip(scores.iter().copied().chain(std::iter::repeat(Some(20))));
        let plies = plies.map(|(code, score)| Ply { code: code.into(), score }).collect();
        Played { number: 7, start: None, half_points: 2, how: How::Win, plies }
    }

    const ALL: Filter = Filter { skip: 0, score: 2000, sample: None, seed: 1 };

    #[test]
    fn only_quiet_positions_are_written_and_scores_are_the_first_players() {
        let shelf = find("chess").unwrap();
        let mut export = Export::new(&*shelf, ALL);
        // The check and the answer to it, and the capture, are left out.
        let lines = export.lines(&game("e2e4 f7f6 d1h5 g7g6 h5g6 h7g6", &[None])).unwrap();
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"), "{lines:?}");
        assert!(lines[0].ends_with(";-20;1"), "{lines:?}");
        let counts = export.counts();
        assert_eq!((counts.positions, counts.early, counts.noisy, counts.kept), (6, 1, 4, 1));
    }

    #[test]
    fn repeated_early_and_decided_positions_are_left_out() {
        let shelf = find("chess").unwrap();
        let mut export = Export::new(&*shelf, Filter { skip: 1, ..ALL });
        let scores = [Some(1), Some(2), Some(3), Some(-2001), Some(4)];
        let lines = export.lines(&game("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6", &scores)).unwrap();
        // The last position has stood after one ply.
        let counts = export.counts();
        assert_eq!((lines.len(), counts.early, counts.decided, counts.repeated), (3, 1, 1, 1), "{lines:?}");
        assert!(export.lines(&game("g1f3 g8f6 f3g1 f6g8 g1f3", &[])).unwrap().len() < 2);
    }

    #[test]
    fn a_sample_is_no_larger_than_wanted() {
        let shelf = find("chess").unwrap();
        let mut export = Export::new(&*shelf, Filter { sample: Some(2), ..ALL });
        assert_eq!(export.lines(&game("a2a3 a7a6 b2b3 b7b6 c2c3 c7c6", &[])).unwrap().len(), 2);
        assert_eq!((export.counts().kept, export.counts().unsampled), (2, 4));
    }

    #[test]
    fn a_game_of_other_rules_is_refused() {
        let shelf = find("chess").unwrap();
        let said = Export::new(&*shelf, ALL).lines(&game("e2e5", &[])).unwrap_err();
        assert!(said.starts_with("game 7 cannot be replayed: "), "{said}");
    }
}
