//! Searches on chess: mates, captures, repetitions and a real evaluation.

use crate::common::{exact, once, think};
use tabula_chess::{Tables, Terms, chess};
use tabula_core::{Limits, Line, Notation, Score};
use tabula_search::Method;
use tabula_search::perft::perft;
use tabula_search::textbook::{Horizon, Order};

/// The start, a position full of captures and castlings, an ending, and one in check.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 98 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
];

#[test]
fn negamax_visits_the_nodes_of_the_table() {
    let game = chess();
    for (depth, nodes) in [(2, 421), (3, 9_323)] {
        let mut search = Method::Negamax.build(Tables::new(Terms::Placed), once());
        assert_eq!(think(&mut *search, &game, &Line::new(&game), Limits::depth(depth)).report.nodes, nodes);
    }
}

#[test]
fn ordering_by_judgement_is_perfect_two_plies_deep() {
    let game = chess();
    let params = tabula_search::Params { order: Order::Judged, ..once() };
    let mut search = Method::AlphaBetaOrdered.build(Tables::new(Terms::Placed), params);
    // 1 + 20 + 20 + 19: the first move is answered by all, each other by its refutation alone.
    assert_eq!(think(&mut *search, &game, &Line::new(&game), Limits::depth(2)).report.nodes, 60);
}

#[test]
fn exact_searches_agree_on_chess_with_either_horizon() {
    let game = chess();
    for fen in POSITIONS {
        let line = Line::from(&game, game.read_position(fen).unwrap());
        for (horizon, depth) in [(Horizon::Sharp, 3), (Horizon::Quiet, 1)] {
            let mut params = once();
            params.plan.horizon = horizon;
            let mut scores = exact(&Tables::new(Terms::Placed), params)
                .into_iter()
                .map(|(name, mut search)| (name, think(&mut *search, &game, &line, Limits::depth(depth)).report.score));
            let (_, expected) = scores.next().expect("some exact search");
            for (name, score) in scores {
                assert_eq!(score, expected, "{name} with {horizon:?} at {fen}");
            }
        }
    }
}

#[test]
fn a_mate_in_two_moves_needs_three_plies() {
    let game = chess();
    // Two rooks drive the king to the edge: Rb7 (or Ra7) and mate on the eighth rank.
    let line = Line::from(&game, game.read_position("4k3/8/R7/1R6/8/8/8/4K3 w - - 0 1").unwrap());
    for (name, mut search) in exact(&Tables::new(Terms::Material), once()) {
        let report = think(&mut *search, &game, &line, Limits::depth(3)).report;
        assert_eq!(report.score, Score::win_in(3), "{name}");
    }
}

#[test]
fn threads_count_the_paths_of_chess() {
    let game = chess();
    for (fen, count) in POSITIONS.into_iter().zip([8_902, 97_862, 2_812, 9_467]) {
        let at = game.read_position(fen).unwrap();
        assert_eq!(perft(&game, &at, 3, 2), count, "{fen}");
    }
}
