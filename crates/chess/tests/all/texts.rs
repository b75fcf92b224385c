//! Positions and moves as text: what is understood, and how faults are named.

use tabula_chess::{Definition, chess, chess960};
use tabula_core::{Fault, Game, Line, Notation};

#[test]
fn every_fault_of_a_position_is_listed_with_its_place() {
    let game = chess();
    let cases: [(&str, &[&str]); 14] = [
        ("", &["expected 4 to 6 fields (board, turn, castling, en passant, quiet plies, move number), found 0"]),
        ("8/8/8/8/8/8/8/8 w - - 0 1", &["White has no king", "Black has no king"]),
        (
            "rnbqkbnr/ppppxppp/8/8/7/8/PPPPPPPP/RNBQKBNR x KQzq e9 a 1",
            &[
                "column 14: no piece has the letter 'x'",
                "column 23: rank 4 has 7 squares, expected 8",
                "column 45: the side to move is 'w' or 'b', found 'x'",
                "column 49: 'z' is no castling right: expected '-', letters of KQkq or files",
                "column 52: 'e9' is neither '-' nor a square",
                "column 55: quiet plies: expected a number up to 65535, found 'a'",
            ],
        ),
        ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", &["column 1: expected 8 ranks, found 9"]),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", &["column 17: rank 1 has 7 squares, expected 8"]),
        (
            "P3k3/8/8/8/8/8/8/4K2p w - - 0 1",
            &["column 1: a white pawn cannot stand on a8", "column 21: a black pawn cannot stand on h1"],
        ),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", &["White has 2 kings, expected one"]),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", &["White is to move and could take the king: Black is in check"]),
        (
            "4k3/8/8/8/8/8/8/4K2R w KQz - 0 1",
            &[
                "column 25: 'Q': White has no rook there to castle with",
                "column 26: 'z' is no castling right: expected '-', letters of KQkq or files",
            ],
        ),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", &["column 24: 'K': White has no rook there to castle with"]),
        ("4k3/8/8/8/8/8/4K2R/8 w K - 0 1", &["column 24: 'K': White's king is not where it could castle"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", &["column 25: 'e9' is neither '-' nor a square"]),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", &["column 25: no black pawn can have passed e6"]),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999",
            &["column 29: move number: expected a number up to 65535, found '99999'"],
        ),
    ];
    for (text, expected) in cases {
        let faults = game.read_position(text).expect_err(text);
        let said: Vec<String> = faults.0.iter().map(Fault::to_string).collect();
        assert_eq!(said, expected, "{text}");
    }
}

#[test]
fn numbers_name_the_starts_of_chess960_and_nothing_in_chess() {
    let shuffled = chess960();
    let at = shuffled.read_position("518").unwrap();
    assert_eq!(at, shuffled.start());
    let fault = shuffled.read_position("960").unwrap_err();
    assert_eq!(fault.to_string(), "column 1: starts are numbered 0 to 959, found 960");
    assert!(chess().read_position("518").is_err());
}

#[test]
fn castling_is_written_as_each_game_expects() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (game, code) in [(chess(), "e1g1"), (chess960(), "e1h1")] {
        let at = game.read_position(text).unwrap();
        let m = game.read_move(&at, "O-O").unwrap();
        assert_eq!(game.write_move(&at, m), code);
        for form in ["0-0", "e1g1", "e1h1", "O-O!?"] {
            assert_eq!(game.read_move(&at, form), Ok(m), "{form}");
        }
        assert_eq!(game.write_move_for_people(&at, m), "O-O");
    }
}

#[test]
fn castling_with_an_inner_rook_keeps_its_file_in_the_text() {
    let game = chess960();
    let text = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1";
    let at = game.read_position(text).unwrap();
    assert_eq!(game.write_position(&at), text);
}

#[test]
fn two_rooks_of_one_wing_cannot_both_castle() {
    // They would share a name: O-O.
    let fault = chess960().read_position("4k3/8/8/8/8/8/8/4K1RR w GHg - 0 1").unwrap_err();
    let said: Vec<String> = fault.0.iter().map(Fault::to_string).collect();
    let second = "column 26: 'H': White castles with another rook of this wing already";
    assert_eq!(said, [second, "column 27: 'g': Black has no rook there to castle with"]);
    assert!(chess960().read_position("4k3/8/8/8/8/8/8/4K1RR w KHH - 0 1").is_ok(), "the same rook twice");
}

