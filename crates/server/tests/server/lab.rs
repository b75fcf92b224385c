//! Runs of learning: begun, watched, stopped, gone on with, forked and played; and what strangers may not do with them.

use crate::client::Server;
use serde_json::{Value, json};
use std::io::BufRead;
use tabula_lab::log::{RunLog, Sheet, State};

/// A run that does not end by itself before it is looked at: nothing is learnt.
fn endless() -> Value {
    json!({ "rounds": 100_000, "play.games": 10, "play.simulations": 4, "play.fast": 2, "learn.steps": 2, "learn.rate": 0 })
}

pub(crate) fn begin(server: &Server, ask: &Value) -> String {
    let answer = server.post("/api/runs", ask);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["id"].as_str().expect("a run has begun").to_string()
}

pub(crate) fn act(server: &Server, id: &str, what: &str) -> u16 {
    server.ask("POST", &format!("/api/runs/{id}/{what}"), &[], "").status
}

#[test]
fn a_run_is_begun_watched_stopped_gone_on_with_and_outlives_the_server() {
    let server = Server::start("run", |_| ());
    assert_eq!(server.get("/api/runs").json(), json!([]));
    let recipes = server.get("/api/recipes").json();
    assert_eq!((&recipes[0]["kind"], &recipes[0]["id"]), (&json!("selfplay"), &json!("tictactoe")));
    let ask = json!({ "kind": "selfplay", "recipe": "tictactoe", "title": " First\n run ", "settings": endless() });
    let id = begin(&server, &ask);
    assert_eq!(id, "tictactoe-1");
    let path = format!("/api/runs/{id}");
    // At once, even before it has written anything.
    assert_eq!(server.get(&path).json()["card"]["state"], "running");
    let mut live = server.live(&format!("{path}/live"));
    let mut line = String::new();
    let mut last = 0;
    for told in 0..3 {
        while !line.starts_with("data:") {
            line.clear();
            live.read_line(&mut line).unwrap();
        }
        let state: Value = serde_json::from_str(line[5..].trim()).unwrap();
        let step = state["card"]["step"].as_u64().unwrap();
        assert!(told == 0 || step > last, "{state}");
        (last, line) = (step, String::new());
    }
    assert_eq!(server.post("/api/runs", &ask).status, 503, "one at a time");
    assert_eq!(act(&server, &id, "resume"), 409);
    assert_eq!(act(&server, &id, "stop"), 200);
    let state = server.wait(&path, |state| state["card"]["state"] == "stopped");
    assert_eq!((&state["card"]["title"], &state["resumable"]), (&json!("First run"), &json!(true)));
    let curves: Vec<_> = state["curves"].as_array().unwrap().iter().map(|curve| curve["name"].clone()).collect();
    assert!(curves.contains(&json!("policy_loss")) && curves.contains(&json!("lost_lines")), "{curves:?}");
    assert!(state["samples"][0]["moves"].as_array().unwrap().len() >= 5, "{state}");
    assert_eq!(act(&server, &id, "stop"), 409);
    assert_eq!(act(&server, &id, "resume"), 200);
    let step = state["card"]["step"].as_u64();
    server.wait(&path, |state| state["card"]["step"].as_u64() > step);
    let server = Server::again(server.end(), |_| ());
    let before = server.get(&path).json();
    assert_eq!(before["card"]["state"], "stopped");
    assert_eq!(act(&server, &id, "resume"), 200);
    server.wait(&path, |state| state["card"]["step"].as_u64() > before["card"]["step"].as_u64());
    assert_eq!(server.get("/api/runs").json().as_array().unwrap().len(), 1);
}

