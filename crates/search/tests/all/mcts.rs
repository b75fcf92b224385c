//! The tree search: it need not be exact, but it has to find the right move, and to know what is certain.

use crate::common::race::{At, Race, ahead};
use crate::common::{branch, think, think_about, thrown};
use std::collections::HashMap;
use tabula_core::testkit::{Tree, TreeValue};
use tabula_core::{
    Dice, Evaluator, Game, Insight, Job, Limits, Line, Mover, Notation, Oracle, Plain, Report, Score, Search, Side,
    Square, Stop, Trace, Trail,
};
use tabula_rows::TicTacToe;
use tabula_rows::tictactoe::{Board, open_rows};
use tabula_search::mcts::{Leaf, Mcts, Style};
use tabula_search::star::{Outlook, Star, Worth};

const CHANCES: Worth = Worth::Chances { scale: 250 };
const LEAVES: [Leaf; 4] = [Leaf::Judged, Leaf::Settled, Leaf::Short, Leaf::Random];

fn mcts(style: Style) -> Mcts<Tree, TreeValue> {
    Mcts::new(TreeValue::default(), style, 4, 1)
}

#[test]
fn it_finds_the_best_move_of_random_trees_with_a_die() {
    let mut dice = Dice::new(31);
    let mut lost = 0;
    for _ in 0..40 {
        let tree = Tree::parse(&thrown(&mut dice, 2, 4, 4, 600, true)).unwrap();
        let line = Line::new(&tree);
        let best = think(&mut mcts(Style::default()), &tree, &line, Limits::nodes(20_000)).best.unwrap();
        let mut judge = Star::new(TreeValue::default(), Outlook { worth: CHANCES, ..Outlook::EXACT }, 1);
        let mut value = |only: &[_]| think_about(&mut judge, &tree, &line, only, Limits::depth(2)).report.score.value();
        lost += value(&[]) - value(&[best]);
    }
    assert!(lost <= 40, "{lost} points lost in 40 trees with values to 600");
}

#[test]
fn what_is_certain_is_known_with_its_distance_and_ends_the_search() {
    for (text, score, best) in [
        ("(5 ((W L) (W 3)) W)", Score::win_in(1), 2),
        // Whatever the second player does, the first can win; by the first branch he cannot.
        ("((W L) ((W 1) (2 W)))", Score::win_in(3), 1),
        ("((W L) ((D L)))", Score::ZERO, 1),
        // The die decides nothing if all its outcomes are won.
        ("((W L) ?(W W))", Score::win_in(2), 1),
        ("-(W ?(W W))", Score::loss_in(2), 1),
    ] {
        let tree = Tree::parse(text).unwrap();
        for leaf in LEAVES {
            let style = Style { leaf, ..Style::default() };
            let verdict = think(&mut mcts(style), &tree, &Line::new(&tree), Limits::nodes(20_000));
            assert_eq!(verdict.best, Some(branch(&tree, best)), "{leaf:?} on {text}: {verdict:?}");
            assert_eq!(verdict.report.score, score, "{leaf:?} on {text}");
            assert!(verdict.report.nodes < 20_000, "{leaf:?} on {text}: {verdict:?}");
        }
    }
    // A win by one outcome of two is no proof.
    let tree = Tree::parse("(?(W -20) 5)").unwrap();
    let report = think(&mut mcts(Style::default()), &tree, &Line::new(&tree), Limits::nodes(500)).report;
    assert!(!report.score.is_decisive() && report.score > Score::estimate(100), "{report:?}");
}

/// Plays the tree search as one side against every reply of the other.
struct Proof {
    machine: Side,
    style: Style,
    chosen: HashMap<Board, Square>,
    won: u32,
}

impl Proof {
    fn every_line(&mut self, line: &mut Line<TicTacToe>) {
        let moves = line.legal(&TicTacToe);
        if moves.is_empty() {
            let outcome = TicTacToe.ended(line.now()).unwrap_or_else(|| TicTacToe.stuck(line.now()));
            assert_ne!(outcome.winner, Some(!self.machine), "{:?} lost by {:?}", self.style.leaf, line.moves());
            self.won += u32::from(outcome.winner.is_some());
            return;
        }
        let moves = if TicTacToe.mover(line.now()) == self.machine.into() {
            let style = self.style;
            let best = *self.chosen.entry(*line.now()).or_insert_with(|| {
                let mut search = Mcts::new(Plain::new(open_rows), style, 4, 1);
                think(&mut search, &TicTacToe, line, Limits::nodes(5000)).best.expect("a move")
            });
            vec![best]
        } else {
            moves
        };
        for cell in moves {
            line.play(&TicTacToe, cell);
            self.every_line(line);
            line.back();
        }
    }
}

#[test]
fn tic_tac_toe_is_never_lost_however_leaves_are_valued() {
    for leaf in [Leaf::Judged, Leaf::Random] {
        for machine in Side::BOTH {
            let style = Style { leaf, ..Style::default() };
            let mut proof = Proof { machine, style, chosen: HashMap::new(), won: 0 };
            proof.every_line(&mut Line::new(&TicTacToe));
            assert!(proof.won > 0, "somebody blunders in some line");
        }
    }
}

