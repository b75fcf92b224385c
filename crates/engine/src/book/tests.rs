use super::*;
use crate::{Choice, Clock, Player, Question, Setup, catalogue};
use tabula_core::{Cause, Outcome, Side, Stop};

fn record(moves: &str) -> Record {
    let setup = Setup { game: "chess".into(), start: None };
    Record { setup, moves: moves.split_whitespace().map(Into::into).collect() }
}

#[test]
fn keys_are_those_that_polyglot_publishes() {
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(Book::key(&record(moves)), Ok(key), "{moves}");
    }
}

#[test]
fn a_square_that_was_passed_counts_even_if_taking_there_is_not_legal() {
    // The pawn on e4 is pinned along the rank: in chess the right is void, in the key it is not.
    let start = |fen: &str| Setup { game: "chess".into(), start: Some(fen.into()) };
    let double = Record { setup: start("8/8/8/8/k3p2R/8/3P4/K7 w - - 0 1"), moves: vec!["d2d4".into()] };
    let single = Record { setup: start("8/8/8/8/k2Pp2R/8/8/K7 b - - 0 1"), moves: vec![] };
    assert_ne!(Book::key(&double), Book::key(&single));
}

fn won(by: Side) -> Option<Outcome> {
    Some(Outcome::win(by, Cause::Mate))
}

fn small() -> Made {
    let mut builder = Builder::new(10);
    builder.add(&record("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6"), won(Side::First)).unwrap();
    builder.add(&record("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 d7d6"), won(Side::First)).unwrap();
    builder.add(&record("d2d4 d7d5"), Some(Outcome::draw(Cause::Agreement))).unwrap();
    builder.add(&record("c2c4 e7e5"), won(Side::Second)).unwrap();
    builder.finish(1)
}

fn known(book: &Book, moves: &str) -> Vec<(String, u16)> {
    book.moves(&record(moves)).unwrap().into_iter().map(|m| (m.code, m.weight)).collect()
}

#[test]
fn a_book_made_of_games_weighs_two_for_a_win_and_one_for_a_draw() {
    let made = small();
    let book = Book::new(made.bytes).unwrap();
    assert_eq!((made.games, made.moves, book.len()), (4, 7, 7));
    // Nobody scored with c2c4, nor Black against e2e4.
    assert_eq!(known(&book, ""), [("e2e4".to_string(), 4), ("d2d4".to_string(), 1)]);
    assert_eq!(known(&book, "c2c4"), [("e7e5".to_string(), 2)]);
    assert_eq!(known(&book, "e2e4"), []);
    assert_eq!(known(&book, "a2a3"), []);
}

#[test]
fn castling_goes_into_a_book_as_the_king_taking_its_rook_and_comes_out_as_its_game_writes_it() {
    let made = small();
    let before = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
    let key = Book::key(&record(before)).unwrap();
    let book = Book::new(made.bytes).unwrap();
    let entry = book.entries(key).next().unwrap();
    // From e1 (file 4, rank 0) to h1 (file 7, rank 0).
    assert_eq!(entry.code, 4 << 6 | 7);
    assert_eq!(known(&book, before), [("e1g1".to_string(), 4)]);
    let mut shuffled = record(before);
    shuffled.setup.game = "chess960".into();
    assert_eq!(book.moves(&shuffled).unwrap()[0].code, "e1h1");
    // Some books write the king's goal instead.
    let mut bytes = Vec::new();
    Entry { code: 4 << 6 | 6, ..entry }.write(&mut bytes);
    assert_eq!(known(&Book::new(bytes).unwrap(), before), [("e1g1".to_string(), 4)]);
}

#[test]
fn promotions_keep_what_the_pawn_becomes() {
    let setup = Setup { game: "chess".into(), start: Some("7k/4P3/8/8/8/8/8/K7 w - - 0 1".into()) };
    for code in ["e7e8q", "e7e8r", "e7e8b", "e7e8n"] {
        let mut builder = Builder::new(1);
        builder.add(&Record { setup: setup.clone(), moves: vec![code.into()] }, None).unwrap();
        let book = Book::new(builder.finish(1).bytes).unwrap();
        let moves = book.moves(&Record { setup: setup.clone(), moves: vec![] }).unwrap();
        assert_eq!(moves.iter().map(|m| m.code.as_str()).collect::<Vec<_>>(), [code]);
    }
}

