use super::*;
use crate::talk::Talk;

const TESTER: Identity<'static> = Identity { name: "Tester 1.5", author: "nobody", seed: 0 };

fn house() -> House {
    House { spec: "tabula:nodes=40,threads=1".parse().unwrap(), move_time: Duration::from_millis(50) }
}

fn talk() -> Talk {
    Talk::begin(|input, out| serve(TESTER, &house(), input, out))
}

/// Says each order of a transcript (`> order`) and compares what is heard with what follows; `...` is any text.
fn check(transcript: &str) {
    let mut talk = talk();
    for block in transcript.trim().split("> ").filter(|block| !block.trim().is_empty()) {
        let (order, expected) = block.split_once('\n').unwrap_or((block, ""));
        let expected: Vec<_> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        talk.say(order.trim());
        let mut heard = talk.hear_end_of_answer();
        assert_eq!(heard.pop().as_deref(), Some(""), "an answer to '{order}' ends with an empty line");
        assert_eq!(heard.len(), expected.len(), "'{order}' was answered by {heard:?}");
        for (line, wanted) in heard.iter().map(|line| line.trim()).zip(expected) {
            let fits = wanted.strip_suffix("...").map_or(line == wanted, |start| line.starts_with(start));
            assert!(fits, "'{order}' was answered by '{line}', not by '{wanted}'");
        }
    }
    talk.say("quit");
    assert_eq!(talk.end(), ["=", ""]);
}

#[test]
fn it_introduces_itself() {
    check(
        "> protocol_version
         = 2
         > 7 name
         =7 Tester
         > version # and a remark
         = 1.5
         > 00012\tknown_command genmove
         =12 true
         > known_command fly
         = false
         > 3 fly
         ?3 unknown command
         > 4
         ?4 unknown command
         > known_command
         ? syntax error",
    );
    let mut talk = talk();
    talk.say("list_commands");
    let heard = talk.hear_end_of_answer();
    assert_eq!(heard[0], "= analyze");
    assert_eq!(heard.len(), COMMANDS.len() + 1);
    assert!(COMMANDS.is_sorted());
}

#[test]
fn every_order_that_is_listed_is_known() {
    let mut talk = talk();
    for name in COMMANDS.iter().filter(|&&name| name != "quit") {
        talk.say(&format!("{name} 5x 5x 5x 5x 5x"));
        let heard = talk.hear_end_of_answer();
        assert!(!heard[0].contains("unknown command"), "{name}: {heard:?}");
    }
}

#[test]
fn boards_moves_and_their_faults_are_those_of_the_standard() {
    check(
        "> boardsize 26
         ? unacceptable size
         > boardsize 1
         ? unacceptable size
         > boardsize nine
         ? syntax error
         > boardsize
         ? syntax error
         > boardsize 9
         =
         > query_boardsize
         = 9
         > clear_board
         =
         > komi 6.5
         =
         > get_komi
         = 6.5
         > komi many
         ? syntax error
         > play black E5
         =
         > play w e5
         ? illegal move
         > play w k10
         ? illegal move
         > play w i5
         ? syntax error
         > play w
         ? syntax error
         > play purple d4
         ? syntax error
         > play w 55
         ? syntax error
         > play W PASS
         =
         > undo
         =
         > undo
         =
         > undo
         ? cannot undo",
    );
}

#[test]
fn colours_move_in_any_order_and_after_two_passes() {
    check(
        "> boardsize 5
         =
         > play b c3
         =
         > play b c4
         =
         > play w pass
         =
         > play b pass
         =
         > play b a1
         =
         > gg-undo 4
         =
         > play b c4
         =
         > play b c4
         ? illegal move
         > gg-undo 3
         ? cannot undo
         > gg-undo 2
         =
         > undo
         ? cannot undo",
    );
}

