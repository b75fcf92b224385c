//! A game at the terminal: the board is drawn, moves and orders are read, machines are asked.
//!
//! It works as well from a pipe as from a keyboard; only the prompt is left out. The rules are the table's,
//! the thinking is the players'.

mod order;

use crate::draw::{Marks, board};
use crate::files;
use crate::interrupt::LastWords;
use crate::kept;
use crate::progress;
use crate::style::Style;
use anyhow::{Context, anyhow};
use order::Order;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use tabula_core::{BySide, Cause, Cells, Dice, Mover, Outcome, Score, Side, Stop};
use tabula_engine::{Choice, Clock, Info, Player, Question, Shelf, Table};

/// Who sits on a side of the board.
pub(crate) enum Seat {
    /// Whoever types.
    Person,
    /// A player of the house, and how long it may think.
    Machine(Box<dyn Player>, Clock),
}

/// Where the console reads and writes.
pub(crate) struct Terminal<'a> {
    /// Orders.
    pub(crate) input: &'a mut dyn BufRead,
    /// The board and all answers.
    pub(crate) out: &'a mut dyn Write,
    /// Whether somebody sees a prompt.
    pub(crate) prompts: bool,
    /// How to draw.
    pub(crate) style: Style,
}

/// A game at the terminal.
pub(crate) struct Console<'a> {
    terminal: Terminal<'a>,
    shelf: Arc<dyn Shelf>,
    /// The game as a command line names it: an id, or the path of a definition.
    word: String,
    table: Box<dyn Table>,
    seats: BySide<Seat>,
    /// Who is asked for hints.
    adviser: (Box<dyn Player>, Clock),
    dice: Dice,
    flipped: bool,
    /// A result that was agreed and not reached on the board.
    agreed: Option<Outcome>,
    /// The game as it was last written to a file or read from one.
    kept: String,
    /// The file that this game was last written to.
    own: Option<String>,
    /// What Ctrl-C prints.
    last_words: LastWords,
}

/// Whether to go on.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

impl<'a> Console<'a> {
    /// A game from the start of `table`, or wherever it stands.
    pub(crate) fn new(
        terminal: Terminal<'a>,
        shelf: Arc<dyn Shelf>,
        table: Box<dyn Table>,
        seats: BySide<Seat>,
        adviser: (Box<dyn Player>, Clock),
        seed: u64,
    ) -> Self {
        let second_alone = matches!((&seats[Side::First], &seats[Side::Second]), (Seat::Machine(..), Seat::Person));
        // Only where players sit opposite each other does a board have a far side.
        let flipped = second_alone && table.view().cells == Cells::Squares;
        let word = shelf.card().id.clone();
        let mut console = Self {
            terminal,
            shelf,
            word,
            table,
            seats,
            adviser,
            dice: Dice::new(seed),
            flipped,
            agreed: None,
            kept: String::new(),
            own: None,
            last_words: LastWords::default(),
        };
        console.kept = console.text();
        console
    }

    /// Says how a command line names the game, where that is not its id.
    pub(crate) fn called(mut self, word: &str) -> Self {
        self.word = word.to_string();
        self
    }

    /// Keeps `words` at what would be lost if the program ended now.
    pub(crate) fn last_words(mut self, words: LastWords) -> Self {
        self.last_words = words;
        self
    }

    /// Puts a result on the table that was agreed upon earlier, as a file may tell.
    pub(crate) fn agreed(mut self, outcome: Option<Outcome>) -> Self {
        self.agreed = outcome;
        self.kept = self.text();
        self
    }

