//! What a player of the house answers, from the question to the choice.

use super::*;
use crate::catalogue;
use crate::{Left, Table};

fn player(spec: &str) -> Box<dyn Player> {
    catalogue::find("tictactoe").unwrap().player(&spec.parse().unwrap()).unwrap()
}

fn table(moves: &[&str]) -> Box<dyn Table> {
    let setup = Setup { game: "tictactoe".into(), start: None };
    let mut table = catalogue::find("tictactoe").unwrap().table(&setup).unwrap();
    for text in moves {
        table.play(text).unwrap();
    }
    table
}

fn choose(player: &mut dyn Player, record: &Record, clock: &Clock) -> (Result<Choice, Fault>, Vec<Info>) {
    let mut told = Vec::new();
    let choice = player.choose(&Question::new(record, clock), &Stop::default(), &mut |info| told.push(info.clone()));
    (choice, told)
}

#[test]
fn it_wins_at_once_and_tells_its_line() {
    let record = table(&["a1", "a3", "b1", "b3"]).record();
    let (choice, told) = choose(&mut *player("tabula"), &record, &Clock::depth(3));
    assert_eq!(choice, Ok(Choice::Move("c1".into())));
    let last = told.last().unwrap();
    assert_eq!((last.score.plies_to_end(), last.line.as_slice()), (Some(1), &["c1".to_string()][..]));
}

#[test]
fn it_follows_take_backs_new_games_and_jumps() {
    let mut one = player("tabula:depth=4");
    for moves in [&["b2", "a1"][..], &["b2"], &[], &["a1", "b2", "c3"], &["a1", "b2", "c1"]] {
        let record = table(moves).record();
        let fresh = choose(&mut *player("tabula:depth=4"), &record, &Clock::default()).0;
        assert_eq!(choose(&mut *one, &record, &Clock::default()).0, fresh, "{moves:?}");
    }
}

#[test]
fn a_record_that_cannot_be_played_is_refused_and_forgotten() {
    let mut one = player("tabula:depth=2");
    let good = table(&["b2"]).record();
    let bad = Record { moves: vec!["b2".into(), "b2".into()], ..good.clone() };
    let said = choose(&mut *one, &bad, &Clock::default()).0.unwrap_err().to_string();
    assert!(said.starts_with("move 2 of the record: "), "{said}");
    assert!(choose(&mut *one, &good, &Clock::default()).0.is_ok());
    let over = table(&["a1", "a3", "b1", "b3", "c1"]).record();
    assert!(choose(&mut *one, &over, &Clock::default()).0.is_err());
}

#[test]
fn the_tighter_of_spec_and_clock_holds() {
    let record = table(&[]).record();
    let depth = |spec, clock: &Clock| choose(&mut *player(spec), &record, clock).1.last().unwrap().depth;
    assert_eq!(depth("tabula:depth=2", &Clock::depth(4)), 2);
    assert_eq!(depth("tabula:depth=4", &Clock::depth(3)), 3);
}

#[test]
fn a_short_time_still_gives_a_move() {
    let record = table(&[]).record();
    for clock in [Clock::move_time(Duration::from_nanos(1)), Clock::move_time(Duration::from_millis(20))] {
        assert!(matches!(choose(&mut *player("tabula"), &record, &clock).0, Ok(Choice::Move(_))));
    }
}

fn chess(moves: &str) -> Record {
    let moves = moves.split_whitespace().map(str::to_string).collect();
    Record { setup: Setup { game: "chess".into(), start: None }, moves }
}

fn chess_player(spec: &str) -> Box<dyn Player> {
    catalogue::find("chess").unwrap().player(&spec.parse().unwrap()).unwrap()
}

#[test]
fn a_game_clock_that_has_run_out_still_gives_a_move_and_a_full_one_is_kept() {
    let left = |millis| Left { time: Duration::from_millis(millis), ..Left::default() };
    for (millis, most) in [(0, 1000), (50, 1000), (2000, 1000)] {
        let clock = Clock { left: Some(left(millis)), ..Clock::default() };
        let begun = Instant::now();
        let choice = choose(&mut *chess_player("tabula"), &chess("e2e4 e7e5"), &clock).0;
        assert!(matches!(choice, Ok(Choice::Move(_))));
        assert!(begun.elapsed() < Duration::from_millis(most), "{millis} ms: {:?}", begun.elapsed());
    }
}