#[test]
fn suicide_and_ko_are_illegal() {
    check(
        "> boardsize 5
         =
         > play b b5
         =
         > play b a4
         =
         > play w a5
         ? illegal move
         > play w c5
         =
         > play b d5
         =
         > play w b4
         =
         > play b c4
         =
         > play b a5
         =
         > play w a3
         =
         > showboard
         =
         A B C D E
         5 X X . X . 5
         4 X O X . . 4
         3 O . . . . 3
         2 . . . . . 2
         1 . . . . . 1
         A B C D E
         captured by Black 1, by White 0
         komi 7.5",
    );
}

#[test]
fn moves_are_made_and_can_be_taken_back() {
    let mut talk = talk();
    talk.say("boardsize 5\ngenmove b\nreg_genmove w\nplay w a1\nundo\nundo\nundo\ngenmove\ngenmove x");
    talk.hear_end_of_answer();
    let first = talk.hear_end_of_answer();
    assert!(first[0].len() == 4 && first[0].starts_with("= "), "{first:?}");
    talk.hear_end_of_answer();
    for expected in ["=", "=", "=", "? cannot undo", "? syntax error", "? syntax error"] {
        assert_eq!(talk.hear_end_of_answer()[0], expected);
    }
}

#[test]
fn handicap_stones_stand_before_white_moves() {
    check(
        "> boardsize 9
         =
         > fixed_handicap 5
         = C3 G7 C7 G3 E5
         > fixed_handicap 2
         ? board not empty
         > undo
         ? cannot undo
         > clear_board
         =
         > fixed_handicap 10
         ? invalid number of stones
         > fixed_handicap
         ? syntax error
         > place_free_handicap 2
         = C3 G7
         > clear_board
         =
         > place_free_handicap 11
         = C3 G7 C7 G3 C5 G5 E3 E7 E5 ...
         > clear_board
         =
         > set_free_handicap A1 J9
         =
         > play w a1
         ? illegal move
         > clear_board
         =
         > set_free_handicap A1 A1
         ? bad vertex list
         > set_free_handicap A1
         ? bad vertex list
         > set_free_handicap A1 pass
         ? bad vertex list
         > set_free_handicap
         ? syntax error
         > set_free_handicap A1 what
         ? syntax error",
    );
}

#[test]
fn time_and_rules_are_told() {
    check(
        "> time_settings 60 0 0
         =
         > time_left b 30 0
         =
         > time_settings 60
         ? syntax error
         > time_left green 30 0
         ? syntax error
         > kgs-time_settings byoyomi 60 10 3
         =
         > kgs-rules japanese
         =
         > kata-get-rules
         = japanese
         > kgs-rules chess
         ? unknown rules 'chess'
         > kgs-rules chinese
         =
         > tabula-set lines 3
         =
         > tabula-set lines many
         ? ...",
    );
}

#[test]
fn the_end_is_counted_and_stones_are_alive_or_dead() {
    // Black holds the left with two eyes, White the right with two; one white stone is caught on the left.
    let walls = "b c1,b c2,b c3,b c4,b c5,w d1,w d2,w d3,w d4,w d5,w a1,b b5,b b1,w e3,b b3,b a3";
    let mut orders = "boardsize 5\nkomi 0.5\n".to_string();
    orders += &walls.split(',').map(|play| format!("play {play}\n")).collect::<String>();
    let mut talk = talk();
    talk.say(orders.trim());
    for _ in orders.lines() {
        assert_eq!(talk.hear_end_of_answer()[0], "=");
    }
    talk.say("final_status_list dead\nfinal_status_list seki\nfinal_status_list dying\nfinal_score");
    assert_eq!(talk.hear_end_of_answer()[0], "= A1");
    assert_eq!(talk.hear_end_of_answer()[0], "=");
    assert_eq!(talk.hear_end_of_answer()[0], "? syntax error");
    assert_eq!(talk.hear_end_of_answer()[0], "= B+4.5");
    talk.say("final_status_list alive");
    let alive = talk.hear_end_of_answer();
    assert_eq!(alive.len(), 3, "{alive:?}");
    talk.say("final_status_list white_territory");
    assert_eq!(talk.hear_end_of_answer(), ["= E5 E4", "E2 E1", ""]);
}