    /// Plays until somebody leaves, or until two machines have finished.
    pub(crate) fn run(mut self) -> anyhow::Result<()> {
        let alone = Side::BOTH.iter().all(|&side| matches!(self.seats[side], Seat::Machine(..)));
        if !alone {
            let words = "Type a move, or 'help'.";
            writeln!(self.terminal.out, "{}: {}. {words}\n", self.shelf.card().name, self.shelf.card().about)?;
        }
        self.shown()?;
        loop {
            self.last_words.set(self.unsaved());
            let over = self.outcome().is_some();
            let next = match (over, self.table.mover()) {
                (true, _) if alone => Next::Leave,
                (true, _) => self.ask("The game is over (new, back, save FILE, quit)")?,
                (false, Mover::Chance) => self.roll()?,
                (false, Mover::Player(side)) => match self.seats[side] {
                    Seat::Machine(..) => self.answer(side)?,
                    Seat::Person => self.ask(&format!("{} to move", self.name(side)))?,
                },
            };
            if next == Next::Leave {
                break;
            }
        }
        self.last_words.set(None);
        self.show_unsaved()?;
        Ok(self.terminal.out.flush()?)
    }

    fn name(&self, side: Side) -> String {
        self.shelf.card().sides[side as usize].clone()
    }

    /// The game as a file holds it.
    fn text(&self) -> String {
        let names = Side::BOTH.map(|side| match &self.seats[side] {
            Seat::Person => "Human".to_string(),
            Seat::Machine(player, _) => player.card().name.clone(),
        });
        kept::write(&*self.table, self.agreed, names.each_ref().map(String::as_str))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.agreed.or_else(|| self.table.outcome())
    }

    fn machine_moves(&self) -> bool {
        match self.table.mover() {
            Mover::Player(side) => matches!(self.seats[side], Seat::Machine(..)),
            Mover::Chance => true,
        }
    }

    fn say(&mut self, text: &str) -> anyhow::Result<Next> {
        writeln!(self.terminal.out, "{text}")?;
        Ok(Next::GoOn)
    }

    /// Draws the board, and announces the end where the game is over.
    fn shown(&mut self) -> anyhow::Result<Next> {
        let marks = Marks { trail: self.table.trail(), flipped: self.flipped };
        let style = self.terminal.style;
        writeln!(self.terminal.out, "{}", board(&self.table.view(), marks, style))?;
        if let Some(outcome) = self.outcome() {
            let text = match outcome.winner {
                Some(side) => format!("{} wins: {} ({}).", self.name(side), outcome.cause, outcome.points()),
                None => format!("A draw: {} ({}).", outcome.cause, outcome.points()),
            };
            self.say(&style.strong(&text))?;
        }
        self.terminal.out.flush()?;
        Ok(Next::GoOn)
    }

    /// Reads a line and does what it says; the end of the input is a wish to leave.
    fn ask(&mut self, prompt: &str) -> anyhow::Result<Next> {
        if self.terminal.prompts {
            write!(self.terminal.out, "{prompt} > ")?;
            self.terminal.out.flush()?;
        }
        let mut line = Vec::new();
        if self.terminal.input.read_until(b'\n', &mut line)? == 0 {
            writeln!(self.terminal.out)?;
            return Ok(Next::Leave);
        }
        match order::read(&String::from_utf8_lossy(&line)) {
            Ok(order) => self.obey(order),
            Err(what) => self.say(&what),
        }
    }

    fn obey(&mut self, order: Order) -> anyhow::Result<Next> {
        match order {
            Order::Nothing => Ok(Next::GoOn),
            Order::Quit => Ok(Next::Leave),
            Order::Help => self.help(),
            Order::Moves => self.list(),
            Order::Hint => self.hint(),
            Order::Back => self.back(),
            Order::Board => self.shown(),
            Order::Flip => {
                self.flipped = !self.flipped;
                self.shown()
            }
            Order::Fen => self.say(&self.table.position()),
            Order::Record => self.say(self.text().trim_end()),
            // What this game has written it may write again; anything else may hold somebody's games.
            Order::Save(file) if Path::new(&file).exists() && self.own.as_ref() != Some(&file) => {
                self.say(&format!("{file} exists; 'save! {file}' replaces it."))
            }
            Order::Save(file) | Order::Replace(file) => self.save(file),
            Order::Load(file) => self.load(&file),
            Order::New => {
                self.show_unsaved()?;
                let mut setup = self.table.record().setup;
                setup.start = self.shelf.deal(self.dice.next_u64()).or(setup.start);
                self.table = self.shelf.table(&setup)?;
                self.start_over(None)
            }
            Order::Resign => self.resign(),
            Order::Draw => self.offer_draw(),
            Order::Move(text) => self.play(&text),
        }
    }

