//! A first teacher of 9x9 Go: positions with a strong net's judgement, from a file of [`judged`](crate::labels::judged)
//! games.

use super::lessons::{Answer, Batch, Lessons, add};
use crate::labels::judged::{Games, SIZE};
use tabula_core::{Fault, Game, Planes};
use tabula_go::{Go, gym};

/// One game in so many is held out.
const HELD_OUT: usize = 20;

pub(super) struct Teacher<'a> {
    game: &'a Go,
    set: Planes,
    games: Games<'a>,
    /// Game and ply.
    lessons: Vec<(u32, u8)>,
}

impl<'a> Teacher<'a> {
    /// The positions to learn from, and those held out.
    pub(super) fn open(game: &'a Go, set: Planes, bytes: &'a [u8]) -> Result<(Self, Self), Fault> {
        if game.size() != SIZE {
            return Err(Fault::new(format!("the teacher knows boards of 9 lines, not of {}", game.size())));
        }
        let games = Games::new(bytes);
        if games.is_torn() {
            return Err(Fault::new(format!(
                "the teacher's file ends within game {} (is it still compressed?)",
                games.len() + 1
            )));
        }
        let part = |held: bool| {
            let which = (0..games.len()).filter(|index| (index % HELD_OUT == 0) == held);
            let lessons = which.flat_map(|index| (0..games.positions(index)).map(move |ply| (index as u32, ply as u8)));
            Self { game, set, lessons: lessons.collect(), games: games.clone() }
        };
        let (learnt, held) = (part(false), part(true));
        match learnt.lessons.is_empty() || held.lessons.is_empty() {
            true => Err(Fault::new("the teacher's file has too few games")),
            false => Ok((learnt, held)),
        }
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
            if let Some(m) = gym::from_action(self.game, self.games.played(index, before)) {
                self.game.play(&mut next, m, &mut ());
            }
            if positions.len() > self.set.memory {
                positions.remove(0);
            }
            positions.push(next);
        }
        let recent: Vec<_> = positions.iter().rev().collect();
        let judged = self.games.judged(index, ply);
        let shares = (0..).zip(&judged.policy).filter_map(|(place, share)| Some((place, (*share)?)));
        let policy: Vec<(u16, f32)> = shares.filter(|(_, share)| *share > 0.0).collect();
        let after = judged.after.as_ref();
        let answer = Answer {
            policy: &policy,
            value: 2.0 * judged.chance - 1.0,
            owners: after.map(|(_, owners)| owners.as_slice()),
            lead: after.map_or(0.0, |(lead, _)| *lead),
        };
        add(self.game, &self.set, &recent, symmetry, &answer, batch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::judged::{Judged, write_game};
    use tabula_core::Encode;
    use tabula_go::Rules;

    fn go() -> Go {
        Go::new(9, Rules::CHINESE).unwrap()
    }

    /// Twenty-one games of two positions each: a5, then the pass.
    fn file() -> Vec<u8> {
        let mut policy = vec![Some(0.0); 82];
        (policy[0], policy[1]) = (Some(1.0), None);
        let mut owners = vec![0.0; 81];
        owners[0] = -1.0;
        let a5 = Judged { chance: 1.0, after: Some((2.5, owners)), policy, played: 36 };
        let pass = Judged { played: 81, ..a5.clone() };
        write_game(&[a5, pass]).unwrap().repeat(21)
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
    fn lead_and_owners_that_nobody_knows_are_not_learnt() {
        let game = go();
        let mut judged = Games::new(&file()).judged(0, 0);
        judged.after = None;
        let bytes = write_game(&[judged]).unwrap().repeat(21);
        let (learnt, _) = Teacher::open(&game, game.planes()[0], &bytes).unwrap();
        let mut batch = Batch::default();
        learnt.fill(0, 0, &mut batch);
        assert_eq!((batch.known[0], batch.lead[0], batch.value[0]), (0.0, 0.0, 1.0));
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
