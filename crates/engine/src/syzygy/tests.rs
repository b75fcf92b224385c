use super::*;
use crate::{Choice, Clock, Question, Setup, catalogue};
use std::path::PathBuf;
use tabula_chess::chess;
use tabula_core::{Cause, Notation, Outcome, Side, Stop};

/// Tables of three men; their origin stands beside them.
fn few() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy").to_string()
}

/// More tables, where somebody has them.
fn many() -> Option<String> {
    let path = std::env::var("TABULA_SYZYGY").ok();
    if path.is_none() {
        println!("skipped: TABULA_SYZYGY names no directory of tables");
    }
    path
}

fn open(path: &str) -> Syzygy {
    Syzygy::open(&Order { path: path.to_string(), ..Order::default() }).unwrap()
}

fn line(fen: &str) -> Line<Board> {
    let chess = chess();
    Line::from(&chess, chess.read_position(fen).unwrap())
}

fn choices(tables: &Syzygy, fen: &str) -> Option<(Exact, Vec<String>)> {
    let (chess, line) = (chess(), line(fen));
    let (exact, moves) = tables.choices(&chess, &line)?;
    Some((exact, moves.into_iter().map(|m| chess.write_move(line.now(), m)).collect()))
}

#[test]
fn king_and_pawn_are_won_or_drawn_as_the_books_say() {
    let tables = open(&few());
    for (fen, exact) in [
        // The king before its pawn on the sixth rank wins, whoever moves.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Exact::Win),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Exact::Loss),
        // The opposition decides.
        ("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", Exact::Win),
        ("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", Exact::Draw),
        ("8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", Exact::Draw),
        ("8/8/4k3/4P3/4K3/8/8/8 w - - 0 1", Exact::Draw),
        // A rook's pawn with the king in the corner.
        ("k7/8/K7/P7/8/8/8/8 w - - 0 1", Exact::Draw),
        ("8/8/8/8/8/1k6/1p6/1K6 w - - 0 1", Exact::Draw),
        ("8/8/8/8/4K3/8/1k6/1r6 b - - 0 1", Exact::Win),
    ] {
        assert_eq!(tables.probe(&chess(), line(fen).now()), Some(exact), "{fen}");
    }
}

