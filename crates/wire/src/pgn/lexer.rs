//! Words, marks, notes and tags of a stream, one after the other, each with its place.

use super::{Dialect, Note, Tag, Verdict, blank, comment, glyph, tag};
use crate::lines::Lines;
use crate::{Kind, Place};
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// The beginning of a game in nearly every file: where to go on after something that does not end.
const FIRST_TAG: &str = "[Event ";

/// The glyph of a move that was forced.
const FORCED: u32 = 7;
/// The result of a game that is declared lost for both players.
const BOTH_LOSE: &str = "0-0";

/// One piece of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub(super) what: What,
    pub(super) place: Place,
    /// Whether an empty line stands before it.
    pub(super) apart: bool,
    /// What is wrong with it.
    pub(super) fault: Option<(Kind, String)>,
}

/// What a piece is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum What {
    Tag(Tag),
    /// A move number, and whether it stands before the first player's move.
    Number {
        number: u32,
        first: bool,
    },
    Word(String),
    Nag(u32),
    Note(Note),
    Open,
    Close,
    Result(Verdict),
    /// A mark that means nothing; its fault says which.
    Nothing,
    /// The game is longer than any game may be.
    TooLong,
    End,
}

/// Takes a stream apart.
pub(super) struct Lexer<R> {
    lines: Lines<R>,
    dialect: Dialect,
    /// How many bytes one game may have, and how many this one had so far.
    bound: usize,
    spent: usize,
    too_long: bool,
    line: String,
    number: usize,
    /// The place in the line: bytes for slicing, characters for people.
    at: usize,
    column: usize,
    apart: bool,
    ready: VecDeque<Token>,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(from: R, bound: usize, dialect: Dialect) -> Self {
        Self {
            lines: Lines::new(from, bound),
            dialect,
            bound,
            spent: 0,
            too_long: false,
            line: String::new(),
            number: 0,
            at: 0,
            column: 1,
            apart: false,
            ready: VecDeque::new(),
        }
    }

    /// A new game begins: its size is counted from here.
    pub(super) fn begin(&mut self) {
        self.spent = 0;
    }

    /// Gives a token back, to be taken again.
    pub(super) fn back(&mut self, token: Token) {
        self.ready.push_front(token);
    }

    /// Skips what is left of an endless game.
    pub(super) fn skip_game(&mut self) -> io::Result<()> {
        self.ready.clear();
        self.too_long = false;
        self.spent = 0;
        self.line.clear();
        self.at = 0;
        while self.lines.peek()?.is_some_and(|line| !line.text.starts_with(FIRST_TAG)) {
            self.lines.next()?;
        }
        Ok(())
    }

    /// The next token; at the end of the stream always [`What::End`].
    pub(super) fn next(&mut self) -> io::Result<Token> {
        loop {
            if let Some(token) = self.ready.pop_front() {
                return Ok(token);
            }
            self.skip_blanks();
            if std::mem::take(&mut self.too_long) {
                self.push(What::TooLong);
            } else if self.rest().is_empty() {
                if !self.load()? {
                    self.push(What::End);
                }
            } else {
                self.take()?;
            }
        }
    }

    fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    fn place(&self) -> Place {
        Place { line: self.number, column: self.column }
    }

    fn advance(&mut self, bytes: usize) {
        let end = self.at + bytes;
        self.column += self.line[self.at..end].chars().count();
        self.at = end;
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.advance(rest.len() - rest.trim_start_matches(blank).len());
    }

    fn load(&mut self) -> io::Result<bool> {
        let Some(line) = self.lines.next()? else { return Ok(false) };
        self.spent = self.spent.saturating_add(line.bytes);
        self.too_long |= line.cut || self.spent > self.bound;
        self.apart |= line.text.chars().all(blank);
        self.line = line.text;
        self.number = line.number;
        self.at = 0;
        self.column = 1;
        Ok(true)
    }

    fn push(&mut self, what: What) {
        let place = self.place();
        self.push_at(place, what, None);
    }

    fn push_at(&mut self, place: Place, what: What, fault: Option<(Kind, String)>) {
        let apart = std::mem::take(&mut self.apart);
        self.ready.push_back(Token { what, place, apart, fault });
    }

    /// Takes at least one token, or one faulty character, from a line that is not empty.
    fn take(&mut self) -> io::Result<()> {
        let Some(first) = self.rest().chars().next() else { return Ok(()) };
        match first {
            '%' if self.at == 0 => {
                let text = self.rest()[1..].trim_end().to_owned();
                self.take_all(What::Note(Note::Escape(text)));
            }
            ';' => {
                let text = self.rest()[1..].trim().to_owned();
                self.take_all(What::Note(Note::Aside(text)));
            }
            '{' => self.comment()?,
            '[' => self.bracket()?,
            '(' => match self.dialect.judgement(self.rest()) {
                Some((length, nag)) => {
                    self.push(What::Nag(nag));
                    self.advance(length);
                }
                None => self.mark(What::Open),
            },
            ')' => self.mark(What::Close),
            '*' if self.dialect == Dialect::Pdn && self.is_glued() => self.mark(What::Nag(FORCED)),
            '/' if self.dialect == Dialect::Pdn => self.setup(),
            '*' => self.mark(What::Result(Verdict::Open)),
            '}' => self.drop_mark("'}' closes no comment"),
            ']' => self.drop_mark("']' closes no tag"),
            '!' | '?' => {
                if let Some((length, nag)) = glyph::of_marks(self.rest()) {
                    self.push(What::Nag(nag));
                    self.advance(length);
                }
            }
            '$' => self.nag(),
            _ => self.word(),
        }
        Ok(())
    }

