//! The program as people and scripts meet it: its output, its exit codes, a game from a pipe.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

fn tabula_with_input(arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabula"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built by this test run");
    // A program that has refused its arguments does not read; that is no fault of the test.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code().expect("no signal ends it"),
        out: String::from_utf8(output.stdout).expect("it writes UTF-8"),
        err: String::from_utf8(output.stderr).expect("it writes UTF-8"),
    }
}

fn tabula(arguments: &[&str]) -> Run {
    tabula_with_input(arguments, "")
}

/// A file of this test run alone.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()))
}

#[test]
fn the_server_says_where_it_listens_answers_and_ends_in_good_order() {
    use std::io::{BufRead, BufReader, Read, Write};
    let folder = std::env::temp_dir().join(format!("tabula-serve-{}", std::process::id()));
    let mut server = Command::new(env!("CARGO_BIN_EXE_tabula"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on http://").unwrap().to_string();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let mut stream = std::net::TcpStream::connect(&address).unwrap();
    write!(stream, "GET /api/about HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("mostMillis"), "{answer}");
    let ended = Command::new("kill").arg(server.id().to_string()).status().unwrap();
    assert!(ended.success() && server.wait().unwrap().success());
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_wrong_list_of_engines_is_refused_with_all_its_faults() {
    let file = std::env::temp_dir().join(format!("tabula-engines-{}.toml", std::process::id()));
    std::fs::write(&file, "[[engine]]\nid = \"a\"\nspec = \"tabula\"\n").unwrap();
    let run = tabula(&["serve", "--port", "0", "--engines", &file.display().to_string()]);
    std::fs::remove_file(file).unwrap();
    assert!(run.code == 2 && run.err.contains("engine 1: expected a program"), "{} {}", run.code, run.err);
}

#[test]
fn games_are_listed_for_people_and_for_machines() {
    let run = tabula(&["games"]);
    assert!(run.out.lines().any(|line| line.starts_with("tictactoe ")), "{}", run.out);
    let json: serde_json::Value = serde_json::from_str(&tabula(&["games", "--json"]).out).unwrap();
    let game = json.as_array().unwrap().iter().find(|game| game["id"] == "tictactoe").unwrap();
    assert_eq!((&game["files"], &game["sides"][1]), (&3.into(), &"O".into()));
    assert!(game["searches"].as_array().unwrap().iter().any(|search| search["name"] == "alphabeta"));
}

#[test]
fn perft_ends_with_the_line_that_others_read() {
    let run = tabula(&["perft", "tictactoe", "4", "--divide", "--threads", "2"]);
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines[0], "a1: 336");
    let words: Vec<_> = lines.last().unwrap().split(' ').collect();
    assert!(matches!(words[..], ["nodes", "3024", "time", _, "nps", _]), "{words:?}");
    assert!(words[3].parse::<u64>().is_ok() && words[5].parse::<u64>().is_ok(), "{words:?}");
    assert!(tabula(&["perft", "tictactoe", "0"]).out.starts_with("nodes 1 time"));
    assert!(tabula(&["perft", "tictactoe", "2", "--fen", "xo1/1x1/2o x"]).out.starts_with("nodes 20 time"));
}

#[test]
fn show_draws_a_position() {
    let run = tabula(&["show", "tictactoe", "--ascii", "--fen", "o2/xx1/o1x o"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("    +---+---+---+\n  3 | o |   |   |\n"), "{}", run.out);
    assert!(run.out.contains("to move: O, 4 moves"), "{}", run.out);
}

#[test]
fn compare_prints_tables_in_which_exact_searches_agree() {
    let run = tabula(&["compare", "tictactoe", "--searches", "negamax,alphabeta", "--depths", "2..3"]);
    assert!(run.out.contains("depth  negamax  alphabeta\n"), "{}", run.out);
    let json = tabula(&["compare", "tictactoe", "--depths", "1,3", "--positions", "4", "--json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rows = json.as_array().unwrap();
    assert!(rows.len() >= 8);
    assert!(rows.iter().all(|row| row["agrees"] == 4 && row["nodes"].as_u64().unwrap() > 0), "{json:#}");
}

#[test]
fn a_game_is_played_to_its_end_from_a_pipe() {
    let run = tabula_with_input(&["play", "tictactoe", "--as", "both"], "b2\na1\nc1\na3\nb1\na2\nb3\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("O wins: a complete row (0-1)."), "{}", run.out);
    assert!(run.out.contains("The game is over, 'b3' cannot be played"), "{}", run.out);
}

#[test]
fn a_game_of_chess_is_played_to_mate_and_kept_as_pgn() {
    let file = scratch("mate.pgn");
    let input = format!("f3\ne5\ng2-g4\nNf6\nback\nd8h4\nsave {}\n", file.display());
    let run = tabula_with_input(&["play", "chess", "--as", "both"], &input);
    assert!(run.out.contains("Black wins: checkmate (0-1)."), "{}", run.out);
    let pgn = std::fs::read_to_string(&file).unwrap();
    assert!(pgn.ends_with("[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{pgn}");
    let name = file.to_str().unwrap();
    assert_eq!(tabula(&["convert", name, "--to", "uci"]).out, "startpos moves f2f3 e7e5 g2g4 d8h4\n");
    let epd = tabula(&["convert", name, "--to", "epd"]).out;
    let last =
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - sm Qh4#; id \"game 1 ply 3\"; hmvc 0; fmvn 2;";
    assert_eq!(epd.lines().nth(3), Some(last), "{epd}");
    std::fs::remove_file(file).unwrap();
}

#[test]
fn perft_of_chess_is_right_alone_and_with_threads() {
    for threads in ["1", "2"] {
        let run = tabula(&["perft", "chess", "4", "--threads", threads]);
        assert!(run.out.starts_with("nodes 197281 time "), "{}", run.out);
    }
}

#[test]
fn compare_counts_the_nodes_of_the_full_tree() {
    let run = tabula(&["compare", "chess", "--searches", "negamax,alphabeta-ordered", "--depths", "2..3"]);
    assert!(run.out.lines().any(|line| line.starts_with("    2      421 ")), "{}", run.out);
    assert!(run.out.lines().any(|line| line.starts_with("    3    9,323 ")), "{}", run.out);
}

#[test]
fn the_machine_never_loses_tic_tac_toe_to_lots() {
    for side in ["white", "black"] {
        let moves = "a1\nb1\nc1\na2\nb2\nc2\na3\nb3\nc3\n".repeat(2);
        let run = tabula_with_input(&["play", "tictactoe", "--as", side, "--depth", "9"], &moves);
        let machine = if side == "white" { "O wins" } else { "X wins" };
        assert!(run.out.contains(machine) || run.out.contains("A draw"), "{}", run.out);
    }
}

#[test]
fn two_machines_finish_their_game_alone() {
    let run = tabula(&["play", "tictactoe", "--as", "none", "--depth", "9"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("A draw: the board is full (1/2-1/2)."), "{}", run.out);
    assert!(run.out.contains("The game:\n\n[Event") && run.out.ends_with(" 1/2-1/2\n\n"), "{}", run.out);
}

#[test]
fn back_takes_the_machines_answer_too() {
    let run = tabula_with_input(&["play", "tictactoe", "--depth", "3"], "b2\nback\nfen\nback\n");
    assert!(run.out.contains("\n3/3/3 x\n"), "{}", run.out);
    assert!(run.out.contains("There is no move of yours to take back."), "{}", run.out);
}

#[test]
fn a_game_is_saved_loaded_and_gone_on_with() {
    let file = scratch("game.pgn");
    let name = file.to_str().unwrap();
    let run = tabula_with_input(&["play", "tictactoe", "--as", "both"], &format!("b2\na1\nsave {name}\nquit\n"));
    assert!(run.out.contains(&format!("Saved to {name}.")), "{}", run.out);
    assert!(!run.out.contains("The game so far"), "a saved game is not printed again: {}", run.out);
    let run = tabula_with_input(&["play", "tictactoe", "--as", "both", "--load", name], "c1\nresign\nrecord\n");
    assert!(run.out.contains("X wins: resignation (1-0)."), "{}", run.out);
    let input = format!("load {name}\nfen\nc1\nsave {name}\nsave! {name}\na2\nsave {name}\n");
    let run = tabula_with_input(&["play", "tictactoe", "--as", "both"], &input);
    assert!(run.out.contains("\n3/1x1/o2 x\n"), "{}", run.out);
    assert!(run.out.contains(&format!("{name} exists; 'save! {name}' replaces it.")), "{}", run.out);
    assert_eq!(run.out.matches("Saved to").count(), 2, "{}", run.out);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn games_are_converted_there_and_back() {
    let lines = "startpos moves b2 a1 c3\nfen 3/1x1/3 o moves a1\nstartpos\n";
    let convert = |from: &str, to: &str, text: &str| {
        tabula_with_input(&["convert", "-", "--from", from, "--to", to, "--game", "tictactoe"], text)
    };
    let pgn = convert("uci", "pgn", lines);
    assert_eq!((pgn.code, pgn.err.as_str()), (0, ""));
    assert!(pgn.out.contains("\n\n1. b2 a1 2. c3 *\n\n[Event"), "{}", pgn.out);
    assert_eq!(convert("pgn", "pgn", &pgn.out).out, pgn.out);
    assert_eq!(convert("pgn", "uci", &pgn.out).out, lines);
    let fens = convert("uci", "fen", lines).out;
    assert_eq!(fens.lines().take(2).collect::<Vec<_>>(), ["3/3/3 x", "3/1x1/3 o"]);
    assert_eq!((fens.lines().count(), convert("fen", "fen", &fens).out), (7, fens.clone()));
}

#[test]
fn what_cannot_be_converted_is_told_with_its_place_and_the_rest_is_converted() {
    let file = scratch("messy.uci");
    std::fs::write(&file, "startpos moves b2\nnonsense\n\nstartpos moves b2 b2\nstartpos moves a1\n").unwrap();
    let name = file.to_str().unwrap();
    let run = tabula(&["convert", name, "--to", "uci", "--game", "tictactoe"]);
    assert_eq!(run.out, "startpos moves b2\nstartpos moves a1\n");
    let faults: Vec<_> = run.err.lines().collect();
    assert_eq!(faults[0], format!("{name}: line 2: expected 'startpos' or 'fen F', found 'nonsense'"));
    assert!(faults[1].starts_with(&format!("{name}: line 4: move 2, 'b2': ")), "{}", run.err);
    let out = scratch("out.fen");
    let run = tabula(&["convert", name, "--to", "fen", "--game", "tictactoe", "--output", out.to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "what was told counts as a failure");
    assert!(run.err.ends_with("2 faults, told above; the rest was converted\n"), "{}", run.err);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "3/3/3 x\n3/1x1/3 o\n3/3/3 x\n3/3/x2 o\n");
    for file in [file, out] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn letters_of_another_encoding_spoil_their_own_line_alone() {
    let file = scratch("latin.fen");
    std::fs::write(&file, b"\xEF\xBB\xBF3/3/3 x\r\n\xe9\n3/1x1/3 o\n").unwrap();
    let run = tabula(&["convert", file.to_str().unwrap(), "--to", "fen", "--game", "tictactoe"]);
    assert_eq!((run.code, run.out.as_str()), (1, "3/3/3 x\n3/1x1/3 o\n"), "{}", run.err);
    assert!(run.err.contains("latin.fen: line 2: "), "{}", run.err);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn the_games_of_tic_tac_toe_are_counted_by_who_wins_them() {
    let run = tabula(&["perft", "tictactoe", "9", "--ends"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.ends_with("  all  131,184  77,904  46,080  255,168\n"), "{}", run.out);
    let mates = tabula(&["perft", "chess", "4", "--ends"]);
    assert!(mates.out.contains("    4      0      8      0      8\n"), "the fool's mate, eight ways: {}", mates.out);
}

#[test]
fn a_definition_of_ones_own_is_a_game_like_any_other() {
    let file = scratch("janus.toml");
    let definition = r#"
from = "chess"
name = "Janus"
board = "10x8"
start = "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1"
pieces.janus = { letter = "j", moves = "BN", value = 875 }
pawns.promote-to = "qjrbn"
castling = [{ king = "e1-b1", rook = "a1-c1" }, { king = "e1-i1", rook = "j1-h1" }]
"#;
    std::fs::write(&file, definition).unwrap();
    let game = file.to_str().unwrap();
    assert!(tabula(&["perft", game, "3"]).out.contains("nodes 24747 "));
    let kept = scratch("janus.pgn");
    let record = kept.to_str().unwrap();
    let run = tabula_with_input(&["play", game, "--as", "both"], &format!("e4\ne5\nJc3\nsave! {record}\nquit\n"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(std::fs::read_to_string(&kept).unwrap().contains("[Variant \"Janus\"]"));
    let run = tabula_with_input(&["play", game, "--as", "both", "--load", record], "fen\nd6\nquit\n");
    assert!(run.out.contains(&format!("('tabula play {game} --load FILE' goes on with it)")), "{}", run.out);
    assert!(run.out.contains("/2J7/PPPP1PPPPP/R1NBKQBNJR b KQkq - 1 2"), "{}", run.out);
    std::fs::write(&file, definition.replace("BN", "BX")).unwrap();
    let run = tabula(&["show", game]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("janus.toml: line 6: janus: column 2: no way of moving has the letter 'X'"),
        "{}",
        run.err
    );
    for file in [file, kept] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn leaving_in_the_middle_loses_nothing() {
    let run = tabula_with_input(&["play", "tictactoe", "--as", "both"], "b2\na1\n");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("The game so far ('tabula play tictactoe --load FILE' goes on with it)"), "{}", run.out);
}

#[test]
fn a_game_that_was_not_saved_is_printed_before_another_one_begins() {
    let run = tabula_with_input(&["play", "tictactoe", "--as", "both"], "b2\na1\nresign\nnew\nnew\nc3\n");
    assert_eq!(run.out.matches("The game:\n").count(), 1, "{}", run.out);
    assert!(run.out.contains("\n1. b2 a1 0-1\n") && run.out.ends_with("\n1. c3 *\n\n"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_loses_no_game() {
    use std::io::{BufRead, BufReader, Read};
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabula"))
        .args(["play", "tictactoe", "--as", "both"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built by this test run");
    // It stays open: the game goes on waiting for an order.
    let mut orders = child.stdin.take().expect("it is piped");
    orders.write_all(b"b2\nfen\n").unwrap();
    let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut line = String::new();
    while !line.starts_with("3/1x1/3 o") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "the position is told");
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("The game so far") && rest.contains("\n1. b2 *\n"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn orders_at_the_board_are_answered() {
    let input = "help\nmoves\nhint\nflip\nxyz\nb2 b2\nsave\nload /no/such/file\ndraw\nback\nnew\nresign\nquit\n";
    let run = tabula_with_input(&["play", "tictactoe", "--as", "both", "--depth", "4"], input);
    for said in [
        "take the last move back",
        "9 legal moves: ",
        "Hint: ",
        "      c   b   a",
        "Not played: column 1: expected a cell from a1 to c3, found 'xyz'.",
        "'save' needs a file name",
        "cannot read /no/such/file: ",
        "A draw: agreement (1/2-1/2).",
        "O wins: resignation (0-1).",
    ] {
        assert!(run.out.contains(said), "no '{said}' in:\n{}", run.out);
    }
}

#[test]
fn bad_arguments_are_answered_by_one_sentence_that_names_fault_and_place() {
    for (arguments, said) in [
        (&["gmaes"][..], "unrecognized subcommand 'gmaes'; some similar subcommands exist: "),
        (&["show", "tictactow"], "GAME: unknown game 'tictactow'; did you mean 'tictactoe'?"),
        (&["perft", "tictactoe"], "<DEPTH>"),
        (&["perft", "tictactoe", "x"], "invalid value 'x' for '<DEPTH>'"),
        (&["perft", "tictactoe", "3", "--threads", "0"], "invalid value '0' for '--threads <N>'"),
        (&["show", "tictactoe", "--fen", "xxq/3/3 x"], "--fen: column 3: "),
        (&["play", "tictactoe", "--as", "red"], "invalid value 'red' for '--as <SIDE>'"),
        (&["play", "tictactoe", "--opponent", "tabla"], "--opponent: column 1: unknown player 'tabla'"),
        (&["play", "tictactoe", "--opponent", "tabula:depth=many"], "--opponent: column 8: depth takes a whole number"),
        (&["play", "tictactoe", "--opponent", "tabula:search=pvz"], "--opponent: column 8: unknown search 'pvz'"),
        (&["compare", "tictactoe", "--searches", "negamaxx"], "--searches: unknown search 'negamaxx'; did you mean"),
        (&["convert", "games.xyz", "--to", "pgn"], "--from: the name 'games.xyz' does not say what it holds"),
        (&["convert", "-", "--from", "uci", "--to", "pgn", "--game", "chss"], "--game: unknown game 'chss'"),
        (&["compare", "tictactoe", "--set", "order=best"], "--set: column 1: unknown order 'best'"),
        (&["compare", "tictactoe", "--set", "width=3,search=pvs"], "--set: column 9: 'search' cannot be set here"),
        (&["compare", "tictactoe", "--set", "movetime=1"], "--set: column 1: 'movetime' cannot be set here"),
        (&["compare", "tictactoe", "--depths", "4..2"], "'--depths <1..4>': the range '4..2' is empty"),
    ] {
        let run = tabula(arguments);
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{arguments:?}: {}", run.err);
        assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
        assert_eq!(run.out, "", "{arguments:?}");
    }
}

#[test]
fn failures_end_with_exit_code_one() {
    let missing = tabula(&["play", "tictactoe", "--load", "/no/such/file"]);
    assert_eq!(missing.code, 1);
    assert!(missing.err.starts_with("tabula: cannot read /no/such/file: "), "{}", missing.err);
    let file = scratch("broken.pgn");
    std::fs::write(&file, "[Variant \"tictactoe\"]\n\n1. b2 z9 *\n").unwrap();
    let broken = tabula(&["play", "tictactoe", "--load", file.to_str().unwrap()]);
    assert_eq!(broken.code, 1);
    assert!(broken.err.contains("game 1, line 3: "), "{}", broken.err);
    std::fs::remove_file(file).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_a_failure_that_names_the_place() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let run = Command::new(env!("CARGO_BIN_EXE_tabula")).arg("games").stdout(full).output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(said.starts_with("tabula: cannot write to standard output: "), "{said}");
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["games", "play", "show", "perft", "compare", "convert"] {
        let run = tabula(&[command, "--help"]);
        assert_eq!(run.code, 0);
        assert!(run.out.contains("Examples:") && run.out.contains(&format!("tabula {command}")), "{}", run.out);
    }
}

#[test]
fn a_match_prints_a_table_keeps_its_games_and_goes_on_with_them() {
    let file = scratch("match.pgn");
    let file = file.to_str().unwrap();
    let arguments = ["match", "tabula:depth=2", "random:seed=5", "--game", "tictactoe", "--pgn", file];
    let with = |more: &[&str]| tabula(&[&arguments[..], more].concat());
    let run = with(&["--games", "4"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("Tic-tac-toe, 4 games, time its own"), "{}", run.out);
    assert!(run.out.contains("\nBy pairs: Elo ") && run.out.contains("\nFaults: none\n"), "{}", run.out);
    let again = with(&["--games", "4"]);
    assert_eq!((again.code, again.err.contains("--resume goes on with them")), (2, true), "{}", again.err);
    let more = with(&["--games", "6", "--resume", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&more.out).unwrap();
    assert_eq!((&json["played"], &json["duels"][0]["losses"]), (&6.into(), &0.into()), "{}", more.out);
    assert_eq!(std::fs::read_to_string(file).unwrap().matches("[Round ").count(), 6);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_round_robin_prints_a_crosstable() {
    let run = tabula(&[
        "match",
        "random:name=a",
        "random:seed=2,name=b",
        "random:seed=3,name=c",
        "--games",
        "2",
        "--game",
        "tictactoe",
    ]);
    assert!(run.out.contains("Elo from all games at once"), "{}{}", run.out, run.err);
    // A crosstable and a table of ratings, with a line for each.
    assert_eq!(run.out.lines().filter(|line| line.contains(" 4 ")).count(), 6, "{}", run.out);
}

#[test]
fn a_sequential_test_ends_when_it_is_clear() {
    let run = tabula(&[
        "sprt",
        "tabula:depth=5",
        "random:seed=5",
        "--elo0",
        "0",
        "--elo1",
        "100",
        "--game",
        "tictactoe",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["sprt"]["decision"], "accepted", "{}", run.out);
    assert!(json["played"].as_u64().unwrap() < 1000, "{}", run.out);
}

#[test]
fn bad_events_are_refused_with_one_sentence() {
    for (arguments, said) in [
        (&["match", "tabula"][..], "tabula: "),
        (&["match", "tabula", "random"], "tabula: player 'tabula': nothing limits how long 'tabula' may think"),
        (&["match", "random", "random", "--tc", "fast"], "expected a time control"),
        (&["match", "random", "uci:/no/such/engine", "--tc", "1"], "cannot start /no/such/engine"),
        (&["match", "random", "random", "--openings", "/no/such/file"], "cannot read /no/such/file"),
        (
            &["sprt", "random", "random", "--elo0", "5", "--elo1", "5"],
            "tabula: the test: expected elo1 above elo0 (5), found 5",
        ),
        (
            &["sprt", "random", "random", "--alpha", "0.7"],
            "tabula: the test: expected alpha between 0 and 0.5, found 0.7",
        ),
    ] {
        let run = tabula(arguments);
        assert!(run.code != 0 && run.out.is_empty(), "{arguments:?}");
        assert!(run.err.contains(said) && run.err.lines().count() == 1, "{arguments:?}: {}", run.err);
    }
}

#[test]
fn weights_are_tuned_and_written_with_their_curve() {
    let (positions, weights) = (scratch("tune.txt"), scratch("weights.txt"));
    let won = "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1;300;1\n";
    let lost = "4k3/pppp4/8/8/8/8/8/4K3 b - - 0 1;-300;0\n";
    std::fs::write(&positions, format!("{}nonsense\n", format!("{won}{lost}").repeat(60))).unwrap();
    let [from, to] = [&positions, &weights].map(|path| path.to_str().unwrap());
    let run = tabula(&["tune", from, "--out", to, "--epochs", "3"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let last = run.out.lines().last().unwrap();
    assert!(last.starts_with("tuned ") && last.contains(" weights on 120 positions: loss 0."), "{last}");
    assert!(run.err.contains("line 121: expected FEN;score;result"), "{}", run.err);
    let more = ["tune", "texel", from, "--out", to, "--weights", to, "--k", "0.005", "--epochs", "1", "--json"];
    let again = tabula(&more);
    let json: serde_json::Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(json["positions"], 120);
    let curve = std::fs::read_to_string(weights.with_extension("csv")).unwrap();
    assert_eq!(curve.lines().next(), Some("epoch,loss,held_out,rate,k,seconds"));
    assert_eq!(tabula(&["tune", from, "--out", to, "--lambda", "2"]).code, 2);
    // All positions are the same to the weights, and the last one held out contradicts the others.
    let text: String = (1..=20).map(|n| won.replace(";300;1", if n == 20 { ";;0" } else { ";;1" })).collect();
    std::fs::write(&positions, text).unwrap();
    std::fs::remove_file(&weights).unwrap();
    let worse = tabula(&["tune", from, "--out", to, "--k", "0.005", "--epochs", "2"]);
    assert!(worse.err.contains("the first weights are kept"), "{}", worse.err);
    assert!(std::fs::read_to_string(&weights).unwrap().contains("material"));
    let folder = scratch("texel");
    let kept = ["tune", "texel", from, "--run", folder.to_str().unwrap(), "--only", "material.*", "--closing", "2"];
    let closed = tabula(&[&kept[..], &["--nodes", "10", "--epochs", "1"]].concat());
    assert!(closed.code == 0 && closed.out.contains("; against the start +"), "{}{}", closed.out, closed.err);
    let sheet = std::fs::read_to_string(folder.join("run.json")).unwrap();
    assert!(sheet.contains("\"texel\"") && sheet.contains("\"done\""), "{sheet}");
    let other = tabula(&[&kept[..], &["--epochs", "2"]].concat());
    assert!(other.code == 2 && other.err.contains("has another plan"), "{}", other.err);
    std::fs::remove_dir_all(folder).unwrap();
    std::fs::write(&positions, "nonsense\n").unwrap();
    assert_eq!(tabula(&["tune", from, "--out", to]).code, 1);
    for path in [positions, weights.with_extension("csv"), weights] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn weights_are_learnt_from_games_and_play_at_once() {
    let folder = scratch("spsa");
    let out = folder.to_str().unwrap();
    let usual = ["--eval", "thesis", "--out", out, "--nodes", "10", "--max-moves", "10", "--closing", "4"];
    let run = tabula(&[&["tune", "spsa", "czech", "--iterations", "4", "--spoil", "1"], &usual[..]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let last = run.out.lines().last().unwrap();
    assert!(last.starts_with("tuned 5 numbers by spsa in 8 games; against the start +"), "{last}");
    let again = tabula(&["tune", "resume", out, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(
        (&json["steps"], &json["stopped"]),
        (&1.into(), &false.into()),
        "a run that is done has nothing left to do"
    );
    let learnt = format!("tabula:eval=thesis,weights={out}/weights.txt");
    let played = tabula(&["match", "czech", &learnt, "tabula:eval=thesis", "--games", "2", "--tc", "nodes=10"]);
    assert_eq!(played.code, 0, "{}", played.err);
    let once = tabula(&[&["tune", "genetic", "czech"], &usual[..]].concat());
    assert!(once.code == 2 && once.err.contains("there is a run in "), "{}", once.err);
    std::fs::remove_dir_all(&folder).unwrap();
    for (wrong, said) in [
        (["--only", "queen"], "no weight is called 'queen'"),
        (["--spoil", "x"], "expected a seed"),
        (["--eval", "material"], "has no weights"),
        (["--opponent", "nobody"], "nobody"),
    ] {
        let bad = tabula(&[&["tune", "tdleaf", "czech", "--out", out], &wrong[..]].concat());
        assert!(bad.code == 2 && bad.err.contains(said) && !folder.exists(), "{wrong:?}: {} {}", bad.code, bad.err);
    }
    let bred = tabula(&["tune", "genetic", "czech", "--out", out, "--selection", "beauty"]);
    assert!(bred.code == 2 && bred.err.contains("universal"), "{}", bred.err);
    assert_eq!(tabula(&["tune", "resume", out]).code, 2);
}

#[test]
fn data_is_made_gone_on_with_after_a_torn_tail_and_exported() {
    let (file, positions) = (scratch("games.tabula"), scratch("positions.txt"));
    let (file, positions) = (file.to_str().unwrap(), positions.to_str().unwrap());
    let make =
        |games: &str| tabula(&["data", "chess", "--out", file, "--games", games, "--nodes", "40", "--max-moves", "30"]);
    let run = make("3");
    assert!(run.code == 0 && run.out.contains(": 3 games, 3 of them new; "), "{}{}", run.out, run.err);
    let whole = std::fs::read(file).unwrap();
    std::fs::write(file, &whole[..whole.len() - 5]).unwrap();
    let run = make("4");
    assert!(run.out.contains(": 4 games, 2 of them new; "), "{}{}", run.out, run.err);
    assert!(std::fs::read(file).unwrap().starts_with(&whole));
    let other = tabula(&["data", "chess", "--out", file, "--games", "9", "--nodes", "50"]);
    assert!(other.code == 2 && other.err.contains("it was made otherwise"), "{}", other.err);
    let run = tabula(&["data", "export", file, "--out", positions, "--sample", "5"]);
    assert!(run.code == 0 && run.err.contains("games 4, positions "), "{}{}", run.out, run.err);
    let text = std::fs::read_to_string(positions).unwrap();
    assert!(!text.is_empty() && text.lines().count() <= 20);
    for line in text.lines() {
        let [fen, score, result] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(fen.split(' ').count() == 6 && score.parse::<i32>().is_ok(), "{line}");
        assert!(["0", "0.5", "1"].contains(&result), "{line}");
    }
    let none = tabula(&["data", "export", positions, "--out", positions]);
    assert!(none.code == 2 && none.err.contains("it is no file of self-play games"), "{}", none.err);
    for file in [file, positions] {
        std::fs::remove_file(file).unwrap();
    }
}
