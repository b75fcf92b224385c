//! Laws of the smart game format, on generated trees and on rubbish: nothing panics, what was written is read back, and
//! games of Go come back from their files.

use proptest::prelude::*;
use tabula_core::Dice;
use tabula_engine::{Setup, Table, catalogue};
use tabula_wire::games;
use tabula_wire::pgn::{Dialect, Tag, Verdict};
use tabula_wire::sgf::{self, Property, Tree, Value};

fn open(setup: &Setup) -> Result<Box<dyn Table>, tabula_core::Faults> {
    let shelf = catalogue::find(&setup.game)?;
    shelf.table(&Setup { game: shelf.card().id.clone(), start: setup.start.clone() })
}

fn trees(text: &[u8]) -> Vec<Tree> {
    sgf::read_all(text).into_iter().map(|reading| reading.tree).collect()
}

/// read(write(read(x))) == read(x), but for the order in which nodes are numbered.
fn check_round_trip(bytes: &[u8]) {
    let readings = sgf::read_all(bytes);
    for (i, reading) in readings.iter().enumerate() {
        assert_eq!(reading.number, i + 1);
        assert_eq!(reading.node_places.len(), reading.tree.len());
        for (id, places) in reading.tree.ids().zip(&reading.property_places) {
            assert_eq!(reading.tree.node(id).properties.len(), places.len());
        }
        assert!(reading.faults.iter().all(|fault| fault.place.line >= 1 && fault.place.column >= 1));
        sgf::import(sgf::game(reading), &open);
    }
    let first: Vec<_> = readings.into_iter().map(|reading| reading.tree).collect();
    let written = sgf::write_all(&first);
    let second = trees(written.as_bytes());
    assert_eq!(sgf::write_all(&second), written);
    assert!(sgf::read_all(written.as_bytes()).iter().all(|reading| reading.faults.is_empty()), "{written}");
}

fn property() -> impl Strategy<Value = Property> {
    let name = "[A-Z]{1,3}".prop_filter("these are read in a way of their own", |name| {
        !["CA", "FF", "GM", "B", "W", "AB", "AW", "AE", "CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"]
            .contains(&name.as_str())
    });
    let text = prop_oneof!["[ -~äé\n\t]{0,20}", "[\\[\\]\\\\:;()]{0,6}", Just("囲碁 ]\\".to_string())];
    let value = prop_oneof![
        text.clone().prop_map(|text| Value::text(&text)),
        (text.clone(), text).prop_map(|(first, second)| Value::composed(&first, &second)),
    ];
    (name, prop::collection::vec(value, 1..4)).prop_map(|(name, values)| {
        let mut values = values.into_iter();
        let first = Property::new(&name, values.next().expect("at least one"));
        values.fold(first, Property::with)
    })
}

