//! The starts of Capablanca Random, counted and numbered.

use std::collections::HashSet;
use tabula_chess::{Chess, Definition, Loaded};
use tabula_core::Notation;

fn game() -> Chess<u128, Loaded<u128>> {
    let text = include_str!("../../../../definitions/caparandom.toml");
    Definition::read(text).and_then(|definition| definition.build()).expect("a sound definition")
}

fn array(start: &str) -> String {
    start.split(' ').next().and_then(|board| board.rsplit('/').next()).unwrap_or_default().to_owned()
}

#[test]
fn capablanca_random_has_21836_starts_of_which_12118_are_dealt() {
    let game = game();
    assert_eq!(game.starts(), 21_836);
    let starts: Vec<String> = (0..game.starts()).map(|n| game.numbered(n).unwrap()).collect();
    assert_eq!(starts.iter().collect::<HashSet<_>>().len(), 21_836);
    assert_eq!(game.numbered(21_836), None);
    assert_eq!(game.deal(0), game.deal(12_118), "the lots go round");
    assert_ne!(game.deal(0), game.deal(12_117));
    // The first and the last of the list that its inventor published.
    assert_eq!((array(&starts[0]).as_str(), array(&starts[12_117]).as_str()), ("ABCNBNRKRQ", "RQNNKRBCAB"));
    for start in starts.iter().step_by(37) {
        assert!(game.read_position(start).is_ok(), "{start}");
    }
    assert_eq!(game.read_position("12117"), game.read_position(&starts[12_117]));
    let said = game.read_position("21836").unwrap_err().to_string();
    assert_eq!(said, "column 1: starts are numbered 0 to 21835, found 21836");
}

#[test]
fn arrays_obey_what_the_oracle_says_they_obey() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/oracle/public/caparandom_starts.json");
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let file: serde_json::Value = serde_json::from_str(&text).unwrap();
    let game = game();
    let starts: Vec<String> = (0..game.starts()).map(|n| array(&game.numbered(n).unwrap())).collect();
    let (dealt, others) = starts.split_at(12_118);
    let (dealt, others): (HashSet<_>, HashSet<_>) = (dealt.iter().collect(), others.iter().collect());
    let loose = ["too-close-to-gothic", "bishops-adjacent"];
    for item in file["arrays"].as_array().unwrap() {
        let (array, faults) = (item[0].as_str().unwrap().to_owned(), item[1].as_array().unwrap());
        assert_eq!(dealt.contains(&array), faults.is_empty(), "{array}");
        let only_loose = !faults.is_empty() && faults.iter().all(|fault| loose.contains(&fault.as_str().unwrap()));
        assert_eq!(others.contains(&array), only_loose, "{array}");
    }
}
