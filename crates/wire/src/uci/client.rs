//! A foreign engine as a player: its own process, spoken to by UCI.
//!
//! Whatever the engine does wrong (it ends, hangs, floods, says nonsense) is a [`Fault`] of the call at hand. The
//! process is then ended, and started again for the next game. Whether a move is legal is for the referee to say.

mod options;
mod process;

use super::info;
use options::Announced;
use process::{Heard, Process};
use std::fmt::Write;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Stop};
use tabula_engine::{Choice, ForeignSpec, Info, Left, Player, PlayerCard, Question, Record, Setup};

/// How long an engine may take for what needs no thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From its start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`.
    pub ready: Duration,
    /// From `stop` to `bestmove`.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { start: Duration::from_secs(10), ready: Duration::from_secs(10), stop: Duration::from_secs(1) }
    }
}

/// More lines for one answer than any engine has reason to say.
const FLOOD: usize = 1_000_000;
/// How late a raised stop may be noticed. Lines of the engine are heard at once.
const POLL: Duration = Duration::from_millis(5);

/// An engine that speaks UCI.
pub struct Engine {
    command: Vec<String>,
    patience: Patience,
    card: PlayerCard,
    announced: Announced,
    /// The lines that set its options, said again after a restart.
    settings: Vec<String>,
    process: Option<Process>,
    /// Who is White is asked of the table once a game: the protocol names clocks by colour.
    second_begins: bool,
}

impl Engine {
    /// Starts an engine and sets its options.
    pub fn start(spec: &ForeignSpec, patience: Patience) -> Result<Self, Fault> {
        let mut engine = Self {
            command: spec.command.clone(),
            patience,
            card: PlayerCard::default(),
            announced: Announced::default(),
            settings: Vec::new(),
            process: None,
            second_begins: false,
        };
        engine.restart()?;
        for option in &spec.options {
            engine.set(&option.name, &option.value).map_err(|fault| Fault::at(option.column, fault.what))?;
        }
        Ok(engine)
    }

    fn program(&self) -> &str {
        self.command.first().map_or("", String::as_str)
    }

    /// A new process, greeted and set up.
    fn restart(&mut self) -> Result<(), Fault> {
        self.process = Some(Process::start(&self.command)?);
        self.say("uci");
        let deadline = Instant::now() + self.patience.start;
        let mut card = PlayerCard::default();
        let mut announced = Announced::default();
        self.until(deadline, "'uciok'", |line| {
            let line = line.trim();
            if let Some(name) = line.strip_prefix("id name ") {
                card.name = name.trim().to_string();
            } else if let Some(author) = line.strip_prefix("id author ") {
                card.author = author.trim().to_string();
            } else if line.starts_with("option ") {
                announced.hear(line);
            }
            (line == "uciok").then_some(())
        })?;
        if card.name.is_empty() {
            card.name = self.program().rsplit(['/', '\\']).next().unwrap_or_default().to_string();
        }
        card.options.clone_from(&announced.cards);
        (self.card, self.announced) = (card, announced);
        for line in self.settings.clone() {
            self.say(&line);
        }
        Ok(())
    }

    fn say(&mut self, line: &str) {
        if let Some(process) = &mut self.process {
            process.say(line);
        }
    }

    /// Hears lines until `wanted` finds what it wants; a failure ends the process.
    fn until<T>(
        &mut self,
        deadline: Instant,
        what: &str,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let heard = self.listen(|_| Some(deadline), what, &mut wanted);
        if heard.is_err() {
            self.process = None;
        }
        heard
    }

    /// As [`until`](Self::until), with a deadline that may come later; asked at least every [`POLL`].
    fn listen<T>(
        &mut self,
        mut deadline: impl FnMut(&mut Process) -> Option<Instant>,
        what: &str,
        wanted: &mut dyn FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let name = self.program().to_string();
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

    /// Tells the engine which kind of chess is played.
    fn variant(&mut self, game: &str) -> Result<(), Fault> {
        let fischer = self.announced.card("UCI_Chess960").is_some();
        let lines = match game {
            "chess" | "chess960" if fischer => {
                vec![self.announced.set("UCI_Chess960", if game == "chess" { "false" } else { "true" })?]
            }
            "chess" => Vec::new(),
            _ => {
                let cannot =
                    |fault: Fault| Fault::new(format!("{} does not play {game}: {}", self.program(), fault.what));
                vec![self.announced.set("UCI_Variant", game).map_err(cannot)?]
            }
        };
        for line in lines {
            self.say(&line);
        }
        Ok(())
    }
}

impl Player for Engine {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault> {
        let line = self.announced.set(option, value)?;
        self.say(&line);
        self.settings.push(line);
        Ok(())
    }

