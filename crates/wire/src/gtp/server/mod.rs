//! Our players as engines of the Go Text Protocol.
//!
//! One thread reads lines and is never busy; another one obeys them in their order. Any line that arrives ends an
//! analysis, nothing else ends a thought. What the protocol leaves open is decided so:
//!
//! - Colours may move in any order, and after two passes too: the position then stands as if it had just been set up.
//! - `undo` takes back one move, whoever made it; handicap stones and positions from files cannot be taken back.
//! - Without a time limit a move takes the time that the program was started with.
//! - The end of the input is `quit`; what was ordered before is done.

mod analyse;
mod clock;
mod commands;
mod game;
mod handicap;
mod score;
mod sgf;
mod telling;

pub use commands::COMMANDS;

use super::text::{Answer, Order, mark};
use super::{RESIGN, read_colour, vertex};
use crate::ear::{self, Next};
use crate::identity::Identity;
use crate::lines::Lines;
use crate::mouth::Mouth;
use clock::Times;
use game::Game;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tabula_core::{Fault, Side, Stop};
use tabula_engine::{Choice, Player, PlayerSpec, Question, catalogue};

/// Longer lines are skipped.
const LONGEST_LINE: usize = 1 << 16;
/// The board before anybody has named one, as most programs have it.
const USUAL: &str = "go19";

/// Who plays, and how long where nobody says.
#[derive(Clone, Debug)]
pub struct House {
    /// The player.
    pub spec: PlayerSpec,
    /// The time for a move.
    pub move_time: Duration,
}

impl House {
    /// Whether there is such a player; the fault says what is wrong with it.
    pub fn check(&self) -> Result<(), Fault> {
        let shelf = catalogue::find(USUAL).map_err(|faults| Fault::new(faults.to_string()))?;
        shelf.player(&self.spec).map(|_| ())
    }
}

/// Speaks the protocol until `quit` or the end of the input.
pub fn serve(
    identity: Identity<'_>,
    house: &House,
    input: impl BufRead,
    out: &mut (dyn Write + Send),
) -> io::Result<()> {
    let mouth = Mouth::new(out);
    let shelf = catalogue::find(USUAL).map_err(io::Error::other)?;
    let player = shelf.player(&house.spec).map_err(io::Error::other)?;
    let game = Game::open(shelf).map_err(io::Error::other)?;
    let gate = Gate::default();
    let heard = std::thread::scope(|scope| {
        let (orders, given) = channel();
        let mut server = Server {
            identity,
            house,
            mouth: &mouth,
            gate: &gate,
            game,
            player,
            times: Times::new(house.move_time),
            line: 0,
        };
        scope.spawn(move || server.obey_all(&given));
        let heard = ear::listen(Lines::new(input, LONGEST_LINE), &mouth, |line| {
            // An empty line ends an analysis too.
            let number = gate.knock();
            let text = if line.cut { format!("a line of {} bytes", line.bytes) } else { line.text.clone() };
            let Some(order) = Order::read(&text) else { return Next::Listen };
            let last = order.name == "quit";
            // It fails only if nobody listens any more.
            if orders.send((number, order)).is_err() || last { Next::Leave } else { Next::Listen }
        });
        gate.close();
        heard
    });
    heard.and(mouth.finish())
}

/// Between the thread that reads and the one that obeys: whoever comes ends an analysis.
#[derive(Default)]
struct Gate {
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    /// How many lines were read.
    lines: u64,
    /// Whether none will follow.
    closed: bool,
    /// Ends the analysis at hand.
    stop: Option<Stop>,
}

impl Gate {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A line has come; gives its number.
    fn knock(&self) -> u64 {
        let mut inside = self.inside();
        inside.lines += 1;
        if let Some(stop) = inside.stop.take() {
            stop.raise();
        }
        inside.lines
    }

    /// No more lines will come.
    fn close(&self) {
        self.knock();
        self.inside().closed = true;
    }

