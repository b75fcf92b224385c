//! The result of an event for machines. Infinite numbers are null.

use super::Report;
use serde_json::{Value, json};
use tabula_arena::stats::{Decision, Strength, strength};

/// The whole result.
pub(crate) fn json(report: &Report<'_>, interrupted: bool) -> Value {
    let Report { event, standings, test, .. } = report;
    let ratings = report.ratings();
    let bayesian = report.bayesian();
    let players: Vec<_> = event
        .entrants
        .iter()
        .enumerate()
        .map(|(i, entrant)| {
            let games = standings.total(i);
            json!({
                "name": entrant.name, "spec": entrant.spec.to_string(), "tc": entrant.control.to_string(),
                "wins": games.wins, "draws": games.draws, "losses": games.losses, "points": standings.points(i),
                "sonneborn_berger": standings.sonneborn_berger(i), "byes": standings.gift(i),
                "elo": ratings[i].value, "error": ratings[i].error,
                "bayeselo": bayesian[i].value, "bayeselo_error": bayesian[i].error,
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
        let duel = standings.duel(0, 1);
        let sample = test.sample(&duel.games, &duel.pairs);
        json!({
            "model": test.model.word(), "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta,
            "llr": test.ratio(&sample), "bounds": [test.bounds().0, test.bounds().1],
            "decision": match test.decide(&sample) {
                Decision::Open => "open",
                Decision::Accepted => "accepted",
                Decision::Refused => "refused",
            },
        })
    });
    json!({
        "title": event.title, "date": event.date, "format": event.format.word(),
        "game": event.shelf.card().id, "winner": report.winner.map(|winner| event.entrants[winner].name.clone()), "planned": report.planned, "played": standings.played(),
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
