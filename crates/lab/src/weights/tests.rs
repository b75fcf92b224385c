use super::*;
use crate::log;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use tabula_core::Stop;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tabula-tune-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn plan(road: Road) -> Plan {
    Plan {
        game: "czech".into(),
        manner: Manner { eval: Some("thesis".into()), nodes: 20, lots: 4, most_moves: 20, seed: 7 },
        only: Vec::new(),
        spoil: Some(Spoil { seed: 1, amount: 0.5 }),
        steps: 6,
        gauge_games: 4,
        closing: 24,
        road,
    }
}

fn roads() -> [(&'static str, Road); 3] {
    let genetic = genetic::Settings {
        population: 6,
        rounds: 1,
        replacement: genetic::Replacement::Best,
        ..genetic::Settings::default()
    };
    let ladder = ["random", tdleaf::SELF, tdleaf::START, "tabula:depth=1"].map(str::to_string).to_vec();
    [
        ("genetic", Road::Genetic(genetic)),
        ("spsa", Road::Spsa(spsa::Settings { batch: 2, ..spsa::Settings::default() })),
        ("tdleaf", Road::Tdleaf(tdleaf::Settings { games: 4, ladder, ..tdleaf::Settings::default() })),
    ]
}

/// Runs until `most` pieces of news have come, then raises the flag.
fn go(run: &Prepared, threads: usize, most: usize) -> Summary {
    let stop = Stop::default();
    let wish = Wish { title: None, threads, stop: &stop };
    let mut heard = 0;
    run.run(vec!["test".into()], &wish, &mut |_| {
        heard += 1;
        if heard == most {
            stop.raise();
        }
    })
    .unwrap()
}

/// Everything a run leaves that should not depend on when it was interrupted.
fn left(place: &Path) -> (String, Vec<Map<String, Value>>, Vec<log::Sample>) {
    let mut lines: Vec<Map<String, Value>> = log::lines(&place.join("log.jsonl")).unwrap();
    lines.iter_mut().for_each(|line| drop(line.remove("seconds")));
    (std::fs::read_to_string(place.join("weights.txt")).unwrap(), lines, log::samples(place).unwrap())
}

#[test]
fn a_run_that_is_stopped_again_and_again_ends_as_one_that_is_not() {
    for (name, road) in roads() {
        let (whole, broken) = (folder(&format!("{name}-whole")), folder(&format!("{name}-broken")));
        let summary = go(&Prepared::begin(&plan(road.clone()), None, &whole).unwrap(), 2, usize::MAX);
        assert!(!summary.stopped && summary.steps == 6 && summary.games > 0, "{name}: {summary:?}");
        assert_eq!(summary.closing.map(|closing| closing.games.count()), Some(24), "{name}");
        let mut parts = 1;
        let mut last = go(&Prepared::begin(&plan(road), None, &broken).unwrap(), 1, 2);
        while last.stopped {
            assert_eq!((last.closing, log::read(&broken).unwrap().state), (None, log::State::Stopped));
            last = go(&Prepared::resume(&broken).unwrap(), 1 + parts % 2, 2);
            parts += 1;
        }
        assert!(parts > 3, "{name}: {parts}");
        assert_eq!((last, left(&whole)), (summary, left(&broken)), "{name}");
        assert_eq!(log::read(&whole).unwrap().message, log::read(&broken).unwrap().message);
        [whole, broken].iter().for_each(|place| std::fs::remove_dir_all(place).unwrap());
    }
}

#[test]
fn a_run_that_was_killed_goes_on_from_its_last_checkpoint() {
    let (_, road) = roads().into_iter().nth(1).unwrap();
    let (whole, killed) = (folder("kill-whole"), folder("killed"));
    go(&Prepared::begin(&plan(road.clone()), None, &whole).unwrap(), 1, usize::MAX);
    go(&Prepared::begin(&plan(road), None, &killed).unwrap(), 1, 2);
    // As a kill leaves it: steps were logged and weights written after the checkpoint, and a line is torn.
    let checkpoint = std::fs::read(killed.join("checkpoint.json")).unwrap();
    go(&Prepared::resume(&killed).unwrap(), 1, 2);
    std::fs::write(killed.join("checkpoint.json"), checkpoint).unwrap();
    let text = std::fs::read_to_string(killed.join("log.jsonl")).unwrap();
    std::fs::write(killed.join("log.jsonl"), format!("{text}{{\"st")).unwrap();
    go(&Prepared::resume(&killed).unwrap(), 1, usize::MAX);
    assert_eq!(left(&whole), left(&killed));
    let curve = std::fs::read_to_string(killed.join("curve.csv")).unwrap();
    assert!(curve.starts_with("step,") && curve.lines().count() == 7, "{curve}");
    assert!(curve.lines().next().unwrap().contains("score_against_start"), "{curve}");
    [whole, killed].iter().for_each(|place| std::fs::remove_dir_all(place).unwrap());
}

#[test]
fn every_operator_of_the_genetic_algorithm_runs() {
    use genetic::{Crossover, Replacement, Selection, Settings};
    let all = Selection::ALL.iter().zip(Crossover::ALL.iter().cycle()).zip(Replacement::ALL);
    for (nth, ((&(_, selection), &(_, crossover)), &(_, replacement))) in all.enumerate() {
        let settings = Settings { population: 4, rounds: 1, selection, crossover, replacement, ..Settings::default() };
        let plan = Plan { steps: 2, closing: 0, gauge_games: 0, ..plan(Road::Genetic(settings)) };
        let place = folder(&format!("operators-{nth}"));
        let summary = go(&Prepared::begin(&plan, None, &place).unwrap(), 1, usize::MAX);
        let judged = if replacement == Replacement::Best { 2 * (4 + 8) } else { 2 * 4 };
        assert_eq!((summary.games, summary.closing), (judged, None), "{selection:?} {replacement:?}");
        std::fs::remove_dir_all(place).unwrap();
    }
}

#[test]
fn what_cannot_be_run_is_refused_with_one_sentence() {
    let said = |plan: &Plan, from: Option<&str>| Prepared::begin(plan, from, &folder("no")).err().unwrap().what;
    let (_, spsa) = roads().into_iter().nth(1).unwrap();
    let usual = plan(spsa);
    assert!(said(&Plan { game: "chekers".into(), ..usual.clone() }, None).starts_with("unknown game 'chekers'"));
    let blind = Manner { eval: Some("material".into()), ..usual.manner.clone() };
    assert!(said(&Plan { manner: blind, ..usual.clone() }, None).contains("has no weights"));
    assert!(said(&Plan { only: vec!["queen".into()], ..usual.clone() }, None).contains("no weight is called 'queen'"));
    assert!(said(&usual, Some("man 1/2")).contains("'king' has 1 weights, found 0"));
    let ladder = tdleaf::Settings { ladder: vec!["nobody".into()], ..tdleaf::Settings::default() };
    assert!(said(&plan(Road::Tdleaf(ladder)), None).contains("nobody"));
    let place = folder("twice");
    assert!(Prepared::resume(&place).err().unwrap().what.contains("there is no run in "));
    go(&Prepared::begin(&usual, None, &place).unwrap(), 1, 1);
    assert!(Prepared::begin(&usual, None, &place).err().unwrap().what.contains("there is a run in "));
    std::fs::remove_dir_all(place).unwrap();
}