#[test]
fn weights_that_do_not_fit_are_scaled_and_rare_moves_left_out() {
    let mut builder = Builder::new(1);
    for _ in 0..40_000 {
        builder.add(&record("e2e4"), won(Side::First)).unwrap();
    }
    for _ in 0..400 {
        builder.add(&record("d2d4"), won(Side::First)).unwrap();
    }
    builder.add(&record("g1f3"), won(Side::First)).unwrap();
    let book = Book::new(builder.finish(2).bytes).unwrap();
    assert_eq!(known(&book, ""), [("e2e4".to_string(), 65_535), ("d2d4".to_string(), 655)]);
}

#[test]
fn a_broken_book_is_a_fault_and_an_illegal_move_is_passed_over() {
    let fault = |bytes: Vec<u8>| Book::new(bytes).err().unwrap().to_string();
    assert_eq!(fault(vec![]), "it is empty");
    assert_eq!(fault(vec![0; 35]), "a book is a row of entries of 16 bytes, but 3 are left over");
    let mut bytes = small().bytes;
    bytes.rotate_left(SIZE);
    assert_eq!(fault(bytes), "entry 7 is out of order: this is no Polyglot book");
    let said = Book::open(Path::new("/no/such/book.bin")).err().unwrap().to_string();
    assert!(said.starts_with("cannot read the book '/no/such/book.bin': "), "{said}");
    let key = Book::key(&record("")).unwrap();
    // Nothing, a king's leap, a promotion of a knight, and what no pawn becomes.
    for code in [0, 4 << 6 | 36, 4 << 12 | 6 << 6 | 21, 7 << 12 | 12 << 6 | 28] {
        let mut bytes = Vec::new();
        Entry { key, code, weight: 1, learn: 0 }.write(&mut bytes);
        assert_eq!(known(&Book::new(bytes).unwrap(), ""), []);
    }
}

fn reply(player: &mut dyn Player, moves: &str) -> String {
    let record = record(moves);
    let choice = player.choose(&Question::new(&record, &Clock::depth(1)), &Stop::default(), &mut |_| {});
    let Ok(Choice::Move(code)) = choice else { panic!("a move was wanted") };
    code
}

#[test]
fn a_player_with_a_book_plays_from_it_by_weight_or_the_best() {
    let file = std::env::temp_dir().join(format!("tabula-book-{}.bin", std::process::id()));
    std::fs::write(&file, small().bytes).unwrap();
    let shelf = catalogue::find("chess").unwrap();
    let player = |more: &str| shelf.player(&format!("tabula:book={}{more}", file.display()).parse().unwrap()).unwrap();
    let mut best = player(",book-best=true");
    let mut drawn = player(",seed=3");
    let (mut usual, mut rare) = (0, 0);
    for _ in 0..200 {
        let setup = record("").setup;
        best.ready(&setup).unwrap();
        drawn.ready(&setup).unwrap();
        assert_eq!(reply(&mut *best, ""), "e2e4");
        match reply(&mut *drawn, "").as_str() {
            "e2e4" => usual += 1,
            "d2d4" => rare += 1,
            other => panic!("{other} is not in the book"),
        }
    }
    // Four to one, give or take four deviations.
    assert!((137..=183).contains(&usual), "{usual} to {rare}");
    assert_eq!(reply(&mut *best, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5"), "e1g1");
    let mut told = Vec::new();
    let unknown = record("a2a3");
    best.choose(&Question::new(&unknown, &Clock::depth(2)), &Stop::default(), &mut |info| told.push(info.depth))
        .unwrap();
    assert_eq!(told.last(), Some(&2), "beyond the book it thinks");
    let mut closed = player(",own-book=false");
    let mut nodes = 0;
    closed
        .choose(&Question::new(&record(""), &Clock::depth(2)), &Stop::default(), &mut |info| nodes = info.nodes)
        .unwrap();
    assert!(nodes > 0);
    std::fs::remove_file(file).unwrap();
}
