//! Our players as XBoard engines (Chess Engine Communication Protocol, version 2).
//!
//! One thread reads orders and is never busy, another one thinks; between them stands the `Game`. What the protocol leaves
//! open is decided so:
//!
//! - Orders that change the position or the player end whatever is thought; if it is then the engine's turn, it thinks anew.
//! - `ping` is answered at once while the engine ponders or analyses, else when it has moved.
//! - A draw is offered in return if the engine sees itself behind by half a pawn or more.
//! - After `result` the engine rests until `new`, as after `force`.
//! - The end of the input is `quit`.
//! - Castling is the king's from and to, in games whose start is drawn by lot `O-O`; either is understood.
//! - Games with a die are not spoken of: the protocol has no words for it.

mod edit;
mod feature;
mod game;
mod order;
mod setup;
#[cfg(test)]
mod tests;
mod think;

use crate::ear::{self, Next};
use crate::identity::{Identity, house};
use crate::knobs::{RANDOM, Row, rows};
use crate::lines::{Line, Lines};
use crate::mouth::Mouth;
use crate::worker::Worker;
use crate::xboard::names;
use edit::{Edit, Told};
use game::{Game, Mode, claim};
use order::Order;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use tabula_core::{Fault, Faults, Mover, Side};
use tabula_engine::{OptionCard, PlayerCard, Setup, Shelf, Table, catalogue};
use think::lock;

/// Longer lines are skipped.
const LONGEST_LINE: usize = 1 << 16;
/// How much of a line is repeated in a complaint.
const QUOTED: usize = 60;
/// A draw is welcome below this many hundredths of a pawn.
const BEHIND: i32 = -50;
const HELP: &str = "\
new | force | go | playother | usermove MOVE | undo | remove | setboard FEN | variant NAME
level MOVES BASE INC | st SECONDS | sd DEPTH | time CENTISECONDS | ? | hard | easy | post | nopost
analyze | exit | . | hint | draw | result R | memory MB | cores N | option NAME=VALUE | ping N | d | quit";

/// Speaks XBoard's protocol until `quit` or the end of the input.
pub fn serve(identity: Identity<'_>, input: impl BufRead, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let mouth = Mouth::new(out);
    let shelf = catalogue::find(names::id("normal")).map_err(io::Error::other)?;
    let game = Mutex::new(Game::new(open(&*shelf, None).map_err(io::Error::other)?));
    let heard = std::thread::scope(|scope| {
        let player = shelf.player(&house(identity.seed)).map_err(io::Error::other)?;
        let mut server = Server {
            identity,
            mouth: &mouth,
            game: &game,
            card: player.card().clone(),
            worker: Worker::start(scope, player),
            shelf: Arc::clone(&shelf),
            knobs: Vec::new(),
            editing: None,
        };
        let heard = ear::listen(Lines::new(input, LONGEST_LINE), &mouth, |line| server.hear(line));
        lock(&game).interrupt();
        heard
    });
    heard.and(mouth.finish())
}

fn open(shelf: &dyn Shelf, start: Option<&str>) -> Result<Box<dyn Table>, Faults> {
    shelf.table(&Setup { game: shelf.card().id.clone(), start: start.map(str::to_string) })
}

struct Server<'s, 'm> {
    identity: Identity<'s>,
    mouth: &'s Mouth<'m>,
    game: &'s Mutex<Game>,
    worker: Worker<'s>,
    shelf: Arc<dyn Shelf>,
    card: PlayerCard,
    /// What was set about the player, for the next one.
    knobs: Vec<(&'static str, String)>,
    /// A position that is being told, man by man.
    editing: Option<Edit>,
}

impl Server<'_, '_> {
    fn hear(&mut self, line: &Line) -> Next {
        if line.cut {
            self.mouth.say(&format!("# a line of {} bytes was skipped", line.bytes));
            return Next::Listen;
        }
        match &mut self.editing {
            Some(edit) => {
                match edit.hear(line.text.trim()) {
                    Told::More => {}
                    Told::Nonsense => self.error("no man and square", &line.text),
                    Told::Position(fen) => {
                        self.editing = None;
                        self.set_board(&fen);
                    }
                }
                Next::Listen
            }
            None => self.obey(order::read(&line.text)),
        }
    }

    /// From now on lines put men on squares, until a full stop.
    fn edit(&mut self) {
        let standing = lock(self.game).table.position();
        let usual = open(&*self.shelf, None).map(|table| table.start()).unwrap_or_default();
        self.editing = Edit::begin(&standing, &usual);
    }

