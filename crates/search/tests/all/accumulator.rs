//! Searches tell the evaluator of every move and every move taken back, so that it may update instead of recompute.

use crate::common::think;
use tabula_core::{Evaluator, Game, Limits, Line, Man, Score, Show, Side, Square, Trace, Watch};
use tabula_rows::TicTacToe;
use tabula_rows::tictactoe::{Board, open_rows};
use tabula_search::textbook::{Horizon, Memory, Order};
use tabula_search::{Method, Params};

/// The men on each square, kept up to date by what the search tells.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Men([Option<Man>; 9]);

impl Watch for Men {
    fn put(&mut self, man: Man, on: Square) {
        self.0[on.index()] = Some(man);
    }

    fn lift(&mut self, _: Man, from: Square) {
        self.0[from.index()] = None;
    }
}

impl Men {
    fn of(at: &Board) -> Self {
        let mut men = Self::default();
        for man in TicTacToe.view(at).men {
            men.put(Man(u8::from(man.side == Some(Side::Second))), man.on);
        }
        men
    }
}

/// A stack of boards, one per open ply; complains if the last is not the position it is asked about.
#[derive(Clone)]
struct Accumulator(Vec<Men>);

impl Trace for Accumulator {
    type Watch = Men;

    fn push(&mut self) -> &mut Men {
        self.0.push(*self.0.last().expect("reset before use"));
        self.0.last_mut().expect("just pushed")
    }

    fn pop(&mut self) {
        self.0.pop();
    }
}

impl Evaluator<TicTacToe> for Accumulator {
    fn reset(&mut self, _: &TicTacToe, at: &Board) {
        self.0 = vec![Men::of(at)];
    }

    fn value(&mut self, game: &TicTacToe, at: &Board) -> Score {
        assert_eq!(self.0.last(), Some(&Men::of(at)));
        open_rows(game, at)
    }
}

#[test]
fn an_accumulator_follows_every_search() {
    for method in Method::ALL {
        for horizon in [Horizon::Sharp, Horizon::Quiet] {
            for order in [Order::Gain, Order::Judged] {
                let mut params = Params { order, memory: Memory::Table, ..Params::default() };
                params.plan.horizon = horizon;
                let mut search = method.build(Accumulator(Vec::new()), params);
                let mut line = Line::new(&TicTacToe);
                while TicTacToe.count(line.now()) > 0 {
                    // Stopped in the middle, it has to start anew from the next position all the same.
                    for limits in [Limits::depth(3), Limits::nodes(50)] {
                        think(&mut *search, &TicTacToe, &line, limits);
                    }
                    let next = line.legal(&TicTacToe)[0];
                    line.play(&TicTacToe, next);
                }
            }
        }
    }
}
