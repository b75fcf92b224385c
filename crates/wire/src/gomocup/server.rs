//! Our players as Gomocup engines.
//!
//! One thread reads orders and is never busy, another one thinks; between them stands the `Game`. What the protocol
//! leaves open is decided so:
//!
//! - An order that changes the position while the engine thinks makes that thought void: no move is said.
//! - `INFO` is never answered, except if the rule of a game that has begun cannot be played.
//! - After `BOARD` the faults of a position are told when it is `DONE`, all in one line.
//! - `TAKEBACK` takes back the last stone and no other.
//! - Boards of 15 and 19 lines are played, freestyle, standard and renju.
//! - The end of the input is `END`.

use super::order::{self, Order, Owner};
use super::rule::{self, Point};
use crate::ear::{self, Next};
use crate::identity::{Identity, house};
use crate::lines::{Line, Lines};
use crate::mouth::Mouth;
use crate::worker::Worker;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tabula_core::{Faults, Limits, Stop};
use tabula_engine::{Choice, Clock, Left, Player, Question, Record, Setup, Shelf, Table, catalogue};

/// Longer lines are skipped.
const LONGEST_LINE: usize = 1 << 12;
/// How much of what is wrong is told.
const QUOTED: usize = 300;
/// What people bear to wait for, if nobody says how long a move may take.
const USUAL_TURN: Duration = Duration::from_secs(5);
/// Positions to look at where a move is wanted "as fast as possible".
const FASTEST: u64 = 2_000;
/// The size of the board before anybody has named one.
const USUAL_SIZE: usize = 15;
/// The most memory for a table of positions, in MiB.
const MOST_HASH: u64 = 1024;

/// Speaks the protocol until `END` or the end of the input.
pub fn serve(identity: Identity<'_>, input: impl BufRead, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let mouth = Mouth::new(out);
    let id = rule::id(0, USUAL_SIZE).ok_or_else(|| io::Error::other("no game of five in a row"))?;
    let shelf = catalogue::find(id).map_err(io::Error::other)?;
    let game = Mutex::new(Game { table: open(&*shelf, None).map_err(io::Error::other)?, running: None, thoughts: 0 });
    let heard = std::thread::scope(|scope| {
        let player = shelf.player(&house(identity.seed)).map_err(io::Error::other)?;
        let mut server = Server {
            identity,
            mouth: &mouth,
            game: &game,
            worker: Worker::start(scope, player),
            shelf: Arc::clone(&shelf),
            size: USUAL_SIZE,
            rule: 0,
            times: Times::default(),
            hash: None,
            told: None,
        };
        let heard = ear::listen(Lines::new(input, LONGEST_LINE), &mouth, |line| server.hear(line));
        lock(&game).interrupt();
        heard
    });
    heard.and(mouth.finish())
}

fn open(shelf: &dyn Shelf, start: Option<String>) -> Result<Box<dyn Table>, Faults> {
    shelf.table(&Setup { game: shelf.card().id.clone(), start })
}

/// The game, whoever used it last.
fn lock(game: &Mutex<Game>) -> MutexGuard<'_, Game> {
    game.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Shared by the thread that reads and the one that thinks.
struct Game {
    table: Box<dyn Table>,
    /// The thought that counts, and how to end it.
    running: Option<(u64, Stop)>,
    thoughts: u64,
}

impl Game {
    /// Whatever is thought is void.
    fn interrupt(&mut self) {
        if let Some((_, stop)) = self.running.take() {
            stop.raise();
        }
    }
}

/// What was said about time, in milliseconds.
#[derive(Clone, Copy, Default)]
struct Times {
    turn: Option<u64>,
    game: Option<u64>,
    left: Option<u64>,
}

impl Times {
    fn clock(self) -> Clock {
        let turn = self.turn.map_or(USUAL_TURN, Duration::from_millis);
        if turn.is_zero() {
            return Clock { limits: Limits::nodes(FASTEST), ..Clock::default() };
        }
        // Nought is no limit; what is left is told before each move.
        let limited = self.game != Some(0);
        let time = self.left.or(self.game).filter(|_| limited).map(Duration::from_millis);
        let left = time.map(|time| Left { time, increment: Duration::ZERO, moves: None });
        Clock { move_time: Some(turn), left, ..Clock::default() }
    }
}

/// Stones that were told, and what is wrong with them.
type Told = (Vec<(Point, Owner)>, Vec<String>);

struct Server<'s, 'm> {
    identity: Identity<'s>,
    mouth: &'s Mouth<'m>,
    game: &'s Mutex<Game>,
    worker: Worker<'s>,
    shelf: Arc<dyn Shelf>,
    size: usize,
    rule: u32,
    times: Times,
    /// What was set about the player's table, for the next player.
    hash: Option<u64>,
    /// After `BOARD`: the stones, and what is wrong with them.
    told: Option<Told>,
}

