//! Our players as Hub engines.
//!
//! One thread reads orders and is never busy, another one thinks. Orders that are not known, and arguments likewise, are passed over as
//! the protocol asks; what cannot be done is answered by `error message="..."`. The end of the input is `quit`.

use super::squares::{read_move, squares, to_fen, write_move};
use super::words::{Words, quoted};
use super::{INTERNATIONAL, NORMAL, variant};
use crate::ear::{self, Next};
use crate::identity::{Identity, house};
use crate::lines::{Line, Lines};
use crate::mouth::Mouth;
use crate::worker::{Worker, wait_for};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;
use tabula_core::{Score, Stop};
use tabula_engine::{Choice, Clock, Info, Left, OptionKind, Player, Question, Setup, Shelf, Table, catalogue};

/// Longer lines are skipped.
const LONGEST_LINE: usize = 1 << 16;
/// The family of games that are played over this protocol.
const FAMILY: &str = "draughts";
/// No time is longer.
const LONGEST: f64 = 1e7;

/// Speaks the protocol until `quit` or the end of the input.
pub fn serve(identity: Identity<'_>, input: impl BufRead, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let mouth = Mouth::new(out);
    let shelf = catalogue::find(INTERNATIONAL).map_err(io::Error::other)?;
    let table = open(&*shelf, None).map_err(io::Error::other)?;
    let heard = std::thread::scope(|scope| {
        let player = shelf.player(&house(identity.seed)).map_err(io::Error::other)?;
        let options = player.card().options.clone();
        let mut server = Server {
            identity,
            mouth: &mouth,
            worker: Worker::start(scope, player),
            options,
            shelf: Arc::clone(&shelf),
            table,
            clock: Clock::default(),
            running: None,
        };
        let heard = ear::listen(Lines::new(input, LONGEST_LINE), &mouth, |line| server.hear(line));
        server.interrupt();
        heard
    });
    heard.and(mouth.finish())
}

fn open(shelf: &dyn Shelf, start: Option<String>) -> Result<Box<dyn Table>, String> {
    shelf.table(&Setup { game: shelf.card().id.clone(), start }).map_err(|faults| faults.to_string())
}

struct Server<'s, 'm> {
    identity: Identity<'s>,
    mouth: &'s Mouth<'m>,
    worker: Worker<'s>,
    options: Vec<tabula_engine::OptionCard>,
    shelf: Arc<dyn Shelf>,
    table: Box<dyn Table>,
    clock: Clock,
    /// Ends the thought at hand, and says that the expected move was played.
    running: Option<(Stop, Stop)>,
}

