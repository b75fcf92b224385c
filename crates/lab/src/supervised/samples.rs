//! Labelled positions in memory, half a byte for each square, and batches of them as planes.

use super::model::Model;
use crate::labels::{Blocks, Entry, Header, LABELS};
use std::io::BufRead;
use tabula_chess::{Chess, Orthodox, chess};
use tabula_core::{Encode, Fault, Notation, Planes};
use tabula_nn::Random;

const CELLS: usize = 64;
const KINDS: usize = 6;
/// Numbers of a sample.
pub(super) const INPUTS: usize = (KINDS + 1) * CELLS;

/// The game of these nets.
pub(super) const GAME: &str = "chess";

/// Reads the header of a file of labelled positions, behind which [`Samples::read`] goes on.
///
/// # Errors
/// If it is none, or one of another game.
pub fn check_labels(from: &mut impl BufRead) -> Result<(), String> {
    let header = Header::read(from, &LABELS)?;
    if header.game == GAME { Ok(()) } else { Err(format!("it has positions of {}, not of {GAME}", header.game)) }
}

/// One position: on each cell 0, or 1 to 6 for a white man, 7 to 12 for a black one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sample {
    men: [u8; CELLS / 2],
    white: bool,
    score: i16,
}

/// Positions with their scores.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    all: Vec<Sample>,
}

/// Makes samples of entries.
pub(super) struct Reader {
    game: Chess<u64, Orthodox>,
    set: Planes,
}

impl Default for Reader {
    fn default() -> Self {
        let game = chess();
        let set = game.planes()[0];
        Self { game, set }
    }
}

impl Samples {
    /// The samples of entries.
    ///
    /// # Errors
    /// If a position cannot be read.
    pub fn of<'e>(entries: impl IntoIterator<Item = &'e Entry>) -> Result<Self, Fault> {
        let mut samples = Self::default();
        samples.add(entries)?;
        Ok(samples)
    }

    /// Adds the samples of more entries.
    ///
    /// # Errors
    /// If a position cannot be read.
    pub fn add<'e>(&mut self, entries: impl IntoIterator<Item = &'e Entry>) -> Result<(), Fault> {
        let reader = Reader::default();
        for entry in entries {
            self.all.push(reader.sample(entry)?);
        }
        Ok(())
    }

    /// Adds the positions of a file, from behind its header, until there are `most`.
    ///
    /// # Errors
    /// If it cannot be read, or a position of it cannot.
    pub fn read(&mut self, from: impl BufRead, most: usize) -> Result<(), String> {
        let mut blocks = Blocks::new(from);
        while self.len() < most
            && let Some(block) = blocks.next()
        {
            let entries = block.map_err(|error| error.to_string())?.entries;
            let left = most - self.len();
            self.add(entries.iter().take(left)).map_err(|fault| fault.to_string())?;
        }
        Ok(())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Four of five to learn from, the rest to be judged by, drawn by lot.
    pub(super) fn split(&self, seed: u64) -> (Vec<u32>, Vec<u32>) {
        let mut order: Vec<u32> = (0..self.all.len() as u32).collect();
        Random::new(seed).shuffle(&mut order);
        let held = order.split_off(order.len() * 4 / 5);
        (order, held)
    }

    /// The planes of these samples, one after the other, and what is wanted of the model.
    pub(super) fn fill(&self, named: &[u32], model: Model, inputs: &mut Vec<f32>, wanted: &mut Vec<f32>) {
        inputs.clear();
        inputs.resize(named.len() * INPUTS, 0.0);
        wanted.clear();
        for (&index, planes) in named.iter().zip(inputs.chunks_exact_mut(INPUTS)) {
            let sample = &self.all[index as usize];
            sample.show(planes);
            model.wanted(sample.score, wanted);
        }
    }

    /// The scores of these samples.
    pub(super) fn scores<'s>(&'s self, named: &'s [u32]) -> impl Iterator<Item = i16> + 's {
        named.iter().map(|&index| self.all[index as usize].score)
    }
}

