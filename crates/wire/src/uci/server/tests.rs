//! Conversations with the server: what a GUI says, well-behaved or hostile, and what it hears, each within a second
//! (twenty on a machine that is busy: what is tested is that answers come, not the speed of the machine).

use super::serve;
use crate::Identity;
use crate::talk::Talk;
use std::time::{Duration, Instant};

fn begin() -> Talk {
    Talk::begin(|input, out| serve(Identity { name: "Tester 1", author: "nobody", seed: 0 }, input, out))
}

/// A conversation that has settled on quick searches.
fn ready() -> Talk {
    let mut talk = begin();
    talk.say("isready");
    talk.hear("readyok");
    talk
}

#[test]
fn it_introduces_itself() {
    let mut talk = begin();
    talk.say("uci");
    let said = talk.hear("uciok");
    assert_eq!(said[..2], ["id name Tester 1", "id author nobody"]);
    assert!(said.iter().any(|line| line.starts_with("option name MultiPV type spin")), "{said:#?}");
    talk.say("quit");
    talk.end();
}

#[test]
fn a_depth_is_searched_and_told_line_by_line() {
    let mut talk = ready();
    talk.say("position startpos moves e2e4\ngo depth 3");
    let said = talk.hear("bestmove ");
    let infos: Vec<_> = said.iter().filter(|line| line.starts_with("info depth ")).collect();
    assert!(infos.len() >= 3, "{said:#?}");
    for word in [" seldepth ", " multipv 1 ", " score ", " nodes ", " nps ", " hashfull ", " tbhits ", " time ", " pv "]
    {
        assert!(infos.iter().all(|line| line.contains(word)), "{word}: {said:#?}");
    }
    assert!(said.last().unwrap().contains(" ponder "), "{said:#?}");
}

#[test]
fn it_answers_during_a_search_and_stops_when_told() {
    let mut talk = ready();
    talk.say("go infinite");
    talk.hear("info depth 2 ");
    talk.say("isready");
    talk.hear("readyok");
    talk.silent("bestmove");
    talk.say("stop");
    talk.hear("bestmove ");
    talk.say("stop\nisready");
    let said = talk.hear("readyok");
    assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:#?}");
}

#[test]
fn an_infinite_search_that_has_nothing_left_to_find_waits_for_the_stop() {
    let mut talk = ready();
    for fen in ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"] {
        talk.say(&format!("position fen {fen}\ngo infinite"));
        talk.hear("info depth ");
        talk.silent("bestmove");
        talk.say("stop");
        talk.hear("bestmove ");
    }
}

#[test]
fn pondering_ends_with_the_expected_move_or_a_stop() {
    let mut talk = ready();
    talk.say("position startpos moves e2e4 e7e5\ngo ponder wtime 100 btime 100");
    talk.hear("info depth 2 ");
    talk.silent("bestmove");
    talk.say("ponderhit");
    talk.hear("bestmove ");
    talk.say("go ponder wtime 60000 btime 60000");
    talk.hear("info depth 2 ");
    talk.say("stop");
    talk.hear("bestmove ");
    // Mate in one: the search is over long before the expected move is.
    talk.say("position fen 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\ngo ponder movetime 50");
    talk.silent("bestmove");
    talk.say("ponderhit");
    talk.hear("bestmove ");
    talk.say("ponderhit\nisready");
    talk.hear("readyok");
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let mut talk = ready();
    talk.say("go depth 2 searchmoves a2a3 h2h4");
    let said = talk.hear("bestmove ");
    assert!(["a2a3", "h2h4"].contains(&said.last().unwrap().split(' ').nth(1).unwrap()), "{said:#?}");
    talk.say("go searchmoves e2e5 a2a3 depth 2");
    let said = talk.hear("bestmove a2a3");
    assert!(said.iter().any(|line| line.starts_with("info string 'e2e5' is not searched")), "{said:#?}");
}

