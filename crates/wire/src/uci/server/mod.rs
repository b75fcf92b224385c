//! Our players as UCI engines: orders come in by lines, answers go out by lines.
//!
//! One thread reads orders and is never busy: it answers `isready` and `stop` at any moment. Another one thinks. What
//! the protocol leaves open is decided so:
//!
//! - `go` during a search stops that search, whose `bestmove` is sent, and then begins the new one.
//! - An option that is set during a search holds from the next one on; so does `ucinewgame`.
//! - After `go infinite` and `go ponder` no `bestmove` is sent before `stop` or `ponderhit`, even if nothing is left to think.
//! - Where no move is legal the answer is `bestmove (none)`, as Stockfish's.
//! - An illegal position is told as `info string`, and the last one stays; an illegal move likewise, and the position
//!   before it stays.
//! - In games with a die, whoever talks to us rolls it; a move carries what it said: `e2e4@NE2`, or `e2e4@d4f6` with the
//!   squares of the man that it moves (where two outcomes end on the same square, the first of them).
//! - The end of the input is `quit`: a running search is stopped and its move is sent.

mod bench;
mod judge;
mod options;
mod order;
mod perft;
mod search;
mod setting;
mod telling;
#[cfg(test)]
mod tests;

use crate::die;
use crate::ear::{self, Next};
use crate::identity::{Identity, house};
use crate::lines::{Line, Lines};
use crate::mouth::Mouth;
use crate::worker::Worker;
use order::{Go, Order};
use search::Running;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use tabula_core::{Faults, Mover};
use tabula_engine::{PlayerCard, Setup, Shelf, Table, catalogue};

/// Longer lines are skipped. It holds games longer than any that was ever played.
const LONGEST_LINE: usize = 1 << 17;
/// How much of a line is repeated in a complaint.
const QUOTED: usize = 60;
const FAMILY: &str = "chess";
const HELP: &str = "\
uci                                    who this is, and the options
isready | ucinewgame                   readyok; a new game
setoption name N [value V]             sets an option
position startpos | fen F [moves ...]  the position to think about
go [depth D] [nodes N] [movetime MS] [wtime MS btime MS winc MS binc MS movestogo M]
   [mate M] [infinite] [ponder] [searchmoves ...] | go perft D
stop | ponderhit | quit                ends thinking; the expected move was played; leaves
d | eval | bench [DEPTH]               draws the board; judges it; signature and speed";

/// Speaks UCI until `quit` or the end of the input.
pub fn serve(identity: Identity<'_>, input: impl BufRead, out: &mut (dyn Write + Send)) -> io::Result<()> {
    let mouth = Mouth::new(out);
    let heard = std::thread::scope(|scope| {
        let shelf = catalogue::find(FAMILY).map_err(io::Error::other)?;
        let player = shelf.player(&house(identity.seed)).map_err(io::Error::other)?;
        let card = player.card().clone();
        let table = open(&*shelf, None).map_err(io::Error::other)?;
        let mut server = Server {
            identity,
            mouth: &mouth,
            worker: Worker::start(scope, player),
            shelf,
            card,
            table,
            start: None,
            wishes: Wishes::default(),
            knobs: Vec::new(),
            loaded: Vec::new(),
            running: None,
        };
        let heard = ear::listen(Lines::new(input, LONGEST_LINE), &mouth, |line| server.hear(line));
        server.stop();
        heard
    });
    heard.and(mouth.finish())
}

fn open(shelf: &dyn Shelf, start: Option<&str>) -> Result<Box<dyn Table>, Faults> {
    shelf.table(&Setup { game: shelf.card().id.clone(), start: start.map(str::to_string) })
}

