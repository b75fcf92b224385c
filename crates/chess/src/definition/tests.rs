//! What definitions are refused for.

use super::*;

#[test]
fn every_fault_of_a_definition_is_listed_with_its_line() {
    let text = "from = \"chess\"\nboard = \"20x8\"\npieces.janus = { letter = \"r\", moves = \"BX\", value = 800 }\n\
                pawns.promote-to = \"qz\"\n";
    let faults = Definition::read(text).unwrap_err().to_string();
    for part in ["line 2: board", "line 3: janus: column 2: no way", "letter 'R' already", "line 4: promote-to: 'z'"] {
        assert!(faults.contains(part), "{part} is missing in: {faults}");
    }
}

#[test]
fn broken_toml_and_unknown_words_name_their_line() {
    for (text, line) in [("name = \"x\"\nboard = ", 2), ("from = \"chess\"\n\ncolour = 1", 3)] {
        let faults = Definition::read(text).unwrap_err();
        assert_eq!(faults.0[0].line, Some(line), "{faults}");
    }
}

#[test]
fn a_start_that_does_not_fit_the_board_is_refused_at_its_line() {
    let faults = Definition::read("from = \"chess\"\nstart = \"8/8 w - - 0 1\"").unwrap_err();
    assert!(faults.to_string().contains("line 2, column 1: expected 8 ranks, found 2"), "{faults}");
}

/// What is wrong with chess changed by these lines, which begin in line 2.
fn told(lines: &str) -> String {
    Definition::read(&format!("from = \"chess\"\n{lines}")).err().map(|f| f.to_string()).unwrap_or_default()
}

#[test]
fn pawns_neither_are_kings_nor_become_them_nor_become_one_piece_twice() {
    assert_eq!(told("pawns.promote-to = \"qk\""), "line 2: promote-to: 'k' is no piece to become");
    assert_eq!(told("pawns.promote-to = \"qnQ\""), "line 2: promote-to: 'Q' is named twice");
    let royal_pawn = "pieces.pawn = { letter = \"p\", moves = \"pawn\", value = 100, royal = true }\n\
                      pieces.king = { letter = \"k\", moves = \"K\", value = 0 }";
    assert_eq!(told(royal_pawn), "line 2: pawn: a pawn cannot be royal");
}

#[test]
fn castlings_that_cannot_be_made_are_refused() {
    let (left, right) = ("{ king = \"e1-c1\", rook = \"a1-d1\" }", "{ king = \"e1-g1\", rook = \"h1-f1\" }");
    assert_eq!(told(&format!("castling = [{left}, {right}]")), "");
    for (castle, what) in [
        ("{ king = \"e1-g1\", rook = \"h1-g1\" }", "king and rook cannot both go to g1"),
        ("{ king = \"e1-g1\", rook = \"h1-f2\" }", "king and rook have to stay on one rank"),
        ("{ king = \"e1-g2\", rook = \"h1-f2\" }", "king and rook have to stay on one rank"),
        ("{ king = \"e1-g1\", rook = \"e1-f1\" }", "king and rook cannot both come from e1"),
        ("{ king = \"e1-b1\", rook = \"b1-c1\" }", "there is another one on this wing already"),
    ] {
        assert_eq!(told(&format!("castling = [{left},\n{castle}]")), format!("line 3: castling: {what}"));
    }
    let royal_rook = "pieces.rook = { letter = \"r\", moves = \"R\", value = 0, royal = true }\n\
                      pieces.king = { letter = \"k\", moves = \"K\", value = 0 }\npawns.promote-to = \"q\"\n";
    assert_eq!(told(royal_rook), "castling needs an officer called \"rook\" beside the royal piece");
}

#[test]
fn values_that_no_evaluation_could_add_up_are_refused() {
    let piece = |value| told(&format!("pieces.ant = {{ letter = \"a\", moves = \"W\", value = {value} }}"));
    assert_eq!((piece(10_000), piece(-10_000)), (String::new(), String::new()));
    assert_eq!(piece(10_001), "line 2: ant: its value must be -10000 to 10000, found 10001");
    assert_eq!(piece(i32::MIN), "line 2: ant: its value must be -10000 to 10000, found -2147483648");
}

#[test]
fn a_fault_of_what_was_inherited_names_no_line_of_the_text_that_inherits() {
    let start = "start = \"rnkqb/ppppp/5/PPPPP/RNKQB w - - 0 1\"\nboard = \"5x5\"";
    let faults = told(start);
    assert!(faults.starts_with("castling: expected \"e1-g1\", found \"e1-g1\" and \"h1-f1\""), "{faults}");
    assert!(faults.ends_with("(inherited from chess)"), "{faults}");
    let faults = told("\n\nboard = \"8x9\"");
    assert!(faults.starts_with("column 1: expected 9 ranks, found 8 (inherited from chess)"), "{faults}");
}

#[test]
fn a_definition_with_many_faults_lists_them_all_in_order_and_no_others() {
    let text = "from = \"shogi\"\ncolour = 3\nboard = \"99x8\"\npieces.camel = { letter = \"p\", moves = \"Y\" }\n\
                pieces.giant = { letter = \"g\", moves = \"R\", value = 100000 }\npieces.blank = { letter = \"x\" }\n\
                pawns.promote-to = \"qz\"\ngoal = \"win\"\n";
    let faults = Definition::read(text).unwrap_err();
    let lines: Vec<_> = faults.0.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [1, 2, 3, 4, 4, 5, 6, 7, 8].map(Some), "{faults}");
}

#[test]
fn shuffles_and_roamers_that_make_no_sense_are_refused() {
    assert_eq!(told("roamer = { name = \"x\", steps = 4 }").matches("goal = \"capture\"").count(), 1);
    assert!(told("goal = \"capture\"\nroamer = { name = \"x\", steps = 9 }").contains("1 to 7 steps, found 9"));
    assert!(told("goal = \"capture\"\nroamer = { name = \"x\", steps = 4 }").contains("expected one x, found 0"));
    assert!(told("[shuffle]\norder = \"kk\"").contains("no arrangement of the first rank obeys"));
    assert!(told("[shuffle]\nboth-colours = \"z\"").contains("no 'Z' stands on White's first rank"));
    assert_eq!(told("[shuffle]\norder = \"rkr\"\nboth-colours = \"b\""), "");
    assert!(told("without = [\"camel\"]").contains("chess has no piece called \"camel\""));
    assert!(told("pawns.promote-from = 2").contains("would promote where they begin"));
}
