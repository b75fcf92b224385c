use super::*;
use crate::log;
use serde_json::Value;
use std::path::{Path, PathBuf};
use tabula_core::{Fault, Stop};

const CONFIG: &str = "game = \"tictactoe\"\nrounds = 4\n\
    net = \"2x3x3: flatten, dense 16, relu, heads policy (dense 9) value (dense 1, tanh)\"\n\
    [play]\ngames = 12\nparallel = 4\nsimulations = 8\nfast = 4\n\
    [learn]\nwindow = 500\nsteps = 10\nbatch = 16\n[gate]\nevery = 2\ngames = 4\nsimulations = 4\n\
    [proof]\npositions = 10000\n";

/// A folder for a run called `run`, so that its nets say the same of themselves wherever it lies.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tabula-selfplay-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder.join("run")
}

fn go(folder: &Path, resume: bool, stop: &Stop, tell: &mut dyn FnMut(&News)) -> Result<Summary, Fault> {
    let wish = Wish {
        folder,
        title: "run",
        command: Vec::new(),
        resume,
        from: None,
        teacher: None,
        epochs: 0,
        threads: 1,
        stop,
    };
    learn(&Config::read(CONFIG).unwrap(), CONFIG, &wish, tell)
}

/// The log without what the clock says.
fn told(folder: &Path) -> Vec<Value> {
    let mut steps = log::steps(folder).unwrap();
    steps.iter_mut().for_each(|step| assert!(step.remove("seconds").is_some()));
    steps.into_iter().map(Value::Object).collect()
}

#[test]
fn a_run_that_was_stopped_and_torn_ends_with_the_same_bytes() {
    let (whole, broken) = (folder("whole"), folder("broken"));
    assert!(go(&whole, false, &Stop::default(), &mut |_| ()).unwrap().finished);
    // In the middle of a round: by a flag, then by a file.
    let stop = Stop::default();
    let mut halt = |news: &News| {
        if matches!(news, News::Game { round: 2, done: 5, .. }) {
            stop.raise();
        }
    };
    let summary = go(&broken, false, &stop, &mut halt).unwrap();
    assert!(!summary.finished && summary.rounds == 1);
    assert_eq!(log::read(&broken).unwrap().state, log::State::Stopped);
    let mut ask = |news: &News| {
        if matches!(news, News::Game { round: 3, done: 7, .. }) {
            log::stop(&broken).unwrap();
        }
    };
    assert!(!go(&broken, true, &Stop::default(), &mut ask).unwrap().finished);
    // As a crash leaves it: lines and games that came after the state that was kept.
    let add = |name: &str, text: &str| {
        let before = std::fs::read_to_string(broken.join(name)).unwrap();
        std::fs::write(broken.join(name), before + text).unwrap();
    };
    add("log.jsonl", "{\"step\":3,\"value_loss\":7}\n{\"step\":");
    add("games.jsonl", "{\"step\":3,\"moves\":[],\"result\":\"*\"}\n");
    assert!(go(&broken, true, &Stop::default(), &mut |_| ()).unwrap().finished);
    assert_eq!(told(&whole), told(&broken));
    assert_eq!(told(&whole).len(), 4);
    for name in ["net.safetensors", "learner-4.safetensors", "optimiser-4.safetensors", "games.jsonl", "state.json"] {
        assert!(std::fs::read(whole.join(name)).unwrap() == std::fs::read(broken.join(name)).unwrap(), "{name}");
    }
    [whole, broken].iter().for_each(|run| std::fs::remove_dir_all(run.parent().unwrap()).unwrap());
}

#[test]
fn what_is_told_of_a_run_can_be_drawn_and_replayed() {
    let folder = folder("told");
    go(&folder, false, &Stop::default(), &mut |_| ()).unwrap();
    let sheet = log::read(&folder).unwrap();
    assert_eq!((sheet.kind.as_str(), sheet.state, sheet.steps), ("selfplay", log::State::Done, Some(4)));
    assert_eq!((sheet.net.as_deref(), sheet.message.as_deref()), (Some("net.safetensors"), Some("4 rounds, 48 games")));
    let steps = told(&folder);
    for name in ["policy_loss", "value_loss", "lost_lines", "accepted", "games", "window"] {
        assert!(steps.iter().all(|step| step[name].is_number()), "{name}: {steps:?}");
    }
    assert!(steps[0]["gate"].is_null() && steps[1]["gate"].is_number() && steps[0]["lead_loss"].is_null());
    let samples = log::samples(&folder).unwrap();
    assert_eq!(samples.iter().map(|sample| sample.step).collect::<Vec<_>>(), [1, 2, 3, 4]);
    for sample in samples {
        let shelf = tabula_engine::catalogue::named("tictactoe").unwrap();
        let mut table = shelf.table(&tabula_engine::Setup { game: "tictactoe".into(), start: None }).unwrap();
        sample.moves.iter().for_each(|code| drop(table.play(code).unwrap()));
        assert!(table.outcome().is_some(), "{sample:?}");
    }
    std::fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}

#[test]
fn a_run_is_begun_once_and_has_one_writer() {
    let folder = folder("once");
    go(&folder, false, &Stop::default(), &mut |_| ()).unwrap();
    let said = go(&folder, false, &Stop::default(), &mut |_| ()).unwrap_err().to_string();
    assert!(said.ends_with("holds a run already; --resume goes on with it"), "{said}");
    let held = log::RunLog::resume(&folder, 4).unwrap();
    let said = go(&folder, true, &Stop::default(), &mut |_| ()).unwrap_err().to_string();
    assert!(said.starts_with("somebody works on the run in "), "{said}");
    drop(held);
    std::fs::remove_dir_all(folder.parent().unwrap()).unwrap();
}
