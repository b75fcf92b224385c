//! The laws of every game, for both sources of rules and all three widths.

use tabula_board::Wide;
use tabula_chess::{CHESS_DEFINITION, Definition, chess, chess960};
use tabula_core::testkit::{Battery, battery};

#[test]
fn orthodox_chess_keeps_the_laws_of_every_game() {
    battery(&chess(), Battery { games: 60, ..Battery::default() });
}

#[test]
fn chess960_keeps_the_laws_of_every_game() {
    battery(&chess960(), Battery { games: 20, seed: 2, ..Battery::default() });
}

#[test]
fn chess_loaded_from_text_keeps_the_laws_on_every_width() {
    let definition = Definition::read(CHESS_DEFINITION).unwrap();
    battery(&definition.build::<u64>().unwrap(), Battery { games: 10, ..Battery::default() });
    battery(&definition.build::<u128>().unwrap(), Battery { games: 10, ..Battery::default() });
    battery(&definition.build::<Wide>().unwrap(), Battery { games: 10, ..Battery::default() });
}

#[test]
fn leaps_that_are_also_slides_are_found_once() {
    let text = r#"
        from = "chess"
        start = "rndqkdnr/pppppppp/8/8/8/8/PPPPPPPP/RNDQKDNR w KQkq - 0 1"
        pieces.dabbaba-rook = { letter = "d", moves = "RWDH", value = 600 }
        pieces.alfil-queen = { letter = "q", moves = "QA", value = 1000 }
    "#;
    // The queen of chess.toml has the letter q already.
    assert!(Definition::read(text).is_err());
    let game = Definition::read(&text.replace("alfil-queen", "queen")).unwrap().build::<u64>().unwrap();
    battery(&game, Battery { games: 20, ..Battery::default() });
}

#[test]
fn variants_keep_the_laws_of_every_game() {
    let read = |text: &str| Definition::read(text).unwrap();
    let some = Battery { games: 8, ..Battery::default() };
    for text in
        [include_str!("../../../../definitions/maharajah.toml"), include_str!("../../../../definitions/amazon.toml")]
    {
        battery(&read(text).build::<u64>().unwrap(), some);
    }
    for text in [
        include_str!("../../../../definitions/janus.toml"),
        include_str!("../../../../definitions/embassy.toml"),
        include_str!("../../../../definitions/capablanca.toml"),
        include_str!("../../../../definitions/caparandom.toml"),
        include_str!("../../../../definitions/grand.toml"),
        include_str!("../../../../definitions/caravan.toml"),
    ] {
        battery(&read(text).build::<u128>().unwrap(), some);
    }
    let behemoth = read(include_str!("../../../../definitions/behemoth.toml"));
    battery(&behemoth.build_roaming::<u64>().unwrap(), Battery { games: 20, ..Battery::default() });
}
