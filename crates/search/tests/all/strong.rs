//! The strong search: it guesses, so it is tested by what it must find.

use tabula_chess::{Tables, Terms, chess};
use tabula_core::testkit::Tree;
use tabula_core::{
    Game, Job, Limits, Line, Notation, Outcome, Plain, Report, Score, Search, Side, Stop, Tactics, Verdict,
};
use tabula_rows::TicTacToe;
use tabula_rows::tictactoe::open_rows;
use tabula_search::alphabeta::{Driver, Margins, Resources, Strong};

const DRIVERS: [Driver; 2] = [Driver::Aspiration, Driver::Mtdf];

fn strong(driver: Driver, threads: usize) -> Strong<tabula_chess::Chess<u64, tabula_chess::Orthodox>, Tables> {
    Strong::new(Tables::new(Terms::Placed), driver, Resources { hash: 4, threads }, Margins::default())
}

fn ask<G: Tactics>(
    search: &mut impl Search<G>,
    game: &G,
    line: &Line<G>,
    limits: Limits,
    lines: usize,
) -> (Verdict<G>, Vec<Report<G>>) {
    let stop = Stop::default();
    let mut reports = Vec::new();
    let job = Job { limits, lines, ..Job::new(game, line, &stop) };
    let verdict = search.think(&job, &mut |report| reports.push(report.clone()));
    (verdict, reports)
}

#[test]
fn mates_are_found_with_their_distance() {
    let game = chess();
    for (fen, plies, depth) in [
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 1, 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, 8),
        ("8/8/8/8/8/2k5/8/K1r5 w - - 0 1", -4, 8),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 5, 12),
    ] {
        let line = Line::from(&game, game.read_position(fen).unwrap());
        for driver in DRIVERS {
            let (verdict, _) = ask(&mut strong(driver, 1), &game, &line, Limits::depth(depth), 1);
            assert_eq!(verdict.report.score.plies_to_end(), Some(plies), "{fen} {driver:?} {verdict:?}");
        }
    }
}

#[test]
fn the_same_question_visits_the_same_nodes_after_forgetting() {
    let game = chess();
    let line = Line::new(&game);
    let mut search = strong(Driver::Aspiration, 1);
    let nodes: Vec<_> = (0..3)
        .map(|_| {
            search.forget();
            let (verdict, _) = ask(&mut search, &game, &line, Limits::depth(9), 1);
            (verdict.report.nodes, verdict.best)
        })
        .collect();
    assert!(nodes[0].0 > 1000);
    assert!(nodes.iter().all(|n| *n == nodes[0]), "{nodes:?}");
}

#[test]
fn several_lines_are_told_in_order_and_begin_with_distinct_moves() {
    let game = chess();
    let line = Line::new(&game);
    let (_, reports) = ask(&mut strong(Driver::Aspiration, 1), &game, &line, Limits::depth(7), 4);
    let last: Vec<_> = reports.iter().filter(|report| report.depth == 7).collect();
    assert_eq!(last.iter().map(|report| report.rank).collect::<Vec<_>>(), [1, 2, 3, 4]);
    for pair in last.windows(2) {
        assert!(pair[0].score >= pair[1].score, "{last:?}");
        assert_ne!(pair[0].line[0], pair[1].line[0], "{last:?}");
    }
}

#[test]
fn every_line_told_can_be_played() {
    let game = chess();
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let line = Line::from(&game, game.read_position(fen).unwrap());
    for driver in DRIVERS {
        let (_, reports) = ask(&mut strong(driver, 2), &game, &line, Limits::depth(9), 1);
        assert_eq!(reports.len(), 9);
        for report in reports {
            let mut line = line.clone();
            for m in report.line {
                assert!(line.legal(&game).contains(&m), "{m:?}");
                line.play(&game, m);
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_is_kept_to_the_node() {
    let game = chess();
    let line = Line::new(&game);
    for most in [1, 2, 100, 12_345] {
        let (verdict, _) = ask(&mut strong(Driver::Aspiration, 1), &game, &line, Limits::nodes(most), 1);
        assert_eq!(verdict.report.nodes, most);
        assert!(verdict.best.is_some());
    }
}

#[test]
fn a_won_game_is_not_thrown_into_a_repetition() {
    // White is a queen up and has repeated once; the third time would be a draw.
    let game = chess();
    let mut line = Line::from(&game, game.read_position("6k1/8/8/8/8/8/1Q6/K7 w - - 0 1").unwrap());
    for text in ["b2b3", "g8g7", "b3b2", "g7g8", "b2b3", "g8g7", "b3b2", "g7h7"] {
        let m = game.read_move(line.now(), text).unwrap();
        line.play(&game, m);
    }
    let (verdict, _) = ask(&mut strong(Driver::Aspiration, 1), &game, &line, Limits::depth(8), 1);
    assert!(verdict.report.score > Score::estimate(500), "{verdict:?}");
    line.play(&game, verdict.best.unwrap());
    assert_eq!(line.outcome(&game, tabula_core::Claims::Taken), None);
}

#[test]
fn tic_tac_toe_is_never_lost_against_any_play() {
    fn all_lines(line: &mut Line<TicTacToe>, side: Side, ends: &mut [u32; 2]) {
        if let Some(Outcome { winner, .. }) = line.outcome(&TicTacToe, tabula_core::Claims::Taken) {
            assert_ne!(winner, Some(!side));
            ends[usize::from(winner.is_some())] += 1;
            return;
        }
        let moves = if TicTacToe.mover(line.now()) == side.into() {
            let eval = Plain::new(open_rows);
            let mut search =
                Strong::new(eval, Driver::Aspiration, Resources { hash: 1, threads: 1 }, Margins::default());
            vec![ask(&mut search, &TicTacToe, line, Limits::depth(10), 1).0.best.unwrap()]
        } else {
            line.legal(&TicTacToe)
        };
        for m in moves {
            line.play(&TicTacToe, m);
            all_lines(line, side, ends);
            line.back();
        }
    }
    for side in [Side::First, Side::Second] {
        let mut ends = [0; 2];
        all_lines(&mut Line::new(&TicTacToe), side, &mut ends);
        assert!(ends[0] > 0 && ends[1] > 0, "{ends:?}");
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let tree = Tree::parse("W").unwrap();
    let line = Line::new(&tree);
    let eval = Plain::new(|_: &Tree, _: &_| Score::ZERO);
    let mut search = Strong::new(eval, Driver::Aspiration, Resources { hash: 1, threads: 2 }, Margins::default());
    assert!(ask(&mut search, &tree, &line, Limits::depth(3), 1).0.best.is_none());
}
