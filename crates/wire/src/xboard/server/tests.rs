//! Conversations with the server, as XBoard has them and as it never would.

use super::serve;
use crate::Identity;
use crate::talk::Talk;
use std::time::{Duration, Instant};

const TESTER: Identity<'static> = Identity { name: "Tester 1", author: "nobody", seed: 0 };

fn begin() -> Talk {
    let mut talk = Talk::begin(|input, out| serve(TESTER, input, out));
    talk.say("xboard\nprotover 2");
    talk.hear("feature done=1");
    talk
}

/// A conversation about a new game with quick moves.
fn quick() -> Talk {
    let mut talk = begin();
    talk.say("accepted ping\nnew\nlevel 0 5 0\neasy\npost\nsd 2");
    talk
}

#[test]
fn it_tells_what_it_can() {
    let mut talk = Talk::begin(|input, out| serve(TESTER, input, out));
    talk.say("protover 2");
    let said = talk.hear("feature done=1").join("\n");
    for wanted in ["myname=\"Tester 1\"", "variants=\"normal,fischerandom,", "setboard=1", "usermove=1", "sigint=0"] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    assert!(!said.contains("behemoth"), "{said}");
    assert!(said.contains("feature option=\"MultiPV -spin 1 1 256\""), "{said}");
    assert!(said.contains("feature option=\"Quiescence -check 1\""), "{said}");
    talk.say("quit");
    talk.end();
}

#[test]
fn it_answers_moves_until_it_is_told_not_to() {
    let mut talk = quick();
    talk.say("time 30000\notim 30000\nusermove e2e4");
    let said = talk.hear("move ");
    let thought: Vec<_> = said.iter().filter(|line| line.starts_with("2 ")).collect();
    assert!(thought.iter().all(|line| line.split(' ').count() >= 5) && !thought.is_empty(), "{said:#?}");
    talk.say("force\nusermove d2d4\nping 7");
    assert!(!talk.hear("pong 7").iter().any(|line| line.starts_with("move ")));
    talk.say("go");
    talk.hear("move ");
}

#[test]
fn playother_takes_the_other_side() {
    let mut talk = quick();
    talk.say("force\nplayother\nping 1");
    assert_eq!(talk.hear("pong 1"), ["pong 1"]);
    talk.say("usermove e2e4");
    talk.hear("move ");
}

#[test]
fn illegal_moves_and_unknown_words_are_answered_as_the_protocol_says() {
    let mut talk = quick();
    talk.say("usermove e2e5");
    let said = talk.hear("Illegal move (");
    assert!(said.last().unwrap().ends_with("): e2e5"), "{said:#?}");
    talk.say("e2e5");
    talk.hear("Illegal move (");
    talk.say("xyzzy");
    assert_eq!(talk.hear("Error").last().unwrap(), "Error (unknown command): xyzzy");
    talk.say("level");
    talk.hear("Error (bad argument): level");
    talk.say("undo");
    talk.hear("Error (no move to take back): undo");
    talk.say("setboard 8/8/8/8/8/8/8/8 w - - 0 1");
    talk.hear("tellusererror Illegal position");
    talk.say_bytes(&vec![b'x'; 10_000_000]);
    talk.say("\nping 3");
    talk.hear("# a line of ");
    talk.hear("pong 3");
    talk.say("e2e4");
    talk.hear("move ");
}

#[test]
fn results_are_claimed_by_whoever_makes_them() {
    let mut talk = quick();
    talk.say("force\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\ngo");
    assert_eq!(talk.hear("1-0").last().unwrap(), "1-0 {White mates}");
    talk.say("new\nsd 2\nforce\nsetboard 7k/8/6K1/5Q2/8/8/8/8 w - - 0 1\nusermove f5f7");
    assert_eq!(talk.hear("1/2-1/2").last().unwrap(), "1/2-1/2 {Stalemate}");
    talk.say("go\nping 5");
    assert_eq!(talk.hear("pong 5"), ["pong 5"]);
    talk.say("result 1/2-1/2 {Stalemate}\nnew\nsd 2\nusermove e2e4");
    talk.hear("move ");
}

