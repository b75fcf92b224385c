use super::*;
use serde_json::{Value, json};
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tabula-log-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn sheet() -> Sheet {
    Sheet::new("spsa", "czech", "a run", vec!["tabula".to_string(), "tune".to_string()])
}

fn game(step: u64) -> Sample {
    Sample { step, start: None, moves: vec!["c3d4".to_string()], result: "*".to_string() }
}

#[test]
fn what_is_logged_is_read_back_and_what_came_after_the_checkpoint_is_cut_off() {
    let folder = folder("resume");
    let mut log = RunLog::begin(&folder, sheet()).unwrap();
    for step in 1..=4 {
        log.add(step, &[("loss", 1.0 / step as f64), ("elo", f64::INFINITY)]).unwrap();
        log.add_game(&game(step)).unwrap();
    }
    drop(log);
    // As a crash leaves it: a line that is not whole.
    let text = std::fs::read_to_string(folder.join("log.jsonl")).unwrap();
    std::fs::write(folder.join("log.jsonl"), format!("{text}{{\"step\":")).unwrap();
    assert_eq!(read(&folder).unwrap().state, State::Running);
    assert!(!is_running(&folder));
    let mut log = RunLog::resume(&folder, 2).unwrap();
    log.add(3, &[("loss", 0.3)]).unwrap();
    log.close(State::Done, Some("good".to_string())).unwrap();
    let lines: Vec<Value> = lines(&folder.join("log.jsonl")).unwrap();
    let wanted = [json!({"step": 1, "loss": 1.0}), json!({"step": 2, "loss": 0.5}), json!({"step": 3, "loss": 0.3})];
    assert_eq!(lines, wanted);
    assert_eq!(last_step(&folder).unwrap(), 3);
    assert_eq!(samples(&folder).unwrap(), [game(1), game(2)]);
    let found = read(&folder).unwrap();
    assert_eq!((found.state, found.message.as_deref()), (State::Done, Some("good")));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn whoever_looks_on_all_the_time_does_not_keep_a_run_from_beginning() {
    let folder = folder("looked-at");
    drop(RunLog::begin(&folder, sheet()).unwrap());
    let over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !over.load(std::sync::atomic::Ordering::Relaxed) {
                is_running(&folder);
                std::thread::sleep(std::time::Duration::from_micros(50));
            }
        });
        let begun: Vec<_> = (0..200).map(|_| RunLog::begin(&folder, sheet()).map(drop)).collect();
        over.store(true, std::sync::atomic::Ordering::Relaxed);
        assert!(begun.iter().all(Result::is_ok), "{begun:?}");
    });
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_run_has_one_writer_and_can_be_asked_to_stop() {
    let folder = folder("lock");
    let log = RunLog::begin(&folder, sheet()).unwrap();
    assert!(is_running(&folder));
    let said = RunLog::begin(&folder, sheet()).unwrap_err().to_string();
    assert!(said.starts_with("somebody works on the run in "), "{said}");
    assert!(!log.wants_stop());
    stop(&folder).unwrap();
    assert!(log.wants_stop() && is_stopping(&folder));
    log.close(State::Stopped, None).unwrap();
    assert!(!is_running(&folder) && !is_stopping(&folder));
    assert_eq!(last_step(&folder).unwrap(), 0);
    std::fs::remove_dir_all(folder).unwrap();
}
