//! Everything that independent programs say about chess and Chess960, from the oracle beside the
//! repository; skipped with a message where it is absent.

#![expect(clippy::print_stdout, reason = "a skipped test says so")]

use serde_json::Value;
use std::path::Path;
use tabula_board::Bits;
use tabula_chess::{Chess, Definition, Loaded, Move, Rules, What, chess, chess960};
use tabula_core::perft::perft;
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

/// Two positions of the oracle cannot arise: the mover could take the king, and Fairy-Stockfish counts on without one. There
/// every count is compared but those behind that move.
fn check_positions<B: Bits, R: Rules<B>>(game: &Chess<B, R>, file: &Value) {
    for item in list(file, "positions") {
        let id = &item["id"];
        let fen = item["fen"].as_str().expect("a position");
        let at = game.read_study(fen).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        let impossible = game.read_position(fen).is_err();
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
        for (i, nodes) in list(item, "perft").iter().enumerate().filter(|_| !impossible) {
            assert_eq!(Some(perft(game, &at, i as u32 + 1)), nodes.as_u64(), "{id}: perft {}", i + 1);
        }
        let takes_king = |m: Move| at.man_on(m.to()).is_some_and(|(kind, _)| game.rules().is_royal(kind));
        if let Some(depth) = item["divide"]["depth"].as_u64() {
            for m in moves.into_iter().filter(|&m| m.what == What::Castle || !takes_king(m)) {
                let name = game.write_move(&at, m);
                let mut next = at.clone();
                game.play(&mut next, m, &mut ());
                let nodes = perft(game, &next, depth as u32 - 1);
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

/// A definition that ships.
fn shipped(id: &str) -> Definition {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../definitions/{id}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Definition::read(&text).unwrap_or_else(|faults| panic!("{id}: {faults}"))
}

fn game<B: Bits>(id: &str) -> Chess<B, Loaded<B>> {
    shipped(id).build().unwrap_or_else(|faults| panic!("{id}: {faults}"))
}

#[test]
fn variants_on_64_squares_agree_with_fairy_stockfish() {
    for id in ["maharajah", "amazon"] {
        if let Some(file) = oracle(&format!("{id}_perft.json")) {
            check_positions(&game::<u64>(id), &file);
        }
    }
}

#[test]
fn variants_on_larger_boards_agree_with_fairy_stockfish() {
    for id in ["janus", "embassy", "grand", "caparandom"] {
        if let Some(file) = oracle(&format!("{id}_perft.json")) {
            check_positions(&game::<u128>(id), &file);
        }
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

fn check_games<B: Bits, R: Rules<B>>(game: &Chess<B, R>, id: &str, file: &Value) {
    for item in list(file, "games").iter().filter(|item| item["id"].as_str().is_some_and(|name| name.starts_with(id))) {
        let id = &item["id"];
        let start = item["start"].as_str().expect("a start");
        let mut line = Line::from(game, game.read_position(start).unwrap_or_else(|faults| panic!("{id}: {faults}")));
        for text in item["moves"].as_str().unwrap_or_default().split(' ') {
            let m = game.read_move(line.now(), text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
            line.play(game, m);
        }
        let last = item["final_fen"].as_str().expect("a last position");
        // Squares that nobody can take on in passing are written by the oracle and not by us.
        assert_eq!(Ok(line.now()), game.read_position(last).as_ref(), "{id}");
        match item["termination"].as_str() {
            Some("cut") => assert!(game.count(line.now()) > 0, "{id}"),
            expected => {
                let outcome = line.outcome(game, Claims::Taken).unwrap_or_else(|| panic!("{id}: not over"));
                assert_eq!(Some(word(outcome)), expected, "{id}");
                assert_eq!(Some(outcome.points()), item["result"].as_str(), "{id}");
            }
        }
    }
}

fn check_ends<B: Bits, R: Rules<B>>(game: &Chess<B, R>, id: &str, file: &Value) {
    for item in list(file, "positions").iter().filter(|item| item["game"] == id) {
        let fen = item["fen"].as_str().expect("a position");
        let at = game.read_position(fen).unwrap_or_else(|faults| panic!("{fen}: {faults}"));
        assert_eq!(game.count(&at), 0, "{fen}");
        assert_eq!(Some(word(game.stuck(&at))), item["status"].as_str(), "{fen}");
        assert_eq!(Some(game.stuck(&at).points()), item["result"].as_str(), "{fen}");
    }
}

#[test]
fn games_of_variants_end_as_the_oracle_says() {
    let Some(file) = oracle("variant_games.json") else { return };
    for id in ["maharajah", "amazon"] {
        check_games(&game::<u64>(id), id, &file);
    }
    for id in ["janus", "embassy", "grand", "caparandom"] {
        check_games(&game::<u128>(id), id, &file);
    }
}

#[test]
fn mates_and_stalemates_are_told_apart() {
    let Some(file) = oracle("terminal_positions.json") else { return };
    check_ends(&chess(), "chess", &file);
    for id in ["maharajah", "amazon"] {
        check_ends(&game::<u64>(id), id, &file);
    }
    for id in ["janus", "embassy", "grand", "caparandom"] {
        check_ends(&game::<u128>(id), id, &file);
    }
}
