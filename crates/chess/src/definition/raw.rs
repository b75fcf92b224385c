//! What a definition says, before anything is known to make sense.
//!
//! Every entry is read by itself: one that cannot be read is a fault of its own and hides no other.

use serde::Deserialize;
use std::collections::BTreeMap;
use tabula_core::Fault;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

#[derive(Clone, Default)]
pub(super) struct Raw {
    pub(super) from: Option<Spanned<String>>,
    pub(super) name: Option<String>,
    pub(super) about: Option<String>,
    pub(super) goal: Option<Spanned<String>>,
    pub(super) board: Option<Spanned<String>>,
    pub(super) start: Option<Spanned<String>>,
    pub(super) without: Option<Spanned<Vec<String>>>,
    pub(super) pieces: BTreeMap<String, Spanned<RawPiece>>,
    pub(super) pawns: Option<RawPawns>,
    pub(super) castling: Option<Vec<Spanned<RawCastle>>>,
    pub(super) shuffle: Option<Spanned<RawShuffle>>,
    pub(super) roamer: Option<Spanned<RawRoamer>>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPiece {
    pub(super) letter: char,
    pub(super) moves: Spanned<String>,
    pub(super) value: Option<i32>,
    #[serde(default)]
    pub(super) royal: bool,
    pub(super) glyphs: Option<String>,
}

#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawPawns {
    pub(super) double_step_from: Option<Spanned<u8>>,
    pub(super) promote_from: Option<Spanned<u8>>,
    pub(super) promote_to: Option<Spanned<String>>,
    pub(super) promote_to_lost: Option<bool>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCastle {
    pub(super) king: String,
    pub(super) rook: String,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawShuffle {
    /// Letters that stand in this order: `rkr`.
    pub(super) order: Option<String>,
    /// Letters whose men stand on both colours.
    pub(super) both_colours: Option<String>,
    /// Pairs of letters on squares of different colours.
    #[serde(default)]
    pub(super) opposite_colours: Vec<String>,
    #[serde(default)]
    pub(super) guarded_pawns: bool,
    /// What only those starts obey that are dealt.
    #[serde(default)]
    pub(super) dealt: RawDealt,
}

#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawDealt {
    /// Letters whose men are no neighbours.
    pub(super) apart: Option<String>,
    /// An array from which they differ on at least three files.
    pub(super) unlike: Option<String>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRoamer {
    pub(super) name: String,
    pub(super) steps: u8,
    pub(super) glyph: Option<char>,
}

/// The keys of a definition, for the message about an unknown one.
const KEYS: &str = "from, name, about, goal, board, start, without, pieces, pawns, castling, shuffle, roamer";

impl Raw {
    /// Reads what can be read; `fault` hears of everything else, and where it begins.
    pub(super) fn read(text: &str, fault: &mut dyn FnMut(Option<usize>, String)) -> Self {
        let mut raw = Self::default();
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            fault(error.span().map(|span| span.start), error.message().to_owned());
        }
        for (key, value) in table.into_inner() {
            let at = key.span().start;
            match key.get_ref().as_ref() {
                "from" => raw.from = entry(value, "from", fault),
                "name" => raw.name = entry(value, "name", fault),
                "about" => raw.about = entry(value, "about", fault),
                "goal" => raw.goal = entry(value, "goal", fault),
                "board" => raw.board = entry(value, "board", fault),
                "start" => raw.start = entry(value, "start", fault),
                "without" => raw.without = entry(value, "without", fault),
                "pawns" => raw.pawns = entry(value, "pawns", fault),
                "shuffle" => raw.shuffle = entry(value, "shuffle", fault),
                "roamer" => raw.roamer = entry(value, "roamer", fault),
                "pieces" => raw.pieces = pieces(value, fault),
                "castling" => raw.castling = castling(value, fault),
                other => fault(Some(at), format!("unknown key \"{other}\"; known: {KEYS}")),
            }
        }
        raw
    }

    /// Fills what is not said from the definition it is based on.
    pub(super) fn inherit(self, base: Self) -> Self {
        let mut pieces = base.pieces;
        for name in self.without.iter().flat_map(Spanned::get_ref) {
            pieces.remove(name);
        }
        pieces.extend(self.pieces);
        Self {
            from: self.from,
            name: self.name.or(base.name),
            about: self.about.or(base.about),
            goal: self.goal.or(base.goal),
            board: self.board.or(base.board),
            start: self.start.or(base.start),
            without: self.without,
            pieces,
            pawns: match (self.pawns, base.pawns) {
                (Some(own), Some(base)) => Some(RawPawns {
                    double_step_from: own.double_step_from.or(base.double_step_from),
                    promote_from: own.promote_from.or(base.promote_from),
                    promote_to: own.promote_to.or(base.promote_to),
                    promote_to_lost: own.promote_to_lost.or(base.promote_to_lost),
                }),
                (own, base) => own.or(base),
            },
            castling: self.castling.or(base.castling),
            shuffle: self.shuffle.or(base.shuffle),
            roamer: self.roamer.or(base.roamer),
        }
    }
}

type Hear<'a> = &'a mut dyn FnMut(Option<usize>, String);

/// One entry; what is wrong with it is said of its key.
fn entry<'a, T: Deserialize<'a>>(value: Spanned<DeValue<'a>>, key: &str, fault: Hear<'_>) -> Option<T> {
    let start = value.span().start;
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(read) => Some(read),
        Err(error) => {
            fault(Some(error.span().map_or(start, |span| span.start)), format!("{key}: {}", error.message()));
            None
        }
    }
}

fn pieces(value: Spanned<DeValue<'_>>, fault: Hear<'_>) -> BTreeMap<String, Spanned<RawPiece>> {
    let start = value.span().start;
    let DeValue::Table(table) = value.into_inner() else {
        fault(
            Some(start),
            "pieces: expected a table, for example pieces.janus = { letter = \"j\", moves = \"BN\" }".into(),
        );
        return BTreeMap::new();
    };
    let named = table.into_iter().filter_map(|(name, piece)| {
        let name = name.into_inner().into_owned();
        entry(piece, &name, fault).map(|piece| (name, piece))
    });
    named.collect()
}

fn castling(value: Spanned<DeValue<'_>>, fault: Hear<'_>) -> Option<Vec<Spanned<RawCastle>>> {
    let start = value.span().start;
    let DeValue::Array(list) = value.into_inner() else {
        fault(Some(start), "castling: expected a list, for example [{ king = \"e1-g1\", rook = \"h1-f1\" }]".into());
        return None;
    };
    Some(list.into_iter().filter_map(|castle| entry(castle, "castling", fault)).collect())
}

/// The line in which a place of the text stands.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|&byte| byte == b'\n').count() + 1
}

/// A fault in a line of the text.
pub(super) fn in_line(text: &str, start: Option<usize>, what: String) -> Fault {
    match start {
        Some(start) => Fault::new(what).in_line(line_of(text, start)),
        None => Fault::new(what),
    }
}
