//! Draws by each code, beyond repetition and quiet moves: endings in which the number of moves is limited.

use tabula_core::{Cause, Claims, Line, Notation, Outcome, Side};
use tabula_draughts::Draughts;
use tabula_draughts::code::{self, Code};

/// The plies of the limit of a position, if it has one.
fn limit(code: Code, fen: &str) -> Option<u32> {
    let game = Draughts::new(code);
    let at = game.read_position(fen).unwrap_or_else(|faults| panic!("{fen}: {faults}"));
    game.limit(&at).map(|(limit, _)| limit.plies)
}

/// Plays moves from a position and answers what the line says.
fn outcome(code: Code, fen: &str, moves: &[&str]) -> Option<Outcome> {
    let game = Draughts::new(code);
    let mut line = Line::from(&game, game.read_position(fen).expect("a position of this test"));
    for text in moves {
        let m = game.read_move(line.now(), text).unwrap_or_else(|fault| panic!("{fen}: {fault}"));
        line.play(&game, m);
    }
    line.outcome(&game, Claims::Taken)
}

#[test]
fn limits_hold_in_the_endings_of_their_articles() {
    for (code, fen, plies) in [
        (code::INTERNATIONAL, "W:WK1,K2,K3:BK46", Some(32)),
        (code::INTERNATIONAL, "W:WK1,K2,31:BK46", Some(32)),
        (code::INTERNATIONAL, "B:WK46:BK1,20,30", Some(32)),
        (code::INTERNATIONAL, "W:W31,32,33:BK46", None),
        (code::INTERNATIONAL, "W:WK1,31:BK46", Some(10)),
        (code::INTERNATIONAL, "W:WK1:BK46", Some(10)),
        (code::INTERNATIONAL, "W:WK1,K2,K3,K4:BK46", None),
        (code::INTERNATIONAL, "W:WK1:B16", None),
        (code::RUSSIAN, "W:WK1,K2,K3:BK29", Some(10)),
        (code::RUSSIAN, "W:WK1,K2,K3:BK21", Some(30)),
        (code::RUSSIAN, "W:WK1,K2,K3,K5:BK21", Some(30)),
        (code::RUSSIAN, "W:WK1,K2:BK21", Some(10)),
        (code::RUSSIAN, "W:WK1,9:BK21,13", Some(60)),
        (code::RUSSIAN, "W:WK1,9,K2:BK21,13,14", Some(120)),
        (code::RUSSIAN, "W:WK1,9,K2,10:BK21,13,14,15", None),
        (code::RUSSIAN, "W:WK1,9:B13", None),
        (code::BRAZILIAN, "W:WK1,K2:BK21,13", Some(10)),
        (code::BRAZILIAN, "W:WK1,K2:BK21,K13", Some(10)),
        (code::BRAZILIAN, "W:WK1,9:BK21,13", None),
        (code::BRAZILIAN, "W:WK1,K2,K3:BK21", None),
        (code::CZECH, "W:WK1:BK21", None),
        (code::ENGLISH, "W:WK1:BK21", None),
    ] {
        assert_eq!(limit(code, fen), plies, "{} {fen}", code.id);
    }
}

#[test]
fn the_game_is_drawn_when_the_limit_is_reached_and_not_before() {
    let draw = Some(Outcome::draw(Cause::NoProgress));
    assert_eq!(outcome(code::INTERNATIONAL, "W:WK6,K7:BK45:L9", &["6-1"]), draw);
    assert_eq!(outcome(code::INTERNATIONAL, "W:WK6,K7:BK45:L8", &["6-1"]), None);
    assert_eq!(outcome(code::INTERNATIONAL, "W:WK6,K7,K8:BK45:L9", &["6-1"]), None, "16 moves are not over");
}

#[test]
fn a_capture_begins_the_count_anew_and_so_does_a_crown_where_the_article_says_so() {
    assert_eq!(outcome(code::INTERNATIONAL, "B:WK6,K7,K41:BK32:L31", &["32x46"]), None, "another article holds now");
    assert_eq!(outcome(code::RUSSIAN, "W:WK24,6:BK21,17:L59", &["6-1"]), None);
    assert!(outcome(code::RUSSIAN, "W:WK24,6:BK21,17:L59", &["24-28"]).is_some());
}

#[test]
fn whoever_is_shut_in_by_the_last_move_has_lost() {
    let won = Some(Outcome::win(Side::First, Cause::Stalemate));
    assert_eq!(outcome(code::INTERNATIONAL, "W:WK36,K37:BK46:L9", &["36-41"]), won);
}

#[test]
fn quiet_moves_make_a_draw_after_the_number_of_each_code() {
    for (code, plies) in [
        (code::CZECH, 30),
        (code::CZECH_THESIS, 30),
        (code::ENGLISH, 80),
        (code::RUSSIAN, 30),
        (code::BRAZILIAN, 40),
        (code::INTERNATIONAL, 50),
    ] {
        let men = if code.board.size() == 8 { "W:WK3,9:BK21,25" } else { "W:WK3,38:BK20,25" };
        let before = |plies: u32| format!("{men}:H{}", plies - 1);
        let draw = Some(Outcome::draw(Cause::NoProgress));
        assert_eq!(outcome(code, &before(plies), &["3-8"]), draw, "{}", code.id);
        assert_eq!(outcome(code, &before(plies - 1), &["3-8"]), None, "{}", code.id);
    }
    let man = ["9-5"];
    let at = "W:WK3,9:BK21,25:H29";
    assert_eq!(outcome(code::CZECH, at, &man), None, "a move of a man is progress");
    assert!(outcome(code::CZECH_THESIS, at, &man).is_some(), "the thesis counts captures only");
}