#[test]
fn a_fork_begins_with_the_net_and_what_was_learnt_is_an_opponent() {
    let server = Server::start("fork", |_| ());
    let settings = json!({ "rounds": 2, "play.games": 5, "learn.steps": 2 });
    let id = begin(&server, &json!({ "kind": "selfplay", "recipe": "tictactoe", "settings": settings }));
    server.wait(&format!("/api/runs/{id}"), |state| state["card"]["state"] == "done");
    assert_eq!(act(&server, &id, "resume"), 409, "it is done");
    // Nothing is learnt, so the fork ends with the net that it began with.
    let still = json!({ "rounds": 1, "learn.rate": 0, "learn.decay": 0 });
    let fork = begin(&server, &json!({ "from": id, "net": true, "title": "Fork", "settings": still }));
    let state = server.wait(&format!("/api/runs/{fork}"), |state| state["card"]["state"] == "done");
    let value = |name: &str| {
        let settings = state["settings"].as_array().unwrap();
        settings.iter().find(|setting| setting["name"] == name).unwrap()["value"].as_f64().unwrap()
    };
    assert_eq!((value("rounds"), value("play.games"), value("learn.rate")), (1.0, 5.0, 0.0));
    let weights = |id: &str| {
        let bytes = std::fs::read(server.folder.join("runs").join(id).join("net.safetensors")).unwrap();
        let head = 8 + u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
        bytes[head..].to_vec()
    };
    assert!(weights(&id) == weights(&fork));
    let ask =
        json!({ "game": "tictactoe", "players": [{ "kind": "human" }, { "kind": "run", "id": fork, "millis": 50 }] });
    let begun = server.post("/api/play", &ask).json();
    assert_eq!(begun["play"]["players"][1]["name"], "Fork", "{begun}");
    let path = format!("/api/play/{}", begun["id"].as_str().unwrap());
    let headers = [("Content-Type", "application/json"), ("X-Tabula-Key", begun["key"].as_str().unwrap())];
    let code = &begun["play"]["look"]["deeds"][0]["code"];
    server.ask("POST", &format!("{path}/act"), &headers, &json!({ "act": "move", "move": code }).to_string());
    server.wait(&path, |play| play["look"]["played"].as_array().unwrap().len() == 2);
    let wrong = json!({ "game": "chess", "players": [{ "kind": "human" }, { "kind": "run", "id": fork }] });
    let answer = server.post("/api/play", &wrong);
    assert!(answer.status == 400 && answer.error().contains("learns another game"), "{answer:?}");
}

#[test]
fn a_run_of_somebody_else_is_drawn_and_stopped_but_not_gone_on_with() {
    let server = Server::start("foreign", |_| ());
    let folder = server.folder.join("runs/my-weights");
    let sheet = Sheet { steps: Some(9), ..Sheet::new("spsa", "czech", "By hand", Vec::new()) };
    let mut log = RunLog::begin(&folder, sheet).unwrap();
    log.add(3, &[("elo", 12.5)]).unwrap();
    let card = server.get("/api/runs").json()[0].clone();
    assert_eq!((&card["id"], &card["state"], &card["step"]), (&json!("my-weights"), &json!("running"), &json!(3)));
    assert_eq!(act(&server, "my-weights", "stop"), 200);
    assert!(log.wants_stop());
    assert_eq!(server.get("/api/runs/my-weights").json()["card"]["state"], "stopping");
    log.close(State::Stopped, None).unwrap();
    let state = server.get("/api/runs/my-weights").json();
    assert_eq!((&state["card"]["state"], &state["resumable"]), (&json!("stopped"), &json!(false)));
    assert_eq!(state["curves"], json!([{ "name": "elo", "steps": [3], "values": [12.5] }]));
    assert_eq!(act(&server, "my-weights", "resume"), 409);
    let answer = server.post("/api/runs", &json!({ "from": "my-weights" }));
    assert!(answer.status == 409 && answer.error().contains("cannot be forked"), "{answer:?}");
    // What was killed says that it runs, and is known not to.
    drop(RunLog::begin(&server.folder.join("runs/killed"), Sheet::new("spsa", "czech", "x", Vec::new())).unwrap());
    assert_eq!(server.get("/api/runs/killed").json()["card"]["state"], "broken");
    let ask = json!({ "game": "czech", "players": [{ "kind": "human" }, { "kind": "run", "id": "killed" }] });
    let answer = server.post("/api/play", &ask);
    assert!(answer.status == 409 && answer.error().contains("has learnt nothing yet"), "{answer:?}");
}

