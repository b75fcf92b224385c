//! Tables of the chess family, against what is known of them from elsewhere.

#![allow(clippy::unwrap_used)]

mod plain;

use plain::{plain, tables, with_crew};
use tabula_board::Bits;
use tabula_chess::{Chess, Definition, Loaded, Rules, chess};
use tabula_core::{Endings, Exact, Known, Line, Notation, Side};
use tabula_tables::{Tables, build, format, order, survey};

fn defined<B: Bits>(text: &str) -> Chess<B, Loaded<B>> {
    Definition::read(text).and_then(|definition| definition.build()).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Kings, pawns and some of the usual officers on a small board.
const SMALL: &str = r#"
from = "chess"
board = "4x5"
start = "r1bk/pppp/4/PPPP/R1BK w - - 0 1"
castling = []
"#;

/// The longest win in plies for whoever has more, from its own turn.
fn longest<B: Bits, R: Rules<B>>(game: &Chess<B, R>, name: &str) -> u32 {
    let tables = tables(game, &[name]);
    let table = tables.get(game, &game.read_material(name).unwrap()).unwrap();
    let survey = with_crew(|crew| survey(game, table, crew)).unwrap();
    let (plies, index) = survey[Side::First].longest_win.unwrap();
    let at = table.position(game, index).unwrap();
    assert_eq!(tables.line(game, &at).len() as u32, plies, "{}", game.write_position(&at));
    plies
}

#[test]
fn the_longest_mates_of_chess_are_those_of_the_books() {
    for (name, moves) in [("KQ-K", 10), ("KR-K", 16), ("KP-K", 28)] {
        assert_eq!(longest(&chess(), name), 2 * moves - 1, "{name}");
    }
}

/// Orthodox pieces on a square board of some other size.
fn square(size: usize) -> String {
    let row = |king: char| format!("{king}{}", size - 1);
    let empty = vec![size.to_string(); size - 2].join("/");
    format!(
        "from = \"chess\"\nboard = \"{size}x{size}\"\nstart = \"{}/{empty}/{} w - - 0 1\"\ncastling = []\n",
        row('k'),
        row('K')
    )
}

#[test]
fn the_longest_mates_on_other_boards_are_those_that_kotesovec_found() {
    // OEIS A225551 and A225552.
    for (size, queen, rook) in [(4, 4, 7), (5, 6, 10), (6, 7, 12), (7, 8, 14), (9, 11, 18), (10, 12, 21)] {
        let game = defined::<u128>(&square(size));
        assert_eq!(longest(&game, "KQ-K"), 2 * queen - 1, "{size}");
        assert_eq!(longest(&game, "KR-K"), 2 * rook - 1, "{size}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn bishop_and_knight_mate_on_a_board_of_a_hundred_squares() {
    // OEIS A225556.
    assert_eq!(longest(&defined::<u128>(&square(10)), "KBN-K"), 2 * 47 - 1);
}

#[test]
#[ignore = "takes a minute"]
fn the_longest_mates_with_four_men_are_those_of_the_books() {
    for (name, moves) in [("KBB-K", 19), ("KBN-K", 33), ("KQ-KR", 35), ("KR-KN", 40), ("KQ-KP", 28), ("KP-KP", 33)] {
        assert_eq!(longest(&chess(), name), 2 * moves - 1, "{name}");
    }
}

#[test]
fn tables_agree_with_searches_of_a_few_plies() {
    let small = defined::<u64>(SMALL);
    for name in ["KP-KP", "KR-KB", "KPP-K"] {
        plain(&small, name, &tables(&small, &[name]));
    }
}

#[test]
fn the_same_rules_on_wider_sets_give_the_same_table() {
    let bytes = |name: &str| {
        let (narrow, wide) = (chess(), defined::<u128>(tabula_chess::CHESS_DEFINITION));
        let of = |name: &str| {
            let tables = tables(&narrow, &[name]);
            format::write(&narrow, tables.get(&narrow, &narrow.read_material(name).unwrap()).unwrap())
        };
        let other = tables(&wide, &[name]);
        (of(name), format::write(&wide, other.get(&wide, &wide.read_material(name).unwrap()).unwrap()))
    };
    let (one, other) = bytes("KR-K");
    assert_eq!(one, other);
}

#[test]
fn a_table_read_back_is_the_same_and_a_broken_one_is_refused() {
    let chess = chess();
    let tables = tables(&chess, &["KQ-K"]);
    let material = chess.read_material("KQ-K").unwrap();
    let good = format::write(&chess, tables.get(&chess, &material).unwrap());
    let read = format::read(&chess, Box::new(good.clone())).unwrap();
    assert_eq!(format::write(&chess, &read), good);
    let fault = |bytes: &[u8]| format::read(&chess, Box::new(bytes.to_vec())).err().unwrap().what;
    let changed = |place: usize| {
        let mut bytes = good.clone();
        bytes[place] ^= 1;
        bytes
    };
    assert_eq!(fault(&changed(0)), "it does not begin as a table does");
    assert_eq!(fault(&changed(8)), "its format has version 3, expected 2");
    assert_eq!(fault(&changed(10)), "it was made by other rules than those of this game");
    assert_eq!(fault(&changed(23)), "its values have 0 bytes, expected 1 or 2");
    assert_eq!(fault(&changed(good.len() / 2)), "its checksum is wrong");
    assert_eq!(fault(&good[..good.len() - 1]), "it ends too early");
    assert_eq!(fault(&good[..5]), "it ends too early");
    assert_eq!(fault(&[good.as_slice(), &[0]].concat()), "something follows its end");
    let other = format::read(&defined::<u64>(SMALL), Box::new(good.clone())).err().unwrap().what;
    assert_eq!(other, "it was made by other rules than those of this game");
}

#[test]
fn what_a_material_needs_is_asked_for() {
    let chess = chess();
    let material = chess.read_material("KP-K").unwrap();
    let built = with_crew(|crew| build(&chess, &material, &Tables::default(), crew));
    let fault = built.err().unwrap().what;
    assert!(fault.starts_with("KP-K needs the table of K"), "{fault}");
    let names: Vec<_> = order(&chess, &[material]).iter().map(|m| chess.write_material(m)).collect();
    assert_eq!(names, ["KR-K", "KQ-K", "KP-K"]);
}

#[test]
fn a_search_is_told_only_what_no_rule_takes_away() {
    let chess = chess();
    let tables = tables(&chess, &["KR-K"]);
    let probe = |fen: &str| tables.probe(&chess, &chess.read_position(fen).unwrap());
    let far = |quiet: u32| format!("8/8/8/3k4/8/8/8/K6R w - - {quiet} 80");
    let at = chess.read_position(&far(0)).unwrap();
    let plies = tables.fate(&chess, &at).unwrap().plies().unwrap();
    assert_eq!(probe(&far(100 - plies)), Some(Exact::Win));
    assert_eq!(probe(&far(101 - plies)), None);
    // The shortest way is still shown.
    let line = Line::from(&chess, chess.read_position(&far(101 - plies)).unwrap());
    let (exact, moves) = tables.choices(&chess, &line).unwrap();
    assert!(exact == Exact::Draw && !moves.is_empty());
    assert_eq!(probe("8/8/8/8/8/3k4/8/R3K3 w Q - 0 1"), None);
    assert_eq!(probe("8/8/8/3k4/8/8/8/K5RR w - - 0 1"), None);
    assert_eq!(probe("8/8/8/3k4/8/8/8/KN6 w - - 0 1"), Some(Exact::Draw));
}
