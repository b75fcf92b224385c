//! Classes of positions, with value and best moves, against an enumeration made elsewhere (the public half of it).

use serde_json::Value;
use tabula_core::{Game, Notation, Side, Square};
use tabula_rows::TicTacToe;
use tabula_rows::tictactoe::Board;

/// The result of best play for X: 1, 0 or -1.
fn value(at: &Board) -> i64 {
    if let Some(outcome) = TicTacToe.ended(at) {
        return if outcome.winner == Some(Side::First) { 1 } else { -1 };
    }
    let values = moves(at).into_iter().map(|cell| value(&after(at, cell)));
    let best = if TicTacToe.mover(at) == Side::First.into() { values.max() } else { values.min() };
    best.unwrap_or(0)
}

fn moves(at: &Board) -> Vec<Square> {
    let mut moves = Vec::new();
    TicTacToe.moves(at, &mut moves);
    moves
}

fn after(at: &Board, cell: Square) -> Board {
    let mut next = *at;
    TicTacToe.play(&mut next, cell, &mut ());
    next
}

/// Our text of a picture such as `....X..O.`, read from a1 on; mirrored against the file's own order, which
/// changes neither value nor cell numbers.
fn text(picture: &str) -> String {
    let cells: Vec<String> = picture.chars().map(|c| if c == '.' { "1".into() } else { c.to_string() }).collect();
    let ranks: Vec<String> = cells.chunks(3).rev().map(<[String]>::concat).collect();
    let stones = |side| picture.matches(side).count();
    format!("{} {}", ranks.join("/"), if stones('X') > stones('O') { 'o' } else { 'x' })
}

#[test]
fn every_class_of_the_oracle_has_its_value_and_its_best_moves() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/oracle/public/tictactoe.json");
    let Ok(file) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is absent");
        return;
    };
    let oracle: Value = serde_json::from_str(&file).unwrap();
    let classes = oracle["positions"].as_array().unwrap();
    assert!(!classes.is_empty(), "{path} holds no positions");
    println!("{} of 765 classes", classes.len());
    for class in classes {
        let picture = class[0].as_str().unwrap();
        let at = TicTacToe.read_position(&text(picture)).unwrap_or_else(|faults| panic!("{picture}: {faults}"));
        assert_eq!(Some(value(&at)), class[1].as_i64(), "the value of {picture}");
        let over = moves(&at).is_empty();
        let turn = match TicTacToe.mover(&at) {
            _ if over => "-",
            mover if mover == Side::First.into() => "X",
            _ => "O",
        };
        assert_eq!(Some(turn), class[2].as_str(), "the turn at {picture}");
        let best: Vec<Value> = moves(&at)
            .into_iter()
            .filter(|&cell| value(&after(&at, cell)) == value(&at))
            .map(|cell| cell.0.into())
            .collect();
        assert_eq!(&best, class[3].as_array().unwrap(), "the best moves at {picture}");
    }
}
