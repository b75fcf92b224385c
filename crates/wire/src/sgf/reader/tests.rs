use super::*;
use crate::sgf::{read_all, write};

/// Every fault with its line and column, and the trees written again.
fn read(text: &str) -> (Vec<String>, Vec<String>) {
    let readings = read_all(text.as_bytes());
    let fault = |fault: &ImportFault| format!("{}:{} {}", fault.place.line, fault.place.column, fault.what);
    let faults = readings.iter().flat_map(|reading| reading.faults.iter().map(fault)).collect();
    let texts = readings.iter().map(|reading| write(&reading.tree).replace('\n', "")).collect();
    (texts, faults)
}

fn check(text: &str, trees: &[&str], faults: &[&str]) {
    let (texts, told) = read(text);
    assert_eq!(texts, trees, "{text}");
    assert_eq!(told, faults, "{text}");
}

#[test]
fn sound_files_are_read_without_a_word() {
    check("(;FF[4]GM[1]SZ[19];B[pd];W[dp])", &["(;FF[4]GM[1]SZ[19];B[pd];W[dp])"], &[]);
    check("(;A[x](;B[aa];W[bb])\r\n(;B[cc](;W[dd])(;W[])))", &["(;A[x](;B[aa];W[bb])(;B[cc](;W[dd])(;W[])))"], &[]);
    check(
        "\u{feff}  (;C[a\\]b:c\\\\])\n\n(;AB [aa]\n[bb:cc]  XY[?])",
        &["(;C[a\\]b:c\\\\])", "(;AB[aa][bb:cc]XY[?])"],
        &[],
    );
    check("", &[], &[]);
    check(" \n ", &[], &[]);
    check("(;)", &["(;)"], &[]);
}

#[test]
fn long_names_of_old_files_are_their_capitals() {
    check("(;GaMe[1]SiZe[9];Black[aa];White[tt];AddBlack[bb])", &["(;GM[1]SZ[9];B[aa];W[tt];AB[bb])"], &[]);
    check("(;b[aa])", &["(;B[aa])"], &["1:3 property b has no capital letter: read as B"]);
}

#[test]
fn what_belongs_to_no_game_is_passed_over_and_told() {
    check("Dear (all),\n(;B[aa])", &["(;B[aa])"], &["1:1 text before the game is passed over (10 bytes)"]);
    check("(;B[aa])\n)--\n(;W[bb])", &["(;B[aa])", "(;W[bb])"], &["2:1 text behind the game is passed over (3 bytes)"]);
    check(
        "((;B[aa])(;W[bb]))",
        &["(;B[aa])", "(;W[bb])"],
        &["1:1 text before the game is passed over (1 bytes)", "1:18 text behind the game is passed over (1 bytes)"],
    );
    check("nothing", &["(;)"], &["1:1 there is no game in it, only text (7 bytes)"]);
    check("(;B[aa]!?;W[bb])", &["(;B[aa];W[bb])"], &["1:8 '!?' means nothing here and is passed over"]);
    check("(;[aa]B[bb])", &["(;B[bb])"], &["1:3 a value without the name of a property is passed over"]);
    check("(;B;W[bb])", &["(;;W[bb])"], &["1:3 property B has no value and is passed over"]);
}

#[test]
fn brackets_that_are_missing_cost_nothing_else() {
    check("(;B[aa;W[bb];B[cc])", &["(;B[aa];W[bb];B[cc])"], &["1:4 ']' is missing behind this value of B"]);
    check("(;AB[aa][bb;W[cc])", &["(;AB[aa][bb];W[cc])"], &["1:9 ']' is missing behind this value of AB"]);
    check(
        "(;C[good move ;B[aa];W[bb])",
        &["(;C[good move ];B[aa];W[bb])"],
        &["1:4 ']' is missing behind this value of C"],
    );
    check("(;C[see ;B[aa\\] there];W[bb])", &["(;C[see ;B[aa\\] there];W[bb])"], &[]);
    check(
        "(;C[open",
        &["(;C[open])"],
        &["1:1 the game that begins here is not closed", "1:4 ']' is missing behind this value of C"],
    );
    check(
        "(;C[half\\",
        &["(;C[half\\\\])"],
        &["1:1 the game that begins here is not closed", "1:4 ']' is missing behind this value of C"],
    );
}

#[test]
fn parentheses_and_semicolons_that_are_missing_are_noticed() {
    check(
        "(;B[aa](;W[bb]",
        &["(;B[aa];W[bb])"],
        &["1:1 the game that begins here is not closed", "1:8 the variation that begins here is not closed"],
    );
    check(
        "(;GM[1];B[aa]\n(;GM[1];B[bb])",
        &["(;GM[1];B[aa])", "(;GM[1];B[bb])"],
        &["2:3 another game begins here: ')' is missing before it"],
    );
    check("(GM[1];B[aa])", &["(;GM[1];B[aa])"], &["1:1 ';' is missing behind '('"]);
    check(
        ";GM[1];B[aa]",
        &["(;GM[1];B[aa])"],
        &["1:1 '(' is missing before ';'", "1:1 the game that begins here is not closed"],
    );
    check("(;B[aa](W[bb])(;W[cc]))", &["(;B[aa](;W[bb])(;W[cc]))"], &["1:9 ';' is missing before W"]);
    check(
        "(;AB[aa]C[x]AB[bb])",
        &["(;AB[aa][bb]C[x])"],
        &["1:13 property AB stands twice in a node; its values are joined"],
    );
}

#[test]
fn letters_are_those_of_the_charset() {
    let text = |bytes: &[u8]| read_all(bytes)[0].tree.root().simple_text("C").unwrap();
    assert_eq!(text(b"(;CA[ISO-8859-1]C[\xe9\xc3\xa9])"), "éÃ©");
    assert_eq!(text("(;CA[UTF-8]C[囲碁])".as_bytes()), "囲碁");
    assert_eq!(text(b"(;C[\xe9])"), "é");
    let reading = &read_all(b"(;C[x]CA[Big5])")[0];
    assert_eq!(reading.faults[0].what, "the letters of charset 'Big5' are not known; they are read as Latin-1");
    assert_eq!(write(&reading.tree), "(;C[x]CA[UTF-8])\n");
}

#[test]
fn a_game_of_any_size_costs_no_more_than_its_bounds() {
    let read = |text: &str, bytes, parts| {
        let mut reader = Reader::with_bounds(text.as_bytes(), Bounds { bytes, parts });
        let all: Vec<_> = std::iter::from_fn(|| reader.next()).map(Result::unwrap).collect();
        let told = all[0].faults.iter().any(|fault| fault.kind == Kind::Bound);
        (all.len(), all[0].tree.len(), told)
    };
    let deep = "(;B[aa]".repeat(5_000) + &")".repeat(5_000) + "(;W[bb])";
    assert_eq!(read(&deep, 1 << 20, 1_000), (2, 334, true));
    assert_eq!(read(&deep, 1 << 20, 1_000_000), (2, 5_000, false));
    let long = format!("(;C[{}];B[aa])(;W[bb])", "x".repeat(10_000));
    assert_eq!(read(&long, 1_000, 1_000), (2, 1, true));
    let (count, _, _) = read(&"(;".repeat(100_000), 1 << 20, 1_000);
    assert_eq!(count, 1);
}
