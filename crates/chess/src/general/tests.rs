//! Laws of the evaluation, on positions of random games of several variants and on a few that people know.

use super::*;
use crate::{Definition, Loaded};
use tabula_board::Wide;
use tabula_core::tuning::Tunable;
use tabula_core::{Dice, Notation};

const JANUS: &str = r#"
from = "chess"
board = "10x8"
start = "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1"
pieces.janus = { letter = "j", moves = "BN", value = 875 }
pawns.promote-to = "qjrbn"
castling = [{ king = "e1-b1", rook = "a1-c1" }, { king = "e1-i1", rook = "j1-h1" }]
"#;

const AMAZON: &str = r#"
from = "chess"
start = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1"
pieces.amazon = { letter = "a", moves = "QN", value = 1250 }
pawns.promote-to = "arbn"
"#;

/// Small, and as odd as definitions allow: a royal man that leaps.
const SMALL: &str = r#"
from = "chess"
board = "5x5"
start = "rbnak/ppppp/5/PPPPP/KANBR w - - 0 1"
pieces.king = { letter = "k", moves = "N", value = 0, royal = true }
pieces.alfil = { letter = "a", moves = "AF", value = 150 }
castling = []
"#;

/// One royal man with a different gait for each side, pawns that stay pawns.
const MAHARAJAH: &str = r#"
from = "chess"
start = "rnbqkbnr/pppppppp/8/8/8/8/8/4M3 w kq - 0 1"
pieces.maharajah = { letter = "m", moves = "QN", royal = true }
pawns.promote-to = ""
"#;

/// Promotion ranks, and pieces that move in odd ways.
const ODD: &str = r#"
from = "chess"
board = "10x10"
start = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1"
castling = []
[pawns]
double-step-from = 3
promote-from = 8
promote-to = "qcarbn"
promote-to-lost = true
[pieces]
cannon = { letter = "c", moves = "mRcpR", value = 450 }
archer = { letter = "a", moves = "R3fN", value = 500 }
"#;

/// The largest board.
const LARGE: &str = r#"
from = "chess"
board = "16x16"
start = "rnbaqkbnr7/pppppppppppppppp/16/16/16/16/16/16/16/16/16/16/16/16/PPPPPPPPPPPPPPPP/RNBAQKBNR7 w - - 0 1"
pieces.amazon = { letter = "a", moves = "QN", value = 1250 }
castling = []
"#;

type Game<B> = Chess<B, Loaded<B>>;
type At<B> = Position<B, <Loaded<B> as Rules<B>>::Sets>;

fn game<B: Bits>(text: &str) -> Game<B> {
    Definition::read(text).and_then(|definition| definition.build()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Walks through random games, and shows every position with the evaluator that has followed.
fn walk<B: Bits>(game: &Game<B>, games: u64, mut see: impl FnMut(&At<B>, &mut General<B>)) {
    let mut general = General::new();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut at = game.start();
        general.reset(game, &at);
        let mut moves = Vec::new();
        for _ in 0..160 {
            see(&at, &mut general);
            moves.clear();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, general.push());
        }
    }
}

fn fresh<B: Bits>(game: &Game<B>, general: &mut General<B>, at: &At<B>) -> Score {
    general.reset(game, at);
    general.value(game, at)
}

/// What the mover thinks of a position.
fn value<B: Bits>(game: &Game<B>, fen: &str) -> i32 {
    let at = game.read_position(fen).unwrap_or_else(|faults| panic!("{fen}: {faults}"));
    fresh(game, &mut General::new(), &at).value()
}

fn swap_case(text: &str) -> String {
    text.chars().map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }).collect()
}

/// A rank from right to left; numbers have up to two digits.
fn reversed(rank: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for c in rank.chars() {
        match parts.last_mut() {
            Some(last) if c.is_ascii_digit() && last.ends_with(|c: char| c.is_ascii_digit()) => last.push(c),
            _ => parts.push(c.to_string()),
        }
    }
    parts.into_iter().rev().collect()
}

