//! Pieces that move oddly, against counts of Fairy-Stockfish (pyffish 0.0.90 with the same pieces as custom ones).

use tabula_chess::{Chess, Definition, Loaded};
use tabula_core::perft::perft;
use tabula_core::{Dice, Game, Line, Notation, Tactics};

const CARAVAN: &str = include_str!("../../../../definitions/caravan.toml");

/// A gold general, a grasshopper, a mao, a piece that goes like a bishop and takes like a rook, a short bishop with two leaps.
const ZOO: &str = r#"
    from = "chess"
    start = "rnmckbgr/pppppppp/8/8/8/8/PPPPPPPP/RNMCKBGR w KQkq - 0 1"
    without = ["bishop", "knight", "queen"]
    pawns.promote-to = "cgnmbr"
    [pieces]
    gold = { letter = "c", moves = "fsWfF" }
    hopper = { letter = "g", moves = "gQ" }
    mao = { letter = "n", moves = "nN" }
    mixed = { letter = "m", moves = "mBcR" }
    short = { letter = "b", moves = "B2fN" }
"#;

fn game(text: &str) -> Chess<u128, Loaded<u128>> {
    Definition::read(text).and_then(|definition| definition.build()).expect("a sound definition")
}

#[test]
fn camels_guns_and_nightriders_count_as_elsewhere() {
    let game = game(CARAVAN);
    for (depth, nodes) in [(1, 36), (2, 1_286), (3, 49_254)] {
        assert_eq!(perft(&game, &game.start(), depth), nodes);
    }
}

#[test]
fn short_ranges_hurdles_legs_and_directions_count_as_elsewhere() {
    let game = game(ZOO);
    for (depth, nodes) in [(1, 20), (2, 384), (3, 7_894)] {
        assert_eq!(perft(&game, &game.start(), depth), nodes);
    }
}

#[test]
fn checks_are_foreseen_and_noisy_and_quiet_moves_are_all_moves() {
    for text in [CARAVAN, ZOO] {
        let game = game(text);
        let mut dice = Dice::new(4);
        for _ in 0..10 {
            let mut line = Line::new(&game);
            for _ in 0..80 {
                let at = line.now();
                let moves = line.legal(&game);
                let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
                game.noisy(at, &mut noisy);
                game.quiet(at, &mut quiet);
                assert_eq!(noisy.len() + quiet.len(), moves.len());
                for &m in &moves {
                    let mut next = at.clone();
                    game.play(&mut next, m, &mut ());
                    assert_eq!(game.forces(at, m), game.urgent(&next), "{} {m:?}", game.write_position(at));
                    assert!(
                        game.read_position(&game.write_position(&next)).is_ok(),
                        "no move leaves the king in check"
                    );
                }
                let Some(&m) = dice.pick(&moves) else { break };
                line.play(&game, m);
            }
        }
    }
}
