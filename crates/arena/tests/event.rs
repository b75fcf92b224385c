//! Events between players of this house: the same games however they are run, broken off and resumed.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::time::Duration;
use tabula_arena::{Adjudication, Conditions, Entrant, Event, Finished, Openings, Patience, WinRule, ledger};
use tabula_core::Stop;
use tabula_engine::catalogue::find;

const OPENINGS: &str = "\
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2
rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq c3 0 2
";

fn event(players: &[&str], games: usize, concurrency: usize) -> Event {
    let shelf = find("chess").expect("the house has chess");
    Event {
        openings: Openings::from_epd(shelf.clone(), 1, OPENINGS.as_bytes()).expect("good openings"),
        shelf,
        entrants: players.iter().map(|text| Entrant::read(text, None).expect("a good spec")).collect(),
        games,
        concurrency,
        conditions: Conditions {
            margin: Duration::from_secs(5),
            patience: Patience::default(),
            adjudication: Adjudication { win: Some(WinRule { score: 500, moves: 2 }), draw: None, length: Some(40) },
        },
        seed: 1,
        title: "a test".into(),
        date: "2026.11.16".into(),
    }
}

const THREE: [&str; 3] = ["tabula:depth=2,name=two", "tabula:depth=1,name=\"one\"", "random:seed=3,name=lots"];

/// Every game of the event that is not done, as text by number; `most` games are heard of.
fn play(event: &Event, done: &HashSet<usize>, most: usize) -> BTreeMap<usize, String> {
    let mut texts = BTreeMap::new();
    event.run(done, &Stop::default(), &mut |fixture, finished: Finished| {
        let twice = texts.insert(fixture.number, ledger::write(event, fixture.number, &finished));
        assert_eq!(twice, None);
        if texts.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    texts
}

/// Without what differs from run to run: the time of each move.
fn timeless(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let time = |word: &&&str| word.trim_end_matches('}').strip_suffix('s').is_none_or(|w| w.parse::<f64>().is_err());
    words.iter().filter(time).copied().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_event_is_the_same_whether_its_games_are_played_one_or_three_at_a_time() {
    let texts = |concurrency| {
        let event = event(&THREE, 3, concurrency);
        play(&event, &HashSet::new(), usize::MAX).values().map(|text| timeless(text)).collect::<Vec<_>>()
    };
    let one = texts(1);
    assert_eq!(one.len(), 9);
    assert_eq!(one, texts(3));
}

#[test]
fn an_event_that_was_broken_off_in_the_middle_of_a_line_is_resumed_without_loss_or_repetition() {
    let event = event(&THREE, 4, 2);
    let whole = play(&event, &HashSet::new(), usize::MAX);
    let games: Vec<String> = play(&event, &HashSet::new(), 5).into_values().collect();
    let first = games.concat();
    for lost in [0, 1, 40, games[4].len() - 1] {
        let torn = &first[..first.len() - lost];
        let kept = ledger::read(&event, torn.as_bytes()).unwrap();
        assert_eq!(kept.results.len(), if lost < 3 { 5 } else { 4 }, "{lost} bytes lost");
        let done: HashSet<_> = kept.results.iter().map(|result| result.fixture.number).collect();
        let rest = play(&event, &done, usize::MAX);
        assert!(rest.keys().all(|number| !done.contains(number)));
        assert_eq!(rest.len() + done.len(), whole.len());
        let again = kept.text + &rest.into_values().collect::<String>();
        let results = |text: &str| {
            let mut results = ledger::read(&event, text.as_bytes()).unwrap().results;
            results.sort_by_key(|result| result.fixture.number);
            results
        };
        assert_eq!(results(&again), results(&whole.values().cloned().collect::<String>()));
    }
}

#[test]
fn a_file_of_another_event_is_refused() {
    let text: String = play(&event(&THREE, 1, 1), &HashSet::new(), usize::MAX).into_values().collect();
    let other = event(&["tabula:depth=1", "random"], 3, 1);
    let said = ledger::read(&other, text.as_bytes()).unwrap_err();
    assert_eq!(said, "the game in line 1 is not of this event: names or number differ");
}

#[test]
fn games_tell_what_was_thought_and_how_they_ended() {
    let event = event(&["tabula:depth=2,name=two", "random:name=lots"], 2, 1);
    let texts = play(&event, &HashSet::new(), usize::MAX);
    let text = &texts[&1];
    for part in
        ["[White \"lots\"]", "[Black \"two\"]", "[Round \"2\"]", "[SetUp \"1\"]", "[Ending \"checkmate\"]", "/2 0."]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    // Both begin from the same opening.
    let fen = |text: &str| text.lines().find(|line| line.starts_with("[FEN ")).map(str::to_owned);
    assert_eq!(fen(text), fen(&texts[&0]));
}
