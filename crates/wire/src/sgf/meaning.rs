//! What properties of the root mean: which game it is, by which rules, and who has won.

use super::Node;
use crate::goban::Style;
use crate::pgn::Verdict;
use tabula_core::{Cause, Outcome};
use tabula_engine::catalogue;

/// A game of the format that the house plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Its id in the catalogue.
    pub id: String,
    /// Lines of the board.
    pub size: usize,
    /// How points are named.
    pub(crate) style: Style,
}

/// What a board has if nothing is said.
const USUAL: usize = 19;
const USUAL_ROWS: usize = 15;

impl Kind {
    /// The kind of game of a root, and what is wrong with what it says.
    pub(super) fn of_root(root: &Node) -> (Self, Vec<(&'static str, String)>) {
        let mut faults = Vec::new();
        let number = root.simple_text("GM").unwrap_or_else(|| "1".into());
        let style = match number.as_str() {
            "1" | "" => Style::Go,
            "4" => Style::Rows,
            other => {
                faults.push(("GM", format!("game {other} of the format is not played here")));
                Style::Go
            }
        };
        let usual = if style == Style::Go { USUAL } else { USUAL_ROWS };
        let size = root.property("SZ").map(|property| property.first().parts());
        let size = match size {
            None => usual,
            Some((width, height)) => match (width.parse::<usize>(), height.as_deref().map(str::parse::<usize>)) {
                (Ok(size), None) => size,
                (Ok(width), Some(Ok(height))) if width == height => width,
                (Ok(width), Some(Ok(height))) => {
                    faults.push(("SZ", format!("a board of {width} by {height} points is not square")));
                    width.max(height)
                }
                _ => {
                    faults.push(("SZ", format!("expected the size of the board, found '{width}'; {usual} is taken")));
                    usual
                }
            },
        };
        let rules = root.simple_text("RU").unwrap_or_default();
        let id = match style {
            Style::Go => go_id(size, &rules),
            Style::Rows => rows_id(size, &rules),
        };
        (Self { id, size, style }, faults)
    }

    /// The kind of a game of the catalogue, if the format has it.
    pub fn of_id(id: &str) -> Option<Self> {
        if let Some(rest) = id.strip_prefix("go").filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
            let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
            return Some(Self { id: id.into(), size: digits.parse().ok()?, style: Style::Go });
        }
        let known = ROWS.iter().find(|(known, ..)| *known == id).map(|(_, size, _)| *size);
        // Boards that the house does not have are named like those that it has.
        let size = known.or_else(|| id.strip_prefix("gomoku")?.parse().ok())?;
        Some(Self { id: id.into(), size, style: Style::Rows })
    }

    /// Its number in the format.
    pub(super) const fn number(&self) -> &'static str {
        match self.style {
            Style::Go => "1",
            Style::Rows => "4",
        }
    }

    /// What the format calls its rules, where the id says them.
    pub(super) fn rules(&self) -> Option<&'static str> {
        let suffix = self.id.split_once('-').map(|(_, suffix)| suffix);
        match self.style {
            Style::Go => RULES.iter().find(|(_, name, _)| Some(*name) == suffix).map(|(_, _, written)| *written),
            Style::Rows => ROWS.iter().find(|(id, ..)| *id == self.id).map(|(_, _, rules)| *rules),
        }
    }
}

/// Rules as files name them, in small letters without blanks, the end of our id, and how the format writes them.
const RULES: [(&str, &str, &str); 6] = [
    ("chinese", "chinese", "Chinese"),
    ("japanese", "japanese", "Japanese"),
    ("korean", "japanese", "Japanese"),
    ("aga", "aga", "AGA"),
    ("bga", "aga", "AGA"),
    ("tromptaylor", "tromp-taylor", "Tromp-Taylor"),
];
/// Boards of five in a row: ids, lines, rules.
const ROWS: [(&str, usize, &str); 6] = [
    ("gomoku", 15, "freestyle"),
    ("gomoku-standard", 15, "standard"),
    ("renju", 15, "renju"),
    ("gomoku19", 19, "freestyle"),
    ("gomoku-standard19", 19, "standard"),
    ("renju19", 19, "renju"),
];

/// The id of Go on a board of this size; rules that the house does not know are passed over.
fn go_id(size: usize, rules: &str) -> String {
    let plain: String = rules.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
    let suffix = RULES.iter().find(|(name, ..)| plain.starts_with(name)).map(|(_, suffix, _)| *suffix);
    let plain = format!("go{size}");
    let named = suffix.map(|suffix| format!("{plain}-{suffix}")).and_then(|id| catalogue::find(&id).ok());
    named.map_or(plain, |shelf| shelf.card().id.clone())
}

fn rows_id(size: usize, rules: &str) -> String {
    let plain = rules.to_ascii_lowercase();
    let fits = |(_, lines, _): &&(&str, usize, &str)| *lines == size;
    let named = ROWS.iter().filter(fits).find(|(_, _, name)| plain.contains(name));
    named.or_else(|| ROWS.iter().find(fits)).map_or_else(|| format!("gomoku{size}"), |(id, ..)| (*id).to_string())
}

/// A result as the format writes it (`B+3.5`, `W+R`, `0`); `None` if it is none.
///
/// ```
/// use tabula_wire::{pgn::Verdict, sgf::verdict};
/// assert_eq!(verdict("B+Resign"), Some(Verdict::First));
/// assert_eq!(verdict("Draw"), Some(Verdict::Draw));
/// assert_eq!(verdict("?"), Some(Verdict::Open));
/// assert_eq!(verdict("nobody knows"), None);
/// ```
pub fn verdict(text: &str) -> Option<Verdict> {
    let plain = text.trim().to_ascii_lowercase();
    let begins = |words: &[&str]| words.iter().any(|word| plain.starts_with(word));
    if begins(&["b+", "black"]) {
        Some(Verdict::First)
    } else if begins(&["w+", "white"]) {
        Some(Verdict::Second)
    } else if plain == "0" || begins(&["draw", "jigo"]) {
        Some(Verdict::Draw)
    } else if plain.is_empty() || begins(&["?", "void", "*"]) {
        Some(Verdict::Open)
    } else {
        None
    }
}

/// A result as the format writes it; `how` is what decided it, where that is known.
pub(super) fn result(verdict: Verdict, how: &str) -> String {
    match verdict {
        Verdict::Open => "?".into(),
        Verdict::Draw => "0".into(),
        Verdict::First => format!("B+{how}"),
        Verdict::Second => format!("W+{how}"),
    }
}

/// What decided a game, behind the plus: points, or a letter for what happened beside the board.
pub(super) fn margin(outcome: Option<Outcome>, ending: &str) -> String {
    if let Some(Outcome { cause: Cause::Count(halves), .. }) = outcome {
        return points(halves);
    }
    let letter = [("resign", "R"), ("time", "T"), ("illegal", "F"), ("crash", "F")];
    letter.iter().find(|(word, _)| ending.contains(word)).map_or(String::new(), |(_, letter)| (*letter).to_string())
}

/// Half points as a number: `3.5`.
pub(crate) fn points(halves: u16) -> String {
    format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })
}
