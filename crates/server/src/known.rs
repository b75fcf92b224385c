//! What is known of a position without thinking: endgame tables of ours, and an opening book, where the operator keeps them
//! in the folder of the store (`tables/GAME/`, `book.bin`).

use crate::api::Known;
use crate::config::Config;
use std::sync::Arc;
use tabula_core::Fate;
use tabula_engine::book::Book;
use tabula_engine::{Shelf, Table};

/// What tables and the book say of each move they know.
pub(crate) fn moves(config: &Config, shelf: &Arc<dyn Shelf>, table: &dyn Table) -> Vec<Known> {
    let mut known = by_tables(config, &**shelf, table);
    known.extend(by_book(config, table));
    known
}

fn by_tables(config: &Config, shelf: &dyn Shelf, table: &dyn Table) -> Vec<Known> {
    let folder = config.data.join("tables").join(&shelf.card().id);
    if !folder.is_dir() {
        return Vec::new();
    }
    let Some(Ok(endgames)) = shelf.endgames(&folder) else { return Vec::new() };
    let Ok(probed) = endgames.probe(&table.position()) else { return Vec::new() };
    let told = probed.moves.into_iter().filter_map(|found| {
        let result = match found.fate? {
            Fate::Win(plies) => format!("win {plies}"),
            Fate::Loss(plies) => format!("loss {plies}"),
            Fate::Draw => "draw".to_string(),
        };
        Some(Known { source: "tables".into(), code: found.code, text: found.text, result })
    });
    told.collect()
}

fn by_book(config: &Config, table: &dyn Table) -> Vec<Known> {
    let file = config.data.join("book.bin");
    if !file.is_file() {
        return Vec::new();
    }
    let Some(found) = Book::open(&file).ok().and_then(|book| book.moves(&table.record()).ok()) else {
        return Vec::new();
    };
    let all: u32 = found.iter().map(|entry| u32::from(entry.weight)).sum();
    let told = found.into_iter().filter_map(|entry| {
        let played = table.read(&entry.code).ok()?;
        let part = 100.0 * f64::from(entry.weight) / f64::from(all.max(1));
        Some(Known { source: "book".into(), code: played.code, text: played.text, result: format!("{part:.0} %") })
    });
    told.collect()
}
