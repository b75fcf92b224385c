//! Engines that go wrong lose their games, and never the event.
#![cfg(unix)]

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tabula_arena::standings::{Result, Standings};
use tabula_arena::{Adjudication, Conditions, Draw, Entrant, Event, Format, Hall, Openings, Patience};
use tabula_core::Stop;
use tabula_engine::catalogue::find;

/// The protocols, each with a script that speaks it badly.
const UCI: [&str; 2] = ["uci", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad-engine.sh")];
const XBOARD: [&str; 2] = ["xboard", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad-xboard.sh")];

/// An event of two games between a bad engine and a good one; answers the standings and the endings in words.
fn event(script: [&str; 2], bad: &str, control: &str, games: usize) -> (Standings, Vec<String>) {
    run(&bad_event(script, bad, control, games))
}

/// Such an event, before it is played.
fn bad_event([protocol, script]: [&str; 2], bad: &str, control: &str, games: usize) -> Event {
    let bad = format!("{protocol}:sh \"{script}\" {bad}?tc={control}&name=bad");
    let entrants = [bad.as_str(), "tabula:depth=1,name=good"];
    let shelf = find("chess").expect("the house has chess");
    Event {
        openings: Openings::usual(shelf.clone(), 1),
        shelf,
        entrants: entrants.iter().map(|text| Entrant::read(text, None).expect("a good spec")).collect(),
        format: Format::RoundRobin,
        games,
        concurrency: 2,
        conditions: Conditions {
            margin: Duration::from_millis(20),
            patience: Patience {
                start: Duration::from_millis(400),
                ready: Duration::from_millis(400),
                stop: Duration::from_millis(200),
            },
            adjudication: Adjudication::default(),
        },
        endgames: None,
        seed: 1,
        title: "bad engines".into(),
        date: "2026.11.16".into(),
    }
}

fn run(event: &Event) -> (Standings, Vec<String>) {
    let mut standings = Standings::new(event.entrants.len());
    let mut endings = Vec::new();
    let draw = Draw::new(event.schedule(), HashMap::new());
    event.run(draw, &Stop::default(), &Hall::default(), &mut |fixture, finished| {
        endings.push(finished.ending.to_string());
        standings.add(&Result {
            fixture: *fixture,
            verdict: finished.verdict(),
            ending: finished.ending.word().into(),
            fault: finished.ending.is_fault(),
        });
        ControlFlow::Continue(())
    });
    (standings, endings)
}

/// The bad engine loses both games in this way; `said` is part of what is told of at least one of them.
fn loses(script: [&str; 2], bad: &str, control: &str, word: &str, said: &str) {
    let begun = Instant::now();
    let (standings, endings) = event(script, bad, control, 2);
    assert_eq!(standings.total(0).losses, 2, "{bad}: {endings:?}");
    assert_eq!(standings.faults().collect::<Vec<_>>(), [(0, word, 2)], "{bad}: {endings:?}");
    assert!(endings.iter().any(|ending| ending.contains(said)), "{bad}: {endings:?}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{bad}");
}

#[test]
fn engines_that_cannot_even_begin_lose() {
    for (bad, said) in [
        ("silent", "did not say 'uciok' in time"),
        ("crash-at-start", "it ended (exit status: 3)"),
        ("wrong-protocol", "did not say 'uciok' in time"),
        ("garbage", "'uciok'"),
        ("endless", "'uciok'"),
        ("endless-line", "'uciok'"),
        ("closes-input", "'uciok'"),
        ("never-ready", "did not say 'readyok' in time"),
    ] {
        loses(UCI, bad, "movetime=50ms", "crash", said);
    }
}

#[test]
fn engines_that_end_in_mid_game_lose_and_are_started_again() {
    for bad in ["crash", "child"] {
        loses(UCI, bad, "10+1", "crash", "it ended (exit status: 1)");
    }
}

#[test]
fn engines_that_never_answer_lose_on_time() {
    for bad in ["hang", "ignores-stop", "flood", "late", "deaf"] {
        loses(UCI, bad, "movetime=50ms", "time loss", "time loss by ");
        loses(UCI, bad, "0.1", "time loss", "time loss by ");
    }
}

#[test]
fn moves_that_are_none_lose() {
    for (bad, said) in [
        ("illegal", "e2e5"),
        ("out-of-turn", "e7e5"),
        ("none", "(none)"),
        ("bare", "''"),
        ("nonsense", "'"),
        // Plays e2e4 whatever is on the board.
        ("stays", "e2e4"),
    ] {
        loses(UCI, bad, "10+1", "illegal move", said);
    }
}

#[test]
fn bad_xboard_engines_lose_likewise() {
    for (bad, control, word, said) in [
        ("crash-at-start", "movetime=50ms", "crash", "it ended (exit status: 3)"),
        ("never-done", "movetime=50ms", "crash", "did not say 'feature done=1' in time"),
        ("never-ready", "movetime=50ms", "crash", "did not say 'pong 1' in time"),
        ("no-variant", "movetime=50ms", "crash", "cannot set up the game: Error (unsupported variant): new"),
        ("crash", "10+1", "crash", "it ended (exit status: 1)"),
        ("child", "10+1", "crash", "it ended (exit status: 1)"),
        ("claims", "10+1", "crash", "claimed '1-0 {I have won}' instead of moving"),
        ("refuses", "10+1", "crash", "refused a move: Illegal move (in check): d7d5"),
        ("silent", "movetime=50ms", "time loss", "time loss by "),
        ("endless", "movetime=50ms", "time loss", "time loss by "),
        ("endless-line", "movetime=50ms", "time loss", "time loss by "),
        ("hang", "0.1", "time loss", "time loss by "),
        ("ignores-stop", "movetime=50ms", "time loss", "time loss by "),
        ("flood", "movetime=50ms", "time loss", "time loss by "),
        ("late", "movetime=50ms", "time loss", "time loss by "),
        ("deaf", "movetime=50ms", "time loss", "time loss by "),
        ("illegal", "10+1", "illegal move", "e2e5"),
        ("out-of-turn", "10+1", "illegal move", "e7e5"),
        ("bare", "10+1", "illegal move", "''"),
        ("nonsense", "10+1", "illegal move", "'"),
        ("stays", "10+1", "illegal move", "e2e4"),
    ] {
        loses(XBOARD, bad, control, word, said);
    }
    let (standings, endings) = event(XBOARD, "resigns", "10+1", 2);
    assert_eq!((standings.total(0).losses, standings.faults().count()), (2, 0), "{endings:?}");
}

#[test]
fn a_bad_option_is_named_with_its_place() {
    let shelf = find("chess").expect("the house has chess");
    for [protocol, script] in [UCI, XBOARD] {
        let try_out = |options: &str| {
            let entrant = Entrant::read(&format!("{protocol}:sh {script} fine?tc=1&{options}"), None).unwrap();
            entrant.try_out(&shelf, Patience::default()).map_err(|fault| fault.what)
        };
        assert_eq!(try_out("Threads=2"), Ok("bad engine".into()));
        assert_eq!(try_out("Threads=9"), Err("Threads takes a whole number from 1 to 4, found '9'".into()));
        assert_eq!(try_out("Hash=9"), Err("unknown option 'Hash'; known: Threads".into()));
    }
    let none = Entrant::read("uci:/no/such/program?tc=1", None).unwrap();
    let said = none.try_out(&shelf, Patience::default()).unwrap_err().to_string();
    assert!(said.starts_with("cannot start /no/such/program: "), "{said}");
}

/// The twelve kinds by name, each with a time control under which it shows what is wrong with it.
const TWELVE: [(&str, &str); 12] = [
    ("silent", "movetime=50ms"),
    ("late", "movetime=50ms"),
    ("crash-at-start", "movetime=50ms"),
    ("crash", "10+1"),
    ("illegal", "10+1"),
    ("out-of-turn", "10+1"),
    ("endless", "movetime=50ms"),
    ("garbage", "movetime=50ms"),
    ("wrong-protocol", "movetime=50ms"),
    ("ignores-stop", "movetime=50ms"),
    ("child", "10+1"),
    ("closes-input", "movetime=50ms"),
];

#[test]
fn an_event_with_twelve_kinds_of_bad_engine_finishes_and_leaves_nobody_behind() {
    let begun = Instant::now();
    let file = std::env::temp_dir().join(format!("tabula-bad-child-{}", std::process::id()));
    let mut event = bad_event(UCI, "silent", "movetime=50ms", 2);
    event.format = Format::Gauntlet { challengers: 1 };
    let good = event.entrants.remove(1);
    let bad = TWELVE.map(|(bad, control)| {
        let spec = format!("uci:sh \"{}\" {bad} {}?tc={control}&name={bad}", UCI[1], file.display());
        Entrant::read(&spec, None).expect("a good spec")
    });
    event.entrants = std::iter::once(good).chain(bad).collect();
    let (standings, endings) = run(&event);
    assert_eq!(standings.played(), 24, "{endings:?}");
    for (i, (bad, _)) in TWELVE.iter().enumerate() {
        assert_eq!(standings.total(i + 1).losses, 2, "{bad}: {endings:?}");
    }
    // The good player lost nothing, so that every fault is a bad one's.
    assert_eq!((standings.total(0).wins, standings.faults().map(|fault| fault.2).sum::<u64>()), (24, 24));
    let child = std::fs::read_to_string(&file).expect("a child was started");
    std::fs::remove_file(&file).expect("it was there");
    assert!(!is_alive(child.trim()), "the child {child} is still there");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

/// Whether a process runs; one that has ended and was not yet asked how does not.
fn is_alive(process: &str) -> bool {
    let told = std::process::Command::new("ps").args(["-o", "stat=", "-p", process]).output().expect("ps can be run");
    let state = String::from_utf8_lossy(&told.stdout).trim().to_string();
    !state.is_empty() && !state.starts_with('Z')
}
