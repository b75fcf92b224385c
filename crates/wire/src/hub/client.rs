//! A foreign engine as a player, spoken to by the Hub protocol.

use super::squares::{from_fen, read_move, squares, write_move};
use super::variant;
use super::words::{Words, quoted};
use crate::foreign::{Accepted, Announced, Heed, Patience, Program, Thought};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Score, Stop};
use tabula_engine::{Choice, ForeignSpec, Info, OptionKind, Player, PlayerCard, Question, Record, Setup, Shelf, Table};

/// An engine that speaks the Hub protocol.
pub struct Engine {
    program: Program,
    shelf: Arc<dyn Shelf>,
    patience: Patience,
    card: PlayerCard,
    announced: Announced,
    /// The lines that set its parameters, said again after a restart.
    settings: Vec<String>,
}

impl Engine {
    /// Starts an engine and sets its parameters; it will play games of `shelf`.
    pub fn start(spec: &ForeignSpec, shelf: &Arc<dyn Shelf>, patience: Patience) -> Result<Self, Fault> {
        let mut engine = Self {
            program: Program::new(&spec.command),
            shelf: Arc::clone(shelf),
            patience,
            card: PlayerCard::default(),
            announced: Announced::default(),
            settings: Vec::new(),
        };
        engine.greet()?;
        // The protocol sets everything before it says `init`.
        for option in &spec.options {
            let line =
                engine.setting(&option.name, &option.value).map_err(|fault| Fault::at(option.column, fault.what))?;
            engine.settings.push(line);
        }
        engine.init()?;
        Ok(engine)
    }

    /// A new process, which introduces itself.
    fn greet(&mut self) -> Result<(), Fault> {
        self.program.restart()?;
        self.program.say("hub");
        let deadline = Instant::now() + self.patience.start;
        let (mut card, mut announced) = (PlayerCard::default(), Announced::default());
        self.program.until(deadline, "'wait'", |line| {
            let words = Words::read(line).ok()?;
            match words.command.as_str() {
                "id" => {
                    let version = words.get("version").unwrap_or("");
                    card.name = format!("{} {version}", words.get("name").unwrap_or("")).trim().to_string();
                    card.author = words.get("author").unwrap_or("").to_string();
                }
                "param" => announced.extend(parameter(&words)),
                _ => {}
            }
            (words.command == "wait").then_some(())
        })?;
        if card.name.is_empty() {
            card.name = self.program.short_name();
        }
        card.options.clone_from(&announced.cards);
        (self.card, self.announced) = (card, announced);
        Ok(())
    }

    /// Tells the game and all that was set, and waits until it is ready.
    fn init(&mut self) -> Result<(), Fault> {
        let name = variant(&self.shelf.card().id);
        match self.announced.accept(VARIANT, name) {
            Ok(_) => self.program.say(&format!("set-param name={VARIANT} value={name}")),
            // Engines of one game need not name it; theirs is that of the protocol.
            Err(_) if name == super::NORMAL => {}
            Err(fault) => {
                return Err(Fault::new(format!("{} does not play {name}: {}", self.program.name(), fault.what)));
            }
        }
        for line in self.settings.clone() {
            self.program.say(&line);
        }
        self.program.say("init");
        let deadline = Instant::now() + self.patience.start;
        self.program.until(deadline, "'ready'", |line| (line.trim() == "ready").then_some(()))
    }

    fn setting(&self, name: &str, value: &str) -> Result<String, Fault> {
        Ok(match self.announced.accept(name, value)? {
            Accepted::Button(name) => format!("set-param name={} value=\"\"", quoted(name)),
            Accepted::Value(card) => format!("set-param name={} value={}", quoted(&card.name), quoted(value)),
        })
    }

    /// The table of a record, for its positions and moves.
    fn table(&self, record: &Record) -> Result<Box<dyn Table>, Fault> {
        let mut table = self.shelf.table(&record.setup).map_err(|faults| Fault::new(faults.to_string()))?;
        for code in &record.moves {
            table.play(code)?;
        }
        Ok(table)
    }
}

const VARIANT: &str = "variant";

/// A parameter that is announced.
fn parameter(words: &Words) -> Option<(String, OptionKind)> {
    let default = words.get("value").unwrap_or("").to_string();
    let number = |name: &str, usual| words.get(name).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let kind = match words.get("type")? {
        "bool" => OptionKind::Switch { default: default == "true" },
        "int" => OptionKind::Number {
            default: default.parse().unwrap_or(0),
            min: number("min", i64::MIN),
            max: number("max", i64::MAX),
        },
        "enum" => {
            let values = words.get("values").unwrap_or("").split_whitespace().map(Into::into).collect();
            OptionKind::Choice { default, values }
        }
        _ => OptionKind::Text { default },
    };
    Some((words.get("name")?.to_string(), kind))
}

impl Player for Engine {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault> {
        let line = self.setting(option, value)?;
        self.program.say(&line);
        self.settings.push(line);
        Ok(())
    }

    fn ready(&mut self, _: &Setup) -> Result<(), Fault> {
        if !self.program.is_running() {
            self.greet()?;
            self.init()?;
        }
        self.program.say("new-game\nping");
        let deadline = Instant::now() + self.patience.ready;
        self.program.until(deadline, "'pong'", |line| (line.trim() == "pong").then_some(()))
    }

    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        let mut table = self.table(question.record)?;
        let orders = format!("{}\n{}\n{}", position(&self.shelf, question.record)?, level(question), go(question));
        let thought = Thought {
            orders: &orders,
            stop,
            at_once: Some("stop"),
            grace: self.patience.stop,
            hit: question.ponder.map(|hit| (hit, "ponder-hit")),
            what: "'done'",
        };
        let said = self.program.think(&thought, |line| {
            let Ok(words) = Words::read(line) else { return Heed::Nothing };
            match words.command.as_str() {
                "done" => return Heed::Answer(Ok(words.get("move").unwrap_or("").to_string())),
                "error" => return Heed::Answer(Err(words.get("message").unwrap_or("").to_string())),
                "info" => tell(&heard(&words, &mut *table)),
                _ => {}
            }
            Heed::Nothing
        })?;
        let text = said.map_err(|what| Fault::new(format!("{} says: {what}", self.card.name)))?;
        // Whether it is legal is for the referee to say; what is not is handed on as it was said.
        Ok(Choice::Move(read_move(&mut *table, &text).unwrap_or(text)))
    }
}

