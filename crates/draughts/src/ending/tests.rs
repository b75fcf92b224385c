use super::*;
use crate::code::{self, CODES};
use tabula_core::Notation;

/// Some materials, with a step that leaves a few hundred numbers or more.
const SOME: [(&str, usize); 8] = [
    ("K-K", 1),
    ("M-M", 1),
    ("K-M", 1),
    ("KM-K", 41),
    ("MM-KM", 997),
    ("KK-KK", 499),
    ("KMM-KM", 39_989),
    ("KKM-KMM", 399_989),
];

#[test]
fn numbers_and_positions_belong_together() {
    for code in CODES {
        let game = Draughts::new(code);
        for (name, step) in SOME {
            let material = game.read_material(name).unwrap();
            let layout = game.layout(&material);
            let mut count = 0;
            for index in (0..game.span(&layout)).step_by(step) {
                let Some(at) = game.place(&layout, index) else { continue };
                let text = game.write_position(&at);
                assert_eq!(game.read_position(&text).as_ref(), Ok(&at), "{} {text}", code.id);
                assert_eq!(game.material(&at), Some(material), "{text}");
                assert_eq!(game.index(&layout, &at), index, "{text}");
                count += 1;
            }
            assert!(count > 300, "{} {name}: {count}", code.id);
        }
    }
}

#[test]
fn all_positions_of_a_few_pieces_are_there_once() {
    let game = Draughts::new(code::CZECH);
    // As many as the Chinook project counts on the same board for 2, 3 and 4 pieces, of which those with one side only are not here.
    let lone = |pieces: u32| -> u64 {
        let choose = |of: u64, few: u64| (0..few).fold(1, |all, i| all * (of - i) / (i + 1));
        let pieces = u64::from(pieces);
        2 * (0..=pieces).map(|men| choose(28, men) * choose(32 - men, pieces - men)).sum::<u64>()
    };
    for (pieces, all) in [(2, 6_972), (3, 261_224), (4, 7_092_774)] {
        let mut count = 0;
        for material in game.materials(pieces) {
            let layout = game.layout(&material);
            count += (0..game.span(&layout)).filter(|&index| game.place(&layout, index).is_some()).count() as u64;
        }
        assert_eq!(count, all - lone(pieces), "{pieces}");
    }
}

#[test]
fn what_is_alike_with_colours_exchanged_has_one_number() {
    let game = Draughts::new(code::CZECH);
    let number = |text: &str| {
        let at = game.read_position(text).unwrap();
        let material = game.material(&at).unwrap();
        (game.write_material(&material), game.index(&game.layout(&material), &at))
    };
    assert_eq!(number("W:WK1,21:B5"), number("B:BK32,12:W28"));
    assert_ne!(number("W:WK1,21:B5"), number("B:WK1,21:B5"));
    assert_eq!(number("W:W21,K3:B5,K9"), number("B:B12,K30:W28,K24"));
    assert_ne!(number("W:W21,K3:B5,K9"), number("B:W21,K3:B5,K9"));
}

/// Steps on numbers, ahead and back, are those that the rules make.
#[test]
fn steps_on_numbers_are_those_of_the_rules() {
    for code in CODES {
        let game = Draughts::new(code);
        for (name, step) in SOME {
            let material = game.read_material(name).unwrap();
            let layout = game.layout(&material);
            let (mut moves, mut back) = (Vec::new(), Vec::new());
            for index in (0..game.span(&layout)).step_by(step) {
                let Some(at) = game.place(&layout, index) else { continue };
                let text = format!("{} {}", code.id, game.write_position(&at));
                moves.clear();
                game.moves(&at, &mut moves);
                for &m in &moves {
                    let (mut found, mut left) = (Vec::new(), Vec::new());
                    game.after(&layout, &at, &[m], &mut found, &mut left);
                    let mut next = at;
                    game.play(&mut next, m, &mut ());
                    if game.material(&next) != Some(material) {
                        assert_eq!((found.len(), left), (0, vec![m]), "{text} {m:?}");
                        let below = game.material(&next);
                        assert!(below.is_none_or(|below| game.below(&material).contains(&below)), "{text} {m:?}");
                        continue;
                    }
                    let number = game.index(&layout, &next);
                    assert_eq!((found, left), (vec![number], vec![]), "{text} {m:?}");
                    back.clear();
                    game.before(&layout, number, &mut back);
                    assert!(back.contains(&index), "{text} {m:?}");
                }
                back.clear();
                game.before(&layout, index, &mut back);
                for &before in &back {
                    let from = game.place(&layout, before).unwrap();
                    moves.clear();
                    game.moves(&from, &mut moves);
                    let mut found = Vec::new();
                    game.after(&layout, &from, &moves, &mut found, &mut Vec::new());
                    assert!(found.contains(&index), "{} does not lead to {text}", game.write_position(&from));
                }
            }
        }
    }
}

#[test]
fn materials_are_read_as_people_write_them() {
    let game = Draughts::new(code::ENGLISH);
    let read = |text: &str| game.read_material(text).map(|m| game.write_material(&m)).map_err(|f| f.to_string());
    for (text, written) in [("KKM-KM", "KKM-KM"), ("mk-kkm", "KKM-KM"), ("M-K", "K-M"), ("mm-k", "MM-K")] {
        assert_eq!(read(text).as_deref(), Ok(written));
    }
    for (text, said) in [
        ("KKM", "expected the pieces of both sides, such as KKM-KM, found 'KKM'"),
        ("KQ-K", "column 2: expected K or M, found 'Q'"),
        ("K-", "column 3: a side without pieces has lost"),
        ("KKKK-KKK", "at most 6 pieces, found 7 in 'KKKK-KKK'"),
    ] {
        assert_eq!(read(text).unwrap_err(), said);
    }
}

#[test]
fn captures_and_crownings_lead_to_smaller_materials() {
    let game = Draughts::new(code::CZECH);
    let below = |text: &str| {
        let below = game.below(&game.read_material(text).unwrap());
        below.iter().map(|material| game.write_material(material)).collect::<Vec<_>>()
    };
    assert_eq!(below("K-K"), [""; 0]);
    assert_eq!(below("M-M"), ["K-M"]);
    assert_eq!(below("KK-M"), ["K-M", "K-K", "KK-K"]);
}

#[test]
fn codes_with_the_same_moves_share_their_tables() {
    let prints = CODES.map(|code| Draughts::new(code).fingerprint());
    for (i, one) in CODES.iter().enumerate() {
        for (j, other) in CODES.iter().enumerate() {
            assert_eq!(prints[i] == prints[j], one.moves_like(other), "{} {}", one.id, other.id);
        }
    }
}

#[test]
fn patience_is_what_every_rule_leaves() {
    let patience = |code, text: &str| {
        let game = Draughts::new(code);
        game.patience(&game.read_position(text).unwrap())
    };
    assert_eq!(patience(code::CZECH, "W:WK1,K2:BK32:H12"), Some(18));
    assert_eq!(patience(code::ENGLISH, "W:WK1,K2:BK32"), Some(80));
    assert_eq!(patience(code::RUSSIAN, "W:WK1,K2,K3,K4:BK32"), Some(10));
    assert_eq!(patience(code::RUSSIAN, "W:WK1,K2:BK31:L7"), Some(3));
}
