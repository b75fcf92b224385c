//! Captures in every code: a set of puzzles with the source of each rule, and a plain generator to compare with.

mod reference;

use reference::Plain;
use std::collections::BTreeSet;
use tabula_core::{Dice, Game, Notation};
use tabula_draughts::code::{self, CODES, Code, Landing, Removal};
use tabula_draughts::{Draughts, Move, Position};

const PUZZLES: &str = include_str!("puzzles.txt");

fn legal(game: &Draughts, at: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    moves
}

fn plain(game: &Draughts, m: Move) -> Plain {
    let number = |place: u8| game.code().board.number(u32::from(place));
    (number(m.from), number(m.to), game.captured_numbers(m).into_iter().collect())
}

/// Both generators, compared; no move twice.
fn agreed(game: &Draughts, at: &Position) -> BTreeSet<Plain> {
    let fast = legal(game, at);
    let name = || format!("{} {}", game.code().id, game.write_position(at));
    let set: BTreeSet<Plain> = fast.iter().map(|&m| plain(game, m)).collect();
    assert_eq!(set.len(), fast.len(), "a move is listed twice at {}", name());
    assert_eq!(set, reference::moves(game.code(), at), "at {}", name());
    assert_eq!(game.count(at), fast.len() as u64, "at {}", name());
    set
}

#[test]
fn every_puzzle_has_the_moves_that_its_rule_says() {
    let mut puzzles = 0;
    for (number, line) in (1..).zip(PUZZLES.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [id, fen, moves, after, why] = fields[..] else { panic!("line {number}: expected five fields") };
        let code =
            CODES.into_iter().find(|code| code.id == id).unwrap_or_else(|| panic!("line {number}: no code {id}"));
        let game = Draughts::new(code);
        let at = game.read_position(fen).unwrap_or_else(|faults| panic!("line {number}: {faults}"));
        let read =
            |text: &str| game.read_move(&at, text).unwrap_or_else(|fault| panic!("line {number}: {fault} ({why})"));
        let expected: Vec<Move> = moves.split_whitespace().map(read).collect();
        let set: BTreeSet<Plain> = expected.iter().map(|&m| plain(&game, m)).collect();
        assert_eq!(set.len(), expected.len(), "line {number}: a move twice");
        assert_eq!(agreed(&game, &at), set, "line {number}: {why}");
        let mut next = at;
        game.play(&mut next, expected[0], &mut ());
        assert_eq!(game.write_position(&next).split(":H").next(), Some(after), "line {number}: {why}");
        puzzles += 1;
    }
    assert!(puzzles >= 30, "{puzzles} puzzles");
}

#[test]
fn captures_that_begin_and_end_alike_are_written_with_their_way() {
    let game = Draughts::new(code::CZECH);
    let at = game.read_position("W:W30:B9,10,11,18,19,26").unwrap();
    let mut texts: Vec<String> = legal(&game, &at).into_iter().map(|m| game.write_move(&at, m)).collect();
    texts.sort();
    assert_eq!(texts, ["30x23x14x7", "30x23x16x7", "30x5"]);
    for text in ["30x14x7", "30:14:7", "c1xc5xe7", "c1c5e7", "30x7:10,18,26", " 30 x 23 x 14 x 7 "] {
        let m = game.read_move(&at, text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(game.captured_numbers(m), [10, 18, 26], "{text}");
    }
    let russian = Draughts::new(code::RUSSIAN);
    let shot = russian.read_position("W:W22:B18,26").unwrap();
    let people: Vec<String> =
        legal(&russian, &shot).into_iter().map(|m| russian.write_move_for_people(&shot, m)).collect();
    assert_eq!(people, ["c3:e5", "c3:e1"]);
    let fault = game.read_move(&at, "30x7").unwrap_err();
    assert!(fault.what.contains("may be several captures"), "{fault}");
    for (text, what) in [
        ("30x19x7", "'30x19x7' is not legal here, where a capture is obligatory"),
        ("30-25", "'30-25' is not legal here, where a capture is obligatory"),
        ("30x99", "'99' is no square; they are 1 to 32"),
        ("30", "expected a move such as 22-18 or 26x17, found '30'"),
    ] {
        assert_eq!(game.read_move(&at, text).unwrap_err().what, what);
    }
}

/// A position with pieces at random, a third of them kings.
fn scattered(game: &Draughts, dice: &mut Dice) -> Option<Position> {
    let board = game.code().board;
    let mut lists = [Vec::new(), Vec::new()];
    let mut free: Vec<u32> = (1..=board.squares()).collect();
    dice.shuffle(&mut free);
    for list in &mut lists {
        let count = 1 + dice.below(game.code().most_pieces() as usize);
        for number in free.split_off(free.len().saturating_sub(count)) {
            let king = if dice.below(3) == 0 { "K" } else { "" };
            list.push(format!("{king}{number}"));
        }
    }
    let turn = ["W", "B"][dice.below(2)];
    let text = format!("{turn}:W{}:B{}", lists[0].join(","), lists[1].join(","));
    game.read_position(&text).ok()
}

/// The codes, and the readings of the Czech rules that are none of them.
fn codes() -> Vec<Code> {
    let mut codes = CODES.to_vec();
    codes.push(Code { id: "czech-free", landing: Landing::Any, ..code::CZECH });
    codes.push(Code { id: "thesis-free", landing: Landing::Any, removal: Removal::AtOnce, ..code::CZECH });
    codes
}

#[test]
fn the_plain_generator_agrees_on_scattered_positions() {
    for code in codes() {
        let game = Draughts::new(code);
        let mut dice = Dice::new(11);
        let mut captures = 0;
        for _ in 0..6000 {
            let Some(at) = scattered(&game, &mut dice) else { continue };
            captures += u32::from(agreed(&game, &at).iter().any(|m| m.2.len() > 1));
        }
        assert!(captures > 200, "{}: only {captures} positions with multiple captures", code.id);
    }
}

#[test]
fn the_plain_generator_agrees_in_random_games() {
    for code in codes() {
        let game = Draughts::new(code);
        let mut dice = Dice::new(12);
        for _ in 0..40 {
            let mut at = game.start();
            for _ in 0..120 {
                agreed(&game, &at);
                let moves = legal(&game, &at);
                let Some(&m) = dice.pick(&moves) else { break };
                game.play(&mut at, m, &mut ());
                let again = game.read_position(&game.write_position(&at)).expect("what was written can be read");
                assert_eq!(game.key(&at), game.key(&again));
            }
        }
    }
}
