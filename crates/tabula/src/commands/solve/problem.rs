//! One position of a suite: what is expected, and what was found.

use std::collections::HashMap;
use std::time::{Duration, Instant};
use tabula_core::{Bound, Fault, Score, Stop};
use tabula_engine::{Choice, Clock, Info, Player, Question, Record, Setup, Shelf, Table};
use tabula_wire::epd;

/// A position whose solution is known.
pub(super) struct Problem {
    /// Its place among the problems, from 0.
    pub(super) number: usize,
    /// The line of the suite, from 1.
    pub(super) line: usize,
    pub(super) id: String,
    pub(super) position: String,
    /// The solution for people: `Qg6`, `not Bxa7`, `mate in 3`.
    pub(super) expected: String,
    wanted: Wanted,
    /// How people write each move.
    names: HashMap<String, String>,
    record: Record,
}

/// What a solution has to be; moves as programs exchange them.
#[derive(Debug, Default)]
struct Wanted {
    best: Vec<String>,
    avoid: Vec<String>,
    mate_in: Option<u32>,
}

/// What a player answered.
pub(super) struct Solution {
    pub(super) solved: bool,
    pub(super) code: String,
    pub(super) text: String,
    /// From when on its choice was right; `None` if it was not.
    pub(super) since: Option<Duration>,
    pub(super) depth: u32,
    pub(super) score: Score,
    pub(super) nodes: u64,
}

impl Wanted {
    /// Whether a move with this value solves the problem.
    fn holds(&self, code: &str, score: Score) -> bool {
        let mates = |moves: u32| score.plies_to_end().is_some_and(|plies| (1..=2 * moves as i32 - 1).contains(&plies));
        (self.best.is_empty() || self.best.iter().any(|best| best == code))
            && self.avoid.iter().all(|avoid| avoid != code)
            && self.mate_in.is_none_or(mates)
    }
}

/// How people write each legal move.
fn names(table: &dyn Table) -> Result<HashMap<String, String>, Fault> {
    table.legal().into_iter().map(|code| Ok((code.clone(), table.read(&code)?.text))).collect()
}

impl Problem {
    /// The problem of a line; the fault says what is missing or cannot be read.
    pub(super) fn read(record: &epd::Record, number: usize, line: usize, shelf: &dyn Shelf) -> Result<Self, Fault> {
        let setup = Setup { game: shelf.card().id.clone(), start: Some(record.fen()) };
        let table = shelf.table(&setup).map_err(|faults| Fault::new(faults.to_string()))?;
        if table.outcome().is_some() {
            return Err(Fault::new("the game is over in this position"));
        }
        let mut wanted = Wanted::default();
        let mut expected = Vec::new();
        for (code, moves, word) in [("bm", &mut wanted.best, ""), ("am", &mut wanted.avoid, "not ")] {
            let mut texts = Vec::new();
            for text in record.words(code) {
                let played = table
                    .read(text.trim_end_matches(','))
                    .map_err(|fault| Fault::new(format!("{code}: {}", fault.what)))?;
                moves.push(played.code);
                texts.push(played.text);
            }
            if !texts.is_empty() {
                expected.push(format!("{word}{}", texts.join(" ")));
            }
        }
        if let Some(text) = record.text("dm") {
            let moves = text.parse().ok().filter(|moves| (1..=1000).contains(moves));
            wanted.mate_in =
                Some(moves.ok_or_else(|| Fault::new(format!("dm: expected a number of moves, found '{text}'")))?);
            expected.push(format!("mate in {text}"));
        }
        if expected.is_empty() {
            return Err(Fault::new("it says neither bm, nor am, nor dm: nothing can be checked"));
        }
        Ok(Self {
            number,
            line,
            id: record.text("id").map_or_else(|| format!("line {line}"), str::to_string),
            position: table.position(),
            expected: expected.join(", "),
            wanted,
            names: names(&*table)?,
            record: table.record(),
        })
    }

    /// Asks a player.
    pub(super) fn solve(&self, player: &mut dyn Player, clock: &Clock) -> Result<Solution, Fault> {
        player.ready(&self.record.setup)?;
        let begun = Instant::now();
        let (mut since, mut last) = (None, Info::default());
        let mut hear = |info: &Info| {
            // What is only better or worse than a bound may still change in the same iteration.
            if info.rank > 1 || info.line.is_empty() || info.bound == Bound::Upper {
                return;
            }
            let right = self.wanted.holds(&info.line[0], info.score);
            since = if right { since.or(Some(info.time)) } else { None };
            last = info.clone();
        };
        let Choice::Move(code) = player.choose(&Question::new(&self.record, clock), &Stop::default(), &mut hear)?
        else {
            return Err(Fault::new("the player gave up instead of choosing a move"));
        };
        let solved = self.wanted.holds(&code, last.score);
        Ok(Solution {
            solved,
            text: self.names.get(&code).unwrap_or(&code).clone(),
            code,
            // Right in the end, but not by what it told: it was found at the last moment.
            since: solved.then(|| since.unwrap_or_else(|| begun.elapsed())),
            depth: last.depth,
            score: last.score,
            nodes: last.nodes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue;

    fn problem(line: &str) -> Result<Problem, Fault> {
        Problem::read(&epd::parse(line).0.unwrap(), 0, 1, &*catalogue::find("chess").unwrap())
    }

    #[test]
    fn best_moves_moves_to_avoid_and_mates_are_all_checked() {
        let one = problem("7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; am Kf6; dm 1; id \"corner\";").unwrap();
        assert_eq!((one.id.as_str(), one.expected.as_str()), ("corner", "Ra8#, not Kf6, mate in 1"));
        assert!(one.wanted.holds("a1a8", Score::win_in(1)));
        assert!(!one.wanted.holds("a1a8", Score::win_in(3)), "two moves are too many");
        assert!(!one.wanted.holds("a1a8", Score::ZERO));
        assert!(!one.wanted.holds("a1b1", Score::win_in(1)));
        let avoid = problem("7k/8/6K1/8/8/8/8/R7 w - - am Kf6 Kf7;").unwrap();
        assert_eq!((avoid.id.as_str(), avoid.expected.as_str()), ("line 1", "not Kf6 Kf7"));
        assert!(avoid.wanted.holds("a1a2", Score::ZERO) && !avoid.wanted.holds("g6f7", Score::win_in(1)));
    }

    #[test]
    fn what_is_no_problem_is_said() {
        for (line, said) in [
            ("7k/8/6K1/8/8/8/8/R7 w - - id \"x\";", "it says neither bm, nor am, nor dm: nothing can be checked"),
            ("7k/8/6K1/8/8/8/8/R7 w - - bm Qa8;", "bm: 'Qa8': White has no queen"),
            ("7k/8/6K1/8/8/8/8/R7 w - - dm x;", "dm: expected a number of moves, found 'x'"),
            ("R6k/8/6K1/8/8/8/8/8 b - - bm Kg8;", "the game is over in this position"),
        ] {
            assert_eq!(problem(line).err().unwrap().to_string(), said);
        }
    }
}
