use super::*;
use crate::talk::Talk;

const TESTER: Identity<'static> = Identity { name: "Tester 1", author: "nobody", seed: 0 };

fn begin() -> Talk {
    let mut talk = Talk::begin(|input, out| serve(TESTER, input, out));
    talk.say("START 15\nINFO timeout_turn 0");
    talk.hear("OK");
    talk
}

/// The move that is said next.
fn hear_move(talk: &mut Talk) -> Point {
    let said = talk.hear_end(",");
    let last = said.last().expect("something was said");
    Point::read(last).unwrap_or_else(|| panic!("no move: {last}"))
}

#[test]
fn a_game_is_begun_and_answered() {
    let mut talk = begin();
    talk.say("ABOUT");
    assert_eq!(talk.hear("name=").last().unwrap(), "name=\"Tester\", version=\"1\", author=\"nobody\"");
    talk.say("BEGIN");
    assert_eq!(hear_move(&mut talk), Point { x: 7, y: 7 }, "the middle");
    talk.say("TURN 0,0");
    hear_move(&mut talk);
    talk.say("END");
    talk.end();
}

#[test]
fn fours_are_answered_and_fives_are_made() {
    let mut talk = begin();
    // The opponent has four in the first row from above, closed at one end.
    talk.say("BOARD\n0,0,1\n1,0,2\n2,0,2\n3,0,2\n4,0,2\n9,9,1\n11,3,1\nDONE");
    assert_eq!(hear_move(&mut talk), Point { x: 5, y: 0 });
    talk.say("BOARD\n1,1,1\n2,2,1\n3,3,1\n4,4,1\n1,0,2\n2,0,2\n3,0,2\n5,5,2\nDONE");
    assert_eq!(hear_move(&mut talk), Point { x: 0, y: 0 });
    talk.say("TURN 7,7");
    talk.hear("ERROR 7,7: the game is over");
}

#[test]
fn what_cannot_be_is_answered_with_an_error() {
    let mut talk = begin();
    for (said, heard) in [
        ("START 3", "ERROR unsupported: rule 0 on a board of size 3"),
        ("RECTSTART 15,20", "ERROR rectangular boards are not supported"),
        ("TURN 15,0", "ERROR 15,0 is beside the board"),
        ("TURN", "ERROR expected a point such as 7,7, found ''"),
        ("HELLO world", "UNKNOWN HELLO"),
        ("TAKEBACK 7,7", "ERROR 7,7 is not the last stone"),
        ("BOARD\n1,1,2\n2,2,2\nDONE", "ERROR column 1: x begins"),
        ("BOARD\n1,1,2\n1,1,1\n99,1,1\n1,2,3\nx\nDONE", "ERROR expected x,y,owner or DONE, found"),
    ] {
        talk.say(said);
        talk.hear(heard);
    }
    talk.say_bytes(&vec![b'x'; 100_000]);
    talk.say("\nSTART 19");
    talk.hear("ERROR a line of ");
    talk.hear("OK");
    talk.say("BEGIN");
    assert_eq!(hear_move(&mut talk), Point { x: 9, y: 9 });
}

#[test]
fn stones_are_taken_back_and_games_restarted() {
    let mut talk = begin();
    talk.say("BEGIN");
    let first = hear_move(&mut talk);
    talk.say(&format!("TAKEBACK {first}"));
    talk.hear("OK");
    talk.say(&format!("PLAY {first}"));
    assert_eq!(hear_move(&mut talk), first);
    talk.say("RESTART");
    talk.hear("OK");
    talk.say(&format!("TURN {first}"));
    assert_ne!(hear_move(&mut talk), first);
}

#[test]
fn the_rule_is_heeded() {
    let mut talk = begin();
    // A stone at 5,0 makes six; where exactly five are wanted the engine has to win elsewhere, at 0,1.
    let board = "BOARD\n2,0,1\n3,0,1\n4,0,1\n6,0,1\n7,0,1\n0,2,1\n0,3,1\n0,4,1\n0,5,1\n\
                 1,7,2\n3,7,2\n5,7,2\n7,9,2\n9,9,2\n11,9,2\n13,7,2\n0,6,2\n8,0,2\nDONE";
    talk.say(&format!("INFO rule 1\n{board}"));
    assert_eq!(hear_move(&mut talk), Point { x: 0, y: 1 });
    talk.say("INFO rule 8");
    talk.hear("ERROR unsupported: rule 8");
}

#[test]
fn a_thought_that_nobody_wants_any_more_is_not_said() {
    let mut talk = begin();
    talk.say("INFO timeout_turn 60000\nINFO timeout_match 0\nBEGIN\nSTART 15");
    talk.hear("OK");
    talk.silent("7,7");
    talk.say("INFO timeout_turn 100\nTURN 3,3");
    hear_move(&mut talk);
    talk.say("INFO time_left 50\nTURN 14,14");
    hear_move(&mut talk);
    talk.say("TURN 0,14\nEND");
    talk.end();
}
