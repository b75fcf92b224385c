//! A tree as the house holds every game of a file: tags and a tree of moves, which are then replayed on a table.

use super::info;
use super::meaning::verdict;
use super::point::{list, read_move};
use super::{Kind, NodeId, Reading, Tree};
use crate::goban::Goban;
use crate::pgn::{self, Game, Import, LineId, Note, Numbering, Open, Tag};
use crate::{ImportFault, Place, fault};
use tabula_core::Side;

/// Marks of the format that people write as glyphs.
const GLYPHS: [(&str, u32); 4] = [("TE", 1), ("BM", 2), ("IT", 5), ("DO", 6)];
/// What puts stones on the board.
const SETUP: [(&str, Option<Side>); 3] = [("AB", Some(Side::First)), ("AW", Some(Side::Second)), ("AE", None)];

/// The same game with tags and moves. The start position is in the tag `FEN`, the game's id in `Variant`.
///
/// Who moves twice in a row makes the other one pass; who moves first without being told to is the one whose turn it
/// is at the start.
pub fn game(reading: &Reading) -> pgn::Reading {
    let (kind, wrong) = Kind::of_root(reading.tree.root());
    let mut game = Gamer {
        kind,
        read: pgn::Reading {
            game: Game::default(),
            number: reading.number,
            place: reading.place,
            tag_places: Vec::new(),
            move_places: Vec::new(),
            faults: reading.faults.clone(),
        },
        from: reading,
        start: Goban::new(1),
    };
    for (name, what) in wrong {
        game.fault(reading.place_of(Tree::ROOT, name), fault::Kind::Start, what);
    }
    game.start = Goban::new(game.kind.size.clamp(1, 52));
    game.set_up();
    game.tags();
    game.moves();
    game.read.faults.sort_by_key(|fault| fault.place);
    game.read
}

/// Replays a game, which [`game`](game()) made, on a table that `open` opens.
pub fn import(reading: pgn::Reading, open: Open<'_>) -> Import {
    let id = reading.game.tag("Variant").unwrap_or("go19").to_string();
    pgn::replay(reading, id, "Variant", Numbering::default(), open)
}

struct Gamer<'a> {
    kind: Kind,
    from: &'a Reading,
    read: pgn::Reading,
    /// The start position.
    start: Goban,
}

