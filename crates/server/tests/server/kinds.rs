//! The kinds of runs that learn from labels and by weights: begun, watched to the end, stopped, gone on with, forked and played; and what
//! they refuse.

use crate::client::Server;
use crate::lab::{act, begin};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;
use tabula_lab::labels::{Block, Entry, Header, LABELS};

/// A file with positions of chess that have a rook too many, good for whoever has it.
fn few_labels(game: &str) -> Vec<u8> {
    let entry = |n: usize| {
        let (file, white) = (n % 7 + 1, n.is_multiple_of(2));
        let row = format!("{file}{}{}", if white { 'R' } else { 'r' }, 7 - file).replace('0', "");
        let position = format!("k7/8/{row}/{}/7K w - - 0 1", ["8/8/8/8", "8/p7/8/8", "8/8/P7/8"][n % 3]);
        Entry { position, score: if white { 400 } else { -400 } }
    };
    let block = Block { through: 96, entries: (0..96).map(entry).collect() };
    [Header { game: game.into(), made: "by hand".into() }.write(&LABELS), block.write()].concat()
}

fn with_labels(name: &str) -> Server {
    let server = Server::start(name, |_| ());
    std::fs::create_dir_all(server.folder.join("labels")).expect("the folder can be used");
    std::fs::write(server.folder.join("labels/chess.labels"), few_labels("chess")).expect("the folder can be used");
    server
}

fn recipes(server: &Server, kind: &str) -> Vec<Value> {
    let all = server.get("/api/recipes").json();
    let of_kind = all.as_array().expect("as the server answers").iter().filter(|one| one["kind"] == kind);
    of_kind.map(|one| one["id"].clone()).collect()
}

/// Waits for the end of a run, and answers how it stands.
fn ended(server: &Server, id: &str) -> Value {
    server.wait(&format!("/api/runs/{id}"), |state| {
        !["running", "stopping"].contains(&state["card"]["state"].as_str().expect("as the server answers"))
    })
}

fn curves(state: &Value) -> Vec<&str> {
    state["curves"].as_array().into_iter().flatten().filter_map(|curve| curve["name"].as_str()).collect()
}

/// What a run has kept, to the bit.
fn kept(server: &Server, id: &str, file: &str) -> Vec<u8> {
    std::fs::read(server.folder.join("runs").join(id).join(file)).expect("the folder can be used")
}