#[test]
fn no_id_leads_out_of_the_folder_of_runs() {
    let server = Server::start("escape", |_| ());
    // A whole run beside the folder of runs, and a sheet that names a file outside its own.
    RunLog::begin(&server.folder.join("secret"), Sheet::new("selfplay", "tictactoe", "x", Vec::new())).unwrap();
    std::fs::create_dir_all(server.folder.join("runs")).unwrap();
    for id in ["..", "..%2Fsecret", "%2e%2e%2fsecret", "..%5Csecret", "%2Fetc", "secret", ".hidden", "x%00", "a%20b"] {
        assert_eq!(server.get(&format!("/api/runs/{id}")).status, 404, "{id}");
        assert_eq!(server.get(&format!("/api/runs/{id}/live")).status, 404, "{id}");
        assert_eq!(act(&server, id, "stop"), 404, "{id}");
        assert_eq!(act(&server, id, "resume"), 404, "{id}");
    }
    for id in ["../secret", "/etc", "..", "", "secret/../../secret", "x\u{0}"] {
        let fork = server.post("/api/runs", &json!({ "from": id, "net": true }));
        assert_eq!(fork.status, 404, "{id}: {fork:?}");
        let ask = json!({ "game": "tictactoe", "players": [{ "kind": "human" }, { "kind": "run", "id": id }] });
        assert_eq!(server.post("/api/play", &ask).status, 404, "{id}");
        let recipe = server.post("/api/runs", &json!({ "kind": "selfplay", "recipe": id }));
        assert_eq!(recipe.status, 404, "{id}: {recipe:?}");
    }
    let sheet =
        Sheet { net: Some("../../secret/run.json".into()), ..Sheet::new("selfplay", "tictactoe", "x", Vec::new()) };
    RunLog::begin(&server.folder.join("runs/liar"), sheet).unwrap();
    let ask = json!({ "game": "tictactoe", "players": [{ "kind": "human" }, { "kind": "run", "id": "liar" }] });
    let answer = server.post("/api/play", &ask);
    assert!(answer.status == 409 && answer.error().contains("has learnt nothing yet"), "{answer:?}");
    // A net that is none is refused, and where it lies is not told.
    let sheet = Sheet { net: Some("net.safetensors".into()), ..Sheet::new("selfplay", "tictactoe", "x", Vec::new()) };
    RunLog::begin(&server.folder.join("runs/spoilt"), sheet).unwrap();
    std::fs::write(server.folder.join("runs/spoilt/net.safetensors"), "no net").unwrap();
    let ask = json!({ "game": "tictactoe", "players": [{ "kind": "human" }, { "kind": "run", "id": "spoilt" }] });
    let answer = server.post("/api/play", &ask);
    assert!(answer.status == 409 && answer.error().contains("run 'spoilt'"), "{answer:?}");
    assert!(!answer.text.contains(server.folder.to_str().unwrap()), "{answer:?}");
}

