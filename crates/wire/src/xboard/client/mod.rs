//! A foreign engine as a player, spoken to by XBoard's protocol.
//!
//! The engine keeps the game itself, so a table of our own stands beside it: what is on it is what the engine was
//! told. Moves go as coordinates; castling is the king's from and to, in games whose start is drawn by lot `O-O`.
//!
//! Left out: thinking in the opponent's time (`easy` is said), confining a search to some moves, limits of nodes, and
//! games with a die, for which the protocol has no words.

mod clock;
mod dialect;
mod edit;
mod features;
mod info;
mod options;

use super::{names, squares};
use crate::foreign::{Heed, Patience, Program, Thought};
use crate::worker::wait_for;
use dialect::Letters;
use features::Features;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::{Fault, Stop};
use tabula_engine::{Choice, ForeignSpec, Info, Played, Player, PlayerCard, Question, Record, Setup, Shelf, Table};

/// How long an engine that says nothing of itself is waited for, as the protocol has it.
const INTRODUCTION: Duration = Duration::from_secs(2);
/// The setting that is ours and not the engine's: other letters for men, as in `letters=ja`.
const LETTERS: &str = "letters";

/// An engine that speaks XBoard's protocol.
pub struct Engine {
    program: Program,
    shelf: Arc<dyn Shelf>,
    patience: Patience,
    card: PlayerCard,
    features: Features,
    /// The lines that set its options, said again after a restart.
    settings: Vec<String>,
    /// Those that were set; else those for which the engine is known.
    letters: Option<Letters>,
    /// The game as the engine knows it.
    table: Box<dyn Table>,
    /// Whether it answers moves by itself.
    playing: bool,
    /// The time control that it was told of in this game.
    control: Option<String>,
    /// How many games it was told of since its start.
    games: u32,
    pings: u64,
}

/// What came of asking for a move.
enum Answer {
    Move(String),
    Resign,
    /// It does not accept what was played, in its words.
    Refusal(String),
}

impl Engine {
    /// Starts an engine and sets its options; it will play games of `shelf`.
    pub fn start(spec: &ForeignSpec, shelf: &Arc<dyn Shelf>, patience: Patience) -> Result<Self, Fault> {
        let usual = Setup { game: shelf.card().id.clone(), start: None };
        let mut engine = Self {
            program: Program::new(&spec.command),
            table: shelf.table(&usual).map_err(|faults| Fault::new(faults.to_string()))?,
            shelf: Arc::clone(shelf),
            patience,
            card: PlayerCard::default(),
            features: Features::default(),
            settings: Vec::new(),
            letters: None,
            playing: false,
            control: None,
            games: 0,
            pings: 0,
        };
        engine.restart()?;
        for option in &spec.options {
            engine.set(&option.name, &option.value).map_err(|fault| Fault::at(option.column, fault.what))?;
        }
        // Better now than in the first game.
        engine.variant()?;
        Ok(engine)
    }

    /// A new process, greeted and set up.
    fn restart(&mut self) -> Result<(), Fault> {
        self.program.restart()?;
        self.program.say("xboard\nprotover 2");
        let begun = Instant::now();
        let (patience, quiet) = (self.patience.start, INTRODUCTION.min(self.patience.start));
        let features = RefCell::new(Features::default());
        let answers = RefCell::new(Vec::<String>::new());
        let greeted = self.program.hear(
            |process| {
                for line in answers.borrow_mut().drain(..) {
                    process.say(&line);
                }
                let asked = features.borrow().done == Some(false);
                Some(begun + if asked { patience } else { quiet })
            },
            "'feature done=1'",
            &mut |line| {
                let mut features = features.borrow_mut();
                answers.borrow_mut().extend(features.hear(line));
                (features.done == Some(true)).then_some(())
            },
        );
        let features = features.into_inner();
        match greeted {
            Ok(()) => {}
            // Old engines have no features, and do not say so.
            Err(_) if features.done.is_none() && self.program.is_alive() => {}
            Err(fault) => {
                self.program.end();
                return Err(fault);
            }
        }
        for line in answers.into_inner() {
            self.program.say(&line);
        }
        let name = if features.name.is_empty() { self.program.short_name() } else { features.name.clone() };
        self.card = PlayerCard { name, author: String::new(), options: features.options.cards.clone() };
        (self.features, self.games, self.playing) = (features, 0, false);
        for line in self.settings.clone() {
            self.program.say(&line);
        }
        Ok(())
    }

