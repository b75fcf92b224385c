//! The result of an event: crosstable, strengths with bounds, endings; for people and for machines.

use crate::columns::{Align, table};
use crate::style::Style;
use serde_json::{Value, json};
use tabula_arena::Event;
use tabula_arena::standings::{Duel, Standings};
use tabula_arena::stats::{Decision, Estimate, Model, Sprt, Strength, strength};

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

/// The whole result.
pub(crate) fn text(event: &Event, standings: &Standings, test: Option<&Sprt>, style: Style) -> String {
    let mut text = style.strong(&heading(event, standings)) + "\n\n";
    if event.entrants.len() == 2 {
        text += &two(event, standings, style);
    } else {
        text += &many(event, standings, style);
    }
    if let Some(test) = test {
        text += &format!("\n{}\n", sprt(test, &standings.duel(0, 1)));
    }
    let endings: Vec<_> = standings.endings().map(|(word, count)| format!("{word} {count}")).collect();
    if !endings.is_empty() {
        text += &format!("\nEndings: {}\n", endings.join(", "));
    }
    let faults: Vec<_> = standings
        .faults()
        .map(|(entrant, word, count)| format!("{}: {word} {count}", event.entrants[entrant].name))
        .collect();
    text += &format!("Faults: {}\n", if faults.is_empty() { "none".to_string() } else { faults.join("; ") });
    text
}

fn heading(event: &Event, standings: &Standings) -> String {
    let all = event.schedule().len();
    let controls: Vec<_> = event.entrants.iter().map(|entrant| entrant.control.to_string()).collect();
    let control = if controls.iter().all(|control| *control == controls[0]) {
        controls[0].clone()
    } else {
        controls.join(" against ")
    };
    let margin = event.conditions.margin.as_millis();
    let games = match standings.played() {
        played if played == all as u64 => format!("{played} games"),
        played => format!("{played} of {all} games"),
    };
    format!("{}, {games}, time {control}, margin {margin} ms, {} at a time", event.shelf.card().name, event.concurrency)
}

/// Two players: the duel in full.
fn two(event: &Event, standings: &Standings, style: Style) -> String {
    use Align::{Left, Right};
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

/// Many players: ratings and a crosstable, the best first.
fn many(event: &Event, standings: &Standings, style: Style) -> String {
    use Align::{Left, Right};
    let ratings = standings.ratings();
    let order = ranking(&ratings);
    let places: Vec<_> = (1..=order.len()).map(|place| place.to_string()).collect();
    let mut header = vec![
        ("", Right),
        ("player", Left),
        ("Elo", Right),
        ("+-", Right),
        ("games", Right),
        ("points", Right),
        ("%", Right),
    ];
    header.extend(places.iter().map(|place| (place.as_str(), Right)));
    let rows: Vec<_> = order
        .iter()
        .enumerate()
        .map(|(place, &i)| {
            let total = standings.total(i);
            let mut row = vec![
                places[place].clone(),
                event.entrants[i].name.clone(),
                number(ratings[i].value, 1),
                number(ratings[i].error, 1),
                total.count().to_string(),
                number(total.points(), 1),
                percent(total.points(), total.count()),
            ];
            row.extend(order.iter().map(|&other| match other {
                other if other == i => "-".to_string(),
                other => number(standings.duel(i, other).games.points(), 1),
            }));
            row
        })
        .collect();
    table(&header, &rows, style) + "\nElo from all games at once, the mean being 0; bounds hold 95 %.\n"
}

/// The entrants, the strongest first.
fn ranking(ratings: &[Estimate]) -> Vec<usize> {
    let mut order: Vec<_> = (0..ratings.len()).collect();
    order.sort_by(|&a, &b| ratings[b].value.total_cmp(&ratings[a].value));
    order
}

fn sprt(test: &Sprt, duel: &Duel) -> String {
    let sample = duel.pairs.sample();
    let (low, high) = test.bounds();
    let verdict = match test.decide(&sample) {
        Decision::Open => "undecided",
        Decision::Accepted => "accepted",
        Decision::Refused => "refused",
    };
    let model = model_word(test.model);
    let (elo0, elo1, ratio) = (test.elo0, test.elo1, test.ratio(&sample));
    format!("SPRT [{elo0}, {elo1}] {model}: {verdict}, LLR {ratio:.2} ({low:.2}, {high:.2})")
}

const fn model_word(model: Model) -> &'static str {
    match model {
        Model::Logistic => "logistic",
        Model::Normalised => "normalised",
    }
}

fn percent(points: f64, games: u64) -> String {
    if games == 0 { "-".to_string() } else { format!("{:.1}", 100.0 * points / games as f64) }
}

/// The same for machines. Infinite numbers are null.
pub(crate) fn json(event: &Event, standings: &Standings, test: Option<&Sprt>, interrupted: bool) -> Value {
    let ratings = standings.ratings();
    let players: Vec<_> = event
        .entrants
        .iter()
        .enumerate()
        .map(|(i, entrant)| {
            let games = standings.total(i);
            json!({
                "name": entrant.name, "spec": entrant.spec.to_string(), "tc": entrant.control.to_string(),
                "wins": games.wins, "draws": games.draws, "losses": games.losses, "points": games.points(),
                "elo": ratings[i].value, "error": ratings[i].error,
                "faults": standings.faults().filter(|fault| fault.0 == i).map(|(_, word, count)| (word.to_string(), count.into())).collect::<serde_json::Map<_, _>>(),
            })
        })
        .collect();
    let mut duels = Vec::new();
    for one in 0..players.len() {
        for other in one + 1..players.len() {
            let duel = standings.duel(one, other);
            duels.push(json!({
                "one": event.entrants[one].name, "other": event.entrants[other].name,
                "wins": duel.games.wins, "draws": duel.games.draws, "losses": duel.games.losses,
                "pairs": duel.pairs.0,
                "by_games": strength(&duel.games.sample()).map(|found| strength_json(&found)),
                "by_pairs": strength(&duel.pairs.sample()).map(|found| strength_json(&found)),
            }));
        }
    }
    let test = test.map(|test| {
        let sample = standings.duel(0, 1).pairs.sample();
        json!({
            "model": model_word(test.model), "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta,
            "llr": test.ratio(&sample), "bounds": [test.bounds().0, test.bounds().1],
            "decision": match test.decide(&sample) {
                Decision::Open => "open",
                Decision::Accepted => "accepted",
                Decision::Refused => "refused",
            },
        })
    });
    json!({
        "game": event.shelf.card().id, "planned": event.schedule().len(), "played": standings.played(),
        "interrupted": interrupted, "margin_ms": event.conditions.margin.as_millis() as u64,
        "players": players, "duels": duels, "sprt": test,
        "endings": standings.endings().map(|(word, count)| (word.to_string(), count.into())).collect::<serde_json::Map<_, _>>(),
    })
}

fn strength_json(found: &Strength) -> Value {
    json!({
        "score": found.score, "elo": found.elo.value, "elo_error": found.elo.error,
        "normalised": found.normalised.value, "normalised_error": found.normalised.error, "los": found.superiority,
    })
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
