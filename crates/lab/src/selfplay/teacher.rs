//! A first teacher of 9x9 Go: positions with a strong net's judgement.
//!
//! A sequence of games by Chinese rules, komi 7.5. A game is a byte with the number of its positions, and then for each of them
//! 168 bytes, little-endian: winning chance of the mover (2 bytes, of 65535), expected lead of the mover in hundredths of a point (2,
//! signed), the move that was then played (1: points row by row from the upper left, then the pass), the policy (82: 255 for what is
//! not legal, else the root of the share times 254), and the owners (81, signed, of 127, the mover's positive).

use super::lessons::{Answer, Batch, Lessons, add};
use tabula_core::{Fault, Game, Planes};
use tabula_go::{Go, gym};

const SIZE: usize = 9;
const POINTS: usize = SIZE * SIZE;
const PLACES: usize = POINTS + 1;
const RECORD: usize = 2 + 2 + 1 + PLACES + POINTS;
const ILLEGAL: u8 = 255;
/// One game in so many is held out.
const HELD_OUT: usize = 20;

pub(super) struct Teacher<'a> {
    game: &'a Go,
    set: Planes,
    bytes: &'a [u8],
    /// Where each game begins in the bytes, and how many positions it has.
    games: Vec<(usize, usize)>,
    /// Game and ply.
    lessons: Vec<(u32, u8)>,
}

impl<'a> Teacher<'a> {
    /// The positions to learn from, and those held out.
    pub(super) fn open(game: &'a Go, set: Planes, bytes: &'a [u8]) -> Result<(Self, Self), Fault> {
        if game.size() != SIZE {
            return Err(Fault::new(format!("the teacher knows boards of 9 lines, not of {}", game.size())));
        }
        let mut games = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let count = usize::from(bytes[at]);
            let end = at + 1 + count * RECORD;
            if end > bytes.len() {
                return Err(Fault::new(format!(
                    "the teacher's file ends within game {} (is it still compressed?)",
                    games.len() + 1
                )));
            }
            games.push((at + 1, count));
            at = end;
        }
        let part = |held: bool| {
            let which = games.iter().enumerate().filter(|(index, _)| (index % HELD_OUT == 0) == held);
            let lessons = which.flat_map(|(index, &(_, count))| (0..count).map(move |ply| (index as u32, ply as u8)));
            Self { game, set, bytes, games: games.clone(), lessons: lessons.collect() }
        };
        let (learnt, held) = (part(false), part(true));
        match learnt.lessons.is_empty() || held.lessons.is_empty() {
            true => Err(Fault::new("the teacher's file has too few games")),
            false => Ok((learnt, held)),
        }
    }

    fn record(&self, game: usize, ply: usize) -> &[u8] {
        &self.bytes[self.games[game].0 + ply * RECORD..][..RECORD]
    }
}

impl Lessons for Teacher<'_> {
    fn len(&self) -> usize {
        self.lessons.len()
    }

    fn fill(&self, lesson: usize, symmetry: usize, batch: &mut Batch) {
        let (index, ply) = self.lessons[lesson];
        let (index, ply) = (index as usize, usize::from(ply));
        let mut positions = vec![self.game.start()];
        for before in 0..ply {
            let mut next = positions[positions.len() - 1].clone();
            if let Some(m) = gym::from_action(self.game, usize::from(self.record(index, before)[4])) {
                self.game.play(&mut next, m, &mut ());
            }
            if positions.len() > self.set.memory {
                positions.remove(0);
            }
            positions.push(next);
        }
        let recent: Vec<_> = positions.iter().rev().collect();
        let record = self.record(index, ply);
        let chance = f32::from(u16::from_le_bytes([record[0], record[1]])) / 65535.0;
        let lead = f32::from(i16::from_le_bytes([record[2], record[3]])) / 100.0;
        let policy: Vec<(u16, f32)> = (0..)
            .zip(&record[5..5 + PLACES])
            .filter(|(_, byte)| !matches!(**byte, 0 | ILLEGAL))
            .map(|(place, &byte)| (place, (f32::from(byte) / 254.0).powi(2)))
            .collect();
        let owners: Vec<f32> = record[5 + PLACES..].iter().map(|&byte| f32::from(byte as i8) / 127.0).collect();
        let answer = Answer { policy: &policy, value: 2.0 * chance - 1.0, owners: Some(&owners), lead };
        add(self.game, &self.set, &recent, symmetry, &answer, batch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Encode;
    use tabula_go::Rules;

    fn go() -> Go {
        Go::new(9, Rules::CHINESE).unwrap()
    }

    /// Twenty-one games of two positions each: a5, then the pass.
    fn file() -> Vec<u8> {
        let mut record = vec![0; RECORD];
        (record[0], record[1], record[2], record[4]) = (255, 255, 250, 36);
        (record[5], record[6], record[5 + PLACES]) = (254, ILLEGAL, 129);
        let mut pass = record.clone();
        pass[4] = 81;
        let game = [vec![2], record, pass].concat();
        game.repeat(21)
    }

    #[test]
    fn a_record_is_a_lesson() {
        let (game, bytes) = (go(), file());
        let (learnt, held) = Teacher::open(&game, game.planes()[0], &bytes).unwrap();
        assert_eq!((learnt.len(), held.len()), (38, 4));
        let mut batch = Batch::default();
        learnt.fill(1, 0, &mut batch);
        // After Black's a5 it is White's turn, who sees it as the other's stone, in the middle of the left side.
        assert_eq!(batch.inputs[81 + 36], 1.0);
        assert_eq!((batch.policy[0], batch.policy[1], batch.value[0]), (1.0, 0.0, 1.0));
        assert!((batch.lead[0] - 0.25).abs() < 1e-6 && batch.owners[0] == -1.0 && batch.known == [1.0]);
    }

    #[test]
    fn a_file_that_is_cut_or_for_another_board_is_refused() {
        let (game, bytes) = (go(), file());
        let said = |game: &Go, bytes: &[u8]| Teacher::open(game, game.planes()[0], bytes).err().unwrap().to_string();
        assert!(said(&game, &bytes[..bytes.len() - 1]).contains("ends within game 21"));
        assert!(said(&game, &[]).contains("too few games"));
        assert!(said(&Go::new(13, Rules::CHINESE).unwrap(), &bytes).contains("not of 13"));
    }
}
