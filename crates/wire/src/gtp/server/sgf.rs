//! Games from files and into files.

use super::game::Game;
use super::{Refusal, syntax};
use crate::sgf::{self, NodeId, Property, Tree};
use std::fs::File;
use std::io::BufReader;
use tabula_core::Side;
use tabula_engine::{Setup, catalogue};

/// `loadsgf FILE [NUMBER]`: the first game of a file, up to before that move.
pub(super) fn load(args: &[String]) -> Result<Game, Refusal> {
    let (file, number) = match args {
        [file] => (file, usize::MAX),
        [file, number] => (file, number.parse().ok().filter(|&number| number > 0).ok_or_else(syntax)?),
        _ => return Err(syntax()),
    };
    let cannot = |_| "cannot load file".to_string();
    let stream = File::open(file).map_err(cannot)?;
    let reading = sgf::Reader::new(BufReader::new(stream)).next().ok_or("cannot load file")?.map_err(cannot)?;
    let game = sgf::game(&reading);
    let open = |setup: &Setup| {
        let shelf = catalogue::find(&setup.game)?;
        shelf.table(&Setup { game: shelf.card().id.clone(), start: setup.start.clone() })
    };
    let mut table = sgf::import(game, &open).table.ok_or("cannot load file")?;
    while table.played().len() >= number {
        table.back();
    }
    let shelf = catalogue::find(&table.card().id).map_err(|_| "cannot load file")?;
    Ok(Game::of_table(shelf, table))
}

/// `printsgf [FILE]`: the game so far.
pub(super) fn print(game: &Game, args: &[String]) -> Result<String, Refusal> {
    let text = sgf::write(&tree(game));
    match args {
        [] => Ok(text.trim_end().to_string()),
        [file] => std::fs::write(file, text).map(|()| String::new()).map_err(|_| "cannot open file".to_string()),
        _ => Err(syntax()),
    }
}

/// The first table as any game is written, and the moves of the others behind it.
fn tree(game: &Game) -> Tree {
    let Some((first, others)) = game.tables().split_first() else { return Tree::default() };
    let mut tree = sgf::export(&**first, &[], None).map_or_else(Tree::default, |game| sgf::tree(&game));
    let mut last: NodeId = tree.main().last().unwrap_or(Tree::ROOT);
    for played in others.iter().flat_map(|table| table.played()) {
        let name = if played.by == Some(Side::First) { "B" } else { "W" };
        let point = sgf::Kind::of_id(&first.card().id).and_then(|kind| sgf::point(&kind, &played.code));
        last = tree.add(last);
        tree.node_mut(last).properties.push(Property::text(name, &point.unwrap_or_default()));
    }
    tree
}
