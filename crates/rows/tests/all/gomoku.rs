//! Five in a row and renju against vectors made elsewhere (the public half of them).

use serde_json::Value;
use tabula_core::{Game, Notation, Side, Square};
use tabula_rows::gomoku::{Board, Gomoku, Law, Rank};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/oracle/public/gomoku.json");

fn oracle() -> Option<Value> {
    let file = std::fs::read_to_string(PATH).ok()?;
    Some(serde_json::from_str(&file).expect("the oracle is JSON"))
}

fn points(list: &Value) -> Vec<usize> {
    let number = |point: &Value| point.as_u64().expect("points are numbers") as usize;
    list.as_array().expect("a list of points").iter().map(number).collect()
}

/// The text of a position, with one player's stones as many as alternate play needs: what is missing is put where it
/// touches nothing, or nowhere if the numbers agree.
fn board(game: &Gomoku, black: &[usize], white: &[usize], turn: Side) -> Board {
    let mut cells = vec!['1'; 225];
    black.iter().for_each(|&point| cells[point] = 'x');
    white.iter().for_each(|&point| cells[point] = 'o');
    let wanted = match turn {
        Side::First => black.len(),
        Side::Second => black.len().saturating_sub(1),
    };
    let (letter, missing) =
        if white.len() > wanted { ('x', white.len() - wanted) } else { ('o', wanted - white.len()) };
    for _ in 0..missing {
        let near = |point: usize| {
            (0..225).any(|other: usize| {
                cells[other] != '1' && (point % 15).abs_diff(other % 15).max((point / 15).abs_diff(other / 15)) <= 1
            })
        };
        let far = (0..225).rev().find(|&point| !near(point)).expect("room for a stone");
        cells[far] = letter;
    }
    let ranks: Vec<String> = cells.chunks(15).rev().map(|rank| rank.iter().collect()).collect();
    let ranks: Vec<String> = ranks.iter().map(|rank| squeeze(rank)).collect();
    let text = format!("{} {}", ranks.join("/"), if turn == Side::First { 'x' } else { 'o' });
    game.read_position(&text).unwrap_or_else(|faults| panic!("{text}: {faults}"))
}

fn squeeze(rank: &str) -> String {
    let mut text = String::new();
    let mut gap = 0;
    for cell in rank.chars().chain(['/']) {
        if cell == '1' {
            gap += 1;
            continue;
        }
        if gap > 0 {
            text += &std::mem::take(&mut gap).to_string();
        }
        text.push(cell);
    }
    text.trim_end_matches('/').to_string()
}

fn legal(game: &Gomoku, at: &Board) -> Vec<usize> {
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    moves.into_iter().map(Square::index).collect()
}

#[test]
fn the_forbidden_points_of_renju_are_those_of_the_oracle() {
    let Some(oracle) = oracle() else { return println!("skipped: {PATH} is absent") };
    let game = Gomoku::new(Law::Renju, 15);
    let vectors = oracle["renju"].as_array().unwrap();
    assert!(!vectors.is_empty());
    println!("{} vectors", vectors.len());
    for vector in vectors {
        let (black, white) = (points(&vector["black"]), points(&vector["white"]));
        let at = board(&game, &black, &white, Side::First);
        let mut forbidden: Vec<usize> =
            ["double_three", "double_four", "overline"].iter().flat_map(|kind| points(&vector[*kind])).collect();
        forbidden.sort_unstable();
        forbidden.dedup();
        let legal = legal(&game, &at);
        let ours: Vec<usize> = (0..225)
            .filter(|point| !black.contains(point) && !white.contains(point) && !legal.contains(point))
            .collect();
        assert_eq!(ours, forbidden, "{}", vector["id"]);
        let fives: Vec<usize> =
            (0..225).filter(|&point| at.rank(Side::First, Square(point as u16)) == Rank::Five).collect();
        assert_eq!(fives, points(&vector["five_points"]), "{}", vector["id"]);
    }
}

