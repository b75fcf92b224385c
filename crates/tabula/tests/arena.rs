//! Events as people and scripts meet them: files of events, reports, ratings, and events that are killed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// What a run left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabula"));
    command.args(arguments).env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    command
}

fn tabula(arguments: &[&str]) -> Run {
    let output = command(arguments).output().expect("the program was built by this test run");
    Run {
        code: output.status.code().expect("no signal ends it"),
        out: String::from_utf8(output.stdout).expect("it writes UTF-8"),
        err: String::from_utf8(output.stderr).expect("it writes UTF-8"),
    }
}

fn json(run: &Run) -> serde_json::Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err))
}

/// A folder of this test run alone.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("arena-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder of the tests can be written");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the folder of the tests has a plain name")
}

const FIVE: &str = r#"
[[event]]
title = "Small Swiss"
game = "tictactoe"
format = "swiss"
rounds = 3
plies = 2
anchors = { dice = 100 }
players = ["tabula:depth=9,name=nine", "tabula:depth=2,name=two", "random:name=dice", { spec = "random:seed=2", name = "b," }, "random:seed=3,name=c"]

[[event]]
title = "Small cup"
game = "tictactoe"
format = "knockout"
plies = 1
players = ["tabula:depth=9,name=nine", "random:name=dice", "random:seed=2,name=b"]
"#;