#[test]
fn games_are_loaded_and_printed() {
    let file = std::env::temp_dir().join(format!("tabula-gtp-{}.sgf", std::process::id()));
    std::fs::write(&file, "(;SZ[9]KM[5.5]RU[Japanese];B[ee];W[cc];B[gg])").unwrap();
    let mut talk = talk();
    talk.say(&format!("loadsgf {} 3\nquery_boardsize\nget_komi\nkata-get-rules\nprintsgf", file.display()));
    for expected in ["=", "= 9", "= 5.5", "= japanese"] {
        assert_eq!(talk.hear_end_of_answer()[0], expected);
    }
    let printed = talk.hear_end_of_answer().join("\n");
    assert!(printed.contains("SZ[9]RU[Japanese]") && printed.contains(";B[ee];W[cc])"), "{printed}");
    talk.say("play w gg\nloadsgf /no/such/file\nloadsgf\nloadsgf x 0\nplay w g7\nundo\nplay b g7\nplay b g6\nprintsgf");
    for expected in ["? syntax error", "? cannot load file", "? syntax error", "? syntax error", "=", "=", "=", "="] {
        assert_eq!(talk.hear_end_of_answer()[0], expected);
    }
    let printed = talk.hear_end_of_answer().join("\n");
    assert!(printed.contains(";W[cc];B[gc];B[gd])"), "{printed}");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn an_analysis_is_told_until_the_next_line() {
    let mut talk = talk();
    talk.say("boardsize 5\nkomi 0.5");
    talk.hear_end_of_answer();
    talk.hear_end_of_answer();
    talk.say("5 kata-analyze b 1 ownership true maxmoves 2");
    let said = talk.hear("info move ");
    assert_eq!(said[0], "=5");
    let last = said.last().unwrap();
    let fields = ["info move ", " visits ", " winrate 0.", " scoreLead ", " order 0 pv ", " ownership "];
    assert!(fields.iter().all(|field| last.contains(field)), "{last}");
    talk.say("6 name");
    let rest = talk.hear("=6 Tester");
    assert_eq!(rest[rest.len() - 2], "", "{rest:?}");
    talk.hear_end_of_answer();
    // An empty line is enough.
    talk.say("lz-analyze w interval 1");
    talk.hear("info move ");
    talk.say("");
    talk.hear_end_of_answer();
    talk.say("undo");
    assert_eq!(talk.hear_end_of_answer()[0], "? cannot undo");
}

#[test]
fn a_move_may_be_found_aloud() {
    let mut talk = talk();
    talk.say("boardsize 5");
    talk.hear_end_of_answer();
    talk.say("9 lz-genmove_analyze b 1");
    let said = talk.hear_end_of_answer();
    assert_eq!(said[0], "=9");
    let last = &said[said.len() - 2];
    assert!(last.starts_with("play ") && said.iter().any(|line| line.starts_with("info move ")), "{said:?}");
    talk.say("undo\nundo");
    assert_eq!((talk.hear_end_of_answer()[0].as_str(), talk.hear_end_of_answer()[0].as_str()), ("=", "? cannot undo"));
}

#[test]
fn the_end_of_the_input_lets_orders_be_done() {
    let mut talk = talk();
    talk.say("boardsize 5\ngenmove b\nlz-analyze 1");
    let said = talk.end();
    assert_eq!(said.iter().filter(|line| line.starts_with('=')).count(), 3, "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some(""));
}

#[test]
fn a_line_that_is_too_long_is_no_order() {
    let mut talk = talk();
    talk.say(&"x".repeat(100_000));
    assert_eq!(talk.hear_end_of_answer()[0], "? unknown command");
}