    /// The engine's name of the game.
    fn variant(&self) -> Result<&str, Fault> {
        let id = self.shelf.card().id.as_str();
        let known = &self.features.variants;
        let names = [names::name(id), id];
        names.into_iter().find(|name| known.iter().any(|known| known == name)).ok_or_else(|| {
            Fault::new(format!("{} does not play {id}; it plays {}", self.program.name(), known.join(", ")))
        })
    }

    fn letters(&self) -> Letters {
        self.letters.clone().unwrap_or_else(|| Letters::of(&self.card.name, &self.shelf.card().id))
    }

    /// A new game, from its start position.
    fn begin(&mut self, setup: &Setup) -> Result<(), Fault> {
        let no_table = |faults: tabula_core::Faults| Fault::new(faults.to_string());
        let usual = self.shelf.table(&Setup { game: setup.game.clone(), start: None }).map_err(no_table)?;
        let table = self.shelf.table(setup).map_err(no_table)?;
        let variant = self.variant()?;
        let mut orders = vec!["new".to_string()];
        if variant != "normal" {
            orders.push(format!("variant {variant}"));
        }
        orders.extend(["force", "easy", "post"].map(String::from));
        let (start, home) = (table.start(), usual.start());
        // Where the start is drawn by lot, engines draw it themselves unless they are told.
        if start != home || self.shelf.deal(0).is_some() {
            self.place(&start, &*usual, &mut orders)?;
        }
        self.program.say(&orders.join("\n"));
        (self.table, self.playing, self.control) = (table, false, None);
        self.games += 1;
        self.settle()
    }

    /// The orders that put a position on the engine's board.
    fn place(&self, fen: &str, usual: &dyn Table, orders: &mut Vec<String>) -> Result<(), Fault> {
        let letters = self.letters();
        if self.features.set_board {
            orders.push(format!("setboard {}", letters.board_to_engine(fen)));
            return Ok(());
        }
        let lines = edit::lines(fen, &usual.start(), &letters)?;
        // The turn is told by a move, whatever it is: the men are told afterwards.
        if edit::black_begins(fen) != edit::black_begins(&usual.start()) {
            let any = usual.legal().first().and_then(|code| usual.read(code).ok());
            orders.extend(any.map(|played| self.spell(&played)));
        }
        orders.push(lines);
        Ok(())
    }

    /// Waits until the engine has done what it was ordered, as far as it can tell, and hears whether it could.
    fn settle(&mut self) -> Result<(), Fault> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.program.say(&format!("ping {}", self.pings));
        let deadline = Instant::now() + self.patience.ready;
        let mut complaint = None;
        self.program.until(deadline, &format!("'{pong}'"), |line| {
            let line = line.trim();
            if is_complaint(line) {
                complaint.get_or_insert_with(|| line.to_string());
            }
            (line == pong).then_some(())
        })?;
        match complaint {
            Some(line) => Err(Fault::new(format!("{} cannot set up the game: {line}", self.program.name()))),
            None => Ok(()),
        }
    }

    /// A move as it is told to the engine.
    fn spell(&self, played: &Played) -> String {
        let shuffled = self.shelf.deal(0).is_some() && !dialect::castles_by_rook(&self.card.name);
        let castles = shuffled && played.text.starts_with("O-O");
        let text = if castles {
            played.text.trim_end_matches(['+', '#']).to_string()
        } else {
            squares::to_xboard(&self.letters().move_to_engine(&played.code), self.shelf.card().size.1)
        };
        if self.features.user_move { format!("usermove {text}") } else { text }
    }

    /// A move of the engine; what is no move is handed on, for the referee to judge.
    fn understand(&self, text: &str) -> String {
        let code = squares::from_xboard(&self.letters().move_from_engine(text), self.shelf.card().size.1);
        self.table.read(&code).map_or(code, |played| played.code)
    }

    /// The orders that bring the engine up to date and make it think.
    fn orders(&mut self, question: &Question<'_>) -> Result<String, Fault> {
        let Record { setup, moves } = question.record;
        let told = self.table.record();
        if told.setup != *setup || !moves.starts_with(&told.moves) {
            self.begin(setup)?;
        }
        let mut orders = Vec::new();
        let news = &moves[self.table.played().len()..];
        let answers = self.playing && news.len() == 1;
        if self.playing && !answers {
            orders.push("force".to_string());
        }
        if self.control.is_none() {
            let control = clock::control(question.clock)?;
            orders.push(control.clone());
            self.control = Some(control);
        }
        let clocks = clock::clocks(question.clock, question.rival).filter(|_| self.features.time);
        if answers {
            orders.extend(clocks.clone());
        }
        for code in news {
            let played = self.table.play(code)?;
            if played.by.is_none() {
                return Err(Fault::new("XBoard's protocol has no words for a die"));
            }
            orders.push(self.spell(&played));
        }
        if !answers {
            orders.extend(clocks);
            orders.push("go".to_string());
        }
        Ok(orders.join("\n"))
    }
}

