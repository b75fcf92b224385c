//! Games of self-play as bytes: one after the other in a file that only ever grows. Each has a checksum, so that a file that was
//! torn in the middle of a word is read up to the last whole game.
//!
//! | bytes | field (little-endian) |
//! |---|---|
//! | 4 | length of what follows the checksum |
//! | 4 | its CRC-32 |
//! | 8 | the number of the game |
//! | 1 | result for the first player: 1, 0, -1, signed |
//! | 2 | number of plies; then for each of them |
//! | 2 | the move, as its place in the list of legal moves |
//! | 2 | what the search thought for the mover, times 32767, signed |
//! | 2 | number of shares of the policy, 0 for a ply that is not learnt from; then each of them: place, and share times 65535 |

use tabula_core::checksum::crc32;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Which game of the run it is.
    pub number: u64,
    /// For the first player.
    pub result: i8,
    /// What was played.
    pub plies: Vec<Ply>,
}

/// One turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Ply {
    /// The move, as its place in the list of legal moves.
    pub choice: u16,
    /// What the search thought, for the mover.
    pub value: f32,
    /// Places of the policy with their shares; none where nothing is to be learnt.
    pub policy: Vec<(u16, f32)>,
}

const VALUE: f32 = 32767.0;
const SHARE: f32 = 65535.0;
/// Length and checksum.
const HEAD: usize = 8;

impl Record {
    /// As bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(16 + 40 * self.plies.len());
        body.extend(self.number.to_le_bytes());
        body.extend(self.result.to_le_bytes());
        body.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            body.extend(ply.choice.to_le_bytes());
            body.extend(((ply.value.clamp(-1.0, 1.0) * VALUE).round() as i16).to_le_bytes());
            body.extend((ply.policy.len() as u16).to_le_bytes());
            for (place, share) in &ply.policy {
                body.extend(place.to_le_bytes());
                body.extend(((share.clamp(0.0, 1.0) * SHARE).round() as u16).to_le_bytes());
            }
        }
        let mut bytes = Vec::with_capacity(HEAD + body.len());
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(crc32(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The whole games at the beginning of a file, and where they end.
    #[must_use]
    pub fn read_all(bytes: &[u8]) -> (Vec<Self>, usize) {
        let (mut games, mut end) = (Vec::new(), 0);
        while let Some((game, length)) = Self::read(&bytes[end..]) {
            games.push(game);
            end += length;
        }
        (games, end)
    }

    fn read(bytes: &[u8]) -> Option<(Self, usize)> {
        let mut head = Reader(bytes);
        let (length, sum) = (head.word()? as usize, head.word()?);
        let body = head.0.get(..length)?;
        if crc32(body) != sum {
            return None;
        }
        let mut body = Reader(body);
        let number = u64::from_le_bytes(body.take()?);
        let result = i8::from_le_bytes(body.take()?);
        let count = body.half()?;
        let plies = (0..count).map(|_| body.ply()).collect::<Option<_>>()?;
        body.0.is_empty().then_some((Self { number, result, plies }, HEAD + length))
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn word(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn half(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn ply(&mut self) -> Option<Ply> {
        let choice = self.half()?;
        let value = f32::from(i16::from_le_bytes(self.take()?)) / VALUE;
        let count = self.half()?;
        let policy =
            (0..count).map(|_| Some((self.half()?, f32::from(self.half()?) / SHARE))).collect::<Option<_>>()?;
        Some(Ply { choice, value, policy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u64) -> Record {
        let learnt = Ply { choice: 3, value: -1.0, policy: vec![(7, 1.0), (80, 0.0)] };
        Record { number, result: -1, plies: vec![learnt, Ply { choice: 0, value: 0.0, policy: Vec::new() }] }
    }

    #[test]
    fn games_survive_and_a_torn_end_is_left_out() {
        let whole: Vec<u8> = (0..3).flat_map(|number| game(number).to_bytes()).collect();
        assert_eq!(Record::read_all(&whole), ((0..3).map(game).collect(), whole.len()));
        let two = whole.len() / 3 * 2;
        for end in two..whole.len() {
            assert_eq!(Record::read_all(&whole[..end]), ((0..2).map(game).collect(), two), "{end}");
        }
    }

    #[test]
    fn a_spoilt_byte_ends_what_is_read() {
        let mut bytes: Vec<u8> = (0..2).flat_map(|number| game(number).to_bytes()).collect();
        let half = bytes.len() / 2;
        bytes[half + 12] ^= 1;
        assert_eq!(Record::read_all(&bytes).1, half);
    }
}
