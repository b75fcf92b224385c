//! Moves as people write them (SAN): `Nf3`, `exd6`, `O-O`, `e8=Q#`.
//!
//! Reading is generous (zeros for castling, a missing `x`, long forms, marks of praise), writing is strict. A
//! move that cannot be played is answered with the reason.

use crate::{Chess, Kind, Move, PAWN, Position, Rules, What, Wing, side_name};
use tabula_board::Bits;
use tabula_core::{Fault, Game, Square};

/// A move as written: what it says about the man, its origin and its goal.
struct Pattern {
    kind: Kind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    into: Option<Kind>,
}

impl<B: Bits, R: Rules<B>> Chess<B, R> {
    pub(crate) fn write_san(&self, at: &Position<B, R::Sets>, m: Move) -> String {
        let mut text = self.write_san_bare(at, m);
        let mut next = at.clone();
        self.make(&mut next, m, &mut ());
        if self.in_check(&next) {
            text.push(if self.count(&next) == 0 { '#' } else { '+' });
        }
        text
    }

    fn write_san_bare(&self, at: &Position<B, R::Sets>, m: Move) -> String {
        let shape = self.shape();
        if let What::Roam(roll) = m.what {
            return roll.name();
        }
        if m.what == What::Castle {
            return if m.to() > m.from() { "O-O" } else { "O-O-O" }.to_owned();
        }
        let Some((kind, side)) = at.man_on(m.from()) else { return String::new() };
        let takes = m.what == What::EnPassant || at.occupied().has(m.to());
        let mut text = String::new();
        if kind != PAWN {
            text.push(self.letter(kind, tabula_core::Side::First));
            text += &self.origin_needed(at, kind, side, m);
        } else if takes {
            text.push(char::from(b'a' + shape.file(m.from())));
        }
        if takes {
            text.push('x');
        }
        text += &shape.name(m.to());
        if let What::Promote(into) = m.what {
            text.push('=');
            text.push(self.letter(into, tabula_core::Side::First));
        }
        text
    }

    /// The file, the rank or both, as far as needed to tell the man from others that can go there.
    fn origin_needed(&self, at: &Position<B, R::Sets>, kind: Kind, side: tabula_core::Side, m: Move) -> String {
        let shape = self.shape();
        let rivals: Vec<Square> = at
            .men(kind, side)
            .squares()
            .filter(|&from| from != m.from() && self.is_legal(at, Move::new(from, m.to(), m.what)))
            .collect();
        if rivals.is_empty() {
            return String::new();
        }
        let name = shape.name(m.from());
        if rivals.iter().all(|&other| shape.file(other) != shape.file(m.from())) {
            name[..1].to_owned()
        } else if rivals.iter().all(|&other| shape.rank(other) != shape.rank(m.from())) {
            name[1..].to_owned()
        } else {
            name
        }
    }

    /// Reads a move in any notation: SAN, coordinates, castling with letters or zeros.
    pub(crate) fn read_any(&self, at: &Position<B, R::Sets>, text: &str) -> Result<Move, Fault> {
        let trimmed = text.trim();
        let bare = trimmed.trim_end_matches(['+', '#', '!', '?']);
        let bare = bare.strip_suffix("e.p.").unwrap_or(bare).trim_end();
        if at.rolling {
            return self.read_roll(at, bare);
        }
        match bare {
            "O-O" | "0-0" | "o-o" | "OO" => return self.find_castling(at, Wing::Right, trimmed),
            "O-O-O" | "0-0-0" | "o-o-o" | "OOO" => return self.find_castling(at, Wing::Left, trimmed),
            _ => {}
        }
        if let Some(m) = self.read_coordinates(bare).and_then(|wanted| self.find_coordinates(at, wanted)) {
            return Ok(m);
        }
        let pattern = self.read_pattern(bare).ok_or_else(|| self.explain_form(at, bare))?;
        let fits: Vec<Move> = self.moves_that_fit(at, &pattern);
        match fits[..] {
            [m] => Ok(m),
            [] => Err(Fault::new(self.explain_absence(at, &pattern, bare))),
            [..] => {
                let ways: Vec<String> = fits.iter().map(|&m| self.write_san(at, m)).collect();
                Err(Fault::new(format!("'{bare}' may mean {}", ways.join(" or "))))
            }
        }
    }

