//! Five in a row: forced wins are found by the strong search, and greed loses.

use tabula_core::{Dice, Game, Job, Limits, Line, Plain, Search, Side, Square, Stop};
use tabula_rows::gomoku::{Board, Forced, Gomoku, Law, greedy, threats};
use tabula_search::alphabeta::{Driver, Margins, Resources, Strong};

type Judge = fn(&Gomoku, &Board) -> tabula_core::Score;

fn strong() -> Strong<Gomoku, Plain<Judge>> {
    let resources = Resources { hash: 16, threads: 1 };
    Strong::new(Plain::new(threats as Judge), Driver::Aspiration, resources, Margins::default())
}

fn choose(search: &mut impl Search<Gomoku>, game: &Gomoku, line: &Line<Gomoku>, limits: Limits) -> Square {
    let (stop, known) = (Stop::default(), Forced::default());
    let job = Job { limits, known: Some(&known), ..Job::new(game, line, &stop) };
    search.think(&job, &mut |_| {}).best.expect("the game goes on")
}

/// One ply of greed, with lots among moves that are nearly as good.
fn greed(game: &Gomoku, line: &Line<Gomoku>, dice: &mut Dice) -> Square {
    let mut moves = line.legal(game);
    dice.shuffle(&mut moves);
    let value = |&point: &Square| {
        let mut next = line.now().clone();
        game.play(&mut next, point, &mut ());
        let won = game.ended(&next).is_some();
        if won { i32::MAX } else { -greedy(game, &next).value() }
    };
    moves.into_iter().max_by_key(value).expect("the game goes on")
}

/// Who wins a game that begins with so many random stones near the middle.
fn game_against_greed(game: &Gomoku, random: usize, nodes: u64, seed: u64) -> (Option<Side>, usize) {
    let mut dice = Dice::new(seed);
    let mut line = Line::new(game);
    let mut search = strong();
    while game.ended(line.now()).is_none() && !line.legal(game).is_empty() {
        let point = if line.plies() < random {
            let size = game.size();
            let lot = |dice: &mut Dice| size / 2 - 2 + dice.below(5);
            let point = Square((lot(&mut dice) * size + lot(&mut dice)) as u16);
            if !line.legal(game).contains(&point) {
                continue;
            }
            point
        } else if line.plies().is_multiple_of(2) {
            choose(&mut search, game, &line, Limits::nodes(nodes))
        } else {
            greed(game, &line, &mut dice)
        };
        line.play(game, point);
    }
    (game.ended(line.now()).and_then(|outcome| outcome.winner), line.plies())
}

#[test]
fn the_first_player_beats_greed() {
    for (law, size) in [(Law::Freestyle, 15), (Law::Standard, 15), (Law::Renju, 15), (Law::Freestyle, 19)] {
        let game = Gomoku::new(law, size);
        for seed in 0..5 {
            // The first stone is drawn by lot, so that games differ.
            let (winner, plies) = game_against_greed(&game, 1, 2_000, seed);
            assert_eq!(winner, Some(Side::First), "{law:?} {size} {seed}: {plies} plies");
        }
    }
}