    fn ready(&mut self, setup: &Setup) -> Result<(), Fault> {
        if self.process.is_none() {
            self.restart()?;
        }
        self.variant(&setup.game)?;
        self.second_begins = setup.start.as_deref().is_some_and(second_begins);
        self.say("ucinewgame\nisready");
        let deadline = Instant::now() + self.patience.ready;
        self.until(deadline, "'readyok'", |line| (line.trim() == "readyok").then_some(()))
    }

    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        let second = self.second_begins != (question.record.moves.len() % 2 == 1);
        let orders = format!("{}\n{}", position(question.record), go(question, second));
        if let Some(process) = &mut self.process {
            // An answer that comes after its question was over must not be taken for the next one.
            process.skip();
            process.say(&orders);
        }
        let grace = self.patience.stop;
        let mut pondering = question.ponder.filter(|hit| !hit.is_raised());
        let mut stopped: Option<Instant> = None;
        let choice = self.listen(
            |process| {
                if pondering.is_some_and(Stop::is_raised) {
                    process.say("ponderhit");
                    pondering = None;
                }
                if stopped.is_none() && stop.is_raised() {
                    process.say("stop");
                    stopped = Some(Instant::now() + grace);
                }
                stopped
            },
            "'bestmove'",
            &mut |line| {
                let mut words = line.split_ascii_whitespace();
                match words.next() {
                    Some("bestmove") => Some(words.next().unwrap_or_default().to_string()),
                    Some("info") => {
                        if let Some(info) = info::read(line) {
                            tell(&info);
                        }
                        None
                    }
                    _ => None,
                }
            },
        );
        if choice.is_err() {
            self.process = None;
        }
        choice.map(Choice::Move)
    }
}

/// Whether the second player moves first in a position given as FEN.
fn second_begins(fen: &str) -> bool {
    fen.split_ascii_whitespace().nth(1) == Some("b")
}

fn position(record: &Record) -> String {
    let mut text = match &record.setup.start {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".to_string(),
    };
    if !record.moves.is_empty() {
        text.push_str(" moves");
    }
    for code in &record.moves {
        text.push(' ');
        text.push_str(code);
    }
    text
}

/// The question as a `go` line; `second` is whether the second player is asked.
fn go(question: &Question<'_>, second: bool) -> String {
    let clock = question.clock;
    let mut text = "go".to_string();
    let mut add = |name: &str, value: u128| {
        // Writing to a string cannot fail.
        let _ = write!(text, " {name} {value}");
    };
    if let Some(left) = &clock.left {
        // Where the opponent's time is not known, it is as good as ours.
        let rival = question.rival.unwrap_or(Left { moves: None, ..*left });
        let (white, black) = if second { (&rival, left) } else { (left, &rival) };
        // An engine that is told of no time at all may think for ever.
        add("wtime", white.time.as_millis().max(1));
        add("btime", black.time.as_millis().max(1));
        if !(white.increment.is_zero() && black.increment.is_zero()) {
            add("winc", white.increment.as_millis());
            add("binc", black.increment.as_millis());
        }
        if let Some(moves) = left.moves {
            add("movestogo", u128::from(moves));
        }
    }
    if let Some(time) = clock.move_time {
        add("movetime", time.as_millis().max(1));
    }
    if let Some(depth) = clock.limits.depth {
        add("depth", u128::from(depth));
    }
    if let Some(nodes) = clock.limits.nodes {
        add("nodes", u128::from(nodes));
    }
    if clock.is_endless() {
        text.push_str(" infinite");
    }
    if question.ponder.is_some() {
        text.push_str(" ponder");
    }
    if !question.only.is_empty() {
        text.push_str(" searchmoves");
        for code in question.only {
            text.push(' ');
            text.push_str(code);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::Clock;

    fn record(start: Option<&str>, moves: &[&str]) -> Record {
        let setup = Setup { game: "chess".into(), start: start.map(Into::into) };
        Record { setup, moves: moves.iter().map(ToString::to_string).collect() }
    }

    #[test]
    fn positions_are_told_with_their_moves() {
        assert_eq!(position(&record(None, &[])), "position startpos");
        assert_eq!(
            position(&record(Some("8/8/8/8/8/8/8/8 b - - 0 1"), &["e2e4", "e7e5"])),
            "position fen 8/8/8/8/8/8/8/8 b - - 0 1 moves e2e4 e7e5"
        );
    }

    #[test]
    fn clocks_are_told_by_colour() {
        let left =
            |seconds, moves| Left { time: Duration::from_secs(seconds), increment: Duration::from_millis(30), moves };
        let record = record(None, &[]);
        let clock = Clock { left: Some(left(3, Some(7))), ..Clock::default() };
        let question = Question { rival: Some(left(2, None)), ..Question::new(&record, &clock) };
        assert_eq!(go(&question, false), "go wtime 3000 btime 2000 winc 30 binc 30 movestogo 7");
        assert_eq!(go(&question, true), "go wtime 2000 btime 3000 winc 30 binc 30 movestogo 7");
    }

    #[test]
    fn every_limit_has_its_word() {
        let record = record(None, &[]);
        let say = |clock: Clock| go(&Question::new(&record, &clock), false);
        assert_eq!(say(Clock::depth(6)), "go depth 6");
        assert_eq!(say(Clock::move_time(Duration::from_micros(100))), "go movetime 1");
        assert_eq!(say(Clock::default()), "go infinite");
        let none = Clock { left: Some(Left::default()), ..Clock::default() };
        assert_eq!(say(none), "go wtime 1 btime 1");
    }
}
