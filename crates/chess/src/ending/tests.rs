use super::*;
use crate::{Definition, chess};
use tabula_board::Bits;

fn defined<B: Bits>(text: &str) -> Chess<B, crate::Loaded<B>> {
    Definition::read(text).and_then(|definition| definition.build()).unwrap()
}

const JANUS: &str = r#"
from = "chess"
board = "10x8"
start = "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w - - 0 1"
pieces.janus = { letter = "j", moves = "BN", value = 800 }
pawns.promote-to = "qjrbn"
castling = []
"#;

/// Every number has its position, and every position its number.
fn numbers<B: Bits, R: Rules<B>>(game: &Chess<B, R>, name: &str, step: usize) -> usize {
    let material = game.read_material(name).unwrap();
    assert_eq!(game.write_material(&material), name);
    let layout = game.layout(&material);
    let mut count = 0;
    for index in (0..game.span(&layout)).step_by(step) {
        let Some(at) = game.place(&layout, index) else { continue };
        count += 1;
        let text = game.write_position(&at);
        let read = game.read_position(&text).unwrap_or_else(|faults| panic!("{name} {index}: {text}: {faults}"));
        assert_eq!(at, read, "{text}");
        assert_eq!(game.material(&at), Some(material), "{text}");
        assert_eq!(game.index(&layout, &at), index, "{text}");
    }
    count
}

#[test]
fn numbers_and_positions_belong_together() {
    let chess = chess();
    // Counted with python-chess 1.11.2, those alike by symmetry once.
    assert_eq!(numbers(&chess, "KQ-K", 1), 46_137);
    assert!(numbers(&chess, "KP-K", 3) > 0);
    assert!(numbers(&chess, "KP-KP", 211) > 0);
    assert!(numbers(&chess, "KBB-K", 311) > 0);
    assert!(numbers(&defined::<u128>(JANUS), "KJ-K", 7) > 0);
    assert!(numbers(&defined::<u128>(JANUS), "KJP-KP", 999_983) > 0);
}

#[test]
fn what_symmetries_make_alike_has_one_number() {
    let chess = chess();
    let number = |name: &str, fen: &str| {
        let at = chess.read_position(fen).unwrap();
        let material = chess.read_material(name).unwrap();
        assert_eq!(chess.material(&at), Some(material), "{fen}");
        chess.index(&chess.layout(&material), &at)
    };
    let one = number("KR-K", "8/8/8/3k4/8/8/8/K6R w - - 0 1");
    for alike in [
        "8/8/8/4k3/8/8/8/R6K w - - 0 1",
        "K6R/8/8/8/3k4/8/8/8 w - - 0 1",
        "R7/8/8/8/4k3/8/8/K7 w - - 0 1",
        "k6r/8/8/8/3K4/8/8/8 b - - 0 1",
    ] {
        assert_eq!(number("KR-K", alike), one, "{alike}");
    }
    assert_ne!(number("KR-K", "8/8/8/3k4/8/8/8/K6R b - - 0 1"), one);
    let pawn = number("KP-K", "8/8/8/3k4/8/8/P7/K7 w - - 0 1");
    assert_eq!(number("KP-K", "7k/7p/8/8/4K3/8/8/8 b - - 0 1"), pawn);
    assert_ne!(number("KP-K", "8/8/8/3k4/8/8/1P6/K7 w - - 0 1"), pawn);
}

#[test]
fn a_pawn_that_can_be_taken_in_passing_has_a_number_of_its_own() {
    let chess = chess();
    let number = |fen: &str| {
        let at = chess.read_position(fen).unwrap();
        let layout = chess.layout(&chess.material(&at).unwrap());
        let index = chess.index(&layout, &at);
        let back = chess.place(&layout, index).unwrap();
        assert_eq!(chess.index(&layout, &back), index);
        index
    };
    let (with, without) = ("8/8/4k3/8/3Pp3/8/8/4K3 b - d3 0 1", "8/8/4k3/8/3Pp3/8/8/4K3 b - - 0 1");
    assert_ne!(number(with), number(without));
    assert_eq!(number("4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1"), number(with));
}

#[test]
fn materials_are_read_as_people_write_them() {
    let chess = chess();
    let read = |text: &str| chess.read_material(text).map(|m| chess.write_material(&m)).map_err(|f| f.to_string());
    assert_eq!(read("KR-KN").as_deref(), Ok("KR-KN"));
    assert_eq!(read("kn-kr").as_deref(), Ok("KR-KN"));
    assert_eq!(read("RK-KNN").as_deref(), Ok("KNN-KR"));
    for (text, said) in [
        ("KRK", "expected the men of both sides, such as KR-KN, found 'KRK'"),
        ("KJ-K", "column 2: no piece has the letter 'J'"),
        ("KR-N", "column 4: Black needs one K, found 'N'"),
        ("KK-K", "column 1: White needs one K, found 'KK'"),
        ("KQRBN-KQ", "at most 6 men, found 7 in 'KQRBN-KQ'"),
    ] {
        assert_eq!(read(text).unwrap_err(), said);
    }
}

