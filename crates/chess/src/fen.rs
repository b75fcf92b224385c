//! Positions as text: FEN, and X-FEN for castling with any rook.
//!
//! Text becomes a [`Draft`] and then, if nothing is wrong with it, a position. Every fault is listed, with
//! its column, not only the first.

use crate::geometry::{ahead_by, shifted};
use crate::{Chess, Kind, PAWN, Position, Rules, Wing, side_name};
use tabula_board::{Bits, Shape};
use tabula_core::{Fault, Faults, Side, Square};

/// A field of the text and the column in which it begins.
#[derive(Clone, Copy)]
struct Field<'a> {
    text: &'a str,
    column: usize,
}

/// What was read, before anything is known to be sound.
struct Draft {
    men: Vec<(Square, Kind, Side, usize)>,
    turn: Side,
    rolling: bool,
    quiet: u16,
    number: u16,
}

/// Columns count characters, from 1.
fn fields(text: &str) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        if trimmed.is_empty() {
            return fields;
        }
        let start = text.len() - trimmed.len();
        let length = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        fields.push(Field { text: &trimmed[..length], column: text[..start].chars().count() + 1 });
        rest = &trimmed[length..];
    }
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    pub(crate) fn read_fen(&self, text: &str) -> Result<Position<B, R::Sets>, Faults> {
        let at = self.read_study(text)?;
        let mut faults = Vec::new();
        self.check_safety(&at, &mut faults);
        if faults.is_empty() { Ok(at) } else { Err(Faults(faults)) }
    }

    /// Reads a position as it is set up for study: one in which the mover could take the king, and which no game reaches, is
    /// read too. Playing on after the king was taken makes no sense.
    pub fn read_study(&self, text: &str) -> Result<Position<B, R::Sets>, Faults> {
        if self.is_shuffled()
            && let Ok(number) = text.trim().parse()
        {
            let last = self.starts().saturating_sub(1);
            return match self.numbered(number) {
                Some(start) => self.read_study(&start),
                None => Err(Fault::at(1, format!("starts are numbered 0 to {last}, found {number}")).into()),
            };
        }
        let fields = fields(text);
        if !(4..=6).contains(&fields.len()) {
            let what = format!(
                "expected 4 to 6 fields (board, turn, castling, en passant, quiet plies, move number), found {}",
                fields.len()
            );
            return Err(Fault::new(what).into());
        }
        let mut faults = Vec::new();
        let draft = Draft {
            men: self.read_board(fields[0], &mut faults),
            turn: read_turn(fields[1], R::ROAMS, &mut faults),
            rolling: R::ROAMS && fields[1].text.starts_with(ROLLS),
            quiet: read_number(fields.get(4), "quiet plies", 0, &mut faults),
            number: read_number(fields.get(5), "move number", 1, &mut faults).max(1),
        };
        let mut at = self.set_up(&draft, &mut faults);
        // Rights and kings can only be judged on a board that could be read; their form always.
        if faults.is_empty() && self.check_kings(&at, &mut faults) {
            self.refresh(&mut at);
            self.read_castling(&mut at, fields[2], &mut faults);
            self.read_en_passant(&mut at, fields[3], &mut faults);
            if draft.rolling && !self.royal_is_lost(&at) {
                at.set_rolling(true, &self.rules.geometry().keys);
            }
        } else {
            let letters = fields[2].text.chars().enumerate().filter(|_| fields[2].text != "-");
            let strange = letters.filter(|(_, letter)| !is_right(*letter));
            faults.extend(strange.map(|(i, letter)| Fault::at(fields[2].column + i, no_right(letter))));
            if fields[3].text != "-" {
                faults.extend(self.read_passed(fields[3]).err());
            }
        }
        faults.sort_by_key(|fault| fault.column.unwrap_or(usize::MAX));
        if faults.is_empty() { Ok(at) } else { Err(Faults(faults)) }
    }

    fn read_board(&self, field: Field<'_>, faults: &mut Vec<Fault>) -> Vec<(Square, Kind, Side, usize)> {
        let shape = self.shape();
        let (files, ranks) = (usize::from(shape.files()), usize::from(shape.ranks()));
        let mut men = Vec::new();
        let rows: Vec<&str> = field.text.split('/').collect();
        if rows.len() != ranks {
            faults.push(Fault::at(field.column, format!("expected {ranks} ranks, found {}", rows.len())));
        }
        let mut column = field.column;
        for (i, row) in rows.iter().enumerate() {
            let (start, rank) = (column, ranks.saturating_sub(i + 1));
            let (mut file, mut gap) = (0_usize, 0_usize);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    // "10" is one gap of ten, not a one and a nought.
                    gap = (gap * 10 + digit as usize).min(1_000);
                } else {
                    file += gap + 1;
                    gap = 0;
                    match (self.read_man(letter), shape.square(file as i32 - 1, rank as i32)) {
                        (None, _) => faults.push(Fault::at(column, format!("no piece has the letter '{letter}'"))),
                        (Some((kind, side)), Some(square)) if i < ranks => men.push((square, kind, side, column)),
                        _ => {}
                    }
                }
                column += 1;
            }
            file += gap;
            if file != files && i < ranks {
                faults.push(Fault::at(start, format!("rank {} has {file} squares, expected {files}", rank + 1)));
            }
            column += 1;
        }
        men
    }

    /// The man that a letter stands for: upper case for White.
    fn read_man(&self, letter: char) -> Option<(Kind, Side)> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        self.kind_of_letter(letter).map(|kind| (kind, side))
    }

    /// The kind with this letter, in either case.
    pub(crate) fn kind_of_letter(&self, letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        self.rules.kinds().iter().position(|card| card.letter == upper).map(|i| Kind(i as u8))
    }

    fn set_up(&self, draft: &Draft, faults: &mut Vec<Fault>) -> Position<B, R::Sets> {
        let keys = &self.rules.geometry().keys;
        let shape = self.shape();
        let mut at = Position::empty();
        for &(square, kind, side, column) in &draft.men {
            let home = if side == Side::First { 0 } else { shape.ranks() - 1 };
            if self.rules.roamer().is_some_and(|roamer| roamer.kind == kind) {
                at.toggle_neutral(kind, square, keys, &mut ());
                continue;
            }
            if kind == PAWN && (self.rules.last_stop(side).has(square) || shape.rank(square) == home) {
                faults.push(Fault::at(
                    column,
                    format!("a {} pawn cannot stand on {}", side_name(side).to_lowercase(), shape.name(square)),
                ));
            }
            at.put(kind, side, square, keys, &mut ());
        }
        if draft.turn == Side::Second {
            at.flip_turn(keys);
        }
        at.quiet = draft.quiet;
        at.number = draft.number;
        at
    }

    fn check_kings(&self, at: &Position<B, R::Sets>, faults: &mut Vec<Fault>) -> bool {
        let before = faults.len();
        for side in Side::BOTH {
            match (self.rules.royals(at.kinds()) & at.side(side)).count() {
                1 => {}
                // Taken: the game is over.
                0 if self.rules.takes_royals() => {}
                0 => faults.push(Fault::new(format!("{} has no king", side_name(side)))),
                n => faults.push(Fault::new(format!("{} has {n} kings, expected one", side_name(side)))),
            }
        }
        if let Some(roamer) = self.rules.roamer() {
            let count = at.kind(roamer.kind).count();
            if count != 1 {
                let name = self.rules.kinds().get(roamer.kind.index()).map_or("neutral man", |card| &card.name);
                faults.push(Fault::new(format!("expected one {name}, found {count}")));
            }
        }
        faults.len() == before
    }

    fn check_safety(&self, at: &Position<B, R::Sets>, faults: &mut Vec<Fault>) {
        if self.rules.takes_royals() {
            return;
        }
        let waiting = !at.turn;
        if self.attacked(at, self.royal(at, waiting), at.turn, at.occupied()) {
            faults.push(Fault::new(format!(
                "{} is to move and could take the king: {} is in check",
                side_name(at.turn),
                side_name(waiting)
            )));
        }
    }

    fn read_castling(&self, at: &mut Position<B, R::Sets>, field: Field<'_>, faults: &mut Vec<Fault>) {
        if field.text == "-" {
            return;
        }
        for (i, letter) in field.text.chars().enumerate() {
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            let king = self.royal(at, side);
            let shares_wing = |rook: Square| {
                let rooks = at.castles & at.side(side);
                rooks.squares().any(|other| other != rook && (other < king) == (rook < king))
            };
            match self.castling_rook(at, letter, side) {
                Ok(rook) if shares_wing(rook) => {
                    let name = side_name(side);
                    let what = format!("'{letter}': {name} castles with another rook of this wing already");
                    faults.push(Fault::at(field.column + i, what));
                }
                Ok(rook) => at.allow_castle(rook, &self.rules.geometry().keys),
                Err(what) => faults.push(Fault::at(field.column + i, what)),
            }
        }
    }

    /// The rook that a letter of the castling field means: `K` and `Q` the outermost on their wing, any other
    /// letter the one on that file. On wide boards `K` is a file too, and a rook on it comes first.
    fn castling_rook(&self, at: &Position<B, R::Sets>, letter: char, side: Side) -> Result<Square, String> {
        let shape = self.shape();
        let king = self.royal(at, side);
        let rooks = at.men(self.rules.castling_partner(), side) & shape.rank_set(shape.rank(king));
        let on_file = |file: char| {
            let square = shape.square(file as i32 - 'a' as i32, i32::from(shape.rank(king)));
            square.filter(|&square| rooks.has(square))
        };
        let found = match letter.to_ascii_lowercase() {
            'k' => on_file('k').or_else(|| rooks.squares().filter(|&rook| rook > king).last()),
            'q' => rooks.squares().find(|&rook| rook < king),
            file @ 'a'..='p' => on_file(file),
            _ => return Err(no_right(letter)),
        };
        let name = side_name(side);
        let rook = found.ok_or_else(|| format!("'{letter}': {name} has no rook there to castle with"))?;
        let wing = if rook < king { Wing::Left } else { Wing::Right };
        match self.rules.castle_goal(side, wing) {
            Some(goal) if shape.rank(goal.king) == shape.rank(king) => Ok(rook),
            _ => Err(format!("'{letter}': {name}'s king is not where it could castle")),
        }
    }

    fn read_en_passant(&self, at: &mut Position<B, R::Sets>, field: Field<'_>, faults: &mut Vec<Fault>) {
        if field.text == "-" {
            return;
        }
        let passed = match self.read_passed(field) {
            Ok(passed) => passed,
            Err(fault) => return faults.push(fault),
        };
        let ahead = ahead_by(!at.turn, self.rules.stride());
        // A neutral man may have come to where the pawn began.
        let men = self.lair(at).map_or(at.occupied(), |lair| at.occupied() & !B::one(lair));
        let plausible = self.shape().squares().any(|origin| {
            self.rules.double_from(!at.turn).has(origin)
                && shifted(origin, ahead) == passed
                && !men.has(origin)
                && !at.occupied().has(passed)
                && at.men(PAWN, !at.turn).has(shifted(passed, ahead))
        });
        if plausible {
            self.pass_by(at, passed);
        } else {
            let what = format!("no {} pawn can have passed {}", side_name(!at.turn).to_lowercase(), field.text);
            faults.push(Fault::at(field.column, what));
        }
    }

    /// The square that a field names, whatever stands there.
    fn read_passed(&self, field: Field<'_>) -> Result<Square, Fault> {
        match self.shape().read_square(field.text) {
            Some((passed, "")) => Ok(passed),
            _ => Err(Fault::at(field.column, format!("'{}' is neither '-' nor a square", field.text))),
        }
    }

    pub(crate) fn write_fen(&self, at: &Position<B, R::Sets>) -> String {
        let shape = self.shape();
        let turn = if at.turn == Side::First { "w" } else { "b" };
        let rolls = if at.rolling { ROLLS } else { "" };
        let passed = at.passed().map_or("-".to_owned(), |square| shape.name(square));
        let board = self.write_board(at);
        format!("{board} {rolls}{turn} {} {passed} {} {}", self.write_castling(at), at.quiet, at.number)
    }

    fn write_board(&self, at: &Position<B, R::Sets>) -> String {
        let shape = self.shape();
        let row = |rank: u8| {
            let mut text = String::new();
            let mut gap = 0;
            for file in 0..shape.files() {
                let man = shape.square(file.into(), rank.into()).and_then(|square| at.man_on(square));
                if let Some((kind, side)) = man {
                    if gap > 0 {
                        text += &gap.to_string();
                        gap = 0;
                    }
                    text.push(self.letter(kind, side));
                } else {
                    gap += 1;
                }
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            text
        };
        (0..shape.ranks()).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// The letter of a man, upper case for White.
    pub(crate) fn letter(&self, kind: Kind, side: Side) -> char {
        let letter = self.rules.kinds().get(kind.index()).map_or('?', |card| card.letter);
        if side == Side::First { letter } else { letter.to_ascii_lowercase() }
    }

    /// `KQkq` where the rook is the outermost on its wing, the letter of its file otherwise (X-FEN).
    fn write_castling(&self, at: &Position<B, R::Sets>) -> String {
        let shape: Shape = self.shape();
        let mut text = String::new();
        for side in Side::BOTH {
            let king = self.royal(at, side);
            let mut rooks: Vec<_> = (at.castles & at.side(side)).squares().collect();
            rooks.reverse();
            for rook in rooks {
                let usual = if rook > king { 'K' } else { 'Q' };
                let outermost = self.castling_rook(at, usual, side) == Ok(rook);
                let letter = if outermost { usual } else { char::from(b'A' + shape.file(rook)) };
                text.push(if side == Side::First { letter } else { letter.to_ascii_lowercase() });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

/// Whether a letter can stand in the castling field at all.
fn is_right(letter: char) -> bool {
    matches!(letter.to_ascii_lowercase(), 'a'..='p' | 'q')
}

fn no_right(letter: char) -> String {
    format!("'{letter}' is no castling right: expected '-', letters of KQkq or files")
}

/// Before the side to move: the neutral man goes first.
const ROLLS: &str = "*";

fn read_turn(field: Field<'_>, may_roll: bool, faults: &mut Vec<Fault>) -> Side {
    match if may_roll { field.text.trim_start_matches(ROLLS) } else { field.text } {
        "w" => return Side::First,
        "b" => return Side::Second,
        other => faults.push(Fault::at(field.column, format!("the side to move is 'w' or 'b', found '{other}'"))),
    }
    Side::First
}

fn read_number(field: Option<&Field<'_>>, name: &str, missing: u16, faults: &mut Vec<Fault>) -> u16 {
    let Some(field) = field else { return missing };
    field.text.parse().unwrap_or_else(|_| {
        faults.push(Fault::at(field.column, format!("{name}: expected a number up to 65535, found '{}'", field.text)));
        missing
    })
}
