//! Searches on explicit trees: hand-written ones that a person can check, and hundreds of random ones.

use crate::common::{branch, exact, on_tree, once, think, think_about, wild_tree};
use tabula_core::testkit::{Tree, TreeValue};
use tabula_core::{Dice, Game, Limits, Line, Mover, Score, Search, Side};
use tabula_search::textbook::{Iterate, Plan};
use tabula_search::{Method, Params};

/// All exact searches find the value of plain minimax, and a move that has it.
fn check_agreement(tree: &Tree, depth: u32, name: &str) {
    let line = Line::new(tree);
    let limits = Limits::depth(depth);
    let judge =
        |only: &[_]| think_about(&mut *Method::Minimax.build(TreeValue::default(), once()), tree, &line, only, limits);
    let expected = judge(&[]).report.score;
    for iterate in [Iterate::Once, Iterate::Deepen] {
        let params = Params { plan: Plan { iterate, ..Plan::default() }, ..Params::default() };
        for (search, mut build) in exact(&TreeValue::default(), params) {
            let verdict = think(&mut *build, tree, &line, limits);
            assert_eq!(verdict.report.score, expected, "{search} {iterate:?} on {name}");
            if let Some(best) = verdict.best {
                assert_eq!(judge(&[best]).report.score, expected, "the move of {search} {iterate:?} on {name}");
            }
            let somebody_chooses = tree.ended(line.now()).is_none() && tree.mover(line.now()) != Mover::Chance;
            assert_eq!(verdict.best.is_some(), somebody_chooses, "{search} on {name}");
        }
    }
}

#[test]
fn exact_searches_agree_on_random_trees() {
    let mut dice = Dice::new(1);
    for i in 0..120 {
        let depth = 1 + i % 5;
        check_agreement(&Tree::random(&mut dice, depth, 4, false), depth, &format!("tree {i}"));
    }
}

#[test]
fn exact_searches_agree_on_random_trees_with_a_die() {
    let mut dice = Dice::new(2);
    for i in 0..120 {
        let depth = 1 + i % 5;
        check_agreement(&Tree::random(&mut dice, depth, 4, true), depth, &format!("tree {i}"));
    }
}

#[test]
fn exact_searches_agree_where_a_player_moves_several_times_running() {
    let mut dice = Dice::new(3);
    for i in 0..120 {
        let depth = 1 + i % 5;
        let text = wild_tree(&mut dice, depth, i % 2 == 0);
        check_agreement(&Tree::parse(&text).unwrap(), depth, &text);
    }
}

#[test]
fn exact_searches_agree_at_depths_that_do_not_reach_the_leaves() {
    let mut dice = Dice::new(4);
    for i in 0..40 {
        let text = wild_tree(&mut dice, 5, true);
        check_agreement(&Tree::parse(&text).unwrap(), 1 + i % 4, &text);
    }
}

/// Checks value and best branch of a tree for all exact searches.
fn check(text: &str, depth: u32, score: Score, best: usize) {
    let tree = Tree::parse(text).expect("a tree");
    for (name, mut search) in exact(&TreeValue::default(), once()) {
        let verdict = think(&mut *search, &tree, &Line::new(&tree), Limits::depth(depth));
        assert_eq!(verdict.report.score, score, "{name} on {text}");
        assert_eq!(verdict.best, Some(branch(&tree, best)), "{name} on {text}");
    }
}

#[test]
fn the_second_player_answers_with_what_is_worst_for_the_first() {
    check("((3 5) (2 9))", 2, Score::estimate(3), 0);
}

#[test]
fn the_value_is_told_for_the_player_to_move() {
    check("-((3 5) (2 9))", 2, Score::estimate(-5), 0);
}

#[test]
fn the_sign_turns_where_the_mover_changes_and_only_there() {
    // The first player moves again in the first branch and takes 9; in the second the opponent takes 5.
    check("+(+(1 9) (5 5))", 2, Score::estimate(9), 0);
    check("-(-(1 9) (5 5))", 2, Score::estimate(-1), 0);
}

#[test]
fn the_die_is_worth_the_mean_of_its_outcomes() {
    // (3 * 10 - 6) / 4 = 6, which is more than 5.
    check("(?(3:10 1:-6) 5)", 1, Score::estimate(6), 0);
    check("-(?(3:10 1:-6) 7)", 1, Score::estimate(-6), 0);
    // The die costs no depth: the second player's choices behind it, 4 and 1, are the second ply; their mean is 2.
    check("(?((4 8) (1 2)) 1)", 2, Score::estimate(2), 0);
}

#[test]
fn nearer_wins_and_later_losses_are_preferred() {
    check("(((W W)) W)", 3, Score::win_in(1), 1);
    check("-(W ((W)))", 3, Score::loss_in(3), 1);
}

#[test]
fn a_result_is_seen_at_the_horizon() {
    check("((9 9) W)", 1, Score::win_in(1), 1);
    check("(L D)", 1, Score::ZERO, 1);
}

#[test]
fn every_visited_position_is_a_node() {
    let tree = Tree::parse("((3 5) (2 9))").unwrap();
    for (method, nodes) in [
        (Method::Minimax, 7),
        (Method::Negamax, 7),
        (Method::Expectiminimax, 7),
        // After 3 in the first branch, the 2 refutes the second: the 9 is not visited.
        (Method::AlphaBeta, 6),
        // The same for a minimal window.
        (Method::Pvs, 6),
    ] {
        assert_eq!(on_tree(method, once(), &tree, 2).report.nodes, nodes, "{}", method.name());
    }
    // Iterations add up: 1 + 2 nodes at depth 1.
    assert_eq!(on_tree(Method::Negamax, Params::default(), &tree, 2).report.nodes, 3 + 7);
}

