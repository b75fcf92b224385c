//! A foreign engine as a player, spoken to by UCI.

mod options;

use super::info;
use crate::die;
use crate::foreign::{Announced, Heed, Patience, Program, Thought};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;
use tabula_core::{Fault, Stop};
use tabula_engine::{Choice, ForeignSpec, Info, Left, Player, PlayerCard, Question, Setup, Shelf};

/// An engine that speaks UCI.
pub struct Engine {
    program: Program,
    shelf: Arc<dyn Shelf>,
    patience: Patience,
    card: PlayerCard,
    announced: Announced,
    /// The lines that set its options, said again after a restart.
    settings: Vec<String>,
    /// The start of this game, where it has to be told.
    start: Option<String>,
    /// Who is White is asked of the table once a game: the protocol names clocks by colour.
    second_begins: bool,
}

impl Engine {
    /// Starts an engine and sets its options; it will play games of `shelf`.
    pub fn start(spec: &ForeignSpec, shelf: &Arc<dyn Shelf>, patience: Patience) -> Result<Self, Fault> {
        let mut engine = Self {
            program: Program::new(&spec.command),
            shelf: Arc::clone(shelf),
            patience,
            card: PlayerCard::default(),
            announced: Announced::default(),
            settings: Vec::new(),
            start: None,
            second_begins: false,
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
        self.program.say("uci");
        let deadline = Instant::now() + self.patience.start;
        let mut card = PlayerCard::default();
        let mut announced = Announced::default();
        self.program.until(deadline, "'uciok'", |line| {
            let line = line.trim();
            if let Some(name) = line.strip_prefix("id name ") {
                card.name = name.trim().to_string();
            } else if let Some(author) = line.strip_prefix("id author ") {
                card.author = author.trim().to_string();
            } else if line.starts_with("option ") {
                options::hear(&mut announced, line);
            }
            (line == "uciok").then_some(())
        })?;
        if card.name.is_empty() {
            card.name = self.program.short_name();
        }
        card.options.clone_from(&announced.cards);
        (self.card, self.announced) = (card, announced);
        for line in self.settings.clone() {
            self.program.say(&line);
        }
        Ok(())
    }

    /// Tells the engine which kind of chess is played. Games whose start is drawn by lot castle as Chess960 does.
    fn variant(&mut self) -> Result<(), Fault> {
        let game = self.shelf.card().id.as_str();
        let shuffled = self.shelf.deal(0).is_some();
        let has = |option| self.announced.card(option).is_some();
        let cannot = |fault: Fault| Fault::new(format!("{} does not play {game}: {}", self.program.name(), fault.what));
        let mut lines = Vec::new();
        // Chess has been played by engines that know of no variants; so has Chess960.
        let plain = ["chess", "chess960"].contains(&game);
        if !plain || has(VARIANT) {
            lines.push(options::set(&self.announced, VARIANT, if plain { "chess" } else { game }).map_err(cannot)?);
        }
        if shuffled || has(CHESS960) {
            lines.push(options::set(&self.announced, CHESS960, &shuffled.to_string()).map_err(cannot)?);
        }
        for line in lines {
            self.program.say(&line);
        }
        Ok(())
    }
}

const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";

impl Player for Engine {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault> {
        let line = options::set(&self.announced, option, value)?;
        self.program.say(&line);
        self.settings.push(line);
        Ok(())
    }

    fn ready(&mut self, setup: &Setup) -> Result<(), Fault> {
        if !self.program.is_running() {
            self.restart()?;
        }
        self.variant()?;
        self.start.clone_from(&setup.start);
        if self.start.is_none() && setup.game != "chess" {
            // Another program may begin a variant from another array.
            self.start = self.shelf.table(setup).ok().map(|table| table.start());
        }
        self.second_begins = self.start.as_deref().is_some_and(second_begins);
        self.program.say("ucinewgame\nisready");
        let deadline = Instant::now() + self.patience.ready;
        self.program.until(deadline, "'readyok'", |line| (line.trim() == "readyok").then_some(()))
    }

    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        let moves = die::joined(&question.record.moves);
        let second = self.second_begins != (moves.len() % 2 == 1);
        let orders = format!("{}\n{}", position(self.start.as_deref(), &moves), go(question, second));
        let thought = Thought {
            orders: &orders,
            stop,
            at_once: Some("stop"),
            grace: self.patience.stop,
            hit: question.ponder.map(|hit| (hit, "ponderhit")),
            what: "'bestmove'",
        };
        let choice = self.program.think(&thought, |line| {
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("bestmove") => return Heed::Answer(words.next().unwrap_or_default().to_string()),
                Some("info") => {
                    if let Some(info) = info::read(line) {
                        tell(&info);
                    }
                }
                _ => {}
            }
            Heed::Nothing
        });
        choice.map(Choice::Move)
    }
}

