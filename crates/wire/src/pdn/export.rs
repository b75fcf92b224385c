//! A game of a table, ready to be written.

use super::Kind;
use crate::pgn::{self, Game, Tag, Verdict};
use tabula_engine::Table;

/// Makes a game of what was played on a table; `None` where it holds no draughts.
///
/// `tags` and `result` are those of [`pgn::export()`]. The kind of game is told by `GameType`; `Variant` is added only where the rules
/// are not those of the standard's kind.
pub fn export(table: &dyn Table, tags: &[Tag], result: Option<Verdict>) -> Option<Game> {
    let card = table.card();
    let kind = Kind::of_id(&card.id)?;
    let mut game = pgn::export(table, tags, result);
    let verdict = game.result;
    game.tags.retain(|tag| tag.name != "Variant" && tag.name != "GameType");
    let mut own = vec![Tag::new("GameType", kind.details)];
    if card.id != kind.id {
        own.push(Tag::new("Variant", &card.id));
        if game.tag("FEN").is_none() {
            own.extend([Tag::new("SetUp", "1"), Tag::new("FEN", kind.position(&table.start()))]);
        }
    }
    for tag in &mut game.tags {
        match tag.name.as_str() {
            "Result" => tag.value = kind.points.text(verdict).into(),
            "FEN" => tag.value = kind.position(&tag.value),
            _ => {}
        }
    }
    // The grammar for writing has no other sign for a capture, and some programs read no other.
    for id in game.tree.ids() {
        let node = game.tree.node_mut(id);
        node.text = node.text.replace(':', "x");
    }
    let place = game.tags.iter().position(|tag| tag.name == "Result").map_or(0, |place| place + 1);
    game.tags.splice(place..place, own);
    Some(game)
}