#[test]
fn the_rook_of_the_k_file_keeps_its_right_when_another_stands_outside() {
    let text = r#"
        from = "chess"
        board = "12x8"
        start = "r3k5r1/12/12/12/12/12/12/R3K5R1 w KQkq - 0 1"
        castling = [{ king = "e1-c1", rook = "a1-d1" }, { king = "e1-i1", rook = "k1-h1" }]
    "#;
    let game = Definition::read(text).unwrap().build::<u128>().unwrap();
    for text in [
        "4k7/12/12/12/12/12/12/4K5RR w K - 0 1",
        "4k7/12/12/12/12/12/12/4K5RR w L - 0 1",
        "4k7/12/12/12/12/12/12/4K5R1 w K - 0 1",
        "4k7/12/12/12/12/12/12/4K6R w K - 0 1",
        "r3k5rr/12/12/12/12/12/12/4K7 b kq - 0 1",
    ] {
        let at = game.read_position(text).unwrap_or_else(|faults| panic!("{text}: {faults}"));
        assert_eq!(game.write_position(&at), text);
        let m = game.read_move(&at, "O-O").map(|m| game.write_move(&at, m));
        assert_eq!(m.is_ok(), !text.contains(" L "), "the rook on k1 stands in the way of that on l1");
    }
}

#[test]
fn castling_is_told_from_a_leap_of_the_king_to_the_same_square() {
    let text = r#"
        from = "chess"
        pieces.king = { letter = "k", moves = "KD", value = 0, royal = true }
        start = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
    "#;
    let game = Definition::read(text).unwrap().build::<u64>().unwrap();
    let at = game.start();
    let mut moves = Vec::new();
    game.moves(&at, &mut moves);
    for m in moves {
        for text in [game.write_move(&at, m), game.write_move_for_people(&at, m)] {
            assert_eq!(game.read_move(&at, &text), Ok(m), "{text}");
        }
    }
}

#[test]
fn moves_are_understood_in_every_common_notation() {
    let game = chess();
    let mut line = Line::new(&game);
    let played = ["e4", "e7-e5", "Ng1f3", "b8c6", "Bc4", "Nf6", "Ng5", "d7d5", "ed5", "Nxd5?!", "Nxf7", "Kf7:"];
    for text in &played[..11] {
        let m = game.read_move(line.now(), text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        line.play(&game, m);
    }
    assert_eq!(game.write_position(line.now()), "r1bqkb1r/ppp2Npp/2n5/3np3/2B5/8/PPPP1PPP/RNBQK2R b KQkq - 0 6");
}

#[test]
fn origins_are_written_only_as_far_as_needed() {
    let game = chess();
    for (fen, code, san) in [
        ("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "a1d1", "Rad1"),
        ("4k3/8/R7/8/8/8/R7/6K1 w - - 0 1", "a2a4", "R2a4"),
        ("6k1/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "f7g7", "Qg7#"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a8=N"),
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3", "exd3"),
    ] {
        let at = game.read_position(fen).unwrap();
        let m = game.read_move(&at, code).unwrap_or_else(|fault| panic!("{fen} {code}: {fault}"));
        assert_eq!(game.write_move_for_people(&at, m), san, "{fen}");
    }
}

#[test]
fn a_move_that_cannot_be_played_is_answered_with_the_reason() {
    let game = chess();
    for (fen, text, reason) in [
        ("startpos", "e5", "'e5': no pawn of White can go to e5"),
        ("startpos", "Nd2", "'Nd2': d2 is taken by White's own piece"),
        ("startpos", "O-O", "White cannot castle with 'O-O' here"),
        ("startpos", "hello", "'hello' is not a move: expected a piece and a square, for example Na3 or b1a3"),
        ("startpos", "", "'' is not a move: expected a piece and a square, for example Na3 or b1a3"),
        ("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", "Rd1", "'Rd1' may mean Rad1 or Rfd1"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Nd5", "'Nd5': the knight is pinned, or another knight is meant"),
        ("4r1k1/8/8/8/8/8/8/4K1N1 w - - 0 1", "Nf3", "'Nf3': White is in check and this does not answer it"),
        ("3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1", "'Kd1': d1 is attacked"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", "'a8': say what the pawn becomes, for example a8=Q"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Qd5", "'Qd5': White has no queen"),
        ("startpos", "e4=Q", "'e4=Q': this move promotes nothing"),
    ] {
        let at = if fen == "startpos" { game.start() } else { game.read_position(fen).unwrap() };
        assert_eq!(game.read_move(&at, text).unwrap_err().to_string(), reason, "{fen} {text}");
    }
}
