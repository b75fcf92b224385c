//! Behemoth chess against the oracle's own slow referee; skipped with a message where that is absent.

#![expect(clippy::print_stdout, reason = "a skipped test says so")]

use serde_json::Value;
use std::path::Path;
use tabula_chess::{Chess, Definition, Loaded, Move};
use tabula_core::{Cause, Game, Line, Mover, Notation, Side};

type Behemoth = Chess<u64, Loaded<u64, true>>;

fn game() -> Behemoth {
    let text = include_str!("../../../../definitions/behemoth.toml");
    Definition::read(text).and_then(|definition| definition.build_roaming()).expect("a sound definition")
}

fn oracle() -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/oracle/public/behemoth.json");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: no oracle at {}", path.display());
        return None;
    };
    Some(serde_json::from_str(&text).expect("the oracle is JSON"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a Vec<Value> {
    value[key].as_array().unwrap_or_else(|| panic!("no list {key}"))
}

/// `["NE", 2]` as we write it.
fn roll(value: &Value) -> String {
    format!("{}{}", value[0].as_str().expect("a direction"), value[1])
}

type At = <Behemoth as Game>::Position;

fn play(game: &Behemoth, at: &At, text: &str) -> At {
    let mut next = at.clone();
    let m = game.read_move(at, text).unwrap_or_else(|fault| panic!("{fault}"));
    game.play(&mut next, m, &mut ());
    next
}

fn moves(game: &Behemoth, at: &At) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    moves
}

/// The sequences of `depth` moves of the players, the die falling as the script says.
fn scripted(game: &Behemoth, at: &At, depth: usize, script: &[Value]) -> u64 {
    let moves = moves(game, at);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|m| {
            let mut next = at.clone();
            game.play(&mut next, m, &mut ());
            if game.mover(&next) == Mover::Chance {
                next = play(game, &next, &roll(&script[0]));
            }
            scripted(game, &next, depth - 1, &script[1..])
        })
        .sum()
}

#[test]
fn thirty_two_rolls_are_equally_likely_and_wrap_round_the_board() {
    let Some(file) = oracle() else { return };
    let game = game();
    for table in list(&file, "outcome_tables") {
        let square = table["square"].as_str().unwrap();
        let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
        let row = |digits: [u8; 2]| digits.map(|n| if n == 0 { String::new() } else { n.to_string() });
        let [before, after] = row([file, 7 - file]);
        // Kings where no roll of the table's squares matters: it is asked for the ways alone.
        let mut ranks = vec!["8".to_owned(); 8];
        ranks[usize::from(7 - rank)] = format!("{before}*{after}");
        let at = game.read_study(&format!("{} *w - - 0 1", ranks.join("/")));
        let at = at.unwrap_or_else(|faults| panic!("{square}: {faults}"));
        assert!(game.ended(&at).is_some(), "without kings nobody plays");
        let mut rolls = Vec::new();
        game.chances(&at, &mut rolls);
        assert_eq!(rolls.len(), 32);
        assert!(rolls.iter().all(|&(_, weight)| weight == 1));
        for outcome in list(table, "outcomes") {
            let goal = outcome[2].as_array().and_then(|way| way.last()).and_then(Value::as_str).unwrap();
            let name = roll(outcome);
            let (m, _) = rolls.iter().find(|(m, _)| game.write_move(&at, *m) == name).unwrap();
            assert_eq!(game.shape().name(m.to()), goal, "{square} {name}");
        }
    }
}

