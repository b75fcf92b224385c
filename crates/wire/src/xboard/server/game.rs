//! The game as the engine sees it: board, clocks, whose turn it is to think. Shared by the thread that reads orders
//! and the one that thinks; whoever holds it changes it whole.

use super::order::Level;
use super::think::Thought;
use crate::mouth::Mouth;
use crate::xboard::squares;
use std::time::Duration;
use tabula_core::{Cause, Limits, Mover, Outcome, Side, Stop};
use tabula_engine::{Clock, Info, Left, Table};

/// What the engine does when it could move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Nothing: it only follows the moves.
    Force,
    /// It plays this side.
    Play(Side),
    /// It thinks about every position and moves in none.
    Analyse,
}

/// A search, as the reader of orders holds it.
#[derive(Clone, Default)]
pub(super) struct Running {
    /// The answer is wanted now.
    pub(super) stop: Stop,
    /// The expected move was played.
    pub(super) hit: Stop,
    /// In the opponent's time: the move that is expected.
    pub(super) ponders: Option<String>,
    /// Which search this is.
    number: u64,
}

pub(super) struct Game {
    pub(super) table: Box<dyn Table>,
    pub(super) mode: Mode,
    pub(super) level: Option<Level>,
    pub(super) move_time: Option<Duration>,
    pub(super) depth: Option<u32>,
    /// On the engine's clock.
    pub(super) time: Option<Duration>,
    /// Whether to tell what it thinks.
    pub(super) post: bool,
    /// Whether to think in the opponent's time.
    pub(super) hard: bool,
    /// Whether the start is drawn by lot: castling is then written `O-O`.
    pub(super) shuffled: bool,
    /// What was told last.
    pub(super) last: Option<Info>,
    running: Option<Running>,
    searches: u64,
}

impl Game {
    pub(super) fn new(table: Box<dyn Table>) -> Self {
        Self {
            table,
            mode: Mode::Force,
            level: None,
            move_time: None,
            depth: None,
            time: None,
            post: false,
            hard: false,
            shuffled: false,
            last: None,
            running: None,
            searches: 0,
        }
    }

    /// Whether this search is still the one that counts.
    pub(super) fn holds(&self, running: &Running) -> bool {
        self.running.as_ref().is_some_and(|current| current.number == running.number)
    }

    /// The search in the engine's own time, if there is one.
    pub(super) fn own_search(&self) -> Option<&Running> {
        self.running.as_ref().filter(|running| running.ponders.is_none() && self.mode != Mode::Analyse)
    }

    /// Whether it thinks, but not about a move of its own.
    pub(super) fn is_thinking_aside(&self) -> bool {
        self.running.is_some() && self.own_search().is_none()
    }

    /// Whatever is thought is void.
    pub(super) fn interrupt(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.raise();
        }
    }

    /// What is to be thought about now, if anything.
    pub(super) fn next_thought(&mut self) -> Option<Thought> {
        self.interrupt();
        let clock = match self.mode {
            Mode::Force => return None,
            Mode::Analyse => Clock::default(),
            Mode::Play(side) if self.table.mover() == Mover::Player(side) => self.clock(),
            Mode::Play(_) => return None,
        };
        // Drawn by history is no reason not to be analysed.
        let over = if self.mode == Mode::Analyse { self.table.legal().is_empty() } else { self.is_over() };
        if over { None } else { Some(self.think(clock, None)) }
    }

    fn think(&mut self, clock: Clock, ponders: Option<String>) -> Thought {
        self.searches += 1;
        let running = Running { ponders, number: self.searches, ..Running::default() };
        self.running = Some(running.clone());
        Thought { record: self.table.record(), clock, running }
    }

    fn is_over(&self) -> bool {
        self.table.outcome().is_some()
    }

    /// The engine's clock, from whatever XBoard told of it.
    fn clock(&self) -> Clock {
        let limits = Limits { depth: self.depth, nodes: None };
        if self.move_time.is_some() {
            return Clock { limits, move_time: self.move_time, left: None };
        }
        let level = self.level.unwrap_or_default();
        let time = self.time.or(self.level.map(|level| level.base));
        let played = self.table.played().len() as u32 / 2;
        let moves = (level.moves > 0).then(|| level.moves - played % level.moves);
        let left = time.map(|time| Left { time, increment: level.increment, moves });
        if left.is_none() && self.depth.is_none() {
            // Nobody said anything: what people bear to wait for.
            return Clock::move_time(Duration::from_secs(1));
        }
        Clock { limits, move_time: None, left }
    }

    /// The opponent has moved. `true` if that is what was expected, and thought about already.
    pub(super) fn expected(&mut self, code: &str) -> bool {
        match &mut self.running {
            Some(running) if running.ponders.as_deref() == Some(code) => {
                running.ponders = None;
                running.hit.raise();
                true
            }
            _ => false,
        }
    }

    /// The engine has chosen; what it thinks about next, in the opponent's time.
    pub(super) fn moved(&mut self, mouth: &Mouth<'_>, code: &str, line: &[String], spent: Duration) -> Option<Thought> {
        self.running = None;
        let spelled = self.spelled(code);
        if let Err(fault) = self.table.play(code) {
            mouth.say(&format!("telluser {fault}"));
            return None;
        }
        mouth.say(&format!("move {spelled}"));
        let increment = self.level.map_or(Duration::ZERO, |level| level.increment);
        self.time = self.time.map(|time| time.saturating_sub(spent) + increment);
        if let Some(outcome) = self.table.outcome() {
            mouth.say(&claim(outcome));
            return None;
        }
        let expected = line.get(1).filter(|_| self.hard && line[0] == code)?;
        let expected = self.table.read(expected).ok()?.code;
        let mut then = self.table.copy();
        then.play(&expected).ok()?;
        if then.outcome().is_some() {
            return None;
        }
        let clock = self.clock();
        let thought = self.think(clock, Some(expected));
        Some(Thought { record: then.record(), ..thought })
    }

    /// A move that can be played now, as XBoard writes it.
    pub(super) fn spelled(&self, code: &str) -> String {
        match self.table.read(code) {
            Ok(played) if self.shuffled && played.text.starts_with("O-O") => {
                played.text.trim_end_matches(['+', '#']).to_string()
            }
            _ => squares::to_xboard(code, self.ranks()),
        }
    }

    /// A move of XBoard as our tables read it.
    pub(super) fn understood(&self, text: &str) -> String {
        squares::from_xboard(text, self.ranks())
    }

    pub(super) fn ranks(&self) -> u8 {
        self.table.card().size.1
    }

    /// Takes back up to `plies`; `false` if there are not so many.
    pub(super) fn back(&mut self, plies: usize) -> bool {
        self.table.played().len() >= plies && (0..plies).all(|_| self.table.back())
    }
}

/// `1-0 {White mates}`.
pub(super) fn claim(outcome: Outcome) -> String {
    let what = match (outcome.cause, outcome.winner) {
        (Cause::Mate, Some(Side::First)) => "White mates".to_string(),
        (Cause::Mate, Some(Side::Second)) => "Black mates".to_string(),
        (Cause::Stalemate, _) => "Stalemate".to_string(),
        (Cause::DeadMaterial, _) => "Draw by insufficient material".to_string(),
        (Cause::Repetition, _) => "Draw by repetition".to_string(),
        (Cause::NoProgress, _) => "Draw by fifty-move rule".to_string(),
        (cause, _) => cause.to_string(),
    };
    format!("{} {{{what}}}", outcome.points())
}
