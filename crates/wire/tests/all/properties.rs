//! Laws of reading and writing, on generated games and on rubbish: nothing panics, and what was read once is written
//! and read again without a change.

use proptest::prelude::*;
use tabula_wire::pgn::{self, Game, LineId, Note, Tag, Tree, Verdict};
use tabula_wire::{Place, epd};

fn games(text: &[u8]) -> Vec<Game> {
    pgn::read_all(text).into_iter().map(|reading| reading.game).collect()
}

/// parse(write(parse(x))) == parse(x), and every place and fault is a place in the file.
fn check_round_trip(text: &[u8]) {
    let readings = pgn::read_all(text);
    let lines = 1 + text.iter().filter(|&&byte| byte == b'\n' || byte == b'\r').count();
    let inside = |place: &Place| place.line <= lines && place.column >= 1;
    for (i, reading) in readings.iter().enumerate() {
        assert_eq!(reading.number, i + 1);
        assert_eq!(reading.move_places.len(), reading.game.tree.len());
        assert_eq!(reading.tag_places.len(), reading.game.tags.len());
        assert!(reading.move_places.iter().chain(&reading.tag_places).all(inside));
        assert!(reading.faults.iter().all(|fault| inside(&fault.place) && fault.game == Some(i + 1)));
    }
    let first: Vec<_> = readings.into_iter().map(|reading| reading.game).collect();
    let written = pgn::write_all(&first);
    let again = pgn::read_all(written.as_bytes());
    let second: Vec<_> = again.iter().map(|reading| reading.game.clone()).collect();
    assert_eq!(first, second, "written as\n{written}");
}

fn note() -> impl Strategy<Value = Note> {
    prop_oneof![
        "[ -|~é]{0,12}".prop_map(|text| Note::Comment(text.trim().into())),
        Just(Note::Comment("one  two [%clk 0:00:01] ".repeat(9).trim().into())),
        Just(Note::Comment("drawn:\n  . x .\n\n%end".into())),
        "[ -~ü]{0,12}".prop_map(|text| Note::Aside(text.trim().into())),
        "[ -~]{0,12}".prop_map(|text| Note::Escape(text.trim_end().into())),
    ]
}

fn notes() -> impl Strategy<Value = Vec<Note>> {
    prop_oneof![4 => Just(Vec::new()), 1 => prop::collection::vec(note(), 1..3)]
}

/// What stands in a line, in the order of the text; a closing bracket pops, an opening one pushes.
#[derive(Clone, Debug)]
enum Part {
    Move { text: String, before: Vec<Note>, nags: Vec<u32>, after: Vec<Note> },
    Open,
    Close,
}

fn part() -> impl Strategy<Value = Part> {
    let text =
        prop_oneof!["[a-h][1-8]", "[KQRB][a-h]x[a-h][1-8][+#]?", Just("O-O".into()), Just("--".into()), "%[a-z]"];
    let nags = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(0_u32..300, 1..3)];
    let single = (text, notes(), nags, notes());
    prop_oneof![
        6 => single.prop_map(|(text, before, nags, after)| Part::Move { text, before, nags, after }),
        1 => Just(Part::Open),
        1 => Just(Part::Close),
    ]
}

/// Builds a tree in the order of its text, which is the order in which reading numbers its nodes.
fn tree(parts: Vec<Part>) -> Tree {
    let mut tree = Tree::default();
    let mut open = vec![LineId::MAIN];
    for part in parts {
        let here = *open.last().expect("the main line stays open");
        let last = tree.line(here).moves.last().copied();
        match part {
            Part::Move { text, before, nags, after } => {
                let id = tree.add(here, text);
                // Notes before a move are told from notes after the last one only by a variation between them.
                let apart = last.is_none_or(|last| !tree.node(last).variations.is_empty());
                let node = tree.node_mut(id);
                node.before = if apart { before } else { Vec::new() };
                (node.nags, node.after) = (nags, after);
            }
            Part::Open => open.extend(last.map(|last| tree.vary(last))),
            Part::Close if open.len() > 1 => {
                open.pop();
            }
            Part::Close => {}
        }
    }
    tree
}

