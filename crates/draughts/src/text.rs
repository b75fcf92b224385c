//! Moves as text: `22-18`, `26x17`, and with every square of the way where several captures go from here to there.
//!
//! Squares are numbers or names such as `c3`; people see those that PDN has for the code. Read are also `26:17`, `26 x 17` and `c3d4`,
//! and after the goal of a capture the captured squares, `29x13:9,10,25`.

use crate::board::places;
use crate::code::Names;
use crate::position::{Move, Position};
use crate::rules::Draughts;
use tabula_core::{Fault, Game, Notation};

impl Notation for Draughts {
    fn read_position(&self, text: &str) -> Result<Position, tabula_core::Faults> {
        self.read_fen(text)
    }

    fn write_position(&self, at: &Position) -> String {
        self.write_fen(at)
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, Fault> {
        let spoken = Spoken::read(self, text)?;
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        let must_capture = moves.iter().any(|m| m.captured != 0);
        let told = |m: &Move| spoken.captured.is_none_or(|captured| captured == m.captured);
        moves.retain(|m| (u32::from(m.from), u32::from(m.to)) == spoken.ends() && told(m));
        // A way told in full decides; one told in part only has to fit.
        if let Some(&m) = moves.iter().find(|&&m| self.any_path(at, m, |path| path == spoken.path)) {
            return Ok(m);
        }
        moves.retain(|&m| self.any_path(at, m, |path| visits(path, &spoken.path)));
        match moves[..] {
            [m] => Ok(m),
            [] if must_capture => {
                Err(Fault::new(format!("'{}' is not legal here, where a capture is obligatory", text.trim())))
            }
            [] => Err(Fault::new(format!("'{}' is not legal here", text.trim()))),
            [m, ..] => Err(Fault::new(format!(
                "'{}' may be several captures; say the squares on the way, such as {}",
                text.trim(),
                self.write_path(at, m, Names::Numbers, 'x')
            ))),
        }
    }

    fn write_move(&self, at: &Position, m: Move) -> String {
        self.write_with(at, m, Names::Numbers, 'x')
    }

    fn write_move_for_people(&self, at: &Position, m: Move) -> String {
        self.write_with(at, m, self.code().names, self.code().jump)
    }
}

impl Draughts {
    fn write_with(&self, at: &Position, m: Move, names: Names, jump: char) -> String {
        let ends = |by: char| {
            format!("{}{by}{}", self.write_square(u32::from(m.from), names), self.write_square(u32::from(m.to), names))
        };
        if m.captured == 0 {
            return ends('-');
        }
        let mut captures = Vec::new();
        self.list_captures(at, &mut captures);
        let alike = captures.iter().filter(|other| (other.from, other.to) == (m.from, m.to)).count();
        if alike > 1 { self.write_path(at, m, names, jump) } else { ends(jump) }
    }

    /// A capture with every square on which it pauses: where it turns, or right behind what it has jumped, as PDN wants it.
    fn write_path(&self, at: &Position, m: Move, names: Names, jump: char) -> String {
        let mut text = String::new();
        self.any_path(at, m, |path| {
            let squares: Vec<String> = path.iter().map(|&place| self.write_square(place, names)).collect();
            text = squares.join(&jump.to_string());
            true
        });
        text
    }

    /// The squares on which a move pauses, from origin to goal: one of its ways, if it has several.
    pub fn path(&self, at: &Position, m: Move) -> Vec<u32> {
        let mut squares = Vec::new();
        self.any_path(at, m, |path| {
            squares = path.to_vec();
            true
        });
        squares
    }

    /// The numbers of the squares that a move captures, in order.
    pub fn captured_numbers(&self, m: Move) -> Vec<u32> {
        places(m.captured).map(|place| self.code().board.number(place)).collect()
    }

    /// The number or the name of the square at a place.
    pub fn write_square(&self, place: u32, names: Names) -> String {
        match names {
            Names::Numbers => self.code().board.number(place).to_string(),
            Names::Letters => {
                let size = self.code().board.size() as u16;
                let cell = self.cell(place).0;
                format!("{}{}", char::from(b'a' + (cell % size) as u8), cell / size + 1)
            }
        }
    }
}

/// Whether a way goes over all these squares, in this order.
fn visits(path: &[u32], squares: &[u32]) -> bool {
    let mut rest = path.iter();
    squares.iter().all(|square| rest.any(|place| place == square))
}

/// A move as somebody said it.
struct Spoken {
    /// Two places at least.
    path: Vec<u32>,
    captured: Option<u64>,
}

impl Spoken {
    fn read(game: &Draughts, text: &str) -> Result<Self, Fault> {
        // Only where jumps are written with an x can a colon begin a list of what is captured.
        let has_list = text.contains(',') || (text.contains(['x', 'X']) && text.contains(':'));
        let (way, list) = match text.split_once(':') {
            Some((way, list)) if has_list => (way, Some(list)),
            _ => (text, None),
        };
        let is_between = |c: char| matches!(c, '-' | 'x' | 'X' | ':' | '\u{d7}') || c.is_whitespace();
        let mut path = Vec::new();
        let mut column = 1;
        for word in way.split(is_between) {
            let mut start = column;
            for name in names(word) {
                path.push(square(game, name, start)?);
                start += name.chars().count();
            }
            column += word.chars().count() + 1;
        }
        if path.len() < 2 {
            return Err(Fault::new(format!("expected a move such as 22-18 or 26x17, found '{}'", text.trim())));
        }
        let mut captured = None;
        for word in list.into_iter().flat_map(|list| list.split(',')) {
            let blanks = word.chars().take_while(|c| c.is_whitespace()).count();
            let place = square(game, word.trim(), column + blanks)?;
            captured = Some(captured.unwrap_or(0) | 1 << place);
            column += word.chars().count() + 1;
        }
        Ok(Self { path, captured })
    }

    fn ends(&self) -> (u32, u32) {
        (self.path[0], self.path[self.path.len() - 1])
    }
}

/// The squares of a word: one, or several names without anything between them, `a3b4`.
fn names(word: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = word.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) && !word.is_empty() {
        starts.insert(0, 0);
    }
    let ends = starts.iter().skip(1).copied().chain([word.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &word[start..end]).collect()
}

fn square(game: &Draughts, word: &str, column: usize) -> Result<u32, Fault> {
    let most = game.code().board.squares();
    game.read_square(word).ok_or_else(|| Fault::at(column, format!("'{word}' is no square; they are 1 to {most}")))
}
