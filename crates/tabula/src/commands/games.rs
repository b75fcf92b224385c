//! `tabula games`: the catalogue.

use crate::columns::{Align, table};
use crate::style::Style;
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use tabula_engine::{MethodCard, Shelf, catalogue};

/// Lists the games of the house
#[derive(Args)]
#[command(after_help = "Examples:
  tabula games
  tabula games --json | jq '.[].id'")]
pub(crate) struct Games {
    /// For machines: with sides, searches and evaluators of each game
    #[arg(long)]
    json: bool,
}

impl Games {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let shelves = catalogue::shelves();
        if self.json {
            let games: Vec<_> = shelves.iter().map(|shelf| game(&**shelf)).collect();
            writeln!(out, "{:#}", Value::from(games))?;
            return Ok(());
        }
        let rows: Vec<_> = shelves
            .iter()
            .map(|shelf| {
                let card = shelf.card();
                let size = format!("{}x{}", card.size.0, card.size.1);
                vec![card.id.clone(), card.name.clone(), card.family.clone(), size, card.about.clone()]
            })
            .collect();
        let header = ["id", "game", "family", "board", "how it is played"].map(|title| (title, Align::Left));
        write!(out, "{}", table(&header, &rows, Style::of_stdout(false)))?;
        Ok(())
    }
}

fn game(shelf: &dyn Shelf) -> Value {
    let card = shelf.card();
    let methods = |cards: Vec<MethodCard>| -> Vec<Value> {
        cards.iter().map(|card| json!({ "name": card.name, "about": card.about })).collect()
    };
    json!({
        "id": card.id,
        "name": card.name,
        "family": card.family,
        "files": card.size.0,
        "ranks": card.size.1,
        "sides": card.sides,
        "about": card.about,
        "variant": card.variant_tag,
        "searches": methods(shelf.searches()),
        "evaluators": methods(shelf.evaluators()),
    })
}
