//! A foreign engine as a player, spoken to by the Gomocup protocol.
//!
//! For each move the engine is told the whole board (`BOARD` ... `DONE`), as the protocol allows at any time: nothing
//! that it believes of the game so far can then differ from what stands.
//!
//! Left out: options (the protocol has none), thinking in the opponent's time, confining a search to some moves,
//! limits of depth and of nodes. There is no word to end a thought either: a program that goes on when its answer is
//! wanted is ended.

use super::rule::{self, Point};
use crate::foreign::{Patience, Program, Thought};
use crate::worker::wait_for;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Mover, Side, Square, Stop};
use tabula_engine::{Choice, Clock, ForeignSpec, Info, Player, PlayerCard, Question, Record, Setup, Shelf};

/// Told to engines whose time does not matter: an hour.
const ENDLESS: Duration = Duration::from_secs(3_600);

/// An engine that speaks the Gomocup protocol.
pub struct Engine {
    program: Program,
    shelf: Arc<dyn Shelf>,
    patience: Patience,
    card: PlayerCard,
    rule: u32,
    size: usize,
}

/// What a line says.
enum Said {
    Move(Point),
    Refusal(String),
}

impl Engine {
    /// Starts an engine; it will play games of `shelf`.
    pub fn start(spec: &ForeignSpec, shelf: &Arc<dyn Shelf>, patience: Patience) -> Result<Self, Fault> {
        let id = &shelf.card().id;
        let (rule, size) =
            rule::of(id).ok_or_else(|| Fault::new(format!("the Gomocup protocol has no words for {id}")))?;
        let mut engine = Self {
            program: Program::new(&spec.command),
            shelf: Arc::clone(shelf),
            patience,
            card: PlayerCard::default(),
            rule,
            size,
        };
        for option in &spec.options {
            engine.set(&option.name, &option.value).map_err(|fault| Fault::at(option.column, fault.what))?;
        }
        engine.restart()?;
        Ok(engine)
    }

    /// A new process, greeted.
    fn restart(&mut self) -> Result<(), Fault> {
        self.program.restart()?;
        self.begin(self.patience.start)?;
        self.program.say("ABOUT");
        let deadline = Instant::now() + self.patience.ready;
        let about = self.program.until(deadline, "who it is", |line| {
            let line = line.trim();
            (line.contains("name=") || is_refusal(line)).then(|| line.to_string())
        })?;
        self.card = PlayerCard {
            name: quoted(&about, "name").unwrap_or_else(|| self.program.short_name()),
            author: quoted(&about, "author").unwrap_or_default(),
            options: Vec::new(),
        };
        Ok(())
    }

    /// A new game.
    fn begin(&mut self, patience: Duration) -> Result<(), Fault> {
        self.program.say(&format!("START {}", self.size));
        let deadline = Instant::now() + patience;
        let said = self.program.until(deadline, "'OK'", |line| {
            let line = line.trim();
            let ok = line.eq_ignore_ascii_case("OK");
            (ok || is_refusal(line)).then(|| if ok { Ok(()) } else { Err(line.to_string()) })
        })?;
        if let Err(line) = said {
            self.program.end();
            return Err(Fault::new(format!("{} cannot set up the game: {line}", self.program.name())));
        }
        self.program.say(&format!("INFO rule {}", self.rule));
        Ok(())
    }

    /// The stones of a game so far, in the order in which they were put, and who moves.
    fn stones(&self, record: &Record) -> Result<(Vec<(Point, Side)>, Side), Fault> {
        let mut table = self.shelf.table(&record.setup).map_err(|faults| Fault::new(faults.to_string()))?;
        let point = |on: Square| Point { x: on.index() % self.size, y: self.size - 1 - on.index() / self.size };
        let men = table.view().men;
        let mut stones: Vec<_> = men.iter().filter_map(|man| Some((point(man.on), man.side?))).collect();
        for code in &record.moves {
            let played = table.play(code)?;
            stones.extend(Point::named(&played.code, self.size).zip(played.by));
        }
        match table.mover() {
            Mover::Player(side) => Ok((stones, side)),
            Mover::Chance => Err(Fault::new("the Gomocup protocol has no words for a die")),
        }
    }
}

/// The orders that tell the time.
fn times(clock: &Clock) -> Result<String, Fault> {
    if clock.limits.depth.is_some() || clock.limits.nodes.is_some() {
        return Err(Fault::new("the Gomocup protocol has no limit of depth or nodes"));
    }
    let left = clock.left.map(|left| left.time);
    let turn = clock.move_time.or(left).unwrap_or(ENDLESS);
    // Nought would mean "as fast as possible" for a move, and "no limit" for a game.
    let millis = |time: Duration| time.as_millis().clamp(1, i32::MAX as u128);
    let (game, left) = left.map_or((0, i32::MAX as u128), |left| (millis(left), millis(left)));
    Ok(format!("INFO timeout_turn {}\nINFO timeout_match {game}\nINFO time_left {left}", millis(turn)))
}