#[test]
fn captures_and_promotions_lead_to_smaller_materials() {
    let chess = chess();
    let below = |text: &str| {
        let below = chess.below(&chess.read_material(text).unwrap());
        let mut names: Vec<_> = below.iter().map(|material| chess.write_material(material)).collect();
        names.sort();
        names
    };
    assert_eq!(below("KQ-K"), [""; 0]);
    assert_eq!(below("KP-K"), ["KQ-K", "KR-K"]);
    assert_eq!(below("KR-KN"), ["KR-K"]);
    assert_eq!(below("KQ-KP"), ["KP-K", "KQ-K", "KQ-KB", "KQ-KN", "KQ-KQ", "KQ-KR", "KR-K"]);
}

#[test]
fn tables_are_told_apart_by_what_the_rules_do() {
    let chess = chess().fingerprint();
    assert_eq!(chess, crate::chess960().fingerprint());
    assert_eq!(chess, defined::<u64>(crate::CHESS_DEFINITION).fingerprint());
    assert_eq!(chess, defined::<u128>("from = \"chess\"\ncastling = []\nname = \"Plain\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"").fingerprint());
    for other in [
        JANUS,
        "from = \"chess\"\npawns.promote-to = \"qr\"",
        "from = \"chess\"\npawns.double-step-from = 3",
        "from = \"chess\"\npieces.knight = { letter = \"n\", moves = \"C\", value = 280 }",
        "from = \"chess\"\npieces.wizard = { letter = \"w\", moves = \"FC\", value = 280 }",
    ] {
        assert_ne!(chess, defined::<u128>(other).fingerprint(), "{other}");
    }
}

/// Steps on numbers, ahead and back, are those that the rules make.
fn steps<B: Bits, R: Rules<B>>(game: &Chess<B, R>, name: &str, step: usize) {
    let material = game.read_material(name).unwrap();
    let layout = game.layout(&material);
    let (mut moves, mut back) = (Vec::new(), Vec::new());
    let mut played = 0;
    for index in (0..game.span(&layout)).step_by(step) {
        let Some(at) = game.place(&layout, index) else { continue };
        let text = game.write_position(&at);
        moves.clear();
        game.moves(&at, &mut moves);
        let after = |m| {
            let (mut found, mut left) = (Vec::new(), Vec::new());
            game.after(&layout, &at, &[m], &mut found, &mut left);
            assert_eq!(found.len() + left.len(), 1, "{text} {m:?}");
            found.pop()
        };
        for &m in &moves {
            let mut next = at.clone();
            game.play(&mut next, m, &mut ());
            if game.material(&next) != Some(material) {
                assert_eq!(after(m), None, "{text} {m:?}");
                continue;
            }
            played += 1;
            let number = game.index(&layout, &next);
            assert!(after(m).is_none_or(|after| after == number), "{text} {m:?}");
            back.clear();
            game.before(&layout, number, &mut back);
            assert!(back.contains(&index), "{text} {m:?}");
        }
        // And back: whatever is found there leads here.
        back.clear();
        game.before(&layout, index, &mut back);
        for &before in &back {
            let Some(from) = game.place(&layout, before) else { continue };
            moves.clear();
            game.moves(&from, &mut moves);
            let leads = moves.iter().any(|&m| {
                let mut next = from.clone();
                game.play(&mut next, m, &mut ());
                game.material(&next) == Some(material) && game.index(&layout, &next) == index
            });
            assert!(leads, "{} does not lead to {text}", game.write_position(&from));
        }
    }
    assert!(played > 1000, "{name}: {played}");
}

#[test]
fn steps_on_numbers_are_those_of_the_rules() {
    let chess = chess();
    for (name, step) in [("KQ-K", 11), ("KP-K", 11), ("KR-KR", 997), ("KP-KP", 997), ("KPP-KP", 79_999)] {
        steps(&chess, name, step);
    }
    let grand = defined::<u128>(include_str!("../../../../definitions/grand.toml"));
    for (name, step) in [("KC-K", 211), ("KAP-KP", 4_999_999)] {
        steps(&grand, name, step);
    }
    let maharajah = defined::<u64>(include_str!("../../../../definitions/maharajah.toml"));
    for (name, step) in [("M-KP", 31), ("M-KRP", 9_973)] {
        steps(&maharajah, name, step);
    }
}
