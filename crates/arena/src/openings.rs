//! Openings: positions from EPD or FEN lines, or the moves of PGN games, in the order of the file or shuffled; or
//! random moves, where there is no file.

use std::io::BufRead;
use std::sync::Arc;
use tabula_core::{Dice, Faults};
use tabula_engine::book::Book;
use tabula_engine::{Setup, Shelf, Table};
use tabula_wire::{epd, games};

/// Where a game begins: a position, and moves that are played without thinking.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The position; `None` is the usual one.
    pub start: Option<String>,
    /// The moves, as programs exchange them.
    pub moves: Vec<String>,
}

impl Opening {
    /// A table on which the opening was played.
    pub fn open(&self, shelf: &dyn Shelf) -> Result<Box<dyn Table>, Faults> {
        let setup = Setup { game: shelf.card().id.clone(), start: self.start.clone() };
        let mut table = shelf.table(&setup)?;
        for code in &self.moves {
            table.play(code)?;
        }
        Ok(table)
    }
}

/// The openings of an event.
#[derive(Clone)]
pub struct Openings {
    shelf: Arc<dyn Shelf>,
    list: Vec<Opening>,
    /// Where there is no list: random moves from the start ...
    plies: usize,
    /// ... or those of a book.
    book: Option<Arc<Book>>,
    seed: u64,
}

/// How often lots are drawn again where the game is over before the opening is.
const TRIES: usize = 100;

impl Openings {
    /// The usual start, or a new one for each pair where the game draws it by lot.
    pub fn usual(shelf: Arc<dyn Shelf>, seed: u64) -> Self {
        Self::random(shelf, seed, 0)
    }

    /// As [`usual`](Self::usual), and then so many random moves, each as likely as the next.
    pub fn random(shelf: Arc<dyn Shelf>, seed: u64, plies: usize) -> Self {
        Self { shelf, list: Vec::new(), plies, book: None, seed }
    }

    /// How many random moves make the games of an event differ, where nothing else does: more on larger boards, none on
    /// the smallest, and none where the start is drawn by lot.
    pub fn usual_plies(shelf: &dyn Shelf) -> usize {
        let (files, ranks) = shelf.card().size;
        if shelf.deal(0).is_some() { 0 } else { (usize::from(files) * usize::from(ranks) / 16).min(6) }
    }

    /// Positions of an EPD or FEN file. The fault names the line.
    pub fn from_epd(shelf: Arc<dyn Shelf>, seed: u64, from: impl BufRead) -> Result<Self, String> {
        let start = Opening::default().open(&*shelf).map_err(|faults| faults.to_string())?.position();
        if epd::parse(&start).0.is_none() {
            return Self::from_lines(shelf, seed, from);
        }
        let mut list = Vec::new();
        for entry in epd::Reader::new(from) {
            let entry = entry.map_err(|error| error.to_string())?;
            let Some(record) = entry.record() else {
                match entry.faults.first() {
                    Some(fault) => return Err(fault.to_string()),
                    None => continue,
                }
            };
            let opening = Opening { start: Some(record.fen()), moves: Vec::new() };
            check(&opening, &*shelf).map_err(|fault| format!("line {}: {fault}", entry.line))?;
            list.push(opening);
        }
        Self::full(shelf, seed, list)
    }

    /// Positions of games that EPD does not suit: one per line, as the game writes it; what begins with `#` is a remark.
    fn from_lines(shelf: Arc<dyn Shelf>, seed: u64, from: impl BufRead) -> Result<Self, String> {
        let mut list = Vec::new();
        for (number, line) in (1..).zip(from.lines()) {
            let line = line.map_err(|error| error.to_string())?;
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let opening = Opening { start: Some(text.to_string()), moves: Vec::new() };
            check(&opening, &*shelf).map_err(|fault| format!("line {number}: {fault}"))?;
            list.push(opening);
        }
        Self::full(shelf, seed, list)
    }

