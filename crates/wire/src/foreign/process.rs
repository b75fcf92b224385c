//! A program with its two pipes: lines go in, lines come out through a thread, and nothing it does can hold us up.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};
use tabula_core::Fault;

/// The longest line that is read; the rest of a longer one is dropped.
const LINE: usize = 1 << 16;
/// How many lines may wait to be read; then the program has to wait.
const WAITING: usize = 1 << 10;
/// How long a program may take to leave when it is asked to.
const FAREWELL: Duration = Duration::from_millis(200);

/// Where Debian keeps games; not everybody's path has it.
const GAMES: &str = "/usr/games";

/// How long a program may leave what it is told unread; on a busy machine it may have to wait for its turn to read.
const DEAF: Duration = Duration::from_secs(1);

/// A running program. It ends with this value, whatever it thinks of that.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    log: Log,
}

/// What came of waiting for a line.
pub(crate) enum Heard {
    Line(String),
    /// Nothing yet.
    Silence,
    /// It will never say anything again.
    End,
}

impl Process {
    /// Starts a program in a process group of its own: Ctrl-C in the terminal is then for us to hear, not for it. What is
    /// said on both sides goes to the end of `log`, too.
    pub(crate) fn start(command: &[String], log: Option<&Path>) -> Result<Self, Fault> {
        let (program, arguments) = command.split_first().ok_or_else(|| Fault::new("no program is named"))?;
        let spawn = |program: &str| {
            let mut started = Command::new(program);
            started.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            #[cfg(unix)]
            std::os::unix::process::CommandExt::process_group(&mut started, 0);
            started.spawn()
        };
        let started = match spawn(program) {
            Err(error) if error.kind() == ErrorKind::NotFound && !program.contains('/') => {
                spawn(&format!("{GAMES}/{program}")).map_err(|_| error)
            }
            started => started,
        };
        let mut child = started.map_err(|error| Fault::new(format!("cannot start {program}: {error}")))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (stdin, stdout) = pipes.ok_or_else(|| Fault::new(format!("cannot speak to {program}")))?;
        let (said, output) = sync_channel(WAITING);
        let log = Log::open(log, child.id())?;
        let mut heard = log.clone();
        std::thread::spawn(move || {
            let mut lines = crate::lines::Lines::new(BufReader::new(stdout), LINE);
            // Ends with the pipe, or when nobody listens any more.
            while let Ok(Some(line)) = lines.next() {
                heard.write('<', &line.text);
                if said.send(line.text).is_err() {
                    break;
                }
            }
        });
        #[cfg(unix)]
        never_wait(&stdin).map_err(|error| Fault::new(format!("cannot speak to {program}: {error}")))?;
        Ok(Self { child, input: stdin, output, log })
    }

    /// Says a line. A program that no longer listens is noticed when it is to answer.
    pub(crate) fn say(&mut self, line: &str) {
        self.log.write('>', line);
        let text = format!("{line}\n");
        let mut rest = text.as_bytes();
        let begun = Instant::now();
        while !rest.is_empty() {
            match self.input.write(rest) {
                Ok(written) => rest = &rest[written..],
                // The pipe is full: only a program that does not read lets it come to that.
                Err(error) if error.kind() == ErrorKind::WouldBlock && begun.elapsed() < DEAF => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// Waits for a line, for some time.
    pub(crate) fn hear(&self, wait: Duration) -> Heard {
        match self.output.recv_timeout(wait) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// Forgets what was said and not heard; at most what may wait, so that a flood cannot hold us here.
    pub(crate) fn skip(&self) {
        for _ in 0..WAITING {
            if self.output.try_recv().is_err() {
                break;
            }
        }
    }

    /// Whether the program has ended.
    pub(crate) fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// How it ended, in words.
    pub(crate) fn fate(&mut self) -> String {
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

/// Everything that is said between us and a program, if anybody wants to read it.
#[derive(Clone)]
struct Log(Option<(Arc<File>, u32, Instant)>);

impl Log {
    /// Several programs may write to one file: each line says whose it is, and when it was said.
    fn open(place: Option<&Path>, process: u32) -> Result<Self, Fault> {
        let Some(place) = place else { return Ok(Self(None)) };
        let file = File::options().create(true).append(true).open(place);
        let file = file.map_err(|error| Fault::new(format!("cannot write {}: {error}", place.display())))?;
        Ok(Self(Some((Arc::new(file), process, Instant::now()))))
    }

    fn write(&mut self, direction: char, line: &str) {
        let Some((file, process, begun)) = &self.0 else { return };
        let text = format!("{process} {:.3} {direction} {line}\n", begun.elapsed().as_secs_f64());
        // A log that cannot be written (a full disk) must not cost anybody the game.
        let _ = (&**file).write_all(text.as_bytes());
    }
}

/// Makes writing fail rather than wait where a pipe is full: a program that does not read must not hold us up. Our end
/// alone is changed.
#[cfg(unix)]
fn never_wait(stdin: &ChildStdin) -> nix::Result<()> {
    use nix::fcntl::{FcntlArg, OFlag, fcntl};
    fcntl(stdin, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map(|_| ())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_read_holds_up_nobody() {
        let begun = Instant::now();
        let mut process = Process::start(&["sleep".to_string(), "30".to_string()], None).unwrap();
        // More than any pipe takes.
        process.say(&"x".repeat(1 << 21));
        drop(process);
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }

    #[test]
    fn what_is_said_can_be_read_afterwards() {
        let place = std::env::temp_dir().join(format!("tabula-log-{}", std::process::id()));
        let mut process = Process::start(&["cat".to_string()], Some(&place)).unwrap();
        process.say("isready");
        assert!(matches!(process.hear(Duration::from_secs(10)), Heard::Line(_)));
        let id = process.child.id();
        drop(process);
        let log = std::fs::read_to_string(&place).unwrap();
        std::fs::remove_file(place).unwrap();
        let lines: Vec<_> = log.lines().map(|line| line.splitn(3, ' ').collect::<Vec<_>>()).collect();
        assert_eq!((lines[0][0], lines[0][2], lines[1][2]), (id.to_string().as_str(), "> isready", "< isready"));
    }

    #[test]
    fn long_words_reach_a_program_that_reads_slowly() {
        let script = "sleep 0.05; head -c 300001 | wc -c";
        let mut process = Process::start(&["sh", "-c", script].map(String::from), None).unwrap();
        process.say(&"x".repeat(300_000));
        let Heard::Line(count) = process.hear(Duration::from_secs(10)) else { panic!("nothing was heard") };
        assert_eq!(count.trim(), "300001");
    }
}
