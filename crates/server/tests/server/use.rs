//! Friends: what the page does.

use crate::client::Server;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::BufRead;

fn act(server: &Server, begun: &Value, act: &Value) -> Value {
    let headers =
        [("Content-Type", "application/json"), ("X-Tabula-Key", begun["key"].as_str().expect("a game has begun"))];
    let path = format!("/api/play/{}/act", begun["id"].as_str().expect("a game has begun"));
    server.ask("POST", &path, &headers, &act.to_string()).json()
}

#[test]
fn a_whole_game_of_every_family_is_played_by_its_deeds() {
    let server = Server::start("families", |_| ());
    for game in ["tictactoe", "czech", "go2", "chess", "behemoth"] {
        let ask = json!({ "game": game, "players": [{ "kind": "human" }, { "kind": "random" }] });
        let begun = server.post("/api/play", &ask).json();
        let path = format!("/api/play/{}", begun["id"].as_str().unwrap());
        for turn in 0.. {
            let play = server.wait(&path, |play| {
                !play["outcome"].is_null() || !play["counting"].is_null() || play["look"]["mover"] == 0
            });
            if !play["counting"].is_null() {
                act(&server, &begun, &json!({ "act": "agree" }));
                continue;
            }
            if !play["outcome"].is_null() || turn > 40 {
                break;
            }
            let deeds = play["look"]["deeds"].as_array().unwrap();
            // Whoever passes when asked to ends a game of Go.
            let deed = &deeds[if game == "go2" { deeds.len() - 1 } else { turn % deeds.len() }];
            let after =
                act(&server, &begun, &json!({ "act": "move", "move": deed["code"], "version": play["version"] }));
            assert!(after["error"].is_null(), "{game}: {deed}: {after}");
        }
    }
}

#[test]
fn a_hint_can_be_played_and_watchers_see_it() {
    let server = Server::start("hint", |_| ());
    let ask = json!({ "game": "tictactoe", "players": [{ "kind": "human" }, { "kind": "human" }] });
    let begun = server.post("/api/play", &ask).json();
    let id = begun["id"].as_str().unwrap();
    let mut live = server.live(&format!("/api/play/{id}/live"));
    let headers = [("X-Tabula-Key", begun["key"].as_str().unwrap())];
    let hint = server.ask("POST", &format!("/api/play/{id}/hint"), &headers, "").json();
    let after = act(&server, &begun, &json!({ "act": "move", "move": hint["code"] }));
    assert_eq!(after["look"]["played"][0]["path"], hint["path"]);
    let mut seen = 0;
    let mut line = String::new();
    while seen < 2 {
        line.clear();
        live.read_line(&mut line).unwrap();
        if let Some(data) = line.strip_prefix("data:") {
            let play: Value = serde_json::from_str(data.trim()).unwrap();
            assert_eq!(play["look"]["played"].as_array().unwrap().len(), seen);
            seen += 1;
        }
    }
}

#[test]
fn a_draw_offered_while_the_engine_thinks_does_not_stop_it() {
    let server = Server::start("offer", |_| ());
    let slow = json!({ "kind": "search", "millis": 700 });
    let begun = server.post("/api/play", &json!({ "game": "chess", "players": [{ "kind": "human" }, slow] })).json();
    act(&server, &begun, &json!({ "act": "move", "move": "e2e4" }));
    let offered = act(&server, &begun, &json!({ "act": "offer" }));
    assert!(offered["thinking"] == true && offered["note"].is_string(), "{offered}");
    let path = format!("/api/play/{}", begun["id"].as_str().unwrap());
    server.wait(&path, |play| play["look"]["played"].as_array().unwrap().len() == 2);
}

