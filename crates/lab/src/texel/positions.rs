//! Positions as the tuner sees them: which weights count how often, and how the game ended.

use std::io::BufRead;
use tabula_core::Fault;
use tabula_core::tuning::{FULL_PHASE, FULL_SCALE, Record, Tunable};

/// Faults beyond these are only counted.
const MOST_FAULTS: usize = 10;
/// How many lines each thread gets at a time.
const PORTION: usize = 8_192;

/// Many positions. What counts in each stands in two long lists, so that a million of them fit into memory.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    heads: Vec<Head>,
    places: Vec<u32>,
    counts: Vec<i8>,
}

/// What is known of a position beside its counts.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Head {
    /// Where its counts end in the lists.
    end: usize,
    /// The share of the middlegame.
    middle: f32,
    /// The share of the endgame, if the first player has the advantage there, if the second has.
    ends: [f32; 2],
    /// What is added in the end.
    mating: f32,
    /// What a search thought, in hundredths of a pawn; `NAN` if none was asked.
    score: f32,
    /// How the game ended, for the first player.
    result: f32,
}

/// A position on its way through the loss.
pub(super) struct Item<'a> {
    head: &'a Head,
    pub(super) places: &'a [u32],
    pub(super) counts: &'a [i8],
}

/// A pair of values, middlegame and endgame, for every weight.
pub(super) type Pairs = Vec<[f32; 2]>;

impl Item<'_> {
    /// The value for the first player, and how much a unit of middlegame and of endgame add to it.
    #[inline]
    pub(super) fn value(&self, weights: &[[f32; 2]]) -> (f32, [f32; 2]) {
        let (mut middle, mut end) = (0.0, 0.0);
        for (&place, &count) in self.places.iter().zip(self.counts) {
            let [m, e] = weights[place as usize];
            middle += m * f32::from(count);
            end += e * f32::from(count);
        }
        let share = self.head.ends[usize::from(end < 0.0)];
        (middle * self.head.middle + end * share + self.head.mating, [self.head.middle, share])
    }

    /// What the value ought to predict: the result, or a mixture with what a search thought.
    #[inline]
    pub(super) fn target(&self, lambda: f32, k: f32) -> f32 {
        let Head { score, result, .. } = *self.head;
        if score.is_nan() { result } else { lambda * result + (1.0 - lambda) * chance(k * score) }
    }
}

/// The chance of winning that belongs to a value in units of `1/k`.
#[inline]
pub(super) fn chance(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What came of reading.
#[derive(Debug, Default)]
pub struct Read {
    /// The positions.
    pub positions: Positions,
    /// The first faults, each with its line.
    pub faults: Vec<Fault>,
    /// How many lines were left out for a fault.
    pub bad: usize,
}

impl Positions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    pub(super) fn item(&self, nth: usize) -> Item<'_> {
        let begin = nth.checked_sub(1).map_or(0, |before| self.heads[before].end);
        let head = &self.heads[nth];
        Item { head, places: &self.places[begin..head.end], counts: &self.counts[begin..head.end] }
    }

    /// Reads lines `FEN;score;result`: the score in hundredths of a pawn and the result (1, 0.5 or 0) both from White's side.
    /// The score may be empty. Empty lines and those that begin with `#` are skipped; `tell` hears how many have been read.
    pub fn read(
        game: &dyn Tunable,
        mut from: impl BufRead,
        threads: usize,
        tell: &mut dyn FnMut(usize),
    ) -> std::io::Result<Read> {
        let mut read = Read::default();
        let mut number = 0;
        loop {
            let mut lines = Vec::new();
            let mut line = String::new();
            while lines.len() < PORTION * threads.max(1) && from.read_line(&mut line)? > 0 {
                number += 1;
                let text = line.trim();
                if !text.is_empty() && !text.starts_with('#') {
                    lines.push((number, text.to_string()));
                }
                line.clear();
            }
            if lines.is_empty() {
                return Ok(read);
            }
            let parts: Vec<Read> = std::thread::scope(|scope| {
                let workers: Vec<_> = lines.chunks(PORTION).map(|lines| scope.spawn(|| digest(game, lines))).collect();
                workers.into_iter().map(|worker| worker.join().expect("reading a line does not panic")).collect()
            });
            for part in parts {
                read.append(part);
            }
            tell(read.positions.len());
        }
    }

    fn push(&mut self, record: &Record, score: f32, result: f32) {
        for &(place, count) in &record.counts {
            // A count that is too large for a byte comes in several parts.
            let mut rest = count;
            while rest != 0 {
                let part = rest.clamp(i8::MIN.into(), i8::MAX.into());
                self.places.push(place);
                self.counts.push(part as i8);
                rest -= part;
            }
        }
        let middle = record.phase as f32 / FULL_PHASE as f32;
        let ends = record.scales.map(|scale| (1.0 - middle) * scale as f32 / FULL_SCALE as f32);
        let mating = record.mating as f32;
        self.heads.push(Head { end: self.places.len(), middle, ends, mating, score, result });
    }
}