#[test]
fn in_a_game_of_dice_it_chooses_as_an_exact_search_does() {
    let mut dice = Dice::new(32);
    let (mut lost, mut decided) = (0, 0);
    for _ in 0..60 {
        let mut draw = |n| dice.below(n) as u8;
        let at = At { runners: [5 + draw(12), 5 + draw(12)], storm: draw(19), turn: Side::First, die: false };
        let line = Line::from(&Race, at);
        let mut judge = Star::new(Plain::new(ahead), Outlook { worth: CHANCES, ..Outlook::EXACT }, 4);
        let mut value = |only: &[_]| think_about(&mut judge, &Race, &line, only, Limits::depth(6)).report.score.value();
        let [one, two] = [value(&[1]), value(&[2])];
        // Where the storm threatens nobody, two steps are better than one, by little.
        if (one - two).abs() > 30 {
            let best =
                think(&mut Mcts::new(Plain::new(ahead), Style::default(), 4, 1), &Race, &line, Limits::nodes(5000))
                    .best;
            decided += 1;
            lost += u32::from(best != Some(if one > two { 1 } else { 2 }));
        }
    }
    assert!(decided > 10 && lost == 0, "{lost} of {decided}");
}

#[test]
fn the_tree_is_kept_from_move_to_move_and_forgotten_with_the_game() {
    let mut search = Mcts::new(Plain::new(open_rows), Style::default(), 4, 1);
    let mut line = Line::new(&TicTacToe);
    let full = |search: &mut Mcts<_, _>, line: &Line<TicTacToe>, nodes| {
        think(search, &TicTacToe, line, Limits::nodes(nodes)).report.full
    };
    assert!(full(&mut search, &line, 60_000) > 0);
    for m in [0, 4] {
        let m = line.legal(&TicTacToe).into_iter().find(|cell| cell.index() == m).unwrap();
        line.play(&TicTacToe, m);
    }
    assert!(full(&mut search, &line, 1) > 0, "a part of the tree is still there");
    search.forget();
    assert_eq!(full(&mut search, &line, 1), 0);
}

#[test]
fn several_lines_are_told_in_order_and_the_same_search_twice_grows_the_same_tree() {
    let tree = Tree::parse("((1 2) (-50 90) (30 40) W L)").unwrap();
    let line = Line::new(&tree);
    let stop = Stop::default();
    let mut told = Vec::new();
    for _ in 0..2 {
        let job =
            Job { limits: Limits::depth(4), lines: 5, only: &line.legal(&tree)[..3], ..Job::new(&tree, &line, &stop) };
        let mut reports: Vec<Report<Tree>> = Vec::new();
        mcts(Style::default()).think(&job, &mut |report| reports.push(report.clone()));
        let last = reports.split_off(reports.len() - 3);
        assert!(last.iter().zip(1..).all(|(report, rank)| report.rank == rank && report.depth == 4));
        assert_eq!(last[0].line[0], branch(&tree, 2));
        assert!(last[0].score >= last[1].score && last[1].score >= last[2].score);
        told.push(last.iter().map(|report| (report.nodes, report.score, report.line.clone())).collect::<Vec<_>>());
    }
    assert_eq!(told[0], told[1]);
}

/// Judges tic-tac-toe by a game of random moves.
#[derive(Clone, Default)]
struct Lots {
    games: f32,
    nobody: (),
}

impl Trace for Lots {
    type Watch = ();
    fn push(&mut self) -> &mut () {
        &mut self.nobody
    }
    fn pop(&mut self) {}
}

impl Evaluator<TicTacToe> for Lots {
    fn reset(&mut self, _: &TicTacToe, _: &Board) {}
    fn value(&mut self, _: &TicTacToe, _: &Board) -> Score {
        Score::ZERO
    }
    fn oracle(&self) -> Option<Box<dyn Oracle<TicTacToe>>> {
        Some(Box::new(self.clone()))
    }
}

impl Oracle<TicTacToe> for Lots {
    fn reset(&mut self, _: &TicTacToe, _: &Board) {
        self.games = 0.0;
    }
    fn value(&mut self, game: &TicTacToe, recent: &[&Board], dice: &mut Dice, trail: &mut Trail) -> f64 {
        self.games += 1.0;
        let mut line = Line::from(game, *recent[0]);
        while let Some(&m) = dice.pick(&line.legal(game)) {
            if let Mover::Player(side) = game.mover(line.now()) {
                trail.played.push((side, m.index()));
            }
            line.play(game, m);
        }
        let outcome = game.ended(line.now()).unwrap_or_else(|| game.stuck(line.now()));
        outcome.winner.map_or(0.0, |side| if side == Side::First { 1.0 } else { -1.0 })
    }
    fn patience(&self) -> u32 {
        3
    }
    fn insight(&self) -> Option<Insight> {
        Some(Insight { lead: self.games, owners: Vec::new() })
    }
}

#[test]
fn an_oracle_is_asked_instead_of_the_evaluator_by_one_thread_or_by_several() {
    // X has two ways to make three; any other move does not win at once.
    let at = TicTacToe.read_position("xx1/oo1/3 x").unwrap();
    let line = Line::from(&TicTacToe, at);
    // Nothing is promised of any move here, so all have to be explored.
    let style = Style { wander: 100, ..Style::default() };
    for threads in [1, 3] {
        let mut search = Mcts::new(Lots::default(), style, 4, threads);
        let verdict = think(&mut search, &TicTacToe, &line, Limits::nodes(3000));
        assert_eq!(verdict.best.map(Square::index), Some(8), "{threads} threads: {verdict:?}");
        assert_eq!(verdict.report.score, Score::win_in(1), "{threads} threads");
        let mut search = Mcts::new(Lots::default(), style, 4, threads);
        let verdict = think(&mut search, &TicTacToe, &Line::new(&TicTacToe), Limits::nodes(3000));
        assert!(verdict.best.is_some(), "{threads} threads");
        let tries = verdict.report.tries.expect("a tree search counts");
        assert!(tries.visits > 100 && tries.visits <= 3000 && tries.chance > 0.5, "{threads} threads: {tries:?}");
        // What the first thread has learnt; others may leave it nothing to do.
        let learnt = verdict.report.insight.is_some_and(|insight| insight.lead > 0.0);
        assert!(learnt || threads > 1);
    }
}
