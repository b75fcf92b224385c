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
        std::fs::write(&file, text).unwrap();
        Self(file)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap()
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