impl Server<'_, '_> {
    fn hear(&mut self, line: &Line) -> Next {
        if line.cut {
            self.error(&format!("a line of {} bytes was skipped", line.bytes));
            return Next::Listen;
        }
        if let Some((stones, faults)) = &mut self.told {
            if line.text.trim().eq_ignore_ascii_case("DONE") {
                let (stones, faults) = (std::mem::take(stones), std::mem::take(faults));
                self.told = None;
                self.set_board(&stones, faults);
            } else if let Some(stone) = order::read_stone(&line.text) {
                stones.push(stone);
            } else {
                faults.push(format!("expected x,y,owner or DONE, found '{}'", quoted(&line.text)));
            }
            return Next::Listen;
        }
        self.obey(order::read(&line.text))
    }

    fn obey(&mut self, order: Order) -> Next {
        match order {
            Order::Nothing => {}
            Order::End => return Next::Leave,
            Order::About => self.about(),
            Order::Start(size) => self.start(size),
            Order::Restart => self.start(self.size),
            Order::Begin => self.think(),
            Order::Turn(point) => {
                if self.put(point) {
                    self.think();
                }
            }
            Order::Play(point) => {
                if self.put(point) {
                    self.mouth.say(&point.to_string());
                }
            }
            Order::Board => self.told = Some((Vec::new(), Vec::new())),
            Order::TakeBack(point) => self.take_back(point),
            Order::Info(key, value) => self.info(&key, &value),
            Order::Bad(what) => self.error(&what),
            Order::Unknown(word) => self.mouth.say(&format!("UNKNOWN {}", quoted(&word))),
        }
        Next::Listen
    }

    fn error(&self, what: &str) {
        self.mouth.say(&format!("ERROR {}", quoted(what)));
    }

    fn about(&self) {
        let (name, version) = self.identity.name.rsplit_once(' ').unwrap_or((self.identity.name, ""));
        let author = self.identity.author;
        self.mouth.say(&format!("name=\"{name}\", version=\"{version}\", author=\"{author}\""));
    }

    fn start(&mut self, size: usize) {
        match self.seat(size, self.rule, None) {
            Ok(()) => {
                let setup = lock(self.game).table.record().setup;
                let mouth = self.mouth;
                self.worker.give(move |player| {
                    if let Err(fault) = player.ready(&setup) {
                        mouth.say(&format!("ERROR {fault}"));
                    }
                });
                self.mouth.say("OK");
            }
            Err(what) => self.error(&what),
        }
    }

    /// Opens a table for a size and a rule, and seats a player of that game.
    fn seat(&mut self, size: usize, rule: u32, start: Option<String>) -> Result<(), String> {
        let id = rule::id(rule, size).ok_or_else(|| format!("unsupported: rule {rule} on a board of size {size}"))?;
        let shelf = catalogue::find(id).map_err(|faults| faults.to_string())?;
        let table = open(&*shelf, start).map_err(|faults| faults.to_string())?;
        if !Arc::ptr_eq(&shelf, &self.shelf) {
            let mut next = shelf.player(&house(self.identity.seed)).map_err(|fault| fault.to_string())?;
            if let Some(hash) = self.hash {
                next.set("hash", &hash.to_string()).map_err(|fault| fault.to_string())?;
            }
            self.worker.give(move |player| *player = next);
            self.shelf = shelf;
        }
        let mut game = lock(self.game);
        game.interrupt();
        game.table = table;
        (self.size, self.rule) = (size, rule);
        Ok(())
    }

    /// Puts a stone of whoever's turn it is. Answers whether it could be.
    fn put(&self, point: Point) -> bool {
        let Some(name) = point.name(self.size) else {
            self.error(&format!("{point} is beside the board"));
            return false;
        };
        let mut game = lock(self.game);
        game.interrupt();
        let played = game.table.play(&name);
        drop(game);
        if let Err(fault) = &played {
            self.error(&format!("{point}: {}", fault.what));
        }
        played.is_ok()
    }

    fn take_back(&self, point: Point) {
        let mut game = lock(self.game);
        let last = game.table.played().last().and_then(|played| Point::named(&played.code, self.size));
        if last == Some(point) {
            game.interrupt();
            game.table.back();
            self.mouth.say("OK");
        } else {
            drop(game);
            self.error(&format!("{point} is not the last stone"));
        }
    }

