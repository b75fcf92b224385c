//! A foreign engine as a player, spoken to by the Go Text Protocol.
//!
//! The engine keeps the game itself; beside it stands what it was told. Where the game at hand does not go on from
//! there (a take-back, another game), it is told from the start. An engine that refuses an order which every engine has
//! to obey costs itself the game.
//!
//! Options of a spec are orders of the engine: `gtp:gnugo --mode gtp?level=4` says `level 4` after each start.
//!
//! An engine that has orders for it also says what it thinks of a position (`analyse`).
//!
//! Left out: thinking in the opponent's time, confining a search to some moves, limits of depth and of nodes. There is no
//! word to end a thought either: a program that goes on when its answer is wanted is ended. An increment has no word
//! in the protocol; what is left is told before each move.

mod analyse;

pub use analyse::Search;

use super::text::{Answer, Hearing};
use super::{FAMILY, PASS, RESIGN, colour, rules, vertex};
use crate::foreign::{Patience, Program, Thought};
use crate::goban::{Goban, Style};
use crate::worker::wait_for;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Mover, Side, Stop};
use tabula_engine::{Choice, Clock, ForeignSpec, Info, Player, PlayerCard, Question, Record, Setup, Shelf};

/// An engine that speaks the Go Text Protocol.
pub struct Engine {
    program: Program,
    shelf: Arc<dyn Shelf>,
    patience: Patience,
    card: PlayerCard,
    /// The orders that it says it knows.
    orders: Vec<String>,
    /// Orders that were given as options, given again after a restart.
    settings: Vec<String>,
    /// The game as the engine knows it.
    told: Option<Record>,
    /// The time control that it was told of in this game.
    control: Option<String>,
}

impl Engine {
    /// Starts an engine and gives it its options; it will play games of `shelf`.
    pub fn start(spec: &ForeignSpec, shelf: &Arc<dyn Shelf>, patience: Patience) -> Result<Self, Fault> {
        let card = shelf.card();
        if card.family != FAMILY {
            return Err(Fault::new(format!("the Go Text Protocol has no words for {}", card.id)));
        }
        let mut engine = Self {
            program: Program::new(&spec.command),
            shelf: Arc::clone(shelf),
            patience,
            card: PlayerCard::default(),
            orders: Vec::new(),
            settings: Vec::new(),
            told: None,
            control: None,
        };
        engine.restart()?;
        for option in &spec.options {
            engine.set(&option.name, &option.value).map_err(|fault| Fault::at(option.column, fault.what))?;
        }
        // Better now than in the first game.
        engine.begin(&Setup { game: card.id.clone(), start: None })?;
        Ok(engine)
    }

    /// A new process, greeted and set up.
    fn restart(&mut self) -> Result<(), Fault> {
        self.program.restart()?;
        self.told = None;
        let start = self.patience.start;
        // Who does not say a version speaks an older one, which differs in nothing that is said here.
        let _ = self.ask("protocol_version", start)?;
        let name = self.ask("name", start)?.unwrap_or_default();
        let version = self.ask("version", start)?.unwrap_or_default();
        let name = if name.trim().is_empty() { self.program.short_name() } else { name };
        self.card.name = format!("{} {}", name.trim(), version.lines().next().unwrap_or("").trim()).trim().to_string();
        self.orders =
            self.ask("list_commands", start)?.unwrap_or_default().split_whitespace().map(Into::into).collect();
        for line in self.settings.clone() {
            self.must(&line)?;
        }
        Ok(())
    }

    /// Gives an order and waits for its answer; the outer error is one of the conversation.
    fn ask(&mut self, order: &str, patience: Duration) -> Result<Result<String, String>, Fault> {
        self.program.say(order);
        let deadline = Instant::now() + patience;
        let mut hearing = Hearing::default();
        let word = order.split(' ').next().unwrap_or(order);
        let what = format!("an answer to '{word}'");
        self.program.until(deadline, &what, |line| hearing.hear(line)).map(|answer| answer.said)
    }

    /// Gives an order that has to be obeyed.
    fn must(&mut self, order: &str) -> Result<String, Fault> {
        match self.ask(order, self.patience.ready)? {
            Ok(text) => Ok(text),
            Err(why) => {
                self.program.end();
                Err(Fault::new(format!("{} refused '{order}': {why}", self.program.name())))
            }
        }
    }

    fn knows(&self, order: &str) -> bool {
        self.orders.iter().any(|known| known == order)
    }

    /// A new game, from its start position.
    fn begin(&mut self, setup: &Setup) -> Result<(), Fault> {
        let table = self.shelf.table(setup).map_err(|faults| Fault::new(faults.to_string()))?;
        let cannot = || Fault::new("the start position cannot be told by the Go Text Protocol");
        let board = Goban::read(&table.start()).ok_or_else(cannot)?;
        (self.told, self.control) = (None, None);
        self.must(&format!("boardsize {}", board.size()))?;
        self.must("clear_board")?;
        if let Some(rules) = rules(&table.card().id) {
            let order = ["kata-set-rules", "kgs-rules"].into_iter().find(|order| self.knows(order));
            if let Some(order) = order {
                // Rules that it does not know are not worth a game: most moves are alike in all of them.
                let _ = self.ask(&format!("{order} {rules}"), self.patience.ready)?;
            }
        }
        if let Some(komi) = &board.komi {
            self.must(&format!("komi {komi}"))?;
        }
        for order in self.stones(&board) {
            self.must(&order)?;
        }
        self.told = Some(Record { setup: setup.clone(), moves: Vec::new() });
        Ok(())
    }

