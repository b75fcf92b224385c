//! Legal moves, counts and games against generators made elsewhere: every draughts file of the oracle.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a broken oracle stops the test, an absent one is told")]

use serde_json::Value;
use tabula_core::perft::{divide, perft};
use tabula_core::{Claims, Game, Line, Notation, Side};
use tabula_draughts::code::{self, Code, Landing, Removal};
use tabula_draughts::{Draughts, Move, Position};

/// More leaves than these are left to the deeper counts of `counts.rs`.
const LEAVES: u64 = 1_200_000;

fn oracle(file: &str) -> Option<Value> {
    let path = format!("{}/../../../shared/oracle/public/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {path} is absent");
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}

/// A move as the oracle writes it: `22-18`, `29x13:9,10,25`.
fn name(game: &Draughts, m: Move) -> String {
    let number = |place: u8| game.code().board.number(u32::from(place));
    let captured: Vec<String> = game.captured_numbers(m).iter().map(u32::to_string).collect();
    let (from, to) = (number(m.from), number(m.to));
    if captured.is_empty() { format!("{from}-{to}") } else { format!("{from}x{to}:{}", captured.join(",")) }
}

fn names(game: &Draughts, at: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    let mut names: Vec<String> = moves.into_iter().map(|m| name(game, m)).collect();
    names.sort();
    names
}

fn listed(moves: &Value) -> Vec<String> {
    let mut names: Vec<String> = moves.as_str().unwrap().split_whitespace().map(str::to_string).collect();
    names.sort();
    names
}

fn check_counts(game: &Draughts, item: &Value, field: &str) {
    let Some(counts) = item.get(field) else { return };
    let fen = item["fen"].as_str().unwrap();
    let at = game.read_position(fen).unwrap_or_else(|faults| panic!("{fen}: {faults}"));
    for (depth, count) in (1..).zip(counts.as_array().unwrap()) {
        let count = count.as_u64().unwrap();
        if count > LEAVES {
            break;
        }
        assert_eq!(perft(game, &at, depth), count, "{field} of {} at depth {depth}: {fen}", item["id"]);
    }
}

fn check_file(file: &str, game: &Draughts) {
    let Some(oracle) = oracle(file) else { return };
    let positions = oracle["positions"].as_array().unwrap();
    assert!(!positions.is_empty());
    for item in positions {
        let fen = item["fen"].as_str().unwrap();
        let at = game.read_position(fen).unwrap_or_else(|faults| panic!("{fen}: {faults}"));
        assert_eq!(names(game, &at), listed(&item["moves"]), "the moves at {fen}");
        check_counts(game, item, "perft");
        if let Some(parts) = item.get("divide") {
            let depth = parts["depth"].as_u64().unwrap() as u32;
            let parts = parts["nodes"].as_object().unwrap();
            let ours = divide(game, &at, depth);
            assert_eq!(ours.len(), parts.len());
            for (m, nodes) in ours {
                assert_eq!(Some(nodes), parts[&name(game, m)].as_u64(), "below {} at {fen}", name(game, m));
            }
        }
    }
}

#[test]
fn czech_moves_and_counts_are_those_of_the_oracle() {
    check_file("draughts_czech_perft", &Draughts::new(code::CZECH));
}

#[test]
fn english_moves_and_counts_are_those_of_the_oracle() {
    check_file("draughts_english_perft", &Draughts::new(code::ENGLISH));
}

#[test]
fn russian_moves_and_counts_are_those_of_the_oracle() {
    check_file("draughts_russian_perft", &Draughts::new(code::RUSSIAN));
}

#[test]
fn brazilian_moves_and_counts_are_those_of_the_oracle() {
    check_file("draughts_brazilian_perft", &Draughts::new(code::BRAZILIAN));
}

#[test]
fn international_moves_and_counts_are_those_of_the_oracle() {
    check_file("draughts_international_perft", &Draughts::new(code::INTERNATIONAL));
}

#[test]
fn the_other_readings_of_czech_captures_count_as_the_oracle_says() {
    let Some(oracle) = oracle("draughts_czech_perft") else { return };
    let free = Code { id: "czech-free", landing: Landing::Any, ..code::CZECH };
    let thesis_free = Code { id: "thesis-free", landing: Landing::Any, removal: Removal::AtOnce, ..code::CZECH };
    let free = Draughts::new(free);
    let thesis_free = Draughts::new(thesis_free);
    for item in oracle["positions"].as_array().unwrap() {
        check_counts(&free, item, "perft_free_landing");
        check_counts(&Draughts::new(code::CZECH_THESIS), item, "perft_immediate_removal");
        check_counts(&thesis_free, item, "perft_immediate_removal_and_free_landing");
        if let Some(moves) = item.get("moves_immediate_removal_and_free_landing") {
            let at = thesis_free.read_position(item["fen"].as_str().unwrap()).unwrap();
            assert_eq!(names(&thesis_free, &at), listed(moves), "the moves at {}", item["fen"]);
        }
    }
}

/// Plays the moves of a game; where a draw is due before the end, the oracle must have gone on.
fn replay(game: &Draughts, item: &Value) -> Line<Draughts> {
    let start = game.read_position(item["start"].as_str().unwrap()).unwrap();
    let mut line = Line::from(game, start);
    for text in item["moves"].as_array().unwrap() {
        let text = text.as_str().unwrap();
        assert_eq!(line.outcome(game, Claims::Taken), None, "{} goes on after its end", item["id"]);
        let m = game.read_move(line.now(), text).unwrap_or_else(|fault| panic!("{}: {fault}", item["id"]));
        assert_eq!(name(game, m), text);
        line.play(game, m);
    }
    line
}

#[test]
fn czech_games_end_as_the_oracle_says() {
    let Some(oracle) = oracle("draughts_czech_games") else { return };
    let game = Draughts::new(code::CZECH);
    for item in oracle["games"].as_array().unwrap() {
        let line = replay(&game, item);
        let end = item["end"].as_str().unwrap();
        let outcome = line.outcome(&game, Claims::Taken);
        let winner = outcome.map(|outcome| outcome.winner);
        let expected = match end {
            _ if end.contains("white wins") => Some(Some(Side::First)),
            _ if end.contains("black wins") => Some(Some(Side::Second)),
            _ if end.contains("draw") || end.contains("third") || end.contains("15 moves") => Some(None),
            _ => None,
        };
        assert_eq!(winner, expected, "{}: {end}", item["id"]);
        let last = game.read_position(item["final"].as_str().unwrap()).unwrap();
        assert_eq!(game.key(line.now()), game.key(&last), "{}", item["id"]);
        let quiet = item["plies_since_capture_or_man_move"].as_u64().unwrap();
        assert_eq!(u64::from(game.quiet_plies(line.now())), quiet, "{}", item["id"]);
        check_thesis_count(item);
    }
}

/// Under the rules of the thesis only captures end a quiet stretch.
fn check_thesis_count(item: &Value) {
    let game = Draughts::new(Code { id: "czech-thesis-count", removal: Removal::AfterMove, ..code::CZECH_THESIS });
    let start = game.read_position(item["start"].as_str().unwrap()).unwrap();
    let mut line = Line::from(&game, start);
    for text in item["moves"].as_array().unwrap() {
        let m = game.read_move(line.now(), text.as_str().unwrap()).unwrap();
        line.play(&game, m);
    }
    let quiet = item["plies_since_capture"].as_u64().unwrap();
    assert_eq!(u64::from(game.quiet_plies(line.now())), quiet, "{}", item["id"]);
}