    fn help(&mut self) -> anyhow::Result<Next> {
        let example = self.table.legal().first().map_or(String::new(), |code| format!(" such as {code}"));
        writeln!(self.terminal.out, "Type a move{example}, or one of these:")?;
        for (usage, about) in order::WORDS {
            writeln!(self.terminal.out, "  {usage:<10}  {about}")?;
        }
        Ok(Next::GoOn)
    }

    fn list(&mut self) -> anyhow::Result<Next> {
        let legal = self.table.legal();
        let texts: Vec<_> = legal.iter().filter_map(|code| self.table.read(code).ok()).map(|m| m.text).collect();
        self.say(&match texts.len() {
            0 => "There is no legal move.".to_string(),
            count => format!("{count} legal moves: {}", texts.join(" ")),
        })
    }

    fn play(&mut self, text: &str) -> anyhow::Result<Next> {
        if self.outcome().is_some() {
            return self.say(&format!("The game is over, '{text}' cannot be played; 'back' takes a move back."));
        }
        match self.table.play(text) {
            // A machine's answer follows at once, and the board with it.
            Ok(_) if self.outcome().is_none() && self.machine_moves() => Ok(Next::GoOn),
            Ok(_) => self.shown(),
            Err(fault) => self.say(&format!("Not played: {fault}.")),
        }
    }

    /// The die falls.
    fn roll(&mut self) -> anyhow::Result<Next> {
        let chances = self.table.chances();
        let weights: Vec<_> = chances.iter().enumerate().map(|(i, &(_, weight))| (i, weight)).collect();
        let drawn = self.dice.pick_weighted(&weights).ok_or_else(|| anyhow!("the die has no outcome"))?;
        let played = self.table.play(&chances[drawn].0)?;
        self.say(&format!("The die: {}", played.text))?;
        self.shown()
    }

    /// The machine moves.
    fn answer(&mut self, side: Side) -> anyhow::Result<Next> {
        let Seat::Machine(player, clock) = &mut self.seats[side] else { return Ok(Next::GoOn) };
        let name = player.card().name.clone();
        let (choice, info) = consult(&mut **player, clock, &*self.table).with_context(|| format!("{name} failed"))?;
        match choice {
            Choice::Resign => self.agreed = Some(Outcome::win(!side, Cause::Resignation)),
            Choice::Move(code) => {
                let played = self.table.play(&code).with_context(|| format!("{name} chose '{code}'"))?;
                let seen = self.terminal.style.faint(&thought(&info));
                let said = format!("{} ({name}) plays {}  {seen}", self.name(side), played.text);
                self.say(said.trim_end())?;
            }
        }
        self.shown()
    }

    fn hint(&mut self) -> anyhow::Result<Next> {
        if self.outcome().is_some() {
            return self.say("The game is over.");
        }
        let (player, clock) = &mut self.adviser;
        match consult(&mut **player, clock, &*self.table)? {
            (Choice::Move(code), info) => {
                let text = self.table.read(&code).map_or(code, |played| played.text);
                self.say(&format!("Hint: {text}  {}", thought(&info)))
            }
            (Choice::Resign, _) => self.say("Hint: resign"),
        }
    }

