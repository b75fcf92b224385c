//! `eval`: what the position is worth without looking ahead, and why.

use std::fmt::Write as _;
use tabula_core::{Faults, Score};
use tabula_engine::value::Why;
use tabula_engine::{Shelf, Table};

/// What every evaluator of the game says, with its terms where it can tell them.
pub(super) fn tell(shelf: &dyn Shelf, table: &dyn Table) -> Result<String, Faults> {
    let [first, _] = &shelf.card().sides;
    let mut text = String::new();
    for value in shelf.values(Some(&table.position()))? {
        if let Some(why) = &value.why {
            text += &terms(why, first);
        }
        let _ = writeln!(text, "{}: {} for the side to move", value.card.name, value.score);
    }
    Ok(text.trim_end().to_string())
}

/// A line for each term: by how much `first` is ahead in it, in the middlegame and in the endgame.
fn terms(why: &Why, first: &str) -> String {
    let ahead = why.terms.iter().map(|term| {
        let (one, two) = (term.first, term.second);
        (term.name.as_str(), (one.0 - two.0, one.1 - two.1))
    });
    let wide = why.terms.iter().map(|term| term.name.len()).max().unwrap_or(0);
    let mut text = format!("{first:<wide$}  {:>7} {:>7}\n", "mg", "eg");
    for (name, (middle, end)) in ahead.chain([("together", why.sum)]) {
        let [middle, end] = [middle, end].map(|value| Score::estimate(value).to_string());
        let _ = writeln!(text, "{name:<wide$}  {middle:>7} {end:>7}");
    }
    let _ = writeln!(text, "middlegame {} of 24, scale of the endgame {} of 64", why.phase, why.scale);
    text
}