#[test]
fn the_events_of_a_file_are_played_kept_and_reported() {
    let folder = folder("five");
    let (file, data, page, csv) =
        (folder.join("five.toml"), folder.join("data"), folder.join("r.html"), folder.join("r.csv"));
    std::fs::write(&file, FIVE).unwrap();
    let arguments = ["tournament", text(&file), "--data", text(&data), "--html", text(&page), "--csv", text(&csv)];
    let run = tabula(&arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("Small Swiss\nTic-tac-toe, 12 games"), "{}", run.out);
    assert!(run.out.contains("\nSmall cup\n") && run.out.contains("Winner: "), "{}", run.out);
    assert!(run.out.contains("dice being 100") && run.out.contains(" byes "), "{}", run.out);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("<h1>Small Swiss</h1>") && html.contains("<svg") && html.contains("<polyline"));
    assert!(!html.contains("<script") && !html.contains("src=") && !html.contains("href="));
    assert_eq!(std::fs::read_to_string(&csv).unwrap().lines().count(), 13);
    assert!(folder.join("r-2.html").exists() && folder.join("r-2.csv").exists());
    // All is kept: nothing is played again, and the tables are the same.
    let pgn = folder.join("games.pgn");
    let again = tabula(&[&arguments[..], &["--resume", "--pgn", text(&pgn)]].concat());
    assert_eq!(again.out, run.out);
    let rated = json(&tabula(&["rate", text(&pgn), "--anchor", "dice=100", "--json"]));
    assert_eq!(rated["games"], 12);
    let dice = rated["players"].as_array().unwrap().iter().find(|player| player["name"] == "dice").unwrap();
    assert!((dice["elo"].as_f64().unwrap() - 100.0).abs() < 1e-9, "{dice}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_bad_file_of_events_is_answered_with_every_fault_and_its_line() {
    let folder = folder("bad");
    let file = folder.join("bad.toml");
    std::fs::write(&file, "[[event]]\ngame = \"ches\"\nplayers = [\"random\", \"randon\"]\n").unwrap();
    let run = tabula(&["tournament", text(&file)]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("line 2: game: unknown game 'ches'; did you mean 'chess'?"), "{}", run.err);
    assert!(run.err.contains("line 3: player 'randon'"), "{}", run.err);
    let missing =
        "[[event]]\nplayers = [\"random\", \"random:seed=2,name=b\", { spec = \"uci:no-such-engine\", tc = \"1\" }]\n";
    std::fs::write(&file, missing).unwrap();
    let run = tabula(&["tournament", text(&file), "--check"]);
    assert!(run.code == 2 && run.err.contains("1 players cannot be seated"), "{}", run.err);
    let run = tabula(&["tournament", text(&file), "--check", "--skip-missing"]);
    assert!(run.code == 0 && run.out.contains("Event: 2 players, 2 games, no fault"), "{}{}", run.out, run.err);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_net_is_found_beside_the_file_that_names_it() {
    let folder = folder("nets");
    let file = folder.join("event.toml");
    let event = "[[event]]\ntc = \"depth=1\"\nplayers = [\"random\", \"tabula:net=own.safetensors\"]\n";
    std::fs::write(&file, event).unwrap();
    let run = tabula(&["tournament", text(&file), "--check"]);
    let place = folder.join("own.safetensors");
    assert!(run.code == 2 && run.err.contains("cannot read the net own.safetensors"), "{}", run.err);
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../nets/beast-model1.safetensors");
    std::fs::copy(shipped, &place).unwrap();
    let run = tabula(&["tournament", text(&file), "--check"]);
    assert!(run.code == 0 && run.out.contains("2 players, 2 games, no fault"), "{}{}", run.out, run.err);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_events_that_ship_are_without_fault() {
    let events = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../events");
    for name in ["beast-tour.toml", "evaluations.toml", "grand-tour.toml"] {
        let run = tabula(&["tournament", text(&events.join(name)), "--check", "--skip-missing"]);
        assert!(run.code == 0 && run.out.contains("no fault"), "{name}: {}", run.err);
    }
}

#[test]
fn a_gauntlet_spares_the_others_each_other() {
    let players = ["tabula:depth=9,name=a", "random:name=b", "random:seed=2,name=c"];
    let run = tabula(&[&["gauntlet", "tictactoe"][..], &players, &["--games", "4", "--json"]].concat());
    let told = json(&run);
    assert_eq!((&told["played"], &told["format"]), (&8.into(), &"gauntlet".into()));
    let duel = &told["duels"].as_array().unwrap()[2];
    assert_eq!((&duel["one"], &duel["other"], &duel["wins"]), (&"b".into(), &"c".into(), &0.into()));
}

#[test]
fn searches_are_compared_by_matches_too() {
    let folder = folder("compare");
    let page = folder.join("c.html");
    let arguments = ["compare", "tictactoe", "--searches", "negamax,mtdf", "--depths", "2..3", "--match", "6"];
    let run = tabula(&[&arguments[..], &["--players", "negamax/1,mtdf,mtdf/9", "--html", text(&page)]].concat());
    assert!(run.out.contains("depth  negamax") && run.out.contains(" mtdf/9 "), "{}{}", run.out, run.err);
    assert!(run.out.contains("18 games"), "{}", run.out);
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("Nodes by search and depth") && html.contains("<td class=\"name\">negamax/1</td>"));
    std::fs::remove_dir_all(folder).unwrap();
}

/// A killed event is resumed as often as it takes: no game is missing, none is there twice, and the ratings are those of an event
/// that was never killed. `TABULA_KILLS=20 TABULA_GAMES=200` is the long form of it.
#[cfg(unix)]
#[test]
fn an_event_survives_being_killed_at_any_moment() {
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (kills, games) = (number("TABULA_KILLS", 5), number("TABULA_GAMES", 40).to_string());
    let folder = folder("kill");
    let (data, whole) = (folder.join("data"), folder.join("whole"));
    let players = ["tabula:nodes=1000,name=a", "tabula:nodes=500,name=b", "--max-moves", "60", "--seed", "7"];
    let usual = ["match", "--games", &games, "--concurrency", "2", "--json"];
    let arguments = [&usual[..], &players].concat();
    let mut lot = 12_345_u64;
    let mut killed = 0;
    for _ in 0..kills {
        let mut child = command(&[&arguments[..], &["--data", text(&data), "--resume"]].concat())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program was built by this test run");
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_millis(100 + (lot >> 33) % 700));
        killed += u64::from(matches!(child.try_wait(), Ok(None)));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let last = json(&tabula(&[&arguments[..], &["--data", text(&data), "--resume"]].concat()));
    let never = json(&tabula(&[&arguments[..], &["--data", text(&whole)]].concat()));
    println!("killed {killed} times while it played");
    assert!(killed > 0, "it was over before it could be killed");
    assert_eq!(last["played"].to_string(), games);
    assert_eq!(last["players"], never["players"]);
    assert_eq!(last["duels"], never["duels"]);
    std::fs::remove_dir_all(folder).unwrap();
}