    /// Takes back to the last move that a person made, and that too.
    fn back(&mut self) -> anyhow::Result<Next> {
        if self.agreed.take().is_some() {
            return self.shown();
        }
        let people = |by: Option<Side>| by.is_some_and(|side| matches!(self.seats[side], Seat::Person));
        let Some(ply) = self.table.played().iter().rposition(|played| people(played.by)) else {
            return self.say("There is no move of yours to take back.");
        };
        while self.table.played().len() > ply {
            self.table.back();
        }
        self.shown()
    }

    fn resign(&mut self) -> anyhow::Result<Next> {
        match (self.outcome(), self.table.mover()) {
            (None, Mover::Player(side)) => {
                self.agreed = Some(Outcome::win(!side, Cause::Resignation));
                self.shown()
            }
            _ => self.say("There is no game to resign."),
        }
    }

    /// A machine agrees if it does not think itself better; a person at the same board has agreed already.
    fn offer_draw(&mut self) -> anyhow::Result<Next> {
        let (None, Mover::Player(side)) = (self.outcome(), self.table.mover()) else {
            return self.say("There is no game to draw.");
        };
        if let Seat::Machine(player, clock) = &mut self.seats[!side] {
            let (_, info) = consult(&mut **player, clock, &*self.table)?;
            if info.score < Score::ZERO {
                return self.say("The draw is declined.");
            }
        }
        self.agreed = Some(Outcome::draw(Cause::Agreement));
        self.shown()
    }

    fn save(&mut self, file: String) -> anyhow::Result<Next> {
        let text = self.text();
        match files::save(Path::new(&file), &text) {
            Ok(()) => {
                self.kept = text;
                self.say(&format!("Saved to {file}."))?;
                self.own = Some(file);
                Ok(Next::GoOn)
            }
            Err(error) => self.say(&format!("{error:#}")),
        }
    }

    fn load(&mut self, file: &str) -> anyhow::Result<Next> {
        match kept::load(Path::new(file), &*self.shelf) {
            Ok((table, agreed)) => {
                self.show_unsaved()?;
                self.table = table;
                self.start_over(agreed)
            }
            Err(error) => self.say(&format!("{error:#}")),
        }
    }

    /// A new game is on the table: everybody forgets the last one.
    fn start_over(&mut self, agreed: Option<Outcome>) -> anyhow::Result<Next> {
        let setup = self.table.record().setup;
        for side in Side::BOTH {
            if let Seat::Machine(player, _) = &mut self.seats[side] {
                player.ready(&setup)?;
            }
        }
        self.agreed = agreed;
        self.kept = self.text();
        self.own = None;
        self.shown()
    }

    /// The game with a heading, if it stands in no file.
    fn unsaved(&self) -> Option<String> {
        let text = self.text();
        if text == self.kept || self.table.played().is_empty() {
            return None;
        }
        Some(match self.outcome() {
            Some(_) => format!("The game:\n\n{text}\n"),
            None => {
                format!("The game so far ('tabula play {} --load FILE' goes on with it):\n\n{text}\n", self.word)
            }
        })
    }

    /// Nothing is lost: a game that was not saved is printed before it is left.
    fn show_unsaved(&mut self) -> anyhow::Result<()> {
        if let Some(text) = self.unsaved() {
            write!(self.terminal.out, "{text}")?;
        }
        Ok(())
    }
}

/// Asks a player, and keeps the last thing it said.
fn consult(player: &mut dyn Player, clock: &Clock, table: &dyn Table) -> anyhow::Result<(Choice, Info)> {
    let mut last = Info::default();
    let spinner = progress::spinner(format!("{} is thinking", player.card().name));
    let choice =
        player.choose(&Question::new(&table.record(), clock), &Stop::default(), &mut |info| last = info.clone());
    spinner.finish_and_clear();
    Ok((choice?, last))
}

fn thought(info: &Info) -> String {
    if info.depth == 0 {
        return String::new();
    }
    let seconds = info.time.as_secs_f64();
    format!("({}, depth {}, {} nodes, {seconds:.1} s)", info.score, info.depth, crate::columns::grouped(info.nodes))
}