/// Whether the second player moves first in a position given as FEN.
fn second_begins(fen: &str) -> bool {
    fen.split_ascii_whitespace().nth(1) == Some("b")
}

fn position(start: Option<&str>, moves: &[String]) -> String {
    let mut text = match start {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".to_string(),
    };
    if !moves.is_empty() {
        text.push_str(" moves");
    }
    for code in moves {
        text.push(' ');
        text.push_str(code);
    }
    text
}

/// The question as a `go` line; `second` is whether the second player is asked.
fn go(question: &Question<'_>, second: bool) -> String {
    let clock = question.clock;
    let mut text = "go".to_string();
    let mut add = |name: &str, value: u128| {
        // Writing to a string cannot fail.
        let _ = write!(text, " {name} {value}");
    };
    if let Some(left) = &clock.left {
        // Where the opponent's time is not known, it is as good as ours.
        let rival = question.rival.unwrap_or(Left { moves: None, ..*left });
        let (white, black) = if second { (&rival, left) } else { (left, &rival) };
        // An engine that is told of no time at all may think for ever.
        add("wtime", white.time.as_millis().max(1));
        add("btime", black.time.as_millis().max(1));
        if !(white.increment.is_zero() && black.increment.is_zero()) {
            add("winc", white.increment.as_millis());
            add("binc", black.increment.as_millis());
        }
        if let Some(moves) = left.moves {
            add("movestogo", u128::from(moves));
        }
    }
    if let Some(time) = clock.move_time {
        add("movetime", time.as_millis().max(1));
    }
    if let Some(depth) = clock.limits.depth {
        add("depth", u128::from(depth));
    }
    if let Some(nodes) = clock.limits.nodes {
        add("nodes", u128::from(nodes));
    }
    if clock.is_endless() {
        text.push_str(" infinite");
    }
    if question.ponder.is_some() {
        text.push_str(" ponder");
    }
    if !question.only.is_empty() {
        text.push_str(" searchmoves");
        for code in question.only {
            text.push(' ');
            text.push_str(code);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tabula_engine::{Clock, Record};

    #[test]
    fn positions_are_told_with_their_moves() {
        assert_eq!(position(None, &[]), "position startpos");
        assert_eq!(
            position(Some("8/8/8/8/8/8/8/8 b - - 0 1"), &["e2e4".into(), "e7e5".into()]),
            "position fen 8/8/8/8/8/8/8/8 b - - 0 1 moves e2e4 e7e5"
        );
    }

    #[test]
    fn clocks_are_told_by_colour() {
        let left =
            |seconds, moves| Left { time: Duration::from_secs(seconds), increment: Duration::from_millis(30), moves };
        let record = Record::default();
        let clock = Clock { left: Some(left(3, Some(7))), ..Clock::default() };
        let question = Question { rival: Some(left(2, None)), ..Question::new(&record, &clock) };
        assert_eq!(go(&question, false), "go wtime 3000 btime 2000 winc 30 binc 30 movestogo 7");
        assert_eq!(go(&question, true), "go wtime 2000 btime 3000 winc 30 binc 30 movestogo 7");
    }

    #[test]
    fn every_limit_has_its_word() {
        let record = Record::default();
        let say = |clock: Clock| go(&Question::new(&record, &clock), false);
        assert_eq!(say(Clock::depth(6)), "go depth 6");
        assert_eq!(say(Clock::move_time(Duration::from_micros(100))), "go movetime 1");
        assert_eq!(say(Clock::default()), "go infinite");
        let none = Clock { left: Some(Left::default()), ..Clock::default() };
        assert_eq!(say(none), "go wtime 1 btime 1");
    }
}