#[test]
fn a_clock_is_kept_however_little_is_on_it() {
    let mut talk = ready();
    for clock in ["wtime 0 btime 0", "wtime -50 btime -50", "wtime 100 btime 100", "movetime 0", "wtime 1 winc 99999"] {
        let begun = Instant::now();
        talk.say(&format!("position startpos\ngo {clock}"));
        talk.hear("bestmove ");
        assert!(begun.elapsed() < Duration::from_secs(5), "{clock}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_time_for_the_move_is_used() {
    let mut talk = ready();
    let begun = Instant::now();
    talk.say("go movetime 300");
    talk.hear("bestmove ");
    assert!(begun.elapsed() >= Duration::from_millis(250), "{:?}", begun.elapsed());
}

#[test]
fn a_game_that_is_over_has_no_best_move_and_a_drawn_one_has() {
    let mut talk = ready();
    talk.say("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3");
    assert!(talk.hear("bestmove (none)").iter().any(|line| line == "info depth 0 score mate 0"));
    talk.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3");
    assert!(talk.hear("bestmove (none)").iter().any(|line| line == "info depth 0 score cp 0"));
    talk.say("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1\ngo depth 3");
    assert!(talk.hear("bestmove ").last().unwrap().starts_with("bestmove a1"));
}

#[test]
fn castling_is_written_as_the_game_wants_it() {
    let mut talk = ready();
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    talk.say(&format!("position fen {fen}\ngo depth 1 searchmoves e1g1"));
    talk.hear("bestmove e1g1");
    talk.say(&format!("setoption name UCI_Chess960 value true\nposition fen {fen}\ngo depth 1 searchmoves e1h1"));
    talk.hear("bestmove e1h1");
    talk.say(&format!("position fen {fen} moves e1h1\nd"));
    talk.hear("Fen: 4k3/8/8/8/8/8/8/5RK1 b");
    talk.say(&format!("setoption name UCI_Chess960 value false\nposition fen {fen} moves e1g1\nd"));
    talk.hear("Fen: 4k3/8/8/8/8/8/8/5RK1 b");
}

#[test]
fn variants_are_chosen_by_name_or_loaded_from_a_file() {
    let mut talk = ready();
    talk.say("setoption name UCI_Variant value chess960\nposition startpos moves e2e4\nisready");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let told = format!("info string variant chess960 files 8 ranks 8 pocket 0 template fairy startpos {start}");
    assert_eq!(talk.hear("readyok"), [told.as_str(), "readyok"]);
    talk.say("setoption name UCI_Variant value chestnut");
    talk.hear("info string unknown variant 'chestnut'");
    talk.say("setoption name VariantPath value nonsense");
    talk.hear("info string expected the path");
    let path = std::env::temp_dir().join(format!("tabula-uci-{}.toml", std::process::id()));
    std::fs::write(&path, "from = \"chess\"\nname = \"Mine\"\n").unwrap();
    talk.say(&format!("setoption name VariantPath value {}", path.display()));
    let id = path.file_stem().unwrap().to_string_lossy().into_owned();
    let said = talk.hear("option name UCI_Variant type combo default chess var chess var chess960");
    assert!(said.last().unwrap().ends_with(&format!(" var {id}")), "{said:#?}");
    talk.say(&format!("setoption name UCI_Variant value {id}\nposition startpos moves e2e4\ngo depth 1"));
    talk.hear("bestmove ");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn every_variant_of_the_house_is_played_judged_and_counted() {
    let mut talk = ready();
    for shelf in tabula_engine::catalogue::shelves().iter().filter(|shelf| shelf.card().family == "chess") {
        let (id, (files, ranks)) = (&shelf.card().id, shelf.card().size);
        talk.say(&format!("setoption name UCI_Variant value {id}\nisready"));
        if id != "chess" {
            talk.hear(&format!(
                "info string variant {id} files {files} ranks {ranks} pocket 0 template fairy startpos "
            ));
        }
        talk.hear("readyok");
        talk.say("position startpos\neval\ngo perft 1");
        let said = talk.hear("Nodes searched: ");
        let count = shelf.perft(None, 1, 1).unwrap().len();
        assert!(said.iter().any(|line| line.ends_with(" for the side to move")), "{id}: {said:#?}");
        assert_eq!(said.last().unwrap(), &format!("Nodes searched: {count}"), "{id}");
        talk.say("go depth 2");
        let said = talk.hear("bestmove ");
        assert_ne!(said.last().unwrap(), "bestmove (none)", "{id}");
    }
}

#[test]
fn the_die_is_rolled_by_whoever_asks() {
    let mut talk = ready();
    talk.say("setoption name UCI_Variant value behemoth\nposition startpos moves e2e4@NE2 e7e5@f6f4\nd");
    let said = talk.hear("Fen: ");
    let board = "rnbqkbnr/pppp1ppp/8/4p3/4P*2/8/PPPP1PPP/RNBQKBNR w KQkq ";
    assert!(said.last().unwrap().starts_with(&format!("Fen: {board}")), "{said:#?}");
    talk.say("position startpos moves e2e4@NE2 e7e5\ngo depth 1");
    talk.hear("info string the die is still to be rolled");
    talk.hear("bestmove (none)");
    talk.say("position startpos moves e2e4@NE2 e7e5@X9\nd");
    talk.hear("info string illegal move 4 'X9'");
    talk.say("position startpos moves e2e4@NE2 e7e5@N1\ngo depth 1");
    talk.hear("bestmove ");
}

#[test]
fn illegal_positions_and_moves_leave_what_stood() {
    let mut talk = ready();
    talk.say("position startpos moves e2e4 e7e5");
    for fen in
        ["", "nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1"]
    {
        talk.say(&format!("position fen {fen}"));
        talk.hear("info string illegal position, the last one stays: ");
    }
    talk.say("d");
    talk.hear("Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w");
    talk.say("position startpos moves e2e4 e7e6 e4e6 d2d4");
    talk.hear("info string illegal move 3 'e4e6', the position before it stands: ");
    talk.say("d");
    talk.hear("Fen: rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w");
    talk.say("go depth 1");
    talk.hear("bestmove ");
}

#[test]
fn a_go_during_a_search_ends_the_first_and_begins_the_second() {
    let mut talk = ready();
    talk.say("go infinite");
    talk.hear("info depth 2 ");
    talk.say("go depth 2");
    talk.hear("bestmove ");
    talk.hear("info depth 2 ");
    talk.hear("bestmove ");
}

#[test]
fn options_set_during_a_search_wait_for_its_end() {
    let mut talk = ready();
    talk.say("go infinite");
    talk.hear("info depth 2 ");
    talk.say("setoption name SearchAlgorithm value random\nsetoption name MultiPV value 0\nisready");
    talk.hear("info string MultiPV takes 1 to 256: 1 is used instead of 0");
    talk.hear("readyok");
    talk.silent("bestmove");
    talk.say("stop");
    talk.hear("bestmove ");
    talk.say("go depth 9");
    let said = talk.hear("bestmove ");
    assert!(said.iter().any(|line| line.starts_with("info depth 0 ")), "{said:#?}");
}

#[test]
fn the_heuristic_that_draws_lots_can_be_left_again() {
    let mut talk = ready();
    talk.say("setoption name Heuristic value Random\ngo depth 2");
    assert!(!talk.hear("bestmove ").iter().any(|line| line.starts_with("info depth 2 ")));
    talk.say("setoption name Heuristic value Material\ngo depth 2");
    assert!(talk.hear("bestmove ").iter().any(|line| line.starts_with("info depth 2 ")));
}

#[test]
fn chances_are_told_where_they_are_wanted() {
    let mut talk = ready();
    talk.say("setoption name UCI_ShowWDL value true\ngo depth 1");
    let said = talk.hear("bestmove ");
    assert!(said.iter().any(|line| line.contains(" wdl ")), "{said:#?}");
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    let mut talk = ready();
    talk.say("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\ngo mate 1");
    let said = talk.hear("bestmove d1d8");
    assert!(said.iter().any(|line| line.contains(" score mate 1 ")), "{said:#?}");
}

#[test]
fn paths_are_counted_and_counting_can_be_stopped() {
    let mut talk = ready();
    talk.say("position startpos\ngo perft 3");
    assert!(talk.hear("Nodes searched: 8902").contains(&"e2e4: 600".to_string()));
    talk.say("go perft 40\nisready");
    talk.hear("readyok");
    talk.say("stop");
    talk.hear("Nodes searched: ");
    talk.say("go perft 0");
    talk.hear("Nodes searched: 1");
}

#[test]
fn the_bench_counts_alike_whatever_is_set() {
    let mut talk = ready();
    talk.say("bench 3");
    let first = talk.hear_end(" nps");
    talk.say("setoption name Heuristic value Material\nsetoption name Hash value 1\nbench 3");
    let second = talk.hear_end(" nps");
    let nodes = |said: &[String]| said.last().unwrap().split(' ').next().unwrap().to_string();
    assert_eq!(nodes(&first), nodes(&second));
    talk.say("bench 60\nisready\nstop");
    talk.hear("readyok");
    talk.hear("info string the bench was stopped");
}

#[test]
fn tables_of_no_size_and_of_every_size_are_answered() {
    let mut talk = ready();
    talk.say("setoption name Hash value 0\nisready");
    let said = talk.hear("readyok");
    assert!(said[0].starts_with("info string Hash takes 1 to ") && said[0].ends_with(": 1 is used instead of 0"));
    talk.say("go depth 2");
    talk.hear("bestmove ");
    talk.say("setoption name Hash value 1000000000\nisready");
    assert!(talk.hear("readyok")[0].ends_with(" is used instead of 1000000000"));
    talk.say("setoption name Hash value 1\nsetoption name Threads value 2\ngo depth 4");
    talk.hear("bestmove ");
}

#[test]
fn several_lines_are_told_in_order() {
    let mut talk = ready();
    talk.say("setoption name MultiPV value 3\ngo depth 4");
    let said = talk.hear("bestmove ");
    let last: Vec<_> = said.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
    let score = |rank: usize| -> i32 {
        let line = last.iter().find(|line| line.contains(&format!(" multipv {rank} "))).unwrap();
        line.split(" score cp ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    assert!(score(1) >= score(2) && score(2) >= score(3), "{said:#?}");
}

#[test]
fn garbage_is_answered_or_ignored() {
    let mut talk = ready();
    talk.say("\u{0}\u{7f}\u{fffd} xyzzy");
    talk.hear("info string unknown command '");
    talk.say_bytes(b"\xff\xfe\x00\x80\n\n\r\n   \t\n");
    talk.say(
        "setoption\nsetoption name\nsetoption name Nonsense value 3\nposition\nposition moves\nregister later\nisready",
    );
    let said = talk.hear("readyok");
    assert!(said.iter().any(|line| line.starts_with("info string unknown option 'Nonsense'")), "{said:#?}");
    talk.say("go depth x nodes 1 movetime y zzz");
    talk.hear("bestmove ");
    talk.say("joho debug on\nposition startpos");
    talk.hear("info string position rnbqkbnr/");
}

#[test]
fn a_line_of_ten_megabytes_is_skipped_and_the_next_one_is_heard() {
    let mut talk = ready();
    talk.say_bytes(&vec![b'x'; 10_000_000]);
    talk.say(" quit\nisready");
    let said = talk.hear("readyok");
    assert!(said[0].starts_with("info string a line of 1000000"), "{said:#?}");
}

#[test]
fn half_a_line_waits_for_its_other_half() {
    let mut talk = ready();
    talk.say_bytes(b"isre");
    talk.silent("readyok");
    talk.say_bytes(b"ady\r\n");
    talk.hear("readyok");
}

#[test]
fn quit_and_the_end_of_the_input_end_a_search_at_once() {
    for last in ["quit\n", ""] {
        let mut talk = ready();
        talk.say("go infinite");
        talk.hear("info depth 2 ");
        talk.say_bytes(last.as_bytes());
        let begun = Instant::now();
        talk.end();
        assert!(begun.elapsed() < Duration::from_secs(5), "{last:?}: {:?}", begun.elapsed());
    }
    let mut talk = begin();
    talk.say_bytes(b"isready");
    let said = talk.end();
    assert_eq!(said, ["readyok"], "a last line without an end is a line");
}

#[test]
fn a_new_game_and_an_empty_table_are_taken_at_any_time() {
    let mut talk = ready();
    talk.say("ucinewgame\nsetoption name Clear Hash\nisready");
    talk.hear("readyok");
    talk.say("go infinite\nucinewgame\nsetoption name Clear Hash\nisready");
    talk.hear("readyok");
    talk.say("stop");
    talk.hear("bestmove ");
    talk.say("eval\nhelp");
    talk.hear("material ");
    talk.hear("tapered: ");
    talk.hear("d | eval ");
}

#[test]
fn a_network_is_chosen_by_three_options_in_any_order() {
    let mut talk = ready();
    talk.say("setoption name Heuristic value NeuralNetwork\nposition startpos\ngo depth 1");
    let shipped = talk.hear("bestmove ");
    assert!(!shipped.iter().any(|line| line.starts_with("info string")), "{shipped:#?}");
    talk.say("setoption name ModelFile value /no/such/file\nisready");
    let said = talk.hear("readyok");
    assert!(said.iter().any(|line| line.starts_with("info string cannot read the net /no/such/file: ")), "{said:#?}");
    talk.say("setoption name ModelFile value <default>\nsetoption name Network value Classification\ngo depth 1");
    let classes = talk.hear("bestmove ");
    let score = |said: &[String]| {
        let told = said.iter().rev().find_map(|line| line.split(" score cp ").nth(1));
        told.and_then(|rest| rest.split(' ').next()).map(str::to_owned)
    };
    assert!(score(&classes).is_some() && score(&classes) != score(&shipped), "{classes:#?}");
    talk.say("setoption name Network value Guess\nisready");
    assert!(talk.hear("readyok").iter().any(|line| line.contains("unknown Network 'Guess'")));
    // A file that is named beforehand does not count until a network is wanted.
    talk.say("setoption name Heuristic value Classic\nsetoption name ModelFile value /no/such/file\nisready");
    let said = talk.hear("readyok");
    assert!(!said.iter().any(|line| line.contains("cannot read")), "{said:#?}");
    talk.say("go depth 1");
    talk.hear("bestmove ");
}
