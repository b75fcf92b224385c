//! The expectation search: with every outcome it tells the value of expectiminimax, from fewer nodes; with a sample, nearly.

use crate::common::race::{At, Race, ahead};
use crate::common::{on_tree, once, think, thrown, wild_tree};
use tabula_chess::Definition;
use tabula_core::testkit::{Tree, TreeValue};
use tabula_core::{Dice, Game, Limits, Line, Mover, Notation, Plain, Score};
use tabula_rows::TicTacToe;
use tabula_rows::tictactoe::open_rows;
use tabula_search::star::{Cuts, Outlook, Star, Worth};
use tabula_search::{Method, Params};

fn star(outlook: Outlook) -> Star<TreeValue> {
    Star::new(TreeValue::default(), outlook, 1)
}

/// Value and nodes.
fn searched(tree: &Tree, depth: u32, outlook: Outlook) -> (Score, u64) {
    let report = think(&mut star(outlook), tree, &Line::new(tree), Limits::depth(depth)).report;
    (report.score, report.nodes)
}

#[test]
fn with_every_outcome_its_value_is_that_of_expectiminimax() {
    let mut dice = Dice::new(21);
    for i in 0..400 {
        let depth = 1 + i % 5;
        let text = wild_tree(&mut dice, depth, true);
        let tree = Tree::parse(&text).unwrap();
        for depth in [depth, depth.saturating_sub(1).max(1)] {
            let expected = on_tree(Method::Expectiminimax, once(), &tree, depth).report.score;
            for cuts in [Cuts::None, Cuts::One, Cuts::Two] {
                let found = searched(&tree, depth, Outlook { cuts, ..Outlook::EXACT }).0;
                assert_eq!(found, expected, "{cuts:?} to depth {depth} on {text}");
            }
        }
    }
}

#[test]
fn its_move_has_the_value_that_it_tells() {
    let mut dice = Dice::new(22);
    for i in 0..200 {
        let tree = Tree::random(&mut dice, 1 + i % 5, 4, true);
        let line = Line::new(&tree);
        let verdict = think(&mut star(Outlook::EXACT), &tree, &line, Limits::depth(5));
        let chooses = tree.ended(line.now()).is_none() && tree.mover(line.now()) != Mover::Chance;
        assert_eq!(verdict.best.is_some(), chooses, "tree {i}");
        if let Some(best) = verdict.best {
            let mut judge = Method::Expectiminimax.build(TreeValue::default(), once());
            let value = crate::common::think_about(&mut *judge, &tree, &line, &[best], Limits::depth(5)).report.score;
            assert_eq!(value, verdict.report.score, "tree {i}");
        }
    }
}

#[test]
fn star1_leaves_out_nodes_and_star2_more() {
    let mut dice = Dice::new(23);
    let mut nodes = [0; 3];
    for _ in 0..40 {
        let tree = Tree::parse(&thrown(&mut dice, 3, 4, 4, 600, true)).unwrap();
        let outlooks = [Cuts::None, Cuts::One, Cuts::Two].map(|cuts| Outlook {
            cuts,
            worth: Worth::Chances { scale: 100 },
            ..Outlook::EXACT
        });
        let [plain, one, two] = outlooks.map(|outlook| searched(&tree, 3, outlook));
        assert_eq!((plain.0, one.0), (one.0, two.0));
        for (sum, (_, count)) in nodes.iter_mut().zip([plain, one, two]) {
            *sum += count;
        }
    }
    let [plain, one, two] = nodes;
    assert!(one * 100 < plain * 90 && two * 100 < one * 95, "{plain} nodes, {one} with Star1, {two} with Star2");
}

#[test]
fn a_sample_is_near_the_value_of_all_outcomes_and_looks_at_fewer() {
    let mut dice = Dice::new(24);
    let (mut error, mut spread, mut few, mut many) = (0, 0, 0, 0);
    for _ in 0..60 {
        let tree = Tree::parse(&thrown(&mut dice, 2, 12, 3, 100, true)).unwrap();
        let all = searched(&tree, 2, Outlook::EXACT);
        let some = searched(&tree, 2, Outlook { sample: 4, ..Outlook::EXACT });
        error += (all.0.value() - some.0.value()).abs();
        spread += all.0.value().abs();
        assert!(some.0.value().abs() <= 100, "beyond any leaf");
        (few, many) = (few + some.1, many + all.1);
    }
    assert!(error / 60 < 25, "a mean of values to 100 is off by {} (values around {})", error / 60, spread / 60);
    assert!(few * 3 < many, "{few} nodes against {many}");
}

#[test]
fn a_small_chance_to_lose_is_weighed_as_a_chance() {
    // One throw in thirty-two loses the game; the sure way costs four pawns.
    let text = "(?(31:50 1:L) -350)";
    let tree = Tree::parse(text).unwrap();
    let best = |outlook| think(&mut star(outlook), &tree, &Line::new(&tree), Limits::depth(1)).best;
    assert_eq!(best(Outlook::EXACT), Some(crate::common::branch(&tree, 1)), "by points");
    assert_eq!(best(Outlook::default()), Some(crate::common::branch(&tree, 0)), "by chances");
}

#[test]
fn the_same_search_twice_visits_the_same_nodes_and_a_die_at_the_root_is_weighed() {
    let mut dice = Dice::new(25);
    let tree = Tree::parse(&thrown(&mut dice, 3, 6, 3, 300, true)).unwrap();
    assert_eq!(searched(&tree, 3, Outlook::default()), searched(&tree, 3, Outlook::default()));
    let tree = Tree::parse("?(3:10 1:-6)").unwrap();
    assert_eq!(searched(&tree, 1, Outlook::EXACT).0, Score::estimate(6));
}

