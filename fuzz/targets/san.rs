//! Any text is a legal move, which reads the same when written, or a fault with its place.
//! The first byte chooses the position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use tabula_chess::{Chess, Orthodox, chess, chess960};
use tabula_core::{Game, Notation};
use tabula_fuzz::check_fault;

type Room = Chess<u64, Orthodox>;

/// Castling, en passant, promotion, doubled knights and queens, checks and pins.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "1N1N3k/N3N3/2Q1Q3/N3N3/Q1N1N1Q1/8/5PPP/2Q1Q1K1 w - - 0 1",
    "4k3/8/8/8/8/8/8/RK1R4 w DA - 0 1",
];

static GAMES: LazyLock<[Room; 2]> = LazyLock::new(|| [chess(), chess960()]);
static PLACES: LazyLock<Vec<(&Room, <Room as Game>::Position)>> = LazyLock::new(|| {
    let read = |fen| GAMES.iter().filter_map(move |game| Some((game, game.read_position(fen).ok()?)));
    POSITIONS.into_iter().flat_map(read).collect()
});

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let (game, at) = &PLACES[usize::from(number) % PLACES.len()];
    match game.read_move(at, text) {
        Ok(m) => {
            let mut moves = Vec::new();
            game.moves(at, &mut moves);
            assert!(moves.contains(&m), "'{text}' is read as {m:?}, which is not legal");
            let written = game.write_move_for_people(at, m);
            assert_eq!(game.read_move(at, &written), Ok(m), "'{written}' reads as another move");
        }
        Err(fault) => check_fault(&fault, text),
    }
});
