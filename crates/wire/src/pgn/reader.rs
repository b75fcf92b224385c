//! One game at a time from a stream. Syntax only: a move is a word here.

use super::lexer::{Lexer, Token, What};
use super::{Dialect, Game, LineId, NodeId, Note, Verdict};
use crate::{ImportFault, Kind, Place};
use std::io::{self, BufRead};

/// How much one game may have. What exceeds it is not read; the fault says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Bytes of text: 16 MiB unless set.
    pub bytes: usize,
    /// Moves, variations and notes together: a million unless set. It keeps a hostile file of brackets from filling
    /// the memory, since every bracket makes a whole variation.
    pub parts: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { bytes: 16 << 20, parts: 1_000_000 }
    }
}

/// A game as read, with where its parts stood and what is wrong with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The game.
    pub game: Game,
    /// Which game of the file, counted from 1.
    pub number: usize,
    /// Where it begins.
    pub place: Place,
    /// Where each tag stood, in the order of the tags.
    pub tag_places: Vec<Place>,
    /// Where each move stood, by [`NodeId::index`].
    pub move_places: Vec<Place>,
    /// What is wrong with the text.
    pub faults: Vec<ImportFault>,
}

/// Reads games from a stream; only one of them is in memory at a time.
///
/// ```
/// use tabula_wire::pgn::Reader;
/// let file = "1. e4 e5 1-0\n\n1. d4 *\n";
/// assert_eq!(Reader::new(file.as_bytes()).count(), 2);
/// ```
pub struct Reader<R> {
    lexer: Lexer<R>,
    bounds: Bounds,
    dialect: Dialect,
    /// Games read so far.
    count: usize,
    /// Notes that stand before the next game.
    early: Vec<Note>,
}

impl<R: BufRead> Reader<R> {
    /// Reads with the usual bounds.
    pub fn new(from: R) -> Self {
        Self::with_bounds(from, Bounds::default())
    }

    /// Reads with other bounds.
    pub fn with_bounds(from: R, bounds: Bounds) -> Self {
        Self::of_dialect(from, bounds, Dialect::Pgn)
    }

    /// Reads what is written like PGN and is not.
    pub fn of_dialect(from: R, bounds: Bounds, dialect: Dialect) -> Self {
        Self { lexer: Lexer::new(from, bounds.bytes, dialect), bounds, dialect, count: 0, early: Vec::new() }
    }

    fn read_game(&mut self) -> io::Result<Option<Reading>> {
        self.lexer.begin();
        let mut first = self.lexer.next()?;
        // Marks that mean nothing open no game, but their faults are not lost.
        let mut lost = Vec::new();
        while first.what == What::Nothing {
            lost.push(first);
            first = self.lexer.next()?;
        }
        if first.what == What::End && lost.is_empty() {
            return Ok(None);
        }
        self.count += 1;
        let place = lost.first().map_or(first.place, |token| token.place);
        let mut builder = Builder::new(self.count, place, std::mem::take(&mut self.early), self.dialect);
        for mut token in lost {
            builder.fault_of(&mut token);
        }
        self.lexer.back(first);
        while !builder.over {
            let token = self.lexer.next()?;
            let full = builder.parts > self.bounds.parts && token.what != What::End;
            if full || token.what == What::TooLong {
                builder.cut(token.place, &self.bounds);
                self.lexer.skip_game()?;
            } else if let Some(token) = builder.add(token) {
                self.lexer.back(token);
            }
        }
        if builder.result.is_some() {
            self.early = self.read_tail(&mut builder)?;
        }
        Ok(Some(builder.finish()))
    }

