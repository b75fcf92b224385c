//! What only other boards and other pieces bring about.

use tabula_chess::{Chess, Definition, Kind, Loaded, Move, What, chess};
use tabula_core::{Game, Hint, Notation, Square, Tactics};

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

#[test]
fn material_is_dead_only_where_no_king_can_be_mated() {
    let royal = |moves| format!("pieces.king = {{ letter = \"k\", moves = \"{moves}\", value = 0, royal = true }}\n");
    let knight = "start = \"8/8/8/8/8/8/1K1N4/k7 w - - 0 1\"\ncastling = []\n";
    // A king that only steps straight is mated by king and knight in the corner: the knight goes to b3.
    let wazir = defined(&(royal("W") + knight));
    let mut at = wazir.start();
    assert_eq!(wazir.ended(&at), None);
    let mate = wazir.read_move(&at, "d2b3").unwrap();
    assert_eq!(wazir.write_move_for_people(&at, mate), "Nb3#");
    wazir.play(&mut at, mate, &mut ());
    assert_eq!(wazir.ended(&at), None);
    // The usual king by another spelling.
    let usual = defined(&(royal("FW") + "start = \"4k3/8/8/8/8/8/8/4KN2 w - - 0 1\"\ncastling = []\n"));
    assert!(usual.ended(&usual.start()).is_some());
}

#[test]
fn one_man_bound_to_a_colour_mates_no_more_than_two_do() {
    let ferz = "pieces.ferz = { letter = \"f\", moves = \"F\", value = 150 }\ncastling = []\n";
    for (men, dead) in [("F1F1", true), ("F3", true), ("FF2", false)] {
        let game = defined(&format!("{ferz}start = \"4k3/8/8/8/8/8/8/K3{men} w - - 0 1\"\n"));
        assert_eq!(game.ended(&game.start()).is_some(), dead, "{men}");
    }
}

#[test]
fn moves_beside_the_board_are_not_legal() {
    let game = chess();
    let at = game.start();
    for (from, to) in [(8 + 64, 16 + 64), (6, 21 + 64), (6 + 64, 21)] {
        let m = Move::new(Square(from), Square(to), What::Step);
        assert!(!game.is_legal(&at, m), "{m:?}");
        assert_eq!(game.recall(&at, game.hint(&at, m)), None);
    }
    let promotion = game.read_position("8/P7/8/8/8/8/8/k1K5 w - - 0 1").unwrap();
    let wrapped = Move::new(Square(48 + 64), Square(56 + 64), What::Promote(Kind(4)));
    assert_eq!(game.recall(&promotion, game.hint(&promotion, wrapped)), None);
    assert_eq!(game.recall(&at, Hint(u32::MAX)), None);
}
