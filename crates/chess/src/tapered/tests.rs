//! Laws of the evaluation, on positions of random games and on a few that people know.

use super::camp::{At, Game};
use super::*;
use crate::{Credit, chess, chess960};
use tabula_core::{Dice, Game as _, Notation};

/// Walks through random games from random starts, and shows every position with the evaluator that has followed.
fn walk(games: u64, mut see: impl FnMut(&Game, &At, &mut Tapered)) {
    let game = chess960();
    let mut tapered = Tapered::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let start = if seed % 2 == 0 { 518 } else { dice.below(960) as u32 };
        let mut at = game.read_position(&crate::fischer_start(start).unwrap()).unwrap();
        tapered.reset(&game, &at);
        let mut moves = Vec::new();
        for _ in 0..160 {
            see(&game, &at, &mut tapered);
            moves.clear();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, tapered.push());
        }
    }
}

fn fresh(game: &Game, at: &At) -> Score {
    let mut tapered = Tapered::new();
    tapered.reset(game, at);
    tapered.value(game, at)
}

fn value(fen: &str) -> i32 {
    let game = chess();
    fresh(&game, &game.read_position(fen).unwrap_or_else(|faults| panic!("{fen}: {faults}"))).value()
}

/// The ranks of a position as text.
fn board(game: &Game, at: &At) -> Vec<String> {
    let fen = game.write_position(at);
    fen.split(' ').next().unwrap().split('/').map(str::to_string).collect()
}

fn swap_case(text: &str) -> String {
    text.chars().map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect()
}

#[test]
fn the_value_is_the_same_with_colours_swapped_and_with_left_and_right_swapped() {
    let mut seen = 0;
    walk(40, |game, at, _| {
        let ranks = board(game, at);
        let turn = ["w", "b"];
        let mover = at.turn() as usize;
        let upside_down: Vec<_> = ranks.iter().rev().map(|rank| swap_case(rank)).collect();
        let sideways: Vec<String> = ranks.iter().map(|rank| rank.chars().rev().collect()).collect();
        let texts = [(&ranks, turn[mover]), (&upside_down, turn[1 - mover]), (&sideways, turn[mover])];
        let values = texts.map(|(ranks, turn)| {
            let fen = format!("{} {turn} - - 0 1", ranks.join("/"));
            (fresh(game, &game.read_position(&fen).unwrap()), fen)
        });
        assert_eq!(values[0].0, values[1].0, "{} and {}", values[0].1, values[1].1);
        assert_eq!(values[0].0, values[2].0, "{} and {}", values[0].1, values[2].1);
        seen += 1;
    });
    assert!(seen > 3_000, "{seen}");
}

#[test]
fn what_is_kept_up_to_date_is_what_is_computed_afresh() {
    walk(60, |game, at, tapered| assert_eq!(tapered.value(game, at), fresh(game, at), "{}", game.write_position(at)));
}

#[test]
fn plies_that_are_closed_leave_nothing_behind() {
    walk(6, |game, at, tapered| {
        let before = tapered.value(game, at);
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        for m in moves {
            let mut next = at.clone();
            game.play(&mut next, m, tapered.push());
            tapered.pop();
        }
        assert_eq!(tapered.value(game, at), before);
    });
}

#[test]
fn an_explanation_and_a_record_add_up_to_the_value() {
    let weights = Weights::shipped();
    walk(20, |game, at, tapered| {
        let value = tapered.value(game, at).value();
        let value = if at.turn() == Side::First { value } else { -value };
        let why = explain(game, at, &weights);
        assert_eq!(why.value.value(), value);
        let add = |side: fn(&Credit) -> (i32, i32)| {
            why.credits.iter().map(side).fold((0, 0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1))
        };
        let (first, second) = (add(|credit| credit.first), add(|credit| credit.second));
        assert_eq!((first.0 - second.0, first.1 - second.1), why.sum);

        let record = record(game, at);
        let (mut middle, mut end) = (0, 0);
        for &(place, count) in &record.counts {
            let pair = weights.get(place as usize);
            middle += i32::from(pair.0) * i32::from(count);
            end += i32::from(pair.1) * i32::from(count);
        }
        assert_eq!((middle, end), why.sum);
        let scale = record.scales[usize::from(end < 0)];
        let tapered = (middle * record.phase * 64 + end * (24 - record.phase) * scale) / (24 * 64);
        assert_eq!(tapered + record.mating, value);
    });
}