impl Gamer<'_> {
    fn fault(&mut self, place: Place, kind: fault::Kind, what: impl Into<String>) {
        self.read.faults.push(ImportFault { game: Some(self.read.number), place, kind, what: what.into() });
    }

    fn tag(&mut self, name: &str, value: &str, place: Place) {
        self.read.game.tags.push(Tag::new(name, value));
        self.read.tag_places.push(place);
    }

    /// Puts stones on the board up to the first move of the main line.
    fn set_up(&mut self) {
        let from = self.from;
        let mut turn = None;
        for id in from.tree.main() {
            let node = from.tree.node(id);
            let moved = ["B", "W"].iter().find(|name| node.property(name).is_some());
            // A move beside stones in one node comes after them.
            for (name, stone) in SETUP {
                let Some(property) = node.property(name) else { continue };
                let (points, wrong) = list(property, self.kind.size);
                points.iter().for_each(|point| self.start.set(point.x, point.y, stone));
                for what in wrong {
                    self.fault(from.place_of(id, name), fault::Kind::Start, what);
                }
            }
            if let Some(text) = node.simple_text("PL") {
                match text.to_ascii_lowercase().chars().next() {
                    Some('b' | '1') => turn = Some(Side::First),
                    Some('w' | '2') => turn = Some(Side::Second),
                    _ => {
                        let what = format!("expected B or W, whose turn it is, found '{text}'");
                        self.fault(from.place_of(id, "PL"), fault::Kind::Start, what);
                    }
                }
            }
            if let Some(&colour) = moved {
                turn = turn.or(Some(if colour == "B" { Side::First } else { Side::Second }));
                break;
            }
        }
        let handicap = from.tree.root().simple_text("HA").and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
        let usual = if handicap >= 2 && !self.start.is_empty() { Side::Second } else { Side::First };
        self.start.turn = turn.unwrap_or(usual);
    }

    fn tags(&mut self) {
        let from = self.from;
        for (index, property) in from.tree.root().properties.iter().enumerate() {
            let place = from.property_places[0][index];
            let value = property.first().to_simple_text();
            let Some(tag) = info::tag(property.name()) else { continue };
            match tag {
                "Result" => match verdict(&value) {
                    Some(verdict) => self.read.game.result = verdict,
                    None => {
                        let what = format!("expected a result such as B+3.5, W+R or 0, found '{value}'");
                        self.fault(place, fault::Kind::Result, what);
                    }
                },
                "Komi" => match komi(&value) {
                    Some(komi) => self.start.komi = Some(komi),
                    None => {
                        let what = format!("expected a komi in whole or half points, found '{value}'");
                        self.fault(place, fault::Kind::Tag, what);
                    }
                },
                _ => {}
            }
            self.tag(tag, &info::to_tag(tag, &value), place);
        }
        let id = self.kind.id.clone();
        self.tag("Variant", &id, from.place_of(Tree::ROOT, "SZ"));
        if !self.start.is_empty() || self.start.turn == Side::Second || self.start.komi.is_some() {
            let place = SETUP.iter().map(|(name, _)| from.place_of(Tree::ROOT, name)).max();
            let fen = self.start.write(self.kind.style);
            self.tag("FEN", &fen, place.unwrap_or(self.read.place));
        }
    }

    /// The moves of all variations. Work that is left is kept on a list, so that no depth costs stack.
    fn moves(&mut self) {
        let tree = &self.from.tree;
        let mut work = vec![(Tree::ROOT, LineId::MAIN, self.start.turn, true)];
        while let Some((node, line, mut turn, mut beginning)) = work.pop() {
            let mut next = Some(node);
            // Variations wait for the move that they replace.
            let mut instead: Vec<NodeId> = Vec::new();
            while let Some(id) = next {
                let before = turn;
                let Some(added) = self.node(id, line, &mut turn, beginning) else {
                    instead.clear();
                    break;
                };
                if let Some(replaced) = added {
                    beginning = false;
                    for other in instead.drain(..) {
                        let variation = self.read.game.tree.vary(replaced);
                        work.push((other, variation, before, false));
                    }
                }
                let children = tree.node(id).children();
                next = children.first().copied();
                instead.extend(children.iter().skip(1));
                if next.is_none() && !instead.is_empty() {
                    // What should have been replaced has no move: the first that has one takes its place.
                    next = Some(instead.remove(0));
                }
            }
        }
    }

    /// Adds what a node holds to a line; answers with its first move. `None` where nothing more can be replayed.
    #[expect(clippy::option_option, reason = "the end, or no move, or a move")]
    fn node(
        &mut self,
        id: NodeId,
        line: LineId,
        turn: &mut Side,
        beginning: bool,
    ) -> Option<Option<crate::pgn::NodeId>> {
        let from = self.from;
        let node = from.tree.node(id);
        if !beginning && let Some((name, _)) = SETUP.iter().find(|(name, _)| node.property(name).is_some()) {
            let what = "stones are set up after the first move; what follows is not replayed";
            self.fault(from.place_of(id, name), fault::Kind::Move, what);
            return None;
        }
        let mut first = None;
        let mut last = None;
        for property in &node.properties {
            let colour = match property.name() {
                "B" => Side::First,
                "W" => Side::Second,
                _ => continue,
            };
            let place = from.place_of(id, property.name());
            let text = match read_move(&property.first().to_simple_text(), self.kind.size) {
                Ok(Some(point)) => match self.kind.style.name(self.kind.size, point.x, point.y) {
                    Some(name) => name,
                    None => {
                        let what = "points of so large a board have no names here; what follows is not replayed";
                        self.fault(place, fault::Kind::Move, what);
                        return None;
                    }
                },
                Ok(None) => "pass".to_string(),
                Err(what) => {
                    self.fault(place, fault::Kind::Move, format!("{what}; what follows is not replayed"));
                    return None;
                }
            };
            if colour != *turn {
                let what = format!("{} moves twice in a row; {} is taken to have passed", name(colour), name(!colour));
                self.fault(place, fault::Kind::Tag, what);
                first = first.or(Some(self.add(line, "pass", place)));
            }
            last = Some(self.add(line, &text, place));
            first = first.or(last);
            *turn = !colour;
        }
        let here = last.or_else(|| self.read.game.tree.line(line).moves.last().copied());
        self.notes(id, line, here);
        Some(first)
    }

    fn add(&mut self, line: LineId, text: &str, place: Place) -> crate::pgn::NodeId {
        self.read.move_places.push(place);
        self.read.game.tree.add(line, text)
    }

    /// What is said about a move, or about the game before it begins.
    fn notes(&mut self, id: NodeId, line: LineId, here: Option<crate::pgn::NodeId>) {
        let node = self.from.tree.node(id);
        for property in &node.properties {
            let text = property.first().to_text();
            let glyph = GLYPHS.iter().find(|(name, _)| *name == property.name());
            match (property.name(), glyph, here) {
                ("C" | "N", _, Some(here)) => {
                    self.read.game.tree.node_mut(here).after.push(Note::Comment(text));
                }
                ("C" | "N", _, None) if line == LineId::MAIN => self.read.game.head.push(Note::Comment(text)),
                ("C" | "N", _, None) => self.read.game.tree.line_mut(line).lead.push(Note::Comment(text)),
                (_, Some((_, glyph)), Some(here)) => self.read.game.tree.node_mut(here).nags.push(*glyph),
                _ => {}
            }
        }
    }
}

const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

/// A komi in points, as positions write it. Old Chinese files count it in stones (`3.75`), some in hundredths (`650`).
fn komi(text: &str) -> Option<String> {
    let value: f64 = text.trim().replace(',', ".").parse().ok().filter(|value: &f64| value.is_finite())?;
    let value = if value.abs() >= 100.0 { value / 100.0 } else { value };
    let is_half = |value: f64| (value * 2.0).fract() == 0.0;
    let value = if is_half(value) { value } else { value * 2.0 };
    (is_half(value) && value.abs() < 1_000.0).then(|| value.to_string())
}

#[cfg(test)]
mod tests;
