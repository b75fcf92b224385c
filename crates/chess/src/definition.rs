//! Variants as text: TOML in, rules out, or a list of everything that is wrong, each with its line.
//!
//! Text becomes a [`Raw`] (what was written), then a [`Plan`] (what it means, checked), then tables. A
//! definition may begin with `from = "chess"` and then says only what differs.

use crate::betza::{self, Gait};
use crate::loaded::{Loaded, Plan};
use crate::{CastleGoal, Chess, Kind, KindCard, PAWN, Variety};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use tabula_board::{Bits, Shape};
use tabula_core::{Fault, Faults, Square};
use toml::Spanned;

/// Orthodox chess as text, from which other definitions inherit.
pub const CHESS_DEFINITION: &str = include_str!("../../../definitions/chess.toml");

/// What a piece may be worth: a board full of the dearest is far from the end of the numbers.
const VALUES: RangeInclusive<i32> = -10_000..=10_000;

/// A chess-like game that was read from text and checked.
#[derive(Clone, Debug)]
pub struct Definition {
    /// What people call it.
    pub name: String,
    /// One sentence on how it is played.
    pub about: String,
    start: String,
    plan: Plan,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct Raw {
    from: Option<Spanned<String>>,
    name: Option<String>,
    about: Option<String>,
    board: Option<Spanned<String>>,
    start: Option<Spanned<String>>,
    #[serde(default)]
    pieces: BTreeMap<String, Spanned<RawPiece>>,
    pawns: Option<RawPawns>,
    castling: Option<Vec<Spanned<RawCastle>>>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct RawPiece {
    letter: char,
    moves: Spanned<String>,
    value: i32,
    #[serde(default)]
    royal: bool,
    glyphs: Option<String>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawPawns {
    double_step_from: Option<Spanned<u8>>,
    promote_to: Option<Spanned<String>>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct RawCastle {
    king: String,
    rook: String,
}

impl Definition {
    /// Reads a definition; the error lists every fault with its line.
    pub fn read(text: &str) -> Result<Self, Faults> {
        let raw: Raw = toml::from_str(text).map_err(|error| {
            let fault = Fault::new(error.message().to_owned());
            Faults::from(match error.span() {
                Some(span) => fault.in_line(line_of(text, span.start)),
                None => fault,
            })
        })?;
        let mut reader = Reader { text, faults: Vec::new() };
        let raw = reader.inherit(raw);
        let definition = reader.plan(&raw);
        match definition {
            Some(definition) if reader.faults.is_empty() => {
                // The start position is checked by the rules that it starts.
                match definition.build_on_widest() {
                    Ok(()) => Ok(definition),
                    Err(faults) => {
                        Err(Faults(faults.0.into_iter().map(|fault| reader.place(raw.start.as_ref(), fault)).collect()))
                    }
                }
            }
            _ => Err(Faults(reader.faults)),
        }
    }

    /// The size of the board, from which the width of its sets follows.
    pub const fn shape(&self) -> Shape {
        self.plan.shape
    }

    /// The game, on sets of a width that holds its board.
    pub fn build<B: Bits>(&self) -> Result<Chess<B, Loaded<B>>, Faults> {
        if self.plan.shape.size() > B::WIDTH {
            let what = format!("{} squares do not fit into {} bits", self.plan.shape.size(), B::WIDTH);
            return Err(Fault::new(what).into());
        }
        Chess::new(Loaded::new(&self.plan), &self.start, Variety::Fixed)
    }

    fn build_on_widest(&self) -> Result<(), Faults> {
        self.build::<tabula_board::Wide>().map(|_| ())
    }
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

/// Turns what was written into what it means, and gathers faults on the way.
struct Reader<'a> {
    text: &'a str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault<T>(&mut self, near: Option<&Spanned<T>>, what: impl Into<String>) {
        let fault = self.place(near, Fault::new(what));
        self.faults.push(fault);
    }

    /// Says in which line a fault is. What was inherited has none: it stands behind the text, see `inherit`.
    fn place<T>(&self, near: Option<&Spanned<T>>, fault: Fault) -> Fault {
        match near.map(|near| near.span().start) {
            Some(start) if start < self.text.len() => fault.in_line(line_of(self.text, start)),
            Some(_) => Fault { what: format!("{} (inherited from chess)", fault.what), ..fault },
            None => fault,
        }
    }

    /// Fills what is not said from the definition it is based on.
    fn inherit(&mut self, raw: Raw) -> Raw {
        let Some(from) = &raw.from else { return raw };
        if from.get_ref() != "chess" {
            self.fault(Some(from), format!("cannot inherit from \"{}\": only \"chess\" is known", from.get_ref()));
            return raw;
        }
        // Blanks put every place of the base behind the end of the text, so that the two cannot be confused.
        let base = " ".repeat(self.text.len()) + "\n" + CHESS_DEFINITION;
        let Ok(base) = toml::from_str::<Raw>(&base) else { return raw };
        let base_pawns = base.pawns;
        let mut pieces = base.pieces;
        pieces.extend(raw.pieces);
        Raw {
            from: None,
            name: raw.name.or(base.name),
            about: raw.about.or(base.about),
            board: raw.board.or(base.board),
            start: raw.start.or(base.start),
            pieces,
            pawns: match (raw.pawns, base_pawns) {
                (Some(own), Some(base)) => Some(RawPawns {
                    double_step_from: own.double_step_from.or(base.double_step_from),
                    promote_to: own.promote_to.or(base.promote_to),
                }),
                (own, base) => own.or(base),
            },
            castling: raw.castling.or(base.castling),
        }
    }

    fn plan(&mut self, raw: &Raw) -> Option<Definition> {
        let shape = self.shape(raw);
        let (kinds, royal) = self.kinds(raw);
        let promotions = self.promotions(raw, &kinds, royal);
        let (shape, royal) = (shape?, royal?);
        let double_rank = self.double_rank(raw, shape);
        let castles = self.castles(raw, shape);
        let rook = kinds.iter().position(|(card, _)| card.name == "rook").map(|i| Kind(i as u8));
        let partner = rook.filter(|&kind| kind != PAWN && kind != royal);
        if partner.is_none() && castles != [None, None] {
            self.fault::<()>(None, "castling needs an officer called \"rook\" beside the royal piece");
        }
        // Without castling nobody asks for the partner.
        let partner = partner.unwrap_or(royal);
        if raw.start.is_none() {
            self.fault::<()>(None, "no start position: start = \"...\"");
        }
        Some(Definition {
            name: raw.name.clone().unwrap_or_else(|| "Unnamed".to_owned()),
            about: raw.about.clone().unwrap_or_default(),
            start: raw.start.as_ref()?.get_ref().clone(),
            plan: Plan { shape, kinds, royal, partner, double_rank, promotions, castles },
        })
    }

    fn shape(&mut self, raw: &Raw) -> Option<Shape> {
        let Some(board) = &raw.board else {
            self.fault::<()>(None, "no board: board = \"8x8\"");
            return None;
        };
        let sides = board.get_ref().split_once('x').and_then(|(f, r)| Some((f.parse().ok()?, r.parse().ok()?)));
        let shape =
            sides.and_then(|(files, ranks)| Shape::new(files, ranks)).filter(|s| s.files() > 2 && s.ranks() > 3);
        if shape.is_none() {
            let what =
                format!("board: expected files x ranks from \"3x4\" to \"16x16\", found \"{}\"", board.get_ref());
            self.fault(Some(board), what);
        }
        shape
    }

    /// The kinds, the pawn first, then by value with the royal one last, whatever their order in the text.
    fn kinds(&mut self, raw: &Raw) -> (Vec<(KindCard, Gait)>, Option<Kind>) {
        let mut kinds = Vec::new();
        for (name, spanned) in &raw.pieces {
            let piece = spanned.get_ref();
            let is_pawn = piece.moves.get_ref() == "pawn";
            let gait = if is_pawn { Ok(Gait::default()) } else { betza::read(piece.moves.get_ref()) };
            let gait = gait.unwrap_or_else(|fault| {
                self.fault(Some(&piece.moves), format!("{name}: {fault}"));
                Gait::default()
            });
            let letter = piece.letter.to_ascii_uppercase();
            if !letter.is_ascii_uppercase() {
                self.fault(Some(spanned), format!("{name}: its letter must be a to z, found '{letter}'"));
            }
            if is_pawn && piece.royal {
                self.fault(Some(spanned), format!("{name}: a pawn cannot be royal"));
            }
            if !VALUES.contains(&piece.value) {
                let (least, most) = VALUES.into_inner();
                self.fault(
                    Some(spanned),
                    format!("{name}: its value must be {least} to {most}, found {}", piece.value),
                );
            }
            let mut glyphs = piece.glyphs.as_deref().unwrap_or_default().chars();
            let glyphs =
                [glyphs.next().unwrap_or(letter), glyphs.next().unwrap_or_else(|| letter.to_ascii_lowercase())];
            let card = KindCard { name: name.clone(), letter, value: piece.value, glyphs };
            kinds.push(((!is_pawn, piece.royal, piece.value), (card, gait)));
        }
        kinds.sort_by(|(a, (x, _)), (b, (y, _))| a.cmp(b).then_with(|| x.name.cmp(&y.name)));
        let pawns = kinds.iter().filter(|((not_pawn, ..), _)| !not_pawn).count();
        if pawns != 1 {
            self.fault::<()>(None, format!("pieces: expected one with moves = \"pawn\", found {pawns}"));
        }
        if kinds.len() > crate::kind::MAX_KINDS {
            self.fault::<()>(None, format!("pieces: at most {}, found {}", crate::kind::MAX_KINDS, kinds.len()));
        }
        for i in 1..kinds.len() {
            if kinds[..i].iter().any(|(_, (card, _))| card.letter == kinds[i].1.0.letter) {
                let (card, _) = &kinds[i].1;
                let what = format!("{}: another piece has the letter '{}' already", card.name, card.letter);
                self.fault(raw.pieces.get(&card.name), what);
            }
        }
        let royals: Vec<_> =
            kinds.iter().enumerate().filter(|(_, ((_, royal, _), _))| *royal).map(|(i, _)| i).collect();
        if royals.len() != 1 {
            self.fault::<()>(None, format!("pieces: expected one with royal = true, found {}", royals.len()));
        }
        (kinds.into_iter().map(|(_, kind)| kind).collect(), royals.first().map(|&i| Kind(i as u8)))
    }

    fn promotions(&mut self, raw: &Raw, kinds: &[(KindCard, Gait)], royal: Option<Kind>) -> Vec<Kind> {
        let Some(letters) = raw.pawns.as_ref().and_then(|pawns| pawns.promote_to.as_ref()) else {
            self.fault::<()>(None, "pawns.promote-to is missing");
            return Vec::new();
        };
        let mut promotions = Vec::new();
        for letter in letters.get_ref().chars() {
            let found = kinds.iter().position(|(card, _)| card.letter == letter.to_ascii_uppercase());
            match found.map(|i| Kind(i as u8)).filter(|&kind| kind != PAWN && Some(kind) != royal) {
                None => self.fault(Some(letters), format!("promote-to: '{letter}' is no piece to become")),
                Some(kind) if promotions.contains(&kind) => {
                    self.fault(Some(letters), format!("promote-to: '{letter}' is named twice"));
                }
                Some(kind) => promotions.push(kind),
            }
        }
        promotions
    }

    fn double_rank(&mut self, raw: &Raw, shape: Shape) -> u8 {
        let Some(rank) = raw.pawns.as_ref().and_then(|pawns| pawns.double_step_from.as_ref()) else { return 1 };
        let number = *rank.get_ref();
        if number < 1 || number > shape.ranks() {
            self.fault(Some(rank), format!("double-step-from: no rank {number} on this board"));
            return 1;
        }
        number - 1
    }

    fn castles(&mut self, raw: &Raw, shape: Shape) -> [Option<CastleGoal>; 2] {
        let mut goals = [None, None];
        for castle in raw.castling.iter().flatten() {
            let RawCastle { king, rook } = castle.get_ref();
            let (Some((king_from, king_to)), Some((rook_from, rook_to))) =
                (read_way(shape, king), read_way(shape, rook))
            else {
                self.fault(Some(castle), format!("castling: expected \"e1-g1\", found \"{king}\" and \"{rook}\""));
                continue;
            };
            let goal = &mut goals[usize::from(rook_from > king_from)];
            let rank = shape.rank(king_from);
            if [king_to, rook_from, rook_to].iter().any(|&square| shape.rank(square) != rank) {
                self.fault(Some(castle), "castling: king and rook have to stay on one rank");
            } else if rook_from == king_from {
                let name = shape.name(king_from);
                self.fault(Some(castle), format!("castling: king and rook cannot both come from {name}"));
            } else if rook_to == king_to {
                self.fault(Some(castle), format!("castling: king and rook cannot both go to {}", shape.name(king_to)));
            } else if goal.is_some() {
                self.fault(Some(castle), "castling: there is another one on this wing already");
            } else {
                *goal = Some(CastleGoal { king: king_to, rook: rook_to });
            }
        }
        goals
    }
}

/// Two squares with a dash.
fn read_way(shape: Shape, text: &str) -> Option<(Square, Square)> {
    let (from, rest) = shape.read_square(text)?;
    let (to, rest) = shape.read_square(rest.strip_prefix('-')?)?;
    rest.is_empty().then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_a_definition_is_listed_with_its_line() {
        let text = "from = \"chess\"\nboard = \"20x8\"\npieces.janus = { letter = \"r\", moves = \"BX\", value = 800 }\n\
                    pawns.promote-to = \"qz\"\n";
        let faults = Definition::read(text).unwrap_err().to_string();
        for part in
            ["line 2: board", "line 3: janus: column 2: no way", "letter 'R' already", "line 4: promote-to: 'z'"]
        {
            assert!(faults.contains(part), "{part} is missing in: {faults}");
        }
    }

    #[test]
    fn broken_toml_and_unknown_words_name_their_line() {
        for (text, line) in [("name = \"x\"\nboard = ", 2), ("from = \"chess\"\n\ncolour = 1", 3)] {
            let faults = Definition::read(text).unwrap_err();
            assert_eq!(faults.0[0].line, Some(line), "{faults}");
        }
    }

    #[test]
    fn a_start_that_does_not_fit_the_board_is_refused_at_its_line() {
        let faults = Definition::read("from = \"chess\"\nstart = \"8/8 w - - 0 1\"").unwrap_err();
        assert!(faults.to_string().contains("line 2, column 1: expected 8 ranks, found 2"), "{faults}");
    }

    /// What is wrong with chess changed by these lines, which begin in line 2.
    fn told(lines: &str) -> String {
        Definition::read(&format!("from = \"chess\"\n{lines}")).err().map(|f| f.to_string()).unwrap_or_default()
    }

    #[test]
    fn pawns_neither_are_kings_nor_become_them_nor_become_one_piece_twice() {
        assert_eq!(told("pawns.promote-to = \"qk\""), "line 2: promote-to: 'k' is no piece to become");
        assert_eq!(told("pawns.promote-to = \"qnQ\""), "line 2: promote-to: 'Q' is named twice");
        let royal_pawn = "pieces.pawn = { letter = \"p\", moves = \"pawn\", value = 100, royal = true }\n\
                          pieces.king = { letter = \"k\", moves = \"K\", value = 0 }";
        assert_eq!(told(royal_pawn), "line 2: pawn: a pawn cannot be royal");
    }

    #[test]
    fn castlings_that_cannot_be_made_are_refused() {
        let (left, right) = ("{ king = \"e1-c1\", rook = \"a1-d1\" }", "{ king = \"e1-g1\", rook = \"h1-f1\" }");
        assert_eq!(told(&format!("castling = [{left}, {right}]")), "");
        for (castle, what) in [
            ("{ king = \"e1-g1\", rook = \"h1-g1\" }", "king and rook cannot both go to g1"),
            ("{ king = \"e1-g1\", rook = \"h1-f2\" }", "king and rook have to stay on one rank"),
            ("{ king = \"e1-g2\", rook = \"h1-f2\" }", "king and rook have to stay on one rank"),
            ("{ king = \"e1-g1\", rook = \"e1-f1\" }", "king and rook cannot both come from e1"),
            ("{ king = \"e1-b1\", rook = \"b1-c1\" }", "there is another one on this wing already"),
        ] {
            assert_eq!(told(&format!("castling = [{left},\n{castle}]")), format!("line 3: castling: {what}"));
        }
        let royal_rook = "pieces.rook = { letter = \"r\", moves = \"R\", value = 0, royal = true }\n\
                          pieces.king = { letter = \"k\", moves = \"K\", value = 0 }\npawns.promote-to = \"q\"\n";
        assert_eq!(told(royal_rook), "castling needs an officer called \"rook\" beside the royal piece");
    }

    #[test]
    fn values_that_no_evaluation_could_add_up_are_refused() {
        let piece = |value| told(&format!("pieces.ant = {{ letter = \"a\", moves = \"W\", value = {value} }}"));
        assert_eq!((piece(10_000), piece(-10_000)), (String::new(), String::new()));
        assert_eq!(piece(10_001), "line 2: ant: its value must be -10000 to 10000, found 10001");
        assert_eq!(piece(i32::MIN), "line 2: ant: its value must be -10000 to 10000, found -2147483648");
    }

    #[test]
    fn a_fault_of_what_was_inherited_names_no_line_of_the_text_that_inherits() {
        let start = "start = \"rnkqb/ppppp/5/PPPPP/RNKQB w - - 0 1\"\nboard = \"5x5\"";
        let faults = told(start);
        assert!(faults.starts_with("castling: expected \"e1-g1\", found \"e1-g1\" and \"h1-f1\""), "{faults}");
        assert!(faults.ends_with("(inherited from chess)"), "{faults}");
        let faults = told("\n\nboard = \"8x9\"");
        assert!(faults.starts_with("column 1: expected 9 ranks, found 8 (inherited from chess)"), "{faults}");
    }
}
