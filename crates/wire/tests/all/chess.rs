//! Games of chess, from files in every state.

#![allow(clippy::print_stdout, reason = "a test that was skipped has to say so")]

use tabula_core::Faults;
use tabula_engine::{Setup, Table, catalogue};
use tabula_wire::epd;
use tabula_wire::pgn::{self, Import, LineId, Numbering, Tag, Verdict};

fn open(setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    catalogue::find(&setup.game)?.table(setup)
}

fn import(text: &str) -> Import {
    let mut readings = pgn::read_all(text.as_bytes());
    assert_eq!(readings.len(), 1, "{text}");
    pgn::import(readings.remove(0), &open)
}

fn faults(import: &Import) -> Vec<String> {
    import.faults.iter().map(ToString::to_string).collect()
}

/// What became of a game, for a person to check: each line of the file `messy.txt` was.
fn describe(import: &Import, number: usize) -> String {
    let mut out = format!("game {number}: {}\n", import.game.tag("Event").unwrap_or("no tags"));
    let main: Vec<_> = import.main().map(|played| played.text.as_str()).collect();
    let played = import.played.iter().flatten().count();
    out += &format!("  main: {}\n", main.join(" "));
    out += &format!("  {played} of {} moves understood, result {}\n", import.played.len(), import.game.result);
    if let Some(table) = &import.table {
        out += &format!("  ends at {}\n", table.position());
    }
    for fault in import.faults.iter().map(ToString::to_string) {
        // Why a move is none is told in the words of the rules, which are not tested here.
        let said = match (fault.split_once(" is no move here: "), fault.rfind("; it and")) {
            (Some((what, _)), Some(rest)) => format!("{what} is no move here{}", &fault[rest..]),
            (Some((what, _)), None) => format!("{what} is no move here"),
            (None, _) => fault,
        };
        out += &format!("  ! {said}\n");
    }
    out
}

#[test]
fn messy_files_are_understood_as_far_as_they_can_be() {
    let bytes = include_bytes!("../messy.pgn");
    let readings = pgn::read_all(bytes);
    let mut found = String::new();
    for reading in readings {
        let number = reading.number;
        let import = pgn::import(reading, &open);
        found += &describe(&import, number);
        for line in pgn::write(&import.standard()).lines() {
            found += &format!("  | {line}\n");
        }
    }
    let expected = include_str!("../messy.txt");
    if found != expected {
        let differing = found.lines().zip(expected.lines()).position(|(a, b)| a != b);
        panic!("differs from messy.txt at line {:?}; all of it is:\n{found}", differing.map(|line| line + 1));
    }
}

#[test]
fn a_messy_file_means_the_same_after_it_was_written() {
    let first: Vec<_> =
        pgn::read_all(include_bytes!("../messy.pgn")).into_iter().map(|r| pgn::import(r, &open)).collect();
    let written = pgn::write_all(first.iter().map(|import| &import.game));
    let second: Vec<_> = pgn::read_all(written.as_bytes()).into_iter().map(|r| pgn::import(r, &open)).collect();
    assert_eq!(first.len(), second.len());
    for (a, b) in first.iter().zip(&second) {
        assert_eq!(a.game, b.game);
        assert_eq!(a.played, b.played);
    }
}

#[test]
fn a_messy_file_in_standard_form_has_no_bad_move_and_nothing_out_of_place() {
    for reading in pgn::read_all(include_bytes!("../messy.pgn")) {
        let before = pgn::import(reading, &open);
        let Some(table) = &before.table else { continue };
        let after = import(&pgn::write(&before.standard()));
        let bad = |fault: &&tabula_wire::ImportFault| fault.kind != tabula_wire::Kind::Result;
        assert_eq!(after.faults.iter().find(bad), None);
        assert_eq!(after.table.unwrap().position(), table.position());
    }
}

#[test]
fn everything_below_a_bad_move_is_in_its_comment() {
    let import = import("1. e4 (1. d4) e4 {c} (1... e5 {d} 2. Nf3) 2. Nf3 ; aside\n (2. d3) Nc6 {end} *");
    assert_eq!(
        pgn::write(&import.standard()),
        "1. e4 (1. d4) {unread: 1... e4 <c> (1... e5 <d> 2. Nf3) 2. Nf3 ; aside (2. d3)\n2... Nc6 <end>} *\n"
    );
}

#[test]
fn a_bad_move_is_reported_with_game_line_number_and_reason() {
    let text = "[Event \"a\"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Bb5 Nd4 4. Bxe5 a6 *";
    let import = import(text);
    assert_eq!(
        faults(&import),
        ["game 1, line 4: 'Bxe5' (move 4.) is no move here: no bishop of White can go to e5; \
         it and the move after it are kept as text"]
    );
    assert_eq!(import.faults[0].place.column, 26);
    assert_eq!(import.main().count(), 6);
    assert!(pgn::write(&import.game).ends_with("4. Bxe5 a6 *\n"));
    assert!(pgn::write(&import.standard()).ends_with("3. Bb5 Nd4 {unread: 4. Bxe5 a6} *\n"));
}

