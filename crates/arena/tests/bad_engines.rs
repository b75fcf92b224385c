//! Engines that go wrong lose their games, and never the event.
#![cfg(unix)]

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tabula_arena::standings::{Result, Standings};
use tabula_arena::{Adjudication, Conditions, Entrant, Event, Openings, Patience};
use tabula_core::Stop;
use tabula_engine::catalogue::find;

/// The protocols, each with a script that speaks it badly.
const UCI: [&str; 2] = ["uci", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad-engine.sh")];
const XBOARD: [&str; 2] = ["xboard", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad-xboard.sh")];

/// An event of two games between a bad engine and a good one; answers the standings and the endings in words.
fn event([protocol, script]: [&str; 2], bad: &str, control: &str, games: usize) -> (Standings, Vec<String>) {
    let bad = format!("{protocol}:sh \"{script}\" {bad}?tc={control}&name=bad");
    let entrants = [bad.as_str(), "tabula:depth=1,name=good"];
    let shelf = find("chess").expect("the house has chess");
    let event = Event {
        openings: Openings::usual(shelf.clone(), 1),
        shelf,
        entrants: entrants.iter().map(|text| Entrant::read(text, None).expect("a good spec")).collect(),
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
        seed: 1,
        title: "bad engines".into(),
        date: "2026.11.16".into(),
    };
    let mut standings = Standings::new(2);
    let mut endings = Vec::new();
    event.run(&HashSet::new(), &Stop::default(), &mut |fixture, finished| {
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