#[test]
fn what_the_tables_cannot_know_is_not_asked() {
    let known = |order: &Order, fen: &str| Syzygy::open(order).unwrap().probe(&chess(), line(fen).now());
    let order = Order { path: few(), ..Order::default() };
    assert_eq!(known(&order, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Some(Exact::Win));
    assert_eq!(known(&order, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None, "castling");
    assert_eq!(known(&order, "4k3/8/8/8/8/8/8/4K2R w - - 1 1"), None, "quiet plies");
    assert_eq!(known(&order, "4k3/8/8/8/8/8/8/4KN1R w - - 0 1"), None, "no table");
    assert_eq!(known(&Order { limit: 2, ..order }, "4k3/8/8/8/8/8/8/4K2R w - - 0 1"), None, "the limit");
}

#[test]
fn the_root_keeps_the_moves_that_win_soonest() {
    let tables = open(&few());
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    assert_eq!(choices(&tables, mate), Some((Exact::Win, vec!["a1a8".into()])));
    // Only straight back holds the pawn.
    let draw = "8/4k3/4P3/4K3/8/8/8/8 b - - 0 1";
    assert_eq!(choices(&tables, draw), Some((Exact::Draw, vec!["e7e8".into()])));
    // To promote to a queen or a rook is the win; the others throw it away.
    let (exact, moves) = choices(&tables, "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!((exact, moves), (Exact::Win, vec!["e7e8q".to_string(), "e7e8r".to_string()]));
    assert_eq!(choices(&tables, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
}

#[test]
fn a_win_that_comes_too_late_is_a_draw_where_the_rule_counts() {
    let far = |quiet: u32| format!("8/8/8/3k4/8/8/8/K6R w - - {quiet} 80");
    let strict = open(&few());
    assert_eq!(choices(&strict, &far(60)).unwrap().0, Exact::Win);
    assert_eq!(choices(&strict, &far(90)).unwrap().0, Exact::Draw);
    let order = Order { path: few(), fifty: false, ..Order::default() };
    assert_eq!(choices(&Syzygy::open(&order).unwrap(), &far(90)).unwrap().0, Exact::Win);
    // A mate on the last move counts.
    let last = "7k/8/6K1/8/8/8/8/R7 w - - 99 80";
    assert_eq!(choices(&strict, last), Some((Exact::Win, vec!["a1a8".into()])));
}

#[test]
fn a_move_into_the_third_repetition_is_no_win() {
    let (tables, chess) = (open(&few()), chess());
    let mut line = line("8/8/8/3k4/8/8/8/K6R w - - 0 1");
    let best = tables.choices(&chess, &line).unwrap().1;
    let m = best[0];
    let name = chess.write_move(line.now(), m);
    // There and back, twice: the best move would now make its position stand for the third time.
    let (from, to) = name.split_at(2);
    for _ in 0..2 {
        for text in [name.as_str(), "d5d4", &format!("{to}{from}"), "d4d5"] {
            let m = chess.read_move(line.now(), text).unwrap();
            line.play(&chess, m);
        }
    }
    let (exact, moves) = tables.choices(&chess, &line).unwrap();
    assert_eq!(exact, Exact::Win);
    assert!(!moves.contains(&m), "{name} repeats");
}

/// Plays a game from both sides, the tables with whoever is better, and says how it ended.
fn play(path: &str, fen: &str) -> Option<Outcome> {
    let shelf = catalogue::find("chess").unwrap();
    // One ply deep: without tables such a player mates nobody.
    let mut strong = shelf.player(&format!("tabula:depth=1,syzygy={path}").parse().unwrap()).unwrap();
    let mut weak = shelf.player(&"tabula:depth=3".parse().unwrap()).unwrap();
    let mut table = shelf.table(&Setup { game: "chess".into(), start: Some(fen.into()) }).unwrap();
    while table.outcome().is_none() {
        let player = if table.played().len().is_multiple_of(2) { &mut strong } else { &mut weak };
        let record = table.record();
        let choice = player.choose(&Question::new(&record, &Clock::default()), &Stop::default(), &mut |_| {});
        let Ok(Choice::Move(code)) = choice else { panic!("no move in {}", table.position()) };
        table.play(&code).unwrap();
    }
    table.outcome()
}

#[test]
fn won_endings_are_played_out_to_mate() {
    for (fen, winner) in [
        ("8/8/8/3k4/8/8/8/K6R w - - 0 1", Side::First),
        ("8/8/8/3k4/8/8/8/K6R w - - 66 80", Side::First),
        ("K7/8/8/8/8/8/1k6/2r5 b - - 0 1", Side::Second),
        ("8/8/3k4/8/8/8/8/KQ6 w - - 0 1", Side::First),
        ("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", Side::First),
    ] {
        assert_eq!(play(&few(), fen), Some(Outcome::win(winner, Cause::Mate)), "{fen}");
    }
}

#[test]
fn larger_tables_win_harder_endings() {
    let Some(path) = many() else { return };
    assert_eq!(play(&path, "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"), Some(Outcome::win(Side::First, Cause::Mate)));
    assert_eq!(play(&path, "8/8/8/3kr3/8/8/8/KQ6 w - - 0 1"), Some(Outcome::win(Side::First, Cause::Mate)));
}

#[test]
fn missing_empty_and_broken_directories_are_named() {
    let fault = |path: String| Syzygy::open(&Order { path, ..Order::default() }).unwrap_err().to_string();
    let said = fault("/no/such/tables".into());
    assert!(said.starts_with("cannot read the Syzygy tables in '/no/such/tables': "), "{said}");
    let folder = std::env::temp_dir().join(format!("tabula-syzygy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let name = folder.display();
    assert_eq!(fault(name.to_string()), format!("there is no Syzygy table in '{name}'"));
    let good = std::fs::read(PathBuf::from(few()).join("KRvK.rtbw")).unwrap();
    let file = folder.join("KRvK.rtbw");
    std::fs::write(&file, &good[..100]).unwrap();
    let said = fault(name.to_string());
    assert_eq!(said, format!("the Syzygy table '{}' is broken: unexpected file size", file.display()));
    std::fs::write(&file, vec![7; good.len()]).unwrap();
    assert!(fault(name.to_string()).ends_with("it does not begin as such a table does"));
    // The second directory is wrong, the first one good.
    let both = std::env::join_paths([few(), "/no/such/tables".into()]).unwrap().into_string().unwrap();
    assert!(fault(both).contains("'/no/such/tables'"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_table_whose_inside_is_broken_knows_nothing_and_harms_nobody() {
    let folder = std::env::temp_dir().join(format!("tabula-syzygy-inside-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["KRvK.rtbw", "KRvK.rtbz"] {
        let mut bytes = std::fs::read(PathBuf::from(few()).join(name)).unwrap();
        bytes[4..].fill(0xFF);
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    let tables = open(&folder.display().to_string());
    assert_eq!(choices(&tables, "8/8/8/3k4/8/8/8/K6R w - - 0 1"), None);
    std::fs::remove_dir_all(folder).unwrap();
}
