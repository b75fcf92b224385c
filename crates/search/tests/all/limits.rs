//! Searches keep to their limits, and always answer with a legal move.

use crate::common::{branch, on_tree, once, think, think_about};
use std::sync::atomic::{AtomicU32, Ordering};
use tabula_core::testkit::{Tree, TreeValue};
use tabula_core::{Dice, Job, Limits, Line, Pace, Plain, Progress, Report, Score, Stop};
use tabula_rows::TicTacToe;
use tabula_rows::tictactoe::open_rows;
use tabula_search::textbook::Horizon;
use tabula_search::{Method, Params};

fn big_tree() -> Tree {
    let mut dice = Dice::new(11);
    // A random tree may end at once; this seed gives one with several moves.
    let tree = Tree::random(&mut dice, 7, 5, false);
    assert!(Line::new(&tree).legal(&tree).len() > 2);
    tree
}

#[test]
fn a_search_that_is_stopped_at_once_answers_with_a_legal_move() {
    let tree = big_tree();
    let line = Line::new(&tree);
    let stop = Stop::default();
    stop.raise();
    let wanted = [branch(&tree, 2)];
    for method in Method::ALL {
        for only in [&[][..], &wanted[..]] {
            let mut search = method.build(TreeValue::default(), Params::default());
            let job = Job { only, seed: 1, ..Job::new(&tree, &line, &stop) };
            let best = search.think(&job, &mut |_| {}).best.expect("a move");
            assert!(line.legal(&tree).contains(&best), "{}", method.name());
            assert!(only.is_empty() || only.contains(&best), "{}", method.name());
        }
    }
}

#[test]
fn no_search_visits_more_nodes_than_it_may() {
    let line = Line::new(&TicTacToe);
    for method in Method::ALL {
        for horizon in [Horizon::Sharp, Horizon::Quiet] {
            for nodes in [1, 2, 3, 10, 100, 1000, 5000] {
                let mut params = Params::default();
                params.plan.horizon = horizon;
                let mut search = method.build(Plain::new(open_rows), params);
                let verdict = think(&mut *search, &TicTacToe, &line, Limits::nodes(nodes));
                assert!(verdict.report.nodes <= nodes, "{} with {nodes}", method.name());
                assert!(verdict.best.is_some(), "{} with {nodes}", method.name());
            }
        }
    }
}

#[test]
fn a_stop_in_the_middle_keeps_the_last_finished_iteration() {
    let line = Line::new(&TicTacToe);
    for method in Method::ALL.into_iter().filter(|&method| method != Method::Random) {
        let stop = Stop::default();
        let mut reports: Vec<Report<TicTacToe>> = Vec::new();
        let mut search = method.build(Plain::new(open_rows), Params::default());
        let job = Job::new(&TicTacToe, &line, &stop);
        let verdict = search.think(&job, &mut |report| {
            reports.push(report.clone());
            if report.depth == 2 {
                stop.raise();
            }
        });
        assert_eq!(reports.len(), 2, "{}", method.name());
        assert_eq!((verdict.report.depth, &verdict.report.line), (2, &reports[1].line), "{}", method.name());
        assert_eq!(verdict.best, reports[1].line.first().copied(), "{}", method.name());
    }
}

#[test]
fn there_is_one_report_for_each_depth_and_the_pace_may_end_it() {
    struct Until(u32, AtomicU32);
    impl Pace for Until {
        fn go_on(&self, so_far: &Progress) -> bool {
            self.1.fetch_add(1, Ordering::Relaxed);
            so_far.depth < self.0
        }
    }
    let line = Line::new(&TicTacToe);
    for method in Method::ALL.into_iter().filter(|&method| method != Method::Random) {
        let pace = Until(3, AtomicU32::new(0));
        let mut depths = Vec::new();
        let mut search = method.build(Plain::new(open_rows), Params::default());
        let stop = Stop::default();
        let job = Job { limits: Limits::depth(5), pace: &pace, ..Job::new(&TicTacToe, &line, &stop) };
        search.think(&job, &mut |report| depths.push(report.depth));
        assert_eq!(depths, [1, 2, 3], "{}", method.name());
        assert_eq!(pace.1.load(Ordering::Relaxed), 3, "{}", method.name());
    }
}

#[test]
fn only_the_wanted_moves_are_considered() {
    let tree = Tree::parse("(1 8 5)").unwrap();
    for method in Method::ALL.into_iter().filter(|&method| method != Method::Random) {
        let mut search = method.build(TreeValue::default(), Params::default());
        let wanted = [branch(&tree, 0), branch(&tree, 2)];
        let verdict = think_about(&mut *search, &tree, &Line::new(&tree), &wanted, Limits::depth(1));
        assert_eq!(verdict.best, Some(branch(&tree, 2)), "{} {verdict:?}", method.name());
        assert_eq!(verdict.report.score, Score::estimate(5), "{}", method.name());
    }
}

#[test]
fn a_search_ends_by_itself_where_depth_would_change_nothing() {
    // Without limits: tic-tac-toe is seen to its end, and a proven win needs no deeper look.
    let line = Line::new(&TicTacToe);
    let verdict = think(
        &mut *Method::AlphaBetaOrdered.build(Plain::new(open_rows), Params::default()),
        &TicTacToe,
        &line,
        Limits::default(),
    );
    assert_eq!((verdict.report.depth, verdict.report.score), (9, Score::ZERO));
    let verdict = on_tree(Method::Negamax, Params::default(), &Tree::parse("(((W)) 5)").unwrap(), 50);
    assert_eq!((verdict.report.depth, verdict.report.score), (3, Score::win_in(3)));
}

#[test]
fn depth_nought_is_depth_one() {
    let tree = Tree::parse("(1 8 5)").unwrap();
    assert_eq!(on_tree(Method::AlphaBeta, once(), &tree, 0).best, Some(branch(&tree, 1)));
}