    fn obey(&mut self, order: Order) -> Next {
        match order {
            Order::Nothing => {}
            Order::Quit => return Next::Leave,
            Order::Protover => self.mouth.say(&feature::lines(self.identity.name, &self.card).join("\n")),
            Order::New => self.new_game(),
            Order::Variant(name) => self.variant(&name),
            Order::Force | Order::Result => self.turn(|game| game.mode = Mode::Force),
            Order::Exit => self.turn(|game| game.mode = Mode::Force),
            Order::Analyse => self.turn(|game| game.mode = Mode::Analyse),
            Order::Go => self.turn(|game| game.mode = Mode::Play(mover(game))),
            Order::PlayOther => self.turn(|game| game.mode = Mode::Play(!mover(game))),
            Order::SetBoard(fen) => self.set_board(&fen),
            Order::Edit => self.edit(),
            Order::Move(text) => self.user_move(&text),
            Order::Other(text) => self.other(&text),
            Order::Undo => self.take_back(1),
            Order::Remove => self.take_back(2),
            Order::Memory(mib) => self.set_named("Hash", &mib),
            Order::Cores(threads) => self.set_named("Threads", &threads),
            Order::Option(text) => {
                let (name, value) = text.split_once('=').unwrap_or((&text, ""));
                self.set_named(name.trim(), value.trim());
            }
            Order::Ping(number) => self.ping(&number),
            Order::Bad(what, line) => self.error(what, &line),
            Order::Show => self.show(),
            Order::Help => self.mouth.say(HELP),
            order => self.adjust(&order),
        }
        Next::Listen
    }

    /// Orders that concern neither the position nor the player.
    fn adjust(&self, order: &Order) {
        let mut game = lock(self.game);
        match order {
            Order::Level(level) => {
                (game.level, game.move_time, game.time) = (Some(*level), None, Some(level.base));
            }
            Order::MoveTime(time) => (game.move_time, game.level, game.time) = (Some(*time), None, None),
            Order::Depth(depth) => game.depth = (*depth > 0).then_some(*depth),
            Order::Time(time) => game.time = Some(*time),
            Order::MoveNow => {
                if let Some(running) = game.own_search() {
                    running.stop.raise();
                }
            }
            Order::Hard => game.hard = true,
            Order::Easy => game.hard = false,
            Order::Post => game.post = true,
            Order::NoPost => game.post = false,
            Order::Draw if game.last.as_ref().is_some_and(|info| info.score.value() <= BEHIND) => {
                self.mouth.say("offer draw");
            }
            Order::Hint => {
                let hint =
                    game.last.as_ref().and_then(|info| info.line.iter().find(|code| game.table.read(code).is_ok()));
                if let Some(code) = hint {
                    self.mouth.say(&format!("Hint: {}", game.spelled(code)));
                }
            }
            // An empty line says that there is no more to come.
            Order::Book => self.mouth.say(" no book moves are shown\n"),
            Order::Report => {
                if let (Mode::Analyse, Some(info)) = (game.mode, &game.last) {
                    let centis = info.time.as_millis() / 10;
                    self.mouth.say(&format!("stat01: {centis} {} {} 0 0", info.nodes, info.depth));
                }
            }
            _ => {}
        }
    }

    fn error(&self, what: &str, line: &str) {
        self.mouth.say(&format!("Error ({what}): {}", quoted(line)));
    }

    /// Changes the game, and thinks where it is then the engine's turn.
    fn turn(&self, change: impl FnOnce(&mut Game)) {
        let thought = {
            let mut game = lock(self.game);
            game.interrupt();
            change(&mut game);
            game.next_thought()
        };
        if let Some(thought) = thought {
            let (mouth, game) = (self.mouth, self.game);
            self.worker.give(move |player| think::run(mouth, game, &mut **player, thought));
        }
    }

    fn new_game(&mut self) {
        self.change_game("normal");
        let Ok(table) = open(&*self.shelf, None) else { return };
        let (mouth, setup) = (self.mouth, table.record().setup);
        // Whatever is thought has to end before the player can hear of the new game.
        lock(self.game).interrupt();
        self.worker.give(move |player| {
            if let Err(fault) = player.ready(&setup) {
                mouth.say(&format!("telluser {fault}"));
            }
        });
        self.turn(|game| {
            (game.table, game.shuffled) = (table, false);
            (game.depth, game.last, game.time) = (None, None, game.level.map(|level| level.base));
            if game.mode != Mode::Analyse {
                game.mode = Mode::Play(Side::Second);
            }
        });
    }

    fn variant(&mut self, name: &str) {
        if !feature::variants().iter().any(|known| known == name) {
            return self.error("unknown variant", name);
        }
        self.change_game(name);
        let table = open(&*self.shelf, None);
        if let Some(lines) = setup::lines(&*self.shelf) {
            self.mouth.say(&lines.join("\n"));
        }
        let shuffled = self.shelf.deal(0).is_some();
        self.turn(|game| {
            if let Ok(table) = table {
                game.table = table;
            }
            game.shuffled = shuffled;
        });
    }