/// The position before the last stone, that stone, and whether it wins; `None` if it is forbidden.
fn last_stone(game: &Gomoku, vector: &Value) -> Option<bool> {
    let (mut black, mut white) = (points(&vector["black"]), points(&vector["white"]));
    let last = vector["last"].as_u64().expect("the last stone") as usize;
    let side = if vector["color"] == "B" { Side::First } else { Side::Second };
    black.retain(|&point| point != last);
    white.retain(|&point| point != last);
    let mut at = board(game, &black, &white, side);
    if !legal(game, &at).contains(&last) {
        return None;
    }
    game.play(&mut at, Square(last as u16), &mut ());
    Some(game.ended(&at).is_some_and(|outcome| outcome.winner == Some(side)))
}

#[test]
fn rows_win_or_do_not_as_the_oracle_says_under_each_law() {
    let Some(oracle) = oracle() else { return println!("skipped: {PATH} is absent") };
    let [free, standard, renju] = [Law::Freestyle, Law::Standard, Law::Renju].map(|law| Gomoku::new(law, 15));
    for vector in oracle["vectors"].as_array().unwrap() {
        let id = &vector["id"];
        assert_eq!(last_stone(&free, vector), vector["freestyle_win"].as_bool(), "{id} freestyle");
        assert_eq!(last_stone(&standard, vector), vector["standard_exact_five_win"].as_bool(), "{id} standard");
        let expected = match vector["renju"].as_str().unwrap() {
            "win" => Some(true),
            "legal" => Some(false),
            _ => None,
        };
        assert_eq!(last_stone(&renju, vector), expected, "{id} renju");
    }
}

#[test]
fn random_games_end_where_the_oracle_says() {
    let Some(oracle) = oracle() else { return println!("skipped: {PATH} is absent") };
    for (law, name) in [(Law::Freestyle, "freestyle"), (Law::Standard, "standard")] {
        let game = Gomoku::new(law, 15);
        for record in oracle["games"].as_array().unwrap() {
            let mut at = game.start();
            let mut end = None;
            for (number, point) in points(&record["moves"]).into_iter().enumerate() {
                if end.is_none() {
                    game.play(&mut at, Square(point as u16), &mut ());
                    end = game.ended(&at).map(|outcome| (number + 1, outcome.winner));
                }
            }
            let winner = if record[name][1] == "B" { Side::First } else { Side::Second };
            let expected = record[name][0].as_u64().map(|plies| (plies as usize, Some(winner)));
            assert_eq!(end, expected, "{} {name}", record["id"]);
        }
    }
}

#[test]
fn a_full_board_without_a_row_is_a_draw() {
    let Some(oracle) = oracle() else { return println!("skipped: {PATH} is absent") };
    let picture = oracle["full_board_draw"]["board"].as_array().unwrap();
    let ranks: Vec<String> = picture.iter().rev().map(|rank| rank.as_str().unwrap().to_lowercase()).collect();
    for law in [Law::Freestyle, Law::Standard] {
        let game = Gomoku::new(law, 15);
        let at = game.read_position(&format!("{} o", ranks.join("/"))).unwrap();
        assert_eq!(game.ended(&at), None);
        assert_eq!(game.count(&at), 0);
        assert_eq!(game.stuck(&at).winner, None);
    }
}

/// Every class of a position that was played is the class of the same position read from text: the battery compares
/// whole positions, and this says that they have something to compare.
#[test]
fn a_board_that_was_played_knows_its_threats() {
    let game = Gomoku::new(Law::Freestyle, 15);
    let mut at = game.start();
    for name in ["h8", "a1", "i9", "a3", "j10", "c1"] {
        let point = game.read_move(&at, name).unwrap();
        game.play(&mut at, point, &mut ());
    }
    let rank = |name: &str| at.rank(Side::First, game.read_move(&at, name).unwrap());
    assert_eq!(
        (rank("k11"), rank("g7"), rank("f6"), rank("h9")),
        (Rank::OpenFour, Rank::OpenFour, Rank::Four, Rank::Calm)
    );
    assert_eq!(at.count(Side::First, Rank::OpenFour), 2);
}
