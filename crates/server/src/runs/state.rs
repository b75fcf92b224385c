//! How a run stands: what it says of itself, its curves with a bounded number of points, and its last sample games.

use super::{kinds, place};
use crate::api::lab::{Curve, RunCard, RunGame, RunState};
use crate::house::House;
use crate::moment;
use crate::problem::Problem;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;
use tabula_lab::log::{self, Sheet, State};

/// Points of a curve at most.
const MOST_POINTS: usize = 400;
/// Curves of a run at most.
const MOST_CURVES: usize = 32;
/// Sample games that are told.
const MOST_SAMPLES: usize = 12;
/// Bytes of a log at most.
const MOST_LOG: u64 = 1 << 26;

/// By what is known whether a run has changed since it was looked at.
#[derive(PartialEq, Eq)]
pub(super) struct Mark {
    files: [Option<(SystemTime, u64)>; 3],
    running: bool,
    stopping: bool,
    mine: bool,
}

const FILES: [&str; 3] = ["run.json", "log.jsonl", "games.jsonl"];

/// As a run is now.
pub(super) fn mark(house: &House, id: &str, folder: &Path) -> Mark {
    let file =
        |name: &str| folder.join(name).metadata().ok().and_then(|about| Some((about.modified().ok()?, about.len())));
    Mark {
        files: FILES.map(file),
        running: log::is_running(folder),
        stopping: log::is_stopping(folder),
        mine: house.runs.works_on(id),
    }
}

/// A run in a few words.
pub(super) fn card(house: &House, id: &str, folder: &Path, sheet: &Sheet) -> RunCard {
    let going = house.runs.works_on(id) || log::is_running(folder);
    let state = match sheet.state {
        _ if going && log::is_stopping(folder) => "stopping",
        _ if going => "running",
        // It said so and was killed.
        State::Running => "broken",
        State::Stopped => "stopped",
        State::Done => "done",
        State::Failed => "failed",
    };
    RunCard {
        id: id.to_string(),
        kind: sheet.kind.clone(),
        game: sheet.game.clone(),
        title: sheet.title.clone(),
        begun: moment::at(sheet.started),
        state,
        step: log::last_step(folder).unwrap_or(0),
        steps: sheet.steps,
        learnt: place::learnt(sheet).map(|(name, _)| name),
        message: sheet.message.clone(),
    }
}

/// How a run stands.
pub(super) fn of(house: &House, id: &str, folder: &Path, sheet: &Sheet) -> Result<RunState, Problem> {
    let long = |name: &str| folder.join(name).metadata().is_ok_and(|about| about.len() > MOST_LOG);
    if let Some(name) = FILES.into_iter().find(|name| long(name)) {
        return Err(Problem::failed(format!("{name} of the run '{id}' has more than {MOST_LOG} bytes")));
    }
    let cannot = |error: std::io::Error| Problem::failed(format!("the run '{id}' cannot be read: {error}"));
    let samples = log::samples(folder).map_err(cannot)?;
    let last = samples.into_iter().rev().take(MOST_SAMPLES);
    let found = kinds::of(&house.config.data, folder, sheet);
    let table = found.as_ref().and_then(|(kind, text)| Some((*kind, kind.whole(text).ok()?)));
    let card = card(house, id, folder, sheet);
    Ok(RunState {
        resumable: found.is_some() && matches!(card.state, "stopped" | "broken" | "failed"),
        settings: table.map(|(kind, table)| kinds::settings(kind, &table)),
        curves: curves(&log::steps(folder).map_err(cannot)?),
        samples: last
            .map(|game| RunGame { step: game.step, start: game.start, moves: game.moves, result: game.result })
            .collect(),
        card,
    })
}

/// The numbers of a log by their names, each with the steps at which it was told.
fn curves(lines: &[Map<String, Value>]) -> Vec<Curve> {
    let mut found: BTreeMap<&str, Vec<(u64, f64)>> = BTreeMap::new();
    for line in lines {
        let Some(step) = line.get("step").and_then(Value::as_u64) else { continue };
        for (name, value) in line.iter().filter(|(name, _)| *name != "step") {
            let room = found.len() < MOST_CURVES || found.contains_key(name.as_str());
            if let Some(value) = value.as_f64().filter(|_| room) {
                found.entry(name).or_default().push((step, value));
            }
        }
    }
    let curve = |(name, points): (&str, Vec<(u64, f64)>)| {
        let points = thinned(points);
        let (steps, values) = points.into_iter().unzip();
        Curve { name: name.to_string(), steps, values }
    };
    found.into_iter().map(curve).collect()
}

/// At most so many points: neighbours become their mean, at the last step of them.
fn thinned(points: Vec<(u64, f64)>) -> Vec<(u64, f64)> {
    let size = points.len().div_ceil(MOST_POINTS).max(1);
    if size == 1 {
        return points;
    }
    let mean = |part: &[(u64, f64)]| part.iter().map(|(_, value)| value).sum::<f64>() / part.len() as f64;
    points.chunks(size).map(|part| (part.last().map_or(0, |(step, _)| *step), mean(part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn lines(count: u64) -> Vec<Map<String, Value>> {
        let line = |step: u64| {
            let gate = if step.is_multiple_of(5) { json!(0.5) } else { Value::Null };
            json!({ "step": step, "loss": step as f64, "gate": gate, "note": "x" }).as_object().unwrap().clone()
        };
        (1..=count).map(line).collect()
    }

    #[test]
    fn a_curve_has_a_bounded_number_of_points_and_ends_where_the_run_does() {
        for count in [1, 399, 400, 401, 12_345] {
            let curves = curves(&lines(count));
            let loss = curves.iter().find(|curve| curve.name == "loss").unwrap();
            assert!(loss.steps.len() <= MOST_POINTS && loss.steps.last() == Some(&count), "{count}");
            let mean = loss.values.iter().sum::<f64>() / loss.values.len() as f64;
            assert!((mean / (count as f64 + 1.0) - 0.5).abs() < 0.01, "{count}: {mean}");
        }
    }

    #[test]
    fn a_number_that_is_told_now_and_then_keeps_its_steps_and_words_are_no_numbers() {
        let curves = curves(&lines(12));
        let names: Vec<_> = curves.iter().map(|curve| curve.name.as_str()).collect();
        assert_eq!(names, ["gate", "loss"]);
        assert_eq!(curves[0].steps, [5, 10]);
    }
}
