//! For tests: a conversation with a server on another thread, through pipes made of channels.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Nothing that is tested takes so long.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long nothing has to be heard to count as silence.
const SILENCE: Duration = Duration::from_millis(60);

/// A server and whoever talks to it.
pub(crate) struct Talk {
    to: Option<Sender<Vec<u8>>>,
    from: Receiver<String>,
    server: Option<JoinHandle<io::Result<()>>>,
}

struct Ear {
    from: Receiver<Vec<u8>>,
    held: Vec<u8>,
}

impl Read for Ear {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.held.is_empty() {
            match self.from.recv() {
                Ok(bytes) => self.held = bytes,
                Err(_) => return Ok(0),
            }
        }
        let taken = self.held.len().min(buffer.len());
        buffer[..taken].copy_from_slice(&self.held[..taken]);
        self.held.drain(..taken);
        Ok(taken)
    }
}

struct Lips {
    to: Sender<String>,
    held: Vec<u8>,
}

impl Write for Lips {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.held.extend_from_slice(bytes);
        while let Some(end) = self.held.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.held.drain(..=end).collect();
            let _ = self.to.send(String::from_utf8_lossy(&line[..end]).into_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Talk {
    /// Starts the server.
    pub(crate) fn begin<F>(serve: F) -> Self
    where
        F: FnOnce(BufReader<Box<dyn Read>>, &mut (dyn Write + Send)) -> io::Result<()> + Send + 'static,
    {
        let (to, heard) = channel();
        let (said, from) = channel();
        let server = std::thread::spawn(move || {
            let ear: Box<dyn Read> = Box::new(Ear { from: heard, held: Vec::new() });
            serve(BufReader::new(ear), &mut Lips { to: said, held: Vec::new() })
        });
        Self { to: Some(to), from, server: Some(server) }
    }

    /// Says lines.
    pub(crate) fn say(&mut self, lines: &str) {
        self.say_bytes(format!("{lines}\n").as_bytes());
    }

    /// Says anything.
    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        let to = self.to.as_ref().expect("the conversation goes on");
        to.send(bytes.to_vec()).expect("somebody listens");
    }

    /// Everything up to the line that begins so.
    pub(crate) fn hear(&mut self, wanted: &str) -> Vec<String> {
        self.hear_until(wanted, |line| line.starts_with(wanted))
    }

    /// Everything up to the line that has this in it.
    pub(crate) fn hear_end(&mut self, wanted: &str) -> Vec<String> {
        self.hear_until(wanted, |line| line.contains(wanted))
    }

    /// Everything up to the next empty line.
    pub(crate) fn hear_end_of_answer(&mut self) -> Vec<String> {
        self.hear_until("an empty line", str::is_empty)
    }

    fn hear_until(&mut self, wanted: &str, is_it: impl Fn(&str) -> bool) -> Vec<String> {
        let begun = Instant::now();
        let mut said: Vec<String> = Vec::new();
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            match self.from.recv_timeout(left) {
                Ok(line) => said.push(line),
                Err(_) => panic!("waited for '{wanted}', heard {said:#?}"),
            }
            if said.last().is_some_and(|line| is_it(line)) {
                return said;
            }
        }
    }

    /// For a while nothing is heard that begins so.
    pub(crate) fn silent(&mut self, unwanted: &str) {
        let begun = Instant::now();
        while let Some(left) = SILENCE.checked_sub(begun.elapsed()) {
            match self.from.recv_timeout(left) {
                Ok(line) => assert!(!line.starts_with(unwanted), "{line}"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the server has left"),
            }
        }
    }

    /// Ends the input, waits for the server to leave, and returns what it still said.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.to = None;
        self.server.take().expect("it was started").join().expect("no panic").expect("no failure");
        self.from.try_iter().collect()
    }
}
