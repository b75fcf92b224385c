//! The tables of the search laboratory: as text, as a page, for machines.

use crate::columns::{Align, grouped, table};
use crate::report::{Page, table_html};
use crate::style::Style;
use serde_json::{Value, json};
use tabula_engine::compare::{Plan, Row};

/// A table without a form: titles and cells.
type Cells = (Vec<String>, Vec<Vec<String>>);

/// A line per depth, a column per search.
fn nodes(plan: &Plan, rows: &[Row]) -> Cells {
    let header = std::iter::once("depth".to_string()).chain(plan.searches.iter().cloned()).collect();
    let line = |&depth: &u32| {
        let nodes = rows.iter().filter(|row| row.depth == depth).map(|row| grouped(row.nodes));
        std::iter::once(depth.to_string()).chain(nodes).collect()
    };
    (header, plan.depths.iter().map(line).collect())
}

/// The columns of words.
const WORDS: [&str; 2] = ["search", "best line"];

/// A line per search and depth.
fn full(rows: &[Row]) -> Cells {
    let header = ["search", "depth", "value", "nodes", "ms", "nodes/s", "agrees", "best line"];
    let line = |row: &Row| {
        let value = match row.values.as_slice() {
            [value] => value.to_string(),
            values => format!("({} positions)", values.len()),
        };
        let agrees = row.agrees.map_or("-".to_string(), |count| format!("{count} of {}", row.values.len()));
        vec![
            row.search.clone(),
            row.depth.to_string(),
            value,
            grouped(row.nodes),
            format!("{:.1}", row.time.as_secs_f64() * 1000.0),
            grouped(row.speed()),
            agrees,
            if row.values.len() == 1 { row.line.join(" ") } else { String::new() },
        ]
    };
    (header.map(String::from).to_vec(), rows.iter().map(line).collect())
}

fn drawn((header, rows): &Cells, style: Style) -> String {
    let align = |title: &str| if WORDS.contains(&title) { Align::Left } else { Align::Right };
    let header: Vec<_> = header.iter().map(|title| (title.as_str(), align(title))).collect();
    table(&header, rows, style)
}

/// Both tables as text.
pub(super) fn text(plan: &Plan, rows: &[Row], style: Style) -> String {
    let (nodes, full) = (drawn(&nodes(plan, rows), style), drawn(&full(rows), style));
    format!("{}\n{nodes}\n{}\n{full}", style.strong("Nodes"), style.strong("In full"))
}

/// Both tables on a page.
pub(super) fn page(game: &str, plan: &Plan, rows: &[Row]) -> Page {
    let positions = match plan.positions {
        1 => "one position".to_string(),
        count => format!("{count} positions, seed {}", plan.seed),
    };
    let mut page = Page::new(&format!("Searches of {game}"), &positions);
    let (header, cells) = nodes(plan, rows);
    page.section("Nodes by search and depth", &table_html(&header, &cells, &[]));
    let (header, cells) = full(rows);
    page.section("Nodes, time and speed", &table_html(&header, &cells, &WORDS));
    page
}

/// A row for machines.
pub(super) fn row_as_json(row: &Row) -> Value {
    json!({
        "search": row.search,
        "exact": row.exact,
        "depth": row.depth,
        "values": row.values.iter().map(|value| value.value()).collect::<Vec<_>>(),
        "line": row.line,
        "nodes": row.nodes,
        "ms": row.time.as_secs_f64() * 1000.0,
        "nps": row.speed(),
        "agrees": row.agrees,
    })
}
