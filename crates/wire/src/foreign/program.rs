//! A program that can be started again, and what it says.

use super::process::{Heard, Process};
use std::cell::Cell;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Stop};

/// More lines for one answer than any program has reason to say.
const FLOOD: usize = 1_000_000;
/// How late a raised stop may be noticed. Lines of the program are heard at once.
const POLL: Duration = Duration::from_millis(5);

/// A command line, and the process that runs it, if one does.
///
/// A first word `log=FILE` is not the program but where everything that is said is written to: `uci:log=talk.txt stockfish`.
pub(crate) struct Program {
    command: Vec<String>,
    log: Option<PathBuf>,
    process: Option<Process>,
}

/// How a program is spoken to while it thinks.
pub(crate) struct Thought<'a> {
    /// What it is told first.
    pub(crate) orders: &'a str,
    /// Raised when its answer is wanted at once.
    pub(crate) stop: &'a Stop,
    /// The word for that, where the protocol has one.
    pub(crate) at_once: Option<&'a str>,
    /// How long it may take after that word.
    pub(crate) grace: Duration,
    /// Raised when the move that it expects was played, and the word for that.
    pub(crate) hit: Option<(&'a Stop, &'a str)>,
    /// What it is to say, for faults.
    pub(crate) what: &'a str,
}

/// What a line means to whoever waits for an answer.
pub(crate) enum Heed<T> {
    /// Nothing.
    Nothing,
    /// The answer comes soon or never: from now on it has no more time than if it had been stopped.
    Soon,
    /// This is the answer.
    Answer(T),
}

impl<T> From<Option<T>> for Heed<T> {
    fn from(answer: Option<T>) -> Self {
        answer.map_or(Self::Nothing, Self::Answer)
    }
}

impl Program {
    pub(crate) fn new(command: &[String]) -> Self {
        let log = command.first().and_then(|word| word.strip_prefix("log=")).filter(|_| command.len() > 1);
        let words = if log.is_some() { &command[1..] } else { command };
        Self { command: words.to_vec(), log: log.map(PathBuf::from), process: None }
    }

    /// As it is named in faults.
    pub(crate) fn name(&self) -> &str {
        self.command.first().map_or("", String::as_str)
    }

    /// The last part of its path, for programs that do not say who they are.
    pub(crate) fn short_name(&self) -> String {
        self.name().rsplit(['/', '\\']).next().unwrap_or_default().to_string()
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Whether a process runs that has not ended by itself.
    pub(crate) fn is_alive(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| !process.is_over())
    }

    /// A new process; one that runs already is ended.
    pub(crate) fn restart(&mut self) -> Result<(), Fault> {
        self.process = None;
        self.process = Some(Process::start(&self.command, self.log.as_deref())?);
        Ok(())
    }

    /// Ends the process; the next game has a new one.
    pub(crate) fn end(&mut self) {
        self.process = None;
    }

    /// Says a line, or several.
    pub(crate) fn say(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            process.say(line);
        }
    }

    /// Forgets what was said and not heard: an answer that comes after its question was over must not be taken for
    /// the next one.
    pub(crate) fn skip(&self) {
        if let Some(process) = &self.process {
            process.skip();
        }
    }

    /// Hears lines until `wanted` finds what it wants; a failure ends the process.
    pub(crate) fn until<T>(
        &mut self,
        deadline: Instant,
        what: &str,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        self.listen(|_| Some(deadline), what, &mut wanted)
    }

    /// Gives orders and hears lines until one of them is the answer. A program that does not answer when it has to is
    /// ended.
    pub(crate) fn think<T>(
        &mut self,
        thought: &Thought<'_>,
        mut heed: impl FnMut(&str) -> Heed<T>,
    ) -> Result<T, Fault> {
        let Thought { orders, stop, at_once, grace, what, .. } = *thought;
        self.skip();
        self.say(orders);
        let mut waiting = thought.hit.filter(|(hit, _)| !hit.is_raised());
        let mut stopped: Option<Instant> = None;
        let soon: Cell<Option<Instant>> = Cell::new(None);
        self.listen(
            |process| {
                if let Some((_, word)) = waiting.take_if(|(hit, _)| hit.is_raised()) {
                    process.say(word);
                }
                if stopped.is_none() && stop.is_raised() {
                    if let Some(word) = at_once {
                        process.say(word);
                    }
                    stopped = Some(Instant::now() + grace);
                }
                stopped.or(soon.get())
            },
            what,
            &mut |line| match heed(line) {
                Heed::Nothing => None,
                Heed::Soon => {
                    soon.set(Some(Instant::now() + grace));
                    None
                }
                Heed::Answer(answer) => Some(answer),
            },
        )
    }

    /// As [`until`](Self::until), with a deadline that may come later; asked at least every [`POLL`].
    fn listen<T>(
        &mut self,
        deadline: impl FnMut(&mut Process) -> Option<Instant>,
        what: &str,
        wanted: &mut dyn FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let heard = self.hear(deadline, what, wanted);
        if heard.is_err() {
            self.process = None;
        }
        heard
    }

    /// As [`listen`](Self::listen), but a failure leaves the process alone.
    pub(crate) fn hear<T>(
        &mut self,
        mut deadline: impl FnMut(&mut Process) -> Option<Instant>,
        what: &str,
        wanted: &mut dyn FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let name = self.name().to_string();
        let Some(process) = &mut self.process else { return Err(Fault::new(format!("{name} is not running"))) };
        let mut over = false;
        for _ in 0..FLOOD {
            let line = loop {
                let wait = match deadline(process) {
                    Some(deadline) => match deadline.checked_duration_since(Instant::now()) {
                        Some(left) if !left.is_zero() => left.min(POLL),
                        _ => return Err(Fault::new(format!("{name} did not say {what} in time"))),
                    },
                    None => POLL,
                };
                match process.hear(wait) {
                    Heard::Line(line) => break line,
                    // Something it has started may hold its output open. What it said last may still be on its way.
                    Heard::Silence if !over => over = process.is_over(),
                    Heard::Silence | Heard::End => {
                        return Err(Fault::new(format!("{name} did not say {what}: {}", process.fate())));
                    }
                }
            };
            if let Some(found) = wanted(&line) {
                return Ok(found);
            }
        }
        Err(Fault::new(format!("{name} said {FLOOD} lines without {what}")))
    }
}