#[test]
fn settled_weights_judge_every_position_as_before() {
    let mut settled = Weights::shipped().as_ref().clone();
    for (place, shift) in [(weights::KNIGHT_PLACE, 40), (weights::ROOK_MOBILITY, -30), (weights::KING_PLACE, 9)] {
        for n in place.start..place.start + place.count {
            let (middle, end) = settled.get(n);
            settled.set(n, (middle + shift, end - shift));
        }
    }
    let before = settled.clone();
    settled.settle();
    assert_ne!(settled, before);
    walk(5, |game, at, _| {
        let [a, b] = [&before, &settled].map(|weights| explain(game, at, weights));
        assert_eq!((a.sum, a.value), (b.sum, b.value));
    });
}

#[test]
fn the_start_is_worth_the_right_to_move() {
    let (middle, _) = Weights::shipped().get(weights::TEMPO.start);
    assert_eq!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), i32::from(middle));
}

#[test]
fn endings_that_cannot_be_won_are_worth_little() {
    for fen in [
        "8/8/4k3/8/8/2NN4/4K3/8 w - - 0 1",
        "8/8/3bk3/8/8/3R4/4K3/8 w - - 0 1",
        "8/8/3nk3/8/8/3R4/4K3/8 w - - 0 1",
        "7k/8/8/8/8/7P/4B3/4K3 b - - 0 1",
        "k7/8/8/P7/8/8/8/4K3 b - - 0 1",
    ] {
        assert!(value(fen).abs() < 80, "{fen}: {}", value(fen));
    }
    assert!(value("8/8/3bk3/8/8/P1P5/2B1K3/8 w - - 0 1") < 150, "bishops of opposite colours");
    assert!(value("7k/8/8/8/8/7P/3B4/4K3 b - - 0 1") < -200, "the right bishop");
}

#[test]
fn a_bare_king_is_worth_less_the_nearer_it_is_to_where_it_is_mated() {
    let order = |fens: &[&str]| {
        let values: Vec<_> = fens.iter().map(|fen| value(fen)).collect();
        assert!(values.is_sorted() && values[0] > 500 && values.first() < values.last(), "{fens:?}: {values:?}");
    };
    order(&["8/8/8/3k4/8/2R5/8/4K3 w - - 0 1", "8/3k4/8/8/8/2R5/8/4K3 w - - 0 1", "3k4/8/8/8/8/2R5/8/4K3 w - - 0 1"]);
    // The dark bishop mates on a1 or h8, not on a8.
    order(&["k7/8/1K6/8/4NB2/8/8/8 w - - 0 1", "8/8/8/8/4NB2/1K6/8/k7 w - - 0 1"]);
}

#[test]
fn what_is_good_is_worth_more_than_what_is_bad() {
    for (better, worse) in [
        // A rook on the open file.
        ("4k3/pp3ppp/8/8/8/8/PP3PPP/3RK3 w - - 0 1", "4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 0 1"),
        // A knight on an outpost, and at the edge.
        ("4k3/pp3p1p/8/3N4/4P3/8/PP3PPP/4K3 w - - 0 1", "4k3/pp3p1p/8/N7/4P3/8/PP3PPP/4K3 w - - 0 1"),
        // A passed pawn far ahead, and at home.
        ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"),
        // Pawns before the castled king, and none.
        (
            "r1bq1rk1/pppn1ppp/8/8/8/8/PPPN1PPP/R1BQ1RK1 w - - 0 1",
            "r1bq1rk1/pppn1ppp/8/8/5PPP/8/PPPN4/R1BQ1RK1 w - - 0 1",
        ),
    ] {
        assert!(value(better) > value(worse), "{better}: {}, {worse}: {}", value(better), value(worse));
    }
}

/// How long a value takes; not a law, so it is only printed. Run with `--release --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn time_of_a_value() {
    let game = chess();
    let mut tapered = Tapered::new();
    let mut positions = Vec::new();
    for seed in 0..12 {
        // Random moves with a little sense: those that a look at the next position likes best of four.
        let mut dice = Dice::new(seed);
        let mut at = game.start();
        for ply in 0..60 {
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            dice.shuffle(&mut moves);
            let next = moves.iter().take(4).map(|&m| {
                let mut next = at.clone();
                game.play(&mut next, m, &mut ());
                (fresh(&game, &next), next)
            });
            let Some((_, best)) = next.min_by_key(|(value, _)| *value) else { break };
            at = best;
            if ply >= 16 {
                positions.push(at.clone());
            }
        }
    }
    // The fastest of many short rounds: whatever else the machine does falls into the others.
    let mut sum = 0_i64;
    let rounds = (0..4_000).map(|_| {
        let begun = std::time::Instant::now();
        for at in &positions {
            sum += i64::from(tapered.value(&game, at).value());
        }
        begun.elapsed().as_nanos() / positions.len() as u128
    });
    let best = rounds.min().unwrap();
    println!("{best} ns a value, {} positions, sum {sum}", positions.len());
}
