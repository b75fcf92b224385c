//! Each rule on a board small enough to see: the vectors that must hold wherever the oracle is absent.

use proptest::prelude::*;
use tabula_core::perft::perft;
use tabula_core::{Cause, Dice, Game, Line, Notation, Outcome, Side, Square};
use tabula_go::{Go, Ko, Move, Rules};

fn game(size: usize, rules: Rules) -> Go {
    Go::new(size, rules).expect("a size that a board may have")
}

/// The board after a move, without what follows the turn.
fn after(rules: Rules, text: &str, m: &str) -> Result<String, String> {
    let game = game(text.split('/').count(), rules);
    let mut at = game.read_position(text).map_err(|faults| faults.to_string())?;
    let m = game.read_move(&at, m).map_err(|fault| fault.what)?;
    game.play(&mut at, m, &mut ());
    let text = game.write_position(&at);
    Ok(text.split(' ').take(3).collect::<Vec<_>>().join(" "))
}

#[test]
fn stones_without_liberties_are_taken() {
    for (before, m, expected) in [
        ("5/2X2/1XO2/2X2/5 b", "d3", "5/2X2/1X1X1/2X2/5 w -"),
        ("OX3/5/5/5/5 b", "a4", "1X3/X4/5/5/5 w -"),
        ("1OX2/OX3/X4/5/5 b", "a5", "X1X2/1X3/X4/5/5 w -"),
        ("1XXXO/XXXXO/OOOOO/5/5 w", "a5", "O3O/4O/OOOOO/5/5 b -"),
        // The last column and the first of the next row are no neighbours.
        ("4X/X4/5/5/5 w", "a5", "O3X/X4/5/5/5 b -"),
    ] {
        assert_eq!(after(Rules::GYMGO, before, m).as_deref(), Ok(expected), "{before}");
    }
}

#[test]
fn a_ko_is_one_stone_taken_by_one_stone() {
    for (before, m, expected) in [
        ("1XO2/XO3/5/5/5 w", "a5", "O1O2/XO3/5/5/5 b b5"),
        // The taker joins a chain, or keeps more liberties: no ko.
        ("1XXO1/XO1XO/1XXO1/5/5 w", "c4", "1XXO1/XOO1O/1XXO1/5/5 b -"),
        ("1X3/XO3/1X3/5/5 b", "c4", "1X3/X1X2/1X3/5/5 w -"),
    ] {
        assert_eq!(after(Rules::GYMGO, before, m).as_deref(), Ok(expected), "{before}");
    }
}

#[test]
fn suicide_is_allowed_by_tromp_taylor_alone() {
    let inside = "5/2X2/1X1X1/2X2/5 w";
    assert_eq!(after(Rules::CHINESE, inside, "c3"), Err("c3 has no liberty: suicide".into()));
    // Of one stone it makes the same position again.
    assert_eq!(
        after(Rules::TROMP_TAYLOR, inside, "c3"),
        Err("c3 would make an earlier position again (superko)".into())
    );
    let two = "1OXX1/XXX2/5/5/5 w";
    assert_eq!(after(Rules::CHINESE, two, "a5"), Err("a5 has no liberty: suicide".into()));
    assert_eq!(after(Rules::TROMP_TAYLOR, two, "a5").as_deref(), Ok("2XX1/XXX2/5/5/5 b -"));
}

#[test]
fn sequences_are_as_many_as_counted_elsewhere() {
    // From the oracle's go_rules.json: own rules in Python, checked against GNU Go 3.8.
    let simple = game(2, Rules { ko: Ko::Simple, ..Rules::GYMGO });
    assert_eq!(perft(&simple, &simple.start(), 9), 5768);
    let superko = game(2, Rules { ko: Ko::Positional, ..Rules::GYMGO });
    assert_eq!(perft(&superko, &superko.start(), 9), 4184);
    let three = game(3, Rules::GYMGO);
    assert_eq!(perft(&three, &three.start(), 5), 33_384);
}

#[test]
fn positional_and_situational_superko_differ_by_the_player_to_move() {
    // The point that makes an earlier board again, but with the other player to move.
    for (ko, expected) in [(Ko::Simple, true), (Ko::Positional, false), (Ko::Situational, true)] {
        let game = game(2, Rules { ko, ..Rules::GYMGO });
        let mut at = game.start();
        for number in [3, 1, 2, 4, 0, 1] {
            let m = tabula_go::gym::from_action(&game, number).expect("an action of the board");
            game.play(&mut at, m, &mut ());
        }
        let Some(Move::At(point)) = tabula_go::gym::from_action(&game, 3) else { panic!("a pass") };
        assert_eq!(game.is_legal(&at, point), expected, "{ko:?}");
    }
}

#[test]
fn two_passes_end_the_game_and_it_is_counted() {
    let game = game(5, Rules::CHINESE);
    let mut line = Line::from(&game, game.read_position("2XO1/2XO1/2XO1/2XO1/2XO1 b - 2.5").expect("a wall"));
    line.play(&game, Move::Pass);
    assert_eq!(game.ended(line.now()), None);
    line.play(&game, Move::Pass);
    assert_eq!(game.ended(line.now()), Some(Outcome::win(Side::First, Cause::Count(5))));
    assert_eq!(line.legal(&game), []);
}

#[test]
fn a_handicap_stands_on_its_points_with_white_to_move() {
    let game = game(9, Rules::CHINESE).with_komi(1).with_handicap(4).expect("four stones fit on 9x9");
    let at = game.start();
    assert_eq!(game.write_position(&at), "9/9/2X3X2/9/9/9/2X3X2/9/9 w - 0.5 0 0 0");
}

#[test]
fn territory_is_counted_without_the_dead() {
    // The white stone inside is dead; it counts once as prisoner and once as territory.
    let game = game(9, Rules::JAPANESE);
    let text = "2X1XO3/2XXXO3/XXXOOO3/OOOO1O2X/4O1O2/4O4/4OO3/O2O5/1O7 b - 6.5 0 0 2";
    let at = game.read_position(text).expect("a settled board");
    let dead = tabula_go::status::dead(&game, &at);
    assert_eq!(dead, [Square(53)]);
    assert_eq!(game.ended(&at), Some(Go::outcome(game.margin_without(&at, &dead))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any position that play can reach is read back from its text.
    #[test]
    fn text_gives_the_position_back(size in 2_usize..=25, rules in 0_usize..5, seed: u64, plies in 0_usize..120, komi in -100_i16..100) {
        let game = game(size, Rules::NAMED[rules].1).with_komi(komi);
        let mut dice = Dice::new(seed);
        let mut at = game.start();
        for _ in 0..plies {
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, &mut ());
        }
        let text = game.write_position(&at);
        let again = game.read_position(&text).map_err(|faults| TestCaseError::fail(faults.to_string()))?;
        prop_assert_eq!(&again, &at);
        prop_assert_eq!(game.key(&again), game.key(&at));
        prop_assert_eq!(game.write_position(&again), text);
    }

    /// No text whatever makes the readers panic.
    #[test]
    fn any_text_is_read_or_refused(size in 2_usize..=25, text in "[ xXoObw0-9/.a-t-]{0,60}") {
        let game = game(size, Rules::CHINESE);
        if let Ok(at) = game.read_position(&text) {
            prop_assert_eq!(game.read_position(&game.write_position(&at)), Ok(at));
        }
        let _ = game.read_move(&game.start(), &text);
    }
}
