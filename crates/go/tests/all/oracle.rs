//! Rules, superko, counting and replays against programs made elsewhere: every Go file of the oracle.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a broken oracle stops the test, an absent one is told")]

use serde_json::Value;
use tabula_core::perft::perft;
use tabula_core::{Cause, Game, Man, Notation, Side, Square, Watch};
use tabula_go::{Go, Ko, Move, Position, Rules, count, gym};

fn oracle(file: &str) -> Option<Value> {
    let path = format!("{}/../../../shared/oracle/public/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {path} is absent");
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}

fn list<'a>(value: &'a Value, field: &str) -> &'a Vec<Value> {
    let items = value[field].as_array().unwrap();
    assert!(!items.is_empty(), "{field} holds nothing");
    items
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn game(item: &Value, rules: Rules) -> Go {
    Go::new(number(&item["size"]), rules).unwrap()
}

/// Our text of a picture, row by row.
fn rows(board: &Value) -> String {
    let rows: Vec<&str> = board.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    rows.join("/")
}

fn position(game: &Go, board: &Value, turn: &str) -> Position {
    game.read_position(&format!("{} {}", rows(board), turn.to_lowercase())).unwrap()
}

/// The action of `[row, column]` or of a bare number.
fn action(game: &Go, value: &Value) -> usize {
    match value.as_array() {
        Some(pair) => number(&pair[0]) * game.size() + number(&pair[1]),
        None => number(value),
    }
}

fn actions(game: &Go, values: &Value) -> Vec<usize> {
    let mut actions: Vec<usize> = values.as_array().unwrap().iter().map(|value| action(game, value)).collect();
    actions.sort_unstable();
    actions
}

fn of_points(game: &Go, points: impl IntoIterator<Item = Square>) -> Vec<usize> {
    let mut actions: Vec<usize> = points.into_iter().map(|point| gym::action(game, Move::At(point))).collect();
    actions.sort_unstable();
    actions
}

/// The legal moves without the pass, as actions.
fn legal(game: &Go, at: &Position) -> Vec<usize> {
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    let mut actions: Vec<usize> = moves.into_iter().map(|m| gym::action(game, m)).collect();
    actions.retain(|&action| action < game.points());
    actions.sort_unstable();
    actions
}

/// Hears what was taken.
#[derive(Default)]
struct Taken(Vec<Square>);

impl Watch for Taken {
    fn put(&mut self, _: Man, _: Square) {}

    fn lift(&mut self, _: Man, from: Square) {
        self.0.push(from);
    }
}

fn play(game: &Go, at: &mut Position, action: usize) -> Vec<usize> {
    let m = gym::from_action(game, action).unwrap();
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    assert!(moves.contains(&m), "{action} is not legal at {}", game.write_position(at));
    let mut taken = Taken::default();
    game.play(at, m, &mut taken);
    at.verify().unwrap();
    of_points(game, taken.0)
}

/// What the mover may not take although it is empty, also after the end.
fn forbidden(game: &Go, at: &Position) -> Vec<usize> {
    of_points(game, game.forbidden(at))
}

#[test]
fn single_moves_do_what_the_vectors_say() {
    let Some(oracle) = oracle("go_rules") else { return };
    for vector in list(&oracle, "vectors") {
        let id = &vector["id"];
        let game = game(vector, Rules::GYMGO);
        let mut at = position(&game, &vector["board"], vector["to_move"].as_str().unwrap());
        let number = action(&game, &vector["move"]);
        assert_eq!(number, action(&game, &vector["action"]));
        let is_legal = legal(&game, &at).contains(&number);
        assert_eq!(Some(is_legal), vector["legal"].as_bool(), "{id}");
        if !is_legal {
            let name = game.write_move(&at, gym::from_action(&game, number).unwrap());
            let fault = game.read_move(&at, &name).unwrap_err().to_string();
            let why = if vector["reason"] == "occupied" { "taken" } else { "suicide" };
            assert!(fault.contains(why), "{id}: {fault}");
            continue;
        }
        assert_eq!(play(&game, &mut at, number), actions(&game, &vector["captured"]), "{id}");
        let turn = if at.turn() == Side::First { "b" } else { "w" };
        let after = position(&game, &vector["board_after"], turn);
        for point in (0..game.points() as u16).map(Square) {
            assert_eq!(at.stone(point), after.stone(point), "{id}");
        }
        let ko = at.ko().map(|point| gym::action(&game, Move::At(point)));
        let wanted = vector["ko_point"].as_array().map(|_| action(&game, &vector["ko_point"]));
        assert_eq!(ko, wanted, "{id}");
        assert_eq!(forbidden(&game, &at), actions(&game, &vector["forbidden_empty_points_for_opponent"]), "{id}");
    }
}