#[test]
fn runs_that_make_no_sense_are_refused_and_leave_nothing() {
    let server = Server::start("nonsense", |config| config.limits.runs = 2);
    let ask = |settings: Value| json!({ "kind": "selfplay", "recipe": "tictactoe", "settings": settings });
    for (ask, place) in [
        (json!({}), json!("recipe")),
        (json!({ "kind": "selfplay", "recipe": "tictactoe", "from": "x" }), json!("recipe")),
        (json!({ "kind": "bitcoin", "recipe": "tictactoe" }), json!("kind")),
        (json!({ "recipe": "tictactoe" }), json!("kind")),
        (json!({ "kind": "nnue", "recipe": "tictactoe" }), json!("recipe")),
        (json!({ "kind": "selfplay", "recipe": "nothing" }), json!("recipe")),
        (json!({ "kind": "selfplay", "recipe": "tictactoe", "threads": 99 }), json!("body")),
        (ask(json!({ "net": 1 })), json!("settings.net")),
        (ask(json!({ "rounds": 0 })), json!("settings.rounds")),
        (ask(json!({ "rounds": 1.5 })), json!("settings.rounds")),
        (ask(json!({ "learn.batch": 1e9 })), json!("settings.learn.batch")),
        (ask(json!({ "play.games": -1 })), json!("settings.play.games")),
        (ask(json!({ "rounds": "many" })), json!("settings.rounds")),
        (ask(json!({ "rounds": [7] })), json!("body")),
    ] {
        let answer = server.post("/api/runs", &ask);
        assert!([400, 404].contains(&answer.status) && answer.json()["where"] == place, "{ask}: {answer:?}");
    }
    assert_eq!(server.get("/api/runs").json(), json!([]));
    assert!(!server.folder.join("runs").exists());
    for _ in 0..2 {
        let id = begin(&server, &ask(json!({ "rounds": 1, "play.games": 2, "learn.steps": 1 })));
        server.wait(&format!("/api/runs/{id}"), |state| state["card"]["state"] == "done");
    }
    let answer = server.post("/api/runs", &ask(json!({})));
    assert!(answer.status == 503 && answer.error().starts_with("2 runs are kept already"), "{answer:?}");
}

#[test]
fn nets_are_trained_from_the_games_that_lie_there() {
    let server = Server::start("nnue", |_| ());
    let has = |kind: &str| server.get("/api/recipes").json().as_array().unwrap().iter().any(|one| one["kind"] == kind);
    assert!(!has("nnue"));
    let games = server.folder.join("games");
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(games.join("broken.tabula"), "TABULA-G").unwrap();
    std::fs::write(games.join("chess.tabula"), few_games()).unwrap();
    assert!(has("nnue"));
    let settings = json!({ "passes": 2, "width": 32, "batch": 64, "skip": 0 });
    let ask = |settings: &Value| json!({ "kind": "nnue", "recipe": "chess-nnue", "settings": settings });
    let answer = server.post("/api/runs", &ask(&json!({ "width": 33 })));
    assert!(answer.status == 400 && answer.json()["where"] == "settings", "{answer:?}");
    let id = begin(&server, &ask(&settings));
    let path = format!("/api/runs/{id}");
    let state = server.wait(&path, |state| state["card"]["state"] != "running");
    assert_eq!((&state["card"]["state"], &state["card"]["step"]), (&json!("done"), &json!(2)), "{state}");
    // Games that lie there and cannot be read make a run that says so.
    std::fs::write(games.join("chess.tabula"), &few_games()[..60]).unwrap();
    let id = begin(&server, &ask(&settings));
    let state = server.wait(&format!("/api/runs/{id}"), |state| state["card"]["state"] != "running");
    assert_eq!(state["card"]["state"], "failed", "{state}");
    assert!(state["card"]["message"].is_string());
}

/// A file with games of chess in which a score stands at each move.
fn few_games() -> Vec<u8> {
    use tabula_arena::selfplay::format::{GAMES, Header, How, Played, Ply};
    let mut bytes = Header { game: "chess".into(), made: "by hand".into() }.write(&GAMES);
    let moves = ["g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "d2d3", "d7d6", "f1e2", "f8e7", "e1g1", "e8g8"];
    for number in 0..40 {
        // Another length each, so that they are not the same game.
        let count = 4 + number % 9;
        let ply = |(i, code): (usize, &&str)| Ply { code: code.to_string(), score: Some(i as i16) };
        let plies = moves.iter().take(count).enumerate().map(ply).collect();
        let played = Played { number: number as u64, start: None, half_points: 1, how: How::Draw, plies };
        bytes.extend(played.write());
    }
    bytes
}
