use super::*;
use crate::pgn::Verdict;
use crate::sgf::{Value, read_all, tree, write};

fn read(text: &str) -> pgn::Reading {
    game(&read_all(text.as_bytes())[0])
}

fn main(reading: &pgn::Reading) -> Vec<&str> {
    reading.game.tree.main().map(|node| node.text.as_str()).collect()
}

fn told(reading: &pgn::Reading) -> Vec<&str> {
    reading.faults.iter().map(|fault| fault.what.as_str()).collect()
}

#[test]
fn moves_become_points_and_the_root_becomes_tags() {
    let reading = read("(;GM[1]SZ[9]PB[Ann]PW[Bob]DT[2026-11-16]RE[B+3.5]KM[6.5];B[aa];W[ii];B[];W[tt])");
    assert_eq!(main(&reading), ["a9", "j1", "pass", "pass"]);
    let tag = |name| reading.game.tag(name);
    assert_eq!((tag("Black"), tag("White"), tag("Date")), (Some("Ann"), Some("Bob"), Some("2026.11.16")));
    assert_eq!((tag("Variant"), tag("FEN")), (Some("go9"), Some("9/9/9/9/9/9/9/9/9 b - 6.5")));
    assert_eq!(reading.game.result, Verdict::First);
    assert!(reading.faults.is_empty());
}

#[test]
fn stones_set_up_before_the_first_move_are_the_start() {
    let reading = read("(;SZ[5]HA[2]AB[aa][ee];AW[ba:bb]AE[aa];C[look];W[cc])");
    assert_eq!(reading.game.tag("FEN"), Some("1O3/1O3/5/5/4X w"));
    assert_eq!((main(&reading), told(&reading)), (vec!["c3"], vec![]));
    assert_eq!(read("(;SZ[5]HA[2]AB[aa][ee])").game.tag("FEN"), Some("X4/5/5/5/4X w"));
    assert_eq!(read("(;SZ[5]AB[aa]PL[B])").game.tag("FEN"), Some("X4/5/5/5/5 b"));
    let late = read("(;SZ[5];B[aa];AW[bb];B[cc])");
    assert_eq!(main(&late), ["a5"]);
    assert_eq!(told(&late), ["stones are set up after the first move; what follows is not replayed"]);
}

#[test]
fn variations_replace_the_move_beside_them() {
    let reading = read("(;SZ[9];B[aa]C[one](;W[bb];B[cc])(;W[dd]TE[1])(;N[quiet];W[ee]))");
    assert_eq!(main(&reading), ["a9", "b8", "c7"]);
    let text = crate::pgn::write(&crate::pgn::Game { tags: Vec::new(), ..reading.game });
    assert_eq!(text, "1. a9 {one} 1... b8 (1... d6 $1) {quiet} (1... e5) 2. c7 *\n");
    // The first of them has no move, so the second is the main line.
    assert_eq!(main(&read("(;SZ[9];B[aa](;C[x])(;W[dd]))")), ["a9", "d6"]);
}

#[test]
fn who_moves_twice_makes_the_other_pass() {
    let reading = read("(;SZ[9];B[aa];B[bb];W[cc]B[dd])");
    assert_eq!(main(&reading), ["a9", "pass", "b8", "c7", "d6"]);
    assert_eq!(told(&reading), ["Black moves twice in a row; White is taken to have passed"]);
    assert_eq!(read("(;SZ[2];W[aa])").game.tag("FEN"), Some("2/2 w"));
}

#[test]
fn every_bad_value_is_told_and_the_rest_is_kept() {
    let reading = read("(;SZ[x]RE[lost]KM[much]AB[aa][zz]PL[?];B[q])");
    assert_eq!(
        told(&reading),
        [
            "expected the size of the board, found 'x'; 19 is taken",
            "expected a result such as B+3.5, W+R or 0, found 'lost'",
            "expected a komi in whole or half points, found 'much'",
            "the point 'zz' is beside a board of 19 lines",
            "expected B or W, whose turn it is, found '?'",
            "expected a point of two letters, found 'q'; what follows is not replayed",
        ]
    );
    let places: Vec<_> = reading.faults.iter().map(|fault| fault.place.column).collect();
    assert_eq!(places, [3, 8, 16, 24, 34, 40]);
    assert_eq!(told(&read("(;SZ[9:13])")), ["a board of 9 by 13 points is not square"]);
    assert_eq!(told(&read("(;GM[2])")), ["game 2 of the format is not played here"]);
    assert_eq!(read("(;SZ[9:9])").game.tag("Variant"), Some("go9"));
}

#[test]
fn komi_is_read_in_points_whatever_it_was_counted_in() {
    for (text, points) in
        [("6.5", "6.5"), ("0", "0"), ("3.75", "7.5"), ("650", "6.5"), ("-5,5", "-5.5"), ("7.50", "7.5")]
    {
        assert_eq!(komi(text).as_deref(), Some(points), "{text}");
    }
    for bad in ["", "x", "1e999", "0.1", "NaN"] {
        assert_eq!(komi(bad), None, "{bad}");
    }
}

#[test]
fn a_game_with_tags_becomes_a_tree_again() {
    let text = "(;FF[4]GM[1]CA[UTF-8]AP[Tabula]SZ[9]EV[Open\\]]PB[Ann]RE[W+R]ENDING[resignation]KM[6.5]AB[aa][ee]PL[W]\
                C[first]\n;W[bb]TE[1]C[good]\n(;B[];W[cc])\n(;B[dd]))\n";
    let reading = read(text);
    assert!(reading.faults.is_empty(), "{:?}", reading.faults);
    assert_eq!(write(&tree(&reading.game)), text);
}

#[test]
fn five_in_a_row_is_game_four() {
    let reading = read("(;GM[4];B[hh];W[ii])");
    assert_eq!((main(&reading), reading.game.tag("Variant")), (vec!["h8", "i7"], Some("gomoku")));
    assert_eq!(read("(;GM[4]RU[Renju])").game.tag("Variant"), Some("renju"));
    let open = |setup: &tabula_engine::Setup| {
        let shelf = tabula_engine::catalogue::find(&setup.game)?;
        shelf.table(&tabula_engine::Setup { game: shelf.card().id.clone(), start: setup.start.clone() })
    };
    let import = import(reading, &open);
    assert!(import.faults.is_empty(), "{:?}", import.faults);
    let table = import.table.unwrap();
    assert_eq!(table.record().moves, ["h8", "i7"]);
    let text = write(&tree(&crate::sgf::export(&*table, &[], None).unwrap()));
    assert_eq!(text, "(;FF[4]GM[4]CA[UTF-8]AP[Tabula]SZ[15]RU[freestyle]\n;B[hh];W[ii])\n");
}

#[test]
fn a_composed_value_keeps_its_colons() {
    assert_eq!(Value::composed("aa", "x:y").parts(), ("aa".into(), Some("x:y".into())));
}