fn game() -> impl Strategy<Value = Game> {
    let tag = prop_oneof![
        ("[A-Z][A-Za-z_]{0,9}", "[ -~äß]{0,20}").prop_map(|(name, value)| Tag::new(name, value)),
        Just(Tag::new("FEN", "8/8/8/8/8/8/8/K1k5 b - - 0 99")),
    ];
    let result = prop_oneof![Just(Verdict::First), Just(Verdict::Second), Just(Verdict::Draw), Just(Verdict::Open)];
    let tags = prop::collection::vec(tag, 1..6);
    let parts = prop::collection::vec(part(), 0..60);
    (notes(), tags, parts, result, notes()).prop_map(|(head, tags, parts, result, tail)| Game {
        head,
        tags,
        tree: tree(parts),
        result,
        tail,
    })
}

/// Pieces of which real and broken files are made.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "1.",
        "1...",
        "e4",
        "Nf3",
        "O-O",
        "0-0",
        "exd6 e.p.",
        "--",
        "Z0",
        "+",
        "#",
        "N",
        "=",
        "+-",
        "Rd8+-",
        "!",
        "?!",
        "$1",
        "$",
        "$99999999999",
        "(",
        ")",
        "{",
        "}",
        "{a\n\nb}",
        "{x\ny}",
        ";",
        "; aside\n",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\n%escape\n",
        "%",
        "[",
        "]",
        "[Event \"x\"]\n",
        "[Event \"",
        "\"",
        "\"]",
        "\\",
        "[White Karl]\n",
        "[%clk 0:01]",
        "[Result \"1-0\"]",
        "[FEN \"8/8 b - - 0 7\"]",
        "1-0",
        "0-1",
        "1/2-1/2",
        "1/2",
        "*",
        "1",
        "…",
        ".",
        "é",
        "\u{feff}",
        "\u{85}",
        "\u{a0}",
        "\0",
        "\t",
        "  ",
        "♞f3",
        "@@@@",
        "word",
        "1.e4",
        "12...Nf6",
        "e4!?",
        "<1>",
        "½-½",
        "1. e4 e5 ",
    ]);
    let glue = prop::sample::select(vec!["", " ", " ", "\n"]);
    prop::collection::vec((piece, glue), 0..80)
        .prop_map(|parts| parts.into_iter().flat_map(|(piece, glue)| [piece, glue]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_that_is_written_is_read_again(game in game()) {
        let text = pgn::write(&game);
        prop_assert_eq!(games(text.as_bytes()), vec![game], "written as\n{}", text);
    }

    #[test]
    fn lines_of_moves_are_shorter_than_eighty_columns(parts in prop::collection::vec("[a-h][1-8]", 0..200)) {
        let mut game = Game::default();
        for part in parts {
            game.tree.add(LineId::MAIN, part);
        }
        prop_assert!(pgn::write(&game).lines().all(|line| line.len() < 80));
    }

    #[test]
    fn several_games_are_written_and_read_again(games_in in prop::collection::vec(game(), 0..4)) {
        prop_assert_eq!(games(pgn::write_all(&games_in).as_bytes()), games_in);
    }

    #[test]
    fn a_mangled_game_is_read_once_and_for_all(
        game in game(),
        hits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 0..12),
    ) {
        let mut text = pgn::write(&game).into_bytes();
        for (at, byte, how) in hits {
            if text.is_empty() {
                break;
            }
            let at = at.index(text.len());
            match how {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
        }
        check_round_trip(&text);
    }

    #[test]
    fn a_soup_of_tokens_is_read_once_and_for_all(text in soup()) {
        check_round_trip(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_read_once_and_for_all(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check_round_trip(&bytes);
    }

    #[test]
    fn any_positions_are_read_once_and_for_all(
        lines in prop::collection::vec(
            prop_oneof![
                "[ -~é]{0,40}",
                r#"[1-8kK/]{1,9} [wb] (-|KQkq) (-|e3)( [0-9]{1,2} [0-9]{1,2})?( ?;?[a-zD0-9"]{1,3}( [A-Za-z0-9"]{1,4}){0,3};?){0,4}"#,
            ],
            0..6,
        ),
    ) {
        let text = lines.join("\n");
        let first = epd::read(&text);
        let written = epd::write(&first);
        let second = epd::read(&written);
        let bodies = |entries: &[epd::Entry]| entries.iter().map(|entry| entry.body.clone()).collect::<Vec<_>>();
        prop_assert_eq!(bodies(&first), bodies(&second), "written as\n{}", written);
    }

    #[test]
    fn any_text_is_read_as_positions_without_panic(text in any::<String>()) {
        let entries = epd::read(&text);
        epd::write(&entries);
    }
}
