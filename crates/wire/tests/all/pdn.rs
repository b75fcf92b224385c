//! Games of every code of draughts, written as PDN and read again: by us, and by pydraughts where it is installed.

use std::path::PathBuf;
use std::process::Command;
use tabula_core::{Dice, Faults};
use tabula_engine::{Setup, Shelf, Table, catalogue};
use tabula_wire::pgn::{Tag, Verdict};
use tabula_wire::{Place, pdn};

fn open(setup: &Setup) -> Result<Box<dyn Table>, Faults> {
    catalogue::find(&setup.game)?.table(setup)
}

fn codes() -> impl Iterator<Item = &'static dyn Shelf> {
    catalogue::shelves().iter().map(|shelf| &**shelf).filter(|shelf| shelf.card().family == "draughts")
}

/// A game of random moves, from the start or from a position.
fn random_game(shelf: &dyn Shelf, start: Option<String>, dice: &mut Dice, plies: usize) -> Box<dyn Table> {
    let setup = Setup { game: shelf.card().id.clone(), start };
    let mut table = shelf.table(&setup).expect("a start of the house");
    while table.played().len() < plies && table.outcome().is_none() {
        let legal = table.legal();
        let code = dice.pick(&legal).expect("a game that is not over has moves");
        table.play(code).expect("a legal move");
    }
    table
}

/// Games of a code: from the start, and from the middle of others.
fn games(shelf: &dyn Shelf, from_start: usize, dice: &mut Dice) -> Vec<Box<dyn Table>> {
    let mut games: Vec<_> = (0..from_start).map(|_| random_game(shelf, None, dice, 300)).collect();
    for plies in [7, 8] {
        let position = random_game(shelf, None, dice, plies).position();
        let pieces: Vec<&str> = position.split(':').take(3).collect();
        games.push(random_game(shelf, Some(pieces.join(":")), dice, 300));
    }
    games
}

fn written(games: &[Box<dyn Table>]) -> String {
    let tags = [Tag::new("White", "Ann \"the\" One"), Tag::new("Annotator", "nobody")];
    let games: Vec<_> = games.iter().map(|table| pdn::export(&**table, &tags, None).expect("draughts")).collect();
    pdn::write_all(&games)
}

#[test]
fn games_of_every_code_are_read_back_identically() {
    let mut dice = Dice::new(21);
    assert_eq!(codes().count(), 6);
    for shelf in codes() {
        let games = games(shelf, 12, &mut dice);
        let text = written(&games);
        let readings = pdn::read_all(text.as_bytes());
        assert_eq!(readings.len(), games.len(), "{text}");
        let again: Vec<_> = readings.iter().map(|reading| &reading.game).collect();
        assert_eq!(pdn::write_all(again), text);
        for (reading, table) in readings.into_iter().zip(&games) {
            let result = reading.game.result;
            let import = pdn::import(reading, &open);
            assert!(import.faults.is_empty(), "{:#?}\n{text}", import.faults);
            assert_eq!(import.setup.game, shelf.card().id);
            let again = import.table.as_ref().unwrap();
            assert_eq!(again.record().moves, table.record().moves);
            assert_eq!(again.position(), table.position());
            assert_eq!(result, table.outcome().map(Verdict::from).unwrap_or_default());
        }
    }
}

#[test]
fn the_notation_is_that_of_the_kind_of_game() {
    for (id, moves, expected) in [
        ("international", ["32-28", "19-23"], "1. 32-28 19-23 *\n"),
        ("english", ["11-15", "23-19"], "1. 11-15 23-19 *\n"),
        ("russian", ["22-18", "11-15"], "1. c3-d4 f6-e5 *\n"),
        ("brazilian", ["22-18", "11-15"], "1. c3-d4 f6-e5 *\n"),
        ("czech", ["22-18", "11-15"], "1. c3-d4 f6-e5 *\n"),
    ] {
        let mut table = catalogue::find(id).unwrap().table(&Setup { game: id.into(), start: None }).unwrap();
        for text in moves {
            table.play(text).unwrap();
        }
        let text = pdn::write(&pdn::export(&*table, &[], Some(Verdict::First)).unwrap());
        assert!(text.ends_with(expected), "{text}");
        let result = if id == "international" { "2-0" } else { "1-0" };
        assert!(text.contains(&format!("[Result \"{result}\"]\n[GameType \"")), "{text}");
    }
}