    /// Whether a word ends right before.
    fn is_glued(&self) -> bool {
        self.line[..self.at].ends_with(|c: char| c.is_ascii_alphanumeric())
    }

    /// A command between slashes, as PDN has them for a new position in the middle of a game: kept as a comment.
    fn setup(&mut self) {
        let rest = &self.rest()[1..];
        let length = rest.find('/').unwrap_or(rest.len());
        let text = comment::tidy(&rest[..length].replace(['{', '}'], " "));
        let place = self.place();
        let fault = format!("the command '{text}' is not followed; it is kept as a comment");
        self.push_at(place, What::Note(Note::Comment(text)), Some((Kind::Text, fault)));
        self.advance((length + 2).min(self.rest().len()));
    }

    fn mark(&mut self, what: What) {
        self.push(what);
        self.advance(1);
    }

    fn drop_mark(&mut self, why: &str) {
        let place = self.place();
        self.push_at(place, What::Nothing, Some((Kind::Text, why.into())));
        self.advance(1);
    }

    fn take_all(&mut self, what: What) {
        self.push(what);
        self.advance(self.rest().len());
    }

    /// A comment in braces, over as many lines as it has. One that is never closed ends before the next game, so
    /// that a single missing brace does not swallow the rest of a file.
    fn comment(&mut self) -> io::Result<()> {
        let place = self.place();
        self.advance(1);
        let mut text = String::new();
        let mut empty_line = false;
        let mut fault = None;
        loop {
            if let Some(end) = self.rest().find('}') {
                text.push_str(&self.rest()[..end]);
                self.advance(end + 1);
                break;
            }
            text.push_str(self.rest());
            self.advance(self.rest().len());
            let next = self.lines.peek()?;
            let swallowed = next.is_some_and(|line| empty_line && line.text.starts_with("[Event \""));
            if next.is_none() || swallowed || self.too_long {
                fault = Some((Kind::Text, "the comment that begins here is not closed".into()));
                break;
            }
            let apart = self.apart;
            self.load()?;
            // Empty lines inside a comment separate nothing.
            self.apart = apart;
            empty_line = self.line.trim().is_empty();
            text.push('\n');
        }
        self.push_at(place, What::Note(Note::Comment(comment::tidy(&text))), fault);
        Ok(())
    }

    /// A tag; or brackets that belong into a comment, like a clock.
    fn bracket(&mut self) -> io::Result<()> {
        let place = self.place();
        let line_start = self.line[..self.at].chars().all(blank);
        if let Some(mut found) = tag::read(self.rest())
            && (line_start || found.fault.is_none())
        {
            if found.open
                && let Some(next) = self.lines.peek()?
                && !next.text.starts_with('[')
                && next.text.trim_end_matches(blank).ends_with("\"]")
                && let Some(joined) = self.join_next_line()?
            {
                found = joined;
            }
            self.advance(found.length);
            self.push_at(place, What::Tag(found.tag), found.fault.map(|fault| (Kind::Tag, fault)));
            return Ok(());
        }
        match self.rest().find(['}', ']']) {
            Some(end) if self.rest().as_bytes()[end] == b']' => {
                let text = comment::tidy(&self.rest()[..=end]);
                self.advance(end + 1);
                let fault = format!("'{text}' stands outside a comment; it is kept as one");
                self.push_at(place, What::Note(Note::Comment(text)), Some((Kind::Text, fault)));
            }
            _ => self.drop_mark("'[' begins no tag"),
        }
        Ok(())
    }

    /// A tag whose value was broken over two lines.
    fn join_next_line(&mut self) -> io::Result<Option<tag::Found>> {
        let head = self.rest().trim_end().to_owned();
        self.load()?;
        self.line = format!("{head} {}", self.line);
        Ok(tag::read(&self.line))
    }

