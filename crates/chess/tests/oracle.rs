//! Everything that independent programs say about chess and Chess960, from the oracle beside the
//! repository; skipped with a message where it is absent.

use serde_json::Value;
use std::path::Path;
use tabula_chess::{chess, chess960};
use tabula_core::perft::{divide, perft};
use tabula_core::{Claims, Game, Line, Notation, Outcome};

fn oracle(name: &str) -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracle/public").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(serde_json::from_str(&text).expect("the oracle is JSON")),
        Err(_) => {
            println!("skipped: no oracle at {}", path.display());
            None
        }
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key}"))
}

fn check_positions(game: &impl Notation, file: &Value) {
    for item in list(file, "positions") {
        let id = &item["id"];
        let fen = item["fen"].as_str().expect("a position");
        let at = game.read_position(fen).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        if let Some(xfen) = item["xfen"].as_str() {
            assert_eq!(game.read_position(xfen).as_ref(), Ok(&at), "{id}: X-FEN");
            let rights = |text: &str| text.split(' ').nth(2).map(str::to_owned);
            assert_eq!(rights(&game.write_position(&at)), rights(xfen), "{id}: castling rights as written");
        }
        let mut moves = Vec::new();
        game.moves(&at, &mut moves);
        let mut texts: Vec<String> = moves.iter().map(|&m| game.write_move(&at, m)).collect();
        texts.sort();
        assert_eq!(texts.join(" "), item["moves"].as_str().unwrap_or_default(), "{id}: moves");
        for (i, nodes) in list(item, "perft").iter().enumerate() {
            assert_eq!(Some(perft(game, &at, i as u32 + 1)), nodes.as_u64(), "{id}: perft {}", i + 1);
        }
        if let Some(depth) = item["divide"]["depth"].as_u64() {
            for (m, nodes) in divide(game, &at, depth as u32) {
                let name = game.write_move(&at, m);
                assert_eq!(Some(nodes), item["divide"]["nodes"][&name].as_u64(), "{id}: {name}");
            }
        }
    }
}

#[test]
fn chess_agrees_with_stockfish_and_python_chess() {
    if let Some(file) = oracle("chess_perft.json") {
        check_positions(&chess(), &file);
    }
}

#[test]
fn chess960_agrees_with_stockfish_and_python_chess() {
    if let Some(file) = oracle("chess960_perft.json") {
        check_positions(&chess960(), &file);
    }
}

/// The oracle's word for how a game ended.
fn word(outcome: Outcome) -> &'static str {
    use tabula_core::Cause;
    match outcome.cause {
        Cause::Mate => "checkmate",
        Cause::Stalemate => "stalemate",
        Cause::DeadMaterial => "insufficient_material",
        Cause::Repetition => "threefold_repetition_claimable",
        Cause::NoProgress => "fifty_moves_claimable",
        _ => "something else",
    }
}

#[test]
fn games_end_when_and_as_python_chess_says() {
    let Some(file) = oracle("chess_games.json") else { return };
    let game = chess();
    for item in list(&file, "games") {
        let id = &item["id"];
        let mut line = Line::new(&game);
        for text in item["moves"].as_str().unwrap_or_default().split(' ') {
            assert_eq!(line.outcome(&game, Claims::Taken), None, "{id}: over before {text}");
            let m = game.read_move(line.now(), text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
            line.play(&game, m);
        }
        assert_eq!(game.write_position(line.now()), item["final_fen_ep_if_legal"].as_str().unwrap(), "{id}");
        let outcome = line.outcome(&game, Claims::Taken).unwrap_or_else(|| panic!("{id}: not over"));
        assert_eq!(outcome.points(), item["result"].as_str().unwrap(), "{id}");
        assert_eq!(word(outcome), item["termination"].as_str().unwrap(), "{id}");
    }
}

#[test]
fn mates_and_stalemates_are_told_apart() {
    let Some(file) = oracle("terminal_positions.json") else { return };
    let game = chess();
    let items = list(&file, "positions").iter().filter(|item| item["game"] == "chess");
    for item in items {
        let fen = item["fen"].as_str().unwrap();
        let at = game.read_position(fen).unwrap_or_else(|faults| panic!("{fen}: {faults}"));
        assert_eq!(game.count(&at), 0, "{fen}");
        assert_eq!(word(game.stuck(&at)), item["status"].as_str().unwrap(), "{fen}");
        assert_eq!(game.stuck(&at).points(), item["result"].as_str().unwrap(), "{fen}");
    }
}