#[test]
fn the_figure_of_the_founding_document_has_its_groups() {
    let Some(oracle) = oracle("go_rules") else { return };
    let figure = &oracle["thesis_figure_10"];
    let game = game(figure, Rules::GYMGO);
    let at = position(&game, &figure["board"], "b");
    assert_eq!(forbidden(&game, &at), actions(&game, &figure["forbidden_empty_points"]));
    let Some(Move::At(point)) = gym::from_action(&game, action(&game, &figure["group_at"])) else { panic!("a pass") };
    assert_eq!(of_points(&game, at.chain(point)), actions(&game, &figure["group_stones"]));
    assert_eq!(at.liberties(point), list(figure, "group_liberties").len());
}

#[test]
fn sequences_have_the_state_after_each_ply() {
    let Some(oracle) = oracle("go_rules") else { return };
    for sequence in list(&oracle, "sequences") {
        let id = &sequence["id"];
        let game = game(sequence, Rules::GYMGO);
        let mut at = game.start();
        for ply in list(sequence, "plies") {
            assert_eq!(play(&game, &mut at, number(&ply["action"])), actions(&game, &ply["captured"]), "{id}");
            let ko = at.ko().map(|point| gym::action(&game, Move::At(point)));
            assert_eq!(ko, ply["ko"].as_u64().map(|ko| ko as usize), "{id}");
            assert_eq!(Some(game.ended(&at).is_some()), ply["over"].as_bool(), "{id}");
            assert_eq!(forbidden(&game, &at), actions(&game, &ply["forbidden_empty"]), "{id}");
        }
        assert_eq!(usize::from(at.prisoners(Side::First)), number(&sequence["captures_by_black"]), "{id}");
        assert_eq!(usize::from(at.prisoners(Side::Second)), number(&sequence["captures_by_white"]), "{id}");
    }
}

#[test]
fn sequences_are_as_many_as_counted() {
    let Some(oracle) = oracle("go_rules") else { return };
    for item in list(&oracle, "sequence_counts") {
        let ko = if item["ko_rule"] == "simple" { Ko::Simple } else { Ko::Positional };
        let game = game(item, Rules { ko, ..Rules::GYMGO });
        for (depth, count) in (1..).zip(list(item, "perft")) {
            assert_eq!(Some(perft(&game, &game.start(), depth)), count.as_u64(), "{item} at depth {depth}");
        }
    }
}

#[test]
fn superko_forbids_what_it_should() {
    let Some(oracle) = oracle("go_superko") else { return };
    let rules = [Ko::Simple, Ko::Positional, Ko::Situational].map(|ko| Rules { ko, ..Rules::GYMGO });
    for case in list(&oracle, "cases") {
        let id = &case["id"];
        let [simple, positional, situational] = rules.map(|rules| game(case, rules));
        if case.get("actions").is_none() {
            check_cycle(
                case,
                &simple,
                &[(&positional, "repeats_position"), (&situational, "repeats_position_and_mover")],
            );
            continue;
        }
        let all = actions_in_order(&case["actions"]);
        let after = |game: &Go| {
            // Under a stricter rule the same moves may be illegal on the way: only their positions count.
            all.iter().fold(game.start(), |mut at, &number| {
                game.play(&mut at, gym::from_action(game, number).unwrap(), &mut ());
                at
            })
        };
        let free = legal(&simple, &after(&simple));
        assert_eq!(free, actions(&simple, &case["legal_simple_ko"]), "{id}");
        for (game, field) in
            [(&positional, "illegal_positional_superko"), (&situational, "illegal_situational_superko")]
        {
            let illegal = actions(game, &case[field]);
            let wanted: Vec<usize> = free.iter().copied().filter(|number| !illegal.contains(number)).collect();
            assert_eq!(legal(game, &after(game)), wanted, "{id}: {field}");
        }
    }
}

fn actions_in_order(values: &Value) -> Vec<usize> {
    values.as_array().unwrap().iter().map(number).collect()
}

/// A cycle from a set-up position, move by move.
fn check_cycle(case: &Value, simple: &Go, strict: &[(&Go, &str)]) {
    let start = |game: &Go| position(game, &case["start"], case["to_move"].as_str().unwrap());
    let mut at = start(simple);
    let mut others: Vec<Position> = strict.iter().map(|(game, _)| start(game)).collect();
    for ply in list(case, "plies") {
        let number = action(simple, &ply["move"]);
        assert_eq!(Some(legal(simple, &at).contains(&number)), ply["legal_simple_ko"].as_bool());
        for ((game, field), other) in strict.iter().zip(&mut others) {
            assert_eq!(Some(!legal(game, other).contains(&number)), ply[field].as_bool(), "{field} at {ply}");
            game.play(other, gym::from_action(game, number).unwrap(), &mut ());
        }
        play(simple, &mut at, number);
    }
}

