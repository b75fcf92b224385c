//! A game of a table, ready to be written; and any game of tags and moves as a tree.

use super::meaning::{margin, result as result_text, verdict};
use super::{Kind, Point, Property, Tree, Value, info};
use crate::goban::Goban;
use crate::pgn::{self, Game, LineId, Note, Tag, Verdict};
use tabula_core::Side;
use tabula_engine::Table;

/// Who wrote a file.
const APPLICATION: &str = "Tabula";
/// Glyphs and the marks that stand for them.
const GLYPHS: [(u32, &str, &str); 6] =
    [(1, "TE", "1"), (2, "BM", "1"), (3, "TE", "2"), (4, "BM", "2"), (5, "IT", ""), (6, "DO", "")];

/// Makes a game of what was played on a table; `None` where the format has no such game.
///
/// `tags` and `result` are those of [`pgn::export()`]. The tag `Result` says by how much, where the board was counted.
pub fn export(table: &dyn Table, tags: &[Tag], result: Option<Verdict>) -> Option<Game> {
    let kind = Kind::of_id(&table.card().id)?;
    let mut game = pgn::export(table, tags, result);
    let ending = game.tag("Ending").or_else(|| game.tag("Termination")).unwrap_or_default().to_ascii_lowercase();
    let counted = table.outcome().filter(|outcome| Verdict::from(*outcome) == game.result);
    let text = result_text(game.result, &margin(counted, &ending));
    game.tags.retain(|tag| tag.name != "Variant");
    for tag in &mut game.tags {
        if tag.name == "Result" {
            tag.value.clone_from(&text);
        }
    }
    game.tags.push(Tag::new("Variant", &kind.id));
    if game.tag("FEN").is_none() && kind.number() == "1" {
        // A file that says nothing of the komi would be read with that of another house.
        let komi = Goban::read(&table.start()).and_then(|board| board.komi);
        game.tags.extend(komi.map(|komi| Tag::new("Komi", komi)));
    }
    Some(game)
}

/// A tree of a game; moves that are no points of its board are written as comments.
pub fn tree(game: &Game) -> Tree {
    let id = game.tag("Variant").unwrap_or("go19");
    let kind = Kind::of_id(id).unwrap_or(Kind { id: id.into(), size: 19, style: crate::goban::Style::Go });
    let mut tree = Tree::default();
    let start = game.tag("FEN").and_then(Goban::read).filter(|board| board.size() == kind.size);
    let mut root: Vec<Property> = [("FF", "4"), ("GM", kind.number()), ("CA", "UTF-8"), ("AP", APPLICATION)]
        .iter()
        .map(|(name, text)| Property::text(name, text))
        .collect();
    root.push(Property::text("SZ", &kind.size.to_string()));
    root.extend(kind.rules().map(|rules| Property::text("RU", rules)));
    for tag in &game.tags {
        let Some(name) = info::property(&tag.name).filter(|_| !info::is_unknown(&tag.value)) else { continue };
        let komi = start.as_ref().and_then(|board| board.komi.as_ref());
        let text = match name.as_str() {
            "RE" if verdict(&tag.value) != Some(game.result) => result_text(game.result, ""),
            "KM" if komi.is_some() => continue,
            _ => info::from_tag(&tag.name, &tag.value),
        };
        if info::is_unknown(&text) {
            continue;
        }
        // Time in the format is a number of seconds; whatever else was agreed upon has a property of its own.
        let name = if name == "TM" && text.parse::<f64>().is_err() { "OT".to_string() } else { name };
        if !root.iter().any(|property| property.name() == name) {
            root.push(Property::text(&name, &text));
        }
    }
    if let Some(board) = &start {
        root.extend(board.komi.as_ref().map(|komi| Property::text("KM", komi)));
        root.extend(stones("AB", board, Side::First));
        root.extend(stones("AW", board, Side::Second));
        if board.turn == Side::Second || !board.is_empty() {
            root.push(Property::text("PL", colour(board.turn)));
        }
    }
    root.extend(comment(&game.head));
    tree.node_mut(Tree::ROOT).properties = root;
    moves(game, &kind, start.map_or(Side::First, |board| board.turn), &mut tree);
    tree
}

fn stones(name: &str, board: &Goban, side: Side) -> Option<Property> {
    let mut values = board.stones(side).filter_map(|(x, y)| Point { x, y }.text()).map(|text| Value::text(&text));
    let first = Property::new(name, values.next()?);
    Some(values.fold(first, Property::with))
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

/// Adds the moves of all lines, variations behind what they replace.
fn moves(game: &Game, kind: &Kind, first: Side, tree: &mut Tree) {
    let mut work = vec![(LineId::MAIN, Tree::ROOT, first)];
    while let Some((line, mut behind, mut turn)) = work.pop() {
        let mut variations = Vec::new();
        for &id in &game.tree.line(line).moves {
            let node = game.tree.node(id);
            // The move itself comes first: it is the main line.
            let written = tree.add(behind);
            variations.extend(node.variations.iter().map(|&other| (other, behind, turn)));
            let mut properties: Vec<Property> = Vec::new();
            let mut notes: Vec<Note> = Vec::new();
            if line != LineId::MAIN && game.tree.line(line).moves.first() == Some(&id) {
                notes.extend(game.tree.line(line).lead.iter().cloned());
            }
            notes.extend(node.before.iter().cloned());
            match point(kind, &node.text) {
                Some(text) => properties.push(Property::text(colour(turn), &text)),
                None => notes.push(Note::Comment(node.text.clone())),
            }
            for nag in &node.nags {
                let mark = GLYPHS.iter().find(|(number, ..)| number == nag);
                if let Some((_, name, text)) = mark.filter(|(_, name, _)| !properties.iter().any(|p| p.name() == *name))
                {
                    properties.push(Property::text(name, text));
                }
            }
            notes.extend(node.after.iter().cloned());
            if game.tree.line(line).moves.last() == Some(&id) {
                notes.extend(game.tree.line(line).tail.iter().cloned());
            }
            properties.extend(comment(&notes));
            tree.node_mut(written).properties = properties;
            (behind, turn) = (written, !turn);
        }
        work.extend(variations.into_iter().rev());
    }
}

/// A move of the house as the format writes it: nothing for a pass.
pub(crate) fn point(kind: &Kind, text: &str) -> Option<String> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(String::new());
    }
    let (x, y) = kind.style.point(kind.size, text)?;
    Point { x, y }.text()
}

/// All notes as one comment.
fn comment(notes: &[Note]) -> Option<Property> {
    let texts: Vec<String> = notes
        .iter()
        .filter_map(|note| match note {
            Note::Comment(text) | Note::Aside(text) | Note::Escape(text) => Some(text.clone()),
            Note::Result(verdict) => Some(verdict.to_string()),
            Note::Nag(_) => None,
        })
        .collect();
    (!texts.is_empty()).then(|| Property::text("C", &texts.join("\n")))
}