#[test]
fn moves_are_taken_back() {
    let mut talk = quick();
    talk.say("force\nusermove e2e4\nusermove e7e5\nundo\nd");
    talk.hear("# rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    talk.say("usermove e7e5\nremove\nd");
    talk.hear("# rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
}

#[test]
fn a_move_is_made_at_once_when_it_is_wanted() {
    let mut talk = begin();
    talk.say("new\nst 60\neasy\nusermove e2e4\nping 1");
    talk.silent("pong");
    talk.say("?");
    talk.hear("move ");
    talk.hear("pong 1");
}

#[test]
fn the_engines_clock_is_kept() {
    let mut talk = begin();
    talk.say("new\nlevel 0 0:01 0\neasy\ntime 5\notim 100\nusermove e2e4");
    let begun = Instant::now();
    talk.hear("move ");
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn analysis_follows_the_board_and_never_moves() {
    let mut talk = begin();
    talk.say("new\nforce\npost\nanalyze");
    talk.hear("2 ");
    talk.say(".");
    talk.hear("stat01: ");
    talk.say("usermove e2e4\nping 9");
    talk.hear("pong 9");
    talk.hear("2 ");
    talk.say("undo\nsetboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
    let said = talk.hear("3 1000");
    assert!(!said.iter().any(|line| line.starts_with("move ")), "{said:#?}");
    talk.say("exit\nping 2");
    talk.hear("pong 2");
    talk.say("setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\nping 3");
    assert_eq!(talk.hear("pong 3"), ["pong 3"]);
}

#[test]
fn in_the_opponents_time_it_thinks_about_the_expected_move() {
    let mut talk = begin();
    talk.say("new\nlevel 0 0:02 0\nhard\npost\ntime 200\nusermove e2e4");
    talk.hear("move ");
    // What it ponders begins with our answer; the hint tells which.
    talk.hear("2 ");
    talk.say("hint\nping 1");
    talk.hear("pong 1");
    talk.say("time 150\nusermove a2a3");
    talk.hear("move ");
    talk.say("quit");
    talk.end();
}

#[test]
fn options_variants_and_machines_are_set() {
    let mut talk = quick();
    talk.say("option MultiPV=2\noption Quiescence=0\noption Heuristic=Material\nping 1");
    assert_eq!(talk.hear("pong 1"), ["pong 1"]);
    talk.say("option Nonsense=1");
    talk.hear("Error (unknown option 'Nonsense'): Nonsense=1");
    talk.say("variant fischerandom\nsd 1\nsetboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nforce\nusermove e1h1\nd");
    talk.hear("# 4k3/8/8/8/8/8/8/5RK1 b");
    talk.say("variant backgammon");
    talk.hear("Error (unknown variant): backgammon");
    talk.say("new\nsd 1\nusermove e2e4");
    talk.hear("move ");
}

#[test]
fn a_game_that_xboard_does_not_know_is_explained() {
    let mut talk = quick();
    talk.say("variant embassy\nforce\nsd 1\nping 1");
    let said = talk.hear("pong 1");
    assert!(said[0].starts_with("setup (PNBRQ..AC............Kpnbrq..ac............k) 10x8+0_fairy rnbqkcabnr/"));
    assert!(said.iter().any(|line| line == "piece K& KO3"), "{said:#?}");
    talk.say("setboard r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1\nusermove e1h1\nd");
    talk.hear("# r3k4r/10/10/10/10/10/10/R5RK2 b");
    talk.say("variant janus\nsd 1\nping 2");
    assert_eq!(talk.hear("pong 2"), ["pong 2"]);
    talk.say("setboard 4k5/P9/10/10/10/10/10/4K5 w - - 0 1\nusermove a7a8j\nd");
    talk.hear("# J3k5/10/10/10/10/10/10/4K5 b");
}

#[test]
fn ranks_are_counted_from_nought_where_there_are_ten() {
    let mut talk = quick();
    talk.say("variant grand\nforce\npost\nsd 2\nusermove e2e4\nd");
    talk.hear("# r8r/1nbqkcabn1/pppppppppp/10/10/4P5/10/PPPP1PPPPP/1NBQKCABN1/R8R b");
    talk.say("usermove a7a6\nsetboard 9k/10/10/10/10/10/10/10/9r/K9 b - - 0 1\ngo");
    let said = talk.hear("move ");
    let code = said.last().unwrap();
    assert!(!code.contains("10") && code.len() == "move j1j9".len(), "{said:#?}");
}

#[test]
fn positions_are_told_man_by_man() {
    let mut talk = quick();
    talk.say("force\nedit\n#\nKe1\nRh1\nPe2\nxe2\nc\nKe8\nQqq\n.\nd");
    talk.hear("Error (no man and square): Qqq");
    talk.hear("# 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    talk.say("usermove e1g1\nedit\n#\n.\nd");
    talk.hear("tellusererror Illegal position");
    talk.hear("# 4k3/8/8/8/8/8/8/5RK1 b");
}

#[test]
fn castling_is_written_out_where_the_start_is_drawn_by_lot() {
    let mut talk = quick();
    // Castling mates: the rook on d1 takes the last squares from the king on d8.
    talk.say("variant fischerandom\nforce\nsetboard 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\nusermove O-O-O\nd");
    talk.hear("# 4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    talk.say("setboard 2rkr3/2p1p3/8/8/8/8/8/RK6 w Q - 0 1\nsd 3\ngo");
    assert_eq!(talk.hear("move ").last().unwrap(), "move O-O-O");
    talk.hear("1-0 {White mates}");
}
