//! Games of 9x9 Go with a strong player's judgement of every position, as `docs/data-format.md` describes them: what a
//! network learns from before it plays itself.
//!
//! A game stands or falls as a whole: what was half-written when a machine went down is dropped by the next writer.

use tabula_core::Fault;

/// Lines of the board.
pub const SIZE: usize = 9;
/// Its points.
pub const POINTS: usize = SIZE * SIZE;
/// Points, and the pass.
pub const PLACES: usize = POINTS + 1;
/// A game has no more positions; what is longer is cut.
pub const LONGEST: usize = u8::MAX as usize;
/// Bytes of a position.
const RECORD: usize = 2 + 2 + 1 + PLACES + POINTS;
/// Where the policy begins in them, and where the owners do.
const POLICY: usize = 5;
const OWNERS: usize = POLICY + PLACES;
/// The policy's byte for what is not legal.
const ILLEGAL: u8 = 255;
/// The policy's byte for what is certain.
const CERTAIN: f32 = 254.0;
/// The lead of which nobody knows, nor of the owners. No game on this board is won by so much.
const UNKNOWN: i16 = i16::MIN;

/// Letters of the columns.
const COLUMNS: &str = "abcdefghj";
/// How a pass is written.
const PASS: &str = "pass";

/// What is thought of a position, as the mover sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The chance to win, 0 to 1.
    pub chance: f32,
    /// Where it is known, the expected lead in points, and whose each point will be: row by row from the top left, from
    /// -1 to 1, which is the mover's.
    pub after: Option<(f32, Vec<f32>)>,
    /// The shares of the moves by place; `None` for what is not legal.
    pub policy: Vec<Option<f32>>,
    /// The place of the move that was then played.
    pub played: usize,
}

impl Judged {
    /// As bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(RECORD);
        bytes.extend(((self.chance * 65535.0).round() as u16).to_le_bytes());
        let lead = self.after.as_ref().map_or(UNKNOWN, |(lead, _)| ((lead * 100.0).round() as i16).max(UNKNOWN + 1));
        bytes.extend(lead.to_le_bytes());
        bytes.push(self.played as u8);
        let share =
            |share: &Option<f32>| share.map_or(ILLEGAL, |share| (share.sqrt() * CERTAIN).round().min(CERTAIN) as u8);
        bytes.extend(self.policy.iter().map(share));
        bytes.resize(OWNERS, ILLEGAL);
        let owners = self.after.iter().flat_map(|(_, owners)| owners);
        bytes.extend(owners.map(|owner| (owner * 127.0).round().clamp(-127.0, 127.0) as i8 as u8));
        bytes.resize(RECORD, 0);
        bytes
    }

    /// The position of a record.
    fn read(record: &[u8]) -> Self {
        let lead = i16::from_le_bytes([record[2], record[3]]);
        let owners = || record[OWNERS..].iter().map(|&byte| f32::from(byte as i8) / 127.0).collect();
        let share = |&byte: &u8| (byte != ILLEGAL).then(|| (f32::from(byte) / CERTAIN).powi(2));
        Self {
            chance: f32::from(u16::from_le_bytes([record[0], record[1]])) / 65535.0,
            after: (lead != UNKNOWN).then(|| (f32::from(lead) / 100.0, owners())),
            policy: record[POLICY..OWNERS].iter().map(share).collect(),
            played: record[4].into(),
        }
    }
}

/// A game as bytes: how many positions, then each of them.
///
/// # Errors
/// If it has none, or more than [`LONGEST`].
pub fn write_game(positions: &[Judged]) -> Result<Vec<u8>, Fault> {
    let count = u8::try_from(positions.len()).ok().filter(|&count| count > 0);
    let count = count.ok_or_else(|| Fault::new(format!("a game has 1 to {LONGEST} positions")))?;
    let mut bytes = vec![count];
    positions.iter().for_each(|judged| bytes.extend(judged.write()));
    Ok(bytes)
}

/// The games of a file, read where they are wanted.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    bytes: &'a [u8],
    /// Where the records of each game begin, and how many there are.
    games: Vec<(usize, usize)>,
    good: usize,
}

impl<'a> Games<'a> {
    /// Finds all whole games, up to the end or to the first that is torn.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut games = Vec::new();
        let mut good = 0;
        while let Some(&count) = bytes.get(good) {
            let end = good + 1 + usize::from(count) * RECORD;
            if end > bytes.len() {
                break;
            }
            games.push((good + 1, usize::from(count)));
            good = end;
        }
        Self { bytes, games, good }
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// How many positions a game has.
    pub fn positions(&self, game: usize) -> usize {
        self.games[game].1
    }

    /// How many bytes all whole games take.
    pub fn good(&self) -> usize {
        self.good
    }

