//! The result of an event: crosstable, strengths with bounds, endings.
//!
//! | module | for whom |
//! |---|---|
//! | [`text()`] | people at a terminal |
//! | [`json()`], [`csv()`] | machines: the whole result; a line per game |
//! | [`html()`], [`plot`] | people with a browser or a printer: one page that needs nothing else |

mod csv;
mod html;
mod json;
mod plot;
mod text;

pub(crate) use csv::csv;
pub(crate) use html::{Page, html, table as table_html};
pub(crate) use json::json;
pub(crate) use text::text;

use tabula_arena::standings::{Result, Standings};
use tabula_arena::stats::{BayesElo, Estimate, Games, Pool, Sprt};
use tabula_arena::{Event, Format};

/// Everything that is told about an event.
pub(crate) struct Report<'a> {
    pub(crate) event: &'a Event,
    pub(crate) standings: &'a Standings,
    /// Games that were planned.
    pub(crate) planned: usize,
    pub(crate) test: Option<&'a Sprt>,
    /// Entrants whose rating is known.
    pub(crate) anchors: &'a [(usize, f64)],
    /// Whoever is left of a knockout.
    pub(crate) winner: Option<usize>,
    /// The games, in the order of their numbers.
    pub(crate) results: &'a [Result],
}

impl Report<'_> {
    /// What was played, in a line.
    pub(crate) fn heading(&self) -> String {
        let Self { event, standings, planned, .. } = self;
        let controls: Vec<_> = event.entrants.iter().map(|entrant| entrant.control.to_string()).collect();
        let alike = controls.iter().all(|control| *control == controls[0]);
        let control = match (alike, controls.len()) {
            (true, _) => controls[0].clone(),
            (false, 2) => controls.join(" against "),
            (false, _) => "by player".to_string(),
        };
        let margin = event.conditions.margin.as_millis();
        let games = match standings.played() {
            played if played == *planned as u64 => format!("{played} games"),
            played => format!("{played} of {planned} games"),
        };
        let at_a_time = event.concurrency;
        format!("{}, {games}, time {control}, margin {margin} ms, {at_a_time} at a time", event.shelf.card().name)
    }

    /// Ratings on the logistic scale, around the anchors if there are any.
    pub(crate) fn ratings(&self) -> Vec<Estimate> {
        self.standings.rated(&Pool { anchors: self.anchors.to_vec(), ..Pool::default() }).players
    }

    /// Bayesian ratings, moved so that the anchors are met in the mean.
    pub(crate) fn bayesian(&self) -> Vec<Estimate> {
        let mut found = self.standings.bayesian(&BayesElo::default()).players;
        let off: Vec<_> = self.anchors.iter().map(|&(place, rating)| rating - found[place].value).collect();
        let shift = off.iter().sum::<f64>() / off.len().max(1) as f64;
        found.iter_mut().for_each(|estimate| estimate.value += shift);
        found
    }

    /// The entrants, the best first: by points where all had the same opponents or equals, else by rating.
    fn order(&self) -> Vec<usize> {
        match self.event.format {
            Format::RoundRobin | Format::Swiss { .. } => self.standings.order(),
            Format::Gauntlet { .. } | Format::Knockout => self.by_rating(),
        }
    }

    fn by_rating(&self) -> Vec<usize> {
        let ratings = self.ratings();
        let mut order: Vec<_> = (0..ratings.len()).collect();
        // The winner of a knockout may have met weaker ones, and has won all the same.
        order.sort_by(|&a, &b| {
            (self.winner == Some(b)).cmp(&(self.winner == Some(a))).then(ratings[b].value.total_cmp(&ratings[a].value))
        });
        order
    }

    /// Points, Sonneborn and Berger's sum, and what everybody made of everybody.
    fn crosstable(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let Self { event, standings, .. } = self;
        let order = self.order();
        let byes = order.iter().any(|&i| standings.gift(i) > 0.0);
        let mut header: Vec<String> = ["", "player", "points", "games", "SB"].map(String::from).to_vec();
        header.extend(byes.then(|| "byes".to_string()));
        header.extend((1..=order.len()).map(|place| place.to_string()));
        let row = |(place, &i): (usize, &usize)| {
            let mut row = vec![
                (place + 1).to_string(),
                event.entrants[i].name.clone(),
                number(standings.points(i), 1),
                standings.total(i).count().to_string(),
                number(standings.sonneborn_berger(i), 2),
            ];
            row.extend(byes.then(|| number(standings.gift(i), 1)));
            row.extend(order.iter().map(|&other| match other {
                other if other == i => "-".to_string(),
                other => duel_word(&standings.duel(i, other).games),
            }));
            row
        };
        let rows = order.iter().enumerate().map(row).collect();
        (header, rows)
    }

    /// Ratings with their bounds.
    fn rating_table(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let Self { event, standings, .. } = self;
        let (ratings, bayesian) = (self.ratings(), self.bayesian());
        let header = ["", "player", "Elo", "+-", "BayesElo", "+-", "games", "%", "draws %"].map(String::from).to_vec();
        let row = |(place, &i): (usize, &usize)| {
            let total = standings.total(i);
            vec![
                (place + 1).to_string(),
                event.entrants[i].name.clone(),
                number(ratings[i].value, 1),
                number(ratings[i].error, 1),
                number(bayesian[i].value, 1),
                number(bayesian[i].error, 1),
                total.count().to_string(),
                percent(total.points(), total.count()),
                percent(total.draws as f64, total.count()),
            ]
        };
        let rows = self.by_rating().iter().enumerate().map(row).collect();
        (header, rows)
    }

    /// How the numbers are meant.
    fn remark(&self) -> String {
        let zero = match self.anchors {
            [] => "the mean being 0".to_string(),
            anchors => {
                let anchor = |&(place, rating): &(usize, f64)| {
                    format!("{} being {}", self.event.entrants[place].name, number(rating, 0))
                };
                anchors.iter().map(anchor).collect::<Vec<_>>().join(", ")
            }
        };
        format!("Crosstable: won-drawn-lost. Elo from all games at once, {zero}; bounds hold 95 %.")
    }

    /// Who lost how often by a fault that is not of the game.
    fn faults(&self) -> String {
        let name = |entrant: usize| &self.event.entrants[entrant].name;
        let all: Vec<_> = self
            .standings
            .faults()
            .map(|(entrant, word, count)| format!("{}: {word} {count}", name(entrant)))
            .collect();
        if all.is_empty() { "none".to_string() } else { all.join("; ") }
    }
}

/// What one made of another: won, drawn, lost; nothing where they did not meet.
fn duel_word(games: &Games) -> String {
    if games.count() == 0 { String::new() } else { format!("{}-{}-{}", games.wins, games.draws, games.losses) }
}

/// A number with its sign; infinite ones in words.
pub(crate) fn number(value: f64, digits: usize) -> String {
    if value.is_finite() {
        // Minus nothing is nothing.
        let text = format!("{value:.digits$}");
        if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
            text.trim_start_matches('-').to_string()
        } else {
            text
        }
    } else if value.is_nan() {
        "?".to_string()
    } else if value > 0.0 {
        "inf".to_string()
    } else {
        "-inf".to_string()
    }
}

/// A part in hundredths.
pub(crate) fn percent(points: f64, games: u64) -> String {
    if games == 0 { "-".to_string() } else { format!("{:.1}", 100.0 * points / games as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_can_be_read_whatever_they_are() {
        for (value, text) in
            [(-0.04, "0.0"), (12.345, "12.3"), (f64::INFINITY, "inf"), (f64::NEG_INFINITY, "-inf"), (f64::NAN, "?")]
        {
            assert_eq!(number(value, 1), text);
        }
    }
}
