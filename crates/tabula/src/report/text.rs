//! The result of an event as text.

use super::{Report, number, percent};
use crate::columns::{Align, table};
use crate::style::Style;
use tabula_arena::standings::Duel;
use tabula_arena::stats::{Decision, Estimate, Sprt, Strength, strength};

/// The whole result.
pub(crate) fn text(report: &Report<'_>, style: Style) -> String {
    let Report { event, standings, .. } = report;
    let mut text = style.strong(&report.heading()) + "\n\n";
    text += &if event.entrants.len() == 2 { two(report, style) } else { many(report, style) };
    if let Some(test) = report.test {
        text += &format!("\n{}\n", sprt(test, &standings.duel(0, 1)));
    }
    if let Some(winner) = report.winner {
        text += &format!("\nWinner: {}\n", event.entrants[winner].name);
    }
    let endings: Vec<_> = standings.endings().map(|(word, count)| format!("{word} {count}")).collect();
    if !endings.is_empty() {
        text += &format!("\nEndings: {}\n", endings.join(", "));
    }
    text + &format!("Faults: {}\n", report.faults())
}

/// Two players: the duel in full.
fn two(report: &Report<'_>, style: Style) -> String {
    use Align::{Left, Right};
    let Report { event, standings, .. } = report;
    let header = [("player", Left), ("points", Right), ("%", Right), ("won", Right), ("drawn", Right), ("lost", Right)];
    let rows: Vec<_> = (0..2)
        .map(|i| {
            let games = standings.duel(i, 1 - i).games;
            vec![
                event.entrants[i].name.clone(),
                number(games.points(), 1),
                percent(games.points(), games.count()),
                games.wins.to_string(),
                games.draws.to_string(),
                games.losses.to_string(),
            ]
        })
        .collect();
    let mut text = table(&header, &rows, style);
    let duel = standings.duel(0, 1);
    if let Some(found) = strength(&duel.games.sample()) {
        text += &format!("\nBy games: {}\n", measured(&found));
    }
    if let Some(found) = strength(&duel.pairs.sample()) {
        let counts = duel.pairs.0.map(|count| count.to_string()).join(", ");
        text += &format!("By pairs: {}\n", measured(&found));
        text += &format!("Pairs with 0, 0.5, 1, 1.5, 2 points: [{counts}]\n");
    }
    text
}

fn measured(found: &Strength) -> String {
    let plus = |estimate: Estimate| format!("{} +- {}", number(estimate.value, 2), number(estimate.error, 2));
    format!(
        "Elo {}, normalised {}, likelihood of superiority {:.2}%",
        plus(found.elo),
        plus(found.normalised),
        found.superiority * 100.0
    )
}

/// Many players: a crosstable, then ratings, the best first in both.
fn many(report: &Report<'_>, style: Style) -> String {
    let (header, rows) = report.crosstable();
    let cross = table(&aligned(&header), &rows, style);
    let (header, rows) = report.rating_table();
    let rated = table(&aligned(&header), &rows, style);
    format!("{cross}\n{rated}\n{}\n", report.remark())
}

/// Names to the left, all else to the right.
fn aligned(header: &[String]) -> Vec<(&str, Align)> {
    let align = |title: &str| if title == "player" { Align::Left } else { Align::Right };
    header.iter().map(|title| (title.as_str(), align(title))).collect()
}

fn sprt(test: &Sprt, duel: &Duel) -> String {
    let sample = test.sample(&duel.games, &duel.pairs);
    let (low, high) = test.bounds();
    let verdict = match test.decide(&sample) {
        Decision::Open => "undecided",
        Decision::Accepted => "accepted",
        Decision::Refused => "refused",
    };
    let model = test.model.word();
    let (elo0, elo1, ratio) = (test.elo0, test.elo1, test.ratio(&sample));
    format!("SPRT [{elo0}, {elo1}] {model}: {verdict}, LLR {ratio:.2} ({low:.2}, {high:.2})")
}