#[test]
fn what_could_have_been_played_instead_of_a_bad_move_is_replayed() {
    let import = import("1. e5 (1. e4 e5 (1... e4) 2. Nf3) (1. d4) e6 *");
    let understood: Vec<_> = import.played.iter().map(|played| played.as_ref().map(|p| p.code.as_str())).collect();
    assert_eq!(understood, [None, Some("e2e4"), Some("e7e5"), None, Some("g1f3"), Some("d2d4"), None]);
    assert_eq!(import.faults.len(), 2);
}

#[test]
fn a_variation_without_a_good_move_becomes_a_comment() {
    let import = import("1. e4 (1. e5 d5) e5 *");
    assert_eq!(pgn::write(&import.standard()), "1. e4 {unread: 1. e5 d5} 1... e5 *\n");
}

#[test]
fn an_unknown_variant_is_kept_as_text() {
    let import = import("[Variant \"Bughouse\"]\n\n1. e4 N@f7 *");
    let said = faults(&import);
    let start = "game 1, line 1: the start position cannot be set up: unknown game 'bughouse'";
    assert!(said.len() == 1 && said[0].starts_with(start), "{said:?}");
    assert_eq!(pgn::write(&import.game), "[Variant \"Bughouse\"]\n\n1. e4 N@f7 *\n");
}

#[test]
fn a_table_is_exported_with_roster_and_position() {
    let start = "4k3/8/8/8/8/8/4P3/4K2R b K - 0 33";
    let mut table = open(&Setup { game: "chess".into(), start: Some(start.into()) }).unwrap();
    for text in ["e8e7", "e2e4", "e7e6", "e1g1"] {
        table.play(text).unwrap();
    }
    let tags = [Tag::new("White", "Ann"), Tag::new("Termination", "time forfeit"), Tag::new("Result", "nonsense")];
    let game = pgn::export(&*table, &tags, Some(Verdict::First));
    let text = pgn::write(&game);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"?\"]\n\
         [Result \"1-0\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R b K - 0 33\"]\n\
         [Termination \"time forfeit\"]\n\n33... Ke7 34. e4 Ke6 35. O-O 1-0\n"
    );
    let again = import(&text);
    assert_eq!(faults(&again), [""; 0]);
    assert_eq!(again.table.unwrap().position(), table.position());
}

#[test]
fn variations_nested_a_hundred_thousand_deep_cost_no_stack() {
    let depth = 100_000;
    let text = "1. e4 (".repeat(depth) + &")".repeat(depth) + " e5 *";
    let import = import(&text);
    assert_eq!(import.played.iter().flatten().count(), depth + 1);
    assert!(import.faults.is_empty());
    let written = pgn::write(&import.game);
    assert_eq!(pgn::read_all(written.as_bytes())[0].game, import.game);
}

/// A file of the workspace's neighbour with reference data; `None`, with a message, where it is absent.
fn reference(path: &str) -> Option<String> {
    let place = format!("{}/../../../shared/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(place).ok();
    if text.is_none() {
        println!("skipped: {path} is absent");
    }
    text
}

#[test]
fn reference_games_survive_a_file() {
    let Some(text) = reference("oracle/public/chess_games.json") else { return };
    let data: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut file = String::new();
    let mut ends = Vec::new();
    for game in data["games"].as_array().unwrap() {
        let mut table = open(&Setup { game: "chess".into(), start: None }).unwrap();
        for code in game["moves"].as_str().unwrap().split_whitespace() {
            table.play(code).unwrap();
        }
        file += &pgn::write(&pgn::export(&*table, &[], None));
        file += "\n";
        ends.push(table.position());
    }
    assert!(!ends.is_empty());
    assert!(file.lines().all(|line| line.len() < 80));
    let imports: Vec<_> = pgn::read_all(file.as_bytes()).into_iter().map(|r| pgn::import(r, &open)).collect();
    assert_eq!(imports.len(), ends.len());
    for (import, end) in imports.iter().zip(ends) {
        assert_eq!(faults(import), [""; 0]);
        assert_eq!(import.table.as_ref().unwrap().position(), end);
        assert_eq!(import.standard(), import.game);
    }
}

#[test]
fn the_moves_of_a_test_suite_are_legal() {
    let Some(text) = reference("data/wac.epd") else { return };
    let entries = epd::read(&text);
    assert!(entries.len() > 250);
    for entry in entries {
        let record = entry.record().unwrap();
        let table = open(&Setup { game: "chess".into(), start: Some(record.fen()) }).unwrap();
        for word in record.words("bm") {
            assert!(table.read(word).is_ok(), "line {}: {word}", entry.line);
        }
    }
}

#[test]
fn numbers_follow_the_position() {
    let import = import("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\nKd7 e5 *");
    assert_eq!(Numbering::of_game(&import.game), Numbering { number: 40, second: true });
    assert!(import.faults[0].what.starts_with("'e5' (move 41.) is no move here: "), "{}", import.faults[0]);
    assert_eq!(import.game.tree.line(LineId::MAIN).moves.len(), 2);
}