/// Plays a move against what a run has learnt.
fn play(server: &Server, game: &str, id: &str) {
    let ask = json!({ "game": game, "players": [{ "kind": "human" }, { "kind": "run", "id": id, "millis": 50 }] });
    let begun = server.post("/api/play", &ask).json();
    let path = format!("/api/play/{}", begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")));
    let headers =
        [("Content-Type", "application/json"), ("X-Tabula-Key", begun["key"].as_str().expect("as the server answers"))];
    let code = &begun["play"]["look"]["deeds"][0]["code"];
    server.ask("POST", &format!("{path}/act"), &headers, &json!({ "act": "move", "move": code }).to_string());
    server.wait(&path, |play| play["look"]["played"].as_array().expect("as the server answers").len() == 2);
}

#[test]
fn each_model_is_trained_from_the_labels_that_lie_there_and_plays() {
    let server = Server::start("models", |_| ());
    let labels = server.folder.join("labels");
    std::fs::create_dir_all(&labels).unwrap();
    // What is no file of labels, or one of another game, is no recipe.
    std::fs::write(labels.join("torn.labels"), "TABULA-L").unwrap();
    std::fs::write(labels.join("janus.labels"), few_labels("janus")).unwrap();
    assert!(recipes(&server, "model").is_empty());
    std::fs::write(labels.join("chess.labels"), few_labels("chess")).unwrap();
    assert_eq!(recipes(&server, "model"), ["chess-model1", "chess-model2", "chess-model3"]);
    for model in ["model1", "model2", "model3"] {
        let settings = json!({ "epochs": 2, "batch": 16, "rate": 0.001, "optimiser": "sgd" });
        let id = begin(&server, &json!({ "kind": "model", "recipe": format!("chess-{model}"), "settings": settings }));
        assert_eq!(id, format!("chess-{model}-1"));
        let state = ended(&server, &id);
        let card = &state["card"];
        assert_eq!((&card["state"], &card["step"], &card["steps"]), (&json!("done"), &json!(2), &json!(2)), "{state}");
        assert_eq!((&card["kind"], &card["learnt"]), (&json!("train"), &json!("net")));
        assert!(curves(&state).contains(&"held_out_loss"), "{state}");
        assert_eq!(curves(&state).contains(&"held_out_accuracy"), model == "model3", "{state}");
        let optimiser = state["settings"].as_array().unwrap().iter().find(|one| one["name"] == "optimiser").unwrap();
        assert_eq!((&optimiser["value"], &optimiser["choices"]), (&json!("sgd"), &json!(["adam", "sgd"])));
        play(&server, "chess", &id);
    }
}

#[test]
fn a_model_that_is_stopped_at_once_goes_on_and_a_fork_begins_with_its_net() {
    let server = with_labels("model-stop");
    let settings = json!({ "epochs": 6, "batch": 4, "patience": 10_000 });
    let ask = json!({ "kind": "model", "recipe": "chess-model1", "settings": settings });
    let whole = begin(&server, &ask);
    ended(&server, &whole);
    let id = begin(&server, &ask);
    let begun = Instant::now();
    act(&server, &id, "stop");
    let state = ended(&server, &id);
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    if state["card"]["state"] == "stopped" {
        assert_eq!(state["resumable"], json!(true), "{state}");
        assert_eq!(act(&server, &id, "resume"), 200);
    }
    let state = ended(&server, &id);
    assert_eq!((&state["card"]["state"], &state["card"]["step"]), (&json!("done"), &json!(6)), "{state}");
    assert!(weights(&server, &whole) == weights(&server, &id), "the same net, however often it was stopped");
    // With the net of the run a fork is better from its first epoch than the run was.
    let fork = begin(&server, &json!({ "from": id, "net": true, "settings": { "epochs": 1 } }));
    let loss = |state: &Value| {
        let curves = state["curves"].as_array().unwrap();
        curves.iter().find(|one| one["name"] == "held_out_loss").unwrap()["values"][0].as_f64().unwrap()
    };
    let forked = ended(&server, &fork);
    assert!(loss(&forked) < loss(&state), "{forked} {state}");
}

/// The numbers of a net, without what it says of itself.
fn weights(server: &Server, id: &str) -> Vec<u8> {
    let bytes = kept(server, id, "net.safetensors");
    let head = 8 + u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes")) as usize;
    bytes[head..].to_vec()
}

#[test]
fn labels_that_do_not_lie_there_are_not_opened_and_settings_have_bounds() {
    let server = with_labels("model-no");
    let ask = |settings: Value| json!({ "kind": "model", "recipe": "chess-model1", "settings": settings });
    for (name, value) in [
        ("epochs", json!(0)),
        ("patience", json!(1.5)),
        ("batch", json!(1)),
        ("batch", json!(1_000_000)),
        ("rate", json!(0)),
        ("positions", json!(9)),
        ("optimiser", json!("gradient")),
        ("optimiser", json!(1)),
        ("files", json!("../secret.labels")),
        ("model", json!("model2")),
    ] {
        let answer = server.post("/api/runs", &ask(json!({ name: value })));
        assert_eq!((answer.status, &answer.json()["where"]), (400, &json!(format!("settings.{name}"))), "{answer:?}");
    }
    for recipe in ["chess-model4", "../chess-model1", "chess-model1/../x", "model1"] {
        assert_eq!(server.post("/api/runs", &json!({ "kind": "model", "recipe": recipe })).status, 404, "{recipe}");
    }
    assert_eq!(server.get("/api/runs").json(), json!([]));
    // A run that was put there and names other files is drawn, and that is all.
    let id = begin(&server, &ask(json!({ "epochs": 1, "batch": 16 })));
    ended(&server, &id);
    std::fs::write(server.folder.join("secret.labels"), few_labels("chess")).unwrap();
    let config = server.folder.join("runs").join(&id).join("config.toml");
    let text = std::fs::read_to_string(&config).unwrap();
    let secret = server.folder.join("secret.labels").display().to_string();
    for file in ["../secret.labels", "nothing.labels", &secret] {
        std::fs::write(&config, text.replace("chess.labels", file)).unwrap();
        let answer = server.post("/api/runs", &json!({ "from": id }));
        assert!(answer.status == 409 && answer.error().contains("cannot be forked"), "{file}: {answer:?}");
    }
    std::fs::write(&config, text).unwrap();
    // Where no net was made yet, none can be begun with.
    let place = config.with_file_name("run.json");
    let mut sheet: Value = serde_json::from_slice(&std::fs::read(&place).unwrap()).unwrap();
    sheet.as_object_mut().unwrap().remove("net").unwrap();
    std::fs::write(place, sheet.to_string()).unwrap();
    let answer = server.post("/api/runs", &json!({ "from": id, "net": true }));
    assert!(answer.status == 409 && answer.error().contains("has learnt nothing yet"), "{answer:?}");
    // Positions that are too few for a batch are said to be.
    let id = begin(&server, &json!({ "from": id, "settings": { "batch": 4_096 } }));
    let state = ended(&server, &id);
    let message = state["card"]["message"].as_str().unwrap();
    assert!(state["card"]["state"] == "failed" && message.contains("too few for batches of 4096"), "{state}");
}

/// A run of a few seconds.
fn tiny(road: &str) -> Value {
    let mut settings =
        json!({ "steps": 3, "manner.nodes": 10, "manner.most_moves": 10, "gauge_games": 2, "closing": 4 });
    let own = match road {
        "genetic" => {
            json!({ "road.genetic.population": 4, "road.genetic.rounds": 1, "road.genetic.selection": "elite" })
        }
        "spsa" => json!({ "road.spsa.batch": 1, "road.spsa.r_end.0.1": 0.5 }),
        _ => json!({ "road.tdleaf.games": 2, "road.tdleaf.stride": "adagrad" }),
    };
    let own = own.as_object().into_iter().flatten();
    own.for_each(|(name, value)| settings[name] = value.clone());
    settings
}

#[test]
fn weights_are_tuned_by_each_road_and_play() {
    let server = Server::start("tune", |_| ());
    let found = recipes(&server, "tune");
    for (game, road, told) in
        [("czech", "genetic", "elite_score"), ("czech", "spsa", "decided_pairs"), ("chess", "tdleaf", "difference")]
    {
        let recipe = format!("{game}-{road}");
        assert!(found.contains(&json!(recipe)), "{found:?}");
        let id = begin(&server, &json!({ "kind": "tune", "recipe": recipe, "title": road, "settings": tiny(road) }));
        let state = ended(&server, &id);
        let card = &state["card"];
        assert_eq!((&card["state"], &card["step"], &card["steps"]), (&json!("done"), &json!(3), &json!(3)), "{state}");
        assert_eq!((&card["kind"], &card["title"], &card["learnt"]), (&json!(road), &json!(road), &json!("weights")));
        assert!(curves(&state).contains(&told) && curves(&state).contains(&"score_against_start"), "{state}");
        assert!(card["message"].as_str().unwrap().contains("against the start"), "{state}");
        assert!(!state["samples"][0]["moves"].as_array().unwrap().is_empty(), "{state}");
        assert_eq!(act(&server, &id, "resume"), 409, "it is done");
        play(&server, game, &id);
    }
}

#[test]
fn weights_that_are_stopped_go_on_to_the_same_end_and_a_fork_begins_with_them() {
    let server = Server::start("tune-stop", |_| ());
    let ask = json!({ "kind": "tune", "recipe": "czech-spsa", "settings": tiny("spsa") });
    let whole = begin(&server, &ask);
    ended(&server, &whole);
    // So many nodes that it is in the middle of a game when it is stopped.
    let mut long = ask.clone();
    long["settings"]["manner.nodes"] = json!(100_000);
    long["settings"]["manner.most_moves"] = json!(1_000);
    let id = begin(&server, &long);
    server.wait(&format!("/api/runs/{id}"), |state| state["card"]["learnt"] == "weights");
    let begun = Instant::now();
    assert_eq!(act(&server, &id, "stop"), 200);
    let state = ended(&server, &id);
    assert!(state["card"]["state"] == "stopped" && state["resumable"] == true, "{state}");
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    assert_eq!(act(&server, &id, "resume"), 200);
    assert_eq!(act(&server, &id, "stop"), 200);
    ended(&server, &id);
    // Stopped at once, and gone on with by a server that was started anew.
    let id = begin(&server, &ask);
    act(&server, &id, "stop");
    ended(&server, &id);
    let server = Server::again(server.end(), |_| ());
    if server.get(&format!("/api/runs/{id}")).json()["card"]["state"] == "stopped" {
        assert_eq!(act(&server, &id, "resume"), 200);
    }
    assert_eq!(ended(&server, &id)["card"]["state"], "done");
    assert!(kept(&server, &whole, "weights.txt") == kept(&server, &id, "weights.txt"));
    let fork = begin(&server, &json!({ "from": id, "net": true, "settings": { "steps": 1 } }));
    assert_eq!(ended(&server, &fork)["card"]["state"], "done");
    assert!(kept(&server, &fork, "start.txt") == kept(&server, &id, "weights.txt"));
    let fork = begin(&server, &json!({ "from": fork, "settings": { "steps": 1 } }));
    ended(&server, &fork);
    assert!(kept(&server, &fork, "start.txt") == kept(&server, &whole, "start.txt"), "without them it begins anew");
}

#[test]
fn weights_are_not_tuned_beyond_bounds_nor_by_files_and_programs() {
    let server = Server::start("tune-no", |_| ());
    let ask = |settings: Value| json!({ "kind": "tune", "recipe": "czech-tdleaf", "settings": settings });
    for (name, value) in [
        ("steps", json!(0)),
        ("manner.nodes", json!(1e9)),
        ("closing", json!(-2)),
        ("road.tdleaf.lambda", json!(1.5)),
        ("road.tdleaf.stride", json!("sgd")),
        ("road.tdleaf.ladder", json!("uci:/bin/sh")),
        ("road.genetic.population", json!(4)),
        ("game", json!("../x.toml")),
        ("manner.eval", json!("material")),
    ] {
        let answer = server.post("/api/runs", &ask(json!({ name: value })));
        assert_eq!((answer.status, &answer.json()["where"]), (400, &json!(format!("settings.{name}"))), "{answer:?}");
    }
    for recipe in ["tictactoe-spsa", "czech-texel", "czech", "../czech-spsa", "czech-spsa/.."] {
        assert_eq!(server.post("/api/runs", &json!({ "kind": "tune", "recipe": recipe })).status, 404, "{recipe}");
    }
    assert_eq!(server.get("/api/runs").json(), json!([]));
    // A plan that was put there and would start a program, or read a file, is drawn, and that is all.
    let mut long = ask(tiny("tdleaf"));
    long["settings"]["manner.nodes"] = json!(100_000);
    long["settings"]["steps"] = json!(1_000);
    let id = begin(&server, &long);
    server.wait(&format!("/api/runs/{id}"), |state| state["card"]["learnt"] == "weights");
    act(&server, &id, "stop");
    assert_eq!(ended(&server, &id)["resumable"], json!(true));
    let plan = server.folder.join("runs").join(&id).join("plan.json");
    let text = std::fs::read_to_string(&plan).unwrap();
    let touched = server.folder.join("touched");
    let changes = [
        ("\"self\"", format!("\"uci:/usr/bin/touch {}\"", touched.display())),
        ("\"self\"", "\"tabula:net=/etc/passwd\"".to_string()),
        ("\"game\":\"czech\"", format!("\"game\":\"{}\"", touched.display())),
    ];
    for (from, to) in changes {
        assert!(text.contains(from), "{text}");
        std::fs::write(&plan, text.replace(from, &to)).unwrap();
        // As if nobody had looked at it before.
        let server = Server::again(copy(&server.folder, "tune-no-again"), |_| ());
        assert_eq!(server.get(&format!("/api/runs/{id}")).json()["resumable"], json!(false), "{to}");
        assert_eq!(act(&server, &id, "resume"), 409, "{to}");
        assert_eq!(server.post("/api/runs", &json!({ "from": id })).status, 409, "{to}");
    }
    assert!(!touched.exists());
}

/// A copy of the folder of runs.
fn copy(data: &Path, name: &str) -> std::path::PathBuf {
    let to = std::env::temp_dir().join(format!("tabula-server-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&to);
    for run in std::fs::read_dir(data.join("runs")).expect("the folder can be used").flatten() {
        let place = to.join("runs").join(run.file_name());
        std::fs::create_dir_all(&place).expect("the folder can be used");
        for file in std::fs::read_dir(run.path()).expect("the folder can be used").flatten() {
            std::fs::copy(file.path(), place.join(file.file_name())).expect("the folder can be used");
        }
    }
    to
}