    /// The orders that put the stones of a start position on the engine's board.
    fn stones(&self, board: &Goban) -> Vec<String> {
        let names = |side| -> Vec<String> {
            let stones = board.stones(side);
            stones.filter_map(|(x, y)| Style::Go.name(board.size(), x, y)).map(|name| vertex(&name)).collect()
        };
        let (black, white) = (names(Side::First), names(Side::Second));
        let handicap = white.is_empty() && black.len() > 1 && board.turn == Side::Second;
        if black.is_empty() && white.is_empty() {
            Vec::new()
        } else if self.knows("set_position") {
            let stones = [("b", &black), ("w", &white)];
            let stones =
                stones.iter().flat_map(|(colour, names)| names.iter().map(move |name| format!(" {colour} {name}")));
            vec![format!("set_position{}", stones.collect::<String>())]
        } else if handicap && self.knows("set_free_handicap") {
            vec![format!("set_free_handicap {}", black.join(" "))]
        } else {
            let stones = [("b", black), ("w", white)];
            let play = |(colour, names): (&'static str, Vec<String>)| {
                names.into_iter().map(move |name| format!("play {colour} {name}"))
            };
            stones.into_iter().flat_map(play).collect()
        }
    }

    /// Brings the engine up to date; gives whose turn it is.
    fn follow(&mut self, record: &Record) -> Result<Side, Fault> {
        let goes_on = |told: &Record| told.setup == record.setup && record.moves.starts_with(&told.moves);
        if !self.told.as_ref().is_some_and(goes_on) {
            self.begin(&record.setup)?;
        }
        let known = self.told.as_ref().map_or(0, |told| told.moves.len());
        let mut table = self.shelf.table(&record.setup).map_err(|faults| Fault::new(faults.to_string()))?;
        for (number, code) in record.moves.iter().enumerate() {
            let played = table.play(code)?;
            if number >= known {
                let side = played.by.unwrap_or(Side::First);
                self.must(&format!("play {} {}", colour(side), vertex(&played.code)))?;
            }
        }
        self.told = Some(record.clone());
        match table.mover() {
            Mover::Player(side) => Ok(side),
            Mover::Chance => Err(Fault::new("the Go Text Protocol has no words for a die")),
        }
    }

    /// Tells the time, where there is a limit.
    fn tell_time(&mut self, clock: &Clock, side: Side) -> Result<(), Fault> {
        let Some((control, left)) = times(clock)? else { return Ok(()) };
        if self.control.is_none() {
            if self.knows("time_settings") {
                self.must(&control)?;
            }
            self.control = Some(control);
        }
        if self.knows("time_left") {
            self.must(&format!("time_left {} {left}", colour(side)))?;
        }
        Ok(())
    }
}

/// The order that tells the time control, and what is left of it now: seconds and stones.
fn times(clock: &Clock) -> Result<Option<(String, String)>, Fault> {
    if clock.limits.depth.is_some() || clock.limits.nodes.is_some() {
        return Err(Fault::new("the Go Text Protocol has no limit of depth or nodes"));
    }
    // Whole seconds; nought would mean that there is no limit.
    let seconds = |time: Duration| time.as_secs().max(1);
    Ok(match (clock.move_time, clock.left) {
        (Some(time), _) => Some((format!("time_settings 0 {} 1", seconds(time)), format!("{} 1", seconds(time)))),
        (None, Some(left)) => {
            let time = seconds(left.time);
            Some(match left.moves {
                Some(moves) => (format!("time_settings 0 {time} {moves}"), format!("{time} {moves}")),
                None => (format!("time_settings {time} 0 0"), format!("{time} 0")),
            })
        }
        (None, None) => None,
    })
}

impl Player for Engine {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault> {
        if !self.knows(option) {
            let program = self.program.name();
            return Err(Fault::new(format!("{program} knows no order '{option}'; options are orders of the engine")));
        }
        let line = format!("{option} {value}").trim().to_string();
        if line.contains(['\n', '\r']) {
            return Err(Fault::new("an order is one line"));
        }
        match self.ask(&line, self.patience.ready)? {
            Ok(_) => {
                self.settings.push(line);
                Ok(())
            }
            Err(why) => Err(Fault::new(format!("{} refused '{line}': {why}", self.program.name()))),
        }
    }

    fn ready(&mut self, setup: &Setup) -> Result<(), Fault> {
        if !self.program.is_running() {
            self.restart()?;
        }
        self.program.skip();
        self.begin(setup)
    }

    /// Nothing is told on the way: the protocol has no words for what an engine thinks.
    fn choose(&mut self, question: &Question<'_>, stop: &Stop, _: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        if !question.only.is_empty() {
            return Err(Fault::new("the Go Text Protocol cannot confine a search to some moves"));
        }
        if let Some(hit) = question.ponder {
            wait_for(&[stop, hit]);
        }
        self.program.skip();
        let side = self.follow(question.record)?;
        self.tell_time(question.clock, side)?;
        let orders = format!("genmove {}", colour(side));
        let mut hearing = Hearing::default();
        let grace = self.patience.stop;
        let thought = Thought { orders: &orders, stop, at_once: None, grace, hit: None, what: "a move" };
        let answer: Answer = self.program.think(&thought, |line| hearing.hear(line).into())?;
        match answer.said {
            Ok(text) if text.eq_ignore_ascii_case(RESIGN) => Ok(Choice::Resign),
            Ok(text) => {
                // Whether it is legal is for the referee to say.
                let code = if text.eq_ignore_ascii_case(PASS) { PASS.to_string() } else { text.to_ascii_lowercase() };
                if let Some(told) = &mut self.told {
                    told.moves.push(code.clone());
                }
                Ok(Choice::Move(code))
            }
            Err(why) => {
                self.program.end();
                Err(Fault::new(format!("{} refused to move: {why}", self.program.name())))
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests;