    /// A stop that is raised by the line behind this one; at once if it has come already, or if none will.
    fn until_line_after(&self, line: u64) -> Stop {
        let stop = Stop::default();
        let mut inside = self.inside();
        if inside.closed || inside.lines > line {
            stop.raise();
        } else {
            inside.stop = Some(stop.clone());
        }
        stop
    }
}

/// What is said instead of an answer: why an order cannot be obeyed.
type Refusal = String;

struct Server<'s, 'm> {
    identity: Identity<'s>,
    house: &'s House,
    mouth: &'s Mouth<'m>,
    gate: &'s Gate,
    game: Game,
    player: Box<dyn Player>,
    times: Times,
    /// The number of the line at hand.
    line: u64,
}

fn syntax() -> Refusal {
    "syntax error".to_string()
}

impl Server<'_, '_> {
    fn obey_all(&mut self, orders: &Receiver<(u64, Order)>) {
        for (line, order) in orders {
            self.line = line;
            self.obey(&order);
            if order.name == "quit" || self.mouth.is_broken() {
                break;
            }
        }
    }

    fn answer(&self, id: Option<u32>, said: Result<String, Refusal>) {
        // The second line break ends the answer.
        self.mouth.say(&format!("{}\n", Answer { id, said }));
    }

    /// Moves, after `=` and whatever is told on the way.
    fn say_thoughts(&self, id: Option<u32>) {
        self.mouth.say(&mark(true, id));
    }

    fn say_end(&self, last: &str) {
        self.mouth.say(&if last.is_empty() { String::new() } else { format!("{last}\n") });
    }

    fn obey(&mut self, order: &Order) {
        let (id, args) = (order.id, order.args.as_slice());
        if let Some((form, moves)) = commands::analysis(&order.name) {
            if let Err(why) = self.analyse(id, args, form, moves) {
                self.answer(id, Err(why));
            }
            return;
        }
        let said = match order.name.as_str() {
            "quit" => Ok(String::new()),
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok(self.identity.name.rsplit_once(' ').map_or(self.identity.name, |(name, _)| name).to_string()),
            "version" => Ok(self.identity.name.rsplit_once(' ').map_or("", |(_, version)| version).to_string()),
            "known_command" => one(args).map(|name| COMMANDS.contains(&name).to_string()),
            "list_commands" => Ok(COMMANDS.join("\n")),
            "boardsize" => self.board_size(args),
            "query_boardsize" => Ok(self.game.size().to_string()),
            "clear_board" => self.clear_board(),
            "clear_cache" => self.ready(),
            "komi" => one(args).and_then(|text| self.game.set_komi(text)),
            "get_komi" => Ok(self.game.komi()),
            "play" => self.play(args),
            "genmove" => self.generate(args, Played::Yes),
            "reg_genmove" => self.generate(args, Played::No),
            "kgs-genmove_cleanup" => self.generate(args, Played::Yes),
            "undo" => self.game.undo(),
            "gg-undo" => self.undo_many(args),
            "showboard" => Ok(self.game.picture()),
            "time_settings" => self.times.settings(args),
            "kgs-time_settings" => self.times.kgs_settings(args),
            "time_left" => self.times.left(args),
            "fixed_handicap" => number(args).and_then(|stones| handicap::fixed(&mut self.game, stones)),
            "place_free_handicap" => number(args).and_then(|stones| handicap::free(&mut self.game, stones)),
            "set_free_handicap" => handicap::set(&mut self.game, args),
            "final_score" => score::final_score(&self.game),
            "final_status_list" => one(args).and_then(|status| score::status_list(&self.game, status)),
            "loadsgf" => self.load(args),
            "printsgf" => sgf::print(&self.game, args),
            "kgs-rules" | "kata-set-rules" => one(args).and_then(|name| self.set_rules(name)),
            "kata-get-rules" => Ok(self.game.rules().to_string()),
            "kgs-game_over" | "stop" => Ok(String::new()),
            "tabula-options" => Ok(self.options()),
            "tabula-set" => self.set(args),
            _ => Err("unknown command".to_string()),
        };
        self.answer(id, said);
    }

