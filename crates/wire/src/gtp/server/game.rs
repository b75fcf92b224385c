//! The game on the server's board: as many tables as it takes.
//!
//! A table knows whose turn it is and when the game is over; the protocol does not care for either. Where a move does
//! not follow from the table at hand, another one begins from the position that stands, with the right colour to move.
//! What superko has forbidden before is then forgotten.

use super::{Refusal, syntax};
use crate::goban::{Goban, Style};
use crate::gtp::{self, PASS};
use std::sync::Arc;
use tabula_core::{BoardView, Fault, Faults, Mover, Side};
use tabula_engine::{Record, Setup, Shelf, Table, catalogue};

/// The rules where nobody names others.
const CHINESE: &str = "chinese";
/// No komi is larger.
const MOST_KOMI: f64 = 1_000.0;

/// A game in progress.
pub(super) struct Game {
    shelf: Arc<dyn Shelf>,
    /// As it was set; `None` for what the rules have.
    komi: Option<String>,
    /// Never empty: the first begins with the game, the last is at hand.
    tables: Vec<Box<dyn Table>>,
}

fn open(shelf: &dyn Shelf, start: Option<String>) -> Result<Box<dyn Table>, Faults> {
    shelf.table(&Setup { game: shelf.card().id.clone(), start })
}

impl Game {
    pub(super) fn open(shelf: Arc<dyn Shelf>) -> Result<Self, Faults> {
        let table = open(&*shelf, None)?;
        Ok(Self { shelf, komi: None, tables: vec![table] })
    }

    /// A game that was played elsewhere.
    pub(super) fn of_table(shelf: Arc<dyn Shelf>, table: Box<dyn Table>) -> Self {
        let komi = Goban::read(&table.start()).and_then(|board| board.komi);
        Self { shelf, komi, tables: vec![table] }
    }

    pub(super) fn shelf(&self) -> &Arc<dyn Shelf> {
        &self.shelf
    }

    /// The table at hand.
    pub(super) fn table(&self) -> &dyn Table {
        // Nothing takes the first one away.
        &**self.tables.last().expect("there is always a table")
    }

    fn table_mut(&mut self) -> &mut Box<dyn Table> {
        self.tables.last_mut().expect("there is always a table")
    }

    /// All tables, from the first.
    pub(super) fn tables(&self) -> &[Box<dyn Table>] {
        &self.tables
    }

    pub(super) fn size(&self) -> usize {
        usize::from(self.shelf.card().size.0)
    }

    /// How many moves can be taken back.
    pub(super) fn moves(&self) -> usize {
        self.tables.iter().map(|table| table.played().len()).sum()
    }

    pub(super) fn view(&self) -> BoardView {
        self.table().view()
    }

    pub(super) fn rules(&self) -> &str {
        gtp::rules(&self.shelf.card().id).unwrap_or(CHINESE)
    }

    pub(super) fn komi(&self) -> String {
        Goban::read(&self.table().position()).and_then(|board| board.komi).unwrap_or_default()
    }

    /// Another board, empty; the rules stay, and so does the komi.
    pub(super) fn resize(&mut self, size: usize) -> Result<(), Refusal> {
        let unacceptable = |_| "unacceptable size".to_string();
        self.shelf = find(size, self.rules()).map_err(unacceptable)?;
        self.clear()
    }

    /// The same board, empty.
    pub(super) fn clear(&mut self) -> Result<(), Refusal> {
        self.begin(&Goban::new(self.size()))
    }

    /// The same board, with these stones on it.
    pub(super) fn begin(&mut self, board: &Goban) -> Result<(), Refusal> {
        let mut board = board.clone();
        board.komi.clone_from(&self.komi);
        let usual = board.is_empty() && board.turn == Side::First && board.komi.is_none();
        let start = (!usual).then(|| board.write(Style::Go));
        self.tables = vec![open(&*self.shelf, start).map_err(|faults| faults.to_string())?];
        Ok(())
    }

    pub(super) fn set_komi(&mut self, text: &str) -> Result<String, Refusal> {
        let value: f64 = text.parse().map_err(|_| syntax())?;
        // Games count in half points; what lies between them decides nothing but draws.
        let halves = (value * 2.0).round() / 2.0;
        if !value.is_finite() || halves.abs() > MOST_KOMI {
            return Err(syntax());
        }
        let before = self.komi.replace(format!("{halves}"));
        if let Err(why) = self.rebuild(Arc::clone(&self.shelf)) {
            self.komi = before;
            return Err(why);
        }
        Ok(String::new())
    }

    /// Answers with whether anything has changed.
    pub(super) fn set_rules(&mut self, name: &str) -> Result<bool, Refusal> {
        let name = name.to_ascii_lowercase().replace('_', "-");
        let name = match name.as_str() {
            "korean" => "japanese",
            "new-zealand" => "tromp-taylor",
            other if other.starts_with("chinese") => CHINESE,
            other => other,
        };
        if name == self.rules() {
            return Ok(false);
        }
        let shelf = find(self.size(), name).map_err(|_| format!("unknown rules '{name}'"))?;
        self.rebuild(shelf)?;
        Ok(true)
    }