impl Reader {
    fn sample(&self, entry: &Entry) -> Result<Sample, Fault> {
        let at = self.game.read_position(&entry.position);
        let at = at.map_err(|faults| Fault::new(format!("the position '{}': {faults}", entry.position)))?;
        let mut planes = [0.0; INPUTS];
        self.game.encode(&self.set, &[&at], &mut planes);
        let mut men = [0; CELLS / 2];
        for (kind, plane) in planes[..KINDS * CELLS].chunks_exact(CELLS).enumerate() {
            for (cell, &number) in plane.iter().enumerate().filter(|(_, number)| **number != 0.0) {
                let code = kind + 1 + if number < 0.0 { KINDS } else { 0 };
                men[cell / 2] |= (code as u8) << (cell % 2 * 4);
            }
        }
        Ok(Sample { men, white: planes[KINDS * CELLS] > 0.0, score: entry.score })
    }
}

impl Sample {
    /// Writes the planes over zeros.
    fn show(&self, planes: &mut [f32]) {
        for cell in 0..CELLS {
            let code = usize::from(self.men[cell / 2] >> (cell % 2 * 4) & 0xf);
            if code > 0 {
                let (kind, number) = if code > KINDS { (code - KINDS - 1, -1.0) } else { (code - 1, 1.0) };
                planes[kind * CELLS + cell] = number;
            }
        }
        planes[KINDS * CELLS..].fill(if self.white { 1.0 } else { -1.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Block;

    fn entry(position: &str, score: i16) -> Entry {
        Entry { position: position.into(), score }
    }

    #[test]
    fn a_sample_shows_what_the_game_shows() {
        for position in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 9",
        ] {
            let reader = Reader::default();
            let at = reader.game.read_position(position).unwrap();
            let mut planes = vec![0.0; INPUTS];
            reader.game.encode(&reader.set, &[&at], &mut planes);
            let samples = Samples::of(&[entry(position, 100)]).unwrap();
            let (mut inputs, mut wanted) = (vec![7.0], vec![7.0]);
            samples.fill(&[0], Model::One, &mut inputs, &mut wanted);
            assert_eq!((inputs, wanted), (planes, vec![0.05]), "{position}");
        }
    }

    #[test]
    fn four_of_five_are_learnt_and_none_is_lost() {
        let entries: Vec<_> = (0..50).map(|n| entry("k7/8/8/8/8/8/8/K6R w - - 0 1", n)).collect();
        let samples = Samples::of(&entries).unwrap();
        let (learnt, held) = samples.split(1);
        assert_eq!((learnt.len(), held.len()), (40, 10));
        let mut all = [learnt, held].concat();
        all.sort_unstable();
        assert_eq!(all, (0..50).collect::<Vec<_>>());
        assert_eq!(samples.scores(&[3, 9]).collect::<Vec<_>>(), [3, 9]);
    }

    #[test]
    fn files_are_read_up_to_a_number_and_those_of_another_game_are_refused() {
        let file = |game: &str| Header { game: game.into(), made: "by hand".into() }.write(&LABELS);
        let entries: Vec<_> = (0..7).map(|n| entry("k7/8/8/8/8/8/8/K6R w - - 0 1", n)).collect();
        let block = Block { through: 7, entries }.write();
        let bytes = [file(GAME), block.clone(), block].concat();
        for (most, found) in [(3, 3), (7, 7), (9, 9), (usize::MAX, 14)] {
            let mut from = &bytes[..];
            check_labels(&mut from).unwrap();
            let mut samples = Samples::default();
            samples.read(from, most).unwrap();
            assert_eq!(samples.len(), found);
        }
        let said = check_labels(&mut &file("janus")[..]).unwrap_err();
        assert_eq!(said, "it has positions of janus, not of chess");
    }

    #[test]
    fn a_position_that_cannot_be_read_is_named() {
        let said = Samples::of(&[entry("8/8 w", 0)]).unwrap_err().to_string();
        assert!(said.starts_with("the position '8/8 w': "), "{said}");
    }
}
