use super::{BUCKETS, Looker, Network};
use crate::{Definition, Rules, Tapered, chess};
use std::sync::Arc;
use tabula_core::{AnyEvaluator, Dice, Evaluator, Game, Notation, Score, Side, Sight, Trace};
use tabula_nn::nnue::{Span, Sparse, Whole};

/// A net that has learnt nothing, and therefore tells any two positions apart.
fn net(inputs: usize) -> Arc<Whole> {
    let span = Span { inputs, width: 32, buckets: BUCKETS };
    Arc::new(Whole::round(&Sparse::new(span, 3).unwrap(), 400))
}

/// Walks at random, up and down, asking for values now and then; each must be that of a fresh look.
fn walk<G: Game>(game: &G, start: G::Position, make: impl Fn() -> Network, seed: u64, steps: usize)
where
    Network: Evaluator<G>,
{
    let mut dice = Dice::new(seed);
    let mut path = vec![start];
    let mut eval = make();
    eval.reset(game, &path[0]);
    let mut asked = 0;
    for _ in 0..steps {
        let at = path.last().unwrap();
        let mut moves = Vec::new();
        if game.ended(at).is_none() {
            game.moves(at, &mut moves);
        }
        if path.len() > 1 && (moves.is_empty() || dice.below(4) == 0) {
            path.pop();
            eval.pop();
        } else if !moves.is_empty() {
            let m = moves[dice.below(moves.len())];
            let mut next = at.clone();
            game.play(&mut next, m, eval.push());
            path.push(next);
        }
        if dice.below(2) == 0 {
            let at = path.last().unwrap();
            let mut fresh = make();
            fresh.reset(game, at);
            assert_eq!(eval.value(game, at), fresh.value(game, at));
            asked += 1;
        }
    }
    assert!(asked > steps / 3);
}

#[test]
fn values_through_a_search_are_those_of_a_fresh_look() {
    let game = chess();
    for (seed, fen) in [
        (1, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (2, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        (3, "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1"),
    ] {
        let start = game.read_position(fen).unwrap();
        walk(&game, start, || Network::new(net(768)), seed, 3000);
    }
}

#[test]
fn a_larger_board_is_followed_too() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../definitions/janus.toml")).unwrap();
    let game = Definition::read(&text).unwrap().build::<u128>().unwrap();
    let inputs = 2 * game.rules().kinds().len() * 80;
    let start = game.start();
    walk(&game, start, || Network::new(net(inputs)), 5, 2000);
}

#[test]
fn both_sides_see_the_same_in_a_position_turned_round() {
    let sight = Looker::new(Arc::new(chess()), || AnyEvaluator::new(Tapered::new()));
    let white = sight.see("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    let black = sight.see("r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1").unwrap();
    let sorted = |mut on: Vec<u16>| {
        on.sort_unstable();
        on
    };
    assert_eq!(sorted(white.own), sorted(black.own));
    assert_eq!(sorted(white.foe), sorted(black.foe));
    // Turned over from left to right, without castling, it is the same again.
    let left = sight.see("8/8/1k6/8/2p5/8/1K2P3/8 w - - 0 1").unwrap();
    let right = sight.see("8/8/6k1/8/5p2/8/3P2K1/8 w - - 0 1").unwrap();
    assert_eq!(sorted(left.own), sorted(right.own));
    assert_eq!((left.bucket, sight.inputs()), (0, 768));
}

#[test]
fn strolls_leave_the_path_and_are_judged_by_hand() {
    let sight = Looker::new(Arc::new(chess()), || AnyEvaluator::new(Tapered::new()));
    let mut seen = Vec::new();
    // A queen more, and too few moves to lose it.
    let fen = "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 b - - 0 1";
    let mut tell = |on: &tabula_core::Seen, value: Score| seen.push((on.clone(), value));
    sight.stroller().stroll(fen, 2, 50, &mut Dice::new(3), &mut tell).unwrap();
    assert!(seen.len() > 20);
    assert!(seen.iter().any(|(on, _)| on.mover == Side::First) && seen.iter().any(|(on, _)| on.mover == Side::Second));
    for (on, value) in seen {
        assert_eq!(value > Score::ZERO, on.mover == Side::First, "{on:?} is worth {value}");
    }
    assert!(sight.stroller().stroll("8/8/8 w", 1, 1, &mut Dice::new(3), &mut |_, _| ()).is_err());
}