fn alike<B: Bits>(text: &str, games: u64) {
    let game = game::<B>(text);
    let mut other = General::new();
    let even = game.shape().files().is_multiple_of(2);
    let mut seen = 0;
    walk(&game, games, |at, _| {
        let fen = game.write_position(at);
        let ranks: Vec<_> = fen.split(' ').next().unwrap().split('/').map(str::to_string).collect();
        let turn = ["w", "b"];
        let mover = at.turn() as usize;
        let upside_down: Vec<_> = ranks.iter().rev().map(|rank| swap_case(rank)).collect();
        let sideways: Vec<_> = ranks.iter().map(|rank| reversed(rank)).collect();
        let texts = [(&ranks, turn[mover]), (&upside_down, turn[1 - mover]), (&sideways, turn[mover])];
        let values = texts.map(|(ranks, turn)| {
            let fen = format!("{} {turn} - - 0 1", ranks.join("/"));
            (fresh(&game, &mut other, &game.read_position(&fen).unwrap()), fen)
        });
        assert_eq!(values[0].0, values[1].0, "{} and {}", values[0].1, values[1].1);
        // On odd boards the middle file belongs to one wing.
        assert!(!even || values[0].0 == values[2].0, "{} and {}", values[0].1, values[2].1);
        seen += 1;
    });
    assert!(seen > 100, "{seen}");
}

#[test]
fn the_value_is_the_same_with_colours_swapped_and_with_left_and_right_swapped() {
    alike::<u128>(JANUS, 25);
    alike::<u64>(AMAZON, 25);
    alike::<Wide>(LARGE, 4);
    alike::<u64>(SMALL, 25);
    alike::<u128>(ODD, 8);
}

fn up_to_date<B: Bits>(text: &str, games: u64) {
    let game = game::<B>(text);
    let mut other = General::new();
    walk(&game, games, |at, general| {
        assert_eq!(general.value(&game, at), fresh(&game, &mut other, at), "{}", game.write_position(at));
        let before = general.value(&game, at);
        let mut moves = Vec::new();
        game.moves(at, &mut moves);
        for m in moves {
            let mut next = at.clone();
            game.play(&mut next, m, general.push());
            general.pop();
        }
        assert_eq!(general.value(&game, at), before, "closed plies leave nothing behind");
    });
}

#[test]
fn what_is_kept_up_to_date_is_what_is_computed_afresh() {
    up_to_date::<u128>(JANUS, 20);
    up_to_date::<Wide>(JANUS, 4);
    up_to_date::<u64>(AMAZON, 20);
    up_to_date::<Wide>(LARGE, 3);
    up_to_date::<u64>(SMALL, 20);
    up_to_date::<u64>(MAHARAJAH, 20);
    up_to_date::<u128>(ODD, 8);
}