    /// A game on another board needs another player.
    fn seat(&mut self) -> Result<(), Refusal> {
        self.player = self.game.shelf().player(&self.house.spec).map_err(|fault| fault.to_string())?;
        Ok(())
    }

    fn ready(&mut self) -> Result<String, Refusal> {
        self.player.ready(&self.game.table().record().setup).map_err(|fault| fault.to_string())?;
        Ok(String::new())
    }

    fn board_size(&mut self, args: &[String]) -> Result<String, Refusal> {
        let size = number(args)?;
        if size != self.game.size() {
            self.game.resize(size)?;
            self.seat()?;
        }
        Ok(String::new())
    }

    fn clear_board(&mut self) -> Result<String, Refusal> {
        self.game.clear()?;
        self.times.begin();
        self.ready()
    }

    fn set_rules(&mut self, name: &str) -> Result<String, Refusal> {
        if self.game.set_rules(name)? {
            self.seat()?;
        }
        Ok(String::new())
    }

    fn play(&mut self, args: &[String]) -> Result<String, Refusal> {
        let [colour, point] = args else { return Err(syntax()) };
        let side = read_colour(colour).ok_or_else(syntax)?;
        self.game.play(side, point)?;
        Ok(String::new())
    }

    fn undo_many(&mut self, args: &[String]) -> Result<String, Refusal> {
        let moves = if args.is_empty() { 1 } else { number(args)? };
        if moves > self.game.moves() {
            return Err("cannot undo".to_string());
        }
        for _ in 0..moves {
            self.game.undo()?;
        }
        Ok(String::new())
    }

    fn generate(&mut self, args: &[String], played: Played) -> Result<String, Refusal> {
        let side = read_colour(one(args)?).ok_or_else(syntax)?;
        let choice = self.think(side, &mut |_| {})?;
        self.settle(side, choice, played)
    }

    /// The move of a player, whose time is kept.
    fn think(&mut self, side: Side, tell: &mut dyn FnMut(&tabula_engine::Info)) -> Result<Choice, Refusal> {
        self.game.turn_to(side)?;
        let clock = self.times.clock(side);
        let record = self.game.table().record();
        let begun = Instant::now();
        let choice = self.player.choose(&Question::new(&record, &clock), &Stop::default(), tell);
        self.times.spend(side, begun.elapsed());
        choice.map_err(|fault| fault.to_string())
    }

    /// Plays what was chosen, and writes it.
    fn settle(&mut self, side: Side, choice: Choice, played: Played) -> Result<String, Refusal> {
        match choice {
            Choice::Resign => Ok(RESIGN.to_string()),
            Choice::Move(code) => {
                if played == Played::Yes {
                    self.game.play(side, &code)?;
                }
                Ok(vertex(&code))
            }
        }
    }

    fn load(&mut self, args: &[String]) -> Result<String, Refusal> {
        let before = self.game.shelf().card().id.clone();
        self.game = sgf::load(args)?;
        if self.game.shelf().card().id != before {
            self.seat()?;
        }
        self.ready()
    }

    fn options(&self) -> String {
        let lines = self.player.card().options.iter().map(|option| format!("{}: {}", option.name, option.about));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn set(&mut self, args: &[String]) -> Result<String, Refusal> {
        let [name, value @ ..] = args else { return Err(syntax()) };
        self.player.set(name, &value.join(" ")).map_err(|fault| fault.to_string())?;
        Ok(String::new())
    }
}

/// Whether a move that was chosen is also made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Played {
    Yes,
    No,
}

/// The only argument.
fn one(args: &[String]) -> Result<&str, Refusal> {
    match args {
        [only] => Ok(only),
        _ => Err(syntax()),
    }
}

/// The only argument, a number.
fn number(args: &[String]) -> Result<usize, Refusal> {
    one(args)?.parse().map_err(|_| syntax())
}

#[cfg(test)]
mod tests;