    fn info(&mut self, key: &str, value: &str) {
        let number = value.parse::<u64>().ok();
        match (key, number) {
            ("timeout_turn", Some(_)) => self.times.turn = number,
            ("timeout_match", Some(_)) => self.times.game = number,
            ("time_left", Some(_)) => self.times.left = number,
            ("max_memory", Some(bytes)) if bytes > 0 => {
                let hash = (bytes >> 21).clamp(1, MOST_HASH);
                self.hash = Some(hash);
                let mouth = self.mouth;
                self.worker.give(move |player| {
                    if let Err(fault) = player.set("hash", &hash.to_string()) {
                        mouth.say(&format!("DEBUG {fault}"));
                    }
                });
            }
            ("rule", Some(bits)) => self.change_rule(u32::try_from(bits).unwrap_or(u32::MAX)),
            _ => {}
        }
    }

    /// The rule is told after the board is there.
    fn change_rule(&mut self, rule: u32) {
        if rule == self.rule {
            return;
        }
        let Record { setup, moves } = lock(self.game).table.record();
        match self.seat(self.size, rule, setup.start) {
            Ok(()) => {
                let mut game = lock(self.game);
                for code in &moves {
                    if game.table.play(code).is_err() {
                        break;
                    }
                }
            }
            Err(what) => self.error(&what),
        }
    }

    fn set_board(&mut self, stones: &[(Point, Owner)], mut faults: Vec<String>) {
        let count = |owner| stones.iter().filter(|(_, other)| *other == owner).count();
        let (own, foe) = (count(Owner::Engine), count(Owner::Opponent));
        // Whoever began has one stone more when it is the other's turn.
        let letters = if foe > own { ('o', 'x') } else { ('x', 'o') };
        let mut cells = vec![None; self.size * self.size];
        for (point, owner) in stones {
            let letter = match owner {
                Owner::Engine => letters.0,
                Owner::Opponent => letters.1,
                Owner::Neutral => {
                    faults.push(format!("{point}: stones of games that were won before are not supported"));
                    continue;
                }
            };
            if point.x >= self.size || point.y >= self.size {
                faults.push(format!("{point} is beside the board"));
            } else if cells[point.y * self.size + point.x].replace(letter).is_some() {
                faults.push(format!("{point} is told twice"));
            }
        }
        let text = format!("{} {}", written(&cells, self.size), letters.0);
        let done = if faults.is_empty() { self.seat(self.size, self.rule, Some(text)) } else { Err(faults.join("; ")) };
        match done {
            Ok(()) => self.think(),
            Err(what) => self.error(&what),
        }
    }

    /// Thinks about the position that stands, and moves.
    fn think(&self) {
        let mut locked = lock(self.game);
        locked.interrupt();
        if locked.table.outcome().is_some() {
            drop(locked);
            return self.error("the game is over");
        }
        locked.thoughts += 1;
        let (number, stop) = (locked.thoughts, Stop::default());
        locked.running = Some((number, stop.clone()));
        let record = locked.table.record();
        drop(locked);
        let (mouth, game, size, clock) = (self.mouth, self.game, self.size, self.times.clock());
        self.worker.give(move |player| {
            let said = answer(&mut **player, game, number, &record, &clock, &stop, size);
            if let Some(said) = said {
                mouth.say(&said);
            }
        });
    }
}

/// The engine's move, played and written; `None` if nobody wants it any more.
fn answer(
    player: &mut dyn Player,
    game: &Mutex<Game>,
    number: u64,
    record: &Record,
    clock: &Clock,
    stop: &Stop,
    size: usize,
) -> Option<String> {
    let choice = player.choose(&Question::new(record, clock), stop, &mut |_| {});
    let mut game = lock(game);
    if game.running.as_ref().is_none_or(|(current, _)| *current != number) {
        return None;
    }
    game.running = None;
    let code = match choice {
        Ok(Choice::Move(code)) => code,
        // The protocol knows no resignation.
        Ok(Choice::Resign) => game.table.legal().into_iter().next()?,
        Err(fault) => return Some(format!("ERROR {fault}")),
    };
    match game.table.play(&code) {
        Ok(played) => Point::named(&played.code, size).map(|point| point.to_string()),
        Err(fault) => Some(format!("ERROR {fault}")),
    }
}

/// The ranks of a position as our boards read them.
fn written(cells: &[Option<char>], size: usize) -> String {
    let rank = |cells: &[Option<char>]| {
        let (mut text, mut gap) = (String::new(), 0);
        for cell in cells {
            match cell {
                None => gap += 1,
                Some(letter) => {
                    if gap > 0 {
                        text += &std::mem::take(&mut gap).to_string();
                    }
                    text.push(*letter);
                }
            }
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        text
    };
    cells.chunks(size).map(rank).collect::<Vec<_>>().join("/")
}

/// A text from outside, short enough and plain enough to be repeated.
fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests;
