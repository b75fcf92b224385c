//! A game against GNU Go through its protocol, judged by the referee of the house. Skipped where there is no GNU Go.
#![cfg(unix)]
#![expect(clippy::print_stdout, reason = "a skipped test says so")]

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use tabula_arena::{Adjudication, Conditions, Draw, Ending, Entrant, Event, Format, Hall, Openings, Patience, ledger};
use tabula_core::{Cause, Stop};
use tabula_engine::catalogue::find;
use tabula_wire::{games, pgn::Dialect};

const GNUGO: &str = "/usr/games/gnugo";

fn event(id: &str) -> Option<Event> {
    if !Path::new(GNUGO).exists() {
        println!("skipped: there is no {GNUGO}");
        return None;
    }
    let gnugo =
        format!("gtp:{GNUGO} --mode gtp --level 1 --chinese-rules --positional-superko?name=gnugo&tc=movetime=20s");
    let entrants = [gnugo.as_str(), "tabula:nodes=60,threads=1,name=tabula"];
    let shelf = find(id).expect("the house has Go");
    Some(Event {
        openings: Openings::usual(shelf.clone(), 1),
        shelf,
        entrants: entrants.iter().map(|text| Entrant::read(text, None).expect("a good spec")).collect(),
        format: Format::RoundRobin,
        games: 2,
        concurrency: 1,
        conditions: Conditions {
            margin: Duration::from_secs(5),
            patience: Patience::default(),
            adjudication: Adjudication::default(),
        },
        endgames: None,
        seed: 1,
        title: "against GNU Go".into(),
        date: "2026.11.16".into(),
    })
}

#[test]
fn whole_games_are_played_counted_and_kept_as_sgf() {
    let Some(event) = event("go9") else { return };
    let mut texts = String::new();
    let draw = Draw::new(event.schedule(), HashMap::new());
    event.run(draw, &Stop::default(), &Hall::default(), &mut |fixture, finished| {
        let ending = &finished.ending;
        assert!(matches!(ending, Ending::Rules(Cause::Count(_)) | Ending::Resigned), "{ending}");
        assert!(finished.table.played().len() > 8);
        texts += &ledger::write(&event, fixture, &finished);
        ControlFlow::Continue(())
    });
    assert!(texts.starts_with("(;FF[4]GM[1]CA[UTF-8]AP[Tabula]SZ[9]"), "{texts}");
    let kept = ledger::read(&event, texts.as_bytes()).expect("it is of this event");
    assert_eq!((kept.results.len(), kept.text.as_str()), (2, texts.as_str()));
    for reading in games::reader(texts.as_bytes(), Dialect::Sgf) {
        let reading = reading.expect("memory can be read");
        let open = |setup: &tabula_engine::Setup| find(&setup.game)?.table(setup);
        let import = games::import(reading, Dialect::Sgf, &open);
        assert!(import.faults.is_empty(), "{:?}", import.faults);
    }
}