    /// The main lines of games in the notation of their family. The fault names the game.
    pub fn from_pgn(shelf: Arc<dyn Shelf>, seed: u64, from: impl BufRead) -> Result<Self, String> {
        let mut list = Vec::new();
        let dialect = games::dialect(shelf.card());
        for reading in games::reader(from, dialect) {
            let reading = reading.map_err(|error| error.to_string())?;
            let number = reading.number;
            let open =
                |setup: &Setup| shelf.table(&Setup { game: shelf.card().id.clone(), start: setup.start.clone() });
            let import = games::import(reading, dialect, &open);
            let wrong = |fault: &&tabula_wire::ImportFault| {
                matches!(fault.kind, tabula_wire::Kind::Start | tabula_wire::Kind::Move)
            };
            if let Some(fault) = import.faults.iter().find(wrong) {
                return Err(fault.to_string());
            }
            let moves = import.main().map(|played| played.code.clone()).collect();
            let opening = Opening { start: import.setup.start.clone(), moves };
            check(&opening, &*shelf).map_err(|fault| format!("game {number}: {fault}"))?;
            list.push(opening);
        }
        Self::full(shelf, seed, list)
    }

    fn full(shelf: Arc<dyn Shelf>, seed: u64, list: Vec<Opening>) -> Result<Self, String> {
        if list.is_empty() {
            Err("there is no opening in it".to_string())
        } else {
            Ok(Self { shelf, list, plies: 0, book: None, seed })
        }
    }

    /// Lines of an opening book, drawn by the weights of its moves: a new one for each pair, of so many plies at most.
    pub fn from_book(shelf: Arc<dyn Shelf>, seed: u64, book: Book, plies: usize) -> Self {
        Self { book: Some(Arc::new(book)), ..Self::random(shelf, seed, plies) }
    }