#[test]
fn counts_are_those_of_the_oracle() {
    let Some(oracle) = oracle("go_scoring") else { return };
    let halves = |value: &Value, unit: f64| (value.as_f64().unwrap() * unit) as i32;
    for item in list(&oracle, "komi") {
        let at = game(item, Rules::CHINESE).start();
        let points = tabula_core::BySide::new(number(&item["black_area"]) as u16, number(&item["white_area"]) as u16);
        let count = count::Count { points, neutral: number(&item["neutral"]) as u16 };
        assert_eq!(count.margin(&at), halves(&item["points_margin_komi_7_5"], 2.0), "{item}");
        assert_eq!(count.quarter_stones(&at), halves(&item["stones_margin_komi_3_75"], 4.0), "{item}");
        assert_eq!(Go::outcome(count.margin(&at)).winner == Some(Side::First), item["winner"] == "B", "{item}");
    }
    for item in list(&oracle, "positions") {
        let id = &item["id"];
        let game = game(item, Rules::CHINESE);
        let prisoners = |by: &str| number(&item[format!("prisoners_taken_by_{by}_before")]);
        let text = format!("{} b - 7.5 {} {}", rows(&item["board"]), prisoners("black"), prisoners("white"));
        let mut at = game.read_position(&text).unwrap();
        let dead: Vec<Square> = actions(&game, &item["dead"])
            .into_iter()
            .map(|number| match gym::from_action(&game, number) {
                Some(Move::At(point)) => point,
                _ => panic!("{id}: a dead pass"),
            })
            .collect();
        let area = count::area(&at, &dead);
        let territory = count::territory(&at, &dead);
        for (side, name) in [(Side::First, "black"), (Side::Second, "white")] {
            assert_eq!(usize::from(area.points[side]), number(&item["area"][name]), "{id}");
            assert_eq!(usize::from(territory.points[side]), number(&item["territory_points"][name]), "{id}");
        }
        assert_eq!(usize::from(area.neutral), number(&item["area"]["neutral"]), "{id}");
        assert_eq!(area.margin(&at), halves(&item["area_result_komi_7_5"], 2.0), "{id}");
        assert_eq!(area.quarter_stones(&at), halves(&item["chinese_stones"]["margin"], 4.0), "{id}");
        assert_eq!(game.margin_without(&at, &dead), area.margin(&at), "{id}");
        assert_eq!(Go::outcome(area.margin(&at)).winner == Some(Side::First), item["winner_thesis"] == "B", "{id}");
        at.set_komi(13);
        assert_eq!(territory.margin(&at), halves(&item["territory_result_komi_6_5"], 2.0), "{id}");
        at.set_komi(0);
        assert_eq!(area.margin(&at), halves(&item["area_result_komi_0"], 2.0), "{id}");
    }
}

/// A plane as the oracle writes it: bits row by row, the highest first, in hexadecimal.
fn hex(bits: &[u8]) -> String {
    let digit = |four: &[u8]| (0..4).fold(0, |value, i| value * 2 + u32::from(four.get(i).copied().unwrap_or(0)));
    bits.chunks(4).map(|four| char::from_digit(digit(four), 16).unwrap()).collect()
}

#[test]
fn replays_of_gymgo_agree_move_by_move() {
    let Some(oracle) = oracle("go_gymgo_traces") else { return };
    for trace in list(&oracle, "traces") {
        let id = &trace["id"];
        let game = game(trace, Rules::GYMGO);
        let points = game.points();
        let plane = |planes: &[u8], number: usize| hex(&planes[number * points..(number + 1) * points]);
        let mut at = game.start();
        for (number, ply) in list(trace, "plies").iter().enumerate() {
            let taken = play(&game, &mut at, ply[0].as_u64().unwrap() as usize);
            let wanted = ply.get(2).map_or(Vec::new(), |captured| actions(&game, captured));
            assert_eq!(taken, wanted, "{id}, ply {number}");
            assert_eq!(Some(plane(&gym::planes(&game, &at), 3).as_str()), ply[1].as_str(), "{id}, ply {number}");
        }
        let planes = gym::planes(&game, &at);
        assert_eq!(Some(plane(&planes, 0).as_str()), trace["final_black"].as_str(), "{id}");
        assert_eq!(Some(plane(&planes, 1).as_str()), trace["final_white"].as_str(), "{id}");
        for (number, name) in [(2, "turn"), (4, "pass"), (5, "done")] {
            let wanted = trace["channels_after_end"][name].as_u64().unwrap() as u8;
            assert!(planes[number * points..(number + 1) * points].iter().all(|&bit| bit == wanted), "{id}: {name}");
        }
        assert_eq!(legal(&game, &at), [0; 0], "{id}: no move after the end");
        let area = count::area(&at, &[]);
        assert_eq!(usize::from(area.points[Side::First]), self::number(&trace["black_area"]), "{id}");
        assert_eq!(usize::from(area.points[Side::Second]), self::number(&trace["white_area"]), "{id}");
        for (komi, winner) in trace["winner"].as_object().unwrap() {
            at.set_komi((komi.parse::<f64>().unwrap() * 2.0) as i16);
            let outcome = game.ended(&at).unwrap();
            let points = outcome.winner.map_or(0, |side| if side == Side::First { 1 } else { -1 });
            assert_eq!(Some(points), winner.as_i64(), "{id} with komi {komi}");
            assert_eq!(outcome.cause, Cause::Count(area.margin(&at).unsigned_abs() as u16));
        }
    }
}