#[test]
fn files_of_others_are_read_with_every_fault_in_its_place() {
    let text = "[Event \"x\"]\n[GameType \"20\"]\n1.32-28 19-23! 2. 28x19* 14:23 {quick} 3. 37-32(?) 10-14 4. 99-1 1-1\n\n\
                1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n\n[GameType \"30\"]\n1. a3-a4 *\n";
    let imports: Vec<_> =
        pdn::read_all(text.as_bytes()).into_iter().map(|reading| pdn::import(reading, &open)).collect();
    let games: Vec<_> = imports.iter().map(|import| import.setup.game.as_str()).collect();
    assert_eq!(games, ["international", "english", "GameType 30"]);
    assert_eq!(imports[0].main().count(), 6);
    assert_eq!(imports[0].faults.len(), 1, "{:?}", imports[0].faults);
    assert_eq!(imports[0].faults[0].place, Place { line: 3, column: 61 });
    assert_eq!(imports[0].game.result, Verdict::Draw);
    assert_eq!((imports[1].main().count(), imports[1].faults.len()), (4, 0));
    assert!(imports[2].faults.iter().any(|fault| fault.what.contains("cannot be set up")), "{:?}", imports[2].faults);
}

/// Reads a file with pydraughts, replays its games if the code is one it plays, and answers the plies of each. Where Black moves first from a FEN, it lists that move twice.
const OUTSIDE: &str = r#"
import sys
from draughts import Board, Move
from draughts.PDN import PDNReader
for game in PDNReader(filename=sys.argv[1]).games:
    twice = game.tags.get("FEN", "W").startswith("B")
    moves = game.moves[twice:]
    if game.variant in ("standard", "english", "russian", "brazilian"):
        board = Board(game.variant, game.tags.get("FEN", "startpos"))
        for move in moves:
            board.push(Move(board, pdn_move=move))
    print(game.variant, len(moves))
"#;

// Replaying there takes a second for each game.
#[test]
fn an_outside_program_reads_our_files() {
    let installed = Command::new("python3").args(["-c", "import draughts.PDN"]).output();
    if !installed.is_ok_and(|output| output.status.success()) {
        println!("skipped: pydraughts is not installed");
        return;
    }
    let mut dice = Dice::new(22);
    for shelf in codes() {
        let games = games(shelf, 1, &mut dice);
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.pdn", shelf.card().id));
        std::fs::write(&file, written(&games)).unwrap();
        let output = Command::new("python3").args(["-c", OUTSIDE]).arg(&file).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let plies: Vec<usize> = said.lines().map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect();
        let ours: Vec<usize> = games.iter().map(|table| table.played().len()).collect();
        assert_eq!(plies, ours, "{}", shelf.card().id);
    }
}

#[test]
fn whatever_stands_in_a_file_is_written_the_same_when_it_is_read_again() {
    const PARTS: [&str; 34] = [
        "1. ",
        "1... ",
        "2.",
        "32-28",
        "19-23 ",
        "28x19",
        "c3:e5",
        "*",
        " * ",
        "2-0",
        " 1-1 ",
        "0-0",
        "1-0 ",
        "(",
        ")",
        "(!)",
        "!?",
        "$7",
        "{x",
        "} ",
        ";y\n",
        "\n%z\n",
        "/FEN \"W\"/",
        "/",
        "\n\n",
        " ",
        "[Event \"a\"]\n",
        "[Result \"2-0\"]\n",
        "[Result \"?\"]\n",
        "[GameType \"21\"]\n",
        "[FEN \"B:W1:B2\"]\n",
        "[",
        "]",
        "...",
    ];
    let mut dice = Dice::new(23);
    for _ in 0..40_000 {
        let text: String = (0..dice.below(14)).filter_map(|_| dice.pick(&PARTS).copied()).collect();
        let write = |text: &str| {
            let readings = pdn::read_all(text.as_bytes());
            pdn::write_all(readings.iter().map(|reading| &reading.game))
        };
        let once = write(&text);
        assert_eq!(write(&once), once, "from {text:?}");
    }
}