    /// Seats a player of another game.
    fn change_game(&mut self, variant: &str) {
        let Ok(shelf) = catalogue::find(names::id(variant)) else { return };
        if Arc::ptr_eq(&shelf, &self.shelf) {
            return;
        }
        let mut next = match shelf.player(&house(self.identity.seed)) {
            Ok(next) => next,
            Err(fault) => return self.mouth.say(&format!("telluser {fault}")),
        };
        for (knob, value) in &self.knobs {
            if let Err(fault) = next.set(knob, value) {
                self.mouth.say(&format!("telluser {fault}"));
            }
        }
        lock(self.game).interrupt();
        self.card = next.card().clone();
        self.shelf = shelf;
        self.worker.give(move |player| *player = next);
    }

    fn set_board(&self, fen: &str) {
        match open(&*self.shelf, Some(fen)) {
            Ok(table) => self.turn(|game| game.table = table),
            Err(faults) => self.mouth.say(&format!("tellusererror Illegal position: {faults}")),
        }
    }

    fn user_move(&self, text: &str) {
        let (over, expected) = {
            let mut game = lock(self.game);
            if game.own_search().is_some() {
                return self.mouth.say(&format!("Illegal move (out of turn): {}", quoted(text)));
            }
            let text = &game.understood(text);
            match game.table.play(text) {
                Err(fault) => return self.mouth.say(&format!("Illegal move ({}): {}", fault.what, quoted(text))),
                Ok(played) => (game.table.outcome(), game.expected(&played.code)),
            }
        };
        if let Some(outcome) = over
            && lock(self.game).mode != Mode::Analyse
        {
            self.mouth.say(&claim(outcome));
        }
        if !expected {
            self.turn(|_| {});
        }
    }

    /// A word that is no order: a move, if it looks like one.
    fn other(&self, text: &str) {
        let known = {
            let game = lock(self.game);
            game.table.read(&game.understood(text)).is_ok()
        };
        let looks = text.len() < 8
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        if known || looks { self.user_move(text) } else { self.error("unknown command", text) }
    }

    fn take_back(&self, plies: usize) {
        let mut done = false;
        self.turn(|game| done = game.back(plies));
        if !done {
            self.error("no move to take back", if plies == 1 { "undo" } else { "remove" });
        }
    }

    fn ping(&self, number: &str) {
        let pong = format!("pong {}", quoted(number));
        let busy = lock(self.game).is_thinking_aside();
        if busy {
            self.mouth.say(&pong);
        } else {
            let mouth = self.mouth;
            self.worker.give(move |_| mouth.say(&pong));
        }
    }

    fn set_named(&mut self, name: &str, value: &str) {
        let found = rows(&self.card).find(|(row, _)| row.name.eq_ignore_ascii_case(name));
        let done = match found {
            Some((row, card)) => self.set(row, &card, value),
            None => Err(Fault::new(format!("unknown option '{}'", quoted(name)))),
        };
        if let Err(fault) = done {
            self.error(&fault.to_string(), &format!("{name}={value}"));
        }
    }

    fn set(&mut self, row: &'static Row, card: &OptionCard, value: &str) -> Result<(), Fault> {
        let (value, remark) = row.read(card, value)?;
        if let Some(remark) = remark {
            self.mouth.say(&format!("# {remark}"));
        }
        let lots = row.knob == "eval" && value == RANDOM && !self.shelf.evaluators().iter().any(|e| e.name == RANDOM);
        let knob = if lots { "search" } else { row.knob };
        self.knobs.retain(|(other, _)| *other != knob);
        self.knobs.push((knob, value.clone()));
        lock(self.game).interrupt();
        let mouth = self.mouth;
        self.worker.give(move |player| {
            if let Err(fault) = player.set(knob, &value) {
                mouth.say(&format!("Error ({fault}): {knob}={value}"));
            }
        });
        self.turn(|_| {});
        Ok(())
    }

    fn show(&self) {
        let game = lock(self.game);
        let picture = crate::picture::draw(&game.table.view());
        let text = format!("{picture}\n{}", game.table.position());
        // XBoard takes lines with this mark as remarks.
        self.mouth.say(&text.lines().map(|line| format!("# {line}")).collect::<Vec<_>>().join("\n"));
    }
}

fn mover(game: &Game) -> Side {
    match game.table.mover() {
        Mover::Player(side) => side,
        Mover::Chance => Side::First,
    }
}

/// A text from outside, short enough and plain enough to be repeated.
fn quoted(text: &str) -> String {
    text.chars().take(QUOTED).flat_map(char::escape_debug).collect()
}
