//! Events between players of this house: the same games however they are run, broken off and resumed.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::time::Duration;
use tabula_arena::archive::Archive;
use tabula_arena::standings::{Result, Standings, half_points};
use tabula_arena::{
    Adjudication, Conditions, Draw, Entrant, Event, Finished, Format, Hall, Openings, Patience, WinRule, ledger,
};
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
        format: Format::RoundRobin,
        games,
        concurrency,
        conditions: Conditions {
            margin: Duration::from_secs(5),
            patience: Patience::default(),
            adjudication: Adjudication { win: Some(WinRule { score: 500, moves: 2 }), draw: None, length: Some(40) },
        },
        endgames: None,
        seed: 1,
        title: "a test".into(),
        date: "2026.11.16".into(),
    }
}

const THREE: [&str; 3] = ["tabula:depth=2,name=two", "tabula:depth=1,name=\"one\"", "random:seed=3,name=lots"];

/// The games that are left after some.
fn draw(event: &Event, done: &[Result]) -> Draw {
    let results: HashMap<_, _> =
        done.iter().filter_map(|result| Some((result.fixture.number, half_points(result.verdict)?))).collect();
    Draw::new(event.schedule(), results)
}

/// Every game of the event that is not done, as text by number; `most` games are heard of.
fn play(event: &Event, done: &[Result], most: usize) -> BTreeMap<usize, String> {
    let mut texts = BTreeMap::new();
    event.run(draw(event, done), &Stop::default(), &Hall::default(), &mut |fixture, finished: Finished| {
        let twice = texts.insert(fixture.number, ledger::write(event, fixture, &finished));
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
        play(&event, &[], usize::MAX).values().map(|text| timeless(text)).collect::<Vec<_>>()
    };
    let one = texts(1);
    assert_eq!(one.len(), 9);
    assert_eq!(one, texts(3));
}

#[test]
fn an_event_that_was_broken_off_in_the_middle_of_a_line_is_resumed_without_loss_or_repetition() {
    let event = event(&THREE, 4, 2);
    let whole = play(&event, &[], usize::MAX);
    let games: Vec<String> = play(&event, &[], 5).into_values().collect();
    let first = games.concat();
    for lost in [0, 1, 40, games[4].len() - 1] {
        let torn = &first[..first.len() - lost];
        let kept = ledger::read(&event, torn.as_bytes()).unwrap();
        assert_eq!(kept.results.len(), if lost < 3 { 5 } else { 4 }, "{lost} bytes lost");
        let done = kept.results;
        let rest = play(&event, &done, usize::MAX);
        assert!(rest.keys().all(|number| !done.iter().any(|result| result.fixture.number == *number)));
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
    let text: String = play(&event(&THREE, 1, 1), &[], usize::MAX).into_values().collect();
    let other = event(&["tabula:depth=1", "random"], 3, 1);
    let said = ledger::read(&other, text.as_bytes()).unwrap_err();
    assert_eq!(said, "the game in line 1 is not of this event: names or number differ");
}

#[test]
fn games_tell_what_was_thought_and_how_they_ended() {
    let event = event(&["tabula:depth=2,name=two", "random:name=lots"], 2, 1);
    let texts = play(&event, &[], usize::MAX);
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

/// Plays an event into a store until `most` games were kept in this go; answers how many and the standings of all.
fn keep(event: &Event, store: tabula_store::Store, most: usize) -> (usize, Standings, Archive) {
    let (archive, done) = Archive::resume(store, event).expect("the store can be read");
    let mut archive = archive.expect("the event was begun");
    let mut standings = Standings::new(event.entrants.len());
    done.iter().for_each(|result| standings.add(result));
    let mut count = 0;
    event.run(draw(event, &done), &Stop::default(), &Hall::default(), &mut |fixture, finished| {
        archive.add(event, fixture, &finished).expect("the store can be written");
        standings.add(&Result {
            fixture: *fixture,
            verdict: finished.verdict(),
            ending: finished.ending.word().into(),
            fault: finished.ending.is_fault(),
        });
        count += 1;
        if count == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (count, standings, archive)
}

#[test]
fn events_of_every_form_go_on_from_a_store_with_the_same_ratings() {
    let players = ["tabula:depth=2,name=two", "tabula:depth=1,name=one", "random:seed=3,name=lots", "random:name=dice"];
    for format in
        [Format::RoundRobin, Format::Gauntlet { challengers: 1 }, Format::Knockout, Format::Swiss { rounds: 2 }]
    {
        let event = Event { format, ..event(&players, 2, 2) };
        let folder = std::env::temp_dir().join(format!("tabula-event-{}-{}", std::process::id(), format.word()));
        let open = || tabula_store::Store::open(&folder).unwrap();
        drop(Archive::begin(open(), &event).unwrap());
        let (first, ..) = keep(&event, open(), 3);
        let (rest, standings, mut archive) = keep(&event, open(), usize::MAX);
        archive.end(&standings, "today").unwrap();
        let numbers: Vec<_> = open().games(1).unwrap().iter().map(|game| game.number).collect();
        assert_eq!(numbers, (0..first + rest).collect::<Vec<_>>(), "{format:?}");
        let mut whole = Standings::new(players.len());
        event.run(draw(&event, &[]), &Stop::default(), &Hall::default(), &mut |fixture, finished| {
            let (verdict, ending) = (finished.verdict(), finished.ending.word().into());
            whole.add(&Result { fixture: *fixture, verdict, ending, fault: false });
            ControlFlow::Continue(())
        });
        assert_eq!(whole.ratings(), standings.ratings(), "{format:?}");
        assert_eq!(open().ratings(1).unwrap().len(), 2 * players.len());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

/// What the referee costs: played with `cargo test -p tabula-arena --test event -- --ignored --nocapture referee`.
#[test]
#[ignore = "a measurement of some minutes, to be made on a quiet machine"]
fn the_referee_costs_little() {
    let games: usize = std::env::var("TABULA_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let players = ["tabula:level=6,name=six,tc=0.1+0.001", "tabula:level=7,name=seven,tc=0.1+0.001"];
    let mut event = Event { openings: Openings::random(find("chess").unwrap(), 1, 4), ..event(&players, games, 2) };
    event.conditions.adjudication = Adjudication::default();
    event.conditions.margin = Duration::from_millis(10);
    let begun = std::time::Instant::now();
    let (mut moves, mut thought, mut late) = (0, Duration::ZERO, 0);
    event.run(draw(&event, &[]), &Stop::default(), &Hall::default(), &mut |_, finished| {
        let told: Vec<_> = finished.remarks.iter().flatten().collect();
        moves += told.len();
        thought += told.iter().map(|remark| remark.time).sum::<Duration>();
        late += u32::from(finished.ending.word() == "time loss");
        ControlFlow::Continue(())
    });
    let wall = begun.elapsed();
    // Two workers were at it all the time; what they did not spend on thinking was the referee's, and the machine's.
    let overhead = (2.0 * wall.as_secs_f64() - thought.as_secs_f64()) / moves as f64 * 1000.0;
    let per_minute = games as f64 / wall.as_secs_f64() * 60.0;
    println!(
        "referee: {games} games, {moves} moves, {late} lost on time, {overhead:.3} ms a move, {per_minute:.1} games a minute"
    );
    let begun = std::time::Instant::now();
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut players: Vec<_> =
                    event.entrants.iter().map(|one| one.seat(&event.shelf, Patience::default()).unwrap()).collect();
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= games {
                        break;
                    }
                    bare(&event, number, &mut players);
                }
            });
        }
    });
    println!("bare loop: {:.1} games a minute", games as f64 / begun.elapsed().as_secs_f64() * 60.0);
    assert_eq!(late, 0);
    assert!(overhead < 0.3, "{overhead} ms");
}

/// A game without a referee: the players move in turn and are believed; the clocks are only told, never judged.
fn bare(event: &Event, number: usize, players: &mut [Box<dyn tabula_engine::Player>]) {
    use tabula_engine::{Choice, Clock, Left, Question};
    let mut table = event.openings.get(number / 2).open(&*event.shelf).expect("openings can be played");
    let increment = Duration::from_millis(1);
    let mut left = [Duration::from_millis(100); 2];
    let setup = table.record().setup;
    players.iter_mut().for_each(|player| player.ready(&setup).expect("ours are ready"));
    let mut turn = number % 2;
    while table.outcome().is_none() {
        let record = table.record();
        let clock = Clock { left: Some(Left { time: left[turn], increment, moves: None }), ..Clock::default() };
        let begun = std::time::Instant::now();
        let question = Question::new(&record, &clock);
        let choice = players[turn].choose(&question, &Stop::default(), &mut |_| {}).expect("ours choose");
        left[turn] = left[turn].saturating_sub(begun.elapsed()) + increment;
        let Choice::Move(code) = choice else { break };
        table.play(&code).expect("ours play by the rules");
        turn = 1 - turn;
    }
}
