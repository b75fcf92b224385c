//! The result of an event as one page that needs nothing else: styles and plots are in it, and it can be printed.

use super::{Report, number, plot};
use tabula_arena::stats::strength;

/// A page that is being written.
pub(crate) struct Page(String);

const STYLE: &str = "
body { font: 15px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1c; background: #fff; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p.lead { color: #555; margin: .2rem 0 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .55rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th { border-bottom: 2px solid #888; } .name { text-align: left; }
svg { width: 100%; max-width: 720px; height: auto; } svg text { font: 11px system-ui, sans-serif; fill: #333; }
.grid { stroke: #e2e2e2; } .mark { stroke: #b33; stroke-dasharray: 4 3; } .bound { stroke: #3a6ea5; stroke-width: 2; } circle { fill: #1d4e89; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } section { break-inside: avoid; } }
";

impl Page {
    pub(crate) fn new(title: &str, lead: &str) -> Self {
        let (title, lead) = (escaped(title), escaped(lead));
        Self(format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
             content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
             <h1>{title}</h1>\n<p class=\"lead\">{lead}</p>\n"
        ))
    }

    /// A section with a heading; `body` is HTML.
    pub(crate) fn section(&mut self, heading: &str, body: &str) {
        self.0 += &format!("<section>\n<h2>{}</h2>\n{body}\n</section>\n", escaped(heading));
    }

    /// A section with the crosstable of an event.
    pub(crate) fn crosstable(&mut self, heading: &str, report: &Report<'_>) {
        let (header, rows) = report.crosstable();
        self.section(heading, &table(&header, &rows, &["player"]));
    }

    pub(crate) fn finish(self) -> String {
        self.0 + "</body>\n</html>\n"
    }
}

/// A table; columns of words are named.
pub(crate) fn table(header: &[String], rows: &[Vec<String>], words: &[&str]) -> String {
    let class = |column: usize| {
        let is_word = header.get(column).is_some_and(|title| words.contains(&title.as_str()));
        if is_word { " class=\"name\"" } else { "" }
    };
    let cells = |tag: &str, row: &[String]| {
        let cell = |(i, text): (usize, &String)| format!("<{tag}{}>{}</{tag}>", class(i), escaped(text));
        row.iter().enumerate().map(cell).collect::<String>()
    };
    let mut html = format!("<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n", cells("th", header));
    for row in rows {
        html += &format!("<tr>{}</tr>\n", cells("td", row));
    }
    html + "</tbody>\n</table></div>"
}

/// Text in which nothing is markup.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The whole result.
pub(crate) fn html(report: &Report<'_>) -> String {
    let Report { event, standings, .. } = report;
    let lead = format!("{} · {} · {}", event.date, event.format.word(), report.heading());
    let mut page = Page::new(&event.title, &lead);
    page.crosstable("Crosstable", report);
    let (header, rows) = report.rating_table();
    let remark = format!("<p class=\"lead\">{}</p>", escaped(&report.remark()));
    page.section("Ratings", &format!("{}\n{remark}", table(&header, &rows, &["player"])));
    let ratings = report.ratings();
    let rows: Vec<_> = report
        .by_rating()
        .into_iter()
        .map(|i| (event.entrants[i].name.clone(), ratings[i].value, ratings[i].error))
        .collect();
    page.section("Elo with 95 % bounds", &plot::intervals(&rows));
    page.section("Points as the games went", &plot::curves(&points(report), &[], "games"));
    if event.entrants.len() == 2 {
        duel(report, &mut page);
    }
    let mut facts = vec![
        vec!["endings".to_string(), join(standings.endings().map(|(word, count)| format!("{word} {count}")))],
        vec!["faults".to_string(), report.faults()],
        vec!["openings".to_string(), event.openings.signature()],
        vec!["seed".to_string(), event.seed.to_string()],
    ];
    facts.extend(
        event
            .entrants
            .iter()
            .map(|entrant| vec![entrant.name.clone(), format!("{} · {}", entrant.spec, entrant.control)]),
    );
    page.section("What was played", &table(&["".to_string(), "what".to_string()], &facts, &["", "what"]));
    page.finish()
}

fn join(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// The points of everybody after each game of the event, less what half of the points would be.
fn points(report: &Report<'_>) -> Vec<(String, Vec<f64>)> {
    let mut sums = vec![0.0; report.event.entrants.len()];
    let mut curves: Vec<Vec<f64>> = vec![Vec::new(); sums.len()];
    for (_, game) in report.standings.games() {
        let points = game.half_points as f64 / 2.0;
        sums[game.first] += points - 0.5;
        sums[game.second] += 0.5 - points;
        curves.iter_mut().zip(&sums).for_each(|(curve, sum)| curve.push(*sum));
    }
    report.event.entrants.iter().map(|entrant| entrant.name.clone()).zip(curves).collect()
}

/// Two players: how the difference, and the test, came to be what they are.
fn duel(report: &Report<'_>, page: &mut Page) {
    let mut games = tabula_arena::stats::Games::default();
    let (mut value, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
    let mut pairs = tabula_arena::stats::Pairs::default();
    let mut halves: std::collections::BTreeMap<usize, usize> = std::collections::BTreeMap::new();
    let mut ratios = Vec::new();
    for (result, (_, game)) in report.results.iter().zip(report.standings.games()) {
        let points = if game.first == 0 { game.half_points } else { 2 - game.half_points };
        games.add(points);
        match halves.remove(&result.fixture.pair) {
            Some(other) => pairs.0[other + points] += 1,
            None => {
                halves.insert(result.fixture.pair, points);
            }
        }
        let found = strength(&games.sample());
        let elo = found.map_or((f64::NAN, f64::NAN), |found| (found.elo.value, found.elo.error));
        value.push(elo.0);
        low.push(elo.0 - elo.1);
        high.push(elo.0 + elo.1);
        ratios.extend(report.test.map(|test| test.ratio(&test.sample(&games, &pairs))));
    }
    // The first games say little, and their bounds would flatten the rest.
    let quiet = |values: Vec<f64>| -> Vec<f64> {
        values.into_iter().map(|v| if v.abs() > 1000.0 { f64::NAN } else { v }).collect()
    };
    let named = [("Elo", value), ("lower bound", low), ("upper bound", high)];
    let curves: Vec<_> = named.into_iter().map(|(name, values)| (name.to_string(), quiet(values))).collect();
    page.section("Elo difference by games", &plot::curves(&curves, &[0.0], "games"));
    if let Some(test) = report.test {
        let (a, b) = test.bounds();
        let title = format!("LLR of [{}, {}], {}", number(test.elo0, 2), number(test.elo1, 2), test.model.word());
        page.section(&title, &plot::curves(&[("LLR".to_string(), ratios)], &[a, b], "games"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_outside_is_no_markup() {
        let mut page = Page::new("<b>", "a & b");
        page.section("x", &table(&["player".into()], &[vec!["<script>".into()]], &["player"]));
        let html = page.finish();
        assert!(html.contains("<title>&lt;b&gt;</title>") && html.contains("<td class=\"name\">&lt;script&gt;</td>"));
        assert!(!html.contains("<script") && !html.contains("http-equiv") && !html.contains("src="));
    }
}