    /// What tells these openings from others, in a word.
    pub fn signature(&self) -> String {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut mix = |text: &str| {
            for byte in text.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        for opening in &self.list {
            mix(opening.start.as_deref().unwrap_or(""));
            opening.moves.iter().for_each(|code| mix(code));
        }
        match (&self.book, self.list.len()) {
            (Some(book), _) => format!("book of {} entries, {} plies", book.len(), self.plies),
            (None, 0) => format!("random, {} plies", self.plies),
            (None, count) => format!("{count}, {hash:016x}"),
        }
    }

    /// In an order that the seed decides.
    #[must_use]
    pub fn shuffled(mut self) -> Self {
        Dice::new(self.seed).shuffle(&mut self.list);
        self
    }

    /// How many there are; 0 where there is no list.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The opening of a pair of games; after the last comes the first again.
    pub fn get(&self, number: usize) -> Opening {
        match self.list.len() {
            0 => {
                let mut dice = Dice::new(self.seed.wrapping_add(number as u64));
                let start = self.shelf.deal(dice.next_u64());
                let moves = (0..TRIES).find_map(|_| self.stroll(start.as_deref(), &mut dice));
                Opening { start, moves: moves.unwrap_or_default() }
            }
            count => self.list[number % count].clone(),
        }
    }

    /// Random moves from a start; `None` if the game is then over.
    fn stroll(&self, start: Option<&str>, dice: &mut Dice) -> Option<Vec<String>> {
        let opening = Opening { start: start.map(str::to_string), moves: Vec::new() };
        let mut table = opening.open(&*self.shelf).ok()?;
        let mut plies = 0;
        // A die that is still to be rolled belongs to the game, not to its opening.
        while plies < self.plies {
            if table.roll(dice).is_some() {
                continue;
            }
            let code = match &self.book {
                Some(book) => match from_book(book, &*table, dice) {
                    Some(code) => code,
                    // The book ends here, and with it the opening.
                    None => break,
                },
                None => dice.pick(&table.legal())?.clone(),
            };
            table.play(&code).ok()?;
            plies += 1;
        }
        if table.outcome().is_some() { None } else { Some(table.record().moves) }
    }
}

/// A move of a book for the position on a table, by the weights.
fn from_book(book: &Book, table: &dyn Table, dice: &mut Dice) -> Option<String> {
    let moves = book.moves(&table.record()).ok()?;
    let lots: Vec<_> = moves.iter().map(|entry| (entry.code.as_str(), u32::from(entry.weight))).collect();
    dice.pick_weighted(&lots).map(str::to_string)
}

/// Refuses an opening that cannot be played, or after which nothing is left to play.
fn check(opening: &Opening, shelf: &dyn Shelf) -> Result<(), String> {
    match opening.open(shelf).map_err(|faults| faults.to_string())?.outcome() {
        Some(outcome) => Err(format!("the game is already over by {}", outcome.cause)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue::find;

    const EPD: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";\n# a remark\n4k3/8/8/8/8/8/3P4/4K3 w - - 0 9\n";

    #[test]
    fn positions_are_read_and_come_round_again() {
        let openings = Openings::from_epd(find("chess").unwrap(), 1, EPD.as_bytes()).unwrap();
        assert_eq!(openings.count(), 2);
        assert_eq!(openings.get(1).start.as_deref(), Some("4k3/8/8/8/8/8/3P4/4K3 w - - 0 9"));
        assert_eq!(openings.get(0), openings.get(2));
        assert_eq!(openings.clone().shuffled().get(0), openings.clone().shuffled().get(0));
    }

    #[test]
    fn games_are_read_with_their_moves() {
        let openings = Openings::from_pgn(find("chess").unwrap(), 1, &b"1. e4 e5 *\n\n1. d4 *"[..]).unwrap();
        assert_eq!(openings.get(0).moves, ["e2e4", "e7e5"]);
        assert_eq!(openings.get(1).open(&*find("chess").unwrap()).unwrap().played().len(), 1);
    }

    #[test]
    fn games_that_epd_does_not_suit_have_a_position_per_line_and_their_own_notation() {
        let czech = || find("czech").unwrap();
        let lines = "# two\nW:W21,24-32:B1-8,12,16,17\n\nB:W18,21,24-32:B1-8,12,16,17\n";
        let openings = Openings::from_epd(czech(), 1, lines.as_bytes()).unwrap();
        assert_eq!(openings.get(1).start.as_deref(), Some("B:W18,21,24-32:B1-8,12,16,17"));
        let openings = Openings::from_pgn(czech(), 1, &b"[GameType \"29\"]\n1. c3-d4 b6-a5 *"[..]).unwrap();
        assert_eq!(openings.get(0).moves, ["22-18", "9-13"]);
        let bad = Openings::from_epd(czech(), 1, &b"W:W99:B1"[..]).err().unwrap();
        assert!(bad.starts_with("line 1: "), "{bad}");
    }

    #[test]
    fn a_bad_opening_is_named_with_its_place() {
        let bad = |text: &str| Openings::from_epd(find("chess").unwrap(), 1, text.as_bytes()).err().unwrap();
        assert!(bad("4k3/8/8/8/8/8/4P3/4K3 w - -\n8/8/8/8/8/8/8/8 w - -").starts_with("line 2: "));
        assert!(bad("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").contains("already over by checkmate"));
        assert_eq!(bad(""), "there is no opening in it");
        let game = Openings::from_pgn(find("chess").unwrap(), 1, &b"1. e4 e9 *"[..]).err().unwrap();
        assert!(game.starts_with("game 1, line 1: "), "{game}");
    }

    #[test]
    fn without_a_list_the_game_says_where_it_begins() {
        let chess = Openings::usual(find("chess").unwrap(), 7);
        assert_eq!(chess.get(3), Opening::default());
        let fischer = Openings::usual(find("chess960").unwrap(), 7);
        assert_eq!(fischer.get(3), fischer.get(3));
        assert!((0..9).any(|i| fischer.get(i) != fischer.get(i + 1)));
    }

    #[test]
    fn random_moves_differ_from_pair_to_pair_and_never_end_the_game() {
        let chess = find("chess").unwrap();
        assert_eq!(Openings::usual_plies(&*chess), 4);
        assert_eq!(Openings::usual_plies(&*find("chess960").unwrap()), 0);
        let openings = Openings::random(chess.clone(), 1, 4);
        let mut all: Vec<_> = (0..50).map(|number| openings.get(number)).collect();
        for opening in &all {
            assert_eq!(opening.moves.len(), 4);
            assert_eq!(opening.open(&*chess).unwrap().outcome(), None);
        }
        assert_eq!(all[7], openings.get(7));
        all.sort_by(|a, b| a.moves.cmp(&b.moves));
        all.dedup();
        assert!(all.len() > 45, "{}", all.len());
        // Nine moves fill the board: no opening is left, and the game begins as usual.
        assert_eq!(Openings::random(find("tictactoe").unwrap(), 1, 9).get(0), Opening::default());
        assert_eq!(Openings::random(find("tictactoe").unwrap(), 1, 6).get(0).moves.len(), 6);
    }
}