#[test]
fn a_forced_move_costs_next_to_nothing() {
    let clock = Clock { left: Some(Left { time: Duration::from_secs(600), ..Left::default() }), ..Clock::default() };
    let start = Some("k7/8/8/8/8/8/6qP/7K w - - 0 1".to_string());
    let forced = Record { setup: Setup { game: "chess".into(), start }, moves: Vec::new() };
    let begun = Instant::now();
    assert_eq!(choose(&mut *chess_player("tabula"), &forced, &clock).0, Ok(Choice::Move("h1g2".into())));
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn only_the_wanted_moves_are_considered_and_wrong_ones_are_refused() {
    let (record, clock, stop) = (chess(""), Clock::depth(2), Stop::default());
    let mut one = chess_player("tabula");
    let mut ask = |only: &[&str]| {
        let only: Vec<_> = only.iter().map(ToString::to_string).collect();
        let question = Question { only: &only, ..Question::new(&record, &clock) };
        one.choose(&question, &stop, &mut |_| {})
    };
    assert_eq!(ask(&["a2a3"]), Ok(Choice::Move("a2a3".into())));
    assert!(ask(&["a2a3", "a2a5"]).is_err());
}

#[test]
fn it_thinks_in_the_opponents_time_until_the_expected_move_is_played() {
    let (stop, hit) = (Stop::default(), Stop::default());
    let record = chess("e2e4 e7e5");
    let clock = Clock { left: Some(Left { time: Duration::from_millis(100), ..Left::default() }), ..Clock::default() };
    let begun = Instant::now();
    let later = hit.clone();
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        later.raise();
    });
    let question = Question { ponder: Some(&hit), ..Question::new(&record, &clock) };
    let choice = chess_player("tabula").choose(&question, &stop, &mut |_| {});
    raiser.join().unwrap();
    assert!(matches!(choice, Ok(Choice::Move(_))));
    assert!(begun.elapsed() >= Duration::from_millis(190), "{:?}", begun.elapsed());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

/// Plays a game out; the moves and the outcome.
fn play_out(first: &str, second: &str, start: &str) -> (Vec<String>, tabula_core::Outcome) {
    let setup = Setup { game: "chess".into(), start: Some(start.into()) };
    let mut table = catalogue::find("chess").unwrap().table(&setup).unwrap();
    let mut players = [chess_player(first), chess_player(second)];
    loop {
        if let Some(outcome) = table.outcome() {
            return (table.record().moves, outcome);
        }
        let Mover::Player(side) = table.mover() else { panic!() };
        let clock = Clock::nodes(100_000);
        let choice = choose(&mut *players[side as usize], &table.record(), &clock).0.unwrap();
        let Choice::Move(code) = choice else { panic!() };
        table.play(&code).unwrap();
    }
}

#[test]
fn the_weakest_level_mates_with_rook_and_with_queen() {
    for start in ["8/8/3k4/8/8/8/4K3/R7 w - - 0 1", "8/8/3k4/8/8/8/4K3/Q7 w - - 0 1"] {
        let (moves, outcome) = play_out("tabula:level=1", "tabula:nodes=2000", start);
        assert_eq!(outcome.cause, tabula_core::Cause::Mate, "{start}: {moves:?}");
    }
}

#[test]
fn a_low_level_keeps_its_queen() {
    for (start, losing) in [
        // The queen is attacked by a pawn, and no check changes the subject.
        ("rnbqkbnr/pp2pppp/2p5/3p4/4Q3/8/PPPP1PPP/RNB1KBNR w KQkq - 0 1", &["e4d5", "e4e7"][..]),
        // Much is possible, but not to go where a pawn takes.
        ("rnbqkbnr/ppp2ppp/8/3pp3/8/2NQ4/PPPPPPPP/R1B1KBNR w KQkq - 0 1", &["d3h7", "d3a6"]),
    ] {
        for seed in 0..20 {
            let record = Record { setup: Setup { game: "chess".into(), start: Some(start.into()) }, moves: vec![] };
            let spec = format!("tabula:level=2,seed={seed}");
            let Ok(Choice::Move(code)) = choose(&mut *chess_player(&spec), &record, &Clock::default()).0 else {
                panic!()
            };
            assert!(!losing.contains(&code.as_str()), "{code}");
            assert!(!start.contains("4Q3") || code.starts_with("e4"), "{code}");
        }
    }
}