/// A tree whose nodes are numbered in the order of its text.
fn tree() -> impl Strategy<Value = Tree> {
    let node = (prop::collection::vec(property(), 0..4), 0_usize..4);
    prop::collection::vec(node, 1..12).prop_map(|nodes| {
        let mut tree = Tree::default();
        let mut path = vec![Tree::ROOT];
        for (i, (mut properties, back)) in nodes.into_iter().enumerate() {
            let mut seen = Vec::new();
            properties.retain(|property| {
                let new = !seen.contains(&property.name().to_string());
                seen.push(property.name().to_string());
                new
            });
            let id = if i == 0 {
                Tree::ROOT
            } else {
                // Only what is still open can be gone on with; a node that was left is written already.
                path.truncate(path.len().saturating_sub(back).max(1));
                let id = tree.add(*path.last().expect("the root stays"));
                path.push(id);
                id
            };
            tree.node_mut(id).properties = properties;
        }
        tree
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(trees_made in prop::collection::vec(tree(), 1..3)) {
        let text = sgf::write_all(&trees_made);
        let readings = sgf::read_all(text.as_bytes());
        prop_assert!(readings.iter().all(|reading| reading.faults.is_empty()), "{text}");
        let again: Vec<_> = readings.into_iter().map(|reading| reading.tree).collect();
        prop_assert_eq!(again, trees_made);
    }

    #[test]
    fn texts_survive_whatever_they_hold(text in "[ -~äé\n]{0,40}") {
        prop_assert_eq!(Value::text(&text).to_text(), text);
    }

    #[test]
    fn rubbish_is_read_without_a_panic(text in "[(;)\\[\\]BWACabt:\\\\ \n]{0,60}") {
        check_round_trip(text.as_bytes());
    }

    #[test]
    fn bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        check_round_trip(&bytes);
    }

    #[test]
    fn broken_files_lose_only_what_is_broken(cut in 0_usize..160, byte in any::<u8>()) {
        let whole = "(;FF[4]GM[1]SZ[9]KM[6.5]AB[aa][bb]C[one \\] two];B[cc];W[dd]C[x](;B[ee];W[ff])(;B[gg]LB[aa:1]))";
        let mut bytes = whole.as_bytes().to_vec();
        let at = cut % bytes.len();
        bytes[at] = byte;
        check_round_trip(&bytes);
        bytes.remove(at);
        check_round_trip(&bytes);
        bytes.truncate(at);
        check_round_trip(&bytes);
    }
}

/// A game of random moves.
fn random_game(id: &str, start: Option<&str>, plies: usize, seed: u64) -> Box<dyn Table> {
    let shelf = catalogue::find(id).expect("the house has it");
    let mut table =
        shelf.table(&Setup { game: shelf.card().id.clone(), start: start.map(Into::into) }).expect("a good start");
    let mut dice = Dice::new(seed);
    for _ in 0..plies {
        let legal = table.legal();
        let Some(code) = dice.pick(&legal).filter(|_| table.outcome().is_none()) else { break };
        table.play(&code.clone()).expect("it is legal");
    }
    table
}

#[test]
fn games_of_go_come_back_from_their_files() {
    for (seed, (id, start)) in (0..).zip([
        ("go9", None),
        ("go19", None),
        ("go5-japanese", None),
        ("go13-aga", Some("13/13/13/3X5X3/13/13/13/13/13/3X5X3/13/13/13 w - 0.5")),
        ("go25", None),
    ]) {
        let table = random_game(id, start, 80, seed);
        assert_eq!(games::dialect(table.card()), Dialect::Sgf);
        let tags = [Tag::new("Black", "Ann [9p]"), Tag::new("White", "Bob"), Tag::new("Ending", "resignation")];
        let text = games::write(&games::export(&*table, &tags, Some(Verdict::Second)), Dialect::Sgf);
        assert!(text.contains("PB[Ann [9p\\]]") && text.contains("RE[W+R]"), "{text}");
        let reading = games::reader(text.as_bytes(), Dialect::Sgf).next().unwrap().unwrap();
        let import = games::import(reading, Dialect::Sgf, &open);
        assert!(import.faults.is_empty(), "{:?}\n{text}", import.faults);
        assert_eq!(import.game.result, Verdict::Second);
        let again = import.table.unwrap();
        assert_eq!(again.record().moves, table.record().moves);
        assert_eq!((again.position(), &again.card().id), (table.position(), &table.card().id));
    }
}

#[test]
fn a_result_by_count_says_by_how_much() {
    let mut table = random_game("go5", None, 0, 0);
    for code in ["c3", "pass", "pass"] {
        table.play(code).unwrap();
    }
    let text = games::write(&games::export(&*table, &[], None), Dialect::Sgf);
    assert!(text.contains("SZ[5]RE[B+17.5]KM[7.5]"), "{text}");
    let reading = games::reader(text.as_bytes(), Dialect::Sgf).next().unwrap().unwrap();
    assert_eq!(reading.game.result, Verdict::First);
}