/// The game so far: from the last move that cannot be taken back would be enough, from the start is simpler.
fn position(shelf: &Arc<dyn Shelf>, record: &Record) -> Result<String, Fault> {
    let cannot = || Fault::new("the position cannot be written for the Hub protocol");
    let mut table = shelf.table(&record.setup).map_err(|faults| Fault::new(faults.to_string()))?;
    let start = from_fen(&table.position(), squares(&*table)).ok_or_else(cannot)?;
    let mut moves = Vec::new();
    for code in &record.moves {
        moves.push(write_move(&mut *table, code).ok_or_else(cannot)?);
        table.play(code)?;
    }
    Ok(if moves.is_empty() {
        format!("pos pos={start}")
    } else {
        format!("pos pos={start} moves=\"{}\"", moves.join(" "))
    })
}

fn level(question: &Question<'_>) -> String {
    let clock = question.clock;
    let mut lines = Vec::new();
    let seconds = |time: Duration| time.as_secs_f64().max(0.001);
    if let Some(depth) = clock.limits.depth {
        lines.push(format!("level depth={depth}"));
    }
    if let Some(nodes) = clock.limits.nodes {
        lines.push(format!("level nodes={nodes}"));
    }
    if let Some(time) = clock.move_time {
        lines.push(format!("level move-time={:.3}", seconds(time)));
    }
    if let Some(left) = &clock.left {
        let moves = left.moves.map_or_else(String::new, |moves| format!("moves={moves} "));
        let inc =
            if left.increment.is_zero() { String::new() } else { format!(" inc={:.3}", left.increment.as_secs_f64()) };
        lines.push(format!("level {moves}time={:.3}{inc}", seconds(left.time)));
    }
    // One line says it all; whoever sets several limits is held to the last one.
    lines.pop().unwrap_or_else(|| "level infinite".to_string())
}

fn go(question: &Question<'_>) -> &'static str {
    match question.ponder {
        Some(_) => "go ponder",
        None if question.clock.is_endless() => "go analyze",
        None => "go think",
    }
}

/// What an engine tells while it thinks.
fn heard(words: &Words, table: &mut dyn Table) -> Info {
    let number = |name: &str| words.get(name).and_then(|text| text.parse::<f64>().ok()).filter(|x| x.is_finite());
    let mut line = Vec::new();
    for text in words.get("pv").unwrap_or("").split_whitespace() {
        let Ok(code) = read_move(table, text) else { break };
        if table.play(&code).is_err() {
            break;
        }
        line.push(code);
    }
    line.iter().for_each(|_| {
        table.back();
    });
    Info {
        depth: number("depth").unwrap_or(0.0) as u32,
        rank: 1,
        score: Score::estimate((number("score").unwrap_or(0.0) * 100.0) as i32),
        nodes: number("nodes").unwrap_or(0.0) as u64,
        time: Duration::from_secs_f64(number("time").unwrap_or(0.0).clamp(0.0, 1e7)),
        line,
        ..Info::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::{Clock, Left, catalogue};

    #[test]
    fn a_record_is_told_from_its_start() {
        let shelf = catalogue::find("international").unwrap();
        let setup = Setup { game: "international".into(), start: None };
        let moves = ["32-28", "19-23", "28x19"].map(String::from).to_vec();
        let said = position(&shelf, &Record { setup, moves }).unwrap();
        assert!(said.ends_with("wwww moves=\"32-28 19-23 28x19x23\""), "{said}");
    }

    #[test]
    fn every_limit_has_its_line() {
        let record = Record::default();
        let say = |clock: Clock| level(&Question::new(&record, &clock));
        assert_eq!(say(Clock::depth(6)), "level depth=6");
        assert_eq!(say(Clock::move_time(Duration::from_millis(50))), "level move-time=0.050");
        let left = Left { time: Duration::from_secs(3), increment: Duration::from_millis(30), moves: Some(7) };
        assert_eq!(say(Clock { left: Some(left), ..Clock::default() }), "level moves=7 time=3.000 inc=0.030");
        assert_eq!(say(Clock::default()), "level infinite");
    }

    #[test]
    fn parameters_and_thoughts_are_heard() {
        let read = |line: &str| parameter(&Words::read(line).unwrap());
        assert_eq!(
            read("param name=book value=true type=bool"),
            Some(("book".into(), OptionKind::Switch { default: true }))
        );
        assert_eq!(read("param value=3"), None);
        let shelf = catalogue::find("international").unwrap();
        let mut table = shelf.table(&Setup { game: "international".into(), start: None }).unwrap();
        let words = Words::read("info depth=7 score=-0.31 nodes=12 time=0.5 pv=\"32-28 19-23 28x19x23 99-1\"").unwrap();
        let info = heard(&words, &mut *table);
        assert_eq!((info.depth, info.score, info.nodes), (7, Score::estimate(-31), 12));
        assert_eq!(info.line, ["32-28", "19-23", "28x19"]);
        assert!(table.played().is_empty());
    }
}