#[test]
fn a_game_and_an_event_outlive_the_server() {
    let server = Server::start("again", |_| ());
    let ask = json!({ "game": "chess", "players": [{ "kind": "human" }, { "kind": "level", "level": 1 }] });
    let begun = server.post("/api/play", &ask).json();
    act(&server, &begun, &json!({ "act": "move", "move": "e2e4" }));
    let random = json!({ "kind": "random" });
    let event = json!({ "game": "tictactoe", "players": [random, random], "format": "round-robin", "games": 4_000 });
    let id = server.post("/api/events", &event).json()["id"].as_i64().unwrap();
    server.wait(&format!("/api/events/{id}"), |event| event["card"]["games"].as_u64() > Some(5));
    let folder = server.end();
    let server = Server::again(folder, |_| ());
    let path = format!("/api/play/{}", begun["id"].as_str().unwrap());
    let play = server.wait(&path, |play| play["look"]["played"].as_array().unwrap().len() == 2);
    assert_eq!(play["look"]["played"][0]["code"], "e2e4");
    let over = server.wait(&format!("/api/events/{id}"), |event| event["card"]["state"] == "over");
    assert_eq!((over["card"]["games"].as_u64(), over["table"][0]["games"].as_u64()), (Some(4_000), Some(4_000)));
    let text = server.get(&format!("/api/events/{id}/games")).text;
    assert_eq!(text.matches("[Event ").count(), 4_000);
    let game = server.get(&format!("/api/events/{id}/games/1")).json();
    assert_eq!(game["game"], "tictactoe");
}

#[test]
fn an_event_is_stopped_and_gone_on_with() {
    let server = Server::start("stop", |_| ());
    let random = json!({ "kind": "random" });
    let ask = json!({ "game": "chess", "players": [random, random, random], "format": "round-robin", "games": 200 });
    let id = server.post("/api/events", &ask).json()["id"].as_i64().unwrap();
    let path = format!("/api/events/{id}");
    server.wait(&path, |event| event["card"]["games"].as_u64() > Some(0));
    assert_eq!(server.ask("POST", &format!("{path}/resume"), &[], "").status, 409);
    assert_eq!(server.ask("POST", &format!("{path}/stop"), &[], "").status, 200);
    let stopped = server.wait(&path, |event| event["card"]["state"] == "stopped");
    assert_eq!(server.ask("POST", &format!("{path}/stop"), &[], "").status, 409);
    assert_eq!(server.ask("POST", &format!("{path}/resume"), &[], "").status, 200);
    let games = stopped["card"]["games"].as_u64();
    server.wait(&path, |event| event["card"]["games"].as_u64() > games);
}

#[test]
fn lines_reviews_and_comparisons_come_as_streams() {
    let server = Server::start("streams", |_| ());
    let lines = |path: &str, ask: &Value| -> Vec<Value> {
        let text = server.post(path, ask).text;
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
    };
    let told = lines("/api/think", &json!({ "game": "czech", "lines": 3, "player": { "kind": "search", "depth": 4 } }));
    let last = told.iter().rev().find(|thought| thought["lines"].is_array()).unwrap();
    assert_eq!(last["lines"].as_array().unwrap().len(), 3);
    assert_eq!(told.last().unwrap()["done"], true);
    let told = lines("/api/think", &json!({ "game": "go9", "player": { "kind": "search", "nodes": 500 } }));
    let last = told.iter().rev().find(|thought| thought["lines"].is_array()).unwrap();
    assert_eq!(last["owner"].as_array().unwrap().len(), 81);
    let moves = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let told = lines("/api/review", &json!({ "game": "chess", "moves": moves, "millis": 50 }));
    let verdicts: Vec<_> = told.iter().filter_map(|judged| judged["verdict"].as_str()).collect();
    assert_eq!((verdicts.len(), verdicts[2], verdicts[3]), (4, "blunder", "best"), "{told:?}");
    let ask = json!({ "game": "chess", "searches": ["negamax", "alphabeta"], "depths": [1, 2], "positions": 1 });
    let told = lines("/api/compare", &ask);
    assert_eq!(told.iter().filter(|row| row["search"].is_string()).count(), 4);
    assert_eq!(told.iter().find(|row| row["search"] == "negamax").unwrap()["nodes"], 21);
}

#[test]
fn the_description_names_every_address_and_the_page_knows_every_field() {
    let server = Server::start("description", |_| ());
    let description = server.get("/api/openapi.json").json();
    let paths = description["paths"].as_object().unwrap();
    assert!(paths.len() >= 25, "{}", paths.len());
    let contract = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api.ts")).unwrap();
    let words: BTreeSet<&str> = contract.split(|letter: char| !letter.is_alphanumeric()).collect();
    for (name, schema) in description["components"]["schemas"].as_object().unwrap() {
        for field in schema["properties"].as_object().into_iter().flatten().map(|(field, _)| field) {
            assert!(words.contains(field.as_str()), "{name}.{field} is not in web/src/api.ts");
        }
    }
    for path in paths.keys() {
        let fixed = path.split("/{").next().unwrap();
        assert!(contract.contains(fixed), "{path} is not in web/src/api.ts");
    }
}
