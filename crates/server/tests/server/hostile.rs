//! Strangers: each is refused with a clear error, and nothing is changed.

use crate::client::{Server, read};
use serde_json::json;
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use tabula_server::Limits;

fn game(server: &Server) -> (String, String) {
    let ask = json!({ "game": "chess", "players": [{ "kind": "human" }, { "kind": "level", "level": 1 }] });
    let begun = server.post("/api/play", &ask).json();
    let word = |name: &str| begun[name].as_str().expect("a game has begun").to_string();
    (word("id"), word("key"))
}

fn act(server: &Server, id: &str, key: Option<&str>, act: &serde_json::Value) -> crate::client::Answer {
    let mut headers = vec![("Content-Type", "application/json")];
    headers.extend(key.map(|key| ("X-Tabula-Key", key)));
    server.ask("POST", &format!("/api/play/{id}/act"), &headers, &act.to_string())
}

#[test]
fn broken_and_wrong_json_is_refused_with_its_place() {
    let server = Server::start("json", |_| ());
    let json = &[("Content-Type", "application/json")];
    for (body, said) in [
        ("{\"game\":", "EOF while parsing a value at line 1 column 8"),
        ("[]", "invalid"),
        ("{}", "missing field `game`"),
        ("{\"game\":\"chess\",\"colour\":1}", "unknown field `colour`"),
        ("{\"game\":7}", "invalid type: integer `7`"),
        ("\u{0}\u{1}\u{2}", "expected value"),
    ] {
        let answer = server.ask("POST", "/api/look", json, body);
        assert!(answer.status == 400 && answer.error().contains(said), "{body}: {answer:?}");
    }
    let deep = format!("{{\"game\":{}", "[".repeat(100_000));
    assert_eq!(server.ask("POST", "/api/look", json, &deep).status, 400);
    assert_eq!(server.ask("POST", "/api/look", &[("Content-Type", "text/plain")], "{}").status, 415);
    assert_eq!(server.ask("POST", "/api/look", &[], "{}").status, 415);
}

#[test]
fn what_is_too_long_is_refused_unread() {
    let server = Server::start("long", |config| config.limits.body = 10_000);
    let body = format!("{{\"text\":\"{}\"}}", "x".repeat(20_000));
    let answer = server.ask("POST", "/api/read", &[("Content-Type", "application/json")], &body);
    assert_eq!((answer.status, answer.error().as_str()), (413, "a request has at most 10000 bytes"));
    let moves = vec!["e2e4"; 5_000];
    let server = Server::start("moves", |_| ());
    let answer = server.post("/api/look", &json!({ "game": "chess", "moves": moves }));
    assert!(answer.status == 400 && answer.error().starts_with("expected at most 4000 moves"), "{answer:?}");
}

#[test]
fn unknown_ids_and_tricks_with_paths_find_nothing() {
    let server = Server::start("paths", |_| ());
    for path in [
        "/api/play/nothing",
        "/api/play/nothing/live",
        "/api/events/77",
        "/api/events/77/games",
        "/api/events/77/live",
        "/api/nothing",
        "/api/games/nothing/definition",
        "/api/games/..%2f..%2fCargo.toml/definition",
        "/api/games/.%2fdefinitions%2fjanus.toml/definition",
        "/nothing.js",
        "/../../../etc/passwd.txt",
        "/%2e%2e/%2e%2e/etc/passwd.txt",
        "/assets/..%2f..%2findex.js",
        "/..\\..\\secret.txt",
    ] {
        let answer = server.get(path);
        assert!(answer.status == 404 && !answer.error().is_empty(), "{path}: {answer:?}");
    }
    assert_eq!(server.get("/api/events/seven").status, 400);
    assert_eq!(server.get("/api/look").status, 405);
    for ask in [
        json!({ "game": "./definitions/janus.toml" }),
        json!({ "game": "/etc/passwd" }),
        json!({ "game": "chess", "start": "8/8" }),
    ] {
        assert!([400, 404].contains(&server.post("/api/look", &ask).status), "{ask}");
    }
    // A state of the page is an address too.
    assert_eq!(server.get("/play/abc").status, 200);
}

#[test]
fn pages_from_elsewhere_and_other_names_are_refused() {
    let server = Server::start("origin", |_| ());
    let own = format!("http://{}", server.address);
    assert_eq!(server.ask("GET", "/api/about", &[("Origin", &own)], "").status, 200);
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1.evil.example"] {
        let answer = server.ask("GET", "/api/about", &[("Origin", origin)], "");
        assert!(answer.status == 403 && answer.error().contains("may not ask here"), "{origin}: {answer:?}");
    }
    let answer = server.ask("GET", "/api/about", &[("Host", "evil.example")], "");
    assert_eq!((answer.status, answer.error().as_str()), (421, "this server is not called 'evil.example'"));
    assert_eq!(server.ask("GET", "/api/about", &[("Sec-Fetch-Site", "cross-site")], "").status, 403);
    let page = server.get("/");
    for said in ["default-src 'none'", "nosniff", "frame-ancestors 'none'"] {
        assert!(page.head.contains(said), "{said}: {}", page.head);
    }
}