#[test]
fn the_best_line_leads_to_the_value() {
    let mut dice = Dice::new(5);
    for i in 0..200 {
        let tree = Tree::random(&mut dice, 4, 4, false);
        for method in [Method::Minimax, Method::Negamax, Method::AlphaBeta, Method::AlphaBetaOrdered, Method::Pvs] {
            let report = on_tree(method, once(), &tree, 4).report;
            let mut line = Line::new(&tree);
            for &m in &report.line {
                assert!(line.legal(&tree).contains(&m), "{} on tree {i}", method.name());
                line.play(&tree, m);
            }
            let plies = line.plies() as u32;
            let score = match tree.ended(line.now()) {
                Some(outcome) => match outcome.winner {
                    Some(Side::First) => Score::win_in(plies),
                    Some(Side::Second) => Score::loss_in(plies),
                    None => Score::ZERO,
                },
                None => {
                    let end = think(
                        &mut *Method::Minimax.build(TreeValue::default(), once()),
                        &tree,
                        &line,
                        Limits::depth(1),
                    );
                    if tree.mover(line.now()) == Side::First.into() { end.report.score } else { -end.report.score }
                }
            };
            assert_eq!(score, report.score, "{} on tree {i}", method.name());
        }
    }
}

#[test]
fn type_b_is_exact_when_it_is_wide_and_blind_when_it_is_narrow() {
    let mut dice = Dice::new(6);
    for _ in 0..50 {
        let tree = Tree::random(&mut dice, 4, 4, true);
        let wide = on_tree(Method::TypeB, Params { width: 4, ..once() }, &tree, 4);
        assert_eq!(wide.report.score, on_tree(Method::Negamax, once(), &tree, 4).report.score);
    }
    // The inner node looks worth 0 at first sight, less than 1; behind it is 9.
    let tree = Tree::parse("(((9)) 1)").unwrap();
    assert_eq!(on_tree(Method::TypeB, Params { width: 2, ..once() }, &tree, 3).report.score, Score::estimate(9));
    let narrow = on_tree(Method::TypeB, Params { width: 1, ..once() }, &tree, 3).report;
    assert_eq!(narrow.score, Score::estimate(1));
    // The root and three plies of one line: first looks are no visits.
    assert_eq!(narrow.nodes, 4);
}

#[test]
fn search_by_probability_goes_deep_in_forced_lines_and_stays_shallow_in_broad_ones() {
    let score = |method, text: &str, depth| on_tree(method, once(), &Tree::parse(text).unwrap(), depth).report.score;
    let forced = "(((((9)))) 1)";
    assert_eq!(score(Method::Negamax, forced, 1), Score::estimate(1));
    assert_eq!(score(Method::Probability, forced, 1), Score::estimate(9));
    // Eleven moves: one in eleven is less than 0.1, so at depth 1 the children are leaves; at 2 they are not.
    let broad = "((5) (5) (5) (5) (5) (5) (5) (5) (5) (5) (5))";
    assert_eq!(score(Method::Probability, broad, 1), Score::ZERO);
    assert_eq!(score(Method::Probability, broad, 2), Score::estimate(5));
    // The threshold is the end, whatever the depth.
    let params = Params { threshold: 0.1, ..once() };
    let tree = Tree::parse(broad).unwrap();
    assert_eq!(on_tree(Method::Probability, params, &tree, 8).report.score, Score::ZERO);
}

#[test]
fn the_mixture_is_limited_by_depth_until_few_moves_are_legal() {
    let score = |method, text: &str, depth| on_tree(method, once(), &Tree::parse(text).unwrap(), depth).report.score;
    // Six moves at the root, one behind the first: by depth alone nothing is seen behind it.
    let narrow = "((((9))) 1 1 1 1 1)";
    assert_eq!(score(Method::Negamax, narrow, 1), Score::estimate(1));
    assert_eq!(score(Method::Mixture, narrow, 1), Score::estimate(9));
    // Six moves at the root and six behind each: depth is the limit.
    let wide = ["(9 9 9 9 9 9)"; 6].join(" ");
    assert_eq!(score(Method::Mixture, &format!("({wide})"), 1), Score::ZERO);
    assert_eq!(score(Method::Mixture, &format!("({wide})"), 2), Score::estimate(9));
}

#[test]
fn a_search_knows_when_the_game_is_over() {
    for method in Method::ALL {
        let verdict = on_tree(method, Params::default(), &Tree::parse("L").unwrap(), 3);
        assert_eq!(verdict.best, None, "{}", method.name());
        let expected = if method == Method::Random { Score::ZERO } else { Score::loss_in(0) };
        assert_eq!(verdict.report.score, expected, "{}", method.name());
    }
}

#[test]
fn every_method_has_its_own_name_and_a_sentence() {
    for method in Method::ALL {
        assert_eq!(Method::named(method.name()), Some(method));
        assert!(method.about().len() > 5);
    }
    assert_eq!(Method::named("deep blue"), None);
}

#[test]
fn the_same_search_twice_visits_the_same_nodes() {
    let mut dice = Dice::new(7);
    let tree = Tree::random(&mut dice, 4, 4, true);
    let line = Line::new(&tree);
    for (name, mut search) in exact(&TreeValue::default(), Params::default()) {
        let search: &mut dyn Search<Tree> = &mut *search;
        let [first, second] = [(); 2].map(|()| think(search, &tree, &line, Limits::depth(4)).report);
        assert_eq!((first.score, first.nodes, first.line), (second.score, second.nodes, second.line), "{name}");
    }
}
