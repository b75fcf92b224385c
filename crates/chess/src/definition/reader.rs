//! Turns what was written into what it means, and gathers faults on the way.

use super::raw::{Raw, RawCastle, RawRoamer, RawShuffle, in_line, line_of};
use super::{CHESS_DEFINITION, Definition};
use crate::betza::{self, Gait};
use crate::kind::MAX_KINDS;
use crate::loaded::Plan;
use crate::lots::{Constraints, Lots};
use crate::roamer::Roamer;
use crate::{CastleGoal, Kind, KindCard, PAWN, Stock};
use std::ops::RangeInclusive;
use tabula_board::Shape;
use tabula_core::{Fault, Square};
use toml::Spanned;

/// What a piece may be worth: a board full of the dearest is far from the end of the numbers.
const VALUES: RangeInclusive<i32> = -10_000..=10_000;

/// The most squares of a board with a roamer: each width is one more copy of every search.
const ROAMED: usize = 64;

/// The letter of a neutral man.
const ROAMER_LETTER: char = '*';

pub(super) struct Reader<'a> {
    text: &'a str,
    pub(super) faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, faults: Vec::new() }
    }

    fn fault<T>(&mut self, near: Option<&Spanned<T>>, what: impl Into<String>) {
        let fault = self.place(near, Fault::new(what));
        self.faults.push(fault);
    }

    /// Says in which line a fault is. What was inherited has none: it stands behind the text, see `inherit`.
    pub(super) fn place<T>(&self, near: Option<&Spanned<T>>, fault: Fault) -> Fault {
        match near.map(|near| near.span().start) {
            Some(start) if start < self.text.len() => fault.in_line(line_of(self.text, start)),
            Some(_) => Fault { what: format!("{} (inherited from chess)", fault.what), ..fault },
            None => fault,
        }
    }

    /// Everything that is said, and what is not said from the definition it is based on.
    pub(super) fn inherit(&mut self) -> Raw {
        let text = self.text;
        let raw = Raw::read(text, &mut |start, what| self.faults.push(in_line(text, start, what)));
        let Some(from) = &raw.from else { return raw };
        if from.get_ref() != "chess" {
            self.fault(Some(from), format!("cannot inherit from \"{}\": only \"chess\" is known", from.get_ref()));
            // Read on as if it were: the rest is judged by what was most likely meant.
        }
        // Blanks put every place of the base behind the end of the text, so that the two cannot be confused.
        let base = " ".repeat(text.len()) + "\n" + CHESS_DEFINITION;
        let base = Raw::read(&base, &mut |_, what| unreachable!("chess is a sound definition: {what}"));
        for name in raw.without.iter().flat_map(Spanned::get_ref) {
            if !base.pieces.contains_key(name) {
                self.fault(raw.without.as_ref(), format!("without: chess has no piece called \"{name}\""));
            }
        }
        raw.inherit(base)
    }

    pub(super) fn plan(&mut self, raw: &Raw) -> Option<Definition> {
        let shape = self.shape(raw);
        let (kinds, royals) = self.kinds(raw);
        let promotions = self.promotions(raw, &kinds, &royals);
        let takes_royals = self.goal(raw);
        let roamer = self.roamer(raw, &kinds);
        let shape = shape?;
        if roamer.is_some() && shape.size() > ROAMED {
            self.fault(raw.roamer.as_ref(), format!("roamer: it needs a board of at most {ROAMED} squares"));
        }
        let double_rank = self.double_rank(raw, shape);
        let promotion_rank = self.promotion_rank(raw, shape);
        let castles = self.castles(raw, shape);
        let rook = kinds.iter().position(|(card, _)| card.name == "rook").map(|i| Kind(i as u8));
        let partner = rook.filter(|kind| *kind != PAWN && !royals.contains(kind));
        if partner.is_none() && castles != [None, None] {
            self.fault::<()>(None, "castling needs an officer called \"rook\" beside the royal piece");
        }
        if raw.start.is_none() {
            self.fault::<()>(None, "no start position: start = \"...\"");
        }
        let start = raw.start.as_ref()?.get_ref().clone();
        let only_lost = raw.pawns.as_ref().and_then(|pawns| pawns.promote_to_lost).unwrap_or(false);
        let stock = only_lost.then(|| stock(&kinds, &start));
        let lots = raw.shuffle.as_ref().and_then(|shuffle| self.lots(shuffle, &kinds, &start));
        Some(Definition {
            name: raw.name.clone().unwrap_or_else(|| "Unnamed".to_owned()),
            about: raw.about.clone().unwrap_or_default(),
            start,
            plan: Plan {
                shape,
                // Without castling nobody asks for the partner.
                partner: partner.or(royals.first().copied())?,
                kinds,
                royals,
                double_rank,
                promotion_rank,
                promotions,
                stock,
                castles,
                takes_royals,
                roamer,
            },
            lots,
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

    /// The kinds, the pawn first, then by value with the royal ones last, whatever their order in the text.
    fn kinds(&mut self, raw: &Raw) -> (Vec<(KindCard, Gait)>, Vec<Kind>) {
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
            let derived = if is_pawn { 100 } else { gait.worth() };
            let value = if piece.royal { 0 } else { piece.value.unwrap_or(derived) };
            if !VALUES.contains(&value) {
                let (least, most) = VALUES.into_inner();
                self.fault(Some(spanned), format!("{name}: its value must be {least} to {most}, found {value}"));
            }
            let mut glyphs = piece.glyphs.as_deref().unwrap_or_default().chars();
            let glyphs =
                [glyphs.next().unwrap_or(letter), glyphs.next().unwrap_or_else(|| letter.to_ascii_lowercase())];
            let moves = piece.moves.get_ref().clone();
            let card = KindCard { name: name.clone(), letter, value, glyphs, moves };
            kinds.push(((!is_pawn, piece.royal, value), (card, gait)));
        }
        if let Some(roamer) = &raw.roamer {
            let RawRoamer { name, glyph, .. } = roamer.get_ref();
            let glyphs = [glyph.unwrap_or(ROAMER_LETTER); 2];
            let card = KindCard { name: name.clone(), letter: ROAMER_LETTER, value: 0, glyphs, moves: String::new() };
            kinds.push(((true, false, 0), (card, Gait::default())));
        }
        kinds.sort_by(|(a, (x, _)), (b, (y, _))| a.cmp(b).then_with(|| x.name.cmp(&y.name)));
        let pawns = kinds.iter().filter(|((not_pawn, ..), _)| !not_pawn).count();
        if pawns != 1 {
            self.fault::<()>(None, format!("pieces: expected one with moves = \"pawn\", found {pawns}"));
        }
        if kinds.len() > MAX_KINDS {
            self.fault::<()>(None, format!("pieces: at most {MAX_KINDS}, found {}", kinds.len()));
        }
        for i in 1..kinds.len() {
            if kinds[..i].iter().any(|(_, (card, _))| card.letter == kinds[i].1.0.letter) {
                let (card, _) = &kinds[i].1;
                let what = format!("{}: another piece has the letter '{}' already", card.name, card.letter);
                self.fault(raw.pieces.get(&card.name), what);
            }
        }
        let royals: Vec<_> = (0..).zip(&kinds).filter(|(_, ((_, royal, _), _))| *royal).map(|(i, _)| Kind(i)).collect();
        if royals.is_empty() {
            self.fault::<()>(None, "pieces: expected one with royal = true, found 0");
        }
        (kinds.into_iter().map(|(_, kind)| kind).collect(), royals)
    }

    fn promotions(&mut self, raw: &Raw, kinds: &[(KindCard, Gait)], royals: &[Kind]) -> Vec<Kind> {
        let Some(letters) = raw.pawns.as_ref().and_then(|pawns| pawns.promote_to.as_ref()) else {
            self.fault::<()>(None, "pawns.promote-to is missing");
            return Vec::new();
        };
        let mut promotions = Vec::new();
        for letter in letters.get_ref().chars() {
            let found = kinds.iter().position(|(card, _)| card.letter == letter.to_ascii_uppercase());
            let officer = |kind: &Kind| *kind != PAWN && !royals.contains(kind) && letter != ROAMER_LETTER;
            match found.map(|i| Kind(i as u8)).filter(officer) {
                None => self.fault(Some(letters), format!("promote-to: '{letter}' is no piece to become")),
                Some(kind) if promotions.contains(&kind) => {
                    self.fault(Some(letters), format!("promote-to: '{letter}' is named twice"));
                }
                Some(kind) => promotions.push(kind),
            }
        }
        promotions
    }

    /// Whether royal men are taken.
    fn goal(&mut self, raw: &Raw) -> bool {
        let goal = raw.goal.as_ref().map_or("mate", |goal| goal.get_ref());
        if !matches!(goal, "mate" | "capture") {
            self.fault(raw.goal.as_ref(), format!("goal: expected \"mate\" or \"capture\", found \"{goal}\""));
        }
        if goal == "mate" && raw.roamer.is_some() {
            self.fault(raw.roamer.as_ref(), "roamer: it destroys kings too, so the game needs goal = \"capture\"");
        }
        goal == "capture"
    }

    fn roamer(&mut self, raw: &Raw, kinds: &[(KindCard, Gait)]) -> Option<Roamer> {
        let spanned = raw.roamer.as_ref()?;
        let steps = spanned.get_ref().steps;
        if !(1..=7).contains(&steps) {
            self.fault(Some(spanned), format!("roamer: 1 to 7 steps, found {steps}"));
        }
        let kind = kinds.iter().position(|(card, _)| card.letter == ROAMER_LETTER)?;
        Some(Roamer { kind: Kind(kind as u8), steps })
    }

    fn double_rank(&mut self, raw: &Raw, shape: Shape) -> u8 {
        let rank = raw.pawns.as_ref().and_then(|pawns| pawns.double_step_from.as_ref());
        self.rank(rank, "double-step-from", shape).unwrap_or(1)
    }

    /// The first rank, from 0, on which White's pawns may promote.
    fn promotion_rank(&mut self, raw: &Raw, shape: Shape) -> u8 {
        let rank = raw.pawns.as_ref().and_then(|pawns| pawns.promote_from.as_ref());
        let number = self.rank(rank, "promote-from", shape).unwrap_or(shape.ranks() - 1);
        if number < 2 {
            self.fault(rank, "promote-from: pawns would promote where they begin");
        }
        number
    }

    /// A rank, counted from 1 in the text and from 0 here.
    fn rank(&mut self, rank: Option<&Spanned<u8>>, key: &str, shape: Shape) -> Option<u8> {
        let number = *rank?.get_ref();
        if number < 1 || number > shape.ranks() {
            self.fault(rank, format!("{key}: no rank {number} on this board"));
            return None;
        }
        Some(number - 1)
    }

    fn lots(&mut self, spanned: &Spanned<RawShuffle>, kinds: &[(KindCard, Gait)], start: &str) -> Option<Lots> {
        let RawShuffle { order, both_colours, opposite_colours, guarded_pawns, dealt } = spanned.get_ref();
        let array: Vec<u8> = back_rank(start).bytes().collect();
        let upper = |text: &Option<String>| text.as_deref().unwrap_or_default().to_ascii_uppercase().into_bytes();
        let mut pairs = Vec::new();
        for pair in opposite_colours {
            match pair.to_ascii_uppercase().as_bytes() {
                &[a, b] => pairs.push((a, b)),
                _ => self.fault(Some(spanned), format!("shuffle: expected a pair of letters, found \"{pair}\"")),
            }
        }
        let constraints = Constraints {
            order: upper(order),
            both_colours: upper(both_colours),
            opposite_colours: pairs,
            guards: guarded_pawns
                .then(|| kinds.iter().skip(1).map(|(card, gait)| (card.letter as u8, gait.guards_ahead())).collect()),
            apart: upper(&dealt.apart),
            unlike: upper(&dealt.unlike),
        };
        if let Some(letter) = constraints.letters().find(|letter| !array.contains(letter)) {
            let what = format!("shuffle: no '{}' stands on White's first rank", char::from(letter));
            self.fault(Some(spanned), what);
        }
        match Lots::new(start, constraints) {
            Ok(lots) => Some(lots),
            Err(what) => {
                self.fault(Some(spanned), format!("shuffle: {what}"));
                None
            }
        }
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

/// The letters of White's first rank in a start position.
fn back_rank(start: &str) -> &str {
    start.split(' ').next().and_then(|board| board.rsplit('/').next()).unwrap_or_default()
}

/// How many men of each kind White begins with.
fn stock(kinds: &[(KindCard, Gait)], start: &str) -> Stock {
    let board = start.split(' ').next().unwrap_or_default();
    std::array::from_fn(|i| {
        kinds.get(i).map_or(0, |(card, _)| board.chars().filter(|&letter| letter == card.letter).count() as u32)
    })
}
