//! What foreign engines are told, by a fake one that writes down what it hears.
#![cfg(unix)]

use std::path::PathBuf;
use std::time::Duration;
use tabula_core::{Fault, Stop};
use tabula_engine::{Choice, Clock, Left, Player, Question, Record, Setup, Spec, catalogue::find};
use tabula_wire::foreign::{Patience, seat};

struct Fake {
    player: Box<dyn Player>,
    heard: PathBuf,
    game: String,
}

impl Fake {
    /// An engine with these features that plays these moves, whatever is on the board.
    fn start(name: &str, game: &str, features: &str, moves: &str) -> Self {
        Self::speaking("xboard", name, game, features, moves).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }

    /// The same by any protocol.
    fn speaking(protocol: &str, name: &str, game: &str, told: &str, moves: &str) -> Result<Self, Fault> {
        let heard = std::env::temp_dir().join(format!("tabula-fake-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&heard);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fake-engine.sh");
        let text = format!("{protocol}:sh \"{script}\" \"{}\" '{told}' {moves}", heard.display());
        let Ok(Spec::Foreign(spec)) = text.parse() else { panic!("{text}") };
        let shelf = find(game).expect("a game of the house, or a file");
        Ok(Self { player: seat(&spec, &shelf, Patience::default())?, heard, game: shelf.card().id.clone() })
    }

    fn setup(&self, start: Option<&str>) -> Setup {
        Setup { game: self.game.clone(), start: start.map(str::to_string) }
    }

    fn ask(&mut self, start: Option<&str>, moves: &[&str], clock: &Clock) -> Choice {
        let record = Record { setup: self.setup(start), moves: moves.iter().map(ToString::to_string).collect() };
        let question = Question::new(&record, clock);
        self.player.choose(&question, &Stop::default(), &mut |_| {}).expect("it answers")
    }

    /// What it was told after the introduction; it is put away first.
    fn heard(self) -> Vec<String> {
        drop(self.player);
        let text = std::fs::read_to_string(&self.heard).unwrap_or_default();
        let _ = std::fs::remove_file(&self.heard);
        text.lines().filter(|line| !line.starts_with("accepted")).map(str::to_string).collect()
    }
}

#[test]
fn a_game_is_told_as_xboard_tells_it() {
    let mut fake = Fake::start("plain", "chess", "ping=1 usermove=1 setboard=1 reuse=1", "e7e5 g8f6");
    fake.player.ready(&fake.setup(None)).unwrap();
    let left = Left { time: Duration::from_secs(60), increment: Duration::from_secs(1), moves: None };
    let clock = Clock { left: Some(left), ..Clock::default() };
    assert_eq!(fake.ask(None, &["e2e4"], &clock), Choice::Move("e7e5".into()));
    let clock = Clock { left: Some(Left { time: Duration::from_millis(59_870), ..left }), ..Clock::default() };
    assert_eq!(fake.ask(None, &["e2e4", "e7e5", "g1f3"], &clock), Choice::Move("g8f6".into()));
    assert_eq!(
        fake.heard(),
        [
            "xboard",
            "protover 2",
            "new",
            "force",
            "easy",
            "post",
            "ping 1",
            "level 0 1:00 1",
            "usermove e2e4",
            "time 6000",
            "otim 6000",
            "go",
            "time 5987",
            "otim 5987",
            "usermove g1f3",
            "quit"
        ]
    );
}

#[test]
fn a_position_is_set_up_by_setboard_or_by_edit() {
    let start = "4k3/8/8/8/8/8/4p3/6K1 b - - 0 1";
    let mut fake = Fake::start("setboard", "chess", "setboard=1", "e2e1n");
    fake.player.ready(&fake.setup(Some(start))).unwrap();
    assert_eq!(fake.ask(Some(start), &[], &Clock::depth(3)), Choice::Move("e2e1n".into()));
    let heard = fake.heard();
    let told = format!("setboard {start}");
    assert_eq!(heard[6..11], [told.as_str(), "level 0 600:00 0", "sd 3", "time 3600000", "otim 3600000"]);

    let mut fake = Fake::start("edit", "chess", "ping=1", "e2e1q");
    fake.player.ready(&fake.setup(Some(start))).unwrap();
    assert_eq!(fake.ask(Some(start), &[], &Clock::move_time(Duration::from_secs(1))), Choice::Move("e2e1q".into()));
    let heard = fake.heard();
    // Any move of White gives Black the turn.
    assert_eq!(heard[6].len(), 4, "{heard:?}");
    assert_eq!(heard[7..], ["edit", "#", "Kg1", "c", "Ke8", "Pe2", ".", "ping 1", "st 1", "go", "quit"]);
}

#[test]
fn what_cannot_be_set_up_is_a_fault() {
    let mut fake = Fake::start("rights", "chess", "ping=1", "");
    let said = fake.player.ready(&fake.setup(Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))).unwrap_err().to_string();
    assert!(said.starts_with("without 'setboard' it cannot be told that"), "{said}");
    fake.heard();
}