#[test]
fn below_full_strength_the_evaluation_judges_by_which_levels_were_measured() {
    let record = chess("e2e4 e7e5");
    let told = |player: &mut dyn Player| {
        let told = choose(player, &record, &Clock::depth(4)).1;
        told.iter().map(|info| (info.rank, info.score, info.line.clone())).collect::<Vec<_>>()
    };
    let fresh = |spec: &str| told(&mut *chess_player(spec));
    assert_eq!(fresh("tabula:level=6"), fresh("tabula:level=6,eval=tapered"));
    assert_ne!(fresh("tabula:level=10"), fresh("tabula:level=10,eval=tapered"));
    assert_ne!(fresh("tabula:level=6,eval=classic"), fresh("tabula:level=6"));
    // Also where the level is set, and taken back, later.
    let mut player = chess_player("tabula");
    player.set("level", "6").unwrap();
    assert_eq!(told(&mut *player), fresh("tabula:level=6"));
    player.set("level", "10").unwrap();
    assert_eq!(told(&mut *player), fresh("tabula"));
}

#[test]
fn levels_follow_their_seed_and_differ_by_it() {
    let opening = |seed: u64| {
        let spec = format!("tabula:level=2,seed={seed}");
        choose(&mut *chess_player(&spec), &chess("e2e4 e7e5"), &Clock::default()).0
    };
    assert_eq!(opening(3), opening(3));
    assert!((0..20).any(|seed| opening(seed) != opening(3)));
}

#[test]
fn a_level_varies_from_game_to_game() {
    let mut player = chess_player("tabula:level=2");
    let mut opening = || {
        player.ready(&chess("").setup).unwrap();
        choose(&mut *player, &chess("e2e4 e7e5"), &Clock::default()).0
    };
    let first = opening();
    assert!((0..20).any(|_| opening() != first));
}

#[test]
fn a_raised_stop_ends_an_endless_search() {
    let stop = Stop::default();
    stop.raise();
    let choice = player("tabula").choose(&Question::new(&table(&[]).record(), &Clock::default()), &stop, &mut |_| {});
    assert!(matches!(choice, Ok(Choice::Move(_))));
}

#[test]
fn lots_follow_their_seed_and_take_no_other_setting() {
    let game = |seed: u64| {
        let mut player = player(&format!("random:seed={seed}"));
        let mut table = table(&[]);
        while table.outcome().is_none() {
            let Ok(Choice::Move(code)) = choose(&mut *player, &table.record(), &Clock::default()).0 else { panic!() };
            table.play(&code).unwrap();
        }
        table.record().moves
    };
    assert_eq!(game(7), game(7));
    assert!((0..10).any(|seed| game(seed) != game(7)));
    let said = player("random").set("depth", "3").unwrap_err().to_string();
    assert_eq!(said, "unknown setting of random 'depth'; known: seed");
}

#[test]
fn a_setting_that_is_refused_changes_nothing() {
    let mut one = player("tabula:depth=2");
    let before = choose(&mut *one, &table(&[]).record(), &Clock::default());
    assert!(one.set("eval", "nonsense").unwrap_err().to_string().contains("known: rows, blind"));
    assert!(one.set("search", "nonsense").is_err());
    // What it remembers of the first question would answer the second.
    one.ready(&table(&[]).record().setup).unwrap();
    let after = choose(&mut *one, &table(&[]).record(), &Clock::default());
    assert_eq!(before.0, after.0);
    assert_eq!(before.1.last().map(|info| info.nodes), after.1.last().map(|info| info.nodes));
}