impl Read {
    fn append(&mut self, other: Self) {
        let before = self.positions.places.len();
        self.positions.places.extend(other.positions.places);
        self.positions.counts.extend(other.positions.counts);
        self.positions
            .heads
            .extend(other.positions.heads.into_iter().map(|head| Head { end: head.end + before, ..head }));
        self.bad += other.bad;
        let room = MOST_FAULTS.saturating_sub(self.faults.len());
        self.faults.extend(other.faults.into_iter().take(room));
    }
}

fn digest(game: &dyn Tunable, lines: &[(usize, String)]) -> Read {
    let mut read = Read::default();
    for (number, line) in lines {
        if let Err(what) = digest_line(game, line, &mut read.positions) {
            read.bad += 1;
            if read.faults.len() < MOST_FAULTS {
                read.faults.push(Fault::new(format!("line {number}: {what}")));
            }
        }
    }
    read
}

fn digest_line(game: &dyn Tunable, line: &str, positions: &mut Positions) -> Result<(), String> {
    let fields: Vec<_> = line.split(';').map(str::trim).collect();
    let [fen, score, result] = fields[..] else {
        return Err(format!("expected FEN;score;result, found {} fields", fields.len()));
    };
    let record = game.record(fen).map_err(|faults| faults.to_string())?;
    let score = match score {
        "" => f32::NAN,
        text => text.parse().map_err(|_| format!("expected a score in hundredths of a pawn, found '{text}'"))?,
    };
    let result = match result {
        "1" | "1.0" | "1-0" => 1.0,
        "0.5" | "1/2" | "1/2-1/2" => 0.5,
        "0" | "0.0" | "0-1" => 0.0,
        text => return Err(format!("expected a result of 1, 0.5 or 0, found '{text}'")),
    };
    positions.push(&record, score, result);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_chess::{Tapered, chess960};
    use tabula_core::{Dice, Evaluator, Game, Notation, Side};

    #[test]
    fn good_lines_are_read_and_bad_ones_named() {
        let text = "# a comment\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;35;1\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;;0.5\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;35\n\
                    4k3/8/8/8/8/8/4P3/8 w - - 0 1;35;1\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;x;1\n\
                    4k3/8/8/8/8/8/4P3/4K3 w - - 0 1;35;2\n";
        let read = Positions::read(&chess960(), text.as_bytes(), 2, &mut |_| {}).unwrap();
        assert_eq!((read.positions.len(), read.bad, read.faults.len()), (2, 4, 4));
        let said: Vec<_> = read.faults.iter().map(ToString::to_string).collect();
        assert_eq!(said[0], "line 4: expected FEN;score;result, found 2 fields");
        assert!(said[1].starts_with("line 5: "), "{said:?}");
        assert_eq!(said[2], "line 6: expected a score in hundredths of a pawn, found 'x'");
        assert_eq!(said[3], "line 7: expected a result of 1, 0.5 or 0, found '2'");
        assert_eq!(read.positions.item(0).target(1.0, 0.005), 1.0);
        assert_eq!(read.positions.item(1).target(0.0, 0.005), 0.5, "without a score the result alone counts");
    }

    #[test]
    fn a_position_has_the_value_that_it_has_in_play() {
        let game = chess960();
        let pairs: Vec<[f32; 2]> = game.weights().iter().map(|&(middle, end)| [middle.into(), end.into()]).collect();
        let mut dice = Dice::new(1);
        let mut at = game.start();
        let mut moves = Vec::new();
        for _ in 0..120 {
            let fen = game.write_position(&at);
            let read = Positions::read(&game, format!("{fen};0;1\n").as_bytes(), 1, &mut |_| {}).unwrap();
            let mut tapered = Tapered::new();
            tapered.reset(&game, &at);
            let value = tapered.value(&game, &at).value() as f32;
            let value = if at.turn() == Side::First { value } else { -value };
            assert!((read.positions.item(0).value(&pairs).0 - value).abs() <= 1.0, "{fen}");
            moves.clear();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, &mut ());
        }
    }
}