#[test]
fn tic_tac_toe_is_a_draw_and_a_win_is_taken_at_once() {
    let line = Line::new(&TicTacToe);
    for outlook in [Outlook::EXACT, Outlook::default()] {
        let mut search = Method::Star.build(Plain::new(open_rows), Params { outlook, ..Params::default() });
        let report = think(&mut *search, &TicTacToe, &line, Limits::depth(9)).report;
        assert_eq!(report.score, Score::ZERO);
        let mut line = Line::new(&TicTacToe);
        for m in [0, 3, 1, 4] {
            let m = line.legal(&TicTacToe).into_iter().find(|cell| cell.index() == m).unwrap();
            line.play(&TicTacToe, m);
        }
        let verdict = think(&mut *search, &TicTacToe, &line, Limits::depth(4));
        assert_eq!((verdict.best.map(tabula_core::Square::index), verdict.report.score), (Some(2), Score::win_in(1)));
    }
}

fn race_value(at: At, depth: u32, outlook: Outlook) -> (Score, u64) {
    let mut search = Star::new(Plain::new(ahead), outlook, 1);
    let report = think(&mut search, &Race, &Line::from(&Race, at), Limits::depth(depth)).report;
    (report.score, report.nodes)
}

fn scattered(dice: &mut Dice) -> At {
    let mut draw = || dice.below(19) as u8;
    At { runners: [draw(), draw()], storm: draw(), turn: tabula_core::Side::First, die: false }
}

/// A mean of results is no result, though a textbook search may take it for one.
fn estimate(score: Score) -> i32 {
    Score::estimate(score.value()).value()
}

#[test]
fn in_a_game_of_dice_where_positions_recur_the_value_is_that_of_expectiminimax() {
    let mut dice = Dice::new(26);
    let (mut few, mut many) = (0, 0);
    for _ in 0..60 {
        let at = scattered(&mut dice);
        let mut judge = Method::Expectiminimax.build(Plain::new(ahead), once());
        let expected = think(&mut *judge, &Race, &Line::from(&Race, at), Limits::depth(4)).report;
        for cuts in [Cuts::None, Cuts::One, Cuts::Two] {
            let (found, nodes) = race_value(at, 4, Outlook { cuts, ..Outlook::EXACT });
            // A result is counted from where it stands, and so a table may be off by a ply or two of distance.
            assert!(
                (estimate(found) - estimate(expected.score)).abs() <= 4,
                "{cuts:?} at {at:?}: {found} {expected:?}"
            );
            (few, many) = (few + nodes, many + expected.nodes);
        }
    }
    assert!(few < many, "{few} nodes against {many}");
}

#[test]
fn throws_that_are_only_weighed_cost_little_and_tell_nearly_the_same() {
    let mut dice = Dice::new(27);
    let (mut blind, mut weighed, mut nodes, mut all) = (0, 0, 0, 0);
    for _ in 0..100 {
        let at = scattered(&mut dice);
        let exact = race_value(at, 1, Outlook::EXACT);
        let skip = |weighed| race_value(at, 1, Outlook { throws: 0, weighed, ..Outlook::EXACT });
        blind += (skip(0).0.value() - exact.0.value()).abs();
        weighed += (skip(1).0.value() - exact.0.value()).abs();
        nodes += skip(1).1;
        all += exact.1;
    }
    assert!(weighed * 10 < blind, "off by {weighed} if weighed, by {blind} if not");
    assert!(nodes < all, "{nodes} {all}");
}

#[test]
fn a_line_that_the_die_may_open_counts_for_whoever_looks_along_it() {
    const BEHEMOTH: &str = include_str!("../../../../definitions/behemoth.toml");
    let game = Definition::read(BEHEMOTH).unwrap().build_roaming::<u64>().unwrap();
    // From c4 the bishop can go behind the pawn that hides the king, from f1 it can go nowhere.
    let value = |pieces: &str, outlook: Outlook| {
        let at = game.read_position(&format!("4k3/3p4/8/8/{pieces} w - - 0 1")).unwrap();
        let mut search = Star::new(Plain::new(|_: &_, _: &_| Score::ZERO), outlook, 1);
        think(&mut search, &game, &Line::from(&game, at), Limits::depth(1)).report.score.value()
    };
    let blind = Outlook { lines: 0, opened: 0, ..Outlook::default() };
    let gain = |pieces| value(pieces, Outlook::default()) - value(pieces, blind);
    let (behind, nowhere) = (gain("2B3*1/8/8/4K3"), gain("6*1/8/4P1P1/4KB2"));
    assert!(behind > nowhere + 50, "{behind} and {nowhere}");
}

#[test]
fn the_strong_search_ignores_the_die_and_the_expectation_search_does_not() {
    // Two steps are more than one, but one throw in two takes whoever made them.
    let at = At { runners: [10, 10], storm: 11, turn: tabula_core::Side::First, die: false };
    let best = |method: Method| {
        let mut search = method.build(Plain::new(ahead), Params::default());
        let verdict = think(&mut *search, &Race, &Line::from(&Race, at), Limits::depth(4));
        assert_eq!(verdict.report.line.len(), 1, "a line ends with the throw");
        verdict.best
    };
    assert_eq!(best(Method::Strong), Some(2));
    assert_eq!(best(Method::StrongMtdf), Some(2));
    assert_eq!(best(Method::Star), Some(1));
    assert_eq!(best(Method::Mcts), Some(1));
    // Where the die cannot be thought away, it shows its likeliest face: 9 rather than 2.
    let tree = Tree::parse("(?(2:9 1:-30) 5)").unwrap();
    assert_eq!(on_tree(Method::Strong, Params::default(), &tree, 1).report.score, Score::estimate(9));
}