/// What was set that is no business of the player.
#[derive(Clone, Debug)]
struct Wishes {
    variant: String,
    chess960: bool,
    limit_strength: bool,
    elo: Option<String>,
    skill: Option<String>,
    show_wdl: bool,
    analyse: bool,
    /// The search that was chosen, in case lots are drawn instead for a while.
    algorithm: Option<String>,
    /// The evaluation that was chosen; it counts where no file of a net does.
    heuristic: Option<String>,
    /// The file of the net that is meant by a heuristic that is one; `None` for the one of the house.
    model: Option<String>,
    /// Classes are wanted of a net, not values.
    classes: bool,
    /// The GUI wants to hear more than it needs.
    debug: bool,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            variant: FAMILY.into(),
            chess960: false,
            limit_strength: false,
            elo: None,
            skill: None,
            show_wdl: false,
            analyse: false,
            algorithm: None,
            heuristic: None,
            model: None,
            classes: false,
            debug: false,
        }
    }
}

struct Server<'s, 'm> {
    identity: Identity<'s>,
    mouth: &'s Mouth<'m>,
    worker: Worker<'s>,
    shelf: Arc<dyn Shelf>,
    /// Of the player that thinks.
    card: PlayerCard,
    table: Box<dyn Table>,
    /// The position from which the game on the table began, as it was written.
    start: Option<String>,
    wishes: Wishes,
    /// What was set about the player, for the next one.
    knobs: Vec<(&'static str, String)>,
    /// Variants from definition files.
    loaded: Vec<Arc<dyn Shelf>>,
    running: Option<Running>,
}

impl Server<'_, '_> {
    fn hear(&mut self, line: &Line) -> Next {
        if line.cut {
            self.remark(&format!("a line of {} bytes was skipped", line.bytes));
            return Next::Listen;
        }
        self.obey(order::read(&line.text))
    }

    fn obey(&mut self, order: Order) -> Next {
        match order {
            Order::Nothing | Order::Register => {}
            Order::Uci => self.introduce(),
            Order::Debug(on) => self.wishes.debug = on,
            Order::IsReady => self.ready(),
            Order::Set { name, value } => {
                if let Err(what) = self.set(&name, value.as_deref().unwrap_or_default()) {
                    self.remark(&what.to_string());
                }
            }
            Order::NewGame => self.forget(),
            Order::Position { fen, moves } => {
                self.position(fen, &moves);
                if self.wishes.debug {
                    self.remark(&format!("position {}", self.table.position()));
                }
            }
            Order::Go(go) => self.go(&go),
            Order::Perft(depth) => self.perft(depth),
            Order::Stop => self.stop(),
            Order::PonderHit => self.hit(),
            Order::Quit => return Next::Leave,
            Order::Draw => self.draw(),
            Order::Eval => self.judge(),
            Order::Bench(depth) => self.bench(depth),
            Order::Help => self.mouth.say(HELP),
            Order::Unknown(text) => {
                self.remark(&format!("unknown command '{}'; 'help' lists them", quoted(&text)));
            }
        }
        Next::Listen
    }

    fn remark(&self, what: &str) {
        self.mouth.say(&format!("info string {what}"));
    }

    fn introduce(&self) {
        let mut lines = vec![
            format!("id name {}", self.identity.name),
            format!("id author {}", self.identity.author),
            String::new(),
        ];
        lines.extend(options::announce(&self.card, &self.variants()));
        lines.push("uciok".into());
        self.mouth.say(&lines.join("\n"));
    }

    /// Answers at once during a search, else when everything that was ordered is done.
    fn ready(&self) {
        if self.is_searching() {
            self.mouth.say("readyok");
        } else {
            let mouth = self.mouth;
            self.worker.give(move |_| mouth.say("readyok"));
        }
    }

    /// What was remembered of the last game is dropped.
    fn forget(&self) {
        let (mouth, setup) = (self.mouth, self.table.record().setup);
        self.worker.give(move |player| {
            if let Err(fault) = player.ready(&setup) {
                mouth.say(&format!("info string {fault}"));
            }
        });
    }

    /// Puts a position on the table, keeping what it has in common with the one that stands there.
    fn position(&mut self, fen: Option<String>, moves: &[String]) {
        if fen != self.start {
            match open(&*self.shelf, fen.as_deref()) {
                Ok(table) => (self.table, self.start) = (table, fen),
                Err(faults) => return self.remark(&format!("illegal position, the last one stays: {faults}")),
            }
        }
        let moves = die::parts(moves);
        let common = self.table.played().iter().zip(&moves).take_while(|(played, text)| played.code == **text).count();
        while self.table.played().len() > common {
            self.table.back();
        }
        for (number, text) in (1..).zip(moves).skip(common) {
            if let Err(fault) = die::play(&mut *self.table, text) {
                let text = quoted(text);
                return self.remark(&format!("illegal move {number} '{text}', the position before it stands: {fault}"));
            }
        }
    }

    fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.is_over())
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.raise();
        }
    }

    fn hit(&self) {
        if let Some(running) = &self.running {
            running.hit.raise();
        }
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        let side = match self.table.mover() {
            Mover::Player(side) => side,
            Mover::Chance => {
                self.remark("the die is still to be rolled: position ... moves e2e4@NE2");
                return self.mouth.say("bestmove (none)");
            }
        };
        let only = self.only(&go.only);
        let running = Running::default();
        let task = search::Task {
            mouth: self.mouth,
            table: self.table.copy(),
            clock: go.clock(side),
            only,
            ponder: go.ponder,
            infinite: go.infinite,
            mate: go.mate,
            wdl: self.wishes.show_wdl,
            running: running.clone(),
        };
        self.running = Some(running);
        self.worker.give(move |player| task.run(&mut **player));
    }

    /// The moves to which the search is confined, as the player writes them; those that are none are left out.
    fn only(&self, texts: &[String]) -> Vec<String> {
        let read = |text: &String| match self.table.read(text) {
            Ok(played) => Some(played.code),
            Err(fault) => {
                self.remark(&format!("'{}' is not searched: {fault}", quoted(text)));
                None
            }
        };
        texts.iter().filter_map(read).collect()
    }

    fn perft(&mut self, depth: u32) {
        self.stop();
        let running = Running::default();
        let (mouth, shelf, mut table) = (self.mouth, Arc::clone(&self.shelf), self.table.copy());
        self.running = Some(running.clone());
        self.worker.give(move |_| {
            let mut total = u64::from(depth == 0);
            for code in if depth > 0 { table.legal() } else { Vec::new() } {
                let counted = table.play(&code).map_err(Faults::from);
                let counted = counted.and_then(|_| perft::count(&*shelf, &mut *table, depth - 1, &running.stop));
                table.back();
                match counted {
                    Ok(Some(nodes)) => {
                        mouth.say(&format!("{code}: {nodes}"));
                        total += nodes;
                    }
                    Ok(None) => break,
                    Err(faults) => mouth.say(&format!("info string {faults}")),
                }
            }
            mouth.say(&format!("\nNodes searched: {total}\n"));
            running.end();
        });
    }

    /// The signature and the speed of a player as it is without any option.
    fn bench(&mut self, depth: Option<u32>) {
        self.stop();
        let running = Running::default();
        self.running = Some(running.clone());
        let (mouth, shelf) = (self.mouth, Arc::clone(&self.shelf));
        self.worker.give(move |_| {
            if let Err(faults) = bench::run(mouth, &*shelf, depth, &running.stop) {
                mouth.say(&format!("info string {faults}"));
            }
            running.end();
        });
    }

    fn draw(&self) {
        let legal = self.table.legal();
        let mut lines = vec![crate::picture::draw(&self.table.view()), String::new()];
        lines.push(format!("Fen: {}", self.table.position()));
        lines.push(format!("Legal moves ({}): {}", legal.len(), legal.join(" ")));
        if let Some(outcome) = self.table.outcome() {
            lines.push(format!("Over: {} ({})", outcome.points(), outcome.cause));
        }
        self.mouth.say(&lines.join("\n"));
    }

    /// Tells what a first look gives.
    fn judge(&self) {
        match judge::tell(&*self.shelf, &*self.table) {
            Ok(told) => self.mouth.say(&told),
            Err(faults) => self.remark(&faults.to_string()),
        }
    }
}

/// A text from outside, short enough and plain enough to be repeated.
fn quoted(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTED).flat_map(char::escape_debug).collect();
    if text.chars().nth(QUOTED).is_some() {
        short.push_str("...");
    }
    short
}
