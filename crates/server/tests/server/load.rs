//! Many at once, on loopback only, bounded in count and time.

use crate::client::Server;
use serde_json::{Value, json};
use std::io::BufRead;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Bytes of memory that this process has in use, where the system tells.
fn memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Watchers of a live event and analyses at once, for a while; tells what came of it.
fn load(watchers: usize, analyses: usize, time: Duration) {
    let server = Server::start("load", |config| config.limits.turn = Duration::from_millis(500));
    let random = json!({ "kind": "random" });
    let event = json!({ "game": "chess", "players": [random, random], "format": "round-robin", "games": 100_000 });
    let id = server.post("/api/events", &event).json()["id"].as_i64().expect("an event has begun");
    let before = memory();
    let (heard, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let answered: Vec<AtomicUsize> = (0..analyses).map(|_| AtomicUsize::new(0)).collect();
    let end = Instant::now() + time;
    let early = std::thread::scope(|scope| {
        for _ in 0..watchers {
            scope.spawn(|| {
                let mut live = server.live(&format!("/api/events/{id}/live"));
                let (mut line, mut mine) = (String::new(), 0);
                while Instant::now() < end {
                    line.clear();
                    live.read_line(&mut line).expect("the stream goes on");
                    mine += usize::from(line.starts_with("data:"));
                }
                assert!(mine > 0, "a watcher saw nothing");
                heard.fetch_add(mine, Ordering::Relaxed);
            });
        }
        for (number, answered) in answered.iter().enumerate() {
            let (server, refused) = (&server, &refused);
            scope.spawn(move || {
                let game = ["chess", "go9", "czech", "janus", "gomoku"][number % 5];
                while Instant::now() < end {
                    let answer = server.post("/api/think", &json!({ "game": game, "millis": 500 }));
                    match answer.status {
                        200 => {
                            let last: Value = serde_json::from_str(answer.text.lines().last().unwrap_or_default())
                                .expect("a line of JSON");
                            assert_eq!(last["done"], true, "{}", answer.text);
                            answered.fetch_add(1, Ordering::Relaxed);
                        }
                        503 => {
                            refused.fetch_add(1, Ordering::Relaxed);
                            std::thread::sleep(Duration::from_millis(300));
                        }
                        other => panic!("{other}: {}", answer.text),
                    }
                }
            });
        }
        // What a tenth of the time takes is what all of it may take.
        std::thread::sleep(time / 10);
        memory()
    });
    let (heard, refused) = (heard.into_inner(), refused.into_inner());
    let answered: Vec<usize> = answered.into_iter().map(AtomicUsize::into_inner).collect();
    let (least, most) = (answered.iter().min().copied().unwrap_or(0), answered.iter().max().copied().unwrap_or(0));
    let [early, grown] =
        [early, memory()].map(|after| after.zip(before).map(|(after, before)| after.saturating_sub(before) >> 20));
    eprintln!(
        "{watchers} watchers heard {heard} updates; {analyses} askers: {} analyses, from {least} to {most} each, {refused} refusals; \
         memory grew by {early:?} MiB in a tenth of the time, by {grown:?} in all of it",
        answered.iter().sum::<usize>()
    );
    // Who asks in turn is answered in turn.
    assert!(least > 0 && most <= 2 * least + 2, "one had {least} answers and another {most}");
    assert!(grown.is_none_or(|grown| grown < 600), "memory grew by {grown:?} MiB");
    assert_eq!(server.get("/api/about").status, 200);
}

#[test]
fn many_watch_and_many_ask_at_once() {
    load(40, 12, Duration::from_secs(4));
}

/// `TABULA_LOAD_SECONDS=3600 cargo test -p tabula-server --test server -- --ignored --nocapture two_hundred`
#[test]
#[ignore = "takes as long as TABULA_LOAD_SECONDS says, a minute unless it does"]
fn two_hundred_watch_and_fifty_ask_at_once() {
    let seconds = std::env::var("TABULA_LOAD_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    load(200, 50, Duration::from_secs(seconds));
}
