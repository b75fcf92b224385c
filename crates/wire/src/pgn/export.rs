//! A game of a table, ready to be written.

use super::number::spelled;
use super::{Game, LineId, Tag, Verdict};
use tabula_engine::Table;

/// The tags that every game must have, with what stands for an unknown value.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Makes a game of what was played on a table.
///
/// `tags` fill the seven-tag roster and follow it; `Result`, `Variant`, `SetUp` and `FEN` are this function's own.
/// `result` is for games that ended otherwise than on the board: by resignation, by agreement, on time.
pub fn export(table: &dyn Table, tags: &[Tag], result: Option<Verdict>) -> Game {
    let mut game =
        Game { result: result.or_else(|| table.outcome().map(Verdict::from)).unwrap_or_default(), ..Game::default() };
    let given = |name: &str| tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name));
    for (name, unknown) in ROSTER {
        game.tags.push(Tag::new(name, given(name).map_or(unknown, |tag| tag.value.as_str())));
    }
    game.tags.push(Tag::new("Result", game.result.text()));
    if let Some(variant) = &table.card().variant_tag {
        game.tags.push(Tag::new("Variant", variant));
    }
    if table.record().setup.start.is_some() {
        game.tags.push(Tag::new("SetUp", "1"));
        game.tags.push(Tag::new("FEN", table.start()));
    }
    let own = |name: &str| {
        let mut names = ROSTER.iter().map(|(name, _)| *name).chain(["Result", "Variant", "SetUp", "FEN"]);
        names.any(|known| known.eq_ignore_ascii_case(name))
    };
    game.tags.extend(tags.iter().filter(|tag| !own(&tag.name)).cloned());
    for played in table.played() {
        game.tree.add(LineId::MAIN, spelled(played));
    }
    game
}
