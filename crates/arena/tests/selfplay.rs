//! Self-play: the same games whoever plays them and however often the run is broken off.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use tabula_arena::selfplay::Plan;
use tabula_arena::selfplay::export::{Export, Filter};
use tabula_arena::selfplay::format::{How, Played};
use tabula_arena::{Adjudication, DrawRule, WinRule};
use tabula_core::Stop;
use tabula_engine::catalogue::find;

fn plan(lots: u32) -> Plan {
    Plan {
        player: "tabula".parse().expect("a good spec"),
        nodes: 60,
        lots,
        balance: 400,
        rules: Adjudication {
            win: Some(WinRule { score: 1000, moves: 2 }),
            draw: Some(DrawRule { from: 20, score: 10, plies: 6 }),
            length: Some(60),
        },
        seed: 5,
    }
}

fn run(game: &str, plan: &Plan, games: u64, threads: usize, done: &HashSet<u64>) -> BTreeMap<u64, Played> {
    let shelf = find(game).expect("the house has it");
    let mut played = BTreeMap::new();
    let heard = plan.run(&*shelf, games, threads, done, &Stop::default(), &mut |game| {
        assert!(played.insert(game.number, game).is_none());
        ControlFlow::Continue(())
    });
    heard.expect("the player does not fail");
    played
}

#[test]
fn games_depend_on_their_number_and_not_on_threads_or_on_where_a_run_was_broken_off() {
    let plan = plan(8);
    let all = run("chess", &plan, 6, 1, &HashSet::new());
    assert_eq!(all.len(), 6);
    assert_eq!(all, run("chess", &plan, 6, 3, &HashSet::new()));
    let rest = run("chess", &plan, 6, 1, &HashSet::from([0, 3]));
    assert_eq!(rest.keys().copied().collect::<Vec<_>>(), [1, 2, 4, 5]);
    assert!(rest.iter().all(|(number, game)| all[number] == *game));
    assert_ne!(all[&0].plies[..8], all[&2].plies[..8]);
}

#[test]
fn openings_are_drawn_by_lot_with_both_parities_and_are_balanced() {
    for (number, game) in run("chess", &plan(8), 6, 2, &HashSet::new()) {
        let lots = game.plies.iter().take_while(|ply| ply.score.is_none()).count();
        assert_eq!(lots as u64, 8 + number % 2);
        assert!(game.plies[lots].score.expect("it is the first that was thought of").abs() <= 400);
        assert!(game.plies.iter().skip(lots).all(|ply| ply.score.is_some()));
        assert!(game.how != How::Win || game.half_points != 1, "{game:?}");
    }
}

#[test]
fn every_game_of_the_catalogue_can_be_played_and_exported() {
    for (game, lots) in [("tictactoe", 2), ("chess960", 6)] {
        let played = run(game, &plan(lots), 2, 1, &HashSet::new());
        let shelf = find(game).expect("the house has it");
        let mut export = Export::new(&*shelf, Filter { skip: 0, score: 20_000, sample: None, seed: 1 });
        let lines: usize = played.values().map(|game| export.lines(game).expect("it can be replayed").len()).sum();
        assert!(lines > 0 && lines as u64 == export.counts().kept, "{game}");
    }
}

#[test]
fn a_run_that_is_stopped_ends_at_once() {
    let shelf = find("chess").expect("the house has it");
    let halt = Stop::default();
    let mut heard = 0;
    let ended = plan(8).run(&*shelf, u64::MAX, 2, &HashSet::new(), &halt, &mut |_| {
        heard += 1;
        if heard == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((ended, heard, halt.is_raised()), (Ok(()), 2, true));
}