impl Player for Engine {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault> {
        if option == LETTERS {
            self.letters = Some(Letters::read(value)?);
            return Ok(());
        }
        let line = options::set(&self.features, option, value)?;
        self.program.say(&line);
        self.settings.push(line);
        Ok(())
    }

    fn ready(&mut self, setup: &Setup) -> Result<(), Fault> {
        if !self.program.is_running() || (self.games > 0 && !self.features.reuse) {
            self.restart()?;
        }
        self.begin(setup)
    }

    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        if !question.only.is_empty() {
            return Err(Fault::new("XBoard's protocol cannot confine a search to some moves"));
        }
        if let Some(hit) = question.ponder {
            wait_for(&[stop, hit]);
        }
        let orders = self.orders(question)?;
        let mut claim = String::new();
        let thought =
            Thought { orders: &orders, stop, at_once: Some("?"), grace: self.patience.stop, hit: None, what: "a move" };
        let answer = self.program.think(&thought, |line| {
            let line = line.trim();
            let claims = is_result(line);
            if let Some(info) = info::read(line) {
                tell(&info);
            } else if claims {
                claim = line.to_string();
            }
            match answer(line) {
                // Some claim before they move, some instead of moving.
                None if claims => Heed::Soon,
                answer => answer.into(),
            }
        });
        match answer {
            Ok(Answer::Move(text)) => {
                let code = self.understand(&text);
                // An illegal one ends the game, and with it what the engine believes.
                self.playing = self.table.play(&code).is_ok();
                Ok(Choice::Move(code))
            }
            Ok(Answer::Resign) => Ok(Choice::Resign),
            Ok(Answer::Refusal(line)) => {
                self.program.end();
                Err(Fault::new(format!("{} refused a move: {line}", self.program.name())))
            }
            Err(_) if !claim.is_empty() && !stop.is_raised() => {
                Err(Fault::new(format!("{} claimed '{claim}' instead of moving", self.program.name())))
            }
            Err(fault) => Err(fault),
        }
    }
}

/// What a line answers, if it is an answer.
fn answer(line: &str) -> Option<Answer> {
    let mut words = line.split_whitespace();
    if words.next() == Some("move") {
        Some(Answer::Move(words.next().unwrap_or_default().to_string()))
    } else if let Some(text) = line.strip_prefix("My move is") {
        // As engines said before there were versions of the protocol.
        Some(Answer::Move(text.trim_start_matches([' ', ':']).to_string()))
    } else if line == "resign" || line == "tellics resign" || is_result(line) && line.contains("resign") {
        Some(Answer::Resign)
    } else if line.to_ascii_lowercase().starts_with("illegal move") {
        Some(Answer::Refusal(line.to_string()))
    } else {
        None
    }
}

/// `1-0 {White mates}`.
fn is_result(line: &str) -> bool {
    ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.split_whitespace().next() == Some(result))
}

/// Whether an engine says that it could not do what a new game needs.
fn is_complaint(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let about = ["setboard", "variant", "edit"].iter().any(|order| line.contains(order));
    line.starts_with("tellusererror") || line.starts_with("illegal position") || line.starts_with("error") && about
}
