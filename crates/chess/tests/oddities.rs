//! What only other boards and other pieces bring about.

use tabula_chess::{Chess, Definition, Loaded};
use tabula_core::{Game, Notation};

fn defined(lines: &str) -> Chess<u64, Loaded<u64>> {
    let game = Definition::read(&format!("from = \"chess\"\n{lines}")).and_then(|definition| definition.build());
    game.unwrap_or_else(|faults| panic!("{lines}: {faults}"))
}

fn texts<G: Notation>(game: &G, at: &G::Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(at, &mut moves);
    moves.iter().map(|&m| game.write_move(at, m)).collect()
}

#[test]
fn no_double_step_leads_a_pawn_to_the_last_rank() {
    let low = defined("board = \"3x4\"\nstart = \"1k1/3/P2/2K w - - 0 1\"\ncastling = []\n");
    assert!(texts(&low, &low.start()).contains(&"a2a3".to_owned()));
    assert!(!texts(&low, &low.start()).contains(&"a2a4".to_owned()));
    let late = defined("start = \"4k3/8/P7/8/8/p7/8/4K3 w - - 0 1\"\npawns.double-step-from = 6\n");
    assert!(!texts(&late, &late.start()).contains(&"a6a8".to_owned()));
}
