//! A program with its two pipes: lines go in, lines come out through a thread, and nothing it does can hold us up.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};
use tabula_core::Fault;

/// The longest line that is read; the rest of a longer one is dropped.
const LINE: usize = 1 << 16;
/// How many lines may wait to be read; then the program has to wait.
const WAITING: usize = 1 << 10;
/// How long a program may take to leave when it is asked to.
const FAREWELL: Duration = Duration::from_millis(200);

/// A running program. It ends with this value, whatever it thinks of that.
pub(super) struct Process {
    child: Child,
    input: SyncSender<String>,
    output: Receiver<String>,
}

/// What came of waiting for a line.
pub(super) enum Heard {
    Line(String),
    /// Nothing yet.
    Silence,
    /// It will never say anything again.
    End,
}

impl Process {
    /// Starts a program in a process group of its own: Ctrl-C in the terminal is then for us to hear, not for it.
    pub(super) fn start(command: &[String]) -> Result<Self, Fault> {
        let (program, arguments) = command.split_first().ok_or_else(|| Fault::new("no program is named"))?;
        let mut started = Command::new(program);
        started.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut started, 0);
        let mut child = started.spawn().map_err(|error| Fault::new(format!("cannot start {program}: {error}")))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| Fault::new(format!("cannot speak to {program}")))?;
        let (said, output) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut lines = crate::lines::Lines::new(BufReader::new(stdout), LINE);
            // Ends with the pipe, or when nobody listens any more.
            while let Ok(Some(line)) = lines.next() {
                if said.send(line.text).is_err() {
                    break;
                }
            }
        });
        let (input, wanted) = sync_channel(WAITING);
        std::thread::spawn(move || write_all(stdin, &wanted));
        Ok(Self { child, input, output })
    }

    /// Says a line. A program that no longer listens is noticed when it is to answer.
    pub(super) fn say(&self, line: &str) {
        // The channel is full only if the program has not read a thousand lines: it does not listen either.
        let _ = self.input.try_send(format!("{line}\n"));
    }

    /// Waits for a line, for some time.
    pub(super) fn hear(&self, wait: Duration) -> Heard {
        match self.output.recv_timeout(wait) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Forgets what was said and not heard; at most what may wait, so that a flood cannot hold us here.
    pub(super) fn skip(&self) {
        for _ in 0..WAITING {
            if self.output.try_recv().is_err() {
                break;
            }
        }
    }

    /// Whether the program has ended.
    pub(super) fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// How it ended, in words.
    pub(super) fn fate(&mut self) -> String {
        let begun = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return format!("it ended ({status})"),
                // A closed pipe is seen a moment before the end itself.
                Ok(None) if begun.elapsed() < FAREWELL => std::thread::sleep(Duration::from_millis(2)),
                _ => return "it closed its output".to_string(),
            }
        }
    }

    #[cfg(unix)]
    fn kill(&mut self) {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;
        let group = i32::try_from(self.child.id()).map(Pid::from_raw);
        // Whatever it started goes with it; it may be gone already.
        if let Ok(group) = group {
            let _ = killpg(group, Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        let begun = Instant::now();
        // What it still says is swallowed, so that it cannot hang on a full pipe.
        while begun.elapsed() < FAREWELL && matches!(self.child.try_wait(), Ok(None)) {
            if let Heard::End = self.hear(Duration::from_millis(1)) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.kill();
    }
}

/// Writes what is wanted; in a thread, because a program that does not read would hold up whoever writes to it.
fn write_all(mut stdin: ChildStdin, wanted: &Receiver<String>) {
    while let Ok(line) = wanted.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}