impl Player for Engine {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, _: &str) -> Result<(), Fault> {
        Err(Fault::new(format!("the Gomocup protocol has no options, found '{option}'")))
    }

    fn ready(&mut self, _: &Setup) -> Result<(), Fault> {
        if self.program.is_running() { self.begin(self.patience.ready) } else { self.restart() }
    }

    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        if !question.only.is_empty() {
            return Err(Fault::new("the Gomocup protocol cannot confine a search to some moves"));
        }
        if let Some(hit) = question.ponder {
            wait_for(&[stop, hit]);
        }
        let (stones, own) = self.stones(question.record)?;
        let mut orders = times(question.clock)?;
        if stones.is_empty() {
            orders += "\nBEGIN";
        } else {
            orders += "\nBOARD\n";
            for (point, side) in stones {
                orders += &format!("{point},{}\n", if side == own { 1 } else { 2 });
            }
            orders += "DONE";
        }
        let begun = Instant::now();
        let thought =
            Thought { orders: &orders, stop, at_once: None, grace: self.patience.stop, hit: None, what: "a move" };
        let said = self.program.think(&thought, |line| {
            let line = line.trim();
            // A move may be suggested first; since the board is told each time, a suggestion is as good as a move.
            let text = line.strip_prefix("SUGGEST").unwrap_or(line);
            let said = match Point::read(text) {
                Some(point) => Some(Said::Move(point)),
                None => is_refusal(line).then(|| Said::Refusal(line.to_string())),
            };
            said.into()
        })?;
        match said {
            Said::Move(point) => {
                // What is beside the board is handed on, for the referee to judge.
                let code = point.name(self.size).unwrap_or_else(|| point.to_string());
                tell(&Info { rank: 1, line: vec![code.clone()], time: begun.elapsed(), ..Info::default() });
                Ok(Choice::Move(code))
            }
            Said::Refusal(line) => {
                self.program.end();
                Err(Fault::new(format!("{} refused to move: {line}", self.program.name())))
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.program.say("END");
    }
}

fn is_refusal(line: &str) -> bool {
    ["ERROR", "UNKNOWN"].iter().any(|word| line.split_whitespace().next() == Some(word))
}

/// The value of `key="value"` in a line.
fn quoted(line: &str, key: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("{key}=\""))?;
    rest.split_once('"').map(|(value, _)| value.to_string()).filter(|value| !value.is_empty())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use tabula_engine::catalogue;
    use tabula_engine::foreign::Protocol;

    /// An engine made of a shell script: what it does with each line.
    fn start(id: &str, cases: &str) -> Result<Engine, Fault> {
        let script = format!("while read line; do case \"$line\" in {cases} END) exit;; esac; done");
        let command = ["sh", "-c", &script].map(String::from).to_vec();
        let spec = ForeignSpec { protocol: Protocol::Gomocup, command, options: Vec::new() };
        let shelf = catalogue::find(id).map_err(|faults| Fault::new(faults.to_string()))?;
        Engine::start(&spec, &shelf, Patience::default())
    }

    const POLITE: &str =
        "START*) echo MESSAGE hello; echo OK;; ABOUT) echo 'name=\"Fake\", version=\"1\", author=\"me\"';;";

    fn ask(engine: &mut Engine, moves: &[&str], clock: &Clock) -> Result<Choice, Fault> {
        let setup = Setup { game: engine.shelf.card().id.clone(), start: None };
        let record = Record { setup, moves: moves.iter().map(ToString::to_string).collect() };
        engine.choose(&Question::new(&record, clock), &Stop::default(), &mut |_| {})
    }

    #[test]
    fn a_game_is_told_and_moves_are_heard() {
        // It answers with the last stone that it was told, one further to the right.
        let cases = format!(
            "{POLITE} BEGIN) echo DEBUG thinking; echo 7,7;; *,*,2) last=${{line%,2}};; \
             DONE) echo \"SUGGEST $((${{last%,*}} + 1)),${{last#*,}}\";;"
        );
        let mut engine = start("gomoku19", &cases).unwrap();
        assert_eq!((engine.card().name.as_str(), engine.card().author.as_str()), ("Fake", "me"));
        engine.ready(&Setup { game: "gomoku19".into(), start: None }).unwrap();
        let clock = Clock::move_time(Duration::from_secs(1));
        assert_eq!(ask(&mut engine, &[], &clock).unwrap(), Choice::Move("h12".into()));
        assert_eq!(ask(&mut engine, &["h12", "a19"], &clock).unwrap(), Choice::Move("b19".into()));
        assert_eq!(ask(&mut engine, &["h12"], &clock).unwrap(), Choice::Move("i12".into()));
    }

    #[test]
    fn what_goes_wrong_is_a_fault() {
        let refused = |cases: &str| start("gomoku", cases).err().map(|fault| fault.to_string());
        assert_eq!(
            refused("START*) echo ERROR too large;;").as_deref(),
            Some("sh cannot set up the game: ERROR too large")
        );
        assert!(start("chess", POLITE).is_err_and(|fault| fault.what.contains("no words for chess")));
        let clock = Clock::move_time(Duration::from_secs(1));
        let mut rude = start("gomoku", &format!("{POLITE} BEGIN) echo ERROR no;; DONE) exit;;")).unwrap();
        assert!(ask(&mut rude, &[], &clock).is_err_and(|fault| fault.what == "sh refused to move: ERROR no"));
        rude.ready(&Setup::default()).unwrap();
        assert!(ask(&mut rude, &["h8"], &clock).is_err_and(|fault| fault.what.contains("did not say a move")));
        assert!(ask(&mut rude, &[], &Clock::depth(3)).is_err());
        assert!(rude.set("Hash", "1").is_err());
    }

    #[test]
    fn the_time_is_told() {
        let clock = Clock::move_time(Duration::from_millis(1500));
        let told = "INFO timeout_turn 1500\nINFO timeout_match 0\nINFO time_left 2147483647";
        assert_eq!(times(&clock).unwrap(), told);
    }
}
