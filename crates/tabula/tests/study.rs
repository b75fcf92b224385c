//! The commands that study positions and games: books, suites, analysis, openings, values.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// What a run left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}\n{}", self.out, self.err))
    }
}

fn tabula(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_tabula"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("the program was built by this test run");
    Run {
        code: output.status.code().expect("no signal ends it"),
        out: String::from_utf8(output.stdout).expect("it writes UTF-8"),
        err: String::from_utf8(output.stderr).expect("it writes UTF-8"),
    }
}

/// A file of this test run alone.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Self {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-study-{name}", std::process::id()));
        std::fs::write(&file, text).expect("the folder of this run can be written to");
        Self(file)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("its name is ASCII")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("it was written")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/problems.epd");

const GAMES: &str = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1-0\n\n\
    [Result \"1-0\"]\n\n1. e4 (1. c4 c5) e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O d6 1-0\n\n\
    [Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n\
    [Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n\
    [Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

#[test]
fn a_book_is_made_of_games_and_shown() {
    let (games, book) = (Scratch::new("games.pgn", GAMES), Scratch::new("book.bin", ""));
    let made = tabula(&["book", "build", games.name(), "--out", book.name(), "--json"]);
    assert_eq!(made.code, 0, "{}", made.err);
    let made = made.json();
    // Twice e4, Nf3, Bc4 and castling by the winner, and d4 d5 in two draws.
    assert_eq!((&made["games"], &made["positions"], &made["moves"]), (&5.into(), &5.into(), &6.into()), "{made:#}");
    let shown = tabula(&["book", "show", book.name()]).out;
    let head = "6 entries; key 463b96181691fc9c\nmove  code  weight   share\ne4    e2e4       4  66.7 %\n";
    assert!(shown.starts_with(head), "{shown}");
    let castling = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
    let shown = tabula(&["book", "show", book.name(), "--json", "--fen", castling]).json();
    assert_eq!(shown["moves"][0]["text"], "O-O", "{shown:#}");
    assert_eq!(shown["moves"][0]["move"], "e1g1");
    let unknown = tabula(&["book", "show", book.name(), "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]).out;
    assert!(unknown.ends_with("the book does not know this position\n"), "{unknown}");
    let player = format!("tabula:book={},depth=1", book.name());
    let run = tabula(&["play", "chess", "--as", "black", "--opponent", &player]);
    assert!(run.out.contains("e4") || run.out.contains("d4"), "{}", run.out);
}

#[test]
fn books_that_cannot_be_made_or_read_are_refused() {
    let games = Scratch::new("few.pgn", GAMES);
    let out = games.name().replace("few.pgn", "none.bin");
    let run = tabula(&["book", "build", games.name(), "--out", &out, "--min-games", "9"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.err, "tabula: no move was played in 9 games or more: the book would be empty\n");
    assert!(!PathBuf::from(&out).exists());
    let broken = Scratch::new("broken.bin", "this is no book");
    let run = tabula(&["book", "show", broken.name()]);
    assert!(run.code == 1 && run.err.contains("entries of 16 bytes, but 15 are left over"), "{}", run.err);
    let player = format!("tabula:book={}", broken.name());
    let run = tabula(&["play", "chess", "--opponent", &player]);
    assert!(run.code == 2 && run.err.contains("column 8: cannot read the book"), "{}", run.err);
}

#[test]
fn the_problems_are_solved_and_counted_in_the_last_line() {
    let run = tabula(&["solve", PROBLEMS, "--nodes", "2000000", "--concurrency", "2"]);
    assert_eq!((run.code, run.out.lines().last()), (0, Some("solved 5 of 5")), "{}{}", run.out, run.err);
    let line = run.out.lines().find(|line| line.starts_with("Saavedra")).unwrap();
    let words: Vec<_> = line.split_whitespace().collect();
    assert_eq!(&words[4..6], ["c8=R", "c8=R"], "{line}");
    let json = tabula(&["solve", PROBLEMS, "--depth", "2", "--json"]).json();
    assert_eq!((&json["of"], &json["positions"][0]["solved"]), (&5.into(), &true.into()), "{json:#}");
    let mate = &json["positions"][4];
    assert_eq!((&mate["solved"], &mate["ms"]), (&false.into(), &Value::Null), "no five moves in two plies");
    assert_eq!(json["positions"][0]["score"]["mate"], 1);
}

#[test]
fn a_suite_tells_what_is_no_problem_and_solves_the_rest() {
    let suite = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;\nnonsense\n6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Qa8;\n";
    let suite = Scratch::new("suite.epd", suite);
    let run = tabula(&["solve", suite.name(), "--depth", "2"]);
    assert_eq!((run.code, run.out.lines().last()), (1, Some("solved 1 of 1")), "{}", run.err);
    assert!(run.err.contains("line 3: bm: 'Qa8': White has no queen\n"), "{}", run.err);
    let wrong = Scratch::new("wrong.epd", "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Rb1;\n");
    let run = tabula(&["solve", wrong.name(), "--depth", "2"]);
    assert!(run.code == 0 && run.out.contains("failed\nsolved 0 of 1\n"), "{}", run.out);
    assert_eq!(tabula(&["solve", "no-such.epd"]).code, 1);
    assert_eq!(tabula(&["solve", suite.name(), "--player", "nobody"]).code, 2);
}

#[test]
fn a_position_is_analysed_in_several_lines_whatever_the_search() {
    for player in ["tabula", "tabula:search=alphabeta-ordered"] {
        let arguments = ["analyse", "chess", "--multipv", "3", "--depth", "3", "--player", player];
        let text = tabula(&arguments);
        let ranks: Vec<_> = text.out.lines().skip(2).map(|line| line.trim_start().split_once(' ').unwrap().0).collect();
        assert_eq!(ranks, ["1", "2", "3"], "{}{}", text.out, text.err);
        assert!(text.out.contains("  1. "), "{}", text.out);
        let json = tabula(&[&arguments[..], &["--json"]].concat()).json();
        let lines = json["lines"].as_array().unwrap();
        let first: Vec<_> = lines.iter().map(|line| line["codes"][0].as_str().unwrap()).collect();
        assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2], "{json:#}");
        let scores: Vec<_> = lines.iter().map(|line| line["score"]["cp"].as_i64().unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{json:#}");
    }
    let mate =
        tabula(&["analyse", "chess", "--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 9", "--depth", "3", "--json"]).json();
    assert_eq!((&mate["lines"][0]["score"]["mate"], &mate["lines"][0]["moves"][0]), (&1.into(), &"Ra8#".into()));
    // There are fewer moves than lines wanted.
    let few = tabula(&["analyse", "chess", "--fen", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "--depth", "3", "--multipv", "9"]);
    assert_eq!((few.code, few.out.lines().count()), (0, 3), "{}{}", few.out, few.err);
    let over = tabula(&["analyse", "chess", "--fen", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"]);
    assert!(over.code == 2 && over.err.contains("the game is over: 1-0 (checkmate)"), "{}", over.err);
}

#[test]
fn a_game_is_analysed_and_its_blunders_are_written_into_it() {
    let game = "[White \"Ann\"]\n[Result \"0-1\"]\n\n1. f3 {odd} e5 2. g4 {[%eval 0.1] why?} Qh4# 0-1\n";
    let (game, annotated) = (Scratch::new("fool.pgn", game), Scratch::new("annotated.pgn", ""));
    let run = tabula(&["analyse", "chess", "--file", game.name(), "--depth", "6", "--out", annotated.name()]);
    assert_eq!(run.code, 0, "{}", run.err);
    let blunder = run.out.lines().find(|line| line.starts_with("2. g4 ")).unwrap();
    assert!(blunder.ends_with("blunder") && blunder.contains("loss in 1"), "{}", run.out);
    let black = run.out.lines().last().unwrap();
    assert!(black.starts_with("Black: accuracy ") && black.ends_with(" mistakes, 0 blunders"), "{black}");
    let text = annotated.text().replace('\n', " ").replace("( ", "(");
    assert!(text.contains("[Annotator \"tabula\"]") && text.contains("{odd}"), "{text}");
    assert!(text.contains("2. g4 $4 {[%eval #-1] Blunder: ") && text.contains("{why?} (2. "), "{text}");
    assert!(text.contains(" 2... Qh4# 0-1"), "{text}");
    // What we wrote can be read, and analysed again without doubling anything.
    let again = tabula(&["analyse", "chess", "--file", annotated.name(), "--depth", "3", "--json"]).json();
    assert_eq!((again["moves"].as_array().unwrap().len(), &again["moves"][3]["score"]["mate"]), (4, &0.into()));
    assert_eq!(again["players"][0]["blunders"], 1, "{again:#}");
    let missing = tabula(&["analyse", "chess", "--file", game.name(), "--number", "2"]);
    assert!(missing.code == 1 && missing.err.contains("there is no game 2 in it"), "{}", missing.err);
}

#[test]
fn openings_are_distinct_balanced_and_the_same_again() {
    let (one, two) = (Scratch::new("one.epd", ""), Scratch::new("two.epd", ""));
    let make = |file: &Scratch, more: &[&str]| {
        let usual = ["openings", "--out", file.name(), "--count", "5", "--plies", "4", "--nodes", "300", "--max", "40"];
        tabula(&[&usual[..], more].concat())
    };
    let run = make(&one, &["--pgn"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("5 openings of "), "{}", run.out);
    make(&two, &[]);
    assert_eq!(one.text(), two.text());
    let lines = one.text();
    let positions: std::collections::HashSet<_> =
        lines.lines().map(|line| line.split(" id ").next().unwrap()).collect();
    assert_eq!(positions.len(), 5, "{lines}");
    for line in lines.lines() {
        let value: i32 = line.split(" ce ").nth(1).unwrap().trim_end_matches(';').parse().unwrap();
        assert!(value.abs() <= 40 && line.contains(" w ") && line.contains("fmvn 3;"), "{line}");
    }
    let games = PathBuf::from(one.name().replace(".epd", ".pgn"));
    let uci = tabula(&["convert", games.to_str().unwrap(), "--to", "uci"]).out;
    assert!(uci.lines().count() == 5 && uci.lines().all(|line| line.split(' ').count() == 6), "{uci}");
    std::fs::remove_file(games).unwrap();
    let none = ["openings", "--out", two.name(), "--count", "1", "--nodes", "20", "--min", "19000", "--max", "20000"];
    let none = tabula(&none);
    assert!(none.code == 1 && none.err.contains("500 tries found fewer than 1 openings"), "{}", none.err);
    assert_eq!(one.text(), two.text(), "what was there stays there");
    let bad = tabula(&["openings", "--out", one.name(), "--min", "60"]);
    assert!(bad.code == 2 && bad.err.contains("--min: 60 is more than --max, 50"), "{}", bad.err);
}

#[test]
fn a_position_is_valued_with_its_reasons() {
    let text = tabula(&["eval"]);
    assert!(text.out.contains("\ntapered\nterm ") && text.out.contains("\nevaluator "), "{}{}", text.out, text.err);
    // A queen more, seen by whoever moves: values are for the first player.
    for turn in ["w", "b"] {
        let fen = format!("4k3/8/8/8/8/8/PPP5/3QK3 {turn} - - 0 1");
        let json = tabula(&["eval", "chess", "--fen", &fen, "--json"]).json();
        for value in json["values"].as_array().unwrap() {
            assert!(value["score"]["cp"].as_i64().unwrap() > 0, "{value:#}");
        }
        let values = json["values"].as_array().unwrap();
        let explained = values.iter().filter(|value| value["why"]["terms"].as_array().is_some_and(|why| why.len() > 2));
        assert!(explained.count() > 0, "{json:#}");
    }
    let one = tabula(&["eval", "tictactoe", "--eval", "rows"]).out;
    assert!(one.contains("rows") && !one.contains("blind"), "{one}");
    assert_eq!(tabula(&["eval", "chess", "--eval", "taperd"]).code, 2);
}