fn adds_up<B: Bits>(text: &str, games: u64) {
    let game = Arc::new(game::<B>(text));
    let lesson = Lesson::new(Arc::clone(&game), "");
    let weights = lesson.weights();
    walk(&game, games, |at, general| {
        let value = general.value(&game, at).value();
        let value = if at.turn() == Side::First { value } else { -value };
        let why = lesson.explain(at);
        assert_eq!(why.value.value(), value);
        let record = lesson.record(&game.write_position(at)).unwrap();
        let (mut middle, mut end) = (0, 0);
        for &(place, count) in &record.counts {
            let pair = weights[place as usize];
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
fn an_explanation_and_a_record_add_up_to_the_value() {
    adds_up::<u128>(JANUS, 12);
    adds_up::<u64>(AMAZON, 12);
    adds_up::<u64>(SMALL, 12);
    adds_up::<u64>(MAHARAJAH, 12);
    adds_up::<u128>(ODD, 5);
    adds_up::<Wide>(LARGE, 2);
}

#[test]
fn weights_survive_being_written_and_settled_ones_judge_as_before() {
    let game = Arc::new(game::<u128>(JANUS));
    let lesson = Lesson::new(Arc::clone(&game), "");
    let weights = lesson.weights();
    assert_eq!(lesson.read(&lesson.write(&weights)).unwrap(), weights);
    let mut settled = weights.clone();
    lesson.settle(&mut settled);
    assert_ne!(settled, weights);
    let mut other = General::with(settled.into());
    walk(&game, 6, |at, general| assert_eq!(general.value(&game, at), fresh(&game, &mut other, at)));
    assert!(lesson.read("place.janus 1/2").is_err());
}

#[test]
fn the_start_is_worth_the_right_to_move() {
    let game = game::<u128>(JANUS);
    let at = game.start();
    assert_eq!(fresh(&game, &mut General::new(), &at).value(), 21);
}

#[test]
fn kinds_are_worth_about_what_was_measured() {
    let text = JANUS.replace("pawns", "pieces.marshal = { letter = \"m\", moves = \"RN\", value = 1 }\npawns");
    let game = game::<u128>(&text);
    let natures = nature::natures(game.rules());
    let worth = |name: &str| {
        let kind = game.rules().kinds().iter().position(|card| card.name == name).unwrap();
        natures[kind].value
    };
    for (name, measured) in [("knight", 300), ("bishop", 350), ("rook", 475), ("queen", 950), ("marshal", 900)] {
        assert!(worth(name).abs_diff(measured) < 30, "{name}: {}", worth(name));
    }
    assert!(worth("janus").abs_diff(875) < 60, "{}", worth("janus"));
}

#[test]
fn bare_kings_are_driven_where_they_are_mated_and_what_cannot_mate_is_worth_little() {
    let game = game::<u128>(JANUS);
    let order = |fens: &[&str]| {
        let values: Vec<_> = fens.iter().map(|fen| value(&game, fen)).collect();
        assert!(values.is_sorted() && values[0] > 500 && values.first() < values.last(), "{fens:?}: {values:?}");
    };
    order(&[
        "10/10/10/4k5/10/1J8/10/4K5 w - - 0 1",
        "10/4k5/10/10/10/1J8/10/4K5 w - - 0 1",
        "4k5/10/10/10/10/1J8/10/4K5 w - - 0 1",
    ]);
    for fen in ["10/10/4k5/10/10/2NN6/4K5/10 w - - 0 1", "10/10/3bk5/10/10/3R6/4K5/10 w - - 0 1"] {
        assert!(value(&game, fen).abs() < 80, "{fen}: {}", value(&game, fen));
    }
}

#[test]
fn an_advantage_beyond_all_bounds_is_no_disadvantage() {
    let game = game::<Wide>(LARGE);
    let queens = "QQQQQQQQQQQQQQQQ/".repeat(8);
    let fen = format!("k15/16/16/{queens}16/16/16/16/K15 b - - 0 1");
    assert!(value(&game, &fen) < -20_000, "{}", value(&game, &fen));
}

#[test]
fn nobodys_man_counts_for_nobody() {
    let text = "from = \"chess\"\ngoal = \"capture\"\nroamer = { name = \"behemoth\", steps = 4, glyph = \"*\" }\n\
                start = \"rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n";
    let game = Definition::read(text).and_then(|definition| definition.build_roaming::<u64>()).unwrap();
    let game = Arc::new(game);
    let lesson = Lesson::new(Arc::clone(&game), "");
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/2*5/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP*PPP/RNBQKBNR b KQkq - 0 1",
        "4k3/8/8/8/8/3*4/8/4K2R w - - 0 1",
    ] {
        let at = game.read_position(fen).unwrap();
        let mut general = General::new();
        general.reset(&game, &at);
        let value = general.value(&game, &at).value();
        let seen = if at.turn() == Side::First { value } else { -value };
        assert_eq!(lesson.explain(&at).value.value(), seen, "{fen}");
        assert!(lesson.explain(&at).credits.iter().all(|credit| !credit.term.contains("behemoth")), "{fen}");
    }
}

/// How long a value takes; not a law, so it is only printed. Run with `--release --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn time_of_a_value() {
    let game = game::<u128>(JANUS);
    let mut general = General::new();
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
                (fresh(&game, &mut general, &next), next)
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
            sum += i64::from(general.value(&game, at).value());
        }
        begun.elapsed().as_nanos() / positions.len() as u128
    });
    let best = rounds.min().unwrap();
    println!("{best} ns a value, {} positions, sum {sum}", positions.len());
}