    /// The same moves by other rules or with another komi.
    fn rebuild(&mut self, shelf: Arc<dyn Shelf>) -> Result<(), Refusal> {
        let mut tables = Vec::new();
        for table in &self.tables {
            let Record { setup, moves } = table.record();
            let start = match (&self.komi, setup.start) {
                (None, None) => None,
                (komi, _) => Some(with_fields(&table.start(), &[(KOMI, komi.as_deref())])),
            };
            let mut again = open(&*shelf, start).map_err(|faults| faults.to_string())?;
            for code in &moves {
                again.play(code).map_err(|fault| fault.to_string())?;
            }
            tables.push(again);
        }
        (self.shelf, self.tables) = (shelf, tables);
        Ok(())
    }

    /// Makes it this player's turn, in a game that goes on.
    pub(super) fn turn_to(&mut self, side: Side) -> Result<(), Refusal> {
        if !self.is_turn_of(side) {
            self.tables.push(self.seen_by(side)?);
        }
        Ok(())
    }

    fn is_turn_of(&self, side: Side) -> bool {
        self.table().mover() == Mover::Player(side) && self.table().outcome().is_none()
    }

    /// The game as it would stand if it were this player's turn.
    pub(super) fn seen_by(&self, side: Side) -> Result<Box<dyn Table>, Refusal> {
        if self.is_turn_of(side) {
            return Ok(self.table().copy());
        }
        let fields = [(TURN, Some(gtp::colour(side))), (KO, Some("-")), (PASSES, Some("0"))];
        let start = with_fields(&self.table().position(), &fields);
        open(&*self.shelf, Some(start)).map_err(|faults| faults.to_string())
    }

    pub(super) fn play(&mut self, side: Side, point: &str) -> Result<(), Refusal> {
        self.check(point)?;
        let tables = self.tables.len();
        self.turn_to(side)?;
        let played = self.table_mut().play(point);
        if played.is_err() {
            self.tables.truncate(tables);
        }
        played.map(|_| ()).map_err(|_: Fault| "illegal move".to_string())
    }

    /// Whether a word can be a point of any board.
    pub(super) fn check(&self, point: &str) -> Result<(), Refusal> {
        let letter = point.chars().next().map(|letter| letter.to_ascii_lowercase());
        let number = point.get(1..).and_then(|rest| rest.parse::<usize>().ok());
        let named = letter.is_some_and(|letter| letter.is_ascii_lowercase() && letter != 'i');
        let point_like = named && number.is_some_and(|number| (1..=99).contains(&number));
        if point_like || point.eq_ignore_ascii_case(PASS) { Ok(()) } else { Err(syntax()) }
    }

    pub(super) fn undo(&mut self) -> Result<String, Refusal> {
        while self.tables.len() > 1 && self.table().played().is_empty() {
            self.tables.pop();
        }
        if self.table().played().is_empty() {
            return Err("cannot undo".to_string());
        }
        self.table_mut().back();
        while self.tables.len() > 1 && self.table().played().is_empty() {
            self.tables.pop();
        }
        Ok(String::new())
    }

    /// The stones as a grid.
    pub(super) fn goban(&self) -> Goban {
        let view = self.view();
        let mut board = Goban::new(self.size());
        for man in &view.men {
            let (file, rank) = (man.on.index() % board.size(), man.on.index() / board.size());
            board.set(file, board.size() - 1 - rank, man.side);
        }
        board
    }

    /// The board for people.
    pub(super) fn picture(&self) -> String {
        let (board, view) = (self.goban(), self.view());
        let letters: String = (0..board.size())
            .filter_map(|x| Style::Go.name(board.size(), x, 0)?.chars().next())
            .flat_map(|c| [' ', c.to_ascii_uppercase()])
            .collect();
        let mut text = format!("\n  {letters}\n");
        for y in 0..board.size() {
            let row = board.size() - y;
            let cells = (0..board.size()).flat_map(|x| [' ', sign(board.get(x, y))]);
            text += &format!("{row:2}{} {row}\n", cells.collect::<String>());
        }
        text += &format!("  {letters}\n{}", view.notes.join("\n"));
        text
    }
}

const fn sign(stone: Option<Side>) -> char {
    match stone {
        Some(Side::First) => 'X',
        Some(Side::Second) => 'O',
        None => '.',
    }
}

/// The fields of a position behind its rows.
const TURN: usize = 1;
const KO: usize = 2;
const KOMI: usize = 3;
const PASSES: usize = 6;

/// A position with some fields changed; `None` leaves a field as it is.
fn with_fields(position: &str, changes: &[(usize, Option<&str>)]) -> String {
    let mut fields: Vec<&str> = position.split_whitespace().collect();
    for (index, value) in changes {
        if let (Some(field), Some(value)) = (fields.get_mut(*index), value) {
            *field = value;
        }
    }
    fields.join(" ")
}

fn find(size: usize, rules: &str) -> Result<Arc<dyn Shelf>, Faults> {
    catalogue::find(&format!("go{size}-{rules}"))
}