#[test]
fn a_slow_body_is_not_waited_for() {
    let server = Server::start("slow", |config| config.limits.arrival = Duration::from_millis(400));
    let mut stream = server.connect();
    let begun = Instant::now();
    write!(
        stream,
        "POST /api/look HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        server.address
    )
    .unwrap();
    let answer = read(stream);
    assert!(answer.status == 408 && answer.error().contains("did not arrive"), "{answer:?}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    // Nor a slow head.
    let mut stream = server.connect();
    write!(stream, "GET /api/about HTTP/1.1\r\nHost:").unwrap();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_flood_of_sockets_leaves_room_for_others_afterwards() {
    let limits = Limits { connections: 8, arrival: Duration::from_secs(2), ..Limits::default() };
    let server = Server::start("flood", |config| config.limits = limits);
    let flood: Vec<_> = (0..40).map(|_| server.connect()).collect();
    std::thread::sleep(Duration::from_millis(200));
    let answer = server.get("/api/about");
    assert!(answer.status == 503 && answer.error().starts_with("too many connections"), "{answer:?}");
    drop(flood);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(server.get("/api/about").status, 200);
}

#[test]
fn nobody_plays_out_of_turn_or_in_another_persons_game() {
    let server = Server::start("turn", |_| ());
    let (id, key) = game(&server);
    let before = server.get(&format!("/api/play/{id}")).json();
    let e4 = json!({ "act": "move", "move": "e2e4" });
    for (key, said) in [(None, "only who began the game may do that"), (Some("x"), "this is not your game")] {
        let answer = act(&server, &id, key, &e4);
        assert_eq!((answer.status, answer.error().as_str()), (403, said));
    }
    let (_, other) = game(&server);
    assert_eq!(act(&server, &id, Some(&other), &e4).status, 403);
    assert_eq!(server.ask("POST", &format!("/api/play/{id}/hint"), &[], "").status, 403);
    let answer = act(&server, &id, Some(&key), &json!({ "act": "move", "move": "e2e5" }));
    assert!(answer.status == 400 && answer.error().contains("e2e5"), "{answer:?}");
    let answer = act(&server, &id, Some(&key), &json!({ "act": "move", "move": "e2e4", "version": 77 }));
    assert!(answer.status == 409 && answer.error().starts_with("the game has gone on"), "{answer:?}");
    for what in [
        json!({ "act": "accept" }),
        json!({ "act": "agree" }),
        json!({ "act": "dead", "on": 3 }),
        json!({ "act": "back" }),
    ] {
        assert_eq!(act(&server, &id, Some(&key), &what).status, 409, "{what}");
    }
    assert_eq!(act(&server, &id, Some(&key), &json!({ "act": "explode" })).status, 400);
    assert_eq!(server.get(&format!("/api/play/{id}")).json(), before, "nothing has changed");
}

#[test]
fn no_program_is_started_that_was_not_configured() {
    let server = Server::start("engines", |_| ());
    for player in [
        json!({ "kind": "engine", "id": "stockfish" }),
        json!({ "kind": "engine", "id": "uci:/bin/sh" }),
        json!({ "kind": "search", "search": "uci:/bin/sh" }),
        json!({ "kind": "search", "eval": "/etc/passwd" }),
        json!({ "kind": "level", "level": 11 }),
        json!({ "kind": "spec", "spec": "uci:/bin/sh" }),
    ] {
        let ask = json!({ "game": "chess", "players": [{ "kind": "human" }, player] });
        let answer = server.post("/api/play", &ask);
        assert!(answer.status == 400 && !answer.error().is_empty(), "{ask}: {answer:?}");
        let event =
            json!({ "game": "chess", "players": [{ "kind": "random" }, player], "format": "round-robin", "games": 2 });
        assert_eq!(server.post("/api/events", &event).status, 400, "{event}");
    }
}

#[test]
fn events_that_make_no_sense_are_refused() {
    let server = Server::start("events", |_| ());
    let random = json!({ "kind": "random" });
    for (ask, place) in [
        (json!({ "game": "chess", "players": [random], "format": "round-robin", "games": 2 }), "players"),
        (json!({ "game": "chess", "players": [random, random], "format": "league", "games": 2 }), "format"),
        (json!({ "game": "chess", "players": [random, random], "format": "round-robin", "games": 0 }), "games"),
        (json!({ "game": "chess", "players": [random, random], "format": "round-robin", "games": 900000 }), "games"),
        (json!({ "game": "chess", "players": [random, random], "format": "sprt", "games": 2 }), "sprt"),
        (
            json!({ "game": "chess", "players": [random, random], "format": "round-robin", "games": 2, "control": "soon" }),
            "control",
        ),
        (
            json!({ "game": "chess", "players": [random, { "kind": "human" }], "format": "round-robin", "games": 2 }),
            "players",
        ),
    ] {
        let answer = server.post("/api/events", &ask);
        assert!(answer.status == 400 && answer.json()["where"] == place, "{ask}: {answer:?}");
    }
    assert_eq!(server.get("/api/events").json(), json!([]));
}

#[test]
fn who_listens_to_others_asks_for_a_token() {
    let server = Server::start("token", |config| config.token = Some("open sesame".replace(' ', "-")));
    assert_eq!(server.get("/").status, 200, "the page itself is no secret");
    assert_eq!(server.get("/api/about").status, 401);
    assert_eq!(server.ask("GET", "/api/about", &[("Authorization", "Bearer open-sesami")], "").status, 401);
    assert_eq!(server.ask("GET", "/api/about", &[("Authorization", "Bearer open-sesame")], "").status, 200);
    assert_eq!(server.get("/api/about?token=open-sesame").status, 200);
}