    fn find_castling(&self, at: &Position<B, R::Sets>, wing: Wing, text: &str) -> Result<Move, Fault> {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        let on_wing = |m: &Move| (m.to() < m.from()) == (wing == Wing::Left);
        moves
            .into_iter()
            .find(|m| m.what == What::Castle && on_wing(m))
            .ok_or_else(|| Fault::new(format!("{} cannot castle with '{text}' here", side_name(at.turn))))
    }

    fn moves_that_fit(&self, at: &Position<B, R::Sets>, pattern: &Pattern) -> Vec<Move> {
        let shape = self.shape();
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        moves.retain(|m| {
            m.to() == pattern.to
                && m.what != What::Castle
                && at.man_on(m.from()).is_some_and(|(kind, _)| kind == pattern.kind)
                && pattern.file.is_none_or(|file| shape.file(m.from()) == file)
                && pattern.rank.is_none_or(|rank| shape.rank(m.from()) == rank)
                && pattern.into == if let What::Promote(kind) = m.what { Some(kind) } else { None }
        });
        moves
    }

    /// Reads the form alone.
    fn read_pattern(&self, text: &str) -> Option<Pattern> {
        let shape = self.shape();
        let first = text.chars().next()?;
        let named = if first.is_ascii_uppercase() { self.kind_of_letter(first) } else { None };
        let mut body = if named.is_some() { &text[1..] } else { text };
        let mut into = None;
        if let Some(letter) = body.chars().last().filter(char::is_ascii_alphabetic) {
            into = Some(self.kind_of_letter(letter)?);
            body = body[..body.len() - 1].trim_end_matches(['=', '/', '(']);
        }
        // The goal is the last square; what stands before it tells the origin.
        let goal = body.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?;
        let (to, "") = shape.read_square(&body[goal..])? else { return None };
        let origin = body[..goal].trim_end_matches(['x', '-', ':']);
        let (mut file, mut rank) = (None, None);
        let mut digits = origin;
        if let Some(letter) = origin.chars().next().filter(char::is_ascii_lowercase) {
            file = Some(letter as u8 - b'a').filter(|&file| file < shape.files());
            file?;
            digits = &origin[1..];
        }
        if !digits.is_empty() {
            rank = Some(digits.parse::<u8>().ok()?.checked_sub(1)?);
        }
        Some(Pattern { kind: named.unwrap_or(PAWN), file, rank, to, into })
    }

    fn explain_form(&self, at: &Position<B, R::Sets>, text: &str) -> Fault {
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        let example = moves.first().map_or(String::new(), |&m| {
            format!(", for example {} or {}", self.write_san(at, m), self.write_coordinates(at, m))
        });
        Fault::new(format!("'{text}' is not a move: expected a piece and a square{example}"))
    }

    /// Why no legal move fits.
    fn explain_absence(&self, at: &Position<B, R::Sets>, pattern: &Pattern, text: &str) -> String {
        let shape = self.shape();
        let goal = shape.name(pattern.to);
        let cards = self.rules.kinds();
        let name = cards.get(pattern.kind.index()).map_or("piece", |card| card.name.as_str());
        let side = side_name(at.turn);
        let near = self.moves_that_fit(at, &Pattern { into: None, ..*pattern });
        if pattern.into.is_some() && !near.is_empty() {
            return format!("'{text}': this move promotes nothing");
        }
        let promotes = self.rules.promotion_zone(at.turn).has(pattern.to) && pattern.kind == PAWN;
        if promotes && pattern.into.is_none() {
            return format!("'{text}': say what the pawn becomes, for example {goal}=Q");
        }
        if at.side(at.turn).has(pattern.to) {
            return format!("'{text}': {goal} is taken by {side}'s own piece");
        }
        let men = at.men(pattern.kind, at.turn);
        if men.is_empty() {
            return format!("'{text}': {side} has no {name}");
        }
        let reaches =
            |from: Square| pattern.kind != PAWN && self.rules.reach(pattern.kind, from, at.occupied()).has(pattern.to);
        if men.squares().any(reaches) {
            if self.rules.is_royal(pattern.kind) {
                return format!("'{text}': {goal} is attacked");
            }
            if self.in_check(at) {
                return format!("'{text}': {side} is in check and this does not answer it");
            }
            return format!("'{text}': the {name} is pinned, or another {name} is meant");
        }
        format!("'{text}': no {name} of {side} can go to {goal}")
    }
}
