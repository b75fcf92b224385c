//! A server of our own on any free port, and a client that can also do what clients should not.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;
use tabula_core::Stop;
use tabula_server::{Config, serve};

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) folder: PathBuf,
    halt: Stop,
    thread: Option<JoinHandle<()>>,
    keep: bool,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {}", self.text))
    }

    /// The sentence of a refusal.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_string()
    }
}

impl Server {
    pub(crate) fn start(name: &str, change: impl FnOnce(&mut Config)) -> Self {
        let folder = std::env::temp_dir().join(format!("tabula-server-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self::again(folder, change)
    }

    /// On the data of an earlier one.
    pub(crate) fn again(folder: PathBuf, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config { port: 0, ..Config::local(folder.clone()) };
        change(&mut config);
        let halt = Stop::default();
        let (tell, hear) = channel();
        let thread = {
            let halt = halt.clone();
            std::thread::spawn(move || {
                serve(config, &halt, |address| tell.send(address).expect("the test waits")).expect("it serves");
            })
        };
        let address = hear.recv_timeout(Duration::from_secs(20)).expect("the server starts");
        Self { address, folder, halt, thread: Some(thread), keep: false }
    }

    /// Ends it and leaves its data.
    pub(crate) fn end(mut self) -> PathBuf {
        self.keep = true;
        self.folder.clone()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time limit can be set");
        stream
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.ask("POST", path, &[("Content-Type", "application/json")], &body.to_string())
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += "\r\n";
        self.raw(&[text.as_bytes(), body.as_bytes()].concat())
    }

    /// Whatever bytes.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The answer may come before all was sent.
        let _ = stream.write_all(bytes);
        read(stream)
    }

    /// The stream of a live page, after its head.
    pub(crate) fn live(&self, path: &str) -> BufReader<TcpStream> {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address).expect("it is sent");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).expect("a head");
        assert!(line.contains("200"), "{line}");
        while line.trim_end() != "" {
            line.clear();
            reader.read_line(&mut line).expect("a head");
        }
        reader
    }

    /// Asks until the answer is as wanted.
    pub(crate) fn wait(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let found = self.get(path).json();
            if wanted(&found) {
                return found;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{path} did not come to what was wanted: {}", self.get(path).text);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.halt.raise();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        if !self.keep {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Reads an answer to its end.
pub(crate) fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    // A server that refuses may close before it has read everything; what it said counts.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { joined(body) } else { body.to_string() };
    Answer { status, head: head.to_string(), text: body }
}

/// A body without the lengths of its chunks.
fn joined(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        if length == 0 || !rest.is_char_boundary(length) || rest.len() < length {
            break;
        }
        text += &rest[..length];
        body = rest[length..].trim_start_matches("\r\n");
    }
    text
}