#[test]
fn positions_agree_with_the_oracle() {
    let Some(file) = oracle() else { return };
    let game = game();
    for item in list(&file, "positions") {
        let id = &item["id"];
        let at = game.read_position(item["fen"].as_str().unwrap()).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        let mut texts: Vec<String> = moves(&game, &at).iter().map(|&m| game.write_move(&at, m)).collect();
        texts.sort();
        assert_eq!(texts.join(" "), item["moves"].as_str().unwrap_or_default(), "{id}");
        for (i, nodes) in list(item, "perft_with_script").iter().enumerate() {
            assert_eq!(
                Some(scripted(&game, &at, i + 1, list(item, "script"))),
                nodes.as_u64(),
                "{id}: depth {}",
                i + 1
            );
        }
        let (mut seconds, mut rolled) = (0, 0);
        for m in moves(&game, &at) {
            let mut next = at.clone();
            game.play(&mut next, m, &mut ());
            let mut rolls = Vec::new();
            if game.mover(&next) == Mover::Chance {
                game.chances(&next, &mut rolls);
            }
            for (roll, _) in rolls {
                let mut after = next.clone();
                game.play(&mut after, roll, &mut ());
                seconds += moves(&game, &after).len() as u64;
                rolled += 1;
            }
        }
        assert_eq!(Some(rolled), item["chance_nodes_depth1"].as_u64(), "{id}");
        assert_eq!(Some(seconds), item["second_moves_over_all_outcomes"].as_u64(), "{id}");
        check_outcomes(&game, &at, id, &item["all_outcomes_after"]);
    }
}

fn check_outcomes(game: &Behemoth, at: &At, id: &Value, after: &Value) {
    let Some(text) = after["move"].as_str() else { return };
    let next = play(game, at, text);
    for outcome in list(after, "outcomes") {
        let name = roll(outcome);
        let rolled = play(game, &next, &name);
        let expected = game.read_position(outcome[3].as_str().unwrap_or_default()).expect("a position");
        assert_eq!(game.write_position(&rolled), game.write_position(&expected), "{id} {text} {name}");
        let winner = match game.ended(&rolled).map(|outcome| outcome.winner) {
            None => None,
            Some(Some(Side::First)) => Some("white"),
            Some(Some(Side::Second)) => Some("black"),
            Some(None) => Some("draw"),
        };
        assert_eq!(winner, outcome[4].as_str(), "{id} {text} {name}");
    }
}

#[test]
fn starts_with_a_script_agree_with_the_oracle() {
    let Some(file) = oracle() else { return };
    let game = game();
    for item in list(&file, "start_scripts") {
        for (i, nodes) in list(item, "perft").iter().enumerate() {
            let script = list(item, "script");
            assert_eq!(Some(scripted(&game, &game.start(), i + 1, script)), nodes.as_u64(), "depth {}", i + 1);
        }
    }
}

#[test]
fn games_are_lost_with_the_king_and_drawn_when_both_kings_go() {
    let Some(file) = oracle() else { return };
    let game = game();
    for item in list(&file, "games") {
        let id = &item["id"];
        let mut line = Line::new(&game);
        for ply in item["plies"].as_array().unwrap() {
            for text in [&ply[0], &ply[1]].into_iter().filter_map(Value::as_str) {
                let m = game.read_move(line.now(), text).unwrap_or_else(|fault| panic!("{id}: {fault}"));
                line.play(&game, m);
            }
        }
        let expected = game.read_position(item["final_fen"].as_str().unwrap()).unwrap();
        assert_eq!(game.write_position(line.now()), game.write_position(&expected), "{id}");
        let result = item["result"].as_str().unwrap();
        match game.ended(line.now()) {
            Some(outcome) => {
                assert_eq!(outcome.cause, Cause::RoyalLost);
                let winner = outcome.winner.map_or("draw", |side| if side == Side::First { "white" } else { "black" });
                assert!(result.starts_with(winner), "{id}: {result}, found {winner}");
            }
            None => assert!(!result.starts_with("white") && !result.starts_with("black"), "{id}: {result}"),
        }
    }
}

#[test]
fn the_behemoth_is_in_everyones_way_and_both_kings_lost_at_once_are_a_draw() {
    let game = game();
    let at = game.start();
    assert_eq!(moves(&game, &at).len(), 19, "d2d4 is blocked");
    let both = game.read_position("4k3/8/8/8/8/8/4K3/4*3 *w - - 0 1").unwrap();
    assert_eq!(game.ended(&play(&game, &both, "N1")).unwrap().winner, Some(Side::Second));
    let both = game.read_position("8/8/8/8/4k3/4K3/4*3/8 *w - - 0 1").unwrap();
    assert_eq!(game.ended(&play(&game, &both, "N2")).unwrap().winner, None);
    assert_eq!(game.read_move(&both, "X2").unwrap_err().what.split(':').next(), Some("'X2' is no roll"));
}