    fn nag(&mut self) {
        let digits = &self.rest()[1..];
        let digits = &digits[..digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len())];
        match digits.parse() {
            Ok(nag) => {
                let length = digits.len() + 1;
                self.push(What::Nag(nag));
                self.advance(length);
            }
            Err(_) => self.word(),
        }
    }

    /// A word, with whatever is glued to it: a number before, signs behind.
    fn word(&mut self) {
        let ends = |c: char| blank(c) || matches!(c, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$' | '!' | '?' | '*');
        let rest = self.rest();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let mut length = rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        let word = rest[..length].to_owned();
        let mut text = word.as_str();
        let mut passed = 0;
        let mut signs = Vec::new();
        // Taking one thing off a word may uncover another; what remains is a word by itself.
        while !text.is_empty() {
            if self.dialect == Dialect::Pdn && text.starts_with('/') {
                // A command behind a number: it is taken next.
                length = passed;
            } else if let Some(verdict) = self.dialect.verdict(text) {
                self.push(What::Result(verdict));
            } else if self.dialect == Dialect::Pdn && text == BOTH_LOSE {
                let fault = (Kind::Result, "0-0, lost for both, is read as *".into());
                self.push_at(self.place(), What::Result(Verdict::Open), Some(fault));
            } else if let Some(nag) = glyph::of_word(text) {
                self.push(What::Nag(nag));
            } else if let Some((number, behind)) = split_number(text) {
                if let Some(number) = number {
                    self.push(number);
                }
                let taken = text.len() - behind.len();
                self.advance(taken);
                passed += taken;
                text = behind;
                continue;
            } else if let Some((before, nag)) = glyph::split(text) {
                signs.push(nag);
                text = before;
                continue;
            } else {
                self.push(What::Word(text.to_owned()));
            }
            break;
        }
        for nag in signs.into_iter().rev() {
            self.push(What::Nag(nag));
        }
        self.advance(length - passed);
    }
}

/// Splits a move number off the beginning of a word: `12.`, `12...`, `12`, and dots alone, which mean nothing.
fn split_number(word: &str) -> Option<(Option<What>, &str)> {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &word[..word.len() - behind.len()];
    let rest = behind.trim_start_matches(['.', '…']);
    let dots = &behind[..behind.len() - rest.len()];
    if dots.is_empty() && (digits.is_empty() || !rest.is_empty()) {
        return None;
    }
    let number = (!digits.is_empty())
        .then(|| What::Number { number: digits.parse().unwrap_or(u32::MAX), first: dots.len() <= 1 });
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut lexer = Lexer::new(text.as_bytes(), 1000, Dialect::Pgn);
        let next = || Some(lexer.next().unwrap()).filter(|token| token.what != What::End);
        std::iter::from_fn(next).collect()
    }

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<_> = tokens(text)
            .into_iter()
            .map(|token| match token.what {
                What::Number { number, first } => format!("{number}{}", if first { "." } else { "..." }),
                What::Word(word) => word,
                What::Nag(nag) => format!("${nag}"),
                What::Result(verdict) => verdict.to_string(),
                other => format!("{other:?}"),
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_and_signs_come_off_the_words_they_are_glued_to() {
        check("1.e4 1...e5 2. Nf3", &["1.", "e4", "1...", "e5", "2.", "Nf3"]);
        check("3…Nc6 .. 4 Bb5!? a6?!$146", &["3...", "Nc6", "4.", "Bb5", "$5", "a6", "$6", "$146"]);
        check("Rd8+- = +/= Qh5!!!", &["Rd8", "$18", "$10", "$14", "Qh5", "$3", "$1"]);
        check("12.Nf6*", &["12.", "Nf6", "*"]);
    }

    #[test]
    fn results_are_told_from_castling() {
        check(
            "0-0 0-0-0 1-0 0-1 1/2-1/2 1/2 ½–½ 9.0-0",
            &["0-0", "0-0-0", "1-0", "0-1", "1/2-1/2", "1/2-1/2", "1/2-1/2", "9.", "0-0"],
        );
    }

    #[test]
    fn null_moves_stay_words() {
        check("-- Z0 1.-- @@@@", &["--", "Z0", "1.", "--", "@@@@"]);
    }

    #[test]
    fn places_count_lines_and_characters() {
        let places: Vec<_> = tokens("{é} 1.e4\n\n  e5")
            .iter()
            .map(|token| (token.place.line, token.place.column, token.apart))
            .collect();
        assert_eq!(places, [(1, 1, false), (1, 5, false), (1, 7, false), (3, 3, true)]);
    }

    #[test]
    fn an_escape_is_one_only_at_the_beginning_of_a_line() {
        let found = tokens("%note\n %word");
        assert_eq!(found[0].what, What::Note(Note::Escape("note".into())));
        assert_eq!(found[1].what, What::Word("%word".into()));
    }

    #[test]
    fn a_comment_that_is_not_closed_ends_before_the_next_game() {
        let found = tokens("{open\n\n[Event \"x\"]\n");
        assert_eq!(found[0].what, What::Note(Note::Comment("open".into())));
        assert!(found[0].fault.is_some());
        assert_eq!(found[1].what, What::Tag(Tag::new("Event", "x")));
    }

    #[test]
    fn a_clock_outside_a_comment_becomes_one() {
        let found = tokens("e4 [%clk 0:01] e5");
        assert_eq!(found[1].what, What::Note(Note::Comment("[%clk 0:01]".into())));
    }

    #[test]
    fn a_tag_broken_over_two_lines_is_joined() {
        let found = tokens("[Event \"a long\nname\"]\n[Site \"x\"]");
        assert_eq!(found[0].what, What::Tag(Tag::new("Event", "a long name")));
        assert_eq!(found[1].what, What::Tag(Tag::new("Site", "x")));
        assert_eq!(found[1].place.line, 3);
    }
}
