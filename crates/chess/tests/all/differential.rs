//! The same game from two sources and on three widths must be the same game.

use tabula_board::Wide;
use tabula_chess::{CHESS_DEFINITION, Definition, Position, Rules, chess};
use tabula_core::perft::perft;
use tabula_core::{Claims, Dice, Game, Line, Notation, Tactics};

/// What can be seen of a position from outside: text, key, moves in their order, captures in theirs.
fn seen<G: Notation + Tactics>(game: &G, at: &G::Position) -> (String, u64, Vec<String>, usize, bool) {
    let (mut moves, mut noisy) = (Vec::new(), Vec::new());
    game.moves(at, &mut moves);
    game.noisy(at, &mut noisy);
    let texts = moves.iter().map(|&m| game.write_move(at, m)).collect();
    (game.write_position(at), game.key(at).0, texts, noisy.len(), game.urgent(at))
}

#[test]
fn chess_from_text_is_the_same_game_as_chess_from_constants_move_by_move() {
    let definition = Definition::read(CHESS_DEFINITION).unwrap();
    let (constant, a, b, c) = (
        chess(),
        definition.build::<u64>().unwrap(),
        definition.build::<u128>().unwrap(),
        definition.build::<Wide>().unwrap(),
    );
    let mut dice = Dice::new(11);
    for _ in 0..40 {
        let (mut line, mut la, mut lb, mut lc) = (Line::new(&constant), Line::new(&a), Line::new(&b), Line::new(&c));
        for _ in 0..150 {
            let expected = seen(&constant, line.now());
            assert_eq!(seen(&a, la.now()), expected, "loaded, 64 bits");
            assert_eq!(seen(&b, lb.now()), expected, "loaded, 128 bits");
            assert_eq!(seen(&c, lc.now()), expected, "loaded, 256 bits");
            let outcome = line.outcome(&constant, Claims::Taken);
            assert_eq!(la.outcome(&a, Claims::Taken), outcome);
            let Some(&m) = dice.pick(&line.legal(&constant)).filter(|_| outcome.is_none()) else { break };
            line.play(&constant, m);
            la.play(&a, m);
            lb.play(&b, m);
            lc.play(&c, m);
        }
    }
}

#[test]
fn a_million_random_plies_keep_everything_incremental_equal_to_recomputed() {
    let game = chess();
    let mut dice = Dice::new(2_026);
    let mut plies = 0;
    let mut moves = Vec::new();
    while plies < 1_000_000 {
        let mut at = game.start();
        for _ in 0..300 {
            moves.clear();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, &mut ());
            plies += 1;
            // Equality covers sets, squares, key, rights, checkers and pins.
            let text = game.write_position(&at);
            assert_eq!(game.read_position(&text).as_ref(), Ok(&at), "{text}");
        }
    }
}

fn sets_agree<R: Rules<u64>>(at: &Position<u64, R::Sets>, rules: &R) -> bool {
    (0..64).map(tabula_core::Square).all(|square| {
        let by_list = at.man_on(square);
        let by_sets = (0..rules.kinds().len() as u8)
            .map(tabula_chess::Kind)
            .find(|&kind| at.kind(kind) >> square.0 & 1 == 1)
            .map(|kind| (kind, if at.side(tabula_core::Side::First) >> square.0 & 1 == 1 { 0 } else { 1 }));
        by_list.map(|(kind, side)| (kind, side as i32)) == by_sets
    })
}

#[test]
fn the_list_by_squares_and_the_sets_say_the_same() {
    let game = chess();
    let mut dice = Dice::new(5);
    for _ in 0..50 {
        let mut at = game.start();
        for _ in 0..200 {
            let mut moves = Vec::new();
            game.moves(&at, &mut moves);
            let Some(&m) = dice.pick(&moves) else { break };
            game.play(&mut at, m, &mut ());
            assert!(sets_agree(&at, game.rules()), "{}", game.write_position(&at));
        }
    }
}

/// Two variants, to show that a variant is a definition: counts of independent programs.
#[test]
fn janus_and_amazon_are_definitions_and_count_right() {
    let janus = r#"
        from = "chess"
        board = "10x8"
        start = "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1"
        pieces.janus = { letter = "j", moves = "BN", value = 875 }
        pawns.promote-to = "qjrbn"
        castling = [{ king = "e1-b1", rook = "a1-c1" }, { king = "e1-i1", rook = "j1-h1" }]
    "#;
    let definition = Definition::read(janus).unwrap();
    let (narrow, wide) = (definition.build::<u128>().unwrap(), definition.build::<Wide>().unwrap());
    assert_eq!(definition.build::<u64>().err().map(|f| f.0.len()), Some(1), "80 squares do not fit into 64 bits");
    for (depth, nodes) in [(1, 28), (2, 782), (3, 24_747), (4, 772_074)] {
        assert_eq!(perft(&narrow, &narrow.start(), depth), nodes);
        assert_eq!(perft(&wide, &wide.start(), depth), nodes);
    }
    let amazon = r#"
        from = "chess"
        start = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1"
        pieces.amazon = { letter = "a", moves = "QN", value = 1200 }
        pawns.promote-to = "arbn"
    "#;
    let game = Definition::read(amazon).unwrap().build::<u64>().unwrap();
    for (depth, nodes) in [(1, 22), (2, 484), (3, 12_483), (4, 318_185)] {
        assert_eq!(perft(&game, &game.start(), depth), nodes);
    }
}