    /// Whether there is something behind the last whole game.
    pub fn is_torn(&self) -> bool {
        self.good < self.bytes.len()
    }

    /// A position.
    pub fn judged(&self, game: usize, ply: usize) -> Judged {
        Judged::read(self.record(game, ply))
    }

    /// The place of the move that was played in a position.
    pub fn played(&self, game: usize, ply: usize) -> usize {
        self.record(game, ply)[4].into()
    }

    fn record(&self, game: usize, ply: usize) -> &[u8] {
        &self.bytes[self.games[game].0 + ply * RECORD..][..RECORD]
    }
}

/// The place of a move as the house writes it: points row by row from the top left, then the pass.
///
/// ```
/// use tabula_lab::labels::judged::place;
/// assert_eq!(["a9", "j9", "a8", "j1", "pass", "i5"].map(place), [Some(0), Some(8), Some(9), Some(80), Some(81),
/// None]);
/// ```
pub fn place(code: &str) -> Option<usize> {
    if code == PASS {
        return Some(POINTS);
    }
    let mut rest = code.chars();
    let column = rest.next().and_then(|letter| COLUMNS.find(letter))?;
    let row = rest.as_str().parse::<usize>().ok().filter(|row| (1..=SIZE).contains(row))?;
    Some((SIZE - row) * SIZE + column)
}

/// The move of a place, as the house writes it; behind the last one there are only passes.
pub fn code(place: usize) -> String {
    match COLUMNS.chars().nth(place % SIZE).filter(|_| place < POINTS) {
        Some(letter) => format!("{letter}{}", SIZE - place / SIZE),
        None => PASS.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::{Game, Notation};
    use tabula_go::{Go, Rules, gym};

    /// The start of a game as `data/README.md` beside the house describes it, byte by byte.
    fn start() -> (Judged, Vec<u8>) {
        let mut policy = vec![Some(0.0); PLACES];
        (policy[0], policy[1], policy[81]) = (Some(0.25), None, Some(0.75));
        let mut owners = vec![0.0; POINTS];
        (owners[0], owners[80]) = (-1.0, 0.5);
        let judged = Judged { chance: 1.0 / 3.0, after: Some((-2.5, owners)), policy, played: 40 };
        let mut bytes = vec![0; 168];
        bytes[..5].copy_from_slice(&[0x55, 0x55, 0x06, 0xFF, 40]);
        // The root of the share, of 254.
        (bytes[5], bytes[6], bytes[5 + 81]) = (127, 255, 220);
        (bytes[87], bytes[167]) = (0x81, 64);
        (judged, bytes)
    }

    #[test]
    fn a_position_is_written_as_the_format_says() {
        let (judged, bytes) = start();
        assert_eq!(judged.write(), bytes);
        let again = Judged::read(&bytes);
        assert_eq!(again.write(), bytes);
        let (lead, owners) = again.after.unwrap();
        assert_eq!((again.played, lead, owners[0], again.policy[1]), (40, -2.5, -1.0, None));
    }

    #[test]
    fn what_nobody_knows_is_not_taken_for_an_even_game() {
        let (mut judged, _) = start();
        judged.after = None;
        assert_eq!(Judged::read(&judged.write()).after, None);
        // The most one-sided thing that can be said is still something that is known.
        judged.after = Some((f32::MIN, vec![-1.0; POINTS]));
        assert!(Judged::read(&judged.write()).after.is_some_and(|(lead, _)| lead < -300.0));
    }

    #[test]
    fn a_torn_game_is_no_game_wherever_it_is_torn() {
        let game = write_game(&[start().0, start().0]).unwrap();
        let whole = game.repeat(3);
        let two = 2 * game.len();
        for end in two..whole.len() {
            let games = Games::new(&whole[..end]);
            assert_eq!((games.len(), games.good(), games.is_torn()), (2, two, end > two), "torn at {end}");
        }
        let games = Games::new(&whole);
        assert_eq!((games.len(), games.positions(2), games.played(2, 1), games.is_torn()), (3, 2, 40, false));
        assert!(write_game(&[]).is_err() && write_game(&vec![start().0; 256]).is_err());
    }

    #[test]
    fn places_are_those_of_the_networks() {
        let go = Go::new(SIZE, Rules::CHINESE).unwrap();
        let at = go.start();
        for number in 0..PLACES {
            assert_eq!(place(&code(number)), Some(number));
            assert_eq!(gym::action(&go, go.read_move(&at, &code(number)).unwrap()), number);
        }
        for bad in ["", "a0", "a10", "i1", "k1", "5", "é5", "resign"] {
            assert_eq!(place(bad), None, "{bad}");
        }
    }
}