    /// What stands behind the result: it belongs to the game up to the next empty line, then to the next game.
    fn read_tail(&mut self, builder: &mut Builder) -> io::Result<Vec<Note>> {
        let mut early = Vec::new();
        let mut apart = false;
        loop {
            let mut token = self.lexer.next()?;
            apart |= token.apart;
            let note = match token.what {
                What::Note(ref note) => note.clone(),
                What::Nag(nag) => Note::Nag(nag),
                What::Close => {
                    builder.fault(token.place, Kind::Text, "')' closes no variation");
                    continue;
                }
                What::Result(verdict) => {
                    builder.fault(token.place, Kind::Result, format!("a second result, {verdict}"));
                    apart = false;
                    builder.reading.game.tail.append(&mut early);
                    Note::Result(verdict)
                }
                What::Nothing | What::Number { .. } => {
                    builder.fault_of(&mut token);
                    continue;
                }
                What::End => {
                    builder.reading.game.tail.append(&mut early);
                    self.lexer.back(token);
                    return Ok(early);
                }
                What::TooLong => {
                    builder.reading.game.tail.append(&mut early);
                    builder.cut(token.place, &self.bounds);
                    self.lexer.skip_game()?;
                    return Ok(early);
                }
                What::Tag(_) | What::Word(_) | What::Open => {
                    self.lexer.back(token);
                    return Ok(early);
                }
            };
            builder.fault_of(&mut token);
            if apart { early.push(note) } else { builder.reading.game.tail.push(note) }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Reading>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_game().transpose()
    }
}

/// A game in the making.
struct Builder {
    reading: Reading,
    dialect: Dialect,
    /// The lines that are open, the main line first, each with the place of its parenthesis.
    open: Vec<(LineId, Place)>,
    /// Notes that wait for what comes next: a move, a variation, the end.
    waiting: Vec<Note>,
    result: Option<Verdict>,
    /// Whether anything but tags and notes was read.
    moving: bool,
    over: bool,
    /// Whether the number 1 was just read behind an empty line.
    restart: bool,
    parts: usize,
    last: Place,
}

impl Builder {
    fn new(number: usize, place: Place, waiting: Vec<Note>, dialect: Dialect) -> Self {
        let (tag_places, move_places, faults) = Default::default();
        Self {
            reading: Reading { game: Game::default(), number, place, tag_places, move_places, faults },
            dialect,
            open: vec![(LineId::MAIN, place)],
            waiting,
            result: None,
            moving: false,
            over: false,
            restart: false,
            parts: 0,
            last: place,
        }
    }

    fn fault(&mut self, place: Place, kind: Kind, what: impl Into<String>) {
        self.reading.faults.push(ImportFault { game: Some(self.reading.number), place, kind, what: what.into() });
    }

    fn fault_of(&mut self, token: &mut Token) {
        if let Some((kind, what)) = token.fault.take() {
            self.fault(token.place, kind, what);
        }
    }

    fn cut(&mut self, place: Place, bounds: &Bounds) {
        let Bounds { bytes, parts } = bounds;
        let what = format!("a game of more than {bytes} bytes or {parts} moves and notes; its rest is not read");
        self.fault(place, Kind::Bound, what);
        self.over = true;
    }

    fn here(&self) -> LineId {
        self.open.last().map_or(LineId::MAIN, |&(line, _)| line)
    }

    fn last_move(&self) -> Option<NodeId> {
        self.reading.game.tree.line(self.here()).moves.last().copied()
    }

    /// Adds a token; gives it back if it belongs to the next game.
    fn add(&mut self, mut token: Token) -> Option<Token> {
        if self.begins_another(&token) {
            self.over = true;
            return Some(token);
        }
        self.fault_of(&mut token);
        self.parts += 1;
        let place = token.place;
        match token.what {
            What::Tag(tag) => {
                let game = &mut self.reading.game;
                game.head.append(&mut self.waiting);
                game.tags.push(tag);
                self.reading.tag_places.push(place);
            }
            What::Number { number, first } => {
                self.moving = true;
                self.restart = number == 1 && first && token.apart && self.open.len() == 1;
                self.last = place;
                return None;
            }
            What::Word(word) => self.word(word, place),
            What::Nag(nag) => match self.last_move() {
                Some(node) => self.reading.game.tree.node_mut(node).nags.push(nag),
                None => self.waiting.push(Note::Nag(nag)),
            },
            What::Note(note) => self.note(note),
            What::Open => self.open(place),
            What::Close => self.close(place),
            What::Result(verdict) if self.open.len() > 1 => self.note(Note::Result(verdict)),
            What::Result(verdict) => {
                self.result = Some(verdict);
                self.over = true;
            }
            What::Nothing => {}
            What::TooLong | What::End => self.over = true,
        }
        self.restart = false;
        self.last = place;
        None
    }

