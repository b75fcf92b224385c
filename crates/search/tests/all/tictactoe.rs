//! Searches on a real game: tic-tac-toe, which is small enough to see to its end.

use crate::common::{exact, once, think};
use std::collections::HashMap;
use tabula_core::{Dice, Game, Limits, Line, Notation, Plain, Score, Side, Square};
use tabula_rows::TicTacToe;
use tabula_rows::tictactoe::{Board, open_rows};
use tabula_search::perft::divide;
use tabula_search::textbook::Horizon;
use tabula_search::{Method, Params};

/// Plays the machine as one side against every reply of the other; counts games by result.
struct Proof {
    machine: Side,
    chosen: HashMap<Board, Square>,
    games: HashMap<Option<Side>, u32>,
}

impl Proof {
    fn every_line(&mut self, line: &mut Line<TicTacToe>) {
        let moves = line.legal(&TicTacToe);
        if moves.is_empty() {
            let outcome = TicTacToe.ended(line.now()).unwrap_or_else(|| TicTacToe.stuck(line.now()));
            *self.games.entry(outcome.winner).or_insert(0) += 1;
            assert_ne!(outcome.winner, Some(!self.machine), "the machine lost by {:?}", line.moves());
            return;
        }
        let moves = if TicTacToe.mover(line.now()) == self.machine.into() {
            let best = *self.chosen.entry(*line.now()).or_insert_with(|| {
                let mut search = Method::AlphaBeta.build(Plain::new(open_rows), once());
                think(&mut *search, &TicTacToe, line, Limits::depth(9)).best.expect("a move")
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
fn perfect_play_never_loses_in_any_line() {
    for machine in Side::BOTH {
        let mut proof = Proof { machine, chosen: HashMap::new(), games: HashMap::new() };
        proof.every_line(&mut Line::new(&TicTacToe));
        assert!(proof.games[&Some(machine)] > 0, "somebody blunders in some line");
        assert_eq!(proof.games.get(&Some(!machine)), None);
    }
}

#[test]
fn the_whole_tree_of_negamax_has_549946_nodes_and_is_a_draw() {
    let mut search = Method::Negamax.build(Plain::new(open_rows), once());
    let report = think(&mut *search, &TicTacToe, &Line::new(&TicTacToe), Limits::depth(9)).report;
    assert_eq!((report.nodes, report.score), (549_946, Score::ZERO));
    let mut search = Method::AlphaBetaOrdered.build(Plain::new(open_rows), once());
    let ordered = think(&mut *search, &TicTacToe, &Line::new(&TicTacToe), Limits::depth(9)).report;
    assert!(ordered.nodes < 30_000, "{} nodes", ordered.nodes);
}

/// Positions after random moves: here lines transpose, wins are near, and threats are urgent.
#[test]
fn exact_searches_agree_at_every_depth_and_with_either_horizon() {
    let mut dice = Dice::new(9);
    for game in 0..30 {
        let mut line = Line::new(&TicTacToe);
        for _ in 0..game % 6 {
            if let Some(&cell) = dice.pick(&line.legal(&TicTacToe)) {
                line.play(&TicTacToe, cell);
            }
        }
        for horizon in [Horizon::Sharp, Horizon::Quiet] {
            for depth in 1..=4 {
                let mut params = once();
                params.plan.horizon = horizon;
                let mut judge = Method::Negamax.build(Plain::new(open_rows), params);
                let expected = think(&mut *judge, &TicTacToe, &line, Limits::depth(depth)).report.score;
                for params in [params, Params { plan: params.plan, ..Params::default() }] {
                    for (name, mut search) in exact(&Plain::new(open_rows), params) {
                        let score = think(&mut *search, &TicTacToe, &line, Limits::depth(depth)).report.score;
                        assert_eq!(score, expected, "{name}, depth {depth}, {horizon:?}, {:?}", line.moves());
                    }
                }
            }
        }
    }
}

#[test]
fn quiescence_sees_the_win_behind_the_horizon() {
    // 3  . . o    X forks by a2 or a3. One ply deep nothing is won yet; but then O has to react at once,
    // 2  . x .    whatever O does is looked at, and one of the two threats remains.
    // 1  x o .
    let at = TicTacToe.read_position("2o/1x1/xo1 x").unwrap();
    let score = |horizon| {
        let mut params = once();
        params.plan.horizon = horizon;
        let mut search = Method::AlphaBeta.build(Plain::new(open_rows), params);
        think(&mut *search, &TicTacToe, &Line::from(&TicTacToe, at), Limits::depth(1)).report.score
    };
    assert!(!score(Horizon::Sharp).is_decisive());
    assert_eq!(score(Horizon::Quiet), Score::win_in(3));
}

#[test]
fn two_threads_count_what_one_thread_counts() {
    for depth in 0..=9 {
        let alone = tabula_core::perft::divide(&TicTacToe, &TicTacToe.start(), depth);
        assert_eq!(divide(&TicTacToe, &TicTacToe.start(), depth, 2), alone, "depth {depth}");
    }
}