impl Server<'_, '_> {
    fn hear(&mut self, line: &Line) -> Next {
        if line.cut {
            self.error(&format!("a line of {} bytes was skipped", line.bytes));
            return Next::Listen;
        }
        let words = match Words::read(&line.text) {
            Ok(words) => words,
            Err(what) => {
                self.error(&what);
                return Next::Listen;
            }
        };
        let done = match words.command.as_str() {
            "quit" => return Next::Leave,
            "hub" => {
                self.introduce();
                Ok(())
            }
            "init" => {
                self.when_idle("ready");
                Ok(())
            }
            "ping" => {
                self.mouth.say("pong");
                Ok(())
            }
            "set-param" => self.set(&words),
            "new-game" => {
                self.new_game();
                Ok(())
            }
            "pos" => self.place(&words),
            "level" => self.level(&words),
            "go" => {
                self.go(&words);
                Ok(())
            }
            "ponder-hit" => {
                if let Some((_, hit)) = &self.running {
                    hit.raise();
                }
                Ok(())
            }
            "stop" => {
                self.interrupt();
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(what) = done {
            self.error(&what);
        }
        Next::Listen
    }

    fn error(&self, what: &str) {
        self.mouth.say(&format!("error message={}", quoted(what)));
    }

    /// Ends the thought at hand; its move is still said.
    fn interrupt(&mut self) {
        if let Some((stop, hit)) = self.running.take() {
            hit.raise();
            stop.raise();
        }
    }

    /// Says a word once everything before is done.
    fn when_idle(&self, word: &'static str) {
        let mouth = self.mouth;
        self.worker.give(move |_| mouth.say(word));
    }

    fn introduce(&self) {
        let (name, version) = self.identity.name.rsplit_once(' ').unwrap_or((self.identity.name, "0"));
        let (name, version, author) = (quoted(name), quoted(version), quoted(self.identity.author));
        self.mouth.say(&format!("id name={name} version={version} author={author}"));
        let games = catalogue::shelves().iter().filter(|shelf| shelf.card().family == FAMILY);
        let names: Vec<_> = games.map(|shelf| variant(&shelf.card().id)).collect();
        let now = variant(&self.shelf.card().id);
        self.mouth.say(&format!("param name=variant value={now} type=enum values=\"{}\"", names.join(" ")));
        for option in &self.options {
            let kind = match &option.kind {
                OptionKind::Number { default, min, max } => format!("value={default} type=int min={min} max={max}"),
                OptionKind::Switch { default } => format!("value={default} type=bool"),
                OptionKind::Text { default } => format!("value={} type=string", quoted(default)),
                OptionKind::Choice { default, values } => {
                    format!("value={} type=enum values=\"{}\"", quoted(default), values.join(" "))
                }
            };
            self.mouth.say(&format!("param name={} {kind}", quoted(&option.name)));
        }
        self.mouth.say("wait");
    }

    fn set(&mut self, words: &Words) -> Result<(), String> {
        let name = words.get("name").ok_or("set-param needs a name")?.to_string();
        let value = words.get("value").unwrap_or("").to_string();
        if name == "variant" {
            return self.change_game(&value);
        }
        if !self.options.iter().any(|option| option.name == name) {
            return Err(format!("there is no parameter '{name}'"));
        }
        let mouth = self.mouth;
        self.worker.give(move |player| {
            if let Err(fault) = player.set(&name, &value) {
                mouth.say(&format!("error message={}", quoted(&fault.to_string())));
            }
        });
        Ok(())
    }

    fn change_game(&mut self, name: &str) -> Result<(), String> {
        let id = if name == NORMAL { INTERNATIONAL } else { name };
        let shelf = catalogue::find(id).ok().filter(|shelf| shelf.card().family == FAMILY);
        let shelf = shelf.ok_or_else(|| format!("there is no variant '{name}'"))?;
        let table = open(&*shelf, None)?;
        let next = shelf.player(&house(self.identity.seed)).map_err(|fault| fault.to_string())?;
        self.worker.give(move |player| *player = next);
        (self.shelf, self.table) = (shelf, table);
        Ok(())
    }

    fn new_game(&self) {
        let (setup, mouth) = (Setup { game: self.shelf.card().id.clone(), start: None }, self.mouth);
        self.worker.give(move |player| {
            if let Err(fault) = player.ready(&setup) {
                mouth.say(&format!("error message={}", quoted(&fault.to_string())));
            }
        });
    }

    /// A position stands only if all of it can be read.
    fn place(&mut self, words: &Words) -> Result<(), String> {
        let start = match words.get("pos") {
            Some(text) => Some(to_fen(text, squares(&*self.table))?),
            None => None,
        };
        let mut table = open(&*self.shelf, start)?;
        for text in words.get("moves").unwrap_or("").split_whitespace() {
            let code = read_move(&mut *table, text).map_err(|fault| fault.to_string())?;
            table.play(&code).map_err(|fault| fault.to_string())?;
        }
        self.table = table;
        Ok(())
    }

    fn level(&mut self, words: &Words) -> Result<(), String> {
        let number = |name: &str| match words.get(name) {
            None => Ok(None),
            Some(text) => match text.parse::<u64>() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(format!("{name} is a whole number, found '{text}'")),
            },
        };
        let seconds = |name: &str| match words.get(name) {
            None => Ok(None),
            Some(text) => match text.parse::<f64>() {
                Ok(time) if (0.0..=LONGEST).contains(&time) => Ok(Some(Duration::from_secs_f64(time))),
                _ => Err(format!("{name} is a time in seconds, found '{text}'")),
            },
        };
        let mut clock = Clock::default();
        clock.limits.depth = number("depth")?.map(|depth| depth.clamp(1, 1000) as u32);
        clock.limits.nodes = number("nodes")?;
        clock.move_time = seconds("move-time")?;
        if let Some(time) = seconds("time")? {
            let moves = number("moves")?.filter(|&moves| moves > 0).map(|moves| moves.min(1000) as u32);
            clock.left = Some(Left { time, increment: seconds("inc")?.unwrap_or_default(), moves });
        }
        self.clock = clock;
        Ok(())
    }

    fn go(&mut self, words: &Words) {
        self.interrupt();
        if self.table.outcome().is_some() {
            self.error("the game is over");
            return;
        }
        let clock =
            if words.has("analyze") && self.clock.left.is_some() { Clock::default() } else { self.clock.clone() };
        let (stop, hit) = (Stop::default(), Stop::default());
        let ponder = words.has("ponder").then(|| hit.clone());
        let analyses = words.has("analyze");
        self.running = Some((stop.clone(), hit));
        let (mut table, mouth) = (self.table.copy(), self.mouth);
        self.worker.give(move |player| {
            let said = think(&mut **player, &mut *table, &clock, &stop, ponder.as_ref(), mouth);
            // An answer that nobody waits for yet would be taken for that of another question.
            if let Some(hit) = &ponder {
                wait_for(&[hit, &stop]);
            } else if analyses && clock.is_endless() {
                wait_for(&[&stop]);
            }
            mouth.say(&said);
        });
    }
}

/// Thinks about a position; answers with the line that ends the search.
fn think(
    player: &mut dyn Player,
    table: &mut dyn Table,
    clock: &Clock,
    stop: &Stop,
    ponder: Option<&Stop>,
    mouth: &Mouth<'_>,
) -> String {
    let record = table.record();
    let mut best: Vec<String> = Vec::new();
    let choice = player.choose(&Question { ponder, ..Question::new(&record, clock) }, stop, &mut |info| {
        let line = written(table, &info.line);
        mouth.say(&telling(info, &line));
        if info.rank <= 1 {
            best = line;
        }
    });
    match choice {
        Ok(Choice::Move(code)) => {
            let Some(first) = write_move(table, &code) else { return format!("error message={}", quoted(&code)) };
            match best.as_slice() {
                [known, reply, ..] if *known == first => format!("done move={first} ponder={reply}"),
                _ => format!("done move={first}"),
            }
        }
        // The protocol knows no resignation.
        Ok(Choice::Resign) => match table.legal().first().and_then(|code| write_move(table, code)) {
            Some(first) => format!("done move={first}"),
            None => "error message=\"the game is over\"".to_string(),
        },
        Err(fault) => format!("error message={}", quoted(&fault.to_string())),
    }
}

/// A line in the notation of the protocol.
fn written(table: &mut dyn Table, line: &[String]) -> Vec<String> {
    let mut texts = Vec::new();
    for code in line {
        let Some(text) = write_move(table, code) else { break };
        if table.play(code).is_err() {
            break;
        }
        texts.push(text);
    }
    texts.iter().for_each(|_| {
        table.back();
    });
    texts
}

fn telling(info: &Info, line: &[String]) -> String {
    let seconds = info.time.as_secs_f64();
    let speed = if seconds > 0.0 { info.nodes as f64 / seconds / 1e6 } else { 0.0 };
    format!(
        "info depth={} score={} nodes={} time={seconds:.3} nps={speed:.1} pv={}",
        info.depth,
        men(info.score),
        info.nodes,
        quoted(&line.join(" "))
    )
}

/// A score in men; a win is told as so many that nobody can have them, nearer ones as more.
fn men(score: Score) -> String {
    const WON: i32 = 10_000;
    let value = score.value();
    let hundredths = match score.plies_to_end() {
        Some(plies) => value.signum() * (WON - plies.abs().min(5_000)),
        None => value,
    };
    format!("{:.2}", f64::from(hundredths) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::talk::Talk;

    const TESTER: Identity<'static> = Identity { name: "Tester 1", author: "no body", seed: 0 };

    fn begin() -> Talk {
        let mut talk = Talk::begin(|input, out| serve(TESTER, input, out));
        talk.say("hub");
        talk.hear("wait");
        talk.say("init");
        talk.hear("ready");
        talk
    }

    #[test]
    fn it_introduces_itself_and_its_parameters() {
        let mut talk = Talk::begin(|input, out| serve(TESTER, input, out));
        talk.say("hub");
        let said = talk.hear("wait");
        assert_eq!(said[0], "id name=Tester version=1 author=\"no body\"");
        assert!(said[1].starts_with("param name=variant value=normal type=enum values=\"czech "), "{}", said[1]);
        assert!(said.iter().any(|line| line.starts_with("param name=hash value=16 type=int min=1")), "{said:?}");
        assert!(talk.end().is_empty());
    }

    #[test]
    fn a_search_ends_with_a_move_and_tells_its_line() {
        let mut talk = begin();
        talk.say("pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23 28x19x23\"");
        talk.say("level depth=6\ngo think");
        let said = talk.hear("done");
        assert!(said.iter().any(|line| line.starts_with("info depth=6 score=")), "{said:?}");
        let last = said.last().unwrap();
        assert!(last.starts_with("done move=14x23x19") || last.starts_with("done move=13x24x19"), "{last}");
        talk.say("ping");
        talk.hear("pong");
    }

    #[test]
    fn other_codes_are_variants() {
        let mut talk = begin();
        talk.say("set-param name=variant value=czech\ninit");
        talk.hear("ready");
        talk.say("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww\nlevel nodes=500\ngo think");
        talk.hear("done move=");
        talk.say("set-param name=variant value=chess");
        talk.hear("error message=\"there is no variant 'chess'\"");
    }

    #[test]
    fn pondering_waits_for_the_move_and_analysis_for_the_end() {
        let mut talk = begin();
        talk.say("level move-time=0.01\ngo ponder");
        talk.silent("done");
        talk.say("ponder-hit");
        talk.hear("done");
        talk.say("level infinite\ngo analyze");
        talk.silent("done");
        talk.say("stop");
        talk.hear("done");
    }

    #[test]
    fn faults_are_told_and_nothing_is_changed() {
        let mut talk = begin();
        for (line, what) in [
            ("pos pos=W", "a position has 51 letters, found 1"),
            ("pos moves=\"1-2\"", "'1-2' is not a legal move here"),
            ("level time=soon", "time is a time in seconds, found 'soon'"),
            ("level depth=x", "depth is a whole number, found 'x'"),
            ("set-param value=1", "set-param needs a name"),
            ("set-param name=colour value=1", "there is no parameter 'colour'"),
            ("pos pos=\"W", "a quote is not closed in '\"W'"),
        ] {
            talk.say(line);
            let said = talk.hear("error");
            assert_eq!(said.last().unwrap(), &format!("error message=\"{}\"", what.replace('"', "'")));
        }
        talk.say("nonsense a=b\nlevel depth=1\ngo think");
        talk.hear("done");
    }
}