#[test]
fn castling_is_written_out_in_games_from_random_arrays() {
    let start = "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1";
    let mut fake = Fake::start("castling", "chess960", "variants=\"fischerandom\" setboard=1 usermove=1", "O-O-O");
    fake.player.ready(&fake.setup(Some(start))).unwrap();
    let castle = fake.ask(Some(start), &["b1e1"], &Clock::depth(1));
    assert_eq!(castle, Choice::Move("b8a8".into()));
    let heard = fake.heard();
    assert!(heard.contains(&"variant fischerandom".to_string()) && heard.contains(&"usermove O-O".to_string()));
}

#[test]
fn a_game_that_the_engine_does_not_know_is_refused() {
    let refused = |protocol, told| Fake::speaking(protocol, "refused", "chess960", told, "").err().map(|f| f.what);
    let said = "sh does not play chess960; it plays normal, janus";
    assert_eq!(refused("xboard", "variants=\"normal,janus\"").as_deref(), Some(said));
}

/// A definition under this name, which is the id of its game.
fn definition(id: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tabula-definitions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for a test");
    let path = folder.join(format!("{id}.toml"));
    std::fs::write(&path, "from = \"chess\"\n").expect("a file for a test");
    path
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn an_engine_that_speaks_uci_is_told_of_the_variant_and_of_its_start() {
    let variants = "option name UCI_Variant type combo default chess var chess var amazon";
    let options = format!("{variants}\\noption name UCI_Chess960 type check default false");
    let amazon = definition("amazon");
    let mut fake = Fake::speaking("uci", "amazon", &amazon.to_string_lossy(), &options, "e2e4").unwrap();
    fake.player.ready(&fake.setup(None)).unwrap();
    assert_eq!(fake.ask(None, &[], &Clock::depth(1)), Choice::Move("e2e4".into()));
    let variant = ["uci", "setoption name UCI_Variant value amazon", "setoption name UCI_Chess960 value false"];
    let rest = ["ucinewgame", "isready", &format!("position fen {START}"), "go depth 1", "quit"];
    let heard = fake.heard();
    assert_eq!(heard[..3], variant);
    assert_eq!(heard[5..], rest);

    let mut fake = Fake::speaking("uci", "fischer", "chess960", &options, "e2e4").unwrap();
    fake.player.ready(&fake.setup(None)).unwrap();
    let heard = fake.heard();
    assert_eq!(heard[3..5], ["setoption name UCI_Variant value chess", "setoption name UCI_Chess960 value true"]);

    let other = definition("other");
    let refused = |options| Fake::speaking("uci", "other", &other.to_string_lossy(), options, "").err().map(|f| f.what);
    let said = "sh does not play other: UCI_Variant takes one of chess, amazon, found 'other'";
    assert_eq!(refused(&options).as_deref(), Some(said));
    let said = "sh does not play other: unknown option 'UCI_Variant'; known: ";
    assert_eq!(refused("").as_deref(), Some(said));
}

#[test]
fn another_game_and_moves_taken_back_are_told_from_the_start() {
    let mut fake = Fake::start("back", "chess", "ping=1 usermove=1", "e7e5 d7d5 c7c5");
    fake.player.ready(&fake.setup(None)).unwrap();
    fake.ask(None, &["e2e4"], &Clock::depth(1));
    fake.ask(None, &["d2d4"], &Clock::depth(1));
    fake.ask(None, &["d2d4", "d7d5", "c2c4", "e7e6", "b1c3"], &Clock::depth(1));
    let heard = fake.heard();
    assert_eq!(heard.iter().filter(|line| *line == "new").count(), 2);
    // Its own answer stands; what was played since is told before it is asked to go on.
    let end: Vec<_> = heard.iter().skip_while(|line| *line != "usermove d2d4").map(String::as_str).collect();
    assert_eq!(end[4..8], ["force", "usermove c2c4", "usermove e7e6", "usermove b1c3"], "{end:?}");
}