    /// Whether a token can only be the beginning of another game: a tag after moves, a second `Event` behind an empty
    /// line, or move 1 again behind an empty line.
    fn begins_another(&self, token: &Token) -> bool {
        match &token.what {
            What::Tag(_) if self.moving => true,
            What::Tag(tag) => token.apart && tag.name == "Event" && self.reading.game.tag("Event").is_some(),
            What::Word(_) => self.restart && !self.reading.game.tree.is_empty(),
            _ => false,
        }
    }

    fn word(&mut self, word: String, place: Place) {
        self.moving = true;
        let tree = &mut self.reading.game.tree;
        let line = self.open.last().map_or(LineId::MAIN, |&(line, _)| line);
        // "exd6 e.p." and "Qh5 ch" are one move in two words.
        if matches!(word.as_str(), "e.p." | "e.p" | "ep" | "ch" | "ch." | "dis" | "mate" | "+" | "++" | "#")
            && let Some(&last) = tree.line(line).moves.last()
        {
            let node = tree.node_mut(last);
            if node.nags.is_empty() && node.after.is_empty() && node.variations.is_empty() {
                node.text.push(' ');
                node.text.push_str(&word);
                return;
            }
        }
        let node = tree.add(line, word);
        tree.node_mut(node).before = std::mem::take(&mut self.waiting);
        self.reading.move_places.push(place);
    }

    fn note(&mut self, note: Note) {
        let last = self.last_move();
        let tree = &mut self.reading.game.tree;
        match last {
            Some(node) if tree.node(node).variations.is_empty() => tree.node_mut(node).after.push(note),
            _ => self.waiting.push(note),
        }
    }

    fn open(&mut self, place: Place) {
        self.moving = true;
        let line = match self.last_move() {
            Some(node) => self.reading.game.tree.vary(node),
            None => {
                self.fault(place, Kind::Text, "a variation stands before any move");
                let here = self.here();
                self.reading.game.tree.vary_before(here)
            }
        };
        self.reading.game.tree.line_mut(line).lead = std::mem::take(&mut self.waiting);
        self.open.push((line, place));
    }

    fn close(&mut self, place: Place) {
        if self.open.len() == 1 {
            self.fault(place, Kind::Text, "')' closes no variation");
        } else {
            self.end_line();
            self.open.pop();
        }
    }

    fn end_line(&mut self) {
        let here = self.here();
        self.reading.game.tree.line_mut(here).tail.append(&mut self.waiting);
    }

    fn finish(mut self) -> Reading {
        self.end_line();
        if self.open.len() > 1 {
            self.result = self.hoist_result();
            for i in 1..self.open.len().min(4) {
                self.fault(self.open[i].1, Kind::Text, "the variation that begins here is not closed");
            }
        }
        let tag = self.reading.game.tag("Result").map(|text| (text.to_owned(), self.dialect.verdict(text)));
        self.reading.game.result = match (self.result, &tag) {
            // There the mark after a game only says that it is over.
            (Some(Verdict::Open), Some((_, Some(result)))) if self.dialect == Dialect::Pdn => *result,
            (Some(result), _) => result,
            (None, Some((_, Some(result)))) => *result,
            (None, _) => Verdict::Open,
        };
        let result = self.reading.game.result;
        if self.result.is_none() && self.dialect == Dialect::Pgn {
            self.fault(self.last, Kind::Result, format!("no result stands at the end; it is read as {result}"));
        }
        if let Some((text, verdict)) = tag
            && verdict != Some(result)
        {
            let index = self.reading.game.tags.iter().position(|tag| tag.name.eq_ignore_ascii_case("Result"));
            let place = index.map_or(self.last, |index| self.reading.tag_places[index]);
            let what = match verdict {
                Some(_) => format!("tag Result says {text}, but the moves end with {result}"),
                None => format!("tag Result says '{text}', which is no result"),
            };
            self.fault(place, Kind::Result, what);
        }
        self.reading.faults.sort_by_key(|fault| fault.place);
        self.reading
    }

    /// The result that a missing parenthesis has shut up in a variation.
    fn hoist_result(&mut self) -> Option<Verdict> {
        let here = self.here();
        let last = self.last_move();
        let tree = &mut self.reading.game.tree;
        let notes = match last {
            Some(node) if tree.line(here).tail.is_empty() => &mut tree.node_mut(node).after,
            _ => &mut tree.line_mut(here).tail,
        };
        match notes.last() {
            Some(&Note::Result(verdict)) => {
                notes.pop();
                Some(verdict)
            }
            _ => None,
        }
    }
}
